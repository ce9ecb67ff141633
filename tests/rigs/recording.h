// Recordings to be compared: a head of three bodies, and entries by number.
#ifndef CAROM_TEST_RECORDING_H
#define CAROM_TEST_RECORDING_H

#include "carom/record.h"

// A floor that is fixed, a box that tumbles (rigid), and a plate with three modes.
enum { FLOOR, BOX, PLATE, BODIES, PLATE_MODES = 3 };
cr_record_head recording_head(void);

// Entry i: every third a motion, a contact, an energy; full of special values (-0, subnormals, zeros,
// repeated times). The arrays of a motion are static in `modes`.
typedef struct recording_entry {
    cr_record_kind kind;
    cr_world_motion motion;
    cr_world_contact contact;
    double time;
    cr_world_energy energy;
    double modes[3 * PLATE_MODES];
} recording_entry;
void recording_make(int i, recording_entry *entry);
cr_status recording_tell(cr_recorder *recorder, const recording_entry *entry, cr_error *error);
// Whether an item is this entry, bit by bit.
bool recording_same(const recording_entry *entry, const cr_record_item *item);

// A recording of `entries` entries. CR_OK, or what failed.
cr_status recording_write(cr_record_memory *r, int entries, bool end, cr_error *error);
cr_status recording_write_to(const cr_record_out *out, int entries, bool end, cr_error *error);

#endif
