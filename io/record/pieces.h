// A recording in equal pieces of time, of which each keeps a few numbers.
#ifndef CAROM_IO_RECORD_PIECES_H
#define CAROM_IO_RECORD_PIECES_H

#include "carom/record.h"

enum { CR_PIECE_ENERGIES = 5 };

typedef struct cr_record_piece {
    double energy[CR_PIECE_ENERGIES]; // J, at its last row: kinetic, potential, vibration, in contact points,
                                      // lost; CR_NAN: it has no row
    double least, greatest;           // s, step: HUGE_VAL and -HUGE_VAL where none ends
    double modes;                     // awake, all bodies, at most; as before where no step ends
    double points, bodies;            // touching and moving, in the mean
} cr_record_piece;

// Reads all of it, from the beginning to `end` [s], and goes back there. Scratch memory is taken from the
// arena and given back. CR_ERR_MEMORY, and as cr_record_reader_next.
cr_status cr_record_pieces(cr_record_reader *reader, double end, cr_record_piece *pieces, int count,
                           cr_arena *arena, cr_error *error);

#endif
