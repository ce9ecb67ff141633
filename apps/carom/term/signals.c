#define _XOPEN_SOURCE 700 // setitimer

#include "term/signals.h"
#include "io/file/unfinished.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { NONE, ARRIVED, SERVED };

// The handlers' side. Libraries have threads of their own (OpenBLAS): any thread may be chosen for a signal.
static volatile sig_atomic_t holders;
static _Atomic int news; // which threads that render look at

static bool is_ignored(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static void set_deadline(long milliseconds) {
    const struct itimerval deadline = {.it_value = {.tv_usec = 1000 * milliseconds}};
    setitimer(ITIMER_REAL, &deadline, NULL);
}

static void end_at_deadline(int signal) {
    static const char line[] = "carom: interrupted\n";
    struct pollfd messages = {.fd = STDERR_FILENO, .events = POLLOUT};
    (void)signal;
    cr_unfinished_remove();
    ssize_t written = poll(&messages, 1, 0) == 1 ? write(STDERR_FILENO, line, sizeof line - 1) : 0;
    (void)written;
    _exit(1);
}

static void end_by(int signal) {
    sigset_t only;
    struct sigaction action = {.sa_handler = SIG_DFL};
    cr_unfinished_remove();
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
    sigemptyset(&only);
    sigaddset(&only, signal);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(signal);
    _exit(128 + signal); // the first process of a container is not ended by signals
}

static void note(int signal) {
    int before = errno;
    if (!holders) end_by(signal);
    // a sweep waits for its cases, which were forked while it held signals
    if (news != ARRIVED) set_deadline(holders > 1 ? 350 : 600);
    news = ARRIVED;
    errno = before;
}

void cr_render_signals_begin(void) {
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    struct sigaction end = {.sa_handler = end_at_deadline};
    sigset_t alarm_only;
    sigemptyset(&action.sa_mask);
    sigfillset(&end.sa_mask);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        if (!is_ignored(stops[i])) sigaction(stops[i], &action, NULL);
    sigaction(SIGALRM, &end, NULL);
    signal(SIGXFSZ, SIG_IGN); // a file beyond a limit is then a write that fails
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
}

void cr_render_signals_hold(cr_render_signals *signals) {
    sigset_t pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigprocmask(SIG_BLOCK, &pipe_only, &signals->before);
    if (!holders) cr_render_signals_begin();
    holders++;
}

bool cr_render_signals_arrived(const cr_render_signals *signals) {
    (void)signals;
    return news != NONE;
}

void cr_render_signals_serve(void) {
    news = SERVED;
    set_deadline(0);
}

void cr_render_signals_release(const cr_render_signals *signals) {
    const struct timespec now = {0, 0};
    sigset_t mask = signals->before, pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    if (sigtimedwait(&pipe_only, NULL, &now) == SIGPIPE) sigaddset(&mask, SIGPIPE);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if (holders > 1) {
        holders--;
        return;
    }
    news = NONE;
    set_deadline(0);
    holders = 0;
}
