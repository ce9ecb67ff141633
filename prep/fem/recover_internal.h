// Parts of prep/fem/recover.h: the fit (recover.c) and what is known at the surface (recover_surface.c).
#ifndef CAROM_PREP_RECOVER_INTERNAL_H
#define CAROM_PREP_RECOVER_INTERNAL_H

#include "prep/fem/elastic.h"
#include "prep/fem/recover.h"

// The most terms of a polynomial; three smooth sides of a surface may meet in a node.
enum { CR_TERMS = 17, CR_SIDES_MOST = 3 };

// A node of the surface.
typedef struct cr_skin_node {
    bool bound; // nothing but air is there
    int sides;
    double normal[CR_SIDES_MOST][3];  // of each side, length 1
    double inwards[CR_SIDES_MOST][3]; // the way into each side
} cr_skin_node;

// All nodes; `held` are those that a support touches. The nodes are the arena's. CR_ERR_MEMORY.
cr_status cr_recover_surface_find(const cr_mesh *mesh, const unsigned char *held, cr_arena *arena,
                                  cr_skin_node **surface, cr_error *error);
// Takes out of the strains [CR_STRAINS][CR_BLOCK] at a bound node what would need a force on its sides.
void cr_skin_bind(const cr_skin_node *node, const cr_hooke *hooke, double *strain);

// Solves A X = B, in place; A symmetric, its lower triangle; B has rows of CR_STRAINS CR_BLOCK numbers. An
// unknown of which `least` or less is left by those before it is 0.
void cr_terms_solve(int n, double least, double a[CR_TERMS][CR_TERMS], double *b);

#endif
