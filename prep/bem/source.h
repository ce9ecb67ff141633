// Points that sound: what a surface, a board or a wire is to the air once its pressure is known.
#ifndef CAROM_PREP_BEM_SOURCE_H
#define CAROM_PREP_BEM_SOURCE_H

#include "carom/radiate.h"
#include "prep/bem/bem.h"

// p(x) = (monopole + dipole along grad_y) e^(ikR)/(4 pi R), R = |y - x|.
typedef struct cr_bem_source {
    double at[3], along[3]; // m; unit vector, of faces the normal
    cr_wide monopole, dipole;
} cr_bem_source;

// The points of a surface by Kirchhoff's integral, int p dG/dn - int G g: CR_BEM_POINTS of each triangle.
// Without g or p (NULL) these are 0.
void cr_bem_sources(const cr_bem_surface *surface, const float *g, const cr_complex *p, cr_bem_source *to);

// Multipoles about a centre by direct projection,
//     c_nm = ik sum of (monopole + dipole along grad) j_n Y_nm:  (order + 1)^2 pairs of real and imaginary
//     part.
void cr_bem_project(const cr_bem_source *source, int count, double k, const double centre[3], int order,
                    double *c);

// Patches of about this side: cubes of space, in which each way to look has one of its own, so that the two
// faces of a board stay apart. Points and their order are all that decides. CR_ERR_MEMORY; everything is the
// arena's.
typedef struct cr_bem_patches {
    int count;
    double side;
    int *of;         // [sources]: which patch
    double (*at)[3]; // the mean of its points
} cr_bem_patches;
cr_status cr_bem_patches_make(const cr_bem_source *source, int count, double side, cr_arena *arena,
                              cr_bem_patches *patches, cr_error *error);
// Moments about the middles, [patches][CR_RADIATION_PATCH].
void cr_bem_patches_fill(const cr_bem_patches *patches, const cr_bem_source *source, int count, float *to);

#endif
