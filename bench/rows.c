// The rows of one step: a table with dishes, a tower, piles, and normal problems alone, warm started as in a
// run and cold; against Siconos' Lemke for the normal ones where it is installed. CPU time, medians.
#include "bench.h"
#include "linear_world.h"
#include "plate_rows.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

#ifdef HAVE_SICONOS
#include "siconos.h"
#endif

enum { ROUNDS = 41, STATES = 21 };

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, bench_ascending);
    return values[count / 2];
}

// One problem from the same guess again and again.
static double time_of(rows_rig *rig, const double *guess) {
    double times[ROUNDS];
    size_t bytes = 3 * (size_t)rig->rows.blocks * sizeof *rig->r;
    for (int round = 0; round < ROUNDS; round++) {
        if (guess) memcpy(rig->r, guess, bytes);
        else memset(rig->r, 0, bytes);
        double start = bench_now();
        rows_rig_solve(rig, 1e-8);
        times[round] = 1e3 * (bench_now() - start);
    }
    return median(times, ROUNDS);
}

static void put(const char *name, const char *what, rows_rig *rig) {
    char figure[64];
    size_t bytes = 3 * (size_t)rig->rows.blocks * sizeof *rig->r;
    double *guess = malloc(bytes + 1);
    memcpy(guess, rig->r, bytes);
    snprintf(figure, sizeof figure, "%s warm", what);
    bench_figure(name, figure, "ms", time_of(rig, guess));
    snprintf(figure, sizeof figure, "%s cold", what);
    bench_figure(name, figure, "ms", time_of(rig, NULL));
    snprintf(figure, sizeof figure, "%s cold: sweeps", what);
    bench_figure(name, figure, "", rig->result.sweeps);
    free(guess);
}

static void both(const char *name, linear_world w, int steps) {
    for (int i = 0; i < steps; i++) linear_step(&w, 1e-8);
    linear_kick_rows(&w);
    put(name, "kick", &w.kick);
    linear_hold_rows(&w);
    put(name, "hold", &w.hold);
    linear_world_free(&w);
}

static void table(int points) {
    char name[32];
    snprintf(name, sizeof name, "table of %d contacts", 9 * points);
    linear_world w = linear_table(points);
    for (int i = 0; i < 20; i++) linear_step(&w, 1e-8);
    linear_table_ring(&w, 1, 1e-5);
    both(name, w, 20);
}

#ifdef HAVE_SICONOS
static void lemke(const char *name, const rows_rig *rig, double ours) {
    int n = rig->rows.blocks, freedoms = rig->freedoms[0];
    double *m = calloc((size_t)n * (size_t)n, sizeof *m), *q = calloc((size_t)n, sizeof *q),
           *z = calloc((size_t)n, sizeof *z);
    for (int i = 0; i < n; i++) {
        q[i] = rig->q[3 * i];
        m[i * n + i] = rig->compliance[3 * i];
        for (int j = 0; j < n; j++)
            for (int k = 0; k < freedoms; k++) m[i * n + j] += rig->arms[2 * i][k] * rig->arms[2 * j][k];
    }
    double time = 1e3 * bench_siconos_lemke(n, m, q, z, bench_now);
    if (time < HUGE_VAL) {
        bench_figure(name, "Siconos Lemke", "ms", time);
        bench_figure(name, "Siconos Lemke over ours", "", time / ours);
    }
    free(m);
    free(q);
    free(z);
}
#endif

// A plate that is shaken a little from state to state.
static void normal(int freedoms, int contacts) {
    char name[48];
    double times[STATES];
    uint64_t state = cr_random_seed(3);
    bodies_problem plate = ringing_plate(5, freedoms, contacts, 0.0, 0.02);
    rows_rig rig = plate_rows(&plate, 0.02);
    rows_rig_solve(&rig, 1e-8);
    for (int s = 0; s < STATES; s++) {
        for (int k = 0; k < freedoms; k++) {
            double change = 1e-4 * cr_random_gaussian(&state);
            for (int i = 0; i < 3 * contacts; i++)
                rig.q[i] += rig.arms[i / 3 * 2][i % 3 * freedoms + k] * change;
        }
        double start = bench_now();
        rows_rig_solve(&rig, 1e-8);
        times[s] = 1e3 * (bench_now() - start);
    }
    double ours = median(times, STATES);
    snprintf(name, sizeof name, "normal %d freedoms %d contacts", freedoms, contacts);
    bench_figure(name, "warm", "ms", ours);
#ifdef HAVE_SICONOS
    lemke(name, &rig, ours);
#endif
    rows_rig_free(&rig);
    bodies_free(&plate);
}

int main(void) {
    table(16);
    table(32);
    both("tower of 40", linear_tower(40, 1e9), 50);
    both("pile of 64", linear_pile(1, 4, 1.0, 1e-4), 10);
    both("pile of 216", linear_pile(1, 6, 1.0, 1e-4), 10);
    both("pile of 1000", linear_pile(1, 10, 1.0, 1e-4), 5);
    normal(66, 200);
    normal(138, 500);
    return 0;
}
