// What every benchmark shares: CPU time, the unit of this machine, and figures as rows of CSV on the standard
// output, case,figure,unit,value. `bench/run` collects them; names hold neither commas nor quotes.
#ifndef CAROM_BENCH_H
#define CAROM_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Time of a clock [s].
static inline double bench_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// CPU time of this thread [s].
static inline double bench_now(void) {
    return bench_clock(CLOCK_THREAD_CPUTIME_ID);
}

// The same of all threads [s].
static inline double bench_process_now(void) {
    return bench_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static inline void bench_keep_least(double *least, double value) {
    if (value < *least) *least = value;
}

static inline void bench_figure(const char *name, const char *figure, const char *unit, double value) {
    printf("%s,%s,%s,%.6g\n", name, figure, unit, value);
    fflush(stdout);
}

// Latency of dependent additions, 3 cycles on Zen 3: what "ns" means on this machine now.
static inline double bench_addition_ns(void) {
    volatile double unit = 1e-9;
    double best = 1e9, step = unit;
    for (int round = 0; round < 9; round++) {
        double x = 0.0, start = bench_now();
        for (int i = 0; i < 200000; i++) {
            x += step;
#if defined(__x86_64__)
            __asm__("" : "+x"(x));
#endif
        }
        double time = (bench_now() - start) / 200000;
        unit = x > 0.0 ? unit : 0.0;
        bench_keep_least(&best, time);
    }
    return 1e9 * best;
}

static inline int bench_ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
