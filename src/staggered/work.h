// What the two programs share.
#ifndef CAROM_STAGGERED_WORK_H
#define CAROM_STAGGERED_WORK_H

#include "staggered/staggered.h"

typedef struct cr_staggered_work {
    const cr_rows *rows;
    size_t *offset; // by body: where its part of y begins
    size_t freedoms;
    double *r, *y;  // y = A^T r
    double *before; // y without friction's last change
    double *normal; // of each block: W_nn
    double *across; // 3 of each block: W_tt: 11, 12, 22
    // The active set: G = A_n A_n^T of its members = L L^T.
    int room, members;
    int *member;          // blocks
    bool *inside;         // by block
    bool *barred;         // by block: was tried and does not help
    double *factor;       // L, room x room by rows
    double *free, *trial; // by block: u_n without normal impulses; by member: solution
    // Faces of the octagons.
    int faces;
    double *hessian, *right; // faces x faces
    double (*direction)[2];  // of each free direction
    int *of;                 // and its block
} cr_staggered_work;

cr_status cr_staggered_begin(cr_staggered_work *work, const cr_rows *rows, cr_arena *arena, double *r,
                             double *y, cr_error *error);
// y = A^T r.
void cr_staggered_gather(cr_staggered_work *work);
// Adds an impulse along one row of a block to r and y.
void cr_staggered_push(cr_staggered_work *work, int block, int row, double impulse);
// u = q + A y of one row of a block.
double cr_staggered_velocity(const cr_staggered_work *work, int block, int row);
// Row of one block times row of another.
double cr_staggered_product(const cr_staggered_work *work, int i, int row_i, int k, int row_k);
// The greatest velocity that a reaction makes at its own point.
double cr_staggered_scale(const cr_staggered_work *work);

// (5a). False where it ends for want of passes.
bool cr_staggered_normals(cr_staggered_work *work);
double cr_staggered_normal_residual(const cr_staggered_work *work, double scale);
// (5b).
void cr_staggered_friction(cr_staggered_work *work);
double cr_staggered_friction_residual(const cr_staggered_work *work, double scale);

#endif
