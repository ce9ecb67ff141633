#include "base/numeric.h"
#include "prep/eigen/system.h"

#include <string.h>

enum { WIDE = 3 * CR_BLOCK, HALF = CR_BLOCK / 2 }; // a node in a block, half of one of its components

typedef double lane __attribute__((vector_size(HALF * sizeof(double)), aligned(sizeof(double))));

typedef struct mass_job {
    const cr_system *system;
    const double *x;
    double *y;
} mass_job;

// For each node the three components of all vectors at once.
CR_CLONES static void mass_part(const void *context, int first, int last) {
    const mass_job *job = context;
    const cr_system *s = job->system;
    for (int row = first; row < last; row++) {
        double sum[WIDE] = {0};
        for (size_t pair = s->start[row]; pair < s->start[row + 1]; pair++) {
            const double *from = job->x + (size_t)s->column[pair] * WIDE;
            double m = s->mass[pair];
            for (int i = 0; i < WIDE; i++) sum[i] += m * from[i];
        }
        for (int i = 0; i < 3; i++)
            if (s->held[3 * row + i]) memset(sum + i * CR_BLOCK, 0, CR_BLOCK * sizeof *sum);
        memcpy(job->y + (size_t)row * WIDE, sum, sizeof sum);
    }
}

// y += B x, or B' x, of one block of three rows for all vectors.
static inline __attribute__((always_inline)) void meet(const double *block, const double *x, lane y[6],
                                                       bool turned) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double b = turned ? block[3 * j + i] : block[3 * i + j];
            y[2 * i] += b * *(const lane *)(x + j * CR_BLOCK);
            y[2 * i + 1] += b * *(const lane *)(x + j * CR_BLOCK + HALF);
        }
}

// y_row += B x_column, and y_column += B' x_row. Nothing is in y_row before its own blocks, which are those
// with column <= row.
CR_CLONES static void multiply_blocks(const cr_system *system, const double *blocks, const double *x,
                                      double *y) {
    for (int row = 0; row < system->nodes; row++) {
        const double *block = blocks + 9 * system->stiff_start[row];
        const int *column = system->column + system->start[row];
        size_t count = system->stiff_start[row + 1] - system->stiff_start[row], here = (size_t)row * WIDE;
        lane sum[6] = {{0}}, other[6];
        for (size_t k = 0; k < count; k++, block += 9) {
            size_t there = (size_t)column[k] * WIDE;
            meet(block, x + there, sum, false);
            if (there == here) continue;
            memcpy(other, y + there, sizeof other);
            meet(block, x + here, other, true);
            memcpy(y + there, other, sizeof other);
        }
        memcpy(y + here, sum, sizeof sum);
    }
    for (int i = 0; i < system->size; i++)
        if (system->held[i]) memset(y + (size_t)i * CR_BLOCK, 0, CR_BLOCK * sizeof *y);
}

void cr_system_stiff_multiply(const cr_system *system, const double *x, double *y) {
    multiply_blocks(system, system->stiff, x, y);
}

void cr_system_mass_multiply(const cr_system *system, int threads, const double *x, double *y) {
    mass_job job = {system, x, y};
    if (system->inertia) multiply_blocks(system, system->inertia, x, y);
    else cr_spread(threads, system->nodes, mass_part, &job);
}
