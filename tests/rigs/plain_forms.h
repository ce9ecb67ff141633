// Forms with a distance in closed form, made by hand: for what needs any form at all.
#ifndef CAROM_TEST_PLAIN_FORMS_H
#define CAROM_TEST_PLAIN_FORMS_H

#include "carom/form.h"

static inline cr_near plain_ball_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    return (cr_near){cr_vec_length(p) - form->value[0], cr_vec_unit(p, (cr_vec){0.0, 0.0, 1.0})};
}

// A box of half sides value[0..2], with sharp edges.
static inline cr_near plain_box_near(const cr_form *form, cr_vec p, int side) {
    const double x[3] = {p.x, p.y, p.z};
    double out[3], n[3] = {0.0, 0.0, 0.0}, square = 0.0, deepest = -HUGE_VAL;
    int axis = 0;
    (void)side;
    for (int k = 0; k < 3; k++) {
        double beyond = fabs(x[k]) - form->value[k];
        out[k] = fmax(beyond, 0.0);
        square += out[k] * out[k];
        if (beyond > deepest) deepest = beyond, axis = k;
    }
    double outside = sqrt(square);
    for (int k = 0; k < 3; k++) n[k] = outside > 0.0 ? copysign(out[k] / outside, x[k]) : 0.0;
    if (!(outside > 0.0)) n[axis] = copysign(1.0, x[axis]);
    return (cr_near){outside > 0.0 ? outside : deepest, {n[0], n[1], n[2]}};
}

static inline cr_near plain_plane_near(const cr_form *form, cr_vec p, int side) {
    (void)form;
    (void)side;
    return (cr_near){p.z, {0.0, 0.0, 1.0}};
}

static const cr_form_ops plain_ball_ops = {.near = plain_ball_near}, plain_box_ops = {.near = plain_box_near},
                         plain_plane_ops = {.near = plain_plane_near};
static const cr_form_type plain_ball_type = {.name = "ball", .ops = &plain_ball_ops},
                          plain_box_type = {.name = "box", .ops = &plain_box_ops},
                          plain_plane_type = {.name = "plane", .ops = &plain_plane_ops};

static inline cr_form plain_ball(double r) {
    return (cr_form){.type = &plain_ball_type,
                     .value = {r},
                     .low = {-r, -r, -r},
                     .high = {r, r, r},
                     .reach = r,
                     .volume = 4.0 / 3.0 * cr_pi * r * r * r};
}

static inline cr_form plain_box(double x, double y, double z) {
    return (cr_form){.type = &plain_box_type,
                     .value = {x, y, z},
                     .low = {-x, -y, -z},
                     .high = {x, y, z},
                     .reach = sqrt(x * x + y * y + z * z),
                     .volume = 8.0 * x * y * z};
}

static inline cr_form plain_plane(void) {
    return (cr_form){.type = &plain_plane_type,
                     .low = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
                     .high = {HUGE_VAL, HUGE_VAL, 0.0},
                     .reach = HUGE_VAL};
}

#endif
