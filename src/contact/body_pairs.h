// Contacts in the order of the pairs of bodies that touch: the pattern of I + sum A^T D A and its sum, all
// contacts of a pair at once.
#ifndef CAROM_CONTACT_BODY_PAIRS_H
#define CAROM_CONTACT_BODY_PAIRS_H

#include "carom/coulomb.h"
#include "contact/block_lu.h"

typedef struct cr_body_pairs {
    int count;                    // pairs, those with the world among them
    int *first;                   // of each pair in `contact`, and the end
    int *contact;                 // all of them, by pairs
    double *turned;               // D A of a pair's contacts, one side
    const double **left, **right; // rows of a pair's products
} cr_body_pairs;

// Also plans the factors. CR_ERR_MEMORY.
cr_status cr_body_pairs_plan(cr_body_pairs **pairs, const cr_coulomb_problem *problem, cr_block_lu *lu,
                             cr_arena *arena, cr_error *error);
// Adds A^T D A, d the 3 x 3 blocks of D. A contact whose D is 0 costs nothing.
void cr_body_pairs_add(cr_body_pairs *pairs, const cr_coulomb_problem *problem, const double *d,
                       cr_block_lu *lu);

#endif
