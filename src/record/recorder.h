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
    cr_error trouble;
};

static inline unsigned char *cr_pending_entries(const cr_pending *p) {
    return p->block + CR_BLOCK_HEAD + CR_BLOCK_SPAN;
}

// A recorder of the head, which stands behind it; with `write` the head goes out.
cr_recorder *cr_recorder_begin(const cr_record_head *head, const cr_record_out *out, bool write,
                               cr_arena *arena, cr_error *error);

#endif
