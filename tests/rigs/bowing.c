#include "bowing.h"

#include "base/numeric.h"
#include "base/random.h"

#include <stdlib.h>

const bowed_string bowed_strings[BOWED_STRINGS] = {{65, 0.69, 8e-4, 2e8, 0.5, 5e-3, false},
                                                   {110, 0.69, 4.5e-4, 2e9, 0.5, 5e-3, false},
                                                   {196, 0.325, 3.5e-4, 5e8, 0.5, 5e-3, false},
                                                   {440, 0.325, 2e-4, 5e9, 0.5, 5e-3, false},
                                                   {660, 0.325, 1.3e-4, 5e10, 0.5, 5e-3, false}};

enum {
    RATE = BOWED_RATE,
    HEARD = BOWED_HEARD,
    UNHEARD = RATE * 12 / 10,
    PERIOD_MOST = RATE / 50,
    REACH = 16
};
static const double density = 7850.0;

static double line_of(const bowed_string *s) {
    return density * cr_pi * cr_square(s->radius);
}

double bowed_string_impedance(const bowed_string *s) {
    return line_of(s) * 2.0 * s->length * s->f0;
}

static double decay(const bowed_string *s, double n) {
    return s->sigma0 + s->sigma1 * cr_square(n * cr_pi / s->length);
}

schelleng schelleng_forces(const bowed_string *s, double beta, double velocity) {
    double taken = 0.0, weight = 0.0, line = line_of(s), drop = 0.5 / (1.0 + 0.5 * beta);
    for (int n = 1; n <= 1.0 / beta; n++) {
        taken += decay(s, n) / cr_square(n);
        weight += 1.0 / cr_square(n);
    }
    double z = bowed_string_impedance(s);
    double per_decay = line * s->length * velocity / (2.0 * beta * beta * drop);
    return (schelleng){taken / weight * per_decay, 2.0 * z * velocity / (beta * drop),
                       decay(s, 1.0 / beta) * per_decay};
}

singing_part singing_forces(const bowed_string *s, const bowing *how) {
    schelleng law = schelleng_forces(s, how->position, how->velocity);
    return (singing_part){1.5 * law.least * cr_square(cr_max(1.0, 0.1 / how->position)),
                          cr_min(0.5 * law.most, 8.0 * law.narrow)};
}

bowing bowing_between(const bowed_string *s, double position, double share, double velocity, int oversample) {
    schelleng law = schelleng_forces(s, position, velocity);
    return (bowing){.position = position,
                    .force = law.least * pow(law.most / law.least, share),
                    .velocity = velocity,
                    .attack = 0.05,
                    .model = CR_BOW_STICK_SLIP,
                    .oversample = oversample};
}

static double between_ratios(uint64_t *random, double low, double high) {
    return low * pow(high / low, 0.5 + 0.5 * cr_random_uniform(random));
}

// Wave impedance and length of violins to cellos, damping from a quarter to twice or four times that of the
// default string, inharmonicity of wound strings.
static void random_string(uint64_t *random, bowed_string *s) {
    *s = (bowed_string){.f0 = between_ratios(random, 60.0, 700.0)};
    s->length = between_ratios(random, 0.8, 1.25) * (s->f0 < 130.0 ? 0.69 : 0.325);
    double z = between_ratios(random, 0.1, 1.0), inharmonicity = between_ratios(random, 1e-6, 1.5e-5);
    double tension = z * 2.0 * s->length * s->f0;
    s->radius = sqrt(z / (2.0 * s->length * s->f0 * density * cr_pi));
    s->young = inharmonicity * tension * cr_square(s->length / cr_pi) * 4.0 /
               (cr_pi * cr_square(cr_square(s->radius)));
    s->sigma0 = between_ratios(random, 0.25, 2.0);
    s->sigma1 = between_ratios(random, 1.25e-3, 1e-2);
}

// All but the force, which is 0.
static bowing random_stroke(uint64_t *random, int oversample) {
    return (bowing){.position = 0.125 + 0.075 * cr_random_uniform(random),
                    .velocity = between_ratios(random, 0.05, 1.0),
                    .attack = 0.05,
                    .model = CR_BOW_STICK_SLIP,
                    .oversample = oversample};
}

void random_bowing(uint64_t seed, int oversample, bowed_string *s, bowing *how) {
    uint64_t random = cr_random_seed(seed);
    singing_part part = {0};
    do {
        random_string(&random, s);
        *how = random_stroke(&random, oversample);
        part = singing_forces(s, how);
    } while (part.most < part.least);
    how->force = between_ratios(&random, part.least, part.most);
}

void random_in_triangle(uint64_t seed, double share, bowed_string *s, bowing *how) {
    uint64_t random = cr_random_seed(seed);
    do {
        random_string(&random, s);
        *how = random_stroke(&random, 1);
        *how = bowing_between(s, how->position, share, how->velocity, 1);
    } while (schelleng_forces(s, how->position, how->velocity).most <
             schelleng_forces(s, how->position, how->velocity).least);
}

static cr_network *under_bow_at(cr_arena *arena, const bowed_string *s, const bowing *how, double rate) {
    cr_setting settings[] = {{"length", s->length},
                             {"radius", s->radius},
                             {"density", density},
                             {"young", s->young},
                             {"f0", s->f0},
                             {"sigma0", s->sigma0},
                             {"sigma1", s->sigma1},
                             {0},
                             {0}};
    cr_network *n = cr_network_new(arena, rate);
    int index;
    if (s->by_modes) { // sigma2 f^2 = sigma1 (n pi/L)^2
        settings[6] = (cr_setting){"sigma2", s->sigma1 * cr_square(cr_pi / (s->length * s->f0))};
        settings[7] = (cr_setting){"loss", 0.0};
    }
    cr_place at = {0, {how->position}};
    cr_bow_def bow = cr_bow_def_default();
    bow.at = at;
    bow.model = how->model;
    bow.force = how->force;
    bow.velocity = 0.0;
    bool good = cr_network_add(n, s->by_modes ? "modal-string" : "string", settings, NULL) == 0 &&
                cr_network_add_bow(n, &bow, &index, NULL) == CR_OK &&
                cr_network_add_pickup(n, at, &index, NULL) == CR_OK && cr_network_prepare(n, NULL) == CR_OK;
    if (!good) abort();
    return n;
}

cr_network *string_under_bow(cr_arena *arena, const bowed_string *s, const bowing *how, int *steps) {
    *steps = how->oversample;
    cr_network *n = under_bow_at(arena, s, how, RATE * *steps);
    if (how->as_given) return n;
    *steps *= cr_network_bow_steps(n);
    return under_bow_at(arena, s, how, RATE * *steps);
}

// Between whole lags the autocorrelation of a sampled motion is its band-limited interpolation.
static double between(const double *like, double lag) {
    double sum = 0.0;
    for (int i = (int)lag - REACH + 1; i <= (int)lag + REACH; i++) {
        double x = lag - i, turn = cr_pi * x;
        double sinc = fabs(x) < 1e-9 ? 1.0 : sin(turn) / turn;
        sum += like[i] * sinc * (0.5 + 0.5 * cos(turn / (REACH + 1)));
    }
    return sum;
}

// The lag near the period at which the motion is most like itself, and how like.
static void find_period(const double *x, double period, bowed_tone *tone) {
    int from = (int)(0.95 * period) - REACH, to = (int)(1.05 * period) + 1 + REACH, best = from + REACH;
    static double like[2 * PERIOD_MOST];
    double lag_best = 0.0;
    for (int lag = from; lag <= to; lag++) {
        double product = 0.0, first = 0.0, second = 0.0;
        for (int i = 0; i + to < HEARD; i++) {
            product += x[i] * x[i + lag];
            first += cr_square(x[i]);
            second += cr_square(x[i + lag]);
        }
        like[lag] = product / sqrt(first * second + 1e-300);
        if (lag > from + REACH && lag < to - REACH && like[lag] > like[best]) best = lag;
    }
    tone->periodicity = -2.0;
    for (int i = -50; i <= 50; i++) {
        double lag = best + 0.02 * i, alike = between(like, lag);
        if (alike > tone->periodicity) tone->periodicity = alike, lag_best = lag;
    }
    tone->cents = 1200.0 * log2(period / lag_best);
}

void bowed_tone_measure(double v[BOWED_HEARD], const bowed_string *s, const bowing *how, bowed_tone *tone) {
    double mean = 0.0, power = 0.0, ringing = 0.0;
    int slipping = 0;
    for (int i = 0; i < HEARD; i++) {
        slipping += v[i] < how->velocity * (1.0 - 0.5 / how->position); // half way to Helmholtz's slip
        mean += v[i] / HEARD;
    }
    for (int i = 0; i < HEARD; i++) power += cr_square(v[i] -= mean) / HEARD;
    for (int i = 1; i + 1 < HEARD; i++) {
        double half_rate = 0.25 * (v[i - 1] - 2.0 * v[i] + v[i + 1]);
        bool sticks = fabs(v[i - 1] + mean - how->velocity) + fabs(v[i + 1] + mean - how->velocity) <
                      4.0 * how->velocity;
        if (sticks) ringing += cr_square(half_rate) / HEARD;
    }
    tone->slip_share = (double)slipping / HEARD / how->position;
    tone->ringing = power > 0.0 ? ringing / power : 1.0;
    find_period(v, RATE / s->f0, tone);
}

static double greater_energy(cr_network *n, bowed_tone *tone, double greatest) {
    cr_ledger ledger = cr_network_ledger(n);
    tone->books = cr_max(tone->books, fabs(cr_ledger_error(&ledger)));
    return cr_max(greatest, cr_ledger_stored(&ledger) + ledger.work);
}

bowed_tone bow_string(const bowed_string *s, const bowing *how) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    int steps;
    cr_network *n = string_under_bow(arena, s, how, &steps);
    static double velocity[HEARD];
    bowed_tone tone = {0};
    double before = 0.0, greatest = 0.0;
    for (int i = 0; i < UNHEARD + HEARD; i++) {
        double level = how->attack > 0.0 ? cr_min(1.0, i / (how->attack * RATE)) : 1.0;
        cr_network_bow(n, 0, how->force, level * how->velocity);
        for (int k = 0; k < steps; k++) cr_network_step(n);
        double u = cr_network_displacement(n, 0);
        if (i >= UNHEARD) velocity[i - UNHEARD] = (u - before) * RATE;
        before = u;
        if (i % 1000 == 0) greatest = greater_energy(n, &tone, greatest);
    }
    tone.books /= greatest;
    bowed_tone_measure(velocity, s, how, &tone);
    cr_arena_free(arena);
    return tone;
}

bool bowed_tone_sings(const bowed_tone *tone) {
    return tone->periodicity >= 0.97 && tone->cents >= -10.0 && tone->cents <= 3.0 &&
           fabs(tone->slip_share - 1.0) <= 0.15;
}
