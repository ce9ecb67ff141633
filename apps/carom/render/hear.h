// Stored sound in a page: to be played, and its spectrogram.
#ifndef CAROM_APPS_CAROM_RENDER_HEAR_H
#define CAROM_APPS_CAROM_RENDER_HEAR_H

#include "render/store.h"

typedef struct cr_render_hearing {
    const cr_command *command; // its arena is used and left as it was
    const cr_render_store *store;
    double gain;
    int rate;
} cr_render_hearing;

// One figure each; write errors stay in the stream. CR_ERR_MEMORY, CR_ERR_IO.
cr_status cr_render_put_player(const cr_render_hearing *hearing, const char *caption, FILE *out,
                               cr_error *error);
// title: NULL: by its number.
cr_status cr_render_put_spectrogram(const cr_render_hearing *hearing, int channel, const char *title,
                                    FILE *out, cr_error *error);

#endif
