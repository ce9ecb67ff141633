// A recording that is being written.
#ifndef CAROM_RECORD_RECORDER_H
#define CAROM_RECORD_RECORDER_H

#include "record/block.h"
#include "record/entry.h"

enum { CR_PENDING_MOTIONS, CR_PENDING_CONTACTS, CR_PENDING_ENERGIES, CR_PENDING_KINDS };

// Entries of one kind that wait: a block whose head and checksum are not written yet.
typedef struct cr_pending {
    unsigned char *block;
    size_t length; // of the entries
    uint32_t count;
    double first, last;
    cr_entry_before before;
} cr_pending;

struct cr_recorder {
    cr_record_out out;
    unsigned long long written;
    uint32_t number;   // of the next block
    uint32_t head_crc; // of the head, so that no checkpoint is taken for that of another recording
    int bodies;
    int *modes; // of each body
    cr_pending pending[CR_PENDING_KINDS];
    double start, step;
    cr_record_drive drive; // at NULL: none
    bool *driven;          // of each body
    bool any_driven;
    uint64_t ticks; // how many steps of driven bodies are written
    cr_error trouble;
};

static inline unsigned char *cr_pending_entries(const cr_pending *p) {
    return p->block + CR_BLOCK_HEAD + CR_BLOCK_SPAN;
}

cr_status cr_recorder_put_motion(cr_recorder *recorder, const cr_world_motion *motion, cr_error *error);
// The motion of driven bodies as far as whole steps of it have passed at a time; with `all` up to the time.
cr_status cr_recorder_tick(cr_recorder *recorder, double time, bool all, cr_error *error);
// Where a driven body begins, and how it gets straight to where it is at the end.
void cr_recorder_drive(const cr_recorder *recorder, int body, double t0, double t1, cr_body_state *start);

// A recorder of the head, which stands behind it; with `write` the head goes out.
cr_recorder *cr_recorder_begin(const cr_record_head *head, const cr_record_out *out, bool write,
                               cr_arena *arena, cr_error *error);

#endif
