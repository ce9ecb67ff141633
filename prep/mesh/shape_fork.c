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
    bool stem;
} piece;

// u along the U from the left tip to the right one, v from its inside to its outside, w across.
static void map_u(const void *context, const double u[3], double x[3]) {
    const piece *c = context;
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
    x[2] += u[1] * (low - x[2]);
}

typedef struct sizes {
    int across[3], bend[5], through, stem;
} sizes;

static sizes sizes_of(const double *v, double steep, double edge, int layers) {
    double outer = 0.5 * v[GAP] + v[THICKNESS], middle = 0.5 * (v[GAP] + v[THICKNESS]);
    int tine = cr_cells_along(v[LENGTH], edge), bend = cr_cells_along((0.5 * cr_pi - steep) * middle, edge);
    int side = cr_cells_along(0.5 * (v[WIDTH] - v[SIDE]), edge);
    return (sizes){.across = {side, cr_cells_along(v[SIDE], edge), side},
                   .bend = {tine, bend, cr_cells_along(2.0 * steep * outer, edge), bend, tine},
                   .through = layers,
                   .stem = cr_cells_along(v[STEM], edge)};
}

static void add_slice(cr_cells *cells, piece *context, const sizes *n, int slice) {
    static const char *const tips[5] = {"left", NULL, NULL, NULL, "right"};
    for (int i = 0; i < 5; i++) {
        context->number = i;
        cr_cell_block block = {{n->bend[i], n->through, n->across[slice]}, map_u, context, {0}};
        if (tips[i])
            block.group[i ? CR_U1 : CR_U0] = cr_cells_group(cells, tips[i]) + cr_cells_group(cells, "tips");
        cr_cells_block(cells, &block);
    }
    if (slice != 1) return;
    context->number = 2;
    cr_cell_block stem = {{n->bend[2], n->stem, n->across[1]}, map_stem, context, {0}};
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
    sizes n = sizes_of(value, steep, edge, cr_rule_layers(detail, cr_cells_along(value[THICKNESS], edge)));
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
