// Closed forms: volume, centre and inertia; turned bodies look the same from all around; frames of rods; what
// is refused and what happens without memory.
#include "form_tools.h"
#include "seeds.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static void check_mass(const cr_form *form, double volume, double z, double xx, double zz) {
    CHECK_REL(form->volume, volume, 1e-12);
    CHECK(fabs(form->centre.z - z) < 1e-12 * form->reach, "%s: centre at %.17g, not %.17g", form->type->name,
          form->centre.z, z);
    CHECK_REL(form->inertia[0], xx, 1e-12);
    CHECK_REL(form->inertia[2], zz, 1e-12);
    for (int i = 3; i < 6; i++)
        CHECK(fabs(form->inertia[i]) < 1e-12 * xx, "%s: product %g", form->type->name, form->inertia[i]);
}

static cr_form *made(const char *type, const cr_setting *set, cr_arena *arena) {
    cr_error error = {0};
    cr_form *form = cr_form_new(type, set, arena, &error);
    if (!form) {
        printf("%s: %s\n", error.place, error.reason);
        exit(1);
    }
    return form;
}

#define MADE(type, ...) made(type, (const cr_setting[]){__VA_ARGS__, {0}}, arena)

static void check_solids(cr_arena *arena) {
    double r = 0.03, h = 0.2, v = 4.0 / 3.0 * pi * r * r * r;
    check_mass(MADE("sphere", {"radius", r}), v, 0.0, 0.4 * v * r * r, 0.4 * v * r * r);
    v = 0.1 * 0.2 * 0.3;
    check_mass(MADE("box", {"x", 0.1}, {"y", 0.2}, {"z", 0.3}, {"round", 0.01}), v, 0.0,
               v * (0.04 + 0.09) / 12.0, v * (0.01 + 0.04) / 12.0);
    v = pi * r * r * h;
    check_mass(MADE("cylinder", {"radius", r}, {"length", h}), v, 0.0, v * (3.0 * r * r + h * h) / 12.0,
               0.5 * v * r * r);
    double a = 0.02, q = r * r + a * a;
    v = pi * (r * r - a * a) * h;
    check_mass(MADE("tube", {"radius", r}, {"thickness", r - a}, {"length", h}), v, 0.0,
               v * (3.0 * q + h * h) / 12.0, 0.5 * v * q);
    double ball = 4.0 / 3.0 * pi * r * r * r, rod = pi * r * r * h;
    check_mass(MADE("capsule", {"radius", r}, {"length", h}), ball + rod, 0.0,
               rod * (3.0 * r * r + h * h) / 12.0 + ball * (0.4 * r * r + 0.25 * h * h + 0.375 * h * r),
               0.5 * rod * r * r + 0.4 * ball * r * r);
    v = 2.0 * pi * pi * 0.05 * 0.01 * 0.01;
    check_mass(MADE("ring", {"radius", 0.05}, {"thickness", 0.02}), v, 0.0,
               v * (0.5 * 0.05 * 0.05 + 0.625 * 0.01 * 0.01), v * (0.05 * 0.05 + 0.75 * 0.01 * 0.01));
}

// A bowl of even thickness as wide as high is half a shell; its own origin is at its bottom.
static void check_shells(cr_arena *arena) {
    double r = 0.05, t = 0.004, out = r + 0.5 * t, in = r - 0.5 * t;
    double v = 4.0 / 3.0 * pi * (pow(out, 3) - pow(in, 3)), i = 8.0 / 15.0 * pi * (pow(out, 5) - pow(in, 5));
    check_mass(MADE("shell", {"radius", r}, {"thickness", t}), v, 0.0, i, i);
    double deep =
        0.375 * (pow(out, 4) - pow(in, 4)) / (pow(out, 3) - pow(in, 3)); // of the centre below the rim
    check_mass(MADE("bowl", {"radius", r}, {"height", r}, {"thickness", t}, {"bottom", t}, {"foot", 0.01}),
               0.5 * v, r - deep, 0.5 * i - 0.5 * v * deep * deep, 0.5 * i);
    const cr_form *pipe = MADE("half-pipe", {"radius", 0.02}, {"thickness", 0.003}, {"turns", 0.5});
    double speed = hypot(0.1, 0.08 / (2.0 * pi));
    CHECK_REL(pipe->volume, pi * speed * 0.5 * pi * (0.023 * 0.023 - 0.02 * 0.02), 1e-12);
}

static void check_turned(cr_arena *arena, uint64_t *random) {
    static const char *const round[] = {"sphere", "capsule", "cylinder", "disc", "tube",      "ring",
                                        "shell",  "bowl",    "cup",      "bell", "wine-glass"};
    for (size_t i = 0; i < sizeof round / sizeof *round; i++) {
        const cr_form *form = cr_form_new(round[i], NULL, arena, NULL);
        for (int k = 0; k < 50; k++) {
            cr_vec p = form_random_point(form, 0.1, random);
            double angle = pi * cr_random_uniform(random);
            cr_quat turn = {cos(0.5 * angle), 0.0, 0.0, sin(0.5 * angle)};
            cr_near here = cr_form_near(form, p, 0), there = cr_form_near(form, cr_quat_turn(turn, p), 0);
            double off = cr_vec_length(cr_vec_sub(cr_quat_turn(turn, here.normal), there.normal));
            CHECK(fabs(here.distance - there.distance) < 1e-14 && off < 1e-9, "%s: turned, %g and %g",
                  round[i], here.distance - there.distance, off);
        }
    }
}

// Without rounding the least distance from all rods; with it not more, equal far from where rods meet, and
// without a jump.
static void check_rods(cr_arena *arena, uint64_t *random) {
    enum { RODS = 40 };
    cr_rod rod[RODS];
    cr_vec at = {0};
    for (int i = 0; i < RODS; i++) {
        cr_vec next = cr_vec_along(at, 0.05, form_random_direction(random));
        rod[i] = (cr_rod){at, next, 0.002 + 0.001 * cr_random_uniform(random)};
        if (i % 3) at = next;
    }
    double fillet = 0.003;
    const cr_form *sharp = cr_form_rods(rod, RODS, 0.0, arena, NULL),
                  *form = cr_form_rods(rod, RODS, fillet, arena, NULL);
    CHECK(sharp && form && form->features == RODS, "no rods");
    for (int i = 0; i < TEST_AMOUNT(4000, 400); i++) {
        cr_vec p = form_random_point(form, 0.02, random);
        double least = (double)INFINITY;
        for (int k = 0; k < RODS; k++) {
            cr_vec along = cr_vec_sub(rod[k].to, rod[k].from), off = cr_vec_sub(p, rod[k].from);
            double u = fmin(fmax(cr_vec_dot(off, along) / cr_vec_dot(along, along), 0.0), 1.0);
            least = fmin(least, cr_vec_length(cr_vec_along(off, -u, along)) - rod[k].radius);
        }
        CHECK_NEAR(cr_form_near(sharp, p, 0).distance, least, 1e-14);
        cr_near near = cr_form_near(form, p, 0),
                beside = cr_form_near(form, cr_vec_along(p, 1e-8, near.normal), 0);
        CHECK(near.distance <= least + 1e-15 && near.distance > least - fillet, "rods: %g, least %g",
              near.distance, least);
        double jump = cr_vec_length(cr_vec_sub(near.normal, beside.normal));
        if (least > -0.0005) // within a rod its axis is a kink
            CHECK(jump < 1e-4 && fabs(beside.distance - near.distance) < 1.01e-8,
                  "rods: normal jumps by %g, distance %.12g to %.12g, least %g", jump, near.distance,
                  beside.distance, least);
    }
    CHECK(!cr_form_rods(rod, 0, 0.0, arena, NULL), "no rods make a form");
    rod[0].radius = 0.0;
    CHECK(!cr_form_rods(rod, RODS, 0.0, arena, NULL), "a rod without a radius makes a form");
}

typedef struct stingy {
    int left;
} stingy;

static void *give(void *context, size_t bytes) {
    stingy *s = context;
    return s->left-- > 0 ? malloc(bytes) : NULL;
}

static void take(void *context, void *memory) {
    (void)context;
    free(memory);
}

static void check_memory(void) {
    int count;
    const cr_form_type *const *types = cr_form_types(&count);
    for (int i = 0; i < count; i++)
        for (int left = 1; left < 4; left++) {
            stingy s = {left};
            cr_arena *arena = cr_arena_new((cr_allocator){give, take, &s});
            cr_error error = {0};
            if (!arena) continue;
            if (!cr_form_new(types[i]->name, NULL, arena, &error))
                CHECK(error.status == CR_ERR_MEMORY, "%s: %s", types[i]->name, error.reason);
            cr_arena_free(arena);
        }
}

static void check_refused(cr_arena *arena) {
    cr_error error = {0};
    CHECK(!cr_form_new("bax", NULL, arena, &error) && error.status == CR_ERR_UNKNOWN &&
              strstr(error.reason, "bo"),
          "%s", error.reason);
    CHECK(!cr_form_new("box", (const cr_setting[]){{"x", -1.0}, {0}}, arena, &error) &&
              error.status == CR_ERR_RANGE,
          "%s", error.reason);
    CHECK(!cr_form_new("box", (const cr_setting[]){{"round", 0.006}, {0}}, arena, &error) &&
              error.status == CR_ERR_RANGE && strstr(error.reason, "0.005"),
          "%s", error.reason);
    CHECK(!cr_form_new("tube", (const cr_setting[]){{"thickness", 0.012}, {0}}, arena, &error) &&
              error.status == CR_ERR_RANGE,
          "%s", error.reason);
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    check_solids(arena);
    check_shells(arena);
    for (TEST_SEEDS(seed, 1, 2, 3)) {
        uint64_t random = cr_random_seed(seed);
        check_turned(arena, &random);
        check_rods(arena, &random);
    }
    check_memory();
    check_refused(arena);
    cr_arena_free(arena);
    return test_summary();
}
