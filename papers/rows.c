#include "papers/papers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *cr_verdict_text(cr_verdict verdict) {
    static const char *const texts[CR_VERDICT_COUNT] = {"ok", "off", "beyond the paper", "not reproducible",
                                                        "not computable"};
    return texts[verdict];
}

static cr_item *new_item(cr_rows *rows, cr_item_kind kind, const char *what) {
    cr_item *item = cr_arena_take(rows->arena, 1, sizeof *item);
    if (!item) {
        cr_fail(&rows->error, CR_ERR_MEMORY, "", "out of memory");
        return NULL;
    }
    item->kind = kind;
    item->paper = rows->paper;
    snprintf(item->what, sizeof item->what, "%s", what);
    if (rows->last) rows->last->next = item;
    else rows->first = item;
    rows->last = item;
    return item;
}

void cr_rows_table(cr_rows *rows, const char *title, const char *introduction) {
    cr_item *item = new_item(rows, CR_ITEM_TABLE, title);
    if (item) item->text = introduction;
}

void cr_rows_figure_of(cr_rows *rows, const cr_figure *figure, const void *data) {
    cr_item *item = new_item(rows, CR_ITEM_FIGURE, figure->id);
    if (!item) return;
    item->figure = figure;
    item->data = data;
}

void cr_rows_figure(cr_rows *rows, const cr_figure *figure) {
    cr_rows_figure_of(rows, figure, NULL);
}

void cr_rows_sound(cr_rows *rows, const cr_heard *heard) {
    cr_item *item = new_item(rows, CR_ITEM_SOUND, "");
    if (item) item->heard = heard;
}

// One unit of the last digit: "0.255" -> 1e-3, "-3e-5" -> 1e-5.
static double last_digit(const char *text) {
    const char *point = strchr(text, '.'), *e = strchr(text, 'e');
    int exponent = e ? atoi(e + 1) : 0;
    if (point) exponent -= (int)strspn(point + 1, "0123456789");
    return pow(10.0, exponent);
}

static void read_text(const char *text, double *value, double *tolerance) {
    char *end;
    if (*text == '>') {
        *value = strtod(text + 1, &end);
        *tolerance = CR_NAN;
        return;
    }
    if (*text == '<') {
        *value = 0.0;
        *tolerance = strtod(text + 1, &end);
        return;
    }
    *value = strtod(text, &end);
    if (*end == '/') {
        *value /= strtod(end + 1, &end);
        *tolerance = 1e-14;
    } else *tolerance = strcmp(text, "0") == 0 ? 1e-9 : last_digit(text);
}

static cr_verdict judge(const cr_claim *claim, const cr_item *row) {
    const double rounding = 1e-9;
    if (!claim->reference && claim->why) return CR_VERDICT_NOT_COMPUTABLE;
    bool met = row->at_least ? row->ours >= row->expected
                             : fabs(row->ours - row->expected) <= row->tolerance * (1.0 + rounding);
    if (!met) return CR_VERDICT_OFF;
    if (!claim->reference) return CR_VERDICT_OK;
    return claim->printed ? CR_VERDICT_NOT_REPRODUCIBLE : CR_VERDICT_BEYOND;
}

void cr_rows_add(cr_rows *rows, const cr_claim *claim, double ours) {
    cr_item *row = new_item(rows, CR_ITEM_ROW, claim->what);
    if (!row) return;
    const char *compared = claim->reference ? claim->reference : claim->printed;
    row->printed = claim->printed;
    row->reference = claim->reference;
    row->text = claim->why;
    row->ours = ours;
    row->expected = row->tolerance = CR_NAN;
    if (claim->reference || !claim->why) {
        read_text(compared, &row->expected, &row->tolerance);
        row->at_least = *compared == '>';
        row->tolerance *= claim->units ? claim->units : 1;
        if (claim->reference && claim->printed && isfinite(row->tolerance) && row->expected != 0.0)
            row->tolerance = 0.01 * fabs(row->expected);
        if (claim->tolerance > 0.0) row->tolerance = claim->tolerance;
    }
    row->verdict = judge(claim, row);
}

// "1.5e-05" -> "1.5e-5", "2e+09" -> "2e9"
static void shorten_exponent(char *text) {
    char *e = strchr(text, 'e');
    int exponent = e ? atoi(e + 1) : 0;
    if (e) snprintf(e, 8, "e%d", exponent);
}

void cr_item_ours(const cr_item *row, char text[40]) {
    enum { LEAST = 3, MOST = 13 };
    const double small = 1e-3, large = 1e6;
    double size = fabs(row->ours), digits = ceil(log10(size / row->tolerance)) + 1.0;
    int count = digits > LEAST ? digits < MOST ? (int)digits : MOST : LEAST;
    int decimals = count - 1 - (int)floor(log10(size > 0.0 ? size : 1.0));
    if (!isfinite(row->ours)) snprintf(text, 40, "-");
    else if (size == floor(size) && size < large) snprintf(text, 40, "%.0f", row->ours);
    else if (size >= small && size < large)
        snprintf(text, 40, "%.*f", decimals > 0 ? decimals : 0, row->ours);
    else {
        snprintf(text, 40, "%.*e", count - 1, row->ours);
        shorten_exponent(text);
    }
}

void cr_item_tolerance(const cr_item *row, char text[40]) {
    if (!isfinite(row->tolerance)) {
        snprintf(text, 40, "-");
        return;
    }
    snprintf(text, 40, "%.3g", row->tolerance);
    shorten_exponent(text);
}

cr_law cr_law_with(const char *type, const cr_setting *settings) {
    cr_law law;
    cr_status status = cr_law_make(type, settings, &law, NULL);
    assert(status == CR_OK);
    (void)status;
    return law;
}

double cr_log_spread(double lo, double hi, int i, int count) {
    return lo * pow(hi / lo, (double)i / (count - 1));
}

void cr_report_count(const cr_item *first, const cr_paper *paper, int counts[CR_VERDICT_COUNT]) {
    memset(counts, 0, CR_VERDICT_COUNT * sizeof *counts);
    for (const cr_item *item = first; item; item = item->next)
        if (item->kind == CR_ITEM_ROW && (!paper || item->paper == paper)) counts[item->verdict]++;
}
