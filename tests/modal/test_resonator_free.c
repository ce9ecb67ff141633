// A body of modes without contact: changes of the step and momentum given inside a sample, against the exact
// decay of every mode in long double.
#include "base/numeric.h"
#include "base/random.h"
#include "modal/resonator.h"
#include "seeds.h"
#include "test.h"

#include <complex.h>

#ifdef __clang__
#pragma clang diagnostic ignored "-Wdouble-promotion" // double meets long double on purpose
#endif

enum { MODES = 9, SAMPLES = 200 };
static const double h = 1.0 / 44100;
// a free motion, low and high modes, strongly damped, just over- and underdamped, and far overdamped ones
static const double frequency[MODES] = {0, 150, 7000, 5000, 19000, 21900, 2000, 2000, 300};
static const double sigma[MODES] = {40, 1, 0, 4000, 700, 3000, 12566.3, 12566.4, 20000};
static const double shapes[2 * MODES] = {3, 1, -2, 1.5, 1, .7, .9,  -1.1, .6,
                                         3, 2, 1,  -.5, 2, 1,  -.3, .8,   1.3};

typedef struct motion {
    long double q, v;
} motion;

// q'' + 2 sigma q' + w^2 q = 0
static motion decay(int mode, motion m, long double t) {
    long double w = 2 * acosl(-1) * frequency[mode], s = sigma[mode];
    long double complex wd = csqrtl(w * w - s * s), sine = csinl(wd * t) / wd, cosine = ccosl(wd * t);
    long double e = expl(-s * t), slide = e * creall(sine), turn = e * creall(cosine);
    return (motion){(turn + s * slide) * m.q + slide * m.v, (turn - s * slide) * m.v - w * w * slide * m.q};
}

// Large enough for a mode's displacement and velocity alike.
static double size_of(int mode, motion m) {
    double w = 2 * cr_pi * fmax(frequency[mode], 100);
    return (double)hypotl(m.q, m.v / w);
}

static cr_resonator make_body(cr_arena *arena) {
    cr_resonator body;
    int index;
    CHECK(cr_resonator_make(&body, MODES, frequency, sigma, h, 2, arena, NULL) == CR_OK, "make");
    for (int k = 0; k < 2; k++)
        CHECK(cr_resonator_tap(&body, shapes + k * MODES, true, arena, &index, NULL) == CR_OK, "tap");
    CHECK(cr_resonator_prepare(&body, arena, NULL) == CR_OK, "prepare");
    return body;
}

static void step_sample(cr_resonator *body) {
    for (int s = 0; s < 1 << body->level; s++) cr_resonator_step(body, true);
}

// Greatest error of a mode over its amplitude, and of the first tap.
static double error_of(const cr_resonator *body, const motion *exact, const double *size) {
    double worst = 0, reach = 0;
    long double y = 0;
    for (int i = 0; i < MODES; i++) {
        double q, v, w = 2 * cr_pi * fmax(frequency[i], 100);
        cr_resonator_get(body, i, &q, &v);
        worst = fmax(worst, (double)hypotl(q - exact[i].q, (v - exact[i].v) / w) / size[i]);
        y += shapes[i] * exact[i].q;
        reach += fabs(shapes[i]) * size[i];
    }
    return fmax(worst, (double)fabsl(body->taps[0].y - y) / reach);
}

// What limits it: up to 16 steps per sample, each with the last digits of its turn, which low modes feel
// most. At a step that stays 1/16 the same modes are off by 3e-13.
static void check_changes_of_step(uint64_t seed) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_resonator body = make_body(arena);
    uint64_t state = cr_random_seed(seed);
    motion exact[MODES];
    double size[MODES], worst = 0, books = 0;
    for (int i = 0; i < MODES; i++) {
        exact[i] = (motion){1e-4 * cr_random_uniform(&state), .5 * cr_random_uniform(&state)};
        size[i] = size_of(i, exact[i]);
        cr_resonator_set(&body, i, (double)exact[i].q, (double)exact[i].v);
    }
    cr_resonator_start(&body);
    double start = cr_resonator_energy(&body);
    for (int n = 0; n < SAMPLES; n++) {
        body.lost -= cr_resonator_set_level(&body, (int)(2.5 * (1 + cr_random_uniform(&state))) % CR_LEVELS);
        step_sample(&body);
        for (int i = 0; i < MODES; i++) exact[i] = decay(i, exact[i], 1 / 44100.0L);
        worst = fmax(worst, error_of(&body, exact, size));
        books = fmax(books, fabs(cr_resonator_energy(&body) + body.lost - start) / start);
    }
    printf("a change of step every sample: modes off by %.1e of their amplitude, books by %.1e\n", worst,
           books);
    CHECK(worst <= 1e-12, "%g", worst);
    CHECK(books <= 1e-13, "%g", books);
    cr_arena_free(arena);
}

// Momentum at 64 times inside a sample, at every level, on top of a motion. Modes that are gone within a
// sample would be kicked at once; there is none here.
static void check_kicks(void) {
    double worst = 0, answers = 0, ahead = 0, books = 0;
    for (int n = 0; n < 64 * CR_LEVELS; n++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_resonator body = make_body(arena);
        double part = (n % 64 + 0.5) / 64, momentum = 1e-3, size[MODES];
        long double time = part * (long double)h, left = (long double)h - time, velocity = 0;
        motion exact[MODES];
        cr_resonator_set_level(&body, n / 64);
        for (int i = 0; i < MODES; i++) {
            exact[i] = (motion){1e-5 * (i % 3 - 1), .1 * (i % 4 - 1.5)};
            cr_resonator_set(&body, i, (double)exact[i].q, (double)exact[i].v);
        }
        cr_resonator_start(&body);
        double start = cr_resonator_energy(&body), y = body.taps[0].y;
        cr_tap_path path = cr_resonator_ahead(&body, 0, (double)time);
        double added = cr_resonator_kick(&body, 1, momentum, (double)time);
        CHECK_NEAR(body.taps[0].y, y + momentum * cr_resonator_answer(&body, 0, 1, -(double)time), 1e-17);
        CHECK_NEAR(body.taps[0].change, body.taps[0].y - y, 1e-18);
        step_sample(&body);
        books = fmax(books, fabs(cr_resonator_energy(&body) + body.lost - start - added) / start);
        long double way = 0, answer = 0;
        for (int i = 0; i < MODES; i++) {
            motion at = decay(i, exact[i], time), rest = {0, shapes[MODES + i]}, begun = exact[i];
            way += shapes[i] * (at.q - begun.q);
            velocity += shapes[i] * at.v;
            answer += shapes[i] * decay(i, rest, left).q;
            at.v += shapes[MODES + i] * momentum;
            exact[i] = decay(i, at, left);
            size[i] = size_of(i, begun) + size_of(i, at);
        }
        ahead = fmax(ahead, fmax((double)fabsl(path.velocity - velocity), (double)fabsl(path.way - way) / h));
        answers = fmax(answers, (double)fabsl(cr_resonator_answer(&body, 0, 1, (double)left) - answer) / h);
        worst = fmax(worst, error_of(&body, exact, size));
        cr_arena_free(arena);
    }
    printf("momentum inside a sample: modes off by %.1e, path by %.1e, answer by %.1e, books by %.1e\n",
           worst, ahead, answers, books);
    CHECK(worst <= 1e-13, "%g", worst);
    CHECK(ahead <= 1e-13 && answers <= 1e-13, "%g %g", ahead, answers); // of velocities near 1 m/s
    CHECK(books <= 1e-14, "%g", books);
}

// A falling mass: x is a parabola before and after, and energy the work J (v before + v after)/2 to rounding.
static void check_falling_mass(void) {
    const double none = 0, shape = 2, g = -9.81, momentum = 3e-3; // mass 1/4 kg
    for (int n = 0; n < 64; n++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_resonator body;
        int index;
        CHECK(cr_resonator_make(&body, 1, &none, &none, h, 1, arena, NULL) == CR_OK, "make");
        CHECK(cr_resonator_tap(&body, &shape, true, arena, &index, NULL) == CR_OK, "tap");
        CHECK(cr_resonator_prepare(&body, arena, NULL) == CR_OK, "prepare");
        body.gravity = g / shape;
        cr_resonator_set(&body, 0, 0, -1 / shape);
        cr_resonator_start(&body);
        double time = (n + 0.5) / 64 * h, v = -1 + g * time, gain = shape * shape * momentum;
        double added = cr_resonator_kick(&body, 0, momentum, time);
        CHECK_REL(added, momentum * (v + 0.5 * gain),
                  1e-12); // a difference of energies a hundred times as large
        cr_resonator_step(&body, true);
        CHECK_NEAR(body.taps[0].y, -h + 0.5 * g * h * h + gain * (h - time), 1e-20);
        CHECK_NEAR(body.taps[0].change, body.taps[0].y, 1e-20);
        CHECK_NEAR(shape * body.rigid_v, -1 + g * h + gain, 1e-15);
        cr_arena_free(arena);
    }
}

int main(void) {
    for (TEST_SEEDS(seed, 1, 2, 3)) check_changes_of_step(seed);
    check_kicks();
    check_falling_mass();
    return test_summary();
}
