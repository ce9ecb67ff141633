// The limits of one core of this machine, as measured in the run that is compared with them: multiply-adds
// per second, and bytes per second from and to memory of a given size. CPU time, best of several rounds.
#ifndef CAROM_BENCH_LIMIT_H
#define CAROM_BENCH_LIMIT_H

#include "bench.h"

#include <stddef.h>

typedef double bench_four __attribute__((vector_size(32), aligned(8)));
typedef double bench_eight __attribute__((vector_size(64), aligned(8)));

#if defined(__x86_64__)
#define BENCH_AVX2 __attribute__((target("avx2,fma"), noinline, unused))
#ifdef __clang__
#define BENCH_AVX512 __attribute__((target("avx512f"), min_vector_width(512), noinline, unused))
#else
#define BENCH_AVX512 __attribute__((target("avx512f,prefer-vector-width=512"), noinline, unused))
#endif
#else
#define BENCH_AVX2 __attribute__((noinline, unused))
#define BENCH_AVX512 __attribute__((noinline, unused))
#endif

enum { BENCH_CHAINS = 12 };

// Independent chains of multiply-adds of one vector each. The file that includes this is compiled with
// -ffp-contract=fast.
#define BENCH_CHAINS_RATE(NAME, TARGET, VECTOR, LANES)                                                       \
    static TARGET double NAME(void) {                                                                        \
        enum { TURNS = 300000 };                                                                             \
        VECTOR a[BENCH_CHAINS], keep = {0}, add = {0};                                                       \
        double start, kept = 0.0;                                                                            \
        keep = keep + 0.999;                                                                                 \
        add = add + 1e-3;                                                                                    \
        for (int i = 0; i < BENCH_CHAINS; i++) a[i] = add * (double)i;                                       \
        start = bench_now();                                                                                 \
        for (int turn = 0; turn < TURNS; turn++)                                                             \
            for (int i = 0; i < BENCH_CHAINS; i++) a[i] = a[i] * keep + add;                                 \
        double rate = (double)BENCH_CHAINS * (LANES)*TURNS / (bench_now() - start);                          \
        for (int i = 0; i < BENCH_CHAINS; i++) kept += a[i][0];                                              \
        return kept > 0.0 ? rate : 0.0;                                                                      \
    }

BENCH_CHAINS_RATE(bench_chains_four, BENCH_AVX2, bench_four, 4.0)
BENCH_CHAINS_RATE(bench_chains_eight, BENCH_AVX512, bench_eight, 8.0)
#undef BENCH_CHAINS_RATE

static inline int bench_has(int lanes) {
#if defined(__x86_64__)
    return lanes == 8 ? __builtin_cpu_supports("avx512f")
                      : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return lanes == 4;
#endif
}

// Multiply-adds of doubles per second with vectors of 4 or 8 of them; 0 where the processor has none.
static inline double bench_multiply_adds(int lanes) {
    double best = 0.0;
    for (int round = 0; round < 3 && bench_has(lanes); round++) {
        double rate = lanes == 8 ? bench_chains_eight() : bench_chains_four();
        if (rate > best) best = rate;
    }
    return best;
}

static BENCH_AVX2 double bench_sum_pass(const double *x, size_t numbers) {
    bench_four sum[8] = {{0}};
    for (size_t i = 0; i + 32 <= numbers; i += 32)
        for (size_t k = 0; k < 8; k++) sum[k] += *(const bench_four *)(x + i + 4 * k);
    double all = 0.0;
    for (int k = 0; k < 8; k++) all += sum[k][0] + sum[k][1] + sum[k][2] + sum[k][3];
    return all;
}

// y = a x + y as a step of a grid does it: two numbers are read and one is written for each.
static BENCH_AVX2 void bench_update_pass(double a, const double *x, double *y, size_t numbers) {
    for (size_t i = 0; i + 16 <= numbers; i += 16)
        for (size_t k = 0; k < 4; k++) {
            bench_four *to = (bench_four *)(y + i + 4 * k);
            *to = a * *(const bench_four *)(x + i + 4 * k) + *to;
        }
}

// Bytes per second that are read, or read and written (`update`), of `bytes` over and over; 0: no memory.
static inline double bench_bytes(size_t bytes, int update) {
    size_t numbers = bytes / sizeof(double), half = numbers / 2;
    double *x = aligned_alloc(64, (numbers * sizeof *x + 63) / 64 * 64), best = 0.0;
    volatile double kept = 0.0;
    if (!x) return 0.0;
    for (size_t i = 0; i < numbers; i++) x[i] = 1e-3 * (double)(i % 97);
    int passes = (int)(2e8 / (double)bytes) + 1;
    for (int round = 0; round < 5; round++) {
        double start = bench_now();
        for (int pass = 0; pass < passes; pass++)
            if (update) bench_update_pass(1e-6, x, x + half, half);
            else kept = kept + bench_sum_pass(x, numbers);
        double moved = (update ? 1.5 : 1.0) * (double)bytes * passes, rate = moved / (bench_now() - start);
        if (rate > best) best = rate;
    }
    free(x);
    return best;
}

#endif
