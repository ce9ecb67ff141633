// Strains of modes made smooth: finite elements know their strain best inside, and differ where they meet.
// Around each corner a polynomial of the order of the elements is fitted to the strain at points inside the
// elements there (Zienkiewicz and Zhu, The superconvergent patch recovery, 1992); at free surfaces the force
// is 0.
#ifndef CAROM_PREP_RECOVER_H
#define CAROM_PREP_RECOVER_H

#include "prep/eigen/block.h"
#include "prep/fem/element.h"

// xx yy zz yz xz xy, the last three doubled.
enum { CR_STRAINS = 6 };

typedef struct cr_recovery cr_recovery;

// For any modes of a mesh that has passed its check; `held` (per node): a support touches it, all other nodes
// of the surface are free. NULL: no memory. Everything is the arena's.
cr_recovery *cr_recovery_new(const cr_mesh *mesh, const unsigned char *held, int threads, cr_arena *arena);

// Smooth strains of a region from a block of modes, at each of its nodes: [node][CR_STRAINS][CR_BLOCK]. Those
// of other nodes are left as they were.
const double *cr_recovery_run(cr_recovery *recovery, int region, const cr_hooke *hooke, const double *block);

// What an element itself has where its shape functions have these gradients.
void cr_strain_at(const cr_element *element, const double gradient[][3], const double *block,
                  double strain[CR_STRAINS][CR_BLOCK]);

#endif
