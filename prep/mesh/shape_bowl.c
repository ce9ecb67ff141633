// Bowl and cup: walls of revolution with a closed form.
#include "form/sizes.h"
#include "prep/mesh/revolve.h"
#include "prep/mesh/shape_internal.h"

// Offsets a point of the middle line by (w - 1/2) thickness along its normal, outwards and down.
static void offset(const double at[2], const double along[2], double thickness, double w, double rz[2]) {
    double out = (w - 0.5) * thickness / hypot(along[0], along[1]);
    rz[0] = at[0] + out * along[1];
    rz[1] = at[1] - out * along[0];
}

typedef struct wall_job {
    const char *name;
    cr_wall_map map;
    const void *context;
    const double *station;
    int stations;
} wall_job;

// One wall from the axis to the rim; it stands on its outside up to the first station.
static cr_status mesh_wall(const wall_job *job, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                           cr_error *error) {
    double area, thinnest;
    cr_wall_measure(job->map, job->context, 0.0, job->station[job->stations - 1], &area, &thinnest);
    cr_cells cells;
    cr_cells_begin(&cells, job->name, thinnest, arena, error);
    cr_revolve revolve = {.map = job->map, .context = job->context};
    cr_revolve_rule(&revolve, detail, job->station[job->stations - 1], thinnest, area);
    int bottom = cr_cells_group(&cells, "bottom");
    revolve.end = cr_cells_group(&cells, "rim");
    revolve.inside = cr_cells_group(&cells, "inside");
    revolve.outside = cr_cells_group(&cells, "outside");
    cr_cells_closed(&cells, &revolve, job->station, job->stations, bottom);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

// --- bowl: a quarter of an ellipse

enum { BOWL_RADIUS, BOWL_HEIGHT, BOWL_RIM, BOWL_BOTTOM, BOWL_FOOT };

// s is the angle from the axis; the thickness goes over from bottom to rim as sin^2.
static void map_bowl(const void *context, double s, double w, double rz[2]) {
    const double *v = context;
    double at[2] = {v[BOWL_RADIUS] * sin(s), v[BOWL_HEIGHT] * (1.0 - cos(s))};
    double along[2] = {v[BOWL_RADIUS] * cos(s), v[BOWL_HEIGHT] * sin(s)};
    double thickness = v[BOWL_BOTTOM] + (v[BOWL_RIM] - v[BOWL_BOTTOM]) * cr_square(sin(s));
    offset(at, along, thickness, w, rz);
}

static cr_status mesh_bowl(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                           cr_error *error) {
    cr_status status = cr_bowl_fits(value, error);
    if (status != CR_OK) return status;
    double station[2] = {asin(value[BOWL_FOOT] / value[BOWL_RADIUS]), 0.5 * cr_pi};
    wall_job job = {"bowl", map_bowl, value, station, 2};
    return mesh_wall(&job, detail, arena, mesh, error);
}

static double bowl_wall(const double *value) {
    return cr_min(value[BOWL_RIM], value[BOWL_BOTTOM]);
}

const cr_shape_type cr_shape_bowl = {
    .name = "bowl",
    .doc = "round bowl, half an ellipsoid; radius = height is a hemisphere",
    .params = cr_bowl_params,
    .param_count = CR_BOWL_PARAMS,
    .mesh = mesh_bowl,
    .wall = bowl_wall,
    .round = CR_ROUND_AXIS,
};

// --- cup: flat bottom, rounded corner, straight side

enum { CUP_RADIUS, CUP_BASE, CUP_HEIGHT, CUP_SIDE, CUP_BOTTOM, CUP_CORNER };

typedef struct cup {
    double flat, arc, side; // lengths of the three pieces
    double corner, steep;   // radius of the rounding, angle of the side from the horizontal
    double thickness, bottom;
} cup;

static cup cup_of(const double *v) {
    double out = v[CUP_RADIUS] - v[CUP_BASE], steep = atan2(v[CUP_HEIGHT], out);
    double cut = v[CUP_CORNER] * tan(0.5 * steep);
    return (cup){.flat = v[CUP_BASE] - cut,
                 .arc = v[CUP_CORNER] * steep,
                 .side = hypot(v[CUP_HEIGHT], out) - cut,
                 .corner = v[CUP_CORNER],
                 .steep = steep,
                 .thickness = v[CUP_SIDE],
                 .bottom = v[CUP_BOTTOM]};
}

static void map_cup(const void *context, double s, double w, double rz[2]) {
    const cup *c = context;
    double turned = cr_clamp((s - c->flat) / c->corner, 0.0, c->steep);
    double straight = cr_max(0.0, s - c->flat - c->arc), along[2] = {cos(turned), sin(turned)};
    double at[2] = {cr_min(s, c->flat) + c->corner * sin(turned) + straight * along[0],
                    c->corner * (1.0 - cos(turned)) + straight * along[1]};
    double share = turned / c->steep, smooth = share * share * (3.0 - 2.0 * share);
    offset(at, along, c->bottom + (c->thickness - c->bottom) * smooth, w, rz);
}

static cr_status mesh_cup(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                          cr_error *error) {
    cup c = cup_of(value);
    double thickest = cr_max(c.thickness, c.bottom);
    if (c.corner < 0.75 * thickest)
        return cr_fail(error, CR_ERR_RANGE, "corner", "needs at least %g m with a wall of %g m, got %g",
                       0.75 * thickest, thickest, c.corner);
    if (c.flat < 0.1 * value[CUP_BASE] || c.side < 0.1 * value[CUP_HEIGHT])
        return cr_fail(
            error, CR_ERR_RANGE, "corner",
            "a rounding of %g m does not fit into a cup of base %g and height %g m: make it smaller",
            c.corner, value[CUP_BASE], value[CUP_HEIGHT]);
    if (c.flat + c.corner * sin(c.steep) - thickest < 0.0 || value[CUP_RADIUS] < thickest)
        return cr_fail(error, CR_ERR_RANGE, "thickness", "walls of %g m leave no room in this cup", thickest);
    double station[3] = {c.flat, c.flat + c.arc, c.flat + c.arc + c.side};
    wall_job job = {"cup", map_cup, &c, station, 3};
    return mesh_wall(&job, detail, arena, mesh, error);
}

static double cup_wall(const double *value) {
    return cr_min(value[CUP_SIDE], value[CUP_BOTTOM]);
}

const cr_shape_type cr_shape_cup = {
    .name = "cup",
    .doc = "cup without a handle, a beaker or a flower pot",
    .params = cr_cup_params,
    .param_count = CR_CUP_PARAMS,
    .mesh = mesh_cup,
    .wall = cup_wall,
    .round = CR_ROUND_AXIS,
};
