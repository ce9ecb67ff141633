// The side of the child.
#include "io/solid/child_internal.h"
#include "io/solid/load.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void send(int tell, const void *data, size_t size) {
    const char *at = data;
    while (size) {
        ssize_t sent = write(tell, at, size);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) _exit(1); // nobody waits any more
        at += sent;
        size -= (size_t)sent;
    }
}

static bool send_progress(void *context, const char *stage, double share) {
    const int *tell = context;
    cr_modes_message message;
    memset(&message, 0, sizeof message);
    message.news = CR_NEWS_PROGRESS;
    message.share = share;
    strncpy(message.stage, stage, sizeof message.stage - 1);
    send(*tell, &message, sizeof message);
    return true;
}

// Libraries print, and OpenBLAS sends itself SIGINT when it cannot start a thread. A sanitizer has to be
// heard.
static void be_alone(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    sigset_t ending;
    sigemptyset(&ending);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        signal(signals[i], SIG_DFL);
        sigaddset(&ending, signals[i]);
    }
    sigprocmask(SIG_UNBLOCK, &ending, NULL);
    int null = open("/dev/null", O_RDWR);
    if (null < 0) return;
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
#ifndef CAROM_SANITIZED
    dup2(null, STDERR_FILENO);
#endif
}

// How many threads may compute: one where addresses are limited. A second one would take, at any time, the
// buffer on which the first relies.
static int count_threads(int wanted) {
    struct rlimit all, data; // Linux counts what is mapped as data
    bool limited = (getrlimit(RLIMIT_AS, &all) == 0 && all.rlim_cur != RLIM_INFINITY) ||
                   (getrlimit(RLIMIT_DATA, &data) == 0 && data.rlim_cur != RLIM_INFINITY);
    return limited ? 1 : wanted;
}

// OpenBLAS begins as many threads as this variable says when it is loaded.
static void tell_threads(int threads) {
    char text[16];
    snprintf(text, sizeof text, "%d", threads);
    setenv("OPENBLAS_NUM_THREADS", text, 1);
}

static cr_status compute(const cr_modal_job *job, const char *material, cr_allocator allocator,
                         cr_modes_message *message) {
    cr_error *error = &message->error;
    cr_modes_solver solve;
    cr_arena *arena = cr_arena_new(allocator);
    if (!arena) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory to compute modes");
    tell_threads(job->threads);
    cr_prep_name_processor();
    cr_status status = cr_modes_solver_load("cr_modes_compute_alone", &solve, error);
    if (status == CR_OK) status = solve(job, material, arena, &message->modes, &message->result, error);
    return status;
}

_Noreturn void cr_modes_child_run(const cr_modal_job *job, const char *material, cr_allocator allocator,
                                  int tell) {
    int own = fcntl(tell, F_DUPFD, STDERR_FILENO + 1); // it may be one of the standard ones
    cr_modal_job here = *job;
    cr_modes_message message;
    if (own < 0) _exit(1);
    be_alone();
    here.progress = send_progress;
    here.context = &own;
    here.threads = count_threads(job->threads);
    memset(&message, 0, sizeof message);
    cr_status status = compute(&here, material, allocator, &message);
    message.news = status == CR_OK ? CR_NEWS_MODES : CR_NEWS_ERROR;
    send(own, &message, sizeof message);
    cr_modes_array arrays[CR_MODES_ARRAYS];
    cr_modes_arrays(&message, arrays);
    for (int i = 0; status == CR_OK && i < CR_MODES_ARRAYS; i++) {
        const void *data;
        memcpy(&data, arrays[i].at, sizeof data);
        send(own, data, arrays[i].count * arrays[i].size);
    }
    _exit(0);
}
