// The verb demo: one hard impact by six schemes, and what a hundred rebounds make of their errors.
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

// The scene of the demo, scenes/tromba-bowed.yaml, as text that is part of the program.
extern const char cr_demo_scene[];

#endif
