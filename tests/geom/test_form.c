// Every form of the table, with its defaults and with random sizes: the normal is the gradient of the
// distance and has length 1, the distance is that of the surface and holds in all space, features lie on the
// surface, bounds hold it, nothing is ever NaN.
#include "form_tools.h"
#include "seeds.h"
#include "test.h"

#include <string.h>

static double distance_at(const cr_form *form, cr_vec p) {
    return cr_form_near(form, p, 0).distance;
}

// The gradient by differences of order 4; the error of a distance is rounding over the step, that of the
// formula the fourth power of the step over the distance to where the field bends.
static cr_vec differences(const cr_form *form, cr_vec p, double step) {
    double g[3];
    for (int i = 0; i < 3; i++) {
        cr_vec e = {i == 0 ? step : 0.0, i == 1 ? step : 0.0, i == 2 ? step : 0.0};
        double near = distance_at(form, cr_vec_add(p, e)) - distance_at(form, cr_vec_sub(p, e));
        double far = distance_at(form, cr_vec_along(p, 2.0, e)) - distance_at(form, cr_vec_along(p, -2.0, e));
        g[i] = (8.0 * near - far) / (12.0 * step);
    }
    return (cr_vec){g[0], g[1], g[2]};
}

// The outside of a blend of two parts is not exactly a distance, the direction is that of the gradient.
static bool blended(const cr_form *form) {
    static const char *const names[] = {"mug", "table", "tuning-fork", "rods"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(form->type->name, names[i]) == 0) return true;
    return false;
}

typedef struct tally {
    int points,
        kinks; // where the gradient of the distance jumps (edges of the medial surface, sharp normals)
} tally;

static void check_gradient(const cr_form *form, cr_vec p, tally *t) {
    double size = form_size(form), step = 1e-5 * size;
    cr_near near = cr_form_near(form, p, 0);
    CHECK(fabs(cr_vec_length(near.normal) - 1.0) < 1e-12, "%s: normal of length %.15g", form->type->name,
          cr_vec_length(near.normal));
    cr_vec g = differences(form, p, step), half = differences(form, p, 0.5 * step);
    t->points++;
    if (cr_vec_length(cr_vec_sub(g, half)) > 1e-6) { // the field has a kink within the steps
        t->kinks++;
        return;
    }
    double length = cr_vec_length(g);
    if (!blended(form))
        CHECK(fabs(length - 1.0) < 1e-6, "%s: |grad| %.9g at %g %g %g", form->type->name, length, p.x, p.y,
              p.z);
    CHECK(length > 0.1 && length < 1.0 + 1e-6, "%s: |grad| %.9g at %g %g %g", form->type->name, length, p.x,
          p.y, p.z);
    double off = cr_vec_length(cr_vec_sub(cr_vec_scale(1.0 / length, g), near.normal));
    // Where the curvature of the field jumps from 0 to one over the distance, a difference is off by up to
    // the step times that, and two of them may happen to agree.
    CHECK(off < 3e-5, "%s: normal off by %g at %.9g %.9g %.9g, distance %g", form->type->name, off, p.x, p.y,
          p.z, near.distance);
}

// No point of the surface is nearer than the distance says, and one is as near: the foot of the normal.
static void check_distance(const cr_form *form, cr_vec p, uint64_t *random) {
    cr_near near = cr_form_near(form, p, 0);
    cr_vec foot = cr_vec_along(p, -near.distance, near.normal);
    double size = form_size(form), at = distance_at(form, foot), slack = 1e-9 * size;
    // The end of a half-pipe is cut across its middle line, that of a lip across the lip, which is turned by
    // up to the rise of a turn: at the corners between them this is as much of the rounding.
    if (strcmp(form->type->name, "half-pipe") == 0 && near.distance > 0.0) slack = 0.1 * form->round;
    if (!blended(form))
        CHECK(fabs(at) < slack, "%s: foot at %g of %g %g %g (distance %g)", form->type->name, at, p.x, p.y,
              p.z, near.distance);
    cr_vec q;
    if (!form_surface_point(form, random, &q)) return;
    double apart = cr_vec_length(cr_vec_sub(p, q));
    CHECK(apart >= fabs(near.distance) - 1e-9 * size, "%s: a point of the surface at %.9g, distance %.9g",
          form->type->name, apart, near.distance);
    if (isinf(form->reach)) return;
    slack = 1e-9 * size;
    CHECK(q.x > form->low.x - slack && q.y > form->low.y - slack && q.z > form->low.z - slack &&
              q.x < form->high.x + slack && q.y < form->high.y + slack && q.z < form->high.z + slack &&
              cr_vec_length(q) < form->reach + slack,
          "%s: %g %g %g out of bounds", form->type->name, q.x, q.y, q.z);
}

// A ball that is larger than the body touches its surface straight down, or straight out of the axis; a
// surface that is covered is inside.
static double off_surface(const cr_form *form, const cr_feature *feature, cr_vec p) {
    double off = distance_at(form, p) + feature->round;
    if (!feature->wide || feature->kind == CR_FEATURE_CURVE) return off;
    // rods of a frame go through each other, and end in thicker ones
    if (feature->kind == CR_FEATURE_SURFACE || strcmp(form->type->name, "frame") == 0) return fmax(off, 0.0);
    cr_vec down = feature->kind == CR_FEATURE_LINE ? (cr_vec){1.0, 0.0, 0.0} : (cr_vec){0.0, 0.0, -1.0};
    return distance_at(form, cr_vec_along(p, feature->round, down));
}

// A sample of a feature is `round` deep in the form.
static void check_features(const cr_form *form) {
    double size = form_size(form);
    for (int f = 0; f < form->features; f++) {
        const cr_feature *feature = &form->feature[f];
        CHECK(feature->samples > 0, "%s: feature %d without samples", form->type->name, f);
        for (int s = 0; s < feature->samples; s++) {
            cr_vec p = form_sample(form, f, s);
            bool first = s == 0 && feature->ends & CR_END_FIRST,
                 last = s == feature->samples - 1 && feature->ends & CR_END_LAST;
            if ((first || last) && (blended(form) || feature->wide)) continue; // of another feature
            double off = off_surface(form, feature, p);
            CHECK(fabs(off) < 1e-9 * size, "%s: feature %d sample %d is off by %g", form->type->name, f, s,
                  off);
        }
    }
}

static bool finite(cr_near near) {
    return isfinite(near.distance) && isfinite(near.normal.x) && isfinite(near.normal.y) &&
           isfinite(near.normal.z) && fabs(cr_vec_length(near.normal) - 1.0) < 1e-9;
}

static void check_hostile(const cr_form *form, uint64_t *random) {
    double size = form_size(form);
    double value[] = {0.0,  -0.0, 1e-320, -1e-300, 1e-17, 1e-9 * size, 0.5 * form->value[0], form->value[0],
                      size, 1e6,  -1e12,  1e100};
    enum { VALUES = sizeof value / sizeof *value };
    for (int i = 0; i < TEST_AMOUNT(1200, 200); i++) {
        int k[3];
        for (int j = 0; j < 3; j++) k[j] = (int)(0.5 * (cr_random_uniform(random) + 1.0) * VALUES) % VALUES;
        cr_vec p = {value[k[0]], value[k[1]], value[k[2]]};
        for (int side = -1; side <= 1; side++)
            CHECK(finite(cr_form_near(form, p, side)), "%s: not finite at %g %g %g side %d", form->type->name,
                  p.x, p.y, p.z, side);
    }
    for (int f = 0; f < form->features; f++) {
        cr_vec c = form_sample(form, f, 0);
        CHECK(finite(cr_form_near(form, c, 0)), "%s: not finite on feature %d", form->type->name, f);
    }
}

// Within the thickness of the wall from a rim, which belongs to both sides, or in the handle of a mug or the
// leg of a table, which are no walls.
static bool near_rim(const cr_form *form, cr_vec p) {
    double rho = sqrt(p.x * p.x + p.y * p.y);
    if (strcmp(form->type->name, "mug") == 0 && fabs(p.y) < form->high.x - form->high.y && p.x > 0.0)
        return true;
    if (strcmp(form->type->name, "table") == 0 && p.z < form->high.z - form->value[3]) return true;
    for (int f = 0; f < form->features; f++) {
        const cr_feature *c = &form->feature[f];
        if (c->kind == CR_FEATURE_CIRCLE && hypot(rho - c->radius, p.z - c->at.z) < c->round + form->wall)
            return true;
    }
    return false;
}

// On its own side a point sees the same distance; past the middle of a wall it is pushed back, or out of the
// nearest face across, never through.
static void check_sides(const cr_form *form, uint64_t *random) {
    for (int i = 0; i < TEST_AMOUNT(200, 40); i++) {
        cr_vec p;
        if (!form_surface_point(form, random, &p)) continue;
        cr_near at = cr_form_near(form, p, 0);
        p = cr_vec_along(p, 0.1 * form->round + 1e-4 * form_size(form), at.normal);
        cr_near out = cr_form_near(form, p, 0), one = cr_form_near(form, p, 1),
                other = cr_form_near(form, p, -1);
        double best = fmax(one.distance, other.distance);
        CHECK(best == out.distance, "%s: outside %g, by sides %g and %g", form->type->name, out.distance,
              one.distance, other.distance);
        int side = one.distance > other.distance ? 1 : -1;
        if (one.distance == other.distance) continue;
        cr_vec deep = cr_vec_along(p, -out.distance - 0.8 * form->wall, at.normal);
        cr_near back = cr_form_near(form, deep, side);
        if (near_rim(form, deep)) continue;
        CHECK(back.distance < 0.0 && cr_vec_dot(back.normal, at.normal) > -0.75,
              "%s: at %g, from %g %g %g not pushed back", form->type->name, back.distance, deep.x, deep.y,
              deep.z);
    }
}

static void check_form(const cr_form *form, uint64_t *random, tally *t) {
    check_features(form);
    check_hostile(form, random);
    check_sides(form, random);
    for (int i = 0; i < TEST_AMOUNT(300, 40); i++) {
        cr_vec p = form_random_point(form, i % 3 == 0 ? 1.0 : 0.05, random), q;
        check_gradient(form, p, t);
        check_distance(form, p, random);
        if (form_surface_point(form, random, &q))
            check_gradient(form, cr_vec_along(q, 1e-3 * form_size(form), cr_form_near(form, q, 0).normal), t);
    }
}

int main(void) {
    int count;
    const cr_form_type *const *types = cr_form_types(&count);
    for (TEST_SEEDS(seed, 1, 2, 3)) {
        for (int i = 0; i < count; i++) {
            uint64_t random = cr_random_seed(seed + (uint64_t)i * 1000);
            cr_arena *arena = cr_arena_new(cr_allocator_default());
            cr_form *form = cr_form_new(types[i]->name, NULL, arena, NULL);
            CHECK(form != NULL, "%s: no form", types[i]->name);
            tally t = {0};
            if (form) check_form(form, &random, &t);
            for (int k = 0; k < 3; k++)
                if ((form = form_random(types[i], 1.5, &random, arena))) check_form(form, &random, &t);
            // Kinks are the medial surface, of no volume, and within the steps of it.
            CHECK(t.kinks < 0.08 * t.points, "%s: %d kinks at %d points", types[i]->name, t.kinks, t.points);
            cr_arena_free(arena);
        }
    }
    return test_summary();
}
