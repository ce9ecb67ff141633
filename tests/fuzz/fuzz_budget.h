// Memory for one input of a fuzzer: what asks for more gets none.
#ifndef CAROM_FUZZ_BUDGET_H
#define CAROM_FUZZ_BUDGET_H

#include "carom/base.h"

#include <stdlib.h>

typedef struct fuzz_budget {
    size_t left;
} fuzz_budget;

static inline void *fuzz_allocate(void *context, size_t bytes) {
    fuzz_budget *b = context;
    if (bytes > b->left) return NULL;
    b->left -= bytes;
    return malloc(bytes);
}

static inline void fuzz_release(void *context, void *memory) {
    (void)context;
    free(memory);
}

static inline cr_arena *fuzz_arena(fuzz_budget *b) {
    return cr_arena_new((cr_allocator){fuzz_allocate, fuzz_release, b});
}

#endif
