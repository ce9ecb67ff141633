// A bowl: a quarter of an ellipse with a thickness, turned about z.
#include "form/outline.h"
#include "form/sizes.h"

const cr_param cr_bowl_params[] = {
    {"radius", "m", "of the rim, to the middle of the wall", 0.07, 1e-3, 10},
    {"height", "m", "from the middle of the bottom to the rim", 0.06, 1e-3, 10},
    {"thickness", "m", "of the wall at the rim", 0.003, 1e-5, 1},
    {"bottom", "m", "thickness of the bottom", 0.005, 1e-5, 1},
    {"foot", "m", "radius of the patch on which it stands (the group bottom)", 0.025, 1e-4, 10},
};

enum { RADIUS, HEIGHT, RIM, BOTTOM, FOOT };

// s is the angle from the axis; the thickness goes over from bottom to rim as sin^2.
static void wall_at(const void *context, double s, cr_wall *wall) {
    const double *v = context;
    double sine = cr_sin(s), cosine = cr_cos(s), r = v[RADIUS], h = v[HEIGHT], more = v[RIM] - v[BOTTOM];
    *wall = (cr_wall){.line = {{r * sine, h * (1.0 - cosine)},
                               {r * cosine, h * sine},
                               {-r * sine, h * cosine},
                               {-r * cosine, -h * sine}},
                      .thickness = {v[BOTTOM] + more * sine * sine, 2.0 * more * sine * cosine,
                                    2.0 * more * (cosine * cosine - sine * sine)}};
}

cr_status cr_bowl_fits(const double *v, cr_error *error) {
    double thickest = cr_max(v[RIM], v[BOTTOM]), radius = v[RADIUS], height = v[HEIGHT];
    double tightest = cr_min(radius * radius / height, height * height / radius);
    if (thickest > tightest)
        return cr_fail(
            error, CR_ERR_RANGE, "thickness",
            "the wall of this bowl bends with a radius of %g m and may be at most so thick, got %g", tightest,
            thickest);
    if (v[FOOT] > 0.95 * radius)
        return cr_fail(error, CR_ERR_RANGE, "foot", "needs at most %g m in a bowl of radius %g, got %g",
                       0.95 * radius, radius, v[FOOT]);
    return CR_OK;
}

enum { PIECES = 32 };

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    const double *v = form->value;
    cr_status status = cr_bowl_fits(v, error);
    if (status != CR_OK) return status;
    cr_turned *turned = cr_turned_new(form, 2, arena, error);
    if (!turned) return CR_ERR_MEMORY;
    double knot[2] = {0.0, 0.5 * cr_pi};
    cr_wall_job job = {wall_at, v, knot, 2, PIECES, 0.5 * (v[RADIUS] + v[HEIGHT]), 1};
    cr_rim rim = cr_outline_wall(&turned->outline, &job, 0.0);
    cr_form_add_circle(form, rim.at.z, rim.at.x, rim.radius);
    cr_turned_add_band(form, turned, (cr_band){.first = 0, .count = PIECES});
    form->wall = cr_min(v[RIM], v[BOTTOM]);
    form->round = rim.radius;
    cr_outline_bounds(&turned->outline, form);
    cr_moments moments = {0};
    cr_moments_add_wall(&moments, wall_at, v, 0.0, 0.5 * cr_pi);
    cr_form_set_mass(form, &moments);
    return CR_OK;
}

const cr_form_type cr_form_bowl = {
    .name = "bowl",
    .doc = "round bowl, half an ellipsoid; radius = height is a hemisphere",
    .params = cr_bowl_params,
    .param_count = CR_BOWL_PARAMS,
    .make = make,
    .ops = &cr_turned_ops,
};
