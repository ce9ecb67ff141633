// Friction problems made of bodies: W = A A^T, q = A v, with the rows of A divided by the root of the masses.
#ifndef CAROM_TEST_CONTACT_PROBLEMS_H
#define CAROM_TEST_CONTACT_PROBLEMS_H

#include "carom/coulomb.h"

#include <stdint.h>

typedef struct bodies_problem {
    cr_coulomb_problem problem; // by blocks
    cr_coulomb_problem bodies;  // the same by bodies
    cr_arena *arena;
    int freedoms;
    double *a; // 3 contacts x freedoms, by rows
    double *v;
} bodies_problem;

// Many more contacts than needed between bodies of unlike masses, or with the ground.
bodies_problem random_bodies(uint64_t seed, int bodies, int contacts, double mu_least, double mu_most);
// A cubic pack of side^3 balls in a box, normals a little askew.
bodies_problem ball_pack(uint64_t seed, int side, double mu, double shake);
// A tower of boxes with so many contacts below each.
bodies_problem box_tower(uint64_t seed, int boxes, int contacts, double mu, double shake);
// A plate with bending modes, every one moving, on points of the ground.
bodies_problem ringing_plate(uint64_t seed, int freedoms, int contacts, double mu, double shake);

// The same contacts with W and q made anew after a or v were changed.
void bodies_assemble(bodies_problem *made);
void bodies_free(bodies_problem *made);

#endif
