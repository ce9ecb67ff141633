// A line on the terminal that tells how far a render is; nothing when stderr is no terminal.
#ifndef CAROM_APPS_CAROM_RENDER_PROGRESS_H
#define CAROM_APPS_CAROM_RENDER_PROGRESS_H

#include <stdbool.h>

typedef struct cr_render_progress {
    bool shown;         // stderr is a terminal
    double began, last; // s
} cr_render_progress;

// Seconds of a clock that only goes forward.
double cr_render_clock(void);
cr_render_progress cr_render_progress_begin(bool wanted);
// `done` of `total`, seconds of sound or cases; total INFINITY: the end is not known.
void cr_render_progress_show(cr_render_progress *progress, double done, double total);
// What is being done, 0..1 of it, to something that has a name or (NULL) needs none.
void cr_render_progress_stage(cr_render_progress *progress, const char *name, const char *stage,
                              double share);
void cr_render_progress_end(const cr_render_progress *progress);

#endif
