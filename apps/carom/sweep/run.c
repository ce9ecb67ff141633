// Cases in processes of their own: nothing that one leaves behind can change another.
#include "io/file/program.h"
#include "sweep/sweep.h"
#include "term/progress.h"
#include "term/signals.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How the process of a case ends.
enum { ENDED_OK, ENDED_FAILED, ENDED_INTERRUPTED, ENDED_TROUBLE };

typedef struct pool {
    const cr_sweep *sweep;
    cr_sweep_tally *tally;
    cr_render_signals signals;
    sigset_t child; // SIGCHLD
    pid_t *running; // 0: free
    int busy;
    int trouble[2];            // a pipe for the cr_error of a process that ended by one
    bool interrupted, stopped; // stopped: for any reason, and the processes know it
    cr_status status;
    cr_error *error;
    cr_render_progress progress;
} pool;

static void run_child(const pool *p, long long index, pid_t parent) {
    cr_error error = {0};
    bool failed, interrupted;
    cr_render_signals signals;
    cr_render_signals_hold(&signals); // it has less time to end than the sweep
    cr_program_stay_with(parent);     // a run that is killed leaves nobody behind
    cr_status status = cr_sweep_case_run(p->sweep, index, &failed, &interrupted, &error);
    if (interrupted) _exit(ENDED_INTERRUPTED);
    if (status == CR_OK) _exit(failed ? ENDED_FAILED : ENDED_OK);
    ssize_t written = write(p->trouble[1], &error, sizeof error); // less than PIPE_BUF: whole
    _exit(written == sizeof error ? ENDED_TROUBLE : ENDED_INTERRUPTED);
}

static void stop(pool *p) {
    if (p->stopped) return;
    p->stopped = true;
    for (long i = 0; i < p->sweep->jobs; i++)
        if (p->running[i]) kill(p->running[i], SIGTERM);
}

static void note_trouble(pool *p, int how) {
    cr_error found;
    if (p->status != CR_OK) return;
    if (WIFSIGNALED(how)) {
        p->status = cr_fail(p->error, CR_ERR_IO, p->sweep->folder,
                            "a case was ended by signal %d (%s); the same command goes on from there",
                            WTERMSIG(how), strsignal(WTERMSIG(how)));
    } else if (read(p->trouble[0], &found, sizeof found) == sizeof found) {
        *p->error = found;
        p->status = found.status;
    }
}

static void note_end(pool *p, int how) {
    int code = WIFEXITED(how) ? WEXITSTATUS(how) : ENDED_TROUBLE;
    if (code == ENDED_OK || code == ENDED_FAILED) {
        p->tally->rendered++;
        p->tally->failed += code == ENDED_FAILED;
        return;
    }
    if (code == ENDED_INTERRUPTED) p->interrupted = true;
    else note_trouble(p, how);
    stop(p);
}

static void collect_ended(pool *p) {
    for (long i = 0; i < p->sweep->jobs; i++) {
        int how;
        if (!p->running[i] || waitpid(p->running[i], &how, WNOHANG) <= 0) continue;
        p->running[i] = 0;
        p->busy--;
        note_end(p, how);
    }
}

static void look_at_signals(pool *p) {
    if (!cr_render_signals_arrived(&p->signals)) return;
    p->interrupted = true;
    stop(p);
}

// Until a process ends, or for a moment.
static void wait_a_little(pool *p) {
    const struct timespec moment = {0, 50000000};
    sigtimedwait(&p->child, NULL, &moment);
    collect_ended(p);
    look_at_signals(p);
    const cr_sweep *sweep = p->sweep;
    long long own = (sweep->cases - sweep->shard) / sweep->shards + 1;
    cr_render_progress_show(&p->progress, (double)p->tally->rendered, (double)(own - p->tally->present));
}

static void start(pool *p, long long index) {
    pid_t parent = getpid(), child = 0;
    while (p->busy == p->sweep->jobs && !p->stopped) wait_a_little(p);
    while (!p->stopped && (child = fork()) < 0) {
        if (p->busy) {
            wait_a_little(p);
            continue;
        }
        p->status = cr_fail(p->error, CR_ERR_MEMORY, "--jobs", "cannot start a process: %s", strerror(errno));
        stop(p);
    }
    if (p->stopped) return;
    if (child == 0) run_child(p, index, parent);
    long slot = 0;
    while (p->running[slot]) slot++;
    p->running[slot] = child;
    p->busy++;
}

static void run_cases(pool *p) {
    const cr_sweep *sweep = p->sweep;
    for (long long index = sweep->shard - 1; index < sweep->cases && !p->stopped; index += sweep->shards) {
        cr_sweep_state state = cr_sweep_state_of(sweep, index, NULL);
        look_at_signals(p);
        if (state == CR_SWEEP_MISSING) {
            start(p, index);
            continue;
        }
        p->tally->present++;
        p->tally->failed += state == CR_SWEEP_FAILED;
    }
    while (p->busy) wait_a_little(p);
}

// What was done with another gain is rendered once more; the loudest of all stays what it is.
static void scale_cases(pool *p) {
    long long stale = 0;
    if (!p->stopped) p->status = cr_sweep_scale(p->sweep, &stale, p->error);
    if (p->status != CR_OK || !stale) return;
    p->tally->present = p->tally->failed = 0;
    run_cases(p);
    if (!p->stopped) p->status = cr_sweep_scale(p->sweep, &stale, p->error);
}

static cr_status write_indices(pool *p) {
    const cr_sweep *sweep = p->sweep;
    bool complete = true;
    cr_status status = CR_OK;
    if (sweep->shards > 1)
        status = cr_sweep_index_write(sweep, sweep->shard, sweep->shards, &complete, p->error);
    if (status == CR_OK) status = cr_sweep_index_write(sweep, 1, 1, &p->tally->complete, p->error);
    return status;
}

cr_status cr_sweep_run(const cr_sweep *sweep, cr_sweep_tally *tally, cr_error *error) {
    pool p = {.sweep = sweep, .tally = tally, .error = error};
    sigset_t before;
    *tally = (cr_sweep_tally){0};
    p.running = cr_command_take(sweep->command, (size_t)sweep->jobs, sizeof *p.running, error);
    if (!p.running) return error->status;
    if (pipe(p.trouble) != 0) return cr_fail(error, CR_ERR_IO, "", "no pipe: %s", strerror(errno));
    fflush(NULL);
    sigemptyset(&p.child);
    sigaddset(&p.child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &p.child, &before);
    cr_render_signals_hold(&p.signals);
    p.progress = cr_render_progress_begin(true);
    run_cases(&p);
    scale_cases(&p);
    cr_render_progress_end(&p.progress);
    if (p.status == CR_OK && p.interrupted)
        p.status = cr_fail(error, CR_ERR_IO, sweep->folder,
                           "interrupted, %lld cases are there; the same command goes on from there",
                           tally->rendered + tally->present);
    if (p.status == CR_OK) p.status = write_indices(&p);
    cr_render_signals_release(&p.signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(p.trouble[0]);
    close(p.trouble[1]);
    return p.status;
}
