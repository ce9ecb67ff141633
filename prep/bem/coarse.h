// What is smooth on a surface, as a small system of its own: the preconditioner of GMRES. Slow to converge
// are the pressure across a thin wall and that in a cavity, which vary little over a group of triangles.
#ifndef CAROM_PREP_BEM_COARSE_H
#define CAROM_PREP_BEM_COARSE_H

#include "prep/bem/surface.h"

typedef float _Complex cr_complex;

enum { CR_COARSE_PER_GROUP = 3 }; // functions W on each: constant, and linear along two ways in its plane

// Groups of triangles that are near each other and look the same way; the functions are orthonormal.
typedef struct cr_coarse {
    int triangles, groups, slots;          // slots: triangles of the largest group
    int *of;                               // [triangles]: which group
    float (*weight)[CR_COARSE_PER_GROUP];  // [triangles]
    int *member;                           // [slots][groups], 0 where there is none
    float *weight_at[CR_COARSE_PER_GROUP]; // [slots][groups], 0 where there is none
} cr_coarse;

// False when there is no memory. Everything is the arena's.
bool cr_coarse_make(const cr_bem_surface *surface, cr_arena *arena, cr_coarse *coarse);

// E = W^T A W of a matrix A = 1/2 - D, for one wave number at a time.
typedef struct cr_coarse_work {
    const cr_coarse *coarse;
    int side;             // CR_COARSE_PER_GROUP groups
    cr_complex *matrix;   // [side][side] by rows
    cr_complex *small[2]; // [side]
    float *sums[2];       // [side] of a row
    int *pivot;
} cr_coarse_work;

bool cr_coarse_work_take(cr_coarse_work *work, const cr_coarse *coarse, cr_arena *arena);
void cr_coarse_begin(cr_coarse_work *work);
// The row i of D, real and imaginary parts.
void cr_coarse_add(cr_coarse_work *work, int i, const float *re, const float *im);
// False when E is singular.
bool cr_coarse_factor(cr_coarse_work *work);
// out = 2 (1 - W W^T) in + W E^-1 W^T in: close to A^-1 in, as A is close to 1/2 where it is not smooth.
void cr_coarse_apply(const cr_coarse_work *work, const cr_complex *in, cr_complex *out);

#endif
