#include "papers/papers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *cr_verdict_text(cr_verdict verdict) {
    static const char *const texts[CR_VERDICT_COUNT] = {
        "agree", "disagree, explained", "disagree, unexplained", "figure value", "property", "own result",
        "off",   "not comparable"};
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

void cr_rows_grid(cr_rows *rows, const char *title, const char *introduction, const char *const *columns) {
    cr_item *item = new_item(rows, CR_ITEM_TABLE, title);
    rows->basis = (cr_basis){CR_VERDICT_PROPERTY, NULL};
    rows->columns = columns;
    if (!item) return;
    item->text = introduction;
    item->columns = columns;
}

void cr_rows_table(cr_rows *rows, const char *title, const char *introduction) {
    cr_rows_grid(rows, title, introduction, NULL);
}

void cr_rows_basis(cr_rows *rows, cr_verdict kind, const char *source) {
    rows->basis = (cr_basis){kind, source};
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

void cr_rows_erratum(cr_rows *rows, const char *format, double value) {
    enum { ROOM = 300 };
    cr_item *item = new_item(rows, CR_ITEM_ERRATUM, "");
    char *text = cr_arena_take(rows->arena, ROOM, 1);
    if (!item || !text) return;
    snprintf(text, ROOM, format, value);
    item->text = text;
}

// One unit of the last digit: "0.255" -> 1e-3, "-3e-5" -> 1e-5.
static double last_digit(const char *text) {
    const char *point = strchr(text, '.'), *e = strchr(text, 'e');
    int exponent = e ? atoi(e + 1) : 0;
    if (point) exponent -= (int)strspn(point + 1, "0123456789");
    return pow(10.0, exponent);
}

// What a text asks for: `value` within `tolerance`, or at least `value`.
typedef struct demand {
    double value, tolerance;
    bool at_least;
} demand;

static demand read_demand(const char *text, const cr_claim *claim) {
    char *end;
    demand d = {.at_least = *text == '>'};
    double number = strtod(text + (*text == '>' || *text == '<'), &end);
    if (d.at_least) return (demand){number, CR_NAN, true};
    if (*text == '<') return (demand){0.0, number, false};
    d.value = number;
    if (*end == '/') {
        d.value /= strtod(end + 1, &end);
        d.tolerance = 1e-14;
    } else if (*end == '-') {
        double last = strtod(end + 1, &end);
        return (demand){0.5 * (number + last), 0.5 * (last - number), false};
    } else if (strcmp(text, "0") == 0) d.tolerance = 1e-9;
    else d.tolerance = fmin(last_digit(text) * (claim->units ? claim->units : 1), 0.5 * fabs(number));
    if (claim->tolerance > 0.0) d.tolerance = claim->tolerance;
    return d;
}

static bool meets(const demand *d, double ours) {
    const double rounding = 1e-9;
    return d->at_least ? ours >= d->value : fabs(ours - d->value) <= d->tolerance * (1.0 + rounding);
}

// The tolerance of a claim is that of what it is compared with: the print, where there is one.
static bool meets_reference(const cr_claim *claim, double ours) {
    cr_claim plain = *claim;
    if (!claim->reference) return true;
    if (claim->printed) plain.tolerance = plain.units = 0;
    demand d = read_demand(claim->reference, &plain);
    return meets(&d, ours);
}

static cr_verdict judge(const cr_claim *claim, const demand *print, double ours, cr_verdict kind) {
    bool nothing = !claim->reference && claim->replayed == 0.0;
    if (claim->why && nothing && !claim->unexplained) return CR_VERDICT_NOT_COMPARABLE;
    if (!claim->printed) return meets_reference(claim, ours) ? kind : CR_VERDICT_OFF;
    if (meets(print, ours)) return CR_VERDICT_AGREE;
    if (!meets_reference(claim, ours)) return CR_VERDICT_OFF;
    bool explained = claim->replayed != 0.0 ? meets(print, claim->replayed) : claim->why != NULL;
    return explained && !claim->unexplained ? CR_VERDICT_EXPLAINED : CR_VERDICT_UNEXPLAINED;
}

void cr_rows_add(cr_rows *rows, const cr_claim *claim, double ours) {
    cr_item *row = new_item(rows, CR_ITEM_ROW, claim->what);
    cr_basis basis = claim->basis.source ? claim->basis : rows->basis;
    const char *compared = claim->printed ? claim->printed : claim->reference;
    bool comparable = !claim->why || claim->reference || claim->replayed != 0.0 || claim->unexplained;
    if (!row) return;
    assert(!claim->reference || basis.source);
    demand asked = {CR_NAN, CR_NAN, false};
    if (comparable) asked = read_demand(compared, claim);
    row->printed = claim->printed;
    row->reference = claim->reference;
    row->text = claim->why;
    row->source = claim->reference ? basis.source : NULL;
    row->ours = ours;
    row->replayed = claim->replayed != 0.0 ? claim->replayed : CR_NAN;
    row->expected = asked.value;
    row->tolerance = asked.tolerance;
    row->verdict = judge(claim, &asked, ours, basis.kind);
    row->failed = row->verdict == CR_VERDICT_OFF || (row->verdict == CR_VERDICT_UNEXPLAINED && !claim->why);
}

void cr_rows_cell(cr_rows *rows, const char *line, int column, const cr_claim *claim, double ours) {
    char what[120];
    cr_claim named = *claim;
    snprintf(what, sizeof what, "%s, %s", line, rows->columns[column]);
    named.what = what;
    cr_rows_add(rows, &named, ours);
    if (rows->error.status != CR_OK) return;
    rows->last->line = line;
    rows->last->column = column;
}

// "1.5e-05" -> "1.5e-5", "2e+09" -> "2e9"
static void shorten_exponent(char *text) {
    char *e = strchr(text, 'e');
    int exponent = e ? atoi(e + 1) : 0;
    if (e) snprintf(e, 8, "e%d", exponent);
}

void cr_item_value(const cr_item *row, double value, char text[40]) {
    enum { LEAST = 3, MOST = 13 };
    const double small = 1e-3, large = 1e6;
    if (!isfinite(value)) {
        snprintf(text, 40, "-");
        return;
    }
    double size = fabs(value), digits = ceil(log10(size / row->tolerance)) + 1.0;
    int count = digits > LEAST ? digits < MOST ? (int)digits : MOST : LEAST;
    int decimals = count - 1 - (int)floor(log10(size > 0.0 ? size : 1.0));
    if (size == floor(size) && size < large) snprintf(text, 40, "%.0f", value);
    else if (size >= small && size < large) snprintf(text, 40, "%.*f", decimals > 0 ? decimals : 0, value);
    else {
        snprintf(text, 40, "%.*e", count - 1, value);
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

bool cr_report_failed(const cr_item *first) {
    for (const cr_item *item = first; item; item = item->next)
        if (item->kind == CR_ITEM_ROW && item->failed) return true;
    return false;
}
