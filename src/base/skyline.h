// Systems of equations with few neighbours per unknown: what is coupled (the pattern, symmetric), an order
// that keeps neighbours close, and factors within the skyline: row c from its first entry to the diagonal.
// Work grows with the square of the width of a row, which for rows and chains is constant. Without allocation
// once made.
#ifndef CAROM_BASE_SKYLINE_H
#define CAROM_BASE_SKYLINE_H

#include "carom/base.h"

// Columns column[row[c]] .. column[row[c + 1] - 1] of row c, rising, the diagonal among them.
typedef struct cr_pattern {
    int count;
    int *row, *column;
} cr_pattern;

// Entry (c, d), first[c] <= d <= c, stands at origin[c] + d. Of the rows below `fixed` those after last[d] do
// not reach column d; rows from there on, up to `count`, reach every one.
typedef struct cr_skyline {
    int count, fixed;
    int *first, *last;
    ptrdiff_t *origin;
} cr_skyline;

// The order in which to number the unknowns: as they are, unless reverse Cuthill-McKee at least halves the
// skyline. False when there is no memory.
bool cr_pattern_order(const cr_pattern *pattern, int *order, cr_arena *arena);

// The skyline of a pattern whose unknowns are blocks of `width` numbers, with room for `more` blocks that
// any other may be coupled to; `size`: numbers that a matrix has. False when there is no memory.
bool cr_skyline_make(cr_skyline *skyline, const cr_pattern *pattern, int width, int more, size_t *size,
                     cr_arena *arena);

// LU without exchanges, for a matrix whose symmetric part is positive definite. (c, d) is in `lower`, (d, c)
// and the diagonal are in `upper`, at the place of (c, d). Unknowns that are `idle` have nothing but 1 on the
// diagonal and cost a comparison; their entries are not read.
void cr_skyline_factor(const cr_skyline *skyline, const bool *idle, double *lower, double *upper);
// x holds the right side before and the solution after; 0 stays where unknowns are idle.
void cr_skyline_solve(const cr_skyline *skyline, const bool *idle, const double *lower, const double *upper,
                      double *x);

#endif
