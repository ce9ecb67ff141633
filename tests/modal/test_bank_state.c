// The one-way bank cut into calls of any length, excited, silent without subnormals, poisoned, refused.
#include "bank_variants.h"
#include "seeds.h"

#include <stdlib.h>
#include <string.h>

enum { CUT = 3000 };

// Runs with calls of the given length, 0 for random ones; silence as zeros or as NULL.
static void run_cut(const variant *v, int length, bool null_silence, uint64_t seed, double out[2][CUT]) {
    static double force[CUT];
    uint64_t cuts = seed + (uint64_t)length + 99;
    cr_bank *bank = make_some(v);
    for (int n = 0; n < CUT; n++) force[n] = n < 300 || (n >= 1000 && n < 1200) ? noise(&seed) : 0;
    memset(out, 0, sizeof(double[2][CUT]));
    for (int n = 0; n < CUT;) {
        int count = length ? length : 1 + (int)(200 * fabs(noise(&cuts)));
        bool silent = null_silence && n >= 300 && n + count <= 1000;
        if (count > CUT - n) count = CUT - n;
        cr_bank_run(bank, silent ? NULL : force + n, (double *const[]){out[0] + n, out[1] + n},
                    (size_t)count);
        n += count;
    }
}

static void test_cuts(const variant *v, uint64_t seed) {
    static double whole[2][CUT], cut[2][CUT];
    const int lengths[] = {1, 7, 64, 100, 0};
    run_cut(v, CUT, false, seed, whole);
    for (int i = 0; i < 5; i++) {
        run_cut(v, lengths[i], i % 2, seed, cut);
        CHECK(memcmp(whole, cut, sizeof whole) == 0, "%s: calls of %d samples", v->name, lengths[i]);
    }
}

static void test_excite(const variant *v) {
    enum { N = 500 };
    double out[N] = {0};
    cr_bank *bank = make(v, 3, 1);
    cr_bank_mode m = {440, 20, 1, {1}};
    CHECK(cr_bank_set(bank, 1, &m, NULL) == CR_OK, "set");
    cr_bank_run(bank, NULL, (double *const[]){out}, 13);
    cr_bank_excite(bank, 1, 0.5, 1000);
    cr_bank_excite(bank, 2, 1, 1); // not set: mute
    cr_bank_run(bank, NULL, (double *const[]){out + 13}, N - 13);
    double omega = 2 * pi * 440, worst = 0;
    for (int n = 0; n < N; n++) {
        double t = (n - 13) / rate;
        double q = exp(-20 * t) * (0.5 * cos(omega * t) + (1000 + 20 * 0.5) * sin(omega * t) / omega);
        worst = fmax(worst, fabs(out[n] - (n < 13 ? 0 : q)));
    }
    // The start is rounded once in y and d: an error u in d is one of u/sin(theta) in amplitude.
    CHECK(worst <= rounding_bound(v, 440, N) + 2 * unit(v) / sin(omega / rate), "%s: %g", v->name, worst);
    cr_bank_silence(bank);
    double silent[64] = {0};
    cr_bank_run(bank, NULL, (double *const[]){silent}, 64);
    for (int n = 0; n < 64; n++) CHECK(silent[n] == 0, "%g", silent[n]);
}

static int subnormals(const cr_bank *bank) {
    int count = 0;
    const cr_bank_lanes *l = &bank->lanes;
    for (int i = 0; i < bank->def.modes; i++)
        if (bank->def.precision == CR_BANK_DOUBLE)
            count += (fpclassify(((double *)l->y)[i]) == FP_SUBNORMAL) +
                     (fpclassify(((double *)l->d)[i]) == FP_SUBNORMAL);
        else
            count += (fpclassify(((float *)l->y)[i]) == FP_SUBNORMAL) +
                     (fpclassify(((float *)l->d)[i]) == FP_SUBNORMAL);
    return count;
}

static void no_settling(const cr_bank_lanes *lanes) {
    (void)lanes;
}

// Modes that die at all speeds; without settling, subnormals are left.
static int subnormals_after_silence(const variant *v, const cr_bank_kernel *kernel) {
    static double out[64];
    const int modes = 64;
    cr_bank *bank = make(v, modes, 1);
    bank->kernel = kernel;
    for (int i = 0; i < modes; i++) {
        cr_bank_mode m = {20 * pow(1000, i / 63.0), 5 * pow(20, i / 63.0), 1, {1}};
        cr_bank_set(bank, i, &m, NULL);
        cr_bank_excite(bank, i, 1e-6, 0);
    }
    for (int n = 0; n < 10 * (int)rate; n += 50) cr_bank_run(bank, NULL, (double *const[]){out}, 50);
    return subnormals(bank);
}

static void test_subnormals(const variant *v) {
    cr_bank_kernel restless = {v->kernel->advance, no_settling};
    CHECK(subnormals_after_silence(v, v->kernel) == 0, "%s", v->name);
    CHECK(subnormals_after_silence(v, &restless) > 0, "%s: nothing to protect from", v->name);
}

// A force that is not a number is forgotten at the next settling.
static void test_not_a_number(const variant *v) {
    enum { N = 2 * CR_BANK_SETTLE };
    const double poison[] = {(double)NAN, (double)INFINITY};
    for (int i = 0; i < 2; i++) {
        double force[N] = {0}, out[N] = {0}, right[N] = {0};
        cr_bank *bank = make_some(v);
        force[10] = poison[i];
        cr_bank_run(bank, force, (double *const[]){out, right}, N);
        CHECK(!isfinite(out[12]), "%g", out[12]);
        for (int n = CR_BANK_SETTLE; n < N; n++)
            CHECK(out[n] == 0 && right[n] == 0, "%s, %d: %g", v->name, n, out[n]);
    }
}

static void test_buffers(const variant *v, uint64_t seed) {
    enum { N = 300 };
    double out[2][N] = {{0}}, same[N];
    float force[N], narrow[2][N] = {{0}};
    cr_bank *a = make_some(v), *b = make_some(v);
    for (int n = 0; n < N; n++) same[n] = (double)(force[n] = (float)noise(&seed));
    cr_bank_run(a, same, (double *const[]){out[0], out[1]}, N);
    cr_bank_run_float(b, force, (float *const[]){narrow[0], narrow[1]}, N);
    for (int c = 0; c < 2; c++)
        for (int n = 0; n < N; n++) CHECK(narrow[c][n] == (float)out[c][n], "%s, %d", v->name, n);
    cr_bank_silence(a);
    double right[N] = {0};
    for (int n = 0; n < N; n++) same[n] = (double)force[n];
    cr_bank_run(a, same, (double *const[]){same, right}, N); // in place
    for (int n = 0; n < N; n++) CHECK(same[n] == (double)force[n] + out[0][n], "%s, %d", v->name, n);
}

static void test_refusals(void) {
    cr_error error;
    cr_bank *bank = make(&variants[0], 2, 1);
    const cr_bank_mode good = {1000, 1, 1, {1}};
    const double nan = (double)NAN;
    const cr_bank_mode bad[] = {{22050, 1, 1, {1}},  {30000, 1, 1, {1}},
                                {0, 1, 1, {1}},      {-5, 1, 1, {1}},
                                {nan, 1, 1, {1}},    {1000, -1, 1, {1}},
                                {1000, nan, 1, {1}}, {1000, 1e6, 1, {1}},
                                {1000, 1, nan, {1}}, {1000, 1, 1, {(double)INFINITY}}};
    CHECK(cr_bank_set(bank, 0, &good, NULL) == CR_OK, "good");
    double rho = *(double *)bank->lanes.rho;
    for (int i = 0; i < 10; i++)
        CHECK(cr_bank_set(bank, 0, &bad[i], &error) == CR_ERR_RANGE, "bad mode %d", i);
    CHECK(*(double *)bank->lanes.rho == rho && bank->mode[0].frequency == 1000, "changed by a refused set");
    CHECK((uintptr_t)bank->lanes.unit % 64 == 0, "not aligned");
    const struct {
        int modes, channels;
        double rate;
    } defs[] = {{0, 1, rate}, {1 << 25, 1, rate}, {1, 0, rate}, {1, 3, rate}, {1, 1, 0}, {1, 1, nan}};
    for (int i = 0; i < 6; i++) {
        cr_bank_def def = cr_bank_def_default();
        def.modes = defs[i].modes;
        def.channels = defs[i].channels;
        def.rate = defs[i].rate;
        CHECK(!cr_bank_new(arena, &def, &error), "definition %d", i);
        CHECK(error.status == CR_ERR_RANGE, "definition %d: %s", i, error.reason);
    }
}

static void *allocate_few(void *context, size_t bytes) {
    int *left = context;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}

static void release(void *context, void *memory) {
    (void)context;
    free(memory);
}

static void test_out_of_memory(void) {
    int failures = 0;
    for (int k = 1; k < 6; k++) {
        int left = k;
        cr_error error = {0};
        cr_arena *small = cr_arena_new((cr_allocator){allocate_few, release, &left});
        cr_bank_def def = cr_bank_def_default();
        def.modes = 3000;
        def.channels = 2;
        def.rate = rate;
        def.precision = CR_BANK_FLOAT;
        cr_bank *bank = cr_bank_new(small, &def, &error);
        CHECK(bank || error.status == CR_ERR_MEMORY, "allocation %d", k);
        failures += !bank;
        cr_arena_free(small);
    }
    CHECK(failures > 0 && failures < 5, "%d", failures);
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    find_variants();
    for (int i = 0; i < variant_count; i++) {
        for (TEST_SEEDS(seed, 7, 3, 1)) {
            test_cuts(&variants[i], seed);
            test_buffers(&variants[i], seed);
        }
        test_excite(&variants[i]);
        test_subnormals(&variants[i]);
        test_not_a_number(&variants[i]);
    }
    test_refusals();
    test_out_of_memory();
    cr_arena_free(arena);
    return test_summary();
}
