// Blows and forces between bodies by their names, over the time in which they act.
#include "sound/forces.h"

#include "io/plot/html.h"
#include "io/plot/svg.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 13, PAIRS_MOST = 3 * SLOTS / 4, LINES = CR_PLOT_COLORS, TABLE = 20, COLUMNS = 800 };

typedef struct pair {
    int a, b, entries;     // 0: a free slot
    double greatest, at;   // N, s
    double blow, blow_at;  // N s, s: of what has no duration
    double *force, *blows; // greatest of each column; NULL: it is not drawn
} pair;

typedef struct forces {
    const cr_record_head *head;
    cr_record_reader *reader;
    pair *slot, *sorted[PAIRS_MOST];
    int count;
    double first, last; // s
} forces;

// The slot of two bodies in either order; NULL: it is not there and there is no room.
static pair *pair_of(forces *f, int one, int other) {
    int a = one < other ? one : other, b = one < other ? other : one;
    unsigned at = ((unsigned)a * 2654435761u ^ (unsigned)b * 40503u) % SLOTS;
    while (f->slot[at].entries && (f->slot[at].a != a || f->slot[at].b != b)) at = (at + 1) % SLOTS;
    pair *p = &f->slot[at];
    if (p->entries) return p;
    if (f->count == PAIRS_MOST) return NULL;
    *p = (pair){.a = a, .b = b};
    f->sorted[f->count++] = p;
    return p;
}

static double normal_force(const cr_world_contact *c) {
    return fabs(cr_vec_dot(c->force, c->normal));
}

// What an impact that is over at once gives, at t0.
static double blow_of(const cr_world_contact *c) {
    return fabs(cr_vec_dot(c->impulse, c->normal));
}

static void note(forces *f, const cr_world_contact *c) {
    pair *p = pair_of(f, c->a, c->b);
    double force = normal_force(c), blow = blow_of(c);
    if (!p) return;
    p->entries++;
    if (force > p->greatest) p->greatest = force, p->at = c->t0;
    if (blow > p->blow) p->blow = blow, p->blow_at = c->t0;
    f->first = fmin(f->first, c->t0);
    f->last = fmax(f->last, c->t1);
}

static void draw(forces *f, const cr_world_contact *c) {
    pair *p = pair_of(f, c->a, c->b);
    if (!p || !p->force) return;
    double per_second = f->last > f->first ? COLUMNS / (f->last - f->first) : 0.0;
    int from = (int)((c->t0 - f->first) * per_second), to = (int)((c->t1 - f->first) * per_second);
    for (int k = from; k <= to && k < COLUMNS; k++) p->force[k] = fmax(p->force[k], normal_force(c));
    if (from < COLUMNS) p->blows[from] = fmax(p->blows[from], blow_of(c));
}

static cr_status read_all(forces *f, void (*use)(forces *, const cr_world_contact *), cr_error *error) {
    cr_record_item item = {0};
    cr_status status = CR_OK;
    cr_record_reader_rewind(f->reader);
    while (status == CR_OK) {
        status = cr_record_reader_next(f->reader, CR_RECORD_CONTACT, &item, error);
        if (status != CR_OK || item.kind == CR_RECORD_END) break;
        use(f, &item.contact);
    }
    cr_record_reader_rewind(f->reader);
    return status;
}

// By what one hears first: the hardest blow, then the greatest force.
static int by_strength(const void *a, const void *b) {
    const pair *x = *(pair *const *)a, *y = *(pair *const *)b;
    if (x->blow != y->blow) return x->blow < y->blow ? 1 : -1;
    if (x->greatest != y->greatest) return x->greatest < y->greatest ? 1 : -1;
    return x->a != y->a ? x->a - y->a : x->b - y->b;
}

static void put_table(const forces *f, FILE *out) {
    static const cr_html_column columns[] = {{"bodies", false},          {"", false},
                                             {"hardest blow N s", true}, {"at s", true},
                                             {"greatest force N", true}, {"at s", true}};
    cr_html_table_begin(out, "The pairs that met hardest, across their surfaces.", columns, 6);
    for (int i = 0; i < f->count && i < TABLE; i++) {
        const pair *p = f->sorted[i];
        cr_html_row_begin(out);
        cr_html_cell_text(out, f->head->body[p->a].name);
        cr_html_cell_text(out, f->head->body[p->b].name);
        cr_html_cell_number(out, p->blow, 4);
        cr_html_cell_number(out, p->blow > 0.0 ? p->blow_at : CR_NAN, 4);
        cr_html_cell_number(out, p->greatest, 4);
        cr_html_cell_number(out, p->greatest > 0.0 ? p->at : CR_NAN, 4);
        cr_html_row_end(out);
    }
    cr_html_table_end(out);
}

typedef struct figure {
    const char *id, *title, *unit, *caption;
    bool blows;
} figure;

static void put_figure(const forces *f, const figure *what, int shown, const double *x, FILE *out) {
    cr_plot_series series[LINES];
    char name[LINES][96], caption[160];
    bool any = false;
    for (int i = 0; i < shown; i++) {
        const pair *p = f->sorted[i];
        const double *y = what->blows ? p->blows : p->force;
        any = any || (what->blows ? p->blow : p->greatest) > 0.0;
        snprintf(name[i], sizeof name[i], "%.40s, %.40s", f->head->body[p->a].name, f->head->body[p->b].name);
        series[i] = (cr_plot_series){.label = name[i], .x = x, .y = y, .count = COLUMNS, .color = i};
    }
    if (!any) return;
    cr_plot plot = cr_plot_default();
    plot.id = what->id;
    plot.title = what->title;
    plot.x_label = "time [s]";
    plot.y_label = what->unit;
    plot.x_min = f->first;
    plot.x_max = f->last;
    plot.y_min = 0.0;
    plot.series = series;
    plot.series_count = shown;
    plot.width = 800;
    plot.height = 300;
    snprintf(caption, sizeof caption, "%s, the greatest in every %.3g ms.", what->caption,
             1e3 * (f->last - f->first) / COLUMNS);
    cr_html_figure_begin(out);
    cr_plot_write(out, &plot);
    cr_html_figure_end(out, caption);
}

static cr_status take_columns(pair *p, const cr_command *command, cr_error *error) {
    p->force = cr_command_take(command, COLUMNS, sizeof *p->force, error);
    p->blows = cr_command_take(command, COLUMNS, sizeof *p->blows, error);
    return p->force && p->blows ? CR_OK : error->status;
}

static cr_status show(forces *f, const cr_command *command, FILE *out, cr_error *error) {
    static const figure figures[] = {{"blows", "Blows between bodies", "impulse [N s]",
                                      "Impacts, from the first contact to the last", true},
                                     {"forces", "Forces between bodies", "force [N]",
                                      "What lasts, from the first contact to the last", false}};
    int shown = f->count < LINES ? f->count : LINES;
    cr_status status = CR_OK;
    qsort(f->sorted, (size_t)f->count, sizeof *f->sorted, by_strength);
    double *x = cr_command_take(command, COLUMNS, sizeof *x, error);
    if (!x) return error->status;
    for (int k = 0; k < COLUMNS; k++) x[k] = f->first + (k + 0.5) * (f->last - f->first) / COLUMNS;
    for (int i = 0; i < shown && status == CR_OK; i++) status = take_columns(f->sorted[i], command, error);
    if (status == CR_OK) status = read_all(f, draw, error);
    if (status != CR_OK) return status;
    cr_html_section(out, "Contacts");
    put_table(f, out);
    for (int i = 0; i < 2 && f->last > f->first; i++) put_figure(f, &figures[i], shown, x, out);
    return CR_OK;
}

cr_status cr_sound_put_forces(cr_record_reader *reader, const cr_command *command, FILE *out,
                              cr_error *error) {
    forces *f = cr_command_take(command, 1, sizeof *f, error);
    if (!f) return error->status;
    *f = (forces){
        .head = cr_record_reader_head(reader), .reader = reader, .first = HUGE_VAL, .last = -HUGE_VAL};
    f->slot = cr_command_take(command, SLOTS, sizeof *f->slot, error);
    if (!f->slot) return error->status;
    cr_status status = read_all(f, note, error);
    return status == CR_OK && f->count ? show(f, command, out, error) : status;
}
