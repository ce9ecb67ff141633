// Pictures of a recording from the side, one after the other.
#ifndef CAROM_IO_RECORD_STRIP_H
#define CAROM_IO_RECORD_STRIP_H

#include "io/record/export.h"

// One <svg>. Scratch memory is taken from the arena and given back.
cr_status cr_record_put_strip(FILE *out, cr_record_reader *reader, const cr_body_look *looks, cr_arena *arena,
                              cr_error *error);

#endif
