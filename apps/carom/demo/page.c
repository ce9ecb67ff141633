#include "demo/demo.h"
#include "io/file/file.h"
#include "io/file/text.h"
#include "io/plot/html.h"

static void put_show(FILE *out, const cr_command *command, const char *folder, const cr_demo_show *show) {
    cr_html_section(out, show->title);
    cr_html_paragraph(out, show->text);
    fprintf(out, "<p><audio controls preload=\"metadata\" src=\"%s.wav\"></audio></p>\n", show->name);
    fprintf(out, "<p><img src=\"%s.%s\" alt=\"%s\"></p>\n", show->name, show->bodies ? "png" : "svg",
            show->title);
    if (!show->bodies)
        fprintf(out, "<p><a href=\"%s.html\">Waveform, spectrogram, contacts and energy</a></p>\n",
                show->name);
    fprintf(out, "<p>Change it (%s):</p>\n<pre>", show->effect);
    cr_text_xml(out, command->program);
    fputs(" render ", out);
    cr_text_xml(out, folder);
    fprintf(out, "/%s.yaml %s</pre>\n", show->name, show->change);
}

cr_status cr_demo_page(const cr_command *command, const char *folder, const char *path, cr_error *error) {
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    FILE *out = cr_file_stream(file);
    cr_html_begin(out, "Carom: a first look",
                  "Contact turned into sound. Each of these is a text file beside this page; change a line "
                  "and render it "
                  "again.");
    for (int i = 0; i < CR_DEMO_SHOWS; i++) put_show(out, command, folder, &cr_demo_shows[i]);
    cr_html_section(out, "Why it can be trusted");
    cr_html_paragraph(
        out,
        "A mass hits a hard wall; the contact lasts six samples. The usual schemes invent or lose energy "
        "in every rebound; the last one is right to thirteen digits after a hundred.");
    fputs("<p><img src=\"impact.svg\" alt=\"one hard impact by six schemes\"></p>\n", out);
    cr_html_end(out);
    return cr_file_commit(file, error);
}
