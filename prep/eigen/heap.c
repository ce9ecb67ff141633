#include "prep/eigen/heap.h"

#include <limits.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void cr_heap_keep(void) {
    mallopt(M_MMAP_THRESHOLD, INT_MAX);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
}
#else
void cr_heap_keep(void) {}
#endif
