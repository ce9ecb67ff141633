#include "io/solid/child.h"
#include "io/file/program.h"
#include "io/solid/child_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct child {
    pid_t id;
    int news; // the end of the pipe to read from
    const cr_modal_job *job;
    char stage[48]; // where it is
    double share;
    double patience;       // s of computing without news that can be work
    double computed, told; // s, what it computed until now, and until its last news
    int asleep;            // tenths of a second without computing, in a row
} child;

typedef enum heard { HEARD, ENDED, STOPPED, STUCK } heard;

void cr_modes_arrays(cr_modes_message *message, cr_modes_array arrays[CR_MODES_ARRAYS]) {
    cr_modes *m = &message->modes;
    cr_modal_result *r = &message->result;
    size_t values = 3 * (size_t)m->vertices;
    const cr_modes_array all[CR_MODES_ARRAYS] = {
        {&m->frequency, (size_t)m->count, sizeof *m->frequency},
        {&m->error, (size_t)m->count, sizeof *m->error},
        {&m->sigma, (size_t)m->count, sizeof *m->sigma},
        {&m->participation, CR_PARTICIPATION * (size_t)m->count, sizeof *m->participation},
        {&m->position, values, sizeof *m->position},
        {&m->triangle, 3 * (size_t)m->triangles, sizeof *m->triangle},
        {&m->shape, (size_t)m->count * values, sizeof *m->shape},
        {&m->rod, (size_t)m->rods, sizeof *m->rod},
        {&r->frequency, (size_t)r->elastic, sizeof *r->frequency},
        {&r->frequency_error, (size_t)r->elastic, sizeof *r->frequency_error},
        {&r->coarse, 3 * (size_t)r->elastic, sizeof *r->coarse},
        {&r->participation, CR_PARTICIPATION * (size_t)r->elastic, sizeof *r->participation},
        {&r->rigid_frequency, (size_t)r->rigid, sizeof *r->rigid_frequency},
    };
    memcpy(arrays, all, sizeof all);
}

static bool goes_on(const child *c) {
    return !c->job->progress || c->job->progress(c->job->context, c->stage, c->share);
}

// The longest silence is a factorisation: some n^2 operations times a number below 100 for a body in three
// dimensions, at 1e9 per second on the slowest processor.
static double patience_for(const cr_mesh *mesh) {
    double n = 3.0 * mesh->nodes;
    return 30 + n / 200 + n * n / 5e6;
}

// Until its first news it does no more than begin the libraries: s of computing.
static const double patience_begin = 0.5;

// Some libraries ask for memory again and again, and some wait for a thread that did not begin. Called ten
// times a second while there is no news.
static bool is_stuck(child *c) {
    const int longest_sleep = 1200; // tenths of a second; computing sleeps for none
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(c->id, &clock) != 0 || clock_gettime(clock, &time) != 0) return false;
    double computed = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
    c->asleep = computed > c->computed ? 0 : c->asleep + 1;
    c->computed = computed;
    return c->computed - c->told > c->patience || c->asleep > longest_sleep;
}

static heard listen(child *c, void *to, size_t size) {
    const int tenth = 100; // ms
    char *at = to;
    while (size) {
        struct pollfd news = {.fd = c->news, .events = POLLIN};
        if (poll(&news, 1, tenth) <= 0) {
            if (!goes_on(c)) return STOPPED;
            if (is_stuck(c)) return STUCK;
            continue;
        }
        c->told = c->computed;
        ssize_t got = read(c->news, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return goes_on(c) ? ENDED : STOPPED; // one signal may have been for both
        at += got;
        size -= (size_t)got;
    }
    return HEARD;
}

// Until it tells of an error or of modes.
static heard listen_message(child *c, cr_modes_message *message) {
    for (;;) {
        heard how = listen(c, message, sizeof *message);
        if (how != HEARD || message->news != CR_NEWS_PROGRESS) return how;
        c->patience = patience_for(c->job->mesh);
        memcpy(c->stage, message->stage, sizeof c->stage);
        c->share = message->share;
        if (!goes_on(c)) return STOPPED;
    }
}

static heard listen_arrays(child *c, cr_modes_message *message, cr_arena *arena, cr_error *error) {
    cr_modes_array arrays[CR_MODES_ARRAYS];
    heard how = HEARD;
    message->result.vector = NULL;
    cr_modes_arrays(message, arrays);
    for (int i = 0; how == HEARD && i < CR_MODES_ARRAYS; i++) {
        void *data = cr_arena_take(arena, arrays[i].count ? arrays[i].count : 1, arrays[i].size);
        if (!data) {
            cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the modes that were found");
            return STOPPED;
        }
        memcpy(arrays[i].at, &data, sizeof data);
        how = listen(c, data, arrays[i].count * arrays[i].size);
    }
    return how;
}

static const char instead[] = "use a coarser mesh or fewer modes";

static cr_status ended_by_itself(int how, cr_error *error) {
    if (WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL)
        return cr_fail(error, CR_ERR_MEMORY, "modes", "the computation was killed (out of memory?); %s",
                       instead);
    if (WIFSIGNALED(how))
        return cr_fail(error, CR_ERR_MEMORY, "modes",
                       "the computation ended by signal %d (out of memory?); %s", WTERMSIG(how), instead);
    return cr_fail(error, CR_ERR_MEMORY, "modes",
                   "the computation ended by itself, status %d (out of memory?); %s", WEXITSTATUS(how),
                   instead);
}

static cr_status listen_all(child *c, cr_arena *arena, cr_modes_message *message, cr_error *error) {
    cr_error found = {.status = CR_STOPPED, .place = "modes", .reason = "stopped"};
    int how = 0;
    heard last = listen_message(c, message);
    if (last == HEARD && message->news == CR_NEWS_MODES) last = listen_arrays(c, message, arena, &found);
    else if (last == HEARD) found = message->error;
    if (last == STOPPED || last == STUCK) kill(c->id, SIGKILL);
    while (waitpid(c->id, &how, 0) < 0 && errno == EINTR) continue;
    if (last == ENDED) return ended_by_itself(how, error);
    if (last == STUCK)
        return cr_fail(error, CR_ERR_MEMORY, "modes", "the computation does not get on (out of memory?); %s",
                       instead);
    if (last == HEARD && message->news == CR_NEWS_MODES) return CR_OK;
    return cr_fail(error, found.status, found.place, "%s", found.reason);
}

static void run_child(const cr_modal_job *job, const char *material, cr_arena *arena, const int ends[2],
                      pid_t parent) {
    cr_program_stay_with(parent);
    close(ends[0]);
    cr_modes_child_run(job, material, cr_arena_allocator(arena), ends[1]);
}

static cr_status cannot_start(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "cannot start their computation: %s", strerror(errno));
}

cr_status cr_modes_child(const cr_modal_job *job, const char *material, cr_arena *arena, cr_modes *modes,
                         cr_modal_result *result, cr_error *error) {
    cr_modes_message message;
    int ends[2];
    if (pipe(ends) != 0) return cannot_start(error);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t parent = getpid(), id = fork();
    if (id == 0) run_child(job, material, arena, ends, parent);
    cr_status status = id < 0 ? cannot_start(error) : CR_OK;
    close(ends[1]);
    child c = {.id = id, .news = ends[0], .job = job, .stage = "assemble", .patience = patience_begin};
    if (status == CR_OK) status = listen_all(&c, arena, &message, error);
    close(ends[0]);
    if (status != CR_OK) return status;
    *modes = message.modes;
    if (result) *result = message.result;
    return CR_OK;
}
