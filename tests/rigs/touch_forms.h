// Forms and poses for tests of touch points: those of the table, and a few whose distance is plain to see.
#ifndef CAROM_TEST_TOUCH_FORMS_H
#define CAROM_TEST_TOUCH_FORMS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "geom/touch.h"

static const double test_pi = 3.14159265358979323846;

// A form of the table, e.g. test_form(arena, "box", "x", 0.1, "y", 0.1, "z", 0.1, "", 0.0).
static inline const cr_form *test_form(cr_arena *arena, const char *type, const char *n0, double v0,
                                       const char *n1, double v1, const char *n2, double v2, const char *n3,
                                       double v3) {
    const cr_setting given[] = {{n0, v0}, {n1, v1}, {n2, v2}, {n3, v3}};
    cr_setting settings[5];
    int count = 0;
    for (int i = 0; i < 4; i++)
        if (given[i].name[0]) settings[count++] = given[i];
    settings[count] = (cr_setting){NULL, 0.0};
    cr_error error;
    const cr_form *form = cr_form_new(type, settings, arena, &error);
    if (!form) abort();
    return form;
}
static inline const cr_form *test_box(cr_arena *arena, double x, double y, double z, double round) {
    return test_form(arena, "box", "x", x, "y", y, "z", z, "round", round);
}
static inline const cr_form *test_cylinder(cr_arena *arena, double radius, double length, double round) {
    return test_form(arena, "cylinder", "radius", radius, "length", length, "round", round, "", 0.0);
}
static inline const cr_form *test_capsule(cr_arena *arena, double radius, double length) {
    return test_form(arena, "capsule", "radius", radius, "length", length, "", 0.0, "", 0.0);
}
static inline const cr_form *test_sphere(cr_arena *arena, double radius) {
    return test_form(arena, "sphere", "radius", radius, "", 0.0, "", 0.0, "", 0.0);
}
static inline const cr_form *test_plane(cr_arena *arena) {
    return test_form(arena, "plane", "", 0.0, "", 0.0, "", 0.0, "", 0.0);
}

// --- hollows and walls without features, and an ellipsoid

typedef struct test_field {
    cr_form form;
    cr_form_type type;
    cr_feature feature;
} test_field;

// The hollow of a ball of radius value[0].
static cr_near test_hollow_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    cr_vec out = cr_vec_unit(p, cr_vec_make(0.0, 0.0, 1.0));
    return (cr_near){form->value[0] - cr_vec_length(p), cr_vec_scale(-1.0, out)};
}
// The hollow of a cylinder along y without end, of radius value[0].
static cr_near test_trough_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double r = sqrt(p.x * p.x + p.z * p.z);
    return (cr_near){form->value[0] - r, {-p.x / r, 0.0, -p.z / r}};
}
// A wall about z = 0 without end, of half thickness value[0].
static cr_near test_wall_near(const cr_form *form, cr_vec p, int side) {
    double s = side ? side : p.z < 0.0 ? -1.0 : 1.0;
    return (cr_near){s * p.z - form->value[0], {0.0, 0.0, s}};
}
// An ellipsoid of half axes value[0..2]: the distance to first order, exact at the surface, and its normal
// there.
static cr_near test_ellipsoid_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    const double *a = form->value;
    cr_vec g = {p.x / (a[0] * a[0]), p.y / (a[1] * a[1]), p.z / (a[2] * a[2])};
    double level = cr_vec_dot(p, g), length = cr_vec_length(g);
    return (cr_near){0.5 * (level - 1.0) / length, cr_vec_unit(g, cr_vec_make(0.0, 0.0, 1.0))};
}
// One chart for a sample: u = 16 i + a, v, the ball's point at the sample's plus a and v along tangents.
enum { TEST_ELLIPSOID_SAMPLES = 500 };
static cr_vec test_ellipsoid_seed(int i) { // a spiral of equal areas
    double z = 1.0 - (2.0 * i + 1.0) / TEST_ELLIPSOID_SAMPLES, r = sqrt(1.0 - z * z),
           t = 2.399963229728653 * i;
    return cr_vec_make(r * cos(t), r * sin(t), z);
}
static cr_vec test_ellipsoid_place(const cr_form *form, int feature, double u, double v) {
    (void)feature;
    int i = (int)floor(u / 16.0 + 0.5);
    cr_vec s = test_ellipsoid_seed(i), e, f;
    cr_vec_frame(s, &e, &f);
    cr_vec p = cr_vec_along(cr_vec_along(s, u - 16.0 * i, e), v, f);
    p = cr_vec_scale(1.0 / cr_vec_length(p), p);
    return cr_vec_make(form->value[0] * p.x, form->value[1] * p.y, form->value[2] * p.z);
}
static void test_ellipsoid_sample(const cr_form *form, int feature, int sample, double *u, double *v) {
    (void)form, (void)feature;
    *u = 16.0 * sample;
    *v = 0.0;
}

static const cr_form_ops test_hollow_ops = {.near = test_hollow_near},
                         test_trough_ops = {.near = test_trough_near},
                         test_wall_ops = {.near = test_wall_near},
                         test_ellipsoid_ops = {.near = test_ellipsoid_near,
                                               .place = test_ellipsoid_place,
                                               .sample = test_ellipsoid_sample};

static inline const cr_form *test_field_make(test_field *f, const cr_form_ops *ops, double value) {
    memset(f, 0, sizeof *f);
    f->type.ops = ops;
    f->form.type = &f->type;
    f->form.value[0] = f->form.wall = value;
    f->form.high = cr_vec_make(10.0, 10.0, 10.0);
    f->form.low = cr_vec_scale(-1.0, f->form.high);
    f->form.reach = 20.0; // beyond which tests do not look
    return &f->form;
}
static inline const cr_form *test_ellipsoid(test_field *f, double a, double b, double c) {
    test_field_make(f, &test_ellipsoid_ops, a);
    f->form.value[1] = b, f->form.value[2] = c;
    f->form.high = cr_vec_make(a, b, c);
    f->form.low = cr_vec_scale(-1.0, f->form.high);
    f->form.reach = fmax(a, fmax(b, c));
    f->form.wall = 2.0 * fmin(a, fmin(b, c));
    f->feature = (cr_feature){.kind = CR_FEATURE_SURFACE, .samples = TEST_ELLIPSOID_SAMPLES};
    f->form.feature = &f->feature;
    f->form.features = 1;
    return &f->form;
}

// --- poses

static inline cr_quat test_about(double x, double y, double z, double angle) {
    double s = sin(0.5 * angle) / sqrt(x * x + y * y + z * z);
    return (cr_quat){cos(0.5 * angle), s * x, s * y, s * z};
}
static inline cr_meeting test_meet(const cr_form *a, const cr_form *b) {
    cr_pose none = {{0.0, 0.0, 0.0}, cr_quat_none};
    return (cr_meeting){.a = a, .b = b, .pose_a = none, .pose_b = none, .flat = 1e-5};
}
static inline cr_vec test_random_vec(uint64_t *random, double size) {
    double x = cr_random_uniform(random), y = cr_random_uniform(random), z = cr_random_uniform(random);
    return cr_vec_make(size * x, size * y, size * z);
}
static inline cr_quat test_random_turn(uint64_t *random) {
    cr_quat q = {cr_random_gaussian(random), cr_random_gaussian(random), cr_random_gaussian(random),
                 cr_random_gaussian(random)};
    return cr_quat_unit(q);
}

#endif
