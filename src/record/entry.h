// The entries of blocks as bytes. Each kind has its own memory of the entry before, from which what repeats
// is left out; it begins anew with each block.
#ifndef CAROM_RECORD_ENTRY_H
#define CAROM_RECORD_ENTRY_H

#include "carom/record.h"
#include "record/bytes.h"

enum { CR_ENERGY_NUMBERS = 12 };

typedef struct cr_entry_before {
    double t0, t1;
    int a, b;
} cr_entry_before;

// The most bytes that an entry takes.
size_t cr_entry_motion_most(int modes);
enum {
    CR_ENTRY_CONTACT_MOST = 1 + 3 * CR_VARINT_MOST + 8 * 23,
    CR_ENTRY_ENERGY_MOST = 8 * (1 + CR_ENERGY_NUMBERS),
};

unsigned char *cr_entry_put_motion(unsigned char *to, const cr_world_motion *motion, cr_entry_before *before);
unsigned char *cr_entry_put_contact(unsigned char *to, const cr_world_contact *contact,
                                    cr_entry_before *before);
unsigned char *cr_entry_put_energy(unsigned char *to, double time, const cr_world_energy *energy);

// Back again. False when the bytes are no such entry: too few, numbers that are not finite, times that run
// backwards, a body that does not exist. `modes` has room for three times the most modes of a body.
bool cr_entry_take_motion(cr_cursor *from, const cr_record_head *head, cr_entry_before *before, double *modes,
                          cr_world_motion *motion);
bool cr_entry_take_contact(cr_cursor *from, const cr_record_head *head, cr_entry_before *before,
                           cr_world_contact *contact);
bool cr_entry_take_energy(cr_cursor *from, double *time, cr_world_energy *energy);

// The state of a body: position, turn, velocity, spin; 13 numbers.
unsigned char *cr_entry_put_state(unsigned char *to, const cr_body_state *state);
cr_body_state cr_entry_take_state(cr_cursor *from);
bool cr_entry_state_good(const cr_body_state *state);

#endif
