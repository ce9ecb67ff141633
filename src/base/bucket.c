#include "base/bucket.h"

bool cr_buckets_make(cr_buckets *b, const int *key, int count, int keys, cr_arena *arena) {
    b->start = cr_arena_take(arena, (size_t)keys + 2, sizeof *b->start);
    b->item = cr_arena_take(arena, (size_t)count + 1, sizeof *b->item);
    if (!b->start || !b->item) return false;
    int *next = b->start + 1; // start[k + 1] is where the next thing of key k goes, until all are there
    for (int i = 0; i < count; i++)
        if (key[i] >= 0 && key[i] < keys) next[key[i] + 1]++;
    for (int k = 0; k < keys; k++) next[k + 1] += next[k];
    for (int i = 0; i < count; i++)
        if (key[i] >= 0 && key[i] < keys) b->item[next[key[i]]++] = i;
    return true;
}
