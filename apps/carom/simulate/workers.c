#define _XOPEN_SOURCE 700 // clock_gettime

#include "simulate/workers.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>

struct cr_workers {
    pthread_t thread[CR_WORKERS_MOST];
    int threads; // besides the one that calls
    pthread_mutex_t lock;
    pthread_cond_t called, done;
    // Under the lock:
    unsigned long turn; // counts the calls
    int busy;           // threads that have not ended this turn
    bool ending;
    double seconds; // of processors, of threads that have ended
    // Of this turn:
    int count;
    void (*task)(void *context, int i);
    void *context;
    atomic_int next;
};

static void work(cr_workers *w) {
    for (int i; (i = atomic_fetch_add(&w->next, 1)) < w->count;) w->task(w->context, i);
}

static void *serve(void *context) {
    cr_workers *w = context;
    pthread_mutex_lock(&w->lock);
    for (unsigned long turn = 0;;) {
        while (w->turn == turn && !w->ending) pthread_cond_wait(&w->called, &w->lock);
        if (w->ending) break;
        turn = w->turn;
        pthread_mutex_unlock(&w->lock);
        work(w);
        pthread_mutex_lock(&w->lock);
        if (--w->busy == 0) pthread_cond_signal(&w->done);
    }
    struct timespec taken;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &taken) == 0)
        w->seconds += (double)taken.tv_sec + 1e-9 * (double)taken.tv_nsec;
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void each(void *context, int count, void (*task)(void *task_context, int i), void *task_context) {
    cr_workers *w = context;
    if (count < 2 || !w->threads) {
        for (int i = 0; i < count; i++) task(task_context, i);
        return;
    }
    pthread_mutex_lock(&w->lock);
    w->count = count;
    w->task = task;
    w->context = task_context;
    atomic_store(&w->next, 0);
    w->busy = w->threads;
    w->turn++;
    pthread_cond_broadcast(&w->called);
    pthread_mutex_unlock(&w->lock);
    work(w);
    pthread_mutex_lock(&w->lock);
    while (w->busy) pthread_cond_wait(&w->done, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

bool cr_thread_begin(pthread_t *thread, void *(*run)(void *context), void *context) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool begun = pthread_create(thread, NULL, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return begun;
}

cr_workers *cr_workers_new(int count, cr_arena *arena, cr_error *error) {
    cr_workers *w = cr_arena_take(arena, 1, sizeof *w);
    if (!w) {
        cr_fail(error, CR_ERR_MEMORY, "--threads", "no memory");
        return NULL;
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->called, NULL);
    pthread_cond_init(&w->done, NULL);
    while (w->threads < count - 1 && w->threads < CR_WORKERS_MOST &&
           cr_thread_begin(&w->thread[w->threads], serve, w))
        w->threads++;
    return w;
}

cr_world_workers cr_workers_of(cr_workers *workers) {
    return (cr_world_workers){workers, each};
}

double cr_workers_end(cr_workers *w) {
    if (!w) return 0.0;
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_broadcast(&w->called);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->threads; i++) pthread_join(w->thread[i], NULL);
    pthread_cond_destroy(&w->done);
    pthread_cond_destroy(&w->called);
    pthread_mutex_destroy(&w->lock);
    return w->seconds;
}
