#include "prep/fem/body.h"

// Shifts along x y z and turns about them through the centre, one in each vector of a block.
static void fill_motions(const cr_mesh *mesh, const cr_mass_props *body, double *block) {
    size_t rows = mesh->beams ? 6 : 3; // a frame has the turn of each node after its shift
    for (size_t node = 0; node < (size_t)mesh->nodes; node++, block += rows * CR_BLOCK) {
        double d[3];
        for (size_t i = 0; i < 3; i++) d[i] = mesh->node[3 * node + i] - body->centre[i];
        for (size_t k = 0; k < 3; k++) {
            size_t next = (k + 1) % 3, last = (k + 2) % 3;
            block[k * CR_BLOCK + k] = 1.0;
            block[next * CR_BLOCK + 3 + k] = -d[last]; // e_k x d
            block[last * CR_BLOCK + 3 + k] = d[next];
            if (mesh->beams) block[(3 + k) * CR_BLOCK + 3 + k] = 1.0;
        }
    }
}

// Held components of M times a motion do not count: a mode is 0 there.
double *cr_participation_of(const cr_mesh *mesh, const cr_system *system, const cr_mass_props *body,
                            const double *vector, int count, cr_arena *scratch, cr_arena *arena) {
    _Static_assert((int)CR_PARTICIPATION <= (int)CR_BLOCK, "all motions fit one block");
    size_t size = (size_t)system->size, modes = (size_t)count;
    double *part = cr_arena_take(arena, CR_PARTICIPATION * modes + 1, sizeof *part);
    double *motion = cr_arena_take(scratch, size * CR_BLOCK, sizeof *motion);
    double *momentum = cr_arena_take(scratch, size * CR_BLOCK, sizeof *momentum);
    bool room = part && motion && momentum;
    if (room) {
        fill_motions(mesh, body, motion);
        cr_system_mass_multiply(system, 1, motion, momentum);
    }
    for (size_t m = 0; room && m < modes; m++)
        for (size_t i = 0; i < size; i++)
            for (size_t k = 0; k < CR_PARTICIPATION; k++)
                part[CR_PARTICIPATION * m + k] += vector[m * size + i] * momentum[i * CR_BLOCK + k];
    return room ? part : NULL;
}
