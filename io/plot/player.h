// A sound in a page: controls to play it, and the samples, 16 bit, as part of the page. No script.
#ifndef CAROM_IO_PLOT_PLAYER_H
#define CAROM_IO_PLOT_PLAYER_H

#include "carom/base.h"

#include <stdio.h>

#define CR_PLAYER_LONGEST 30.0 // s: of a longer sound so much is in the page, and its caption says so

// Interleaved frames from `first` on, as many as asked for.
typedef cr_status (*cr_player_read)(void *context, long long first, int frames, double *samples,
                                    cr_error *error);

typedef struct cr_player {
    cr_player_read read;
    void *context;
    int rate, channels; // the first two are played
    long long frames;
    double gain;         // samples times it are within -1 to 1; more is cut off
    const char *caption; // NULL: none
} cr_player;

// Writes one figure of a page (html.h); write errors stay in the stream. Memory comes from the arena and is
// given back. CR_ERR_MEMORY, and what `read` fails with.
cr_status cr_player_write(FILE *out, const cr_player *player, cr_arena *arena, cr_error *error);
// The same of samples that are there.
cr_status cr_player_write_samples(FILE *out, const double *samples, long long frames, int channels, int rate,
                                  double gain, const char *caption, cr_arena *arena, cr_error *error);

#endif
