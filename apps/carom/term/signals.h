// Ctrl-C and the like: nothing half done stays, and nobody waits for the end for longer than a second.
#ifndef CAROM_APPS_CAROM_RENDER_SIGNALS_H
#define CAROM_APPS_CAROM_RENDER_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

typedef struct cr_render_signals {
    sigset_t before;
} cr_render_signals;

// From now on SIGINT, SIGTERM and SIGHUP, unless they are ignored, remove temporary files before they end the
// program. SIGXFSZ is ignored.
void cr_render_signals_begin(void);

// Notes these signals instead, so that a render can end in good order, and holds SIGPIPE back: a write then
// fails. If the program has not ended or released them 0.6 s later (a case of a sweep: 0.35 s), whatever it
// waits for, temporary files are removed and it ends with status 1.
void cr_render_signals_hold(cr_render_signals *signals);
// One of the first three has arrived.
bool cr_render_signals_arrived(const cr_render_signals *signals);
// What arrived is being served, however long that takes, unless another one arrives.
void cr_render_signals_serve(void);
// Drops what arrived and lets signals through again; SIGPIPE stays held once it has arrived, because what is
// still in the buffer of the standard output would bring it back.
void cr_render_signals_release(const cr_render_signals *signals);

#endif
