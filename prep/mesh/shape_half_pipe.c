// A half-pipe along a helix, a chute of a marble run.
#include "form/sizes.h"
#include "prep/mesh/shape_internal.h"

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

static cr_status mesh_chute(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                            cr_mesh *mesh, cr_error *error) {
    cr_status status = cr_half_pipe_fits(value, error);
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
    .params = cr_half_pipe_params,
    .param_count = CR_HALF_PIPE_PARAMS,
    .mesh = mesh_chute,
    .wall = wall,
};
