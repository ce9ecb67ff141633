// Acceleration noise: Hertzian clicks of balls against the values of the sphere's filter in fine steps, a
// slow half-sine in closed form, added masses of ellipsoids.
#include "ball_pair.h"
#include "carom/exact.h"
#include "carom/sound.h"

#include "base/numeric.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const double c_air = 343.2;

typedef struct ball {
    double radius, density, young, poisson, speed; // two alike, relative speed
} ball;

// One ball of two that collide, thrown along x: its sound on the axis at a distance from its centre, n
// samples.
static void one_ball(const ball *b, double rate, cr_vec ear, double *out, int blocks) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double volume = 4.0 / 3 * cr_pi * pow(b->radius, 3), mass = volume * b->density;
    double modulus = b->young / (2 * (1 - b->poisson * b->poisson));
    double k = 4.0 / 3 * modulus * sqrt(0.5 * b->radius), impulse = mass * b->speed; // J = 2 m* v
    cr_clicker_def def = cr_clicker_def_default();
    def.rate = rate;
    def.mass = mass;
    def.volume = volume;
    cr_clicker *clicker = cr_clicker_new(&def, arena, NULL);
    cr_sound_contact c = {.t0 = 1e-5, .t1 = 1e-5, .impulse = {impulse, 0, 0}};
    c.duration = cr_sound_duration(k, 1.5, 0.5 * mass, 1, impulse);
    CHECK(cr_clicker_contact(clicker, &c, NULL) == CR_OK, "contact");
    cr_clicker_face(clicker, cr_vec_make(1, 0, 0), impulse);
    const cr_vec at[1][2] = {{ear, ear}};
    for (int i = 0; i < blocks; i++) {
        double *block = out + i * CR_SOUND_BLOCK;
        memset(block, 0, CR_SOUND_BLOCK * sizeof *block);
        cr_clicker_run(clicker, at, &block);
    }
    cr_arena_free(arena);
}

static void extremes(const double *p, int n, double *most, double *least) {
    *most = *least = 0;
    for (int i = 0; i < n; i++) {
        *most = cr_max(*most, p[i]);
        *least = cr_min(*least, p[i]);
    }
}

// Greatest and least pressure at 1 m on the axis, of one ball from its centre and of both from the point of
// contact, each ball's wave from its own surface: within 1 %.
static void balls(void) {
    static const struct {
        ball ball;
        double one[2], two[2];
    } row[] = {{{.0075, 7850, 2e11, .29, 1}, {.8081, -.5423}, {.8143, -1.2807}},
               {{.0075, 7850, 2e11, .29, .1}, {.0476, -.0428}, {.0480, -.0904}},
               {{.015, 7850, 2e11, .29, 1}, {1.623, -1.077}, {1.648, -2.558}},
               {{.008, 2500, 6.5e10, .22, 1}, {.856, -.577}, {.863, -1.360}}};
    enum { BLOCKS = 40, COUNT = BLOCKS * CR_SOUND_BLOCK };
    static double one[COUNT], near[COUNT], far[COUNT], both[COUNT];
    const double rate = 4e6;
    for (int i = 0; i < 4; i++) {
        const ball *b = &row[i].ball;
        double most, least, R = b->radius;
        one_ball(b, rate, cr_vec_make(1, 0, 0), one, BLOCKS);
        extremes(one, COUNT, &most, &least);
        CHECK_REL(most, row[i].one[0], 0.01);
        CHECK_REL(least, row[i].one[1], 0.01);
        one_ball(b, rate, cr_vec_make(1 - R, 0, 0), near, BLOCKS);
        one_ball(b, rate, cr_vec_make(1 + R, 0, 0), far, BLOCKS);
        int later = (int)lround(2 * R / c_air * rate); // thrown the other way, and farther by its diameter
        for (int n = 0; n < COUNT; n++) both[n] = near[n] - (n >= later ? far[n - later] : 0);
        extremes(both, COUNT, &most, &least);
        printf("two balls: %+.4f %+.4f Pa\n", most, least);
        CHECK_REL(most, row[i].two[0], 0.01);
        CHECK_REL(least, row[i].two[1], 0.01);
    }
}

// At the rate of sound: up to 16 kHz the spectrum is that of a high rate, within 0.3 dB: the filter's ripple
// and what aliases.
static void at_the_rate_of_sound(void) {
    enum { SLOW = 4, FAST = 8 * SLOW };
    static double slow[SLOW * CR_SOUND_BLOCK], fast[FAST * CR_SOUND_BLOCK];
    const ball steel = {.0075, 7850, 2e11, .29, 1};
    one_ball(&steel, 44100, cr_vec_make(1, 0, 0), slow, SLOW);
    one_ball(&steel, 8 * 44100, cr_vec_make(1, 0, 0), fast, FAST);
    for (double f = 1000; f <= 16000; f += 1000) {
        double size[2];
        for (int k = 0; k < 2; k++) {
            double rate = k ? 8 * 44100.0 : 44100.0, re = 0, im = 0;
            for (int n = 0; n < (k ? FAST : SLOW) * CR_SOUND_BLOCK; n++) {
                double x = (k ? fast : slow)[n] / rate;
                re += x * cos(2 * cr_pi * f * n / rate);
                im += x * sin(2 * cr_pi * f * n / rate);
            }
            size[k] = hypot(re, im);
        }
        CHECK_NEAR(20 * log10(size[0] / size[1]), 0, 0.3);
    }
}

static double level_at(const double *p, int n, double rate, double f) {
    double re = 0, im = 0;
    for (int i = 0; i < n; i++) {
        re += p[i] * cos(2 * cr_pi * f * i / rate);
        im += p[i] * sin(2 * cr_pi * f * i / rate);
    }
    return hypot(re, im);
}

// Across the axis of two balls that collide [dB of the axis], against the series of waves about both with a
// gap of 0.02 R, which is -19.6, -16.4, -13.4, -10.4 dB at k R = 0.5, 1, 1.5, 2; a gap of 0.005 R changes it
// by 0.2 dB, and boundary elements have -19, -16, -13, -10. On the axis the sum of both balls is near.
static void across(void) {
    static const double kr[] = {0.25, 0.5, 1, 1.5, 2};
    enum { BLOCKS = 40, COUNT = BLOCKS * CR_SOUND_BLOCK };
    static double near[COUNT], far[COUNT], side[COUNT], both[COUNT];
    const double rate = 4e6;
    const ball b = {.0075, 7850, 2e11, .29, 1};
    one_ball(&b, rate, cr_vec_make(1 - b.radius, 0, 0), near, BLOCKS);
    one_ball(&b, rate, cr_vec_make(1 + b.radius, 0, 0), far, BLOCKS);
    one_ball(&b, rate, cr_vec_make(-b.radius, 1, 0), side, BLOCKS); // each of both, by symmetry
    int later = (int)lround(2 * b.radius / c_air * rate);
    for (int n = 0; n < COUNT; n++) both[n] = near[n] - (n >= later ? far[n - later] : 0);
    for (int i = 0; i < 5; i++) {
        double f = kr[i] * c_air / (2 * cr_pi * b.radius);
        double level = 20 * log10(2 * level_at(side, COUNT, rate, f) / level_at(both, COUNT, rate, f));
        ball_pair pair = ball_pair_make(kr[i], 0.02);
        double known = 20 * log10(ball_pair_level(&pair, 1 / b.radius, 0.5 * cr_pi) /
                                  ball_pair_level(&pair, 1 / b.radius, 0));
        printf("across, k R = %g: %.1f dB of the axis, exactly %.1f dB\n", kr[i], level, known);
        CHECK_NEAR(level, known, 1.5); // what a filter of two terms can do
    }
}

// A force that is held: no sound but at its ends, where y goes to a/2 and y' back to 0.
static void held(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_clicker_def def = cr_clicker_def_default();
    def.mass = 2;
    def.volume = 1e-4;
    cr_clicker *clicker = cr_clicker_new(&def, arena, NULL);
    cr_sound_contact c = {.t0 = 1e-4, .t1 = 1, .force = {0, 3, 0}};
    cr_clicker_contact(clicker, &c, NULL);
    const cr_vec at[1][2] = {{{0, 0.7, 0}, {0, 0.7, 0}}};
    double out[CR_SOUND_BLOCK], *outs[] = {out}, radius = pow(1e-4 * 1.5 / (2 * cr_pi), 1.0 / 3);
    for (int i = 0; i < 20; i++) {
        memset(out, 0, sizeof out);
        cr_clicker_run(clicker, at, outs);
    }
    CHECK_REL(out[63], def.density * pow(radius, 3) / cr_square(0.7) * (3.0 / 2) / 2, 1e-6);
    // What rounding leaves of the blows of a contact, 17 ms long, is none: more of them than there is room
    // for.
    cr_error error;
    c = (cr_sound_contact){.t0 = 0.1, .t1 = 0.1, .impulse = {1e-15 * def.mass, 0, 0}, .duration = 0.017};
    int taken = 0;
    while (taken < 2 * def.forces && cr_clicker_contact(clicker, &c, &error) == CR_OK) taken++;
    CHECK(taken == 2 * def.forces, "%d of them: %s", taken, error.reason);
    c.t0 = CR_NAN;
    CHECK(cr_clicker_contact(clicker, &c, &error) == CR_ERR_INPUT, "NaN");
    cr_arena_free(arena);
}

// Lamb's integrals; a ball's moments give back its radius.
static void added_masses(void) {
    static const struct {
        double semi[3], added[3];
    } row[] = {{{1, 1, 1}, {.5, .5, .5}},
               {{1, 1, 2}, {.70421, .70421, .21002}},
               {{1, 1, .5}, {.30959, .30959, 1.11506}},
               {{2, 1, .5}, {.12657, .39817, 1.51806}}};
    for (int i = 0; i < 4; i++) {
        double added[3], semi[3];
        cr_sound_added_mass(row[i].semi, added);
        for (int k = 0; k < 3; k++) CHECK_NEAR(added[k], row[i].added[k], 6e-6);
        const double *s = row[i].semi,
                     inertia[3] = {(s[1] * s[1] + s[2] * s[2]) / 5, (s[0] * s[0] + s[2] * s[2]) / 5,
                                   (s[0] * s[0] + s[1] * s[1]) / 5};
        cr_sound_semi_axes(1, inertia, semi);
        for (int k = 0; k < 3; k++) CHECK_REL(semi[k], s[k], 1e-12);
    }
}

int main(void) {
    balls();
    across();
    at_the_rate_of_sound();
    held();
    added_masses();
    return test_summary();
}
