// A table: a board on four square legs, whose cells go on into the board.
#include "form/sizes.h"
#include "prep/mesh/shape_internal.h"

enum { LENGTH, WIDTH, HEIGHT, BOARD, LEG, INSET };

enum { PIECES = 5 };

// Along one side of the board: edge, leg, middle, leg, edge.
typedef struct axis {
    double from[PIECES], to[PIECES];
    cr_rims cells[PIECES]; // narrow ones beside the sides of the legs
    int first[PIECES];     // the number of the first
    bool even;             // together
} axis;

// Where a leg meets the board the stress grows without bound: the narrowest cells there are this part of half
// a leg, the next this many times wider.
static const double narrow = 0.1, growth = 3.5;

// `bare`: -1 the first end is free, 1 the last, 0 none.
static cr_rims pieces_of(const cr_shape_detail *detail, double length, int cells, double leg_edge,
                         double finer, int bare) {
    enum { GRADED = 2 };
    double rim = narrow * leg_edge * (1.0 + growth);
    cr_rims rims = {.cells = cr_cells_finer(cells, finer)};
    if (detail->edge > 0.0 || length < 3.0 * rim / (bare ? 2.0 : 1.0)) return rims;
    rims.rim = GRADED;
    rims.growth = growth;
    rims.bare[0] = bare < 0;
    rims.bare[1] = bare > 0;
    rims.cells += (bare ? 1 : 2) * GRADED;
    rims.width = rim / length;
    return rims;
}

static axis axis_of(const cr_shape_detail *detail, int side, const double *v, double board_edge,
                    double leg_edge) {
    double length = v[side], finer = cr_rule_finer(detail, side);
    double half = 0.5 * length, out = half - v[INSET], in = out - v[LEG];
    double at[PIECES + 1] = {-half, -out, -in, in, out, half};
    axis a = {.even = fabs(v[LENGTH] - v[WIDTH]) <= 1e-9 * v[LENGTH]}; // a square table is symmetric
    double leg_cell = detail->edge > 0.0 ? leg_edge : 2.0 * leg_edge;  // between the narrow ones
    int first = 0;
    for (int i = 0; i < PIECES; i++) {
        double size = at[i + 1] - at[i];
        a.from[i] = at[i];
        a.to[i] = at[i + 1];
        if (size > 0.0)
            a.cells[i] = pieces_of(detail, size, cr_cells_along(size, i % 2 ? leg_cell : board_edge),
                                   leg_edge, finer, i == 0 ? -1 : i == PIECES - 1);
        if (i == PIECES / 2 && a.even) a.cells[i].cells = cr_cells_even(a.cells[i].cells);
        a.first[i] = first;
        first += a.cells[i].cells;
    }
    return a;
}

static void add_piece(cr_cells *cells, const axis *x, const axis *y, int i, int j, const double z[2],
                      const cr_rims *n, int bottom, int top) {
    if (!x->cells[i].cells || !y->cells[j].cells) return;
    cr_cuboid context = {.low = {x->from[i], y->from[j], z[0]},
                         .high = {x->to[i], y->to[j], z[1]},
                         .rims = {x->cells[i], y->cells[j], *n}};
    cr_cell_block block = {
        {x->cells[i].cells, y->cells[j].cells, n->cells}, cr_cuboid_map, &context, {0, 0, 0, 0, bottom, top}};
    cells->alternate = x->even && y->even;
    cells->first[0] = x->first[i];
    cells->first[1] = y->first[j];
    cr_cells_block(cells, &block);
}

// Cells along a leg, over those across: it bends as a bar does.
static const double leg_per_side = 2.0;

static cr_status mesh_table(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                            cr_mesh *mesh, cr_error *error) {
    cr_status status = cr_table_fits(value, error);
    if (status != CR_OK) return status;
    double under = value[HEIGHT] - value[BOARD], board[2] = {under, value[HEIGHT]}, legs[2] = {0.0, under};
    double edge = cr_rule_edge(detail, value[BOARD], value[LENGTH] * value[WIDTH]);
    if (detail->edge == 0.0) edge *= cr_rule_finest(detail); // each axis has its own
    double leg_edge = cr_rule_solid(detail, value[LEG], under, cr_square(value[LEG]) * under);
    axis x = axis_of(detail, LENGTH, value, edge, leg_edge),
         y = axis_of(detail, WIDTH, value, edge, leg_edge);
    double finer = cr_rule_finer(detail, 2);
    cr_rims down =
                pieces_of(detail, under, cr_cells_along(under, leg_per_side * leg_edge), leg_edge, finer, -1),
            through = pieces_of(detail, value[BOARD], 1, leg_edge, finer, 1);
    if (detail->layers) through = (cr_rims){.cells = detail->layers};
    cr_cells cells;
    cr_cells_begin(&cells, "table", cr_min(value[BOARD], value[INSET] > 0.0 ? value[INSET] : value[LEG]),
                   arena, error);
    int top = cr_cells_group(&cells, "top"), feet = cr_cells_group(&cells, "feet");
    for (int i = 0; i < PIECES; i++)
        for (int j = 0; j < PIECES; j++) {
            add_piece(&cells, &x, &y, i, j, board, &through, 0, top);
            if (i % 2 && j % 2) add_piece(&cells, &x, &y, i, j, legs, &down, feet, 0);
        }
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double wall(const double *value) {
    return cr_min(value[BOARD], value[LEG]);
}

const cr_shape_type cr_shape_table = {
    .name = "table",
    .doc = "table: a board on four square legs",
    .params = cr_table_params,
    .param_count = CR_TABLE_PARAMS,
    .mesh = mesh_table,
    .wall = wall,
    .aligned = true,
};
