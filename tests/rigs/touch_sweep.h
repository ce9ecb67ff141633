// Two forms brought together from anywhere and rocked a little: the touch points against a search of every
// feature by brute force, and their motion against itself in finer steps.
#ifndef CAROM_TEST_TOUCH_SWEEP_H
#define CAROM_TEST_TOUCH_SWEEP_H

#include "test.h"
#include "touch_forms.h"

static inline cr_vec sweep_place(const cr_form *own, int feature, double u) {
    const cr_feature *f = &own->feature[feature];
    switch (f->kind) {
    case CR_FEATURE_POINT:
        return f->at;
    case CR_FEATURE_LINE:
        return cr_vec_along(f->at, u, f->along);
    case CR_FEATURE_CIRCLE: {
        cr_vec second = cr_vec_cross(f->along, f->first);
        cr_vec arm = cr_vec_along(cr_vec_scale(cos(u), f->first), sin(u), second);
        return cr_vec_along(f->at, f->radius, arm);
    }
    default:
        return own->type->ops->place(own, feature, u, 0.0);
    }
}

// The gap of a feature at u; a great one where its ball is not the body.
static inline double sweep_gap(const cr_meeting *m, int owner, int feature, double u) {
    const cr_form *own = owner ? m->b : m->a, *other = owner ? m->a : m->b;
    const cr_pose *from = owner ? &m->pose_b : &m->pose_a, *to = owner ? &m->pose_a : &m->pose_b;
    const cr_feature *f = &own->feature[feature];
    cr_vec p = cr_pose_in(to, cr_pose_out(from, sweep_place(own, feature, u)));
    cr_near near = cr_form_near(other, p, 0);
    if (f->wide) {
        cr_vec touching = cr_pose_in(from, cr_pose_out(to, cr_vec_along(p, -f->round, near.normal)));
        if (fabs(cr_form_near(own, touching, 0).distance) > 1e-6) return 1.0;
    }
    return near.distance - f->round;
}

// The least gap of a point, line, circle or bent line, by samples and a search between them.
static inline double sweep_least(const cr_meeting *m, int owner, int feature) {
    const cr_feature *f = &(owner ? m->b : m->a)->feature[feature];
    if (f->kind == CR_FEATURE_POINT) return sweep_gap(m, owner, feature, 0.0);
    bool circle = f->kind == CR_FEATURE_CIRCLE;
    int n = circle ? 120 : 40, best = 0;
    double low = circle ? 0.0 : -1.0, step = circle ? 2.0 * test_pi / n : 2.0 / n, least = 1e300;
    for (int i = 0; i <= n; i++) {
        double gap = sweep_gap(m, owner, feature, low + step * i);
        if (gap < least) least = gap, best = i;
    }
    if (f->wide) return least; // its gaps are not all its own: as they are
    double a = low + step * (best - 1), b = low + step * (best + 1);
    if (!circle) a = fmax(a, -1.0), b = fmin(b, 1.0);
    for (int k = 0; k < 60; k++) {
        double x = a + (b - a) / 3.0, y = b - (b - a) / 3.0;
        if (sweep_gap(m, owner, feature, x) < sweep_gap(m, owner, feature, y)) b = y;
        else a = x;
    }
    return fmin(least, sweep_gap(m, owner, feature, 0.5 * (a + b)));
}

static inline double sweep_brute(const cr_meeting *m, double beyond) {
    double least = beyond;
    for (int owner = 0; owner < 2; owner++) {
        const cr_form *own = owner ? m->b : m->a, *other = owner ? m->a : m->b;
        if (!own->features || (other->ball > 0.0 && !(own->ball > 0.0))) continue;
        for (int i = 0; i < own->features; i++)
            if (own->feature[i].kind != CR_FEATURE_SURFACE) least = fmin(least, sweep_least(m, owner, i));
    }
    return least;
}

static inline double touch_least(const cr_touch_memory *memory) {
    double least = 1e300;
    for (int i = 0; i < memory->count; i++) least = fmin(least, memory->touch[i].gap);
    return least;
}

// The greatest way of a point of the same key from one generation to the next.
static inline double sweep_jump(const cr_touch_memory *before, const cr_touch_memory *after) {
    double jump = 0.0;
    for (int i = 0; i < before->count; i++)
        for (int k = 0; k < after->count; k++)
            if (before->touch[i].key == after->touch[k].key)
                jump =
                    fmax(jump, cr_vec_length(cr_vec_sub(before->touch[i].point_a, after->touch[k].point_a)));
    return jump;
}

static inline cr_pose sweep_between(const cr_pose *a, cr_vec shift, cr_vec turn, double share) {
    return (cr_pose){cr_vec_along(a->at, share, shift),
                     cr_quat_mul(cr_quat_cayley(cr_vec_scale(share, turn)), a->turn)};
}

// A jump is a jump if it stays one when the motion is cut in 64.
static inline void sweep_check_jump(const cr_meeting *m, const cr_touch_memory *before, cr_vec shift,
                                    cr_vec turn, double jump, double reach, const char *name) {
    cr_touch_memory memory = *before;
    double most = 0.0;
    for (int i = 1; i <= 64; i++) {
        cr_touch_memory last = memory;
        cr_meeting then = *m;
        then.pose_a = sweep_between(&m->pose_a, shift, turn, i / 64.0);
        cr_touch_find(&then, reach, &memory, NULL);
        most = fmax(most, sweep_jump(&last, &memory));
    }
    CHECK(most < 0.25 * jump, "%s: a point jumps by %g m, by %g in finer steps", name, jump, most);
}

// Brings a to b from a random side until they nearly touch; false if they do not meet.
static inline bool sweep_meet(cr_meeting *m, uint64_t *random) {
    double far = m->a->reach + fmin(m->b->reach, 0.3);
    cr_vec from = cr_vec_unit(test_random_vec(random, 1.0), cr_vec_make(0, 0, 1));
    if (m->b->reach > 1e300) from.z = fabs(from.z) + 0.2;
    cr_vec aim = test_random_vec(random, 0.2 * fmin(m->a->reach, m->b->reach));
    m->pose_a = (cr_pose){cr_vec_along(aim, 1.5 * far, from), test_random_turn(random)};
    for (int k = 0; k < 300; k++) {
        double gap = sweep_brute(m, 0.1);
        if (gap < 2e-5) return true;
        m->pose_a.at = cr_vec_along(m->pose_a.at, -(gap - 1e-5), from);
    }
    return false;
}

static inline void sweep_pair(const cr_form *a, const cr_form *b, const char *name, int starts,
                              uint64_t seed) {
    uint64_t random = cr_random_seed(seed);
    const double reach = 3e-4;
    int met = 0;
    for (int start = 0; start < starts; start++) {
        cr_meeting m = test_meet(a, b);
        if (!sweep_meet(&m, &random)) continue;
        met++;
        cr_touch_memory memory = {0};
        cr_vec turn = test_random_vec(&random, 2e-3), shift = test_random_vec(&random, 2e-6);
        for (int step = 0; step < 12; step++) {
            cr_touch_memory before = memory;
            cr_touch_find(&m, reach, &memory, NULL);
            double brute = sweep_brute(&m, reach), found = fmin(touch_least(&memory), reach);
            // Deeper the distance is no longer that of edges; of points that are one an old one stays while
            // another is deeper by a micrometre at most.
            if (brute > -5e-4)
                CHECK(found < brute + 1.1e-6, "%s, start %d.%d: brute force finds %g, not %g", name, start,
                      step, brute, found);
            double jump = step ? sweep_jump(&before, &memory) : 0.0;
            if (jump > 1e-3) {
                cr_meeting last = m;
                last.pose_a = sweep_between(&m.pose_a, cr_vec_scale(-1, shift), cr_vec_scale(-1, turn), 1.0);
                sweep_check_jump(&last, &before, shift, turn, jump, reach, name);
            }
            m.pose_a = sweep_between(&m.pose_a, shift, turn, 1.0);
        }
    }
    CHECK(met > 0, "%s: %d of %d met", name, met, starts);
}

static inline void sweep_all(cr_arena *arena, int starts, uint64_t seed) {
    const cr_form *box = test_box(arena, 0.08, 0.05, 0.03, 0.001), *plane = test_plane(arena);
    const cr_form *cylinder = test_cylinder(arena, 0.02, 0.05, 0.001),
                  *capsule = test_capsule(arena, 0.01, 0.05);
    const cr_form *ring = test_form(arena, "ring", "radius", 0.03, "thickness", 0.006, "", 0, "", 0);
    const cr_form *ball = test_sphere(arena, 0.01), *coin = test_cylinder(arena, 0.03, 0.004, 0.0005);
    const struct {
        const char *name;
        const cr_form *a, *b;
    } pairs[] = {{"box box", box, box},
                 {"box plane", box, plane},
                 {"cylinder plane", cylinder, plane},
                 {"cylinder box", cylinder, box},
                 {"cylinder cylinder", cylinder, cylinder},
                 {"capsule box", capsule, box},
                 {"capsule capsule", capsule, capsule},
                 {"ring ring", ring, ring},
                 {"ring box", ring, box},
                 {"ball ring", ball, ring},
                 {"coin ring", coin, ring},
                 {"coin box", coin, box}};
    for (int i = 0; i < (int)(sizeof pairs / sizeof *pairs); i++)
        sweep_pair(pairs[i].a, pairs[i].b, pairs[i].name, starts, seed + (uint64_t)i);
}

#endif
