// A half-pipe along a helix, a chute of a marble run.
#include "form/sizes.h"
#include "prep/mesh/shape_internal.h"

enum { RADIUS, THICKNESS, HELIX, PITCH, TURNS };

typedef struct chute {
    const double *value;
    cr_rims along, across;
} chute;

// Section in the plane across the helix c(a) = (R cos a, R sin a, P a/2pi): with e the radial unit vector and
// b = t x e the one that points up, x = c + r (sin(v) e - cos(v) b), v from -90 to 90 degrees.
static void map_chute(const void *context, const double u[3], double x[3]) {
    const chute *c = context;
    const double *v = c->value;
    double angle = 2.0 * cr_pi * v[TURNS] * cr_rims_place(&c->along, u[0]), rise = v[PITCH] / (2.0 * cr_pi);
    double speed = hypot(v[HELIX], rise), level = v[HELIX] / speed, steep = rise / speed;
    double cosine = cos(angle), sine = sin(angle), side = cr_pi * (cr_rims_place(&c->across, u[1]) - 0.5);
    double r = v[RADIUS] + u[2] * v[THICKNESS];
    double out = r * sin(side), down = r * cos(side);
    x[0] = (v[HELIX] + out) * cosine - down * steep * sine;
    x[1] = (v[HELIX] + out) * sine + down * steep * cosine;
    x[2] = rise * angle - down * level;
}

// Along its edges it is twisted most: the width of a rim there, over the wall.
static const double edge_rim = 0.4;

static cr_status mesh_chute(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                            cr_mesh *mesh, cr_error *error) {
    cr_status status = cr_half_pipe_fits(value, error);
    if (status != CR_OK) return status;
    double longest = value[HELIX] + value[RADIUS];
    double length = value[TURNS] * hypot(2.0 * cr_pi * longest, value[PITCH]);
    enum { LEAST = 6, PER_TURN = 12 };
    const cr_shape_detail rule = cr_rule_alone(detail);
    double section = value[RADIUS] + 0.5 * value[THICKNESS], round = cr_pi * section;
    double finer = cr_rule_finest(detail), edge = cr_rule_edge(&rule, value[THICKNESS], round * length);
    double bent = cr_rule_pipe(&rule, edge, value[THICKNESS], section);
    double way =
        cr_min(cr_rule_bent(&rule, edge, value[THICKNESS], value[HELIX]), length / (PER_TURN * value[TURNS]));
    int layers = detail->edge > 0.0
                     ? 1
                     : (int)(finer * cr_max(1.0, cr_rule_bent_layers(value[THICKNESS], bent)) + 0.5);
    chute c = {value, cr_rims_of(detail, length, way, value[THICKNESS], finer),
               cr_rims_of(detail, round, cr_min(bent, round / LEAST), edge_rim * value[THICKNESS], finer)};
    cr_cells cells;
    cr_cells_begin(&cells, "half-pipe", value[THICKNESS], arena, error);
    cr_cell_block block = {{c.along.cells, c.across.cells, cr_rule_layers(detail, layers)},
                           map_chute,
                           &c,
                           {cr_cells_group(&cells, "bottom-end"), cr_cells_group(&cells, "top-end"),
                            cr_cells_group(&cells, "edges"), cr_cells_group(&cells, "edges"),
                            cr_cells_group(&cells, "inside"), cr_cells_group(&cells, "outside")}};
    cr_cells_block(&cells, &block);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double wall(const double *value) {
    return value[THICKNESS];
}

const cr_shape_type cr_shape_half_pipe = {
    .name = "half-pipe",
    .doc = "half-pipe along a helix, a chute for marbles",
    .params = cr_half_pipe_params,
    .param_count = CR_HALF_PIPE_PARAMS,
    .mesh = mesh_chute,
    .wall = wall,
};
