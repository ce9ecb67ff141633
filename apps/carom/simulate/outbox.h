// What a world tells, on its way to the recorder: it is written by another thread, in the order in which it
// was told, and the recording has the same bytes.
#ifndef CAROM_APPS_CAROM_SIMULATE_OUTBOX_H
#define CAROM_APPS_CAROM_SIMULATE_OUTBOX_H

#include "carom/record.h"
#include "io/record/record_file.h"
#include "simulate/job.h"

typedef struct cr_outbox cr_outbox;

// modes: the most that a body has. The reader (grown NULL: none) is told of the length of the file by the
// other thread; where the system gives none, all is written by the one that calls. CR_ERR_MEMORY.
cr_outbox *cr_outbox_new(cr_record_file *file, const cr_simulate_reader *reader, int modes, cr_arena *arena,
                         cr_error *error);
// To be told by a world. It fails when what was told before could not be written.
cr_world_sink cr_outbox_sink(cr_outbox *outbox);
// A row of the ledger.
cr_status cr_outbox_energy(cr_outbox *outbox, double time, const cr_world_energy *energy);
// Waits until everything told is written: the recorder is the caller's then, until something is told again.
// What writing failed with.
cr_status cr_outbox_drain(cr_outbox *outbox, cr_error *error);
// Whether the reader is still there.
bool cr_outbox_wanted(cr_outbox *outbox);
// Ends the thread; what was not drained is lost. NULL is fine.
void cr_outbox_end(cr_outbox *outbox);

#endif
