// Wall-clock seconds, to tell how long a stage took.
#ifndef CAROM_PREP_CLOCK_H
#define CAROM_PREP_CLOCK_H

#include <time.h>

static inline double cr_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
