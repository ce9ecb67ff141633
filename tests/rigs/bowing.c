#include "bowing.h"

#include "base/numeric.h"

#include <stdlib.h>

const bowed_string bowed_strings[BOWED_STRINGS] = {{65, 0.69, 8e-4, 2e8},
                                                   {110, 0.69, 4.5e-4, 2e9},
                                                   {196, 0.325, 3.5e-4, 5e8},
                                                   {440, 0.325, 2e-4, 5e9},
                                                   {660, 0.325, 1.3e-4, 5e10}};

enum { RATE = 44100, HEARD = RATE * 4 / 10, UNHEARD = RATE * 12 / 10, PERIOD_MOST = RATE / 50, REACH = 16 };
static const double density = 7850.0, sigma0 = 0.5, sigma1 = 5e-3;

static double line_of(const bowed_string *s) {
    return density * cr_pi * cr_square(s->radius);
}

schelleng schelleng_forces(const bowed_string *s, double beta, double velocity) {
    double taken = 0.0, weight = 0.0, line = line_of(s), drop = 0.5 / (1.0 + beta);
    for (int n = 1; n <= 1.0 / beta; n++) {
        taken += (sigma0 + sigma1 * cr_square(n * cr_pi / s->length)) / cr_square(n);
        weight += 1.0 / cr_square(n);
    }
    double z = line * 2.0 * s->length * s->f0;
    return (schelleng){taken / weight * line * s->length * velocity / (2.0 * beta * beta * drop),
                       2.0 * z * velocity / (beta * drop)};
}

static cr_network *string_under_bow(cr_arena *arena, const bowed_string *s, const bowing *how) {
    cr_element e = cr_element_default(cr_element_find("string", NULL));
    const char *names[] = {"length", "radius", "density", "young", "f0", "sigma0", "sigma1"};
    const double values[] = {s->length, s->radius, density, s->young, s->f0, sigma0, sigma1};
    cr_network *n = cr_network_new(arena, RATE * how->oversample);
    int index;
    for (int i = 0; i < 7; i++) cr_element_set(&e, names[i], values[i], NULL);
    cr_place at = {0, {how->position}};
    cr_bow_def bow = {at, how->model, how->force, 0.0};
    bool good = cr_network_add_element(n, &e, &index, NULL) == CR_OK &&
                cr_network_add_bow(n, &bow, &index, NULL) == CR_OK &&
                cr_network_add_pickup(n, at, &index, NULL) == CR_OK && cr_network_prepare(n, NULL) == CR_OK;
    if (!good) abort();
    return n;
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

static void describe(double *v, const bowed_string *s, const bowing *how, bowed_tone *tone) {
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
    cr_network *n = string_under_bow(arena, s, how);
    static double velocity[HEARD];
    bowed_tone tone = {0};
    double before = 0.0, greatest = 0.0;
    for (int i = 0; i < UNHEARD + HEARD; i++) {
        double level = how->attack > 0.0 ? cr_min(1.0, i / (how->attack * RATE)) : 1.0;
        cr_network_bow(n, 0, how->force, level * how->velocity);
        for (int k = 0; k < how->oversample; k++) cr_network_step(n);
        double u = cr_network_displacement(n, 0);
        if (i >= UNHEARD) velocity[i - UNHEARD] = (u - before) * RATE;
        before = u;
        if (i % 1000 == 0) greatest = greater_energy(n, &tone, greatest);
    }
    tone.books /= greatest;
    describe(velocity, s, how, &tone);
    cr_arena_free(arena);
    return tone;
}

bool bowed_tone_sings(const bowed_tone *tone) {
    return tone->periodicity >= 0.97 && tone->cents >= -10.0 && tone->cents <= 3.0 &&
           fabs(tone->slip_share - 1.0) <= 0.15;
}
