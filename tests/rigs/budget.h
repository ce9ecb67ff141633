// An allocator that fails from the n-th allocation on, and counts what is live.
#ifndef CAROM_TEST_BUDGET_H
#define CAROM_TEST_BUDGET_H

#include "carom/base.h"

#include <stdlib.h>

typedef struct budget {
    int left, live;
} budget;

static inline void *budget_allocate(void *context, size_t bytes) {
    budget *b = context;
    void *memory = b->left-- > 0 ? malloc(bytes) : NULL;
    b->live += memory != NULL;
    return memory;
}

static inline void budget_release(void *context, void *memory) {
    budget *b = context;
    b->live -= memory != NULL;
    free(memory);
}

static inline cr_allocator budget_allocator(budget *b) {
    return (cr_allocator){budget_allocate, budget_release, b};
}

#endif
