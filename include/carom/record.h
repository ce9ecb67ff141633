// Recordings: what bodies did and where they touched, as a stream of blocks that is written while it happens
// and read without holding it whole (`.rec`: little-endian, versioned, a checksum for each block).
// Encoding and decoding work on bytes in memory: files are the program's (io/record).
#ifndef CAROM_RECORD_H
#define CAROM_RECORD_H

#include "carom/world.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_recorder cr_recorder;

// Where blocks go: appends bytes; any status but CR_OK ends the recording.
typedef struct cr_record_out {
    void *context;
    cr_status (*write)(void *context, const unsigned char *bytes, size_t count, cr_error *error);
} cr_record_out;

// Begins a recording of a model: its header (bodies: names, masses, centres, forms' names) goes out at once.
// NULL: CR_ERR_MEMORY or what `write` returned. Memory does not grow with the length.
cr_recorder *cr_recorder_new(const cr_world_model *model, const cr_record_out *out, cr_arena *arena,
                             cr_error *error);
// To be told by a world. Blocks go out when they are full.
cr_world_sink cr_recorder_sink(cr_recorder *recorder);
// What the ledger and the statistics say at a time; a row of the recording.
cr_status cr_recorder_energy(cr_recorder *recorder, double time, const cr_world_energy *energy,
                             cr_error *error);
// The state of a world as it can be gone on with (cr_world_save); a recording may hold several.
cr_status cr_recorder_checkpoint(cr_recorder *recorder, const cr_world *world, cr_error *error);
// Writes what is pending. At the end also the mark by which a reader knows that it is whole.
cr_status cr_recorder_flush(cr_recorder *recorder, bool end, cr_error *error);

CR_DECLARATIONS_END

#endif
