// Curves over time, of a recording in equal pieces.
#include "io/plot/html.h"
#include "io/plot/svg.h"
#include "io/record/export.h"
#include "io/record/look.h"
#include "io/record/pieces.h"
#include "io/record/strip.h"

enum { PIECES = 300, ENERGIES = CR_PIECE_ENERGIES };

typedef cr_record_piece piece;

typedef struct sheet {
    double start, width; // of a piece, s
    piece *piece;
    double *x, *y; // [curve][piece]
} sheet;

// Potential energy counts from its lowest.
static void level_potential(const sheet *s) {
    double lowest = HUGE_VAL;
    for (int i = 0; i < PIECES; i++)
        if (!isnan(s->piece[i].energy[1])) lowest = fmin(lowest, s->piece[i].energy[1]);
    for (int i = 0; i < PIECES; i++) s->piece[i].energy[1] -= lowest;
}

// A curve of one member of the pieces, the middle of each its time. What is NaN is left out, so that rows
// that are farther apart than pieces make a line all the same.
static cr_plot_series curve(const sheet *s, int which, const char *label, size_t member) {
    double *x = s->x + (size_t)which * PIECES, *y = s->y + (size_t)which * PIECES;
    int count = 0;
    for (int i = 0; i < PIECES; i++) {
        double value = *(const double *)((const char *)&s->piece[i] + member);
        if (!isfinite(value)) continue;
        x[count] = s->start + (i + 0.5) * s->width;
        y[count++] = value;
    }
    return (cr_plot_series){.label = label, .x = x, .y = y, .count = count, .color = -1};
}

enum { CURVES = ENERGIES + 5 };

static void put_plots(FILE *out, const sheet *s) {
    const cr_plot_series energy[] = {curve(s, 0, "kinetic", offsetof(piece, energy[0])),
                                     curve(s, 1, "potential", offsetof(piece, energy[1])),
                                     curve(s, 2, "of modes", offsetof(piece, energy[2])),
                                     curve(s, 3, "in contact points", offsetof(piece, energy[3])),
                                     curve(s, 4, "lost", offsetof(piece, energy[4]))};
    const cr_plot_series step[] = {curve(s, 5, "longest", offsetof(piece, greatest)),
                                   curve(s, 6, "shortest", offsetof(piece, least))};
    const cr_plot_series modes[] = {curve(s, 7, NULL, offsetof(piece, modes))};
    const cr_plot_series points[] = {curve(s, 8, "contact points", offsetof(piece, points)),
                                     curve(s, 9, "bodies awake", offsetof(piece, bodies))};
    static const char *const titles[] = {"Energy", "Step", "Modes that shorten a step", "Contacts"};
    static const char *const units[] = {"J", "s", "modes, all bodies", "number, mean"};
    const cr_plot_series *series[] = {energy, step, modes, points};
    const int counts[] = {ENERGIES, 2, 1, 2};
    cr_plot plots[4];
    for (int i = 0; i < 4; i++) {
        plots[i] = cr_plot_default();
        plots[i].id = "recording";
        plots[i].title = titles[i];
        plots[i].x_label = "time (s)";
        plots[i].y_label = units[i];
        plots[i].series = series[i];
        plots[i].series_count = counts[i];
        plots[i].log_y = i == 1;
        if (i > 1) plots[i].y_min = 0.0;
    }
    cr_html_figure_begin(out);
    cr_plot_write_panels(out, plots, 4, 2);
    cr_html_figure_end(out,
                       "Energies, steps, modes and contacts over time; potential energy from its lowest.");
}

static cr_status put_curves(FILE *out, cr_record_reader *reader, double end, cr_arena *arena,
                            cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    sheet s = {.start = head->start, .width = fmax((end - head->start) / PIECES, 1e-12)};
    s.piece = cr_arena_take(arena, PIECES, sizeof *s.piece);
    s.x = cr_arena_take(arena, CURVES * PIECES, sizeof *s.x);
    s.y = cr_arena_take(arena, CURVES * PIECES, sizeof *s.y);
    if (!s.piece || !s.x || !s.y) return cr_fail(error, CR_ERR_MEMORY, "figures", "out of memory");
    cr_status status = cr_record_pieces(reader, end, s.piece, PIECES, arena, error);
    if (status != CR_OK) return status;
    level_potential(&s);
    put_plots(out, &s);
    return CR_OK;
}

cr_status cr_record_put_sheet(FILE *out, cr_record_reader *reader, const cr_body_look *looks, cr_arena *arena,
                              cr_error *error) {
    double end;
    cr_status status = cr_record_last_time(reader, &end, error);
    if (status != CR_OK) return status;
    if (looks) {
        cr_html_figure_begin(out);
        status = cr_record_put_strip(out, reader, looks, arena, error);
        cr_html_figure_end(out, "The bodies from the side.");
    }
    cr_arena_mark mark = cr_arena_here(arena);
    if (status == CR_OK) status = put_curves(out, reader, end, arena, error);
    cr_arena_rewind(arena, mark);
    return status;
}
