#include "io/plot/html.h"

#include "io/file/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1f2328;--soft:#5b6269;--paper:#fff;--band:#f5f6f8;--rule:#d5d9de;"
    "--ok:#0a6b4b;--off:#b3400a;--note:#5b6269;--link:#0062a3}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e4e7ea;--soft:#a2a9b1;--paper:#16191d;--band:#1e2227;"
    "--rule:#3a4047;--ok:#4fd0a3;--off:#ff9d66;--note:#a2a9b1;--link:#6cb8f0}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:2.5rem 1.25rem 4rem;max-width:54rem;background:var(--paper);color:var(--ink);"
    "font:1rem/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\n"
    "h1{margin:0 0 .4rem;font-size:1.9rem;line-height:1.2}\n"
    "h2{margin:2.6rem 0 .6rem;padding-top:.8rem;border-top:1px solid var(--rule);font-size:1.25rem}\n"
    "p{max-width:42rem;margin:.6rem 0}\n"
    ".lead{color:var(--soft);font-size:1.1rem}\n"
    ".wide{overflow-x:auto;margin:1.2rem 0}\n"
    "table{border-collapse:collapse;min-width:60%;font-size:.93rem;font-variant-numeric:tabular-nums}\n"
    "caption{padding:.3rem 0;text-align:left;color:var(--soft)}\n"
    "th,td{padding:.35rem .8rem;text-align:left;vertical-align:baseline}\n"
    "th{border-bottom:2px solid var(--rule);font-weight:600;white-space:nowrap}\n"
    "tbody tr:nth-child(odd){background:var(--band)}\n"
    "tbody tr:last-child td{border-bottom:1px solid var(--rule)}\n"
    ".number{text-align:right;white-space:nowrap}\n"
    "sup{line-height:0;font-size:.72em}\n"
    ".verdict{white-space:nowrap;font-weight:600}\n"
    ".verdict small{font-size:1em;font-weight:400;color:var(--soft)}\n"
    ".grid th[scope=rowgroup]{border-bottom:1px solid "
    "var(--rule);background:var(--paper);white-space:normal}\n"
    "@media screen and (min-width:56rem){.wide{width:max-content;min-width:100%;max-width:calc(50vw + "
    "24rem)}}\n"
    ".grid{font-size:.88rem}.grid th,.grid td{padding:.35rem .4rem}.grid tbody tr{background:none}.grid "
    "tbody tr.ours,.grid tbody "
    "tr.replayed{background:var(--band)}"
    ".grid td:nth-last-child(n){white-space:nowrap}\n"
    ".headline{font-size:1.15rem}.source{color:var(--soft);font-size:.88rem}h2 small{font-weight:400}\n"
    "a{color:var(--link)}nav ul{columns:2 18rem;margin:.2rem 0 "
    ".8rem}td:first-child{min-width:8rem}.grid td:first-child{min-width:0}summary{cursor:pointer}\n"
    ".ok{color:var(--ok)}.off{color:var(--off)}.note{color:var(--note)}\n"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.6rem .8rem;background:var(--band);font-size:"
    ".88rem}code{font-size:.92em}\n"
    "img,audio{max-width:100%}\n"
    "figure{margin:1.4rem 0}\n"
    "figure svg{display:block;max-width:100%;height:auto;padding:.3rem;background:#fff;border:1px solid "
    "var(--rule);"
    "border-radius:8px}\n"
    "@media screen and (prefers-color-scheme:dark){figure svg{border-color:#c5bfb8;filter:invert(.91) "
    "hue-rotate(180deg)}"
    "figure svg image,figure svg .shades{filter:hue-rotate(180deg) invert(1)}}\n"
    "audio{display:block;width:100%;max-width:42rem}\n"
    "figcaption{max-width:42rem;margin-top:.5rem;color:var(--soft);font-size:.93rem}\n"
    "@media(max-width:38rem){th,td{padding:.3rem .4rem}.grid th[scope=rowgroup]{position:sticky;left:0}}\n"
    "@media screen and (max-width:38rem){figure{overflow-x:auto}figure svg{max-width:none;width:38rem}}\n"
    "@media "
    "print{:root{--ink:#000;--soft:#444;--paper:#fff;--band:#f2f2f2;--rule:#bbb;--ok:#0a6b4b;--off:#b3400a;"
    "--note:#444}body{max-width:none;padding:0;font-size:10.5pt}h2{break-after:avoid}"
    "figure,tr{break-inside:avoid}audio{display:none}.wide{overflow:visible}}\n";

static void write_element(FILE *out, const char *name, const char *text) {
    fprintf(out, "<%s>", name);
    cr_text_xml(out, text);
    fprintf(out, "</%s>\n", name);
}

void cr_html_begin(FILE *out, const char *title, const char *lead) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n", out);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n", out);
    write_element(out, "title", title);
    fprintf(out, "<style>\n%s</style>\n</head>\n<body>\n", style);
    write_element(out, "h1", title);
    if (!lead) return;
    fputs("<p class=\"lead\">", out);
    cr_text_xml(out, lead);
    fputs("</p>\n", out);
}

void cr_html_section(FILE *out, const char *heading) {
    write_element(out, "h2", heading);
}

void cr_html_paragraph(FILE *out, const char *text) {
    write_element(out, "p", text);
}

void cr_html_end(FILE *out) {
    fputs("</body>\n</html>\n", out);
}

void cr_html_table_begin(FILE *out, const char *caption, const cr_html_column *columns, int count) {
    fputs("<div class=\"wide\"><table>\n", out);
    if (caption) write_element(out, "caption", caption);
    fputs("<thead><tr>", out);
    for (int i = 0; i < count; i++) {
        fputs(columns[i].number ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">", out);
        cr_text_xml(out, columns[i].name);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
}

void cr_html_row_begin(FILE *out) {
    fputs("<tr>", out);
}

void cr_html_row_end(FILE *out) {
    fputs("</tr>\n", out);
}

void cr_html_table_end(FILE *out) {
    fputs("</tbody>\n</table></div>\n", out);
}

void cr_html_cell_text(FILE *out, const char *text) {
    fputs("<td>", out);
    cr_text_xml(out, text);
    fputs("</td>", out);
}

static void write_signed(FILE *out, const char *number) {
    if (*number == '-') fputs("\xE2\x88\x92", out);
    fputs(number + strspn(number, "+-"), out);
}

// "-1.5e-05" as -1.5 x 10 to the -5.
static void write_number(FILE *out, double value, int digits) {
    char text[64];
    snprintf(text, sizeof text, "%.*g", digits < 17 ? digits : 17, value);
    char *e = strchr(text, 'e');
    if (e) *e = '\0';
    write_signed(out, text);
    if (!e) return;
    char exponent[16];
    snprintf(exponent, sizeof exponent, "%d", atoi(e + 1));
    fputs("\xC3\x97"
          "10<sup>",
          out);
    write_signed(out, exponent);
    fputs("</sup>", out);
}

void cr_html_cell_number(FILE *out, double value, int digits) {
    fputs("<td class=\"number\">", out);
    if (value == 0.0) fputc('0', out);
    else if (isfinite(value)) write_number(out, value, digits);
    else fputs("\xE2\x80\x93", out);
    fputs("</td>", out);
}

void cr_html_cell_verdict(FILE *out, cr_html_verdict verdict, const char *detail) {
    static const char *const words[] = {"ok", "off", "note"};
    static const char *const symbols[] = {"\xE2\x9C\x93", "\xE2\x9C\x97", "\xE2\x80\xA2"};
    fprintf(out, "<td class=\"verdict %s\">%s %s", words[verdict], symbols[verdict], words[verdict]);
    if (detail) {
        fputs(" <small>", out);
        cr_text_xml(out, detail);
        fputs("</small>", out);
    }
    fputs("</td>", out);
}

void cr_html_figure_begin(FILE *out) {
    fputs("<figure>\n", out);
}

void cr_html_figure_end(FILE *out, const char *caption) {
    if (caption) write_element(out, "figcaption", caption);
    fputs("</figure>\n", out);
}
