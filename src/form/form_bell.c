// A bell: a wall of revolution along splines.
#include "form/outline.h"
#include "form/sizes.h"
#include "form/wall_curve.h"

const cr_param cr_bell_params[] = {
    {"radius", "m", "of the mouth, to the middle of the wall", 0.06, 1e-3, 5},
    {"height", "m", "from the mouth to the crown", 0.085, 1e-3, 10},
    {"thickness", "m", "where it is struck, the thickest", 0.006, 1e-5, 1},
    {"waist", "m", "thickness half way up", 0.0035, 1e-5, 1},
    {"crown", "m", "radius of the patch by which it hangs (the group crown)", 0.012, 1e-4, 1},
};

enum { CUT = 3 }; // pieces from knot to knot

cr_status cr_bell_fits(const double *v, const cr_wall_curve *curve, cr_error *error) {
    cr_status status = cr_wall_curve_fits(curve, "bell", error);
    if (status != CR_OK) return status;
    if (v[CR_BELL_CROWN] > 0.4 * v[CR_BELL_RADIUS])
        return cr_fail(error, CR_ERR_RANGE, "crown", "needs at most %g m in a bell of radius %g m, got %g",
                       0.4 * v[CR_BELL_RADIUS], v[CR_BELL_RADIUS], v[CR_BELL_CROWN]);
    return CR_OK;
}

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    const double *v = form->value;
    double knot[CR_CURVE_MAX][3];
    cr_wall_curve curve;
    cr_wall_of_knots(&curve, cr_bell_knots(v, knot), knot);
    cr_status status = cr_bell_fits(v, &curve, error);
    if (status != CR_OK) return status;
    cr_turned *turned = cr_turned_new(form, 2, arena, error);
    if (!turned) return CR_ERR_MEMORY;
    // The line begins at the crown: to the right of it is the inside.
    cr_wall_job job = {cr_wall_of_curve, &curve, curve.s, curve.count, CUT, 1.0, -1};
    cr_outline *o = &turned->outline;
    cr_rim rim = cr_outline_wall(o, &job, 0.0);
    cr_form_add_circle(form, rim.at.z, rim.at.x, rim.radius);
    int first = 0;
    while (o->piece[first].side != 1) first++;
    cr_turned_add_band(form, turned, (cr_band){.first = first, .count = o->count - first, .back = true});
    form->wall = cr_min(v[CR_BELL_WAIST], v[CR_BELL_BOW]);
    form->round = rim.radius;
    cr_outline_bounds(o, form);
    cr_moments moments = {0};
    for (int i = 0; i < curve.count - 1; i++)
        cr_moments_add_wall(&moments, cr_wall_of_curve, &curve, curve.s[i], curve.s[i + 1]);
    cr_form_set_mass(form, &moments);
    return CR_OK;
}

const cr_form_type cr_form_bell = {
    .name = "bell",
    .doc = "bell with a waist and a sound bow, closed at the crown",
    .params = cr_bell_params,
    .param_count = CR_BELL_PARAMS,
    .make = make,
    .ops = &cr_turned_ops,
};
