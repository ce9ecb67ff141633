// K u = w^2 M u of a mesh: symmetric, in blocks by nodes. K has 3 x 3 blocks, of which those with
// column <= row are kept; M is one number per pair of nodes, the same for x, y and z. A frame has two nodes
// for each of its mesh, the shift and the turn there, and M in blocks as K.
#ifndef CAROM_PREP_SYSTEM_H
#define CAROM_PREP_SYSTEM_H

#include "carom/prep.h"
#include "prep/eigen/block.h"

typedef struct cr_system {
    int nodes, size;     // size = 3 nodes
    int free;            // components that are not held
    size_t *start;       // [nodes + 1] into column and mass
    int *column;         // neighbours of each node and itself, rising
    double *mass;        // kg; NULL with `inertia`
    size_t *stiff_start; // [nodes + 1] into stiff, in blocks
    double *stiff;       // 9 per block, N/m
    double *inertia;     // of a frame: 9 per block, as stiff; NULL: the mass
    unsigned char *held; // per component
} cr_system;

// Assembles a mesh with its supports. Arrays are the arena's. CR_ERR_INPUT for inverted elements,
// CR_ERR_UNKNOWN for a place that is not there, CR_ERR_MEMORY.
cr_status cr_system_assemble(const cr_modal_job *job, cr_arena *arena, cr_system *system, cr_error *error);

// The block of K for the pair (row, column <= row), and the place of the pair in M; the pair must exist.
double *cr_fem_block(const cr_system *system, int row, int column);
size_t cr_system_pair(const cr_system *system, int row, int column);

// Y = M X and Y = K X of blocks of vectors; held components of Y are 0.
void cr_system_mass_multiply(const cr_system *system, int threads, const double *x, double *y);
void cr_system_stiff_multiply(const cr_system *system, const double *x, double *y);

// The entry (i, j) of M in block k of a row, of those with column <= row.
static inline double cr_system_inertia(const cr_system *system, int row, size_t k, int i, int j) {
    if (system->inertia) return system->inertia[9 * (system->stiff_start[row] + k) + (size_t)(3 * i + j)];
    return i == j ? system->mass[system->start[row] + k] : 0.0;
}

// Adds the springs of the supports and marks what is held. `scratch` gives what is needed on the way.
cr_status cr_system_support(const cr_modal_job *job, cr_arena *scratch, cr_system *system, cr_error *error);

#endif
