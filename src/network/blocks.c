// Which interactions move each other, and by how much.
#include "base/near.h"
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

bool cr_interactions_coupled(const cr_interaction *c, const cr_interaction *d) {
    if (!share_an_element(c, d)) return false;
    return fabs(cr_interaction_mobility(c, d)) > 1e-14 * sqrt(c->compliance * d->compliance);
}

double cr_block_mobility(const cr_block *b, int i, int j) {
    int low = b->pattern.row[i], high = b->pattern.row[i + 1];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (b->pattern.column[middle] < j) low = middle + 1;
        else high = middle;
    }
    return low < b->pattern.row[i + 1] && b->pattern.column[low] == j ? b->mobility[low] : 0.0;
}

// --- who may move whom: the points of a grid each, every other element as one

static int points_of(const cr_element *e) {
    return cr_element_is(e->type, CR_TRAIT_GRID) ? e->points : 1;
}

static int uses_of(const cr_end *end) {
    return points_of(end->element) > 1 ? end->port.count : 1;
}

static int count_uses(const cr_network *n) {
    int uses = 0;
    for (int i = 0; i < n->interactions.count; i++) {
        const cr_interaction *c = cr_network_interaction(n, i);
        for (int e = 0; e < c->end_count; e++) uses += uses_of(&c->end[e]);
    }
    return uses;
}

static void list_uses(const cr_network *n, const int *offset, cr_near *near) {
    int at = 0;
    for (int i = 0; i < n->interactions.count; i++) {
        const cr_interaction *c = cr_network_interaction(n, i);
        for (int e = 0; e < c->end_count; e++)
            for (int k = 0; k < uses_of(&c->end[e]); k++, at++) {
                bool grid = points_of(c->end[e].element) > 1;
                near->point[at] = offset[c->end[e].index] + (grid ? c->end[e].port.at[k] : 0);
                near->thing[at] = i;
            }
    }
}

static bool find_near(const cr_network *n, cr_near *near) {
    int *offset = cr_arena_take(n->arena, (size_t)n->elements.count + 1, sizeof *offset), points = 0;
    if (!offset) return false;
    for (int i = 0; i < n->elements.count; i++) {
        offset[i] = points;
        points += points_of(cr_network_element_at(n, i));
    }
    if (!cr_near_take(near, n->interactions.count, points, count_uses(n), n->arena)) return false;
    list_uses(n, offset, near);
    return cr_near_sort(near);
}

static void join_coupled(cr_network *n, cr_near *near) {
    for (int i = 0; i < n->interactions.count; i++) {
        cr_interaction *c = cr_network_interaction(n, i);
        c->compliance = cr_interaction_mobility(c, c);
    }
    for (int i = 0; i < n->interactions.count; i++) {
        cr_near_look(near, i);
        for (int k = 0; k < near->count; k++) {
            int j = near->list[k];
            if (j > i && cr_interactions_coupled(cr_network_interaction(n, i), cr_network_interaction(n, j)))
                cr_near_join(near, i, j);
        }
    }
}

// --- blocks

bool cr_block_take(cr_block *b, int count, cr_arena *arena) {
    size_t m = (size_t)count;
    double **vectors[] = {&b->reach, &b->slope, &b->offset, &b->way,      &b->psi,     &b->g,
                          &b->a,     &b->root,  &b->right,  &b->response, &b->factored};
    b->member = cr_arena_take(arena, m, sizeof(int));
    b->state = cr_arena_take(arena, m, sizeof(int));
    b->acting = cr_arena_take(arena, m, sizeof(int));
    b->rank = cr_arena_take(arena, m + 1, sizeof(int));
    bool all = b->member && b->state && b->acting && b->rank;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = cr_arena_take(arena, m + CR_BLOCK_WIDE, sizeof(double)); // block_few.c reads on
        all = all && *vectors[i];
    }
    return all;
}

static bool take_matrices(const cr_network *n, cr_block *b) {
    const cr_pattern *p = &b->pattern;
    size_t size;
    b->mobility = cr_arena_take(n->arena, (size_t)p->row[p->count], sizeof *b->mobility);
    if (!b->mobility || !cr_skyline_make(&b->skyline, p, 1, 0, &size, n->arena)) return false;
    for (int i = 0; i < b->count; i++)
        for (int k = p->row[i]; k < p->row[i + 1]; k++)
            b->mobility[k] = cr_interaction_mobility(cr_network_interaction(n, b->member[i]),
                                                     cr_network_interaction(n, b->member[p->column[k]]));
    b->matrix = cr_arena_take(n->arena, size, sizeof *b->matrix);
    return b->matrix;
}

// What several members read at one place is read once: they are coupled there.
static void share_places(const cr_network *n, const cr_block *b, int member) {
    cr_interaction *c = cr_network_interaction(n, b->member[member]);
    const cr_pattern *p = &b->pattern;
    for (int e = 0; e < c->end_count; e++)
        for (int i = p->row[member]; p->column[i] < member && !c->same[e] && !c->single[e].one; i++) {
            const cr_interaction *d = cr_network_interaction(n, b->member[p->column[i]]);
            for (int k = 0; k < d->end_count; k++)
                if (!c->end[e].body && cr_ends_same_place(&c->end[e], &d->end[k])) c->same[e] = &d->motion[k];
        }
}

static bool fill_block(const cr_network *n, cr_near *near, cr_block *b, const int *members) {
    if (!cr_block_take(b, b->count, n->arena)) return false;
    b->closed_form = b->count <= 3;
    for (int i = 0; i < b->count; i++) b->member[i] = members[i];
    if (!cr_near_pattern(near, b->member, b->count, &b->pattern) || !take_matrices(n, b)) return false;
    if (b->count == 3) cr_block_make_triple(b);
    for (int i = 0; i < b->count; i++) share_places(n, b, i);
    return cr_block_make_few(n, b);
}

static bool make_blocks(cr_network *n, cr_near *near, const cr_buckets *members) {
    for (int i = 0; i < n->interactions.count; i++) {
        int size = members->start[i + 1] - members->start[i];
        if (cr_network_interaction(n, i)->end_count == 0) continue; // a mallet that is not there
        if (size == 1) n->alone[n->alone_count++] = i;
        if (size <= 1) continue;
        cr_block *b = &n->blocks[n->block_count++];
        b->count = size;
        if (!fill_block(n, near, b, &members->item[members->start[i]])) return false;
    }
    return true;
}

static bool find_blocks(cr_network *n) {
    cr_near near;
    cr_buckets members;
    int total = n->interactions.count, blocks = 0;
    n->block_count = n->alone_count = 0;
    n->alone = cr_arena_take(n->arena, (size_t)total + 1, sizeof *n->alone);
    n->beside = cr_arena_take(n->arena, (size_t)total + 1, sizeof *n->beside);
    if (!n->alone || !n->beside || !find_near(n, &near)) return false;
    join_coupled(n, &near);
    if (!cr_near_groups(&near, &members)) return false;
    for (int i = 0; i < total; i++) blocks += members.start[i + 1] - members.start[i] > 1;
    n->blocks = cr_arena_take(n->arena, (size_t)blocks + 1, sizeof *n->blocks);
    return n->blocks && make_blocks(n, &near, &members);
}

cr_status cr_network_make_blocks(cr_network *n, cr_error *error) {
    if (!find_blocks(n))
        return cr_fail(error, CR_ERR_MEMORY, "network", "no memory for %d interactions",
                       n->interactions.count);
    if (n->mallet_count) return cr_network_reserve_struck(n, error);
    cr_network_find_rows(n);
    return CR_OK;
}
