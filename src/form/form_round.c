// Cylinder, disc, tube, ring: a rounded rectangle or a circle turned about z.
#include "form/form_internal.h"
#include "form/sizes.h"

const cr_param cr_cylinder_params[] = {
    {"radius", "m", "radius", 0.01, 1e-4, 50},
    {"length", "m", "length, along z", 0.1, 1e-4, 100},
    CR_ROUND_PARAM,
};

const cr_param cr_disc_params[] = {
    {"radius", "m", "radius", 0.15, 1e-4, 50},
    {"thickness", "m", "thickness, along z", 0.003, 1e-5, 10},
    CR_ROUND_PARAM,
};

enum { RADIUS, LENGTH, ROUND };

static cr_near near_cylinder(const cr_form *form, cr_vec p, int side) {
    const double *v = form->value;
    double rho = cr_rho(p), half = 0.5 * v[LENGTH], round = form->round;
    if (side && side * p.z <= 0.0 && v[LENGTH] < v[RADIUS] && rho <= v[RADIUS])
        return (cr_near){side * p.z - half, {0.0, 0.0, side}};
    cr_near near = cr_near_rectangle(rho, p.z, v[RADIUS] - round, half - round, round);
    near.normal = cr_turned_out(near.normal, p, rho);
    return near;
}

// The side touches where the axis, with a ball of the whole radius, is nearest to another: there the normal
// is across the axis.
static cr_status make_cylinder(cr_form *form, cr_arena *arena, cr_error *error) {
    double r = form->value[RADIUS], half = 0.5 * form->value[LENGTH];
    form->wall = 2.0 * cr_min(r, half);
    form->nook = HUGE_VAL;
    cr_status status = cr_form_set_round(form, ROUND, form->wall, error);
    if (status != CR_OK) return status;
    if (!cr_form_room(form, 3, arena, error)) return CR_ERR_MEMORY;
    double in = half - form->round;
    cr_form_add_circle(form, -in, r - form->round, form->round);
    cr_form_add_circle(form, in, r - form->round, form->round);
    cr_feature *axis = cr_form_add_line(form, (cr_vec){0.0, 0.0, -in}, (cr_vec){0.0, 0.0, in}, r);
    axis->ends = CR_END_FIRST | CR_END_LAST;
    axis->wide = true;
    form->reach = sqrt(cr_square(r - form->round) + in * in) + form->round;
    cr_form_set_bounds(form, (cr_vec){-r, -r, -half}, (cr_vec){r, r, half});
    cr_moments m = {0};
    cr_moments_add_cylinder(&m, r, half, 1.0);
    cr_form_set_mass(form, &m);
    return CR_OK;
}

static const cr_form_ops cylinder_ops = {.near = near_cylinder};

const cr_form_type cr_form_cylinder = {
    .name = "cylinder",
    .doc = "solid cylinder, a rod or a coin",
    .params = cr_cylinder_params,
    .param_count = CR_CYLINDER_PARAMS + 1,
    .make = make_cylinder,
    .ops = &cylinder_ops,
};

const cr_form_type cr_form_disc = {
    .name = "disc",
    .doc = "flat round plate",
    .params = cr_disc_params,
    .param_count = CR_DISC_PARAMS + 1,
    .make = make_cylinder,
    .ops = &cylinder_ops,
};

// --- tube

const cr_param cr_tube_params[] = {
    {"radius", "m", "outer radius", 0.0125, 1e-4, 50},
    {"thickness", "m", "of the wall", 0.002, 1e-5, 10},
    {"length", "m", "length, along z", 0.3, 1e-4, 100},
    CR_ROUND_PARAM,
};

enum { TUBE_RADIUS, TUBE_WALL, TUBE_LENGTH, TUBE_ROUND };

static cr_near near_tube(const cr_form *form, cr_vec p, int side) {
    const double *v = form->value;
    double rho = cr_rho(p), half = 0.5 * v[TUBE_LENGTH], wall = 0.5 * v[TUBE_WALL], round = form->round;
    double out = rho - (v[TUBE_RADIUS] - wall);
    cr_near near;
    if (side && side * out <= 0.0 && fabs(p.z) <= half) near = (cr_near){side * out - wall, {side, 0.0, 0.0}};
    else near = cr_near_rectangle(out, p.z, wall - round, half - round, round);
    near.normal = cr_turned_out(near.normal, p, rho);
    return near;
}

// The outside, rolled off: u round it, v along.
static cr_vec place_tube(const cr_form *form, int feature, double u, double v) {
    (void)feature;
    double r = form->value[TUBE_RADIUS];
    return (cr_vec){r * cr_cos(u / r), r * cr_sin(u / r), v};
}

enum { TUBE_ROWS = 3, TUBE_SAMPLES = TUBE_ROWS * CR_CIRCLE_SAMPLES };

static void sample_tube(const cr_form *form, int feature, int sample, double *u, double *v) {
    (void)feature;
    int row = sample / CR_CIRCLE_SAMPLES;
    double in = 0.5 * form->value[TUBE_LENGTH] - form->round;
    *u = 2.0 * cr_pi * form->value[TUBE_RADIUS] * (sample % CR_CIRCLE_SAMPLES) / CR_CIRCLE_SAMPLES;
    *v = in * (2.0 * row / (TUBE_ROWS - 1) - 1.0);
}

static void keep_tube(const cr_form *form, int feature, double *u, double *v) {
    (void)feature, (void)u;
    double in = 0.5 * form->value[TUBE_LENGTH] - form->round;
    *v = cr_clamp(*v, -in, in);
}

static cr_status make_tube(cr_form *form, cr_arena *arena, cr_error *error) {
    double r = form->value[TUBE_RADIUS], wall = form->value[TUBE_WALL], half = 0.5 * form->value[TUBE_LENGTH];
    if (wall > 0.8 * r)
        return cr_fail(
            error, CR_ERR_RANGE, "thickness",
            "a tube of radius %g m needs a wall of at most %g m, got %g; a solid one is a cylinder", r,
            0.8 * r, wall);
    form->wall = cr_min(wall, 2.0 * half);
    form->nook = r - wall;
    cr_status status = cr_form_set_round(form, TUBE_ROUND, form->wall, error);
    if (status != CR_OK) return status;
    if (!cr_form_room(form, 5, arena, error)) return CR_ERR_MEMORY;
    double round = form->round, in = half - round;
    bool one = wall - 2.0 * round < 1e-6 * wall; // the rim is a half circle
    for (int end = -1; end <= 1; end += 2) {
        cr_form_add_circle(form, end * in, r - round, round);
        if (!one) cr_form_add_circle(form, end * in, r - wall + round, round);
    }
    cr_form_add_patch(form, CR_FEATURE_SURFACE, TUBE_SAMPLES, 0.0);
    form->reach = sqrt(cr_square(r - round) + in * in) + round;
    cr_form_set_bounds(form, (cr_vec){-r, -r, -half}, (cr_vec){r, r, half});
    // 2 pi times the integrals over the section, without a difference of large ones
    double low = r - wall, volume = 2.0 * cr_pi * half * wall * (r + low);
    cr_moments m = {0};
    cr_moments_add_round(
        &m, (double[4]){volume, 0.0, volume * half * half / 3.0, 0.25 * volume * (r * r + low * low)});
    cr_form_set_mass(form, &m);
    return CR_OK;
}

static const cr_form_ops tube_ops = {
    .near = near_tube, .place = place_tube, .sample = sample_tube, .keep = keep_tube};

const cr_form_type cr_form_tube = {
    .name = "tube",
    .doc = "open tube, a chime; a short one is a ring of rectangular section",
    .params = cr_tube_params,
    .param_count = CR_TUBE_PARAMS + 1,
    .make = make_tube,
    .ops = &tube_ops,
};

// --- ring

const cr_param cr_ring_params[] = {
    {"radius", "m", "radius to the middle of the section", 0.05, 1e-4, 50},
    {"thickness", "m", "diameter of the round section", 0.01, 1e-4, 50},
};

static cr_near near_ring(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double rho = cr_rho(p), out = rho - form->value[0], off = sqrt(out * out + p.z * p.z);
    cr_vec normal = off > 0.0 ? (cr_vec){out / off, 0.0, p.z / off} : (cr_vec){1.0, 0.0, 0.0};
    return (cr_near){off - 0.5 * form->value[1], cr_turned_out(normal, p, rho)};
}

// Pappus: V = 2 pi^2 R a^2, I_zz = V (R^2 + 3/4 a^2), I_xx = V (R^2/2 + 5/8 a^2).
static cr_status make_ring(cr_form *form, cr_arena *arena, cr_error *error) {
    double radius = form->value[0], thick = form->value[1], a = 0.5 * thick;
    if (thick > 1.6 * radius)
        return cr_fail(error, CR_ERR_RANGE, "thickness", "a ring of radius %g m needs at most %g m, got %g",
                       radius, 1.6 * radius, thick);
    if (!cr_form_room(form, 1, arena, error)) return CR_ERR_MEMORY;
    cr_form_add_circle(form, 0.0, radius, a);
    form->wall = thick;
    form->nook = radius - a;
    form->round = a;
    form->reach = radius + a;
    cr_form_set_bounds(form, (cr_vec){-radius - a, -radius - a, -a}, (cr_vec){radius + a, radius + a, a});
    form->volume = 2.0 * cr_pi * cr_pi * radius * a * a;
    form->inertia[0] = form->inertia[1] = form->volume * (0.5 * radius * radius + 0.625 * a * a);
    form->inertia[2] = form->volume * (radius * radius + 0.75 * a * a);
    return CR_OK;
}

static const cr_form_ops ring_ops = {.near = near_ring};

const cr_form_type cr_form_ring = {
    .name = "ring",
    .doc = "ring of round section (a torus)",
    .params = cr_ring_params,
    .param_count = CR_RING_PARAMS,
    .make = make_ring,
    .ops = &ring_ops,
};
