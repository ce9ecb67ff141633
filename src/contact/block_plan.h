// Between the two halves of a plan: the order, and the neighbours that each node has when it goes.
#ifndef CAROM_CONTACT_BLOCK_PLAN_H
#define CAROM_CONTACT_BLOCK_PLAN_H

#include "carom/base.h"

#include <stdint.h>

typedef struct cr_block_order {
    int words;      // of a set
    uint64_t *sets; // by node: its neighbours that go later
    int *order;     // the nodes
    int sparse;     // how many of them are eliminated one by one
} cr_block_order;

// How many nodes a set has.
int cr_block_set_size(const uint64_t *set, int words);

cr_status cr_block_order_find(cr_block_order *plan, int count, const int *row, const int *column,
                              cr_arena *arena, cr_error *error);

#endif
