// Forms small enough to be checked by eye, for tests of touch points: independent of the table of forms.
#ifndef CAROM_TEST_SMALL_FORMS_H
#define CAROM_TEST_SMALL_FORMS_H

#include <math.h>
#include <string.h>

#include "carom/form.h"

enum { SMALL_FEATURES = 24 };

typedef struct small_form {
    cr_form form;
    cr_form_type type;
    cr_feature feature[SMALL_FEATURES];
} small_form;

static cr_near small_plane_near(const cr_form *form, cr_vec p, int side) {
    (void)form, (void)side;
    return (cr_near){p.z, {0.0, 0.0, 1.0}};
}
static cr_near small_ball_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double r = cr_vec_length(p);
    return (cr_near){r - form->ball, cr_vec_unit(p, cr_vec_make(0.0, 0.0, 1.0))};
}
// value: half sides, radius of the edges.
static cr_near small_box_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double r = form->value[3], q[3] = {p.x, p.y, p.z}, out[3], most = -1e300, square = 0.0;
    int widest = 0;
    for (int i = 0; i < 3; i++) {
        double over = fabs(q[i]) - (form->value[i] - r);
        if (over > most) most = over, widest = i;
        out[i] = over > 0.0 ? copysign(over, q[i]) : 0.0;
        square += out[i] * out[i];
    }
    double length = sqrt(square);
    if (length > 0.0) return (cr_near){length - r, {out[0] / length, out[1] / length, out[2] / length}};
    double n[3] = {0.0, 0.0, 0.0};
    n[widest] = copysign(1.0, q[widest]);
    return (cr_near){most - r, {n[0], n[1], n[2]}};
}
// value: radius, half length, radius of the edges; along z.
static cr_near small_cylinder_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double r = form->value[2], rho = sqrt(p.x * p.x + p.y * p.y), x = rho - (form->value[0] - r),
           z = fabs(p.z) - (form->value[1] - r), up = copysign(1.0, p.z);
    cr_vec radial = rho > 0.0 ? cr_vec_make(p.x / rho, p.y / rho, 0.0) : cr_vec_make(1.0, 0.0, 0.0);
    if (x <= 0.0 && z <= 0.0) return x > z ? (cr_near){x - r, radial} : (cr_near){z - r, {0.0, 0.0, up}};
    double a = fmax(x, 0.0), b = fmax(z, 0.0), length = sqrt(a * a + b * b);
    return (cr_near){length - r, {radial.x * a / length, radial.y * a / length, up * b / length}};
}
// value: radius; the hollow of a ball, from within.
static cr_near small_hollow_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double r = cr_vec_length(p);
    return (cr_near){form->value[0] - r, cr_vec_scale(-1.0, cr_vec_unit(p, cr_vec_make(0.0, 0.0, 1.0)))};
}
// value: radius; the hollow of a long cylinder along y.
static cr_near small_trough_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double r = sqrt(p.x * p.x + p.z * p.z);
    return (cr_near){form->value[0] - r, {-p.x / r, 0.0, -p.z / r}};
}
// value: half thickness; a wall at z = 0 without end.
static cr_near small_wall_near(const cr_form *form, cr_vec p, int side) {
    double s = side ? side : p.z < 0.0 ? -1.0 : 1.0;
    return (cr_near){s * p.z - form->value[0], {0.0, 0.0, s}};
}
// value: half length, radius; along x.
static cr_near small_capsule_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double x = fmax(-form->value[0], fmin(form->value[0], p.x));
    cr_vec d = {p.x - x, p.y, p.z};
    return (cr_near){cr_vec_length(d) - form->value[1], cr_vec_unit(d, cr_vec_make(0.0, 0.0, 1.0))};
}

static const cr_form_ops small_plane_ops = {.near = small_plane_near},
                         small_ball_ops = {.near = small_ball_near}, small_box_ops = {.near = small_box_near},
                         small_cylinder_ops = {.near = small_cylinder_near},
                         small_hollow_ops = {.near = small_hollow_near},
                         small_trough_ops = {.near = small_trough_near},
                         small_wall_ops = {.near = small_wall_near},
                         small_capsule_ops = {.near = small_capsule_near};

static inline void small_begin(small_form *s, const cr_form_ops *ops, cr_vec half) {
    memset(s, 0, sizeof *s);
    s->type.ops = ops;
    s->form.type = &s->type;
    s->form.feature = s->feature;
    s->form.high = half;
    s->form.low = cr_vec_scale(-1.0, half);
    s->form.reach = cr_vec_length(half);
    s->form.wall = fmin(half.x, fmin(half.y, half.z));
}
static inline cr_feature *small_add(small_form *s, cr_feature feature) {
    s->feature[s->form.features] = feature;
    return &s->feature[s->form.features++];
}
static inline void small_hollow(small_form *s, const cr_form_ops *ops, double value) {
    small_begin(s, ops, cr_vec_make(INFINITY, INFINITY, INFINITY));
    s->form.value[0] = value;
    s->form.wall = value;
    s->form.reach = 10.0; // beyond which the tests do not look
}
static inline void small_plane(small_form *s) {
    small_hollow(s, &small_plane_ops, 0.0);
    s->form.wall = s->form.reach = INFINITY;
}
static inline void small_ball(small_form *s, double r) {
    small_begin(s, &small_ball_ops, cr_vec_make(r, r, r));
    s->form.reach = s->form.ball = s->form.round = r;
    small_add(s, (cr_feature){.kind = CR_FEATURE_POINT, .round = r});
}
static inline void small_box(small_form *s, double x, double y, double z, double r) {
    small_begin(s, &small_box_ops, cr_vec_make(x, y, z));
    s->form.value[0] = x, s->form.value[1] = y, s->form.value[2] = z, s->form.value[3] = s->form.round = r;
    double half[3] = {x - r, y - r, z - r};
    for (int i = 0; i < 8; i++)
        small_add(s, (cr_feature){.kind = CR_FEATURE_POINT,
                                  .round = r,
                                  .at = {i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1],
                                         i & 4 ? half[2] : -half[2]}});
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 4; i++) {
            double at[3], along[3] = {0.0, 0.0, 0.0};
            int b = (axis + 1) % 3, c = (axis + 2) % 3;
            at[axis] = 0.0, at[b] = i & 1 ? half[b] : -half[b], at[c] = i & 2 ? half[c] : -half[c];
            along[axis] = half[axis];
            small_add(s, (cr_feature){.kind = CR_FEATURE_LINE,
                                      .round = r,
                                      .at = {at[0], at[1], at[2]},
                                      .along = {along[0], along[1], along[2]},
                                      .samples = 5,
                                      .ends = CR_END_FIRST | CR_END_LAST});
        }
}
static inline void small_cylinder(small_form *s, double radius, double half, double r) {
    small_begin(s, &small_cylinder_ops, cr_vec_make(radius, radius, half));
    s->form.value[0] = radius, s->form.value[1] = half, s->form.value[2] = s->form.round = r;
    for (int end = -1; end <= 1; end += 2)
        small_add(s, (cr_feature){.kind = CR_FEATURE_CIRCLE,
                                  .round = r,
                                  .at = {0.0, 0.0, end * (half - r)},
                                  .along = {0.0, 0.0, 1.0},
                                  .first = {1.0, 0.0, 0.0},
                                  .radius = radius - r,
                                  .samples = 16});
}
static inline void small_capsule(small_form *s, double half, double r) {
    small_begin(s, &small_capsule_ops, cr_vec_make(half + r, r, r));
    s->form.value[0] = half, s->form.value[1] = s->form.round = r;
    small_add(s, (cr_feature){.kind = CR_FEATURE_LINE, .round = r, .along = {half, 0.0, 0.0}, .samples = 5});
}

#endif
