// Threads that share the islands of a world.
#ifndef CAROM_APPS_CAROM_SIMULATE_WORKERS_H
#define CAROM_APPS_CAROM_SIMULATE_WORKERS_H

#include "carom/world.h"

#include <pthread.h>

enum { CR_WORKERS_MOST = 64 };

// A thread that signals do not reach: they are for the one that calls. False: the system gives none.
bool cr_thread_begin(pthread_t *thread, void *(*run)(void *context), void *context);

typedef struct cr_workers cr_workers;

// `count` threads with the one that calls; as many as the system gives, at least that one. The memory is the
// arena's; NULL: CR_ERR_MEMORY.
cr_workers *cr_workers_new(int count, cr_arena *arena, cr_error *error);
// For cr_world_set_workers.
cr_world_workers cr_workers_of(cr_workers *workers);
// Ends the threads; NULL is fine. The processor time that they took, besides the one that called [s].
double cr_workers_end(cr_workers *workers);

#endif
