// A bar whose four long edges are cut off at 45 degrees: three by three blocks, the ones in the corners
// wedges.
#include "form/sizes.h"
#include "prep/mesh/shape_internal.h"

enum { LENGTH, WIDTH, HEIGHT, CHAMFER };

// A block with four corners in the section: (v w) = 00 10 01 11; the last two may be one.
typedef struct wedge {
    double length, at[4][2];
} wedge;

static void map_wedge(const void *context, const double u[3], double x[3]) {
    const wedge *c = context;
    x[0] = c->length * (u[0] - 0.5);
    for (int i = 0; i < 2; i++)
        x[1 + i] = (1.0 - u[2]) * ((1.0 - u[1]) * c->at[0][i] + u[1] * c->at[1][i]) +
                   u[2] * ((1.0 - u[1]) * c->at[2][i] + u[1] * c->at[3][i]);
}

// `first`: the number of its first cell across and through the section.
static void add_wedge(cr_cells *cells, const wedge *context, const int n[3], const int first[2]) {
    cr_cell_block block = {{n[0], n[1], n[2]}, map_wedge, context, {0}};
    cells->first[1] = first[0];
    cells->first[2] = first[1];
    block.group[CR_U0] = cr_cells_group(cells, "left") + cr_cells_group(cells, "ends");
    block.group[CR_U1] = cr_cells_group(cells, "right") + cr_cells_group(cells, "ends");
    cr_cells_block(cells, &block);
}

// The corner of the section with signs sy, sz: inner point and the two ends of the cut.
static void add_corner(cr_cells *cells, const double *v, double sy, double sz, int along) {
    double y = 0.5 * v[WIDTH], z = 0.5 * v[HEIGHT], c = v[CHAMFER];
    wedge context = {v[LENGTH],
                     {{sy * (y - c), sz * (z - c)}, {sy * y, sz * (z - c)}, {sy * (y - c), sz * z}, {0}}};
    context.at[3][0] = context.at[1][0];
    context.at[3][1] = context.at[1][1];
    add_wedge(cells, &context, (int[3]){along, 1, 1}, (int[2]){0, 0});
}

static void add_rectangle(cr_cells *cells, double length, const double y[2], const double z[2],
                          const int n[3], const int first[2]) {
    wedge context = {length, {{y[0], z[0]}, {y[1], z[0]}, {y[0], z[1]}, {y[1], z[1]}}};
    add_wedge(cells, &context, n, first);
}

static cr_status mesh_bar(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                          cr_error *error) {
    double length = value[LENGTH], width = value[WIDTH], height = value[HEIGHT], cut = value[CHAMFER];
    double smallest = cr_min(width, height), most = 0.45 * smallest;
    if (cut > most)
        return cr_fail(error, CR_ERR_RANGE, "chamfer", "a bar of %g by %g m needs at most %g m, got %g",
                       width, height, most, cut);
    if (cut < 0.01 * smallest) cut = 0.0;
    double edge =
        cr_rule_solid(detail, smallest, cr_max(length, cr_max(width, height)), length * width * height);
    double y[4] = {-0.5 * width, cut - 0.5 * width, 0.5 * width - cut, 0.5 * width};
    double z[4] = {-0.5 * height, cut - 0.5 * height, 0.5 * height - cut, 0.5 * height};
    int along = cr_cells_finer(cr_cells_along(length, edge), cr_rule_finer(detail, 0));
    int across = cr_cells_finer(cr_cells_along(width - 2.0 * cut, edge), cr_rule_finer(detail, 1));
    int through = cr_cells_finer(cr_cells_along(height - 2.0 * cut, edge), cr_rule_finer(detail, 2));
    bool square = fabs(width - height) <= 1e-9 * width;
    if (square) across = through = cr_cells_even(across > through ? across : through);
    through = cr_rule_layers(detail, through);
    cr_cells cells;
    cr_cells_begin(&cells, "bar", cut > 0.0 ? cut : smallest, arena, error);
    cells.alternate = square;
    add_rectangle(&cells, length, y + 1, z + 1, (int[3]){along, across, through}, (int[2]){0, 0});
    for (int i = 0; i < 4 && cut > 0.0; i++) {
        double sy = i % 2 ? 1.0 : -1.0, sz = i / 2 ? 1.0 : -1.0;
        add_corner(&cells, value, sy, sz, along);
        bool upright = i < 2; // the other two blocks lie along y
        add_rectangle(&cells, length, upright ? y + 2 * i : y + 1, upright ? z + 1 : z + 2 * (i - 2),
                      (int[3]){along, upright ? 1 : across, upright ? through : 1},
                      (int[2]){i == 0, i == 2}); // outwards from the even one
    }
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double wall(const double *value) {
    return cr_min(value[WIDTH], value[HEIGHT]);
}

const cr_shape_type cr_shape_bar = {
    .name = "bar",
    .doc = "bar with chamfered long edges, as of a glockenspiel",
    .params = cr_bar_params,
    .param_count = CR_BAR_PARAMS,
    .mesh = mesh_bar,
    .wall = wall,
    .aligned = true,
};
