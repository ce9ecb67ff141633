// Plane, ball, capsule, empty ball.
#include "form/form_internal.h"
#include "form/sizes.h"

// --- plane

static cr_near near_plane(const cr_form *form, cr_vec p, int side) {
    (void)form, (void)side;
    return (cr_near){p.z, {0.0, 0.0, 1.0}};
}

static cr_status make_plane(cr_form *form, cr_arena *arena, cr_error *error) {
    (void)arena, (void)error;
    double far = (double)INFINITY;
    form->low = (cr_vec){-far, -far, -far};
    form->high = (cr_vec){far, far, 0.0};
    form->reach = form->wall = form->round = form->nook = far;
    return CR_OK;
}

static const cr_form_ops plane_ops = {.near = near_plane};

const cr_form_type cr_form_plane = {
    .name = "plane",
    .doc = "the half-space below z = 0: a floor",
    .make = make_plane,
    .ops = &plane_ops,
};

// --- sphere

const cr_param cr_sphere_params[] = {{"radius", "m", "radius", 0.02, 1e-4, 50}};

static const cr_vec up = {0.0, 0.0, 1.0};

static cr_near near_sphere(const cr_form *form, cr_vec p, int side) {
    (void)side;
    return (cr_near){cr_vec_length(p) - form->ball, cr_vec_unit(p, up)};
}

static cr_status make_sphere(cr_form *form, cr_arena *arena, cr_error *error) {
    double r = form->value[0], volume = 4.0 / 3.0 * cr_pi * r * r * r;
    if (!cr_form_room(form, 1, arena, error)) return CR_ERR_MEMORY;
    cr_form_add_point(form, (cr_vec){0}, r);
    form->reach = form->round = form->ball = r;
    form->nook = HUGE_VAL;
    form->wall = 2.0 * r;
    cr_form_set_bounds(form, (cr_vec){-r, -r, -r}, (cr_vec){r, r, r});
    form->volume = volume;
    for (int i = 0; i < 3; i++) form->inertia[i] = 0.4 * volume * r * r;
    return CR_OK;
}

static const cr_form_ops sphere_ops = {.near = near_sphere};

const cr_form_type cr_form_sphere = {
    .name = "sphere",
    .doc = "solid ball",
    .params = cr_sphere_params,
    .param_count = CR_SPHERE_PARAMS,
    .make = make_sphere,
    .ops = &sphere_ops,
};

// --- capsule

static const cr_param capsule_params[] = {
    {"radius", "m", "radius", 0.01, 1e-4, 50},
    {"length", "m", "of the straight part, along z", 0.1, 1e-4, 100},
};

static cr_near near_capsule(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double half = 0.5 * form->value[1], rho = cr_rho(p);
    cr_vec off = {p.x, p.y, p.z - cr_clamp(p.z, -half, half)};
    cr_vec otherwise = {1.0, 0.0, 0.0};
    return (cr_near){sqrt(rho * rho + off.z * off.z) - form->value[0], cr_vec_unit(off, otherwise)};
}

static cr_status make_capsule(cr_form *form, cr_arena *arena, cr_error *error) {
    double r = form->value[0], half = 0.5 * form->value[1];
    if (!cr_form_room(form, 1, arena, error)) return CR_ERR_MEMORY;
    cr_form_add_line(form, (cr_vec){0.0, 0.0, -half}, (cr_vec){0.0, 0.0, half}, r);
    form->reach = half + r;
    form->round = r;
    form->nook = HUGE_VAL;
    form->wall = 2.0 * r;
    cr_form_set_bounds(form, (cr_vec){-r, -r, -half - r}, (cr_vec){r, r, half + r});
    // A cylinder and two halves of a ball with their centres 3/8 r beyond its ends.
    cr_moments m = {0};
    cr_moments_add_cylinder(&m, r, half, 1.0);
    double ball = 4.0 / 3.0 * cr_pi * r * r * r;
    cr_moments_add_round(
        &m, (double[4]){ball, 0.0, ball * (half * half + 0.75 * half * r + 0.2 * r * r), ball * 0.2 * r * r});
    cr_form_set_mass(form, &m);
    return CR_OK;
}

static const cr_form_ops capsule_ops = {.near = near_capsule};

const cr_form_type cr_form_capsule = {
    .name = "capsule",
    .doc = "cylinder with half a ball at each end",
    .params = capsule_params,
    .param_count = 2,
    .make = make_capsule,
    .ops = &capsule_ops,
};

// --- shell

const cr_param cr_shell_params[] = {
    {"radius", "m", "radius to the middle of the wall", 0.1, 1e-4, 50},
    {"thickness", "m", "of the wall", 0.004, 1e-5, 10},
};

static cr_near near_shell(const cr_form *form, cr_vec p, int side) {
    double out = cr_vec_length(p) - form->value[0], sign = side ? side : out < 0.0 ? -1.0 : 1.0;
    return (cr_near){sign * out - 0.5 * form->value[1], cr_vec_scale(sign, cr_vec_unit(p, up))};
}

// Two halves, each laid out flat from its pole: (u, v) at the distance of the arc from it.
static cr_vec place_shell(const cr_form *form, int feature, double u, double v) {
    double outer = form->value[0] + 0.5 * form->value[1], arc = sqrt(u * u + v * v), angle = arc / outer;
    double across = arc > 0.0 ? outer * cr_sin(angle) / arc : 1.0, z = outer * cr_cos(angle);
    return (cr_vec){across * u, across * v, feature ? -z : z};
}

enum { SHELL_RINGS = 4, SHELL_SAMPLES = 1 + SHELL_RINGS * CR_CIRCLE_SAMPLES };

static void sample_shell(const cr_form *form, int feature, int sample, double *u, double *v) {
    (void)feature;
    double outer = form->value[0] + 0.5 * form->value[1],
           angle = 2.0 * cr_pi * (sample - 1) / CR_CIRCLE_SAMPLES;
    int ring = sample ? 1 + (sample - 1) / CR_CIRCLE_SAMPLES : 0;
    double arc = 0.5 * cr_pi * outer * ring / SHELL_RINGS;
    *u = arc * cr_cos(angle);
    *v = arc * cr_sin(angle);
}

// Each half reaches a little over the other.
static void keep_shell(const cr_form *form, int feature, double *u, double *v) {
    (void)feature;
    double most = 0.55 * cr_pi * (form->value[0] + 0.5 * form->value[1]), arc = sqrt(*u * *u + *v * *v);
    if (arc <= most) return;
    *u *= most / arc;
    *v *= most / arc;
}

static cr_status make_shell(cr_form *form, cr_arena *arena, cr_error *error) {
    double radius = form->value[0], wall = form->value[1], r = radius + 0.5 * wall, in = radius - 0.5 * wall;
    if (wall > radius)
        return cr_fail(
            error, CR_ERR_RANGE, "thickness",
            "a shell of radius %g m needs a wall of at most that, got %g; a solid ball is a sphere", radius,
            wall);
    if (!cr_form_room(form, 2, arena, error)) return CR_ERR_MEMORY;
    for (int i = 0; i < 2; i++) cr_form_add_patch(form, CR_FEATURE_SURFACE, SHELL_SAMPLES, 0.0);
    form->reach = form->round = r;
    form->wall = wall;
    form->nook = in;
    cr_form_set_bounds(form, (cr_vec){-r, -r, -r}, (cr_vec){r, r, r});
    // Without the difference of two large volumes: r^3 - in^3 and r^5 - in^5 by their factor.
    double r2 = r * r, in2 = in * in, third = r2 + r * in + in2,
           fifth = r2 * r2 + r2 * r * in + r2 * in2 + r * in * in2 + in2 * in2;
    form->volume = 4.0 / 3.0 * cr_pi * wall * third;
    for (int i = 0; i < 3; i++) form->inertia[i] = 8.0 / 15.0 * cr_pi * wall * fifth;
    return CR_OK;
}

static const cr_form_ops shell_ops = {
    .near = near_shell, .place = place_shell, .sample = sample_shell, .keep = keep_shell};

const cr_form_type cr_form_shell = {
    .name = "shell",
    .doc = "closed spherical shell, an empty ball",
    .params = cr_shell_params,
    .param_count = CR_SHELL_PARAMS,
    .make = make_shell,
    .ops = &shell_ops,
};
