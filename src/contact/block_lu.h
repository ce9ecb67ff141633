// LU of a sparse matrix of dense blocks whose pattern is symmetric while its numbers need not be. Nodes (a
// contact, a body) are eliminated in an order of small fill; where little but the fill is left, the rest is
// one dense matrix. The plan is made once for a pattern, the factors any number of times.
#ifndef CAROM_CONTACT_BLOCK_LU_H
#define CAROM_CONTACT_BLOCK_LU_H

#include "carom/base.h"

typedef struct cr_block_lu {
    int count, size;       // nodes, unknowns
    const int *width;      // of each node
    const int *offset;     // of each node's unknowns
    int *order, *position; // node at a position, position of a node
    int sparse;            // positions below are sparse, those from here on the dense rest
    int *first, *after;    // the positions joined to a position below `sparse`, rising
    size_t *lower, *upper; // their blocks: (after, position) and (position, after)
    size_t *diagonal;      // of positions below `sparse`
    int rest;              // unknowns of the dense rest
    int *rest_offset;      // of a position in it, from `sparse` on
    double *value;         // all blocks
    double *dense;         // rest x rest
    int *exchange;         // rows of the diagonal blocks, then of the rest
    double *work;
    size_t values;
    double effort; // multiplications of one factorisation
    int sign;      // of the determinant after cr_block_lu_factor
} cr_block_lu;

// The pattern: columns of each row as in cr_coulomb_problem. CR_ERR_MEMORY.
cr_status cr_block_lu_plan(cr_block_lu *lu, int count, const int *width, const int *row, const int *column,
                           cr_arena *arena, cr_error *error);
// All numbers 0.
void cr_block_lu_clear(cr_block_lu *lu);
// Where block (i, j) of the pattern is filled in, by rows with the stride.
double *cr_block_lu_at(cr_block_lu *lu, int i, int j, int *stride);
// False where a pivot is 0.
bool cr_block_lu_factor(cr_block_lu *lu);
// x: the right side before, the solution after.
void cr_block_lu_solve(const cr_block_lu *lu, double *x);

#endif
