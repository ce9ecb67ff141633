// Samples kept until their scale is known: the first second or so in memory, more in a temporary file without
// a name, so that the memory of a render does not grow with the length of the sound.
#ifndef CAROM_APPS_CAROM_RENDER_STORE_H
#define CAROM_APPS_CAROM_RENDER_STORE_H

#include "app.h"

enum { CR_RENDER_STORE_MEMORY = 1 << 17 }; // samples in memory, 1 MiB

typedef struct cr_render_store {
    int channels;
    long long frames;
    size_t memory_most; // samples; without a limit where no temporary file can be made
    double *memory;
    size_t room;
    FILE *spill;      // NULL: all in memory
    const char *name; // of a spill that is the caller's file; NULL: a temporary one
} cr_render_store;

cr_render_store cr_render_store_default(int channels);
void cr_render_store_free(cr_render_store *store);
// CR_ERR_MEMORY or CR_ERR_IO.
cr_status cr_render_store_add(cr_render_store *store, const double *samples, int frames, cr_error *error);
// Interleaved frames from `first` on, zeros outside what is stored. CR_ERR_IO.
cr_status cr_render_store_read(const cr_render_store *store, long long first, int frames, double *samples,
                               cr_error *error);

#endif
