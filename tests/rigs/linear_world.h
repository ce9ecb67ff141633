// Bodies that touch at points which stay where they are: displacements are small, so that gaps and slips are
// linear in the freedoms. Kick and hold of each step are solved by cr_rows_solve, freedoms (rigid ones and
// modes alike, of mass 1) move exactly. Towers, tables and piles to measure the solver with.
#ifndef CAROM_TEST_LINEAR_WORLD_H
#define CAROM_TEST_LINEAR_WORLD_H

#include "rows_rig.h"

#include <stdint.h>

typedef struct linear_count {
    int solved[CR_COULOMB_UNSOLVED + 1]; // by method
    int solves, unsolved, sweeps, factorisations;
    double residual, energy; // the greatest
} linear_count;

typedef struct linear_world {
    cr_arena *arena;
    int bodies, contacts, freedoms; // all of them
    int *offset;                    // of each body
    double *omega, *zeta, *pull;    // of each freedom: frequency [rad/s], damping, force
    double *x, *v;
    int *body;        // 2 for each contact
    double **columns; // 2 for each contact: 3 x freedoms
    double *gap;      // of each contact, where x = 0
    double *spring, *mu;
    double *force, *impulse; // of the last step, 3 for each contact
    double h, kick_soft;     // step; compliance of the kick as a share of W_ii: 0.1
    double margin;           // contacts wider than this are left out: 2e-4
    bool bristle;            // tangential springs of the hold: true
    rows_rig kick, hold;     // of the last step
    int *row_of;             // contacts of the rows
    double *metric, *shift;  // of each freedom: work
    cr_arena_mark kick_mark, hold_mark;
    linear_count kicks, holds;
} linear_world;

linear_world linear_world_new(int most_bodies, int most_freedoms, int most_contacts);
void linear_world_free(linear_world *world);
int linear_body(linear_world *world, int freedoms);
// Six freedoms of a rigid body under gravity.
int linear_rigid(linear_world *world, double mass);
// A contact where body a lies on b (-1: the world); columns are zero.
int linear_contact(linear_world *world, int a, int b, double spring, double mu);
// Adds to the columns of a rigid side, at `arm` from the centre of mass, frame = normal and tangents.
void linear_rigid_columns(linear_world *world, int contact, int side, double mass, const double inertia[3],
                          const double arm[3], double frame[3][3]);

// The rows of the kick and of the hold from this state, warm started; solves neither.
void linear_kick_rows(linear_world *world);
void linear_hold_rows(linear_world *world);
// One step: kick, hold, flow. False where a call failed.
bool linear_step(linear_world *world, double tolerance);

// 9 dishes of .35 kg, each on a ring of so many points, on a simply supported plate .8 x .5 x .02 m of 73
// modes (those below 5 kHz) with in-plane motion -z grad w; k = 1e9 N/m, mu = .4.
linear_world linear_table(int points);
// A ball of 3 kg that will hit the table at `speed`.
void linear_table_ball(linear_world *world, double speed);
// The plate's modes get random velocities, together of this energy [J].
void linear_table_ring(linear_world *world, uint64_t seed, double energy);
// Boxes of 1 kg, each on four points of the one below.
linear_world linear_tower(int boxes, double spring);
// side^3 balls of 10.5 g, R = 10 mm, in a box, normals a little askew; the springs are 1/(kappa W_ii) of the
// hold of h.
linear_world linear_pile(uint64_t seed, int side, double kappa, double h);

#endif
