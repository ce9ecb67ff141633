// How loud modes are in every direction, as panels of a page.
#ifndef CAROM_IO_PLOT_DIRECTIVITY_H
#define CAROM_IO_PLOT_DIRECTIVITY_H

#include "carom/radiate.h"

#include <stdio.h>

enum { CR_DIRECTIVITIES = 12 }; // panels, at most

typedef struct cr_directivity {
    const cr_radiation *radiation;
    int mode;
    char title[64];
} cr_directivity;

// Writes one figure: each panel has the levels far away in the planes x z and x y of the body. Memory comes
// from the arena. CR_ERR_MEMORY, CR_ERR_INPUT as cr_radiator_new.
cr_status cr_directivity_write(FILE *out, const cr_directivity *panels, int count, cr_arena *arena,
                               cr_error *error);

#endif
