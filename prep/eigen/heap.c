#include "prep/eigen/heap.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>

void cr_heap_keep(void) {
    mallopt(M_MMAP_THRESHOLD, INT_MAX);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
}
#else
void cr_heap_keep(void) {}
#endif

static double available_mb(void) {
    FILE *file = fopen("/proc/meminfo", "r");
    double kib = HUGE_VAL;
    char line[128];
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %lf", &kib) == 1) break;
    if (file) fclose(file);
    return kib / 1024.0;
}

static double addresses_mb(void) {
    struct rlimit most;
    if (getrlimit(RLIMIT_AS, &most) || most.rlim_cur == RLIM_INFINITY) return HUGE_VAL;
    FILE *file = fopen("/proc/self/statm", "r");
    double pages = 0.0;
    if (file) {
        if (fscanf(file, "%lf", &pages) != 1) pages = 0.0;
        fclose(file);
    }
    return ((double)most.rlim_cur - pages * (double)sysconf(_SC_PAGESIZE)) / 1048576.0;
}

double cr_heap_room(void) {
    return fmin(available_mb(), addresses_mb());
}
