// Every kernel of the bank that this processor can run, banks to try them on, and what rounding may do to
// them.
#ifndef CAROM_TEST_BANK_VARIANTS_H
#define CAROM_TEST_BANK_VARIANTS_H

#include "carom/bank.h"
#include "modal/bank_internal.h"
#include "test.h"

#include <stdint.h>

static const double rate = 44100, pi = 3.14159265358979323846;
static cr_arena *arena;

typedef struct variant {
    const char *name;
    cr_bank_precision precision;
    const cr_bank_kernel *kernel;
} variant;
static variant variants[4];
static int variant_count;

static inline void find_variants(void) {
    variants[0] = (variant){"double", CR_BANK_DOUBLE, &cr_bank_kernel_double};
    variants[1] = (variant){"float", CR_BANK_FLOAT, &cr_bank_kernel_float};
    variant_count = 2;
    for (int i = 0; i < 2; i++) {
        const cr_bank_kernel *best = cr_bank_kernel_best(variants[i].precision);
        if (best == variants[i].kernel) continue;
        variants[variant_count++] =
            (variant){i ? "float fused" : "double fused", variants[i].precision, best};
    }
}

static inline cr_bank *make(const variant *v, int modes, int channels) {
    cr_bank_def def = cr_bank_def_default();
    def.modes = modes;
    def.channels = channels;
    def.rate = rate;
    def.precision = v->precision;
    cr_bank *bank = cr_bank_new(arena, &def, NULL);
    if (bank) bank->kernel = v->kernel;
    return bank;
}

static inline double noise(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*state / 9.3e18;
}

static inline double unit(const variant *v) {
    return v->precision == CR_BANK_DOUBLE ? 0x1p-53 : 0x1p-24;
}

// What rounding can do to a mode of amplitude 1 within n samples. Rounded rho and epsilon shift angle and
// radius at every sample, in float only until they are mended. Each step adds an error that is random: four
// times its standard deviation.
static inline double rounding_bound(const variant *v, double frequency, double n) {
    double theta = 2 * pi * frequency / rate, epsilon = 4 * pow(sin(theta / 2), 2), rho = fabs(1 - epsilon);
    double angle = (rho * (1 - cos(theta)) + fabs(cos(theta)) * epsilon) / (2 * sin(theta));
    double radius = (rho + epsilon) / 2;
    double step = 1 + (epsilon + 2 * sin(theta / 2)) / sin(theta);
    double drifting = v->precision == CR_BANK_DOUBLE ? n : fmin(n, CR_BANK_SETTLE);
    return 4 * 0x1p-53 * theta * n + unit(v) * (drifting * (angle + radius) + 4 * sqrt(n) * step);
}

// 7 vectors of modes: a group of four, one of two, one of one, the last partly filled.
static inline int odd_count(const variant *v) {
    return v->precision == CR_BANK_DOUBLE ? 27 : 53;
}

static inline cr_bank_mode some_mode(int i) {
    return (cr_bank_mode){60 + 337.7 * i, 0.5 + 3 * i, 1 + 0.1 * i, {sin(i), cos(i)}};
}

static inline cr_bank *make_some(const variant *v) {
    int count = odd_count(v);
    cr_bank *bank = make(v, count, 2);
    for (int i = 0; i < count; i++) {
        cr_bank_mode m = some_mode(i);
        CHECK(cr_bank_set(bank, i, &m, NULL) == CR_OK, "mode %d", i);
    }
    return bank;
}

#endif
