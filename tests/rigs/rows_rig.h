// Rows of a step (contact/rows.h) put together one by one, for tests and benchmarks.
#ifndef CAROM_TEST_ROWS_RIG_H
#define CAROM_TEST_ROWS_RIG_H

#include "contact/rows.h"

typedef struct rows_rig {
    cr_rows rows; // points at what follows
    cr_arena *arena, *scratch;
    int most_blocks, most_bodies;
    int *freedoms, *body;
    double **arms; // 2 for each block, 3 x freedoms, zeroed
    double *compliance, *q, *mu, *radius;
    unsigned char *kind;
    double *r, *y; // zeroed; room for the solution
    cr_rows_result result;
    cr_error error;
} rows_rig;

rows_rig rows_rig_new(int most_bodies, int most_blocks);
void rows_rig_free(rows_rig *rig);
// A body of so many freedoms, its number.
int rows_rig_body(rows_rig *rig, int freedoms);
// A block between two bodies (-1: the world), its number; all numbers 0 but the compliance.
int rows_rig_block(rows_rig *rig, cr_rows_kind kind, int a, int b, double compliance);
// Solves from r; y has room for all freedoms.
cr_status rows_rig_solve(rows_rig *rig, double tolerance);
// u of block i at r, by itself: A A^T r + C r + q.
void rows_rig_velocity(const rows_rig *rig, int i, double u[3]);
// r.(q + u)/2
double rows_rig_energy(const rows_rig *rig);
// The greatest violation of the laws at r: of bounds and disks, relative to the greatest |r|; of u where it
// must vanish or have a sign, and of the direction of slip, relative to the greatest of |q|.
double rows_rig_violation(const rows_rig *rig);

#endif
