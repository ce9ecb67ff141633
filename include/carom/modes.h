// The modes of a solid: what vibration analysis leaves for the runtime. They are computed by prep.h, kept in
// a `.modes` file (little-endian, versioned, with a checksum), and become an element of a scene.
#ifndef CAROM_MODES_H
#define CAROM_MODES_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

// Of a mode U, with the centre of mass c: p = int rho U dV [kg^1/2] along x y z, and l = int rho (r - c) x U
// dV [m kg^1/2] about x y z.
enum { CR_PARTICIPATION = 6 };

// Vertices around a rod of a frame.
enum { CR_ROD_RING = 6 };

// A straight piece of a rod of a frame: the first vertices of the rings at its ends.
typedef struct cr_modes_rod {
    int from, to;
    float radius; // m
} cr_modes_rod;

typedef struct cr_modes {
    char name[64];     // of the shape or file it came from
    char material[64]; // name, or "" when the figures were given

    double density, young, poisson;       // kg/m^3, Pa (0: unknown); of the first material
    double rayleigh_mass, rayleigh_stiff; // damping: sigma = (mass + stiff w^2)/2; 1/s, s

    double mass;       // kg
    double centre[3];  // of mass, m
    double inertia[6]; // about the centre: xx yy zz yz xz xy, kg m^2

    int count;         // elastic modes
    int rigid;         // rigid modes left out: 6 for a free body, 0 for a held one
    double limit;      // proven complete below this frequency, Hz
    double *frequency; // undamped, rising, Hz
    double *error;     // estimated, Hz: each is too high by at most about this; NULL: unknown
    double *sigma;     // decay of the amplitude, 1/s
    // [mode][CR_PARTICIPATION]: the frame's acceleration a and angular acceleration alpha (about the centre)
    // drive mode j with -p_j.a - l_j.alpha, gravity g with p_j.g. Zero to rounding for free bodies. NULL:
    // unknown; a file keeps it only with `error`.
    double *participation;

    // How they were computed; 0: unknown.
    int tets, dof;   // of the mesh
    int counted;     // modes below the limit, rigid ones too, by the inertia of the factorisation
    double residual; // largest of all modes, see cr_modal_result

    // The surface: triangles seen counter-clockwise from outside.
    int vertices, triangles;
    float *position; // 3 per vertex, m
    int *triangle;   // 3 per triangle
    float *shape;    // [mode][vertex][3], mass-normalised, kg^-1/2

    // Of a frame of round rods, whose surface is one tube of rings for each of its wires; 0: a solid. What
    // the axis of a rod does is the mean of its ring (cr_modes_axis).
    int rods;
    cr_modes_rod *rod;
} cr_modes;

// The mean over the ring of a rod that begins with a vertex: where its axis is (`values` is modes->position)
// or how it moves in a mode (modes->shape + 3 * mode * vertices).
static inline void cr_modes_axis(const float *values, int vertex, double mean[3]) {
    for (int i = 0; i < 3; i++) {
        mean[i] = 0.0;
        for (int k = 0; k < CR_ROD_RING; k++) mean[i] += (double)values[3 * (vertex + k) + i] / CR_ROD_RING;
    }
}

// The straight wires of a frame between its welds and bends, each as two ends and a radius [m]: at most
// modes->rods of them into `wire`, and which of them each piece is part of into `of` [modes->rods]. Returns
// how many.
enum { CR_WIRE_NUMBERS = 7 };
int cr_modes_wires(const cr_modes *modes, double (*wire)[CR_WIRE_NUMBERS], int *of);

// That the values are such as a solid has: finite numbers, positive mass and moments, frequencies that rise,
// triangles between existing vertices. CR_ERR_INPUT with the first that is not; `place` names the modes in
// errors.
cr_status cr_modes_check(const cr_modes *modes, const char *place, cr_error *error);

// Bytes of the encoded form, docs/modes-format.md.
size_t cr_modes_size(const cr_modes *modes);
// Writes the encoded form: cr_modes_size bytes. The values are not checked.
void cr_modes_encode(const cr_modes *modes, unsigned char *bytes);
// Reads it back; the arrays come from the arena, which is as it was when this fails. CR_ERR_INPUT when it is
// no such file, of another version, cut off, changed (checksum), or fails cr_modes_check; CR_ERR_MEMORY.
// Bytes need no alignment. Not for the audio thread.
cr_status cr_modes_decode(const unsigned char *bytes, size_t size, const char *place, cr_arena *arena,
                          cr_modes *modes, cr_error *error);

CR_DECLARATIONS_END

#endif
