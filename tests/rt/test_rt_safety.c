// 1e5 blocks with parameters changing: no malloc, no free, no lock and no system call inside cr_rt_process
// and cr_rt_push. The functions of the C library are replaced by ones that look whether the engine is
// running; the kernel reports every system call (seccomp). Where the kernel cannot, that half is skipped
// (77).
#define _GNU_SOURCE // RTLD_NEXT
#include "rt_voices.h"
#include "test.h"

#include <stdlib.h>
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_OWN_MALLOC
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(HAS_OWN_MALLOC) || !defined(__linux__) || !defined(__GLIBC__)
int main(void) {
    printf("skipped: this build brings its own malloc\n");
    return 77;
}
#else
#include <dlfcn.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCKS = 100000 };

// Shared with the child that plays.
typedef struct report {
    long blocks, frames, forbidden, system_call; // system_call: -1 none
    const char *what;                            // the first forbidden function
    bool watched;                                // by the kernel
    cr_rt_stats stats;
    double peak;
} report;

static report *shared;
static _Thread_local bool inside;

static void look(const char *function) {
    if (!inside) return;
    if (!shared->forbidden++) shared->what = function;
}

// --- the replacements
// ---------------------------------------------------------------------------------------

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *memory);

void *malloc(size_t bytes) {
    look("malloc");
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t size) {
    look("calloc");
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t bytes) {
    look("realloc");
    return __libc_realloc(memory, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    look("aligned_alloc");
    return __libc_memalign(alignment, bytes);
}

void free(void *memory) {
    look("free");
    __libc_free(memory);
}

#define FORWARD(name, type)                                                                                  \
    int name(type *object) {                                                                                 \
        look(#name);                                                                                         \
        int (*next)(type *);                                                                                 \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                           \
        return next(object);                                                                                 \
    }
FORWARD(pthread_mutex_lock, pthread_mutex_t)
FORWARD(pthread_mutex_trylock, pthread_mutex_t)
FORWARD(pthread_mutex_unlock, pthread_mutex_t)
FORWARD(pthread_rwlock_rdlock, pthread_rwlock_t)
FORWARD(pthread_rwlock_wrlock, pthread_rwlock_t)
FORWARD(pthread_cond_signal, pthread_cond_t)
FORWARD(pthread_cond_broadcast, pthread_cond_t)
FORWARD(sem_wait, sem_t)
FORWARD(sem_post, sem_t)

// --- the kernel
// ---------------------------------------------------------------------------------------------

static void on_system_call(int number, siginfo_t *info, void *context) {
    (void)number;
    (void)context;
    shared->system_call = info->si_syscall;
    _exit(3);
}

// From here on every system call but the exit raises SIGSYS.
static bool forbid_system_calls(void) {
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_exit_group, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
    };
    struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = on_system_call;
    sigaction(SIGSYS, &action, NULL);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// --- the run
// ------------------------------------------------------------------------------------------------

static unsigned next_random(unsigned long long *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33);
}

// Any event there is; some of them nonsense.
static cr_rt_event random_event(unsigned long long *state) {
    const double usual[CR_RT_KIND_COUNT] = {1, 0.05, 0.5, 0.3, 0.1, 300, 1, 300, 2e-3, 1, 0.5, 1};
    unsigned kind = next_random(state) % CR_RT_KIND_COUNT, oddity = next_random(state) % 200;
    double value = usual[kind] * (0.5 + next_random(state) % 1000 / 1000.0);
    return (cr_rt_event){.mallet = cr_mallet_default(),
                         .at = {next_random(state) % 1000 / 1000.0},
                         .kind = (cr_rt_kind)kind,
                         .voice = (int)(next_random(state) % 6) - 3,
                         .note = (int)(next_random(state) % 3),
                         .target = (int)(next_random(state) % 3),
                         .value = oddity == 0   ? CR_NAN
                                  : oddity == 1 ? 1e300
                                                : value};
}

typedef enum mistake { NO_MISTAKE, CALLS_MALLOC, LOCKS, ASKS_THE_SYSTEM } mistake;

static void make_mistake(mistake m) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    void *volatile memory = NULL;
    if (m == CALLS_MALLOC) memory = malloc(10);
    if (m == LOCKS) pthread_mutex_lock(&mutex);
    if (m == ASKS_THE_SYSTEM) syscall(SYS_getppid);
    if (m == CALLS_MALLOC) free(memory);
}

static void play(cr_rt *e, int blocks, mistake m) {
    const int sizes[] = {64, 32, 128, 1, 17, 100, 64, 48};
    static float out[2 * 128];
    unsigned long long random = 1;
    for (int i = 0; i < blocks; i++) {
        int frames = sizes[i % 8];
        inside = true;
        for (unsigned k = next_random(&random) % 3; k > 0; k--) {
            cr_rt_event event = random_event(&random);
            cr_rt_push(cr_rt_port_at(e, 0), &event);
        }
        cr_rt_process_float(e, frames, out);
        if (i == blocks / 2) make_mistake(m);
        inside = false;
        for (int s = 0; s < 2 * frames; s++) shared->peak = fmax(shared->peak, fabs((double)out[s]));
        shared->blocks++;
        shared->frames += frames;
    }
}

// Strings and bells by turns.
static cr_status build(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    return voice % 2 ? rt_build_standing_bell(context, voice, arena, sim, error)
                     : rt_build_string(context, voice, arena, sim, error);
}

static void run_child(int blocks, mistake m) {
    *shared = (report){.system_call = -1};
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        rt_string want = {5, 1, 0.3};
        cr_rt_def def = cr_rt_def_default();
        def.voices = 3;
        def.build = build;
        def.context = &want;
        def.mallets = 2;
        def.meters = true;
        def.meter_modes = 4;
        cr_rt *e;
        if (cr_rt_new(&def, &e, NULL) != CR_OK) _exit(4);
        shared->watched = forbid_system_calls();
        play(e, blocks, m);
        shared->stats = cr_rt_look(e);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status), "the child ended by signal %d", WTERMSIG(status));
}

int main(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 1;
    run_child(BLOCKS, NO_MISTAKE);
    const cr_rt_stats *s = &shared->stats;
    CHECK(shared->blocks == BLOCKS, "%ld blocks", shared->blocks);
    CHECK(shared->forbidden == 0, "%ld forbidden calls, first %s", shared->forbidden,
          shared->what ? shared->what : "none");
    CHECK(shared->system_call == -1, "system call %ld", shared->system_call);
    CHECK(s->applied > BLOCKS / 10 && s->stolen > 0 && s->contained > 0 && s->refused > 0,
          "%lld applied, %lld stolen, %lld contained", s->applied, s->stolen, s->contained);
    CHECK(isfinite(shared->peak) && shared->peak > 0, "peak %g", shared->peak);
    printf("%ld blocks, %ld frames, %lld events applied, %lld missed, %lld refused, %lld stolen, %lld "
           "contained\n",
           shared->blocks, shared->frames, s->applied, s->missed, s->refused, s->stolen, s->contained);
    // the same with a mistake inside must be seen
    run_child(10, CALLS_MALLOC);
    CHECK(shared->forbidden == 2, "malloc and free are seen, %ld", shared->forbidden);
    run_child(10, LOCKS);
    CHECK(shared->forbidden == 1, "a lock is seen, %ld", shared->forbidden);
    run_child(10, ASKS_THE_SYSTEM);
    bool watched = shared->watched;
    if (watched) CHECK(shared->system_call == SYS_getppid, "a system call is seen, %ld", shared->system_call);
    else printf("skipped: no seccomp here, system calls were not watched\n");
    int failed = test_summary();
    return failed || watched ? failed : 77;
}
#endif
