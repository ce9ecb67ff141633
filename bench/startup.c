// How long a program takes to start: bench_startup [PROGRAM [RUNS]], as a rule build/carom. `PROGRAM --help`
// and `true` run in turn, so that what else the machine does falls on both; the medians and their difference,
// and the same for the shortest runs, which a busy machine disturbs least.
#include "bench.h"
#include "child.h"

enum { RUNS_MOST = 10000 };

// From start to end [ms]; below 0: it failed.
static double run(char *const words[], char **environment) {
    double begin = bench_clock(CLOCK_MONOTONIC);
    bool good = bench_child(words, environment);
    return good ? 1e3 * (bench_clock(CLOCK_MONOTONIC) - begin) : -1.0;
}

int main(int argc, char **argv, char **environment) {
    static double time[2][RUNS_MOST];
    char program[] = "build/carom", help[] = "--help", nothing[] = "true";
    char *words[2][3] = {{nothing, NULL}, {argc > 1 ? argv[1] : program, help, NULL}};
    int runs = argc > 2 ? atoi(argv[2]) : 200;
    if (runs < 1 || runs > RUNS_MOST) runs = RUNS_MOST;
    for (int i = 0; i < runs; i++)
        for (int k = 0; k < 2; k++) {
            time[k][i] = run(words[k], environment);
            if (time[k][i] >= 0.0) continue;
            fprintf(stderr, "bench_startup: %s: cannot run it; give the program\n", words[k][0]);
            return 1;
        }
    for (int k = 0; k < 2; k++) qsort(time[k], (size_t)runs, sizeof **time, bench_ascending);
    const struct {
        const char *name;
        int at;
    } shown[] = {{"median", runs / 2}, {"least", 0}};
    for (int i = 0; i < 2; i++) {
        double none = time[0][shown[i].at], all = time[1][shown[i].at];
        printf("%-6s of %d runs: true %.2f ms, %s %.2f ms, %.2f ms above\n", shown[i].name, runs, none,
               words[1][0], all, all - none);
    }
    return 0;
}
