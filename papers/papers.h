// The papers' numbers, recomputed: rows that set printed, reference and own value side by side, and figures
// drawn from our own runs. A paper is one check function that adds both in the paper's order.
#ifndef CAROM_APPS_CAROM_REPRODUCE_H
#define CAROM_APPS_CAROM_REPRODUCE_H

#include "carom/impact.h"
#include "carom/scene.h"
#include "io/plot/svg.h"

#include <stdio.h>

// A value that is printed agrees with the print or does not; one that is not printed is named for what it is,
// and agrees with the reference whose source the row gives.
typedef enum cr_verdict {
    CR_VERDICT_AGREE,
    CR_VERDICT_EXPLAINED,      // disagrees with the print, and it is known why
    CR_VERDICT_UNEXPLAINED,    // disagrees with the print
    CR_VERDICT_FIGURE,         // a value of a figure that carries no numbers
    CR_VERDICT_PROPERTY,       // what the paper says in words, or what must hold
    CR_VERDICT_OWN,            // a result of ours that goes on from the paper
    CR_VERDICT_OFF,            // not what the reference has
    CR_VERDICT_NOT_COMPARABLE, // there is no number, or it is of something that only the authors had
} cr_verdict;
enum { CR_VERDICT_COUNT = 8 };

// "agree", "disagree, explained", ...
const char *cr_verdict_text(cr_verdict verdict);

// Where references come from, and what rows without a printed value are: CR_VERDICT_FIGURE, _PROPERTY or
// _OWN. Source: a program of papers/references, or the closed form or law that gives the number.
typedef struct cr_basis {
    cr_verdict kind;
    const char *source;
} cr_basis;

// One value of a paper. What is printed is compared with the print. `reference` is the value of `basis`: of
// what is not printed, or of a cell that does not agree, which our value must meet all the same. `why`: the
// reason for not agreeing; without a reference, for there being nothing to compare.
// The texts are numbers as printed ("+2e-5"), fractions ("44/135"), ranges ("6-24"), bounds of the magnitude
// ("<1e-7"), or what must be reached (">2.6").
typedef struct cr_claim {
    const char *what, *printed, *reference, *why;
    double tolerance; // absolute; 0: one unit of the last digit of what is compared but at most half of it,
                      // 1e-9 where that is "0", 1e-14 where it is a fraction
    int units;        // so many units instead of one; 0 counts as one
    double replayed;  // our value when done as the paper must have; a cell that does not agree is explained
                      // if this does. 0: none
    bool unexplained; // `why` says what was tried
    cr_basis basis;   // source NULL: that of the table
} cr_claim;

typedef struct cr_sheet cr_sheet;

typedef struct cr_figure {
    const char *id; // an XML name
    int columns;    // of panels
    const char *caption;
    void (*draw)(cr_sheet *sheet);
    void (*write)(FILE *out); // instead: a drawing, as one <svg>
} cr_figure;

typedef struct cr_paper cr_paper;

typedef enum cr_item_kind {
    CR_ITEM_TABLE,
    CR_ITEM_ROW,
    CR_ITEM_FIGURE,
    CR_ITEM_SOUND,
    CR_ITEM_ERRATUM,
} cr_item_kind;

// A sound to be played in the page.
typedef struct cr_heard {
    const double *samples; // interleaved
    long long frames;
    int channels, rate;
    double gain; // samples times it are within -1 to 1
    char caption[240];
} cr_heard;

// A line of the report. A table comes before its rows.
typedef struct cr_item {
    cr_item_kind kind;
    struct cr_item *next;
    const cr_paper *paper;
    const cr_figure *figure;
    const void *data;                       // of a figure: what it draws, if it does not compute that itself
    const cr_heard *heard;                  // of a sound
    char what[120];                         // of a table: its title
    const char *printed, *reference, *text; // text: the remark on a row, the introduction of a table
    const char *source;                     // of the reference
    double ours, replayed;                  // CR_NAN: none
    double expected, tolerance;             // of the print, where there is one, or the reference
    cr_verdict verdict;
    bool failed;                // disagrees and nothing is said of it, or is off
    const char *const *columns; // of a table in the paper's own shape, up to NULL; NULL: one row per value
    const char *line;           // of a row in such a table,
    int column;                 // and its place there
} cr_item;

// What a paper needs besides the library, from the program.
typedef struct cr_means {
    const char *scenes;   // folder of those that ship; NULL: not found
    const char *measured; // file of figures of whole scenes; NULL: that among the scenes
    const char *sounds;   // folder of their sounds; NULL: none
    // Finds the modes of a scene (cr_scene_resolve).
    cr_status (*resolve)(void *context, cr_scene *scene, cr_error *error);
    void *context;
} cr_means;

// The report grows in an arena; `error` has what kept it from being made, CR_OK as long as nothing did.
typedef struct cr_rows {
    cr_arena *arena;
    const cr_means *means;
    const cr_paper *paper;
    cr_item *first, *last;
    cr_basis basis; // of the table
    const char *const *columns;
    cr_error error;
} cr_rows;

void cr_rows_table(cr_rows *rows, const char *title, const char *introduction);
// What the references of the rows that follow in this table rest on.
void cr_rows_basis(cr_rows *rows, cr_verdict kind, const char *source);
// A table in the paper's own shape: columns up to NULL; then its cells, line by line.
void cr_rows_grid(cr_rows *rows, const char *title, const char *introduction, const char *const *columns);
void cr_rows_cell(cr_rows *rows, const char *line, int column, const cr_claim *claim, double ours);
// The value of ours is CR_NAN when there is none.
void cr_rows_add(cr_rows *rows, const cr_claim *claim, double ours);
void cr_rows_figure(cr_rows *rows, const cr_figure *figure);
// A figure of what has been computed: sheet->data, which lives as long as the report.
void cr_rows_figure_of(cr_rows *rows, const cr_figure *figure, const void *data);
void cr_rows_sound(cr_rows *rows, const cr_heard *heard);
// The first channel of a scene that ships, "folder/name", as many frames of it; NULL where the scenes are not
// found, and with rows->error. Then as a sound of the report, as loud as it can be.
const double *cr_rows_play(cr_rows *rows, const char *name, int rate, int frames);
void cr_rows_hear(cr_rows *rows, const double *samples, int rate, int frames, const char *caption);
// An erratum that the program has measured: the text of `format` with `value`.
void cr_rows_erratum(cr_rows *rows, const char *format, double value);
// A value of ours with as many digits as the tolerance asks for.
void cr_item_value(const cr_item *row, double value, char text[40]);
void cr_item_tolerance(const cr_item *row, char text[40]);

struct cr_paper {
    const char *name;    // "S0"
    const char *authors; // with the year
    const char *heading; // a few words
    const char *title;   // authors, title, year
    const char *about;   // what is recomputed here
    const char *const *errata;
    int errata_count;
    void (*check)(cr_rows *rows);
};

extern const cr_paper cr_paper_s0, cr_paper_s2, cr_paper_s3, cr_paper_s4;

// --- figures -----------------------------------------------------------------------------------------------

enum { CR_SHEET_PANELS = 6, CR_SHEET_CURVES = 40, CR_SHEET_POINTS = 1600, CR_SHEET_LINES = 8 };
// Colours of the palette that mean the same in every figure.
enum { CR_BLUE, CR_ORANGE, CR_GREEN, CR_PURPLE, CR_SKY, CR_YELLOW, CR_INK, CR_BROWN };

typedef struct cr_curve {
    double x[CR_SHEET_POINTS], y[CR_SHEET_POINTS];
    int count;
} cr_curve;

struct cr_sheet {
    const void *data; // of the figure
    cr_plot panels[CR_SHEET_PANELS];
    cr_plot_series series[CR_SHEET_CURVES];
    cr_curve curves[CR_SHEET_CURVES];
    cr_plot_line lines[CR_SHEET_LINES];
    int panel_count, curve_count, line_count;
};

// A new panel; curves and lines go to the newest.
cr_plot *cr_sheet_panel(cr_sheet *sheet, const char *title, const char *x_label, const char *y_label);
cr_curve *cr_sheet_curve(cr_sheet *sheet, const char *label, cr_plot_style style, int color);
void cr_sheet_line(cr_sheet *sheet, double at, bool vertical, const char *label);
// Beyond CR_SHEET_POINTS points are dropped.
void cr_curve_add(cr_curve *curve, double x, double y);
void cr_sheet_write(FILE *out, cr_sheet *sheet, const cr_figure *figure);

// --- what all papers use -----------------------------------------------------------------------------------

// A law with the settings up to one without a name.
cr_law cr_law_with(const char *type, const cr_setting *settings);
// A value from `lo` to `hi`, i of count, evenly spread on a logarithmic scale.
double cr_log_spread(double lo, double hi, int i, int count);

// --- outputs -----------------------------------------------------------------------------------------------

// Texts hold formulas between dollar signs, in a small part of TeX (formula.c): as words for a terminal, as
// MathML for a page.
enum { CR_FORMULA_ROOM = 2400 };
const char *cr_formula_plain(const char *text, char room[CR_FORMULA_ROOM]); // NULL for NULL
void cr_formula_html(FILE *out, const char *text);

void cr_report_count(const cr_item *first, const cr_paper *paper, int counts[CR_VERDICT_COUNT]);
bool cr_report_failed(const cr_item *first);
void cr_report_text(FILE *out, const cr_item *first);
void cr_report_json(FILE *out, const cr_item *first);
// CR_ERR_MEMORY; write errors stay in the stream.
cr_status cr_report_html(FILE *out, const cr_item *first, cr_sheet *sheet, cr_arena *arena, cr_error *error);

#endif
