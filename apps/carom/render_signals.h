// Ctrl-C and the like, held back while a render runs, so that it can end in good order.
#ifndef CAROM_APPS_CAROM_RENDER_SIGNALS_H
#define CAROM_APPS_CAROM_RENDER_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

enum { CR_RENDER_STOPS = 3 };

typedef struct cr_render_signals {
    sigset_t watched, before;
    struct sigaction actions[CR_RENDER_STOPS]; // as they were
} cr_render_signals;

// Holds back SIGINT, SIGTERM and SIGHUP unless they are ignored, and SIGPIPE: a write then fails instead.
void cr_render_signals_hold(cr_render_signals *signals);
// One of the first three has arrived.
bool cr_render_signals_arrived(const cr_render_signals *signals);
// Drops what arrived and lets signals through again; SIGPIPE stays held once it has arrived, because what is
// still in the buffer of the standard output would bring it back.
void cr_render_signals_release(const cr_render_signals *signals);

#endif
