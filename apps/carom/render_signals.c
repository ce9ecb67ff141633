#define _GNU_SOURCE // tgkill

#include "render_signals.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static const int stops[CR_RENDER_STOPS] = {SIGINT, SIGTERM, SIGHUP};

static bool is_ignored(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// Libraries have threads of their own (OpenBLAS), which block nothing: one of them may be chosen for a
// signal. It hands the signal to the first thread, where it stays pending.
static void hand_over(int signal) {
    int before = errno;
    tgkill(getpid(), getpid(), signal);
    errno = before;
}

void cr_render_signals_hold(cr_render_signals *signals) {
    struct sigaction action = {.sa_handler = hand_over, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigemptyset(&signals->watched);
    sigaddset(&signals->watched, SIGPIPE);
    for (int i = 0; i < CR_RENDER_STOPS; i++)
        if (!is_ignored(stops[i])) sigaddset(&signals->watched, stops[i]);
    sigprocmask(SIG_BLOCK, &signals->watched, &signals->before);
    for (int i = 0; i < CR_RENDER_STOPS; i++)
        if (sigismember(&signals->watched, stops[i])) sigaction(stops[i], &action, &signals->actions[i]);
}

bool cr_render_signals_arrived(const cr_render_signals *signals) {
    sigset_t pending;
    if (sigpending(&pending) != 0) return false;
    for (int i = 0; i < CR_RENDER_STOPS; i++)
        if (sigismember(&signals->watched, stops[i]) && sigismember(&pending, stops[i])) return true;
    return false;
}

void cr_render_signals_release(const cr_render_signals *signals) {
    const struct timespec now = {0, 0};
    sigset_t mask = signals->before;
    for (int signal; (signal = sigtimedwait(&signals->watched, NULL, &now)) > 0;)
        if (signal == SIGPIPE) sigaddset(&mask, SIGPIPE);
    for (int i = 0; i < CR_RENDER_STOPS; i++)
        if (sigismember(&signals->watched, stops[i])) sigaction(stops[i], &signals->actions[i], NULL);
    sigprocmask(SIG_SETMASK, &mask, NULL);
}
