// The order of elimination: always the node that is joined to the fewest others, which then are all joined to
// each other. Neighbours are sets of bits.
#include "contact/block_lu.h"

#include "contact/block_plan.h"

#include <stdint.h>
#include <string.h>

int cr_block_set_size(const uint64_t *set, int words) {
    int size = 0;
    for (int w = 0; w < words; w++) size += __builtin_popcountll(set[w]);
    return size;
}

static void join(uint64_t *sets, int words, int i, int j) {
    sets[(size_t)i * (size_t)words + (size_t)j / 64] |= (uint64_t)1 << (j % 64);
}

static void part(uint64_t *sets, int words, int i, int j) {
    sets[(size_t)i * (size_t)words + (size_t)j / 64] &= ~((uint64_t)1 << (j % 64));
}

static void fill_neighbours(uint64_t *sets, int words, int count, const int *row, const int *column) {
    for (int i = 0; i < count; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            if (column[k] != i) {
                join(sets, words, i, column[k]);
                join(sets, words, column[k], i);
            }
}

static int least_joined(const int *degree, const bool *gone, int count) {
    int best = -1;
    for (int i = 0; i < count; i++)
        if (!gone[i] && (best < 0 || degree[i] < degree[best])) best = i;
    return best;
}

// The neighbours of a node that goes become neighbours of each other.
static void eliminate(uint64_t *sets, int words, int node, int *degree) {
    const uint64_t *own = sets + (size_t)node * (size_t)words;
    for (int w = 0; w < words; w++)
        for (uint64_t rest = own[w]; rest; rest &= rest - 1) {
            int other = 64 * w + __builtin_ctzll(rest);
            uint64_t *set = sets + (size_t)other * (size_t)words;
            for (int v = 0; v < words; v++) set[v] |= own[v];
            part(sets, words, other, node);
            part(sets, words, other, other);
            degree[other] = cr_block_set_size(set, words);
        }
}

cr_status cr_block_order_find(cr_block_order *plan, int count, const int *row, const int *column,
                              cr_arena *arena, cr_error *error) {
    size_t nodes = (size_t)count + 1;
    int words = count / 64 + 1;
    plan->words = words;
    plan->sets = cr_arena_take(arena, nodes * (size_t)words, sizeof *plan->sets);
    plan->order = cr_arena_take(arena, nodes, sizeof *plan->order);
    int *degree = cr_arena_take(arena, nodes, sizeof *degree);
    bool *gone = cr_arena_take(arena, nodes, sizeof *gone);
    if (!plan->sets || !plan->order || !degree || !gone)
        return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for the order of %d contacts", count);
    fill_neighbours(plan->sets, words, count, row, column);
    for (int i = 0; i < count; i++)
        degree[i] = cr_block_set_size(plan->sets + (size_t)i * (size_t)words, words);
    plan->sparse = count;
    for (int p = 0; p < count; p++) {
        int node = least_joined(degree, gone, count);
        // From here on seven tenths of all pairs are joined: dense is quicker.
        if (plan->sparse == count && 10 * degree[node] >= 7 * (count - p - 1)) plan->sparse = p;
        gone[node] = true;
        plan->order[p] = node;
        if (plan->sparse == count) eliminate(plan->sets, words, node, degree);
    }
    return CR_OK;
}
