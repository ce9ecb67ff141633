#include "base/numeric.h"
#include "prep/eigen/system.h"

#include <string.h>

enum { WIDE = 3 * CR_BLOCK }; // a node in a block

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

// y_row += B x_column, and y_column += B' x_row.
static inline __attribute__((always_inline)) void meet(const double *block, const double *x, double *y,
                                                       bool turned) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double b = turned ? block[3 * j + i] : block[3 * i + j];
            for (int k = 0; k < CR_BLOCK; k++) y[i * CR_BLOCK + k] += b * x[j * CR_BLOCK + k];
        }
}

CR_CLONES static void multiply_blocks(const cr_system *system, const double *blocks, const double *x,
                                      double *y) {
    memset(y, 0, (size_t)system->nodes * WIDE * sizeof *y);
    for (int row = 0; row < system->nodes; row++) {
        const double *block = blocks + 9 * system->stiff_start[row];
        const int *column = system->column + system->start[row];
        size_t count = system->stiff_start[row + 1] - system->stiff_start[row], here = (size_t)row * WIDE;
        for (size_t k = 0; k < count; k++, block += 9) {
            size_t there = (size_t)column[k] * WIDE;
            meet(block, x + there, y + here, false);
            if (there != here) meet(block, x + here, y + there, true);
        }
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
