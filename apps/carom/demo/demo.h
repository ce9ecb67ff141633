// The verb demo: three things that are heard, and one hard impact by six schemes.
#ifndef CAROM_APPS_CAROM_DEMO_H
#define CAROM_APPS_CAROM_DEMO_H

#include "impact/trace.h"

enum { CR_DEMO_SCHEMES = 6, CR_DEMO_REBOUNDS = 100 };

typedef struct cr_demo_run {
    cr_impact impact;
    cr_impact_result result;
    cr_trace trace;                           // of the first impact
    double H_error_percent[CR_DEMO_REBOUNDS]; // after each rebound, accumulated
} cr_demo_run;

typedef struct cr_demo {
    cr_demo_run runs[CR_DEMO_SCHEMES];
    cr_trace exact;                                                                    // of the first impact
    double rebound[CR_DEMO_REBOUNDS], H_error_size[CR_DEMO_SCHEMES][CR_DEMO_REBOUNDS]; // for the plot
} cr_demo;

cr_status cr_demo_plot(cr_demo *demo, const char *path, cr_error *error);
// Computes and plots it.
cr_status cr_demo_impact(const cr_command *command, const char *path, cr_error *error);

// The spectrogram of a sound file, all channels added up, as .svg.
cr_status cr_demo_spectrogram(const cr_command *command, const char *sound, const char *path,
                              cr_error *error);

// A thing that is shown.
typedef struct cr_demo_show {
    const char *scene, *name; // among those that came with the program; of its files
    bool bodies;              // it is looked at as a picture, else as a spectrogram
    const char *title, *text;
    const char *change, *effect; // another render of it, and what that is
} cr_demo_show;

enum { CR_DEMO_SHOWS = 3 };
extern const cr_demo_show cr_demo_shows[CR_DEMO_SHOWS];

// The page about all of them, beside their files.
cr_status cr_demo_page(const cr_command *command, const char *folder, const char *path, cr_error *error);

#endif
