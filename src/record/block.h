// The frame of a recording: a magic word and a version, then blocks. Each has a head (type, length, number
// in the row, checksum of these three), its bytes, and their checksum: a length that was changed is known
// from one whose bytes are not there.
#ifndef CAROM_RECORD_BLOCK_H
#define CAROM_RECORD_BLOCK_H

#include "carom/record.h"

#include <stdint.h>

enum {
    CR_BLOCK_MAGIC = 16, // bytes: magic word, version, 0
    CR_BLOCK_HEAD = 16,
    CR_BLOCK_TAIL = 4,
    CR_BLOCK_SPAN = 20,      // at the beginning of entries: first and last time, count
    CR_BLOCK_FULL = 1 << 16, // bytes of entries, after which a block goes out
    CR_BLOCK_VERSION = 1,
};

typedef enum cr_block_type {
    CR_BLOCK_ABOUT = 1,
    CR_BLOCK_MOTIONS,
    CR_BLOCK_CONTACTS,
    CR_BLOCK_ENERGIES,
    CR_BLOCK_CHECKPOINT,
    CR_BLOCK_END,
} cr_block_type;

void cr_block_put_magic(unsigned char bytes[CR_BLOCK_MAGIC]);
// That the beginning is that of a recording of this version.
cr_status cr_block_check_magic(const unsigned char *bytes, size_t size, const char *place, cr_error *error);

void cr_block_put_head(unsigned char *block, cr_block_type type, size_t length, uint32_t number);
// The head before, and the checksum behind, `length` bytes at `block + CR_BLOCK_HEAD`.
void cr_block_seal(unsigned char *block, cr_block_type type, size_t length, uint32_t number);

typedef struct cr_block {
    uint32_t type, length;
} cr_block;

// Reads CR_BLOCK_HEAD bytes; `at` names the place in errors. CR_ERR_INPUT when they were changed, or are not
// those of the block `number`.
cr_status cr_block_open(const unsigned char *bytes, uint32_t number, unsigned long long at, const char *place,
                        cr_block *block, cr_error *error);
cr_status cr_block_changed(unsigned long long at, uint32_t number, const char *place, cr_error *error);

#endif
