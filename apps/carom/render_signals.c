#include "render_signals.h"

#include <stddef.h>
#include <time.h>

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};

enum { STOPS = sizeof stops / sizeof *stops };

static bool is_ignored(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void cr_render_signals_hold(cr_render_signals *signals) {
    sigemptyset(&signals->watched);
    sigaddset(&signals->watched, SIGPIPE);
    for (int i = 0; i < STOPS; i++)
        if (!is_ignored(stops[i])) sigaddset(&signals->watched, stops[i]);
    sigprocmask(SIG_BLOCK, &signals->watched, &signals->before);
}

bool cr_render_signals_arrived(const cr_render_signals *signals) {
    sigset_t pending;
    if (sigpending(&pending) != 0) return false;
    for (int i = 0; i < STOPS; i++)
        if (sigismember(&signals->watched, stops[i]) && sigismember(&pending, stops[i])) return true;
    return false;
}

void cr_render_signals_release(const cr_render_signals *signals) {
    const struct timespec now = {0, 0};
    sigset_t mask = signals->before;
    for (int signal; (signal = sigtimedwait(&signals->watched, NULL, &now)) > 0;)
        if (signal == SIGPIPE) sigaddset(&mask, SIGPIPE);
    sigprocmask(SIG_SETMASK, &mask, NULL);
}
