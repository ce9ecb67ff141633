// The first block: what a recording says about itself.
#ifndef CAROM_RECORD_HEAD_H
#define CAROM_RECORD_HEAD_H

#include "carom/record.h"

size_t cr_head_size(const cr_record_head *head);
// Writes cr_head_size bytes.
void cr_head_put(const cr_record_head *head, unsigned char *bytes);
// Everything is the arena's. CR_ERR_INPUT when the bytes are no head.
cr_status cr_head_take(const unsigned char *bytes, size_t size, const char *place, cr_arena *arena,
                       cr_record_head *head, cr_error *error);
int cr_head_most_modes(const cr_record_head *head);

#endif
