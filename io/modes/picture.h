// Pictures of modes: the surface displaced, seen from above at an angle; warm colours move outwards, cold
// ones inwards, grey does neither.
#ifndef CAROM_IO_MODES_PICTURE_H
#define CAROM_IO_MODES_PICTURE_H

#include "carom/modes.h"
#include "io/plot/spectrum.h"

enum { CR_PICTURE_WIDTH = 520, CR_PICTURE_HEIGHT = 390 };

// Palette indices row by row, and the palette; index 0 is the ground, white. Scratch memory is taken from the
// arena and given back. CR_ERR_MEMORY.
cr_status cr_modes_picture(const cr_modes *modes, int mode, cr_arena *arena, unsigned char *pixels,
                           cr_error *error);
void cr_modes_palette(cr_rgb palette[256]);

// One <svg> with the pictures of the first `count` modes in three columns; write errors stay in the stream.
cr_status cr_modes_sheet(FILE *out, const cr_modes *modes, int count, cr_arena *arena, cr_error *error);

#endif
