// Which interactions move each other, and by how much.
#include "network/network_internal.h"

double cr_interaction_mobility(const cr_interaction *c, const cr_interaction *d) {
    double sum = 0.0;
    for (int i = 0; i < c->end_count; i++)
        for (int j = 0; j < d->end_count; j++) sum += cr_end_mobility(&c->end[i], &d->end[j]);
    return sum;
}

static bool share_an_element(const cr_interaction *c, const cr_interaction *d) {
    for (int i = 0; i < c->end_count; i++)
        for (int j = 0; j < d->end_count; j++)
            if (c->end[i].element == d->end[j].element) return true;
    return false;
}

// The root of a tree of joined interactions, paths halved on the way.
static int root_of(cr_network *n, int i) {
    while (cr_network_interaction(n, i)->block != i) {
        int up = cr_network_interaction(n, i)->block;
        cr_network_interaction(n, i)->block = cr_network_interaction(n, up)->block;
        i = up;
    }
    return i;
}

bool cr_interactions_coupled(const cr_interaction *c, const cr_interaction *d) {
    if (!share_an_element(c, d)) return false;
    return fabs(cr_interaction_mobility(c, d)) > 1e-14 * sqrt(c->compliance * d->compliance);
}

static void join_coupled(cr_network *n) {
    int count = n->interactions.count;
    for (int i = 0; i < count; i++) {
        cr_interaction *c = cr_network_interaction(n, i);
        c->block = i;
        c->compliance = cr_interaction_mobility(c, c);
    }
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            if (cr_interactions_coupled(cr_network_interaction(n, i), cr_network_interaction(n, j)))
                cr_network_interaction(n, root_of(n, j))->block = root_of(n, i);
        }
}

bool cr_block_take(cr_block *b, int count, cr_arena *arena) {
    size_t m = (size_t)count;
    double **vectors[] = {&b->reach, &b->slope, &b->offset, &b->way,     &b->g,
                          &b->a,     &b->root,  &b->right,  &b->response};
    b->member = cr_arena_take(arena, m, sizeof(int));
    b->state = cr_arena_take(arena, m, sizeof(int));
    b->mobility = cr_arena_take(arena, m * m, sizeof(double));
    b->matrix = cr_arena_take(arena, m * m, sizeof(double));
    bool all = b->member && b->state && b->mobility && b->matrix;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = cr_arena_take(arena, m, sizeof(double));
        all = all && *vectors[i];
    }
    return all;
}

static cr_status fill_block(cr_network *n, cr_block *b, int root, cr_error *error) {
    int total = n->interactions.count, at = 0;
    if (!cr_block_take(b, b->count, n->arena))
        return cr_fail(error, CR_ERR_MEMORY, "network", "no memory for a block of %d interactions", b->count);
    b->closed_form = b->count == 2;
    for (int i = 0; i < total; i++)
        if (root_of(n, i) == root) b->member[at++] = i;
    for (int i = 0; i < b->count; i++)
        for (int j = 0; j < b->count; j++)
            b->mobility[i * b->count + j] = cr_interaction_mobility(cr_network_interaction(n, b->member[i]),
                                                                    cr_network_interaction(n, b->member[j]));
    return CR_OK;
}

cr_status cr_network_make_blocks(cr_network *n, cr_error *error) {
    join_coupled(n);
    n->block_count = n->alone_count = 0;
    int total = n->interactions.count;
    int *size = cr_arena_take(n->arena, (size_t)total + 1, sizeof *size); // of the block with this root
    n->alone = cr_arena_take(n->arena, (size_t)total + 1, sizeof *n->alone);
    for (int i = 0; size && i < total; i++) size[root_of(n, i)]++;
    int blocks = 0;
    for (int i = 0; size && i < total; i++) blocks += size[i] > 1;
    n->blocks = cr_arena_take(n->arena, (size_t)blocks + 1, sizeof *n->blocks);
    if (!size || !n->alone || !n->blocks)
        return cr_fail(error, CR_ERR_MEMORY, "network", "no memory for %d interactions", total);
    for (int i = 0; i < total; i++) {
        if (cr_network_interaction(n, i)->end_count == 0) continue; // a mallet that is not there
        if (size[i] == 1) n->alone[n->alone_count++] = i;
        if (size[i] <= 1) continue;
        cr_block *b = &n->blocks[n->block_count++];
        b->count = size[i];
        cr_status status = fill_block(n, b, i, error);
        if (status != CR_OK) return status;
    }
    return n->mallet_count ? cr_network_reserve_struck(n, error) : CR_OK;
}
