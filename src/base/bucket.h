// Things by a whole number that each has, in their order: those with key k are item[start[k]] .. item[start[k
// + 1] - 1].
#ifndef CAROM_BASE_BUCKET_H
#define CAROM_BASE_BUCKET_H

#include "carom/base.h"

typedef struct cr_buckets {
    int *start, *item;
} cr_buckets;

// Keys 0 .. keys - 1; other things are left out. False when there is no memory.
bool cr_buckets_make(cr_buckets *buckets, const int *key, int count, int keys, cr_arena *arena);

#endif
