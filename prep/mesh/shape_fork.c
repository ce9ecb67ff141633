// A tuning fork: a rectangular section swept along a U, a square stem below its bend.
#include "form/sizes.h"
#include "prep/mesh/shape_internal.h"

enum { LENGTH, THICKNESS, WIDTH, GAP, STEM, SIDE };

// Piece of the U: 0 and 4 the tines, 1 to 3 the bend, 2 above the stem.
typedef struct piece {
    const double *value;
    int number;
    double steep; // half the angle of the bend above the stem
    double y[2];  // across the plane
    cr_rims along, through, across, down;
} piece;

// u along the U from the left tip to the right one, v from its inside to its outside, w across.
static void map_u(const void *context, const double cell[3], double x[3]) {
    const piece *c = context;
    double u[3] = {cr_rims_place(&c->along, cell[0]), cr_rims_place(&c->through, cell[1]),
                   cr_rims_place(&c->across, cell[2])};
    double r = 0.5 * c->value[GAP] + u[1] * c->value[THICKNESS], quarter = 0.5 * cr_pi;
    double bend[6] = {-quarter, -quarter, -c->steep, c->steep, quarter, quarter};
    double angle = bend[c->number] + u[0] * (bend[c->number + 1] - bend[c->number]), z = 0.0;
    if (c->number == 0) z = c->value[LENGTH] * (1.0 - u[0]);
    if (c->number == 4) z = c->value[LENGTH] * u[0];
    x[0] = r * sin(angle);
    x[1] = c->y[0] + u[2] * (c->y[1] - c->y[0]);
    x[2] = z - r * cos(angle);
}

// u along the bend, v down the stem from the outside of the bend.
static void map_stem(const void *context, const double u[3], double x[3]) {
    const piece *c = context;
    double outer = 0.5 * c->value[GAP] + c->value[THICKNESS], low = -outer - c->value[STEM];
    map_u(context, (double[3]){u[0], 1.0, u[2]}, x);
    x[2] += cr_rims_place(&c->down, u[1]) * (low - x[2]);
}

// Where the stem leaves the bend, at inner corners, stress grows without bound: a narrow cell on each side of
// them, over the edge of the rule; tines and stem are straight and have longer ones.
static const double narrow_per_edge = 0.3, straight_per_edge = 1.5;

// Cells along a length, a narrow one at the first end, at the last or at both.
static cr_rims graded(double length, double edge, double narrow, bool first, bool last) {
    int ends = first + last;
    if (!(narrow > 0.0) || length < 2.0 * ends * narrow)
        return (cr_rims){.cells = cr_cells_along(length, edge)};
    return (cr_rims){.cells = ends + cr_cells_along(length - ends * narrow, edge),
                     .rim = 1,
                     .width = narrow / length,
                     .bare = {!first, !last}};
}

typedef struct sizes {
    cr_rims across[3], bend[5], through, stem;
} sizes;

static sizes sizes_of(const double *v, const cr_shape_detail *detail, double steep, double edge) {
    double narrow = detail->edge > 0.0 ? 0.0 : narrow_per_edge * edge;
    double straight = cr_rule_longer(detail, edge, straight_per_edge * edge);
    double outer = 0.5 * v[GAP] + v[THICKNESS], middle = 0.5 * (v[GAP] + v[THICKNESS]);
    double side = 0.5 * (v[WIDTH] - v[SIDE]), bend = (0.5 * cr_pi - steep) * middle;
    sizes n = {
        .across = {graded(side, edge, narrow, false, true), graded(v[SIDE], edge, narrow, true, true),
                   graded(side, edge, narrow, true, false)},
        .bend = {graded(v[LENGTH], straight, 0.0, false, false), graded(bend, edge, narrow, false, true),
                 graded(2.0 * steep * outer, edge, narrow, true, true),
                 graded(bend, edge, narrow, true, false), graded(v[LENGTH], straight, 0.0, false, false)},
        .through = graded(v[THICKNESS], edge, narrow, false, true),
        .stem = graded(v[STEM], straight, narrow, true, false)};
    if (detail->layers) n.through = (cr_rims){.cells = detail->layers};
    return n;
}

static void add_slice(cr_cells *cells, piece *context, const sizes *n, int slice) {
    static const char *const tips[5] = {"left", NULL, NULL, NULL, "right"};
    context->through = n->through;
    context->across = n->across[slice];
    context->down = n->stem;
    for (int i = 0; i < 5; i++) {
        context->number = i;
        context->along = n->bend[i];
        cr_cell_block block = {
            {n->bend[i].cells, n->through.cells, n->across[slice].cells}, map_u, context, {0}};
        if (tips[i])
            block.group[i ? CR_U1 : CR_U0] = cr_cells_group(cells, tips[i]) + cr_cells_group(cells, "tips");
        cr_cells_block(cells, &block);
    }
    if (slice != 1) return;
    context->number = 2;
    context->along = n->bend[2];
    cr_cell_block stem = {{n->bend[2].cells, n->stem.cells, n->across[1].cells}, map_stem, context, {0}};
    for (int i = 0; i < 6; i++) stem.group[i] = cr_cells_group(cells, "stem");
    stem.group[CR_V0] = 0;
    stem.group[CR_V1] = cr_cells_group(cells, "stem-end");
    cr_cells_block(cells, &stem);
}

static cr_status mesh_fork(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                           cr_error *error) {
    cr_status status = cr_tuning_fork_fits(value, error);
    if (status != CR_OK) return status;
    double steep = asin(0.5 * value[SIDE] / (0.5 * value[GAP] + value[THICKNESS]));
    double length = 2.0 * value[LENGTH] + 0.5 * cr_pi * (value[GAP] + value[THICKNESS]);
    double volume = value[THICKNESS] * value[WIDTH] * length + value[STEM] * cr_square(value[SIDE]);
    double smallest = cr_min(value[THICKNESS], value[WIDTH]);
    double edge = cr_rule_solid(detail, smallest, value[LENGTH], volume);
    if (detail->edge == 0.0) edge /= cr_rule_finest(detail);
    sizes n = sizes_of(value, detail, steep, edge);
    double y = 0.5 * value[WIDTH], in = 0.5 * value[SIDE];
    double at[4] = {-y, -in, in, y};
    cr_cells cells;
    cr_cells_begin(&cells, "tuning-fork", cr_min(smallest, cr_max(y - in, 0.01 * y)), arena, error);
    for (int i = 0; i < 3; i++) {
        piece context = {.value = value, .steep = steep, .y = {at[i], at[i + 1]}};
        if (at[i] < at[i + 1]) add_slice(&cells, &context, &n, i);
    }
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double wall(const double *value) {
    return cr_min(value[THICKNESS], value[WIDTH]);
}

const cr_shape_type cr_shape_tuning_fork = {
    .name = "tuning-fork",
    .doc = "tuning fork: a bar bent to a U, with a square stem",
    .params = cr_tuning_fork_params,
    .param_count = CR_TUNING_FORK_PARAMS,
    .mesh = mesh_fork,
    .wall = wall,
};
