// A half-pipe along a helix, a chute of a marble run.
#include "prep/mesh/shape_internal.h"

static const cr_param params[] = {
    {"radius", "m", "of the channel, inside", 0.02, 1e-3, 5},
    {"thickness", "m", "of the wall", 0.003, 1e-5, 1},
    {"helix", "m", "radius of the helix, to the middle of the channel", 0.1, 1e-3, 20},
    {"pitch", "m", "rise in one turn", 0.08, 0, 20},
    {"turns", "", "how many, 1 is once around", 1, 0.02, 10},
};

enum { RADIUS, THICKNESS, HELIX, PITCH, TURNS };

// Section in the plane across the helix c(a) = (R cos a, R sin a, P a/2pi): with e the radial unit vector and
// b = t x e the one that points up, x = c + r (sin(v) e - cos(v) b), v from -90 to 90 degrees.
static void map_chute(const void *context, const double u[3], double x[3]) {
    const double *v = context;
    double angle = 2.0 * cr_pi * v[TURNS] * u[0], rise = v[PITCH] / (2.0 * cr_pi);
    double speed = hypot(v[HELIX], rise), level = v[HELIX] / speed, steep = rise / speed;
    double c = cos(angle), s = sin(angle), side = cr_pi * (u[1] - 0.5), r = v[RADIUS] + u[2] * v[THICKNESS];
    double out = r * sin(side), down = r * cos(side);
    x[0] = (v[HELIX] + out) * c - down * steep * s;
    x[1] = (v[HELIX] + out) * s + down * steep * c;
    x[2] = rise * angle - down * level;
}

static cr_status check(const double *v, cr_error *error) {
    double outer = v[RADIUS] + v[THICKNESS], level = v[HELIX] / hypot(v[HELIX], v[PITCH] / (2.0 * cr_pi));
    if (outer > 0.8 * v[HELIX])
        return cr_fail(error, CR_ERR_RANGE, "helix", "needs at least %g m around a channel of %g m, got %g",
                       outer / 0.8, outer, v[HELIX]);
    if (v[TURNS] > 0.9 && v[PITCH] * level < 1.1 * outer)
        return cr_fail(error, CR_ERR_RANGE, "pitch", "turns of a channel of %g m need at least %g m, got %g",
                       outer, 1.1 * outer / level, v[PITCH]);
    return CR_OK;
}

static cr_status mesh_chute(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                            cr_mesh *mesh, cr_error *error) {
    cr_status status = check(value, error);
    if (status != CR_OK) return status;
    double longest = value[HELIX] + value[RADIUS];
    double length = value[TURNS] * hypot(2.0 * cr_pi * longest, value[PITCH]);
    enum { LEAST = 6 };
    double section = value[RADIUS] + 0.5 * value[THICKNESS], round = cr_pi * section;
    double edge = cr_rule_edge(detail, value[THICKNESS], round * length);
    double bent = cr_rule_bent(detail, edge, value[THICKNESS], section);
    int across = cr_cells_along(round, bent), around = cr_cells_along(12.0 * value[TURNS], 1.0);
    int along = cr_cells_along(length, cr_rule_bent(detail, edge, value[THICKNESS], value[HELIX]));
    cr_cells cells;
    cr_cells_begin(&cells, "half-pipe", value[THICKNESS], arena, error);
    cr_cell_block block = {
        {along < around ? around : along, across < LEAST ? LEAST : across, cr_rule_wall_layers(detail, -1)},
        map_chute,
        value,
        {cr_cells_group(&cells, "bottom-end"), cr_cells_group(&cells, "top-end"),
         cr_cells_group(&cells, "edges"), cr_cells_group(&cells, "edges"), cr_cells_group(&cells, "inside"),
         cr_cells_group(&cells, "outside")}};
    cr_cells_block(&cells, &block);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double wall(const double *value) {
    return value[THICKNESS];
}

const cr_shape_type cr_shape_half_pipe = {
    .name = "half-pipe",
    .doc = "half-pipe along a helix, a chute for marbles",
    .params = params,
    .param_count = 5,
    .mesh = mesh_chute,
    .wall = wall,
};
