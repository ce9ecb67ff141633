// What a sounder makes of impulses, held forces and damping, against closed forms.
#include "carom/exact.h"
#include "carom/sound.h"

#include "base/numeric.h"
#include "base/random.h"
#include "modal/propagate.h"
#include "sounding.h"
#include "test.h"

#include <string.h>

static sounding_ear ear;

typedef struct run {
    cr_arena *arena;
    cr_modes modes;
    cr_sounder_def def;
    cr_sounder *sounder;
} run;

static run make(int count, double low, double high, double sigma, cr_bank_precision precision) {
    run r = {.arena = cr_arena_new(cr_allocator_default()), .def = cr_sounder_def_default()};
    r.modes = sounding_modes(count, low, high, sigma, 1, r.arena);
    r.def.precision = precision;
    return r;
}

static void begin(run *r) {
    r->def.modes = &r->modes;
    cr_error error = {0};
    r->sounder = cr_sounder_new(&r->def, r->arena, &error);
    CHECK(r->sounder, "%s: %s", error.place, error.reason);
}

static void tell(run *r, cr_sound_contact c) {
    cr_error error = {0};
    CHECK(cr_sounder_contact(r->sounder, &c, &error) == CR_OK, "%s: %s", error.place, error.reason);
}

static void hear(run *r, double *out) {
    memset(out, 0, CR_SOUND_BLOCK * sizeof *out);
    cr_sounder_run(r->sounder, &ear.weights, &out);
}

// An impulse at any time: q'' = Im(lambda^2 e^(lambda t))/w, exact in pitch and decay for as long as it is
// heard. Double: rounding of 2e5 turns. Float: the state is kept in double, and what is heard of it within
// the block is off by some roundings: 1e-6 = -120 dB; the bound is what is asked of the sound.
static void impulse_responses(void) {
    static const double frequency[] = {20, 100, 440, 1000, 5000, 12000, 20000}, sigma[] = {0.5, 20};
    const double start = 0.37e-3;
    for (int precision = 0; precision < 2; precision++)
        for (int f = 0; f < 7; f++)
            for (int s = 0; s < 2; s++) {
                run r = make(1, frequency[f], 0, sigma[s], precision ? CR_BANK_FLOAT : CR_BANK_DOUBLE);
                begin(&r);
                tell(&r, sounding_contact(start, start, 1, 0));
                double w = 2 * cr_pi * frequency[f], d = sqrt(w * w - cr_square(sigma[s]));
                double worst = 0, out[CR_SOUND_BLOCK];
                for (int b = 0; b < TEST_AMOUNT(700, 70); b++) {
                    hear(&r, out);
                    for (int i = 0; i < CR_SOUND_BLOCK; i++) {
                        double t = (b * CR_SOUND_BLOCK + i) / 44100.0 - start, fall = exp(-sigma[s] * t);
                        double exact =
                            -fall * (2 * sigma[s] * cos(d * t) + (d - cr_square(sigma[s]) / d) * sin(d * t));
                        worst = cr_max(worst, fabs(out[i] - (t < 0 ? 0 : exact)) / w);
                    }
                }
                CHECK(worst <= (precision ? 1e-5 : 1e-9), "%g Hz, precision %d: %g of the peak", frequency[f],
                      precision, worst);
                cr_arena_free(r.arena);
            }
}

// 0.01 cent of any pitch after 10 s, from the phase of the state: sounds at a quarter of a period.
static void pitches(void) {
    enum { MODES = 200 };
    run r = make(MODES, 20, 20000, 0, CR_BANK_FLOAT);
    begin(&r);
    tell(&r, sounding_contact(0, 0, 1, 0));
    double out[CR_SOUND_BLOCK], zero[MODES] = {0}, one[MODES];
    int blocks = TEST_AMOUNT(6890, 300);
    for (int b = 0; b < blocks; b++) hear(&r, out);
    double t = cr_sounder_time(r.sounder), worst = 0;
    for (int j = 0; j < MODES; j++) { // one mode at a time: the first samples of the next blocks
        double w = 2 * cr_pi * r.modes.frequency[j];
        memset(one, 0, sizeof one);
        one[j] = 1;
        cr_sound_weights real = {{one, one}, {zero, zero}}, imaginary = {{zero, zero}, {one, one}};
        double a[CR_SOUND_BLOCK] = {0}, b[CR_SOUND_BLOCK] = {0}, *pair[] = {a};
        cr_sounder_run(r.sounder, &real, pair);
        pair[0] = b;
        cr_sounder_run(r.sounder, &imaginary, pair);
        double t1 = t + (2 * j) * CR_SOUND_BLOCK / 44100.0, t2 = t1 + CR_SOUND_BLOCK / 44100.0;
        double miss = cr_max(fabs(a[0] + w * sin(w * t1)), fabs(b[0] - w * cos(w * t2))) / w;
        worst = cr_max(worst, miss / (w * t1) * 1200 / log(2));
    }
    printf("pitch off by at most %.2g cent\n", worst);
    CHECK(worst <= 0.01, "%g cent", worst);
    cr_arena_free(r.arena);
}

// Forces that change at any times: the motion under constant forces is known exactly (modal/propagate.h).
// 1e-9 of the largest w f: rounding.
static void held_forces(void) {
    enum { STEPS = 60 };
    static const double frequency[] = {60, 900, 15000};
    for (int f = 0; f < 3; f++) {
        run r = make(1, frequency[f], 0, 30, CR_BANK_DOUBLE);
        begin(&r);
        double w = 2 * cr_pi * frequency[f], sigma = 30, q = 0, rate = 0, t = 0, worst = 0;
        cr_response response;
        cr_propagator p = {.count = 1, .w = &w, .sigma = &sigma, .h = -1, .response = &response};
        double edge[STEPS + 1] = {1e-4}, force[STEPS], out[CR_SOUND_BLOCK];
        uint64_t seed = cr_random_seed(7);
        for (int k = 0; k < STEPS; k++) {
            edge[k + 1] = edge[k] + 1e-4 * (2.1 + 2 * cr_random_uniform(&seed));
            force[k] = k % 5 ? 1 + cr_random_uniform(&seed) : 0;
        }
        int told = 0, at = -1;
        for (int b = 0; b < 20; b++) {
            for (; told < STEPS && edge[told] < cr_sounder_end(r.sounder); told++)
                tell(&r, sounding_contact(edge[told], edge[told + 1], 0, force[told]));
            hear(&r, out);
            for (int i = 0; i < CR_SOUND_BLOCK; i++) {
                double now = (b * CR_SOUND_BLOCK + i) / 44100.0;
                for (double next; t < now; t = next) {
                    next = at < STEPS && edge[at + 1] < now ? edge[at + 1] : now;
                    double push = at < 0 || at >= STEPS ? 0 : force[at];
                    cr_propagator_set(&p, next - t);
                    cr_propagator_run(&p, &q, &rate, &push, &q, &rate);
                    if (at < STEPS && next == edge[at + 1]) at++;
                }
                double push = at < 0 || at >= STEPS ? 0 : force[at];
                double exact = push - 2 * sigma * rate - w * w * q;
                worst = cr_max(worst, fabs(out[i] - exact));
            }
        }
        CHECK(worst <= 1e-9, "%g Hz: %g", frequency[f], worst);
        cr_arena_free(r.arena);
    }
}

// A pulse of Hertz's shape: what a mode has after it is J P(w tau), P the pulse's spectrum, here by a sum
// over 400 points of the exact course. 32 straight pieces miss (w tau/32)^2/12 of it.
static void pulses(void) {
    cr_hc impact = cr_hc_make(1, 1, 1.5, 0, 1);
    static const double product[] = {0.1, 1, 3, 6};
    for (int k = 0; k < 4; k++) {
        double w = 2 * cr_pi * 700, tau = product[k] / w, re = 0, im = 0, all = 0, t0 = 1.234e-4;
        run r = make(1, 700, 0, 0, CR_BANK_DOUBLE);
        begin(&r);
        cr_sound_contact c = sounding_contact(t0, t0, 2, 0);
        c.duration = tau;
        tell(&r, c);
        for (int i = 0; i < 400; i++) {
            double x, v, at = (i + 0.5) / 400;
            cr_hc_state(&impact, impact.duration * at, &x, &v);
            double force = pow(x, 1.5);
            all += force;
            re += force * cos(w * tau * at);
            im += force * sin(w * tau * at);
        }
        double size = 2 * hypot(re, im) / all, out[CR_SOUND_BLOCK];
        for (int b = 0; b < 4; b++) hear(&r, out);
        double got = sqrt(2 * cr_sounder_energy(r.sounder, 0));
        CHECK_NEAR(got, size, 2 * cr_square(product[k] / 32) / 12 + 1e-9);
        cr_arena_free(r.arena);
    }
    run r = make(1, 20, 0, 0, CR_BANK_DOUBLE); // slow: all of the impulse
    begin(&r);
    cr_sound_contact c = sounding_contact(0, 0, 2, 0);
    c.duration = 2e-6;
    tell(&r, c);
    double out[CR_SOUND_BLOCK];
    hear(&r, out);
    CHECK_REL(sqrt(2 * cr_sounder_energy(r.sounder, 0)), 2.0, 1e-6); // rounding, times (32/(w tau))^2
    cr_arena_free(r.arena);
}

// Weights that move along a line, and complex ones.
static void weights(void) {
    run r = make(1, 1000, 0, 0, CR_BANK_DOUBLE);
    begin(&r);
    tell(&r, sounding_contact(0, 0, 1, 0));
    double out[CR_SOUND_BLOCK], w = 2 * cr_pi * 1000, worst = 0;
    sounding_weigh(&ear, 0.5, 2, -1, 3);
    hear(&r, out);
    for (int i = 0; i < CR_SOUND_BLOCK; i++) {
        double t = i / 44100.0, share = i / (double)CR_SOUND_BLOCK;
        double exact = -(0.5 - 1.5 * share) * w * sin(w * t) + (2 + share) * w * cos(w * t);
        worst = cr_max(worst, fabs(out[i] - exact) / w);
    }
    CHECK(worst < 1e-12, "%g", worst);
    sounding_weigh(&ear, 1, 0, 1, 0);
    cr_arena_free(r.arena);
}

// Damping by contact as S3 has it: amplitudes fall by e^(-(sigma + gamma G/2) t), here with u = 1 along the
// normal, exactly; and energy never grows while the force and with it the damping jump about.
static void contact_damping(void) {
    static const cr_sound_pair pair = {.friction = 0.3, .gamma = 0.5};
    run r = make(3, 300, 5000, 2, CR_BANK_DOUBLE);
    r.def.damping = CR_CONTACT_DAMPING_S3;
    begin(&r);
    cr_sound_contact c = sounding_contact(0, HUGE_VAL, 1, 40);
    c.pair = &pair;
    tell(&r, c);
    double out[CR_SOUND_BLOCK], before[3];
    for (int b = 0; b < 8; b++) hear(&r, out);
    for (int j = 0; j < 3; j++) before[j] = cr_sounder_energy(r.sounder, j);
    for (int b = 0; b < 100; b++) hear(&r, out);
    for (int j = 0; j < 3; j++) {
        double sigma = 0.5 * log(before[j] / cr_sounder_energy(r.sounder, j)) * 44100 / 6400;
        CHECK_REL(sigma, 2 + 0.5 * 0.5 * 40, 1e-6);
        CHECK_REL(cr_sounder_sigma(r.sounder, j), 12.0, 1e-12);
    }
    uint64_t seed = cr_random_seed(3);
    for (int b = 0; b < 400; b++) { // pressed across the motion: damped, not driven
        double most = 0, now = 0, t = cr_sounder_time(r.sounder);
        c = sounding_contact(t, t + 1e-3 * (1.1 + cr_random_uniform(&seed)), 0, 0);
        c.normal = cr_vec_make(1, 0, 0);
        c.force = cr_vec_make(cr_max(0, 3e4 * cr_random_uniform(&seed)), 0, 0);
        c.pair = &pair;
        tell(&r, c);
        for (int j = 0; j < 3; j++) most += cr_sounder_energy(r.sounder, j);
        hear(&r, out);
        for (int j = 0; j < 3; j++) now += cr_sounder_energy(r.sounder, j);
        CHECK(now <= most, "block %d: energy grew", b);
    }
    cr_arena_free(r.arena);
}

// Modes that answer to the contact are not damped by it besides, nor tuned: the force knows of them. Nor are
// they where they had come to rest before, and begin to answer again.
static void felt_modes(cr_contact_damping damping, int resting) {
    static const cr_sound_pair pair = {
        .friction = 0.3, .gamma = 0.5, .poisson = 0.3, .roughness = 1e-5, .loss = 0.1};
    run r = make(3, 300, 5000, 2, CR_BANK_DOUBLE);
    r.def.damping = damping;
    begin(&r);
    double out[CR_SOUND_BLOCK], natural[3];
    for (int j = 0; j < 3; j++) natural[j] = cr_sounder_frequency(r.sounder, j);
    for (int b = 0; b < resting + 8; b++) {
        double t = cr_sounder_time(r.sounder);
        cr_sound_contact c = sounding_contact(t, t + CR_SOUND_BLOCK / 44100.0, b == 0, 40);
        c.pair = &pair;
        c.felt = b < resting ? 0 : 2;
        tell(&r, c);
        hear(&r, out);
        if (b == resting - 1)
            CHECK(cr_sounder_sigma(r.sounder, 0) > 2.1, "at rest: %g 1/s", cr_sounder_sigma(r.sounder, 0));
    }
    for (int j = 0; j < 2; j++) {
        CHECK(cr_sounder_sigma(r.sounder, j) == 2.0, "mode %d: %g 1/s", j, cr_sounder_sigma(r.sounder, j));
        CHECK(cr_sounder_frequency(r.sounder, j) == natural[j], "mode %d is tuned", j);
    }
    CHECK(cr_sounder_sigma(r.sounder, 2) > 2.1, "the third: %g 1/s", cr_sounder_sigma(r.sounder, 2));
    cr_arena_free(r.arena);
}

static void bad_input(void) {
    run r = make(1, 1000, 0, 0, CR_BANK_DOUBLE);
    cr_sounder_def zero = {.modes = &r.modes};
    cr_error error;
    CHECK(!cr_sounder_new(&zero, r.arena, &error) && error.status == CR_ERR_INPUT, "no default");
    r.def.pulses = r.def.steps = 2;
    begin(&r);
    cr_sound_contact c = sounding_contact(CR_NAN, 1, 1, 1), back = sounding_contact(1, 0, 1, 1);
    CHECK(cr_sounder_contact(r.sounder, &c, &error) == CR_ERR_INPUT, "NaN");
    CHECK(cr_sounder_contact(r.sounder, &back, &error) == CR_ERR_INPUT, "backwards");
    for (int i = 0; i < 2; i++) tell(&r, sounding_contact(i, i + 1, 1, 1));
    c = sounding_contact(5, 6, 0, 1);
    CHECK(cr_sounder_contact(r.sounder, &c, &error) == CR_ERR_UNSUPPORTED, "too many");
    cr_arena_free(r.arena);
}

// A force that acted before begins in silence; where it ends the mode swings from where it held it.
static void acted_before(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = sounding_modes(1, 500, 500, 0, 1, arena);
    cr_sounder_def def = cr_sounder_def_default();
    def.modes = &modes;
    cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
    cr_sound_contact c = sounding_contact(0, 3 * CR_SOUND_BLOCK / 44100.0, 0, 2);
    double out[CR_SOUND_BLOCK] = {0}, *outs[] = {out}, re = 1, im = 0;
    const cr_sound_weights weights = {{&re, &re}, {&im, &im}};
    c.before = true;
    CHECK(cr_sounder_contact(sounder, &c, NULL) == CR_OK, "contact");
    for (int b = 0; b < 3; b++) cr_sounder_run(sounder, &weights, outs);
    for (int n = 0; n < CR_SOUND_BLOCK; n++) CHECK(out[n] == 0, "sample %d: %g", n, out[n]);
    cr_sounder_run(sounder, &weights, outs);
    double w = 2 * cr_pi * 500;
    CHECK_REL(cr_sounder_energy(sounder, 0), 0.5 * 4 / (w * w), 1e-9); // (f/w)^2/2
    cr_arena_free(arena);
}

int main(void) {
    sounding_weigh(&ear, 1, 0, 1, 0);
    impulse_responses();
    pitches();
    held_forces();
    pulses();
    weights();
    contact_damping();
    felt_modes(CR_CONTACT_DAMPING_S3, 0);
    felt_modes(CR_CONTACT_DAMPING_PHYSICAL, 0);
    felt_modes(CR_CONTACT_DAMPING_PHYSICAL, 8);
    bad_input();
    acted_before();
    return test_summary();
}
