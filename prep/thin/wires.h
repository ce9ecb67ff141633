// Rods that are thin against the wavelength: lines of dipoles, with a lump at each end that is free;
// docs/theory/radiation.md, A8.
#ifndef CAROM_PREP_THIN_WIRES_H
#define CAROM_PREP_THIN_WIRES_H

#include "carom/modes.h"
#include "carom/radiate.h"

// A straight round rod, and how its middle moves at some nodes.
typedef struct cr_wire {
    double from[3], to[3], radius; // m
    bool joined[2];                // an end that goes on into another rod
    int nodes;                     // 1 or more
    double *place;                 // [nodes], rising, 0 at `from` and 1 at `to`
    double (*moved)[3];            // [nodes], of a mode, kg^-1/2
} cr_wire;

// Pieces of wires, then the lumps at their ends.
typedef struct cr_wire_pieces {
    int count;
    int *wire;      // of each: which
    double *along;  // where on it, 0..1
    double *weight; // m; of a lump 0
} cr_wire_pieces;

// Pieces of at most about this length, 8 per wire or more. CR_ERR_MEMORY; everything is the arena's.
cr_status cr_wire_pieces_make(const cr_wire *wire, int wires, double length, cr_arena *arena,
                              cr_wire_pieces *pieces, cr_error *error);
// Where they are, and which way they go.
void cr_wire_pieces_place(const cr_wire *wire, const cr_wire_pieces *pieces, cr_patches *set);
// Their dipoles for thin wires, [pieces][CR_RADIATION_PATCH]; cr_radiator knows what thicker ones do.
// *square: int g^2 over the rods.
void cr_wire_pieces_fill(const cr_wire *wire, const cr_wire_pieces *pieces, double density, float *to,
                         double *square);

// The wires of a frame (cr_modes_wires): nodes are the rings of its surface, and move as these do on average.
// Ends that meet another rod are joined.
typedef struct cr_wire_frame {
    cr_wire *wire;
    int wires, nodes;
    int *ring;     // of each node of all wires: its first vertex
    double *place; // where on its wire
} cr_wire_frame;
// CR_ERR_INPUT: a rod without a length or a radius; CR_ERR_MEMORY.
cr_status cr_wire_frame_make(const cr_modes *modes, cr_arena *arena, cr_wire_frame *frame, cr_error *error);
// A copy to move, for a thread; NULL without memory.
cr_wire *cr_wire_frame_copy(const cr_wire_frame *frame, cr_arena *arena);
void cr_wire_frame_move(const cr_wire_frame *frame, const cr_modes *modes, int mode, cr_wire *wire);
// Length over which a mode turns by 1 along the rods, 1/k_b, m.
double cr_wire_bend(const cr_wire *wire, int wires);

#endif
