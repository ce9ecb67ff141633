// Cost of the elementary functions (src/base/maths.h) beside those of the C library, interleaved: ns per
// call, calls that do not wait for each other ("many") and calls that do ("chain"), as in a kernel.
#include "base/maths.h"
#include "bench.h"

#include <math.h>
#include <stdbool.h>

enum { COUNT = 1000, TURNS = 200, ROUNDS = 9 };

typedef double (*function)(double x, double y);

static double time_of(function f, const double *x, const double *y, bool chain, double *sink) {
    double begin = bench_now(), sum = 0.0;
    for (int turn = 0; turn < TURNS; turn++)
        for (int i = 0; i < COUNT; i++)
            sum = f(chain ? x[i] + 1e-300 * sum : x[i], y[i]) + (chain ? 0.0 : sum);
    *sink += sum;
    return 1e9 * (bench_now() - begin) / (TURNS * COUNT);
}

#define BOTH(name)                                                                                           \
    static double own_##name(double x, double y) {                                                           \
        (void)y;                                                                                             \
        return cr_##name(x);                                                                                 \
    }                                                                                                        \
    static double lib_##name(double x, double y) {                                                           \
        (void)y;                                                                                             \
        return name(x);                                                                                      \
    }
BOTH(exp)
BOTH(expm1)
BOTH(log)
BOTH(log1p)
BOTH(sin)
BOTH(cos)
BOTH(tanh)
BOTH(cosh)

static const struct {
    const char *name;
    function own, library;
    double least, most;
} rows[] = {
    {"exp", own_exp, lib_exp, -5.0, 5.0},
    {"expm1", own_expm1, lib_expm1, -0.5, 0.5},
    {"log", own_log, lib_log, 0.1, 5.0},
    {"log1p", own_log1p, lib_log1p, -0.5, 0.5},
    {"pow", cr_pow, pow, 1e-6, 1e-3},
    {"sin", own_sin, lib_sin, -3.14, 3.14},
    {"sin, small", own_sin, lib_sin, -0.7, 0.7},
    {"sin, large", own_sin, lib_sin, 10.0, 1e4},
    {"cos", own_cos, lib_cos, -3.14, 3.14},
    {"tanh", own_tanh, lib_tanh, -1.0, 1.0},
    {"cosh", own_cosh, lib_cosh, -1.0, 1.0},
    {"atan2", cr_atan2, atan2, -1.0, 1.0},
};

int main(void) {
    static double x[COUNT], y[COUNT];
    double sink = 0.0;
    printf("function     many: own  library  ratio    chain: own  library  ratio\n");
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        double best[2][2] = {{1e9, 1e9}, {1e9, 1e9}};
        for (int i = 0; i < COUNT; i++) {
            x[i] = rows[r].least + (rows[r].most - rows[r].least) * (i * 7919 % COUNT + 0.5) / COUNT;
            y[i] = 0.5 + 2.5 * (i * 613 % COUNT) / COUNT;
        }
        for (int round = 0; round < ROUNDS; round++)
            for (int chain = 0; chain < 2; chain++)
                for (int library = 0; library < 2; library++) {
                    double time = time_of(library ? rows[r].library : rows[r].own, x, y, chain, &sink);
                    best[chain][library] = fmin(best[chain][library], time);
                }
        printf("%-12s %9.2f %8.2f %6.2f %13.2f %8.2f %6.2f\n", rows[r].name, best[0][0], best[0][1],
               best[0][0] / best[0][1], best[1][0], best[1][1], best[1][0] / best[1][1]);
    }
    return sink == 1.0;
}
