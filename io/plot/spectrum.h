// The spectrogram of one channel as a picture inside an SVG: time to the right, frequency upwards on a
// logarithmic axis, level as colour.
#ifndef CAROM_IO_SPECTRUM_H
#define CAROM_IO_SPECTRUM_H

#include "carom/base.h"
#include "io/plot/png.h"

#include <stdio.h>

// Gives `frames` samples from `first` on; both ends may lie outside the sound, where samples are 0.
typedef cr_status (*cr_spectrum_read)(void *context, long long first, int frames, double *samples,
                                      cr_error *error);

typedef struct cr_spectrum_source {
    cr_spectrum_read read;
    void *context;
    double rate; // Hz
    long long frames;
} cr_spectrum_source;

enum { CR_SPECTRUM_WIDTH = 640, CR_SPECTRUM_HEIGHT = 300 };

typedef struct cr_spectrum {
    double duration;  // s
    double low, high; // Hz, ends of the logarithmic axis
    int window;       // samples per transform
    double loudest;   // dB of the loudest point; a sine of amplitude 1 has 0 dB
    float *level;     // dB, CR_SPECTRUM_HEIGHT rows from high to low of CR_SPECTRUM_WIDTH columns
} cr_spectrum;

// Analyses the sound; memory from the arena. CR_ERR_MEMORY, or what `read` returns.
cr_status cr_spectrum_analyse(const cr_spectrum_source *source, cr_arena *arena, cr_spectrum *spectrum,
                              cr_error *error);
// The level of the point nearest to a time and a frequency [dB].
double cr_spectrum_level(const cr_spectrum *spectrum, double time, double frequency);
// Writes one <svg> element; write errors stay in the stream. Title NULL = none.
void cr_spectrum_write(FILE *out, const cr_spectrum *spectrum, const char *title);

// --- its parts

// A colour for 0 (dark) to 1 (light); equal steps look equally large.
cr_rgb cr_spectrum_color(double value);

#endif
