// Cylinder, disc, tube, ring.
#include "form/sizes.h"
#include "prep/mesh/grid_disc.h"
#include "prep/mesh/revolve.h"
#include "prep/mesh/shape_internal.h"

// --- cylinder and disc

// A round section needs cells of this share of the edge of a square one.
static const double round_section = 2.0 / 3.0;

// Cells along a rod or ring of this diameter: as long as those of a square one, longer in a very long one.
static int cells_of_rod(const cr_shape_detail *detail, double length, double wide, double edge, int quarter) {
    static const double most_cells = 4000.0;
    if (detail->edge > 0.0) return cr_cells_along(length, edge);
    int section = quarter * (quarter + 4 * ((quarter + 1) / 2));
    double longer = cr_min(2.0 * wide, length * section / most_cells);
    return cr_cells_along(length, cr_max(edge / round_section, longer));
}

static void map_cylinder(const void *context, const double p[2], double w, double x[3]) {
    const double *size = context;
    x[0] = size[0] * p[0];
    x[1] = size[0] * p[1];
    x[2] = size[1] * (w - 0.5);
}

static cr_status mesh_cylinder(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                               cr_mesh *mesh, cr_error *error) {
    double wide = 2.0 * value[0], volume = cr_pi * cr_square(value[0]) * value[1];
    double edge =
        cr_rule_solid(detail, cr_min(round_section * wide, value[1]), cr_max(wide, value[1]), volume);
    int quarter = cr_disc_quarter(value[0], edge), along;
    if (value[1] < wide) along = cr_cells_along(value[1], edge);
    else along = cells_of_rod(detail, value[1], wide, edge, quarter);
    along = cr_cells_finer(along, cr_rule_finer(detail, 2));
    if (value[1] < wide) along = cr_rule_layers(detail, along);
    quarter = cr_cells_finer(quarter, cr_max(cr_rule_finer(detail, 0), cr_rule_finer(detail, 1)));
    cr_cells cells;
    cr_cells_begin(&cells, "cylinder", cr_min(value[0], value[1]), arena, error);
    cr_disc disc = {quarter,
                    along,
                    map_cylinder,
                    value,
                    cr_cells_group(&cells, "sides"),
                    cr_cells_group(&cells, "bottom"),
                    cr_cells_group(&cells, "top"),
                    0.0};
    cr_cells_disc(&cells, &disc);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static void map_disc(const void *context, double s, double w, double rz[2]) {
    const double *size = context;
    rz[0] = s;
    rz[1] = size[1] * (w - 0.5);
}

static cr_status mesh_disc(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                           cr_error *error) {
    double radius = value[0], thick = value[1];
    if (thick > radius)
        return cr_fail(
            error, CR_ERR_RANGE, "thickness",
            "a disc of radius %g m needs a thickness of at most that, got %g; a thick one is a cylinder",
            radius, thick);
    cr_cells cells;
    cr_cells_begin(&cells, "disc", thick, arena, error);
    cr_revolve revolve = {.map = map_disc, .context = value};
    cr_revolve_rule(&revolve, detail, radius, thick, cr_pi * radius * radius);
    revolve.inside = cr_cells_group(&cells, "bottom");
    revolve.outside = cr_cells_group(&cells, "top");
    revolve.end = cr_cells_group(&cells, "sides");
    cr_cells_closed(&cells, &revolve, &radius, 1, 0);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double round_wall(const double *value) {
    return cr_min(2.0 * value[0], value[1]);
}

const cr_shape_type cr_shape_cylinder = {
    .name = "cylinder",
    .doc = "solid cylinder, a rod or a coin",
    .params = cr_cylinder_params,
    .param_count = CR_CYLINDER_PARAMS,
    .mesh = mesh_cylinder,
    .wall = round_wall,
    .aligned = true,
    .round = CR_ROUND_AXIS,
};

const cr_shape_type cr_shape_disc = {
    .name = "disc",
    .doc = "flat round plate",
    .params = cr_disc_params,
    .param_count = CR_DISC_PARAMS,
    .mesh = mesh_disc,
    .wall = round_wall,
    .round = CR_ROUND_AXIS,
};

// --- tube

// Nothing is bent along a tube: edges over the square root of wall times radius, within which what happens at
// an end fades.
static const double straight = 1.5;

typedef struct tube {
    const double *size;
    cr_rims along;
} tube;

static void map_tube(const void *context, const double u[3], double x[3]) {
    const tube *t = context;
    const double *size = t->size;
    double r = size[0] - size[1] * (1.0 - u[2]), angle = 2.0 * cr_pi * u[0];
    x[0] = r * cos(angle);
    x[1] = r * sin(angle);
    x[2] = size[2] * (cr_rims_place(&t->along, u[1]) - 0.5);
}

static cr_status mesh_tube(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                           cr_error *error) {
    double radius = value[0], wall = value[1], length = value[2], round = 2.0 * cr_pi * (radius - 0.5 * wall);
    if (wall > 0.8 * radius)
        return cr_fail(
            error, CR_ERR_RANGE, "thickness",
            "a tube of radius %g m needs a wall of at most %g m, got %g; a solid one is a cylinder", radius,
            0.8 * radius, wall);
    enum { LEAST_AROUND = 12 };
    const cr_shape_detail rule = cr_rule_alone(detail);
    double middle = radius - 0.5 * wall;
    double edge = cr_rule_edge(&rule, cr_min(wall, length), round * cr_max(length, wall));
    double bent = cr_rule_pipe(&rule, edge, wall, middle);
    double finer = cr_max(cr_rule_finer(detail, 0), cr_rule_finer(detail, 1));
    int around = cr_cells_finer(cr_cells_along(round, bent), finer), layers = cr_cells_along(wall, edge);
    if (!(detail->edge > 0.0)) {
        int thin = (int)(cr_rule_bent_layers(wall, bent) + 0.5);
        layers = (int)(finer * (layers < thin ? thin : layers) + 0.5);
    }
    if (length > wall) edge = cr_rule_longer(&rule, edge, straight * sqrt(wall * middle));
    tube t = {value, cr_rims_of(detail, length, edge, wall, cr_rule_finer(detail, 2))};
    cr_cells cells;
    cr_cells_begin(&cells, "tube", cr_min(wall, length), arena, error);
    cr_cell_block block = {
        {around < LEAST_AROUND ? LEAST_AROUND : around, t.along.cells, cr_rule_layers(detail, layers)},
        map_tube,
        &t,
        {0, 0, cr_cells_group(&cells, "bottom"), cr_cells_group(&cells, "top"),
         cr_cells_group(&cells, "inside"), cr_cells_group(&cells, "outside")}};
    cr_cells_block(&cells, &block);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double tube_wall(const double *value) {
    return cr_min(value[1], value[2]);
}

const cr_shape_type cr_shape_tube = {
    .name = "tube",
    .doc = "open tube, a chime; a short one is a ring of rectangular section",
    .params = cr_tube_params,
    .param_count = CR_TUBE_PARAMS,
    .mesh = mesh_tube,
    .wall = tube_wall,
    .aligned = true,
    .round = CR_ROUND_AXIS,
};

// --- ring

static void map_ring(const void *context, const double p[2], double w, double x[3]) {
    const double *size = context;
    double r = size[0] + 0.5 * size[1] * p[0], angle = 2.0 * cr_pi * w;
    x[0] = r * cos(angle);
    x[1] = r * sin(angle);
    x[2] = 0.5 * size[1] * p[1];
}

static cr_status mesh_ring(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                           cr_error *error) {
    double radius = value[0], thick = value[1], length = 2.0 * cr_pi * radius;
    if (thick > 1.6 * radius)
        return cr_fail(error, CR_ERR_RANGE, "thickness",
                       "a ring of radius %g m needs a thickness of at most %g m, got %g", radius,
                       1.6 * radius, thick);
    enum { LEAST_AROUND = 12 };
    double edge =
        cr_rule_solid(detail, round_section * thick, 0.5 * length, 0.25 * cr_pi * cr_square(thick) * length);
    int quarter = cr_disc_quarter(0.5 * thick, edge),
        around = cells_of_rod(detail, length, thick, edge, quarter);
    around = cr_cells_finer(around, cr_rule_finest(detail));
    quarter = cr_cells_finer(quarter, cr_rule_finest(detail));
    cr_cells cells;
    cr_cells_begin(&cells, "ring", thick, arena, error);
    cr_disc disc = {quarter, around < LEAST_AROUND ? LEAST_AROUND : around, map_ring, value, 0, 0, 0, 0.0};
    cr_cells_disc(&cells, &disc);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double ring_wall(const double *value) {
    return value[1];
}

const cr_shape_type cr_shape_ring = {
    .name = "ring",
    .doc = "ring of round section (a torus)",
    .params = cr_ring_params,
    .param_count = CR_RING_PARAMS,
    .mesh = mesh_ring,
    .wall = ring_wall,
    .round = CR_ROUND_AXIS,
};
