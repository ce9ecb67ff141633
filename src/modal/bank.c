// Building, setting and running a bank; the arithmetic per sample is in bank_kernel.h.
#include "carom/bank.h"

#include "base/def.h"
#include "base/numeric.h"
#include "modal/bank_internal.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static const double largest_gain = 1e30;
static const double least_gain = 1e-30;

const cr_bank_kernel *cr_bank_kernel_best(cr_bank_precision precision) {
#if CR_BANK_HAS_FMA
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return precision == CR_BANK_DOUBLE ? &cr_bank_kernel_double_fma : &cr_bank_kernel_float_fma;
#endif
    return precision == CR_BANK_DOUBLE ? &cr_bank_kernel_double : &cr_bank_kernel_float;
}

cr_bank_def cr_bank_def_default(void) {
    return (cr_bank_def){
        .modes = 1, .channels = 1, .rate = 44100.0, .precision = CR_BANK_DOUBLE, .made = CR_DEF_MADE};
}

static size_t real_size(const cr_bank *bank) {
    return bank->def.precision == CR_BANK_DOUBLE ? sizeof(double) : sizeof(float);
}

static void put(const cr_bank *bank, void *array, int i, double value) {
    if (bank->def.precision == CR_BANK_DOUBLE) ((double *)array)[i] = value;
    else ((float *)array)[i] = (float)value;
}

static double get(const cr_bank *bank, const void *array, int i) {
    return bank->def.precision == CR_BANK_DOUBLE ? ((const double *)array)[i]
                                                 : (double)((const float *)array)[i];
}

static cr_status check_def(const cr_bank_def *def, cr_error *error) {
    cr_status status = cr_def_check(def->made, "bank", error);
    if (status != CR_OK) return status;
    if (def->modes < 1 || def->modes > CR_BANK_MODES)
        return cr_fail(error, CR_ERR_RANGE, "bank: modes", "%d is not within 1 .. %d", def->modes,
                       CR_BANK_MODES);
    if (def->channels < 1 || def->channels > CR_BANK_CHANNELS)
        return cr_fail(error, CR_ERR_RANGE, "bank: channels", "%d is not within 1 .. %d", def->channels,
                       CR_BANK_CHANNELS);
    if (!(def->rate > 0 && def->rate <= 1e9))
        return cr_fail(error, CR_ERR_RANGE, "bank: rate", "%g Hz is not above 0 and at most 1e9 Hz",
                       def->rate);
    return CR_OK;
}

static int array_count(cr_bank_precision precision) {
    return 6 + CR_BANK_CHANNELS + (precision == CR_BANK_FLOAT ? 4 : 0);
}

cr_bank *cr_bank_new(cr_arena *arena, const cr_bank_def *def, cr_error *error) {
    if (check_def(def, error) != CR_OK) return NULL;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_bank *bank = cr_arena_take(arena, 1, sizeof *bank);
    cr_bank_mode *mode = cr_arena_take(arena, (size_t)def->modes, sizeof *mode);
    char *memory = NULL;
    size_t size = 0;
    if (bank && mode) {
        bank->def = *def;
        bank->mode = mode;
        bank->kernel = cr_bank_kernel_best(def->precision);
        size_t bytes = (size_t)def->modes * real_size(bank);
        bank->lanes.vectors = (int)((bytes + CR_BANK_VECTOR - 1) / CR_BANK_VECTOR);
        size = (bytes + CR_BANK_ALIGN - 1) / CR_BANK_ALIGN * CR_BANK_ALIGN;
        memory = cr_arena_take(arena, size * (size_t)array_count(def->precision) + CR_BANK_ALIGN, 1);
    }
    if (!memory) {
        cr_arena_rewind(arena, mark);
        cr_fail(error, CR_ERR_MEMORY, "bank", "no memory for %d modes", def->modes);
        return NULL;
    }
    memory += CR_BANK_ALIGN - (uintptr_t)memory % CR_BANK_ALIGN;
    cr_bank_lanes *l = &bank->lanes;
    void **arrays[] = {&l->y,       &l->d,       &l->rho,     &l->epsilon, &l->unit,    &l->b,
                       &l->gain[0], &l->gain[1], &l->mend[0], &l->mend[1], &l->mend[2], &l->mend[3]};
    for (int i = 0; i < array_count(def->precision); i++) *arrays[i] = memory + (size_t)i * size;
    int lanes = (int)((size_t)l->vectors * CR_BANK_VECTOR / real_size(bank));
    for (int i = 0; i < lanes; i++) { // mute, and forgets a force at once
        put(bank, l->unit, i, 1.0);
        put(bank, l->epsilon, i, 1.0);
        put(bank, l->rho, i, -1.0);
    }
    return bank;
}

static cr_status check_mode(const cr_bank *bank, int mode, const cr_bank_mode *m, cr_error *error) {
    double rate = bank->def.rate;
    if (!(m->frequency > 0 && m->frequency < 0.5 * rate))
        return cr_fail(error, CR_ERR_RANGE, "bank: frequency",
                       "%g Hz of mode %d is not between 0 and half the rate, %g Hz", m->frequency, mode,
                       0.5 * rate);
    if (!(m->sigma >= 0 && m->sigma <= rate))
        return cr_fail(error, CR_ERR_RANGE, "bank: sigma",
                       "%g 1/s of mode %d is not between 0 and the rate, %g Hz", m->sigma, mode, rate);
    bool fine = fabs(m->gain_in) <= largest_gain;
    for (int c = 0; c < bank->def.channels; c++) fine = fine && fabs(m->gain_out[c]) <= largest_gain;
    if (!fine)
        return cr_fail(error, CR_ERR_RANGE, "bank: gain",
                       "a gain of mode %d is not a number of size up to %g", mode, largest_gain);
    return CR_OK;
}

typedef struct matrix {
    double yy, yd, dy, dd;
} matrix;

static matrix times(matrix a, matrix b) {
    return (matrix){a.yy * b.yy + a.yd * b.dy, a.yy * b.yd + a.yd * b.dd, a.dy * b.yy + a.dd * b.dy,
                    a.dy * b.yd + a.dd * b.dd};
}

static matrix plus(matrix a, matrix b) {
    return (matrix){a.yy + b.yy, a.yd + b.yd, a.dy + b.dy, a.dd + b.dd};
}

// Derivation B2: one step is (y, d) <- A (y, d), A = [1 1; -epsilon rho]. Rounding to float makes it A', and
// the mode drifts by up to 1e-7 rad and 1e-7 of its size per sample. Every CR_BANK_SETTLE = K samples that is
// undone by I + C = A^K A'^-K. With D = A - A', squaring takes D to D A' + A' D + D^2 without cancellation,
// so that C = D A'^-K has all its digits.
static void mend_mode(cr_bank *bank, int mode, double epsilon, double rho) {
    const cr_bank_lanes *l = &bank->lanes;
    double rounded_epsilon = get(bank, l->epsilon, mode), rounded_rho = get(bank, l->rho, mode);
    matrix a = {1, 1, -rounded_epsilon, rounded_rho},
           d = {0, 0, rounded_epsilon - epsilon, rho - rounded_rho};
    double determinant = rounded_rho + rounded_epsilon;
    for (int steps = 1; steps < CR_BANK_SETTLE; steps *= 2) {
        d = plus(plus(times(d, a), times(a, d)), times(d, d));
        a = times(a, a);
        determinant *= determinant;
    }
    matrix adjoint = {a.dd, -a.yd, -a.dy, a.yy}, c = times(d, adjoint);
    const double entries[] = {c.yy, c.yd, c.dy, c.dd};
    for (int i = 0; i < 4; i++) put(bank, l->mend[i], mode, entries[i] / determinant);
}

// The state in another unit, which it returns as it is kept.
static double change_unit(cr_bank *bank, int mode, double unit) {
    const cr_bank_lanes *l = &bank->lanes;
    double before = get(bank, l->unit, mode);
    put(bank, l->unit, mode, unit);
    double after = get(bank, l->unit, mode), ratio = before / after;
    put(bank, l->y, mode, get(bank, l->y, mode) * ratio);
    put(bank, l->d, mode, get(bank, l->d, mode) * ratio);
    return after;
}

// What is too small to be a unit is replaced by one in which it hardly counts: a mode that is not heard, or
// that no force drives.
static double at_least(double size, double least) {
    return fabs(size) < least ? least : size;
}

// epsilon = |1 - z|^2 = (1 - r)^2 + 4 r sin^2(omega h/2), rho = r^2 - epsilon, b = h r sin(omega h)/omega.
cr_status cr_bank_set(cr_bank *bank, int mode, const cr_bank_mode *values, cr_error *error) {
    assert(mode >= 0 && mode < bank->def.modes);
    cr_status status = check_mode(bank, mode, values, error);
    if (status != CR_OK) return status;
    const cr_bank_lanes *l = &bank->lanes;
    double h = 1 / bank->def.rate, omega = 2 * cr_pi * values->frequency;
    double r = cr_exp(-values->sigma * h), lost = -cr_expm1(-values->sigma * h);
    double epsilon = cr_square(lost) + 4 * r * cr_square(cr_sin(0.5 * omega * h)), rho = r * r - epsilon;
    put(bank, l->epsilon, mode, epsilon);
    put(bank, l->rho, mode, rho);
    double b = values->gain_in * h * r * cr_sin(omega * h) / omega;
    bool mono = bank->def.channels == 1;
    double unit = mono ? 1.0 / at_least(values->gain_out[0], least_gain) : at_least(b, least_gain);
    unit = change_unit(bank, mode, unit);
    put(bank, l->b, mode, b / unit);
    for (int c = 0; c < bank->def.channels; c++) put(bank, l->gain[c], mode, unit * values->gain_out[c]);
    if (bank->def.precision == CR_BANK_FLOAT) mend_mode(bank, mode, epsilon, rho);
    bank->mode[mode] = *values;
    return CR_OK;
}

// q(t) = e^(-sigma t) (q0 cos(omega t) + (v0 + sigma q0) sin(omega t)/omega), at t = -h and 0.
void cr_bank_excite(cr_bank *bank, int mode, double displacement, double velocity) {
    assert(mode >= 0 && mode < bank->def.modes);
    const cr_bank_mode *m = &bank->mode[mode];
    if (m->frequency <= 0) return;
    double h = 1 / bank->def.rate, omega = 2 * cr_pi * m->frequency;
    double before = cr_exp(m->sigma * h) * (displacement * cr_cos(omega * h) -
                                            (velocity + m->sigma * displacement) * cr_sin(omega * h) / omega);
    void *y = bank->lanes.y, *d = bank->lanes.d;
    double unit = get(bank, bank->lanes.unit, mode);
    put(bank, y, mode, get(bank, y, mode) + before / unit);
    put(bank, d, mode, get(bank, d, mode) + (displacement - before) / unit);
}

void cr_bank_silence(cr_bank *bank) {
    size_t bytes = (size_t)bank->lanes.vectors * CR_BANK_VECTOR;
    memset(bank->lanes.y, 0, bytes);
    memset(bank->lanes.d, 0, bytes);
    bank->phase = 0;
}

// Blocks end where the count of samples since the start is a multiple of CR_BANK_BLOCK, wherever calls end:
// the state settles at the same samples.
typedef union block {
    _Alignas(CR_BANK_ALIGN) double d[CR_BANK_CHANNELS * CR_BANK_BLOCK];
    float f[CR_BANK_CHANNELS * CR_BANK_BLOCK];
} block;

#define BANK_PASTE(a, b) a##b
#define BANK_JOIN(a, b) BANK_PASTE(a, b)

#define BANK_RUN cr_bank_run
#define BANK_SAMPLE double
#include "modal/bank_run.h"

#define BANK_RUN cr_bank_run_float
#define BANK_SAMPLE float
#include "base/maths.h"
#include "modal/bank_run.h"
