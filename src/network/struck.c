// Blows on grids join the interactions that they move to one block for as long as the mallets are there.
#include "network/network_internal.h"

enum { TOGETHER_MOST = 64 }; // interactions that mallets may move

// Any member may be coupled with any other.
static bool take_block(cr_block *b, int room, cr_arena *arena) {
    size_t size, pairs = (size_t)room * (size_t)room;
    b->pattern.row = cr_arena_take(arena, (size_t)room + 1, sizeof *b->pattern.row);
    b->pattern.column = cr_arena_take(arena, pairs, sizeof *b->pattern.column);
    b->mobility = cr_arena_take(arena, pairs, sizeof *b->mobility);
    if (!cr_block_take(b, room, arena) || !cr_skyline_make(&b->skyline, &b->pattern, 1, room, &size, arena))
        return false;
    b->matrix = cr_arena_take(arena, size, sizeof *b->matrix);
    return b->pattern.row && b->pattern.column && b->mobility && b->matrix;
}

cr_status cr_network_reserve_struck(cr_network *n, cr_error *error) {
    cr_struck *s = &n->struck;
    size_t alone = (size_t)n->interactions.count + 1, blocks = (size_t)n->block_count + 1;
    int others = n->interactions.count < TOGETHER_MOST ? n->interactions.count : TOGETHER_MOST;
    *s = (cr_struck){n->alone, n->blocks, n->alone_count, n->block_count, .room = others + n->mallet_count};
    n->alone = cr_arena_take(n->arena, alone, sizeof *n->alone);
    n->blocks = cr_arena_take(n->arena, blocks, sizeof *n->blocks);
    s->home = cr_arena_take(n->arena, (size_t)s->room, sizeof *s->home);
    s->place = cr_arena_take(n->arena, (size_t)s->room, sizeof *s->place);
    if (!n->alone || !n->blocks || !s->home || !s->place || !take_block(&s->block, s->room, n->arena))
        return cr_fail(error, CR_ERR_MEMORY, "network", "no memory for mallets");
    cr_network_arrange_blocks(n);
    return CR_OK;
}

static const cr_interaction *blow_of(const cr_network *n, int mallet) {
    const cr_mallet_slot *m = &n->mallets[mallet];
    return m->active && m->on_grid ? cr_network_interaction(n, m->interaction) : NULL;
}

static bool is_struck(const cr_network *n, const cr_interaction *c) {
    for (int i = 0; i < n->mallet_count; i++) {
        const cr_interaction *blow = blow_of(n, i);
        if (blow && blow != c && cr_interactions_coupled(blow, c)) return true;
    }
    return false;
}

static bool any_is_struck(const cr_network *n, const cr_block *b) {
    for (int i = 0; i < b->count; i++)
        if (is_struck(n, cr_network_interaction(n, b->member[i]))) return true;
    return false;
}

// A blow that moves nothing but its own contact.
static bool is_lonely(const cr_network *n, const cr_interaction *blow) {
    for (int i = 0; i < n->interactions.count; i++) {
        const cr_interaction *c = cr_network_interaction(n, i);
        if (c != blow && cr_interactions_coupled(blow, c)) return false;
    }
    return true;
}

static bool gather(cr_struck *s, int member, int home, int place) {
    int at = s->block.count++;
    if (at >= s->room) return false;
    s->block.member[at] = member;
    s->home[at] = home;
    s->place[at] = place;
    return true;
}

static double mobility_of(const cr_network *n, int i, int j) {
    const cr_struck *s = &n->struck;
    const cr_interaction *c = cr_network_interaction(n, s->block.member[i]);
    const cr_interaction *d = cr_network_interaction(n, s->block.member[j]);
    int home = s->home[i];
    if (home >= 0 && home == s->home[j]) return cr_block_mobility(&s->blocks[home], s->place[i], s->place[j]);
    return i == j ? c->compliance : cr_interaction_mobility(c, d);
}

static bool gather_all(cr_network *n) {
    cr_struck *s = &n->struck;
    bool fits = true;
    s->block.count = 0;
    for (int i = 0; i < n->mallet_count; i++) {
        const cr_interaction *blow = blow_of(n, i);
        if (blow && !is_lonely(n, blow)) fits = gather(s, n->mallets[i].interaction, -1, 0) && fits;
    }
    for (int i = 0; fits && i < s->alone_count; i++)
        if (is_struck(n, cr_network_interaction(n, s->alone[i]))) fits = gather(s, s->alone[i], -1, 0);
    for (int b = 0; fits && b < s->block_count; b++) {
        int count = any_is_struck(n, &s->blocks[b]) ? s->blocks[b].count : 0;
        for (int i = 0; fits && i < count; i++) fits = gather(s, s->blocks[b].member[i], b, i);
    }
    return fits;
}

static bool is_gathered(const cr_struck *s, int member) {
    for (int i = 0; i < s->block.count; i++)
        if (s->block.member[i] == member) return true;
    return false;
}

static void couple_all(const cr_network *n, cr_block *b) {
    int m = b->count;
    b->closed_form = m == 2 || m == 3;
    b->pattern.count = b->skyline.count = m;
    for (int i = 0; i < m; i++) {
        b->pattern.row[i + 1] = (i + 1) * m;
        b->factored[i] = CR_NAN;
        for (int j = 0; j < m; j++) {
            b->pattern.column[i * m + j] = j;
            b->mobility[i * m + j] = mobility_of(n, i, j);
        }
    }
    if (m == 3) cr_block_make_triple(b);
}

bool cr_network_arrange_blocks(cr_network *n) {
    cr_struck *s = &n->struck;
    cr_block *block = &s->block;
    if (!gather_all(n)) return false;
    couple_all(n, block);
    n->alone_count = n->block_count = 0;
    for (int i = 0; i < s->alone_count; i++)
        if (!is_gathered(s, s->alone[i])) n->alone[n->alone_count++] = s->alone[i];
    for (int i = 0; i < n->mallet_count; i++)
        if (blow_of(n, i) && !is_gathered(s, n->mallets[i].interaction))
            n->alone[n->alone_count++] = n->mallets[i].interaction;
    for (int b = 0; b < s->block_count; b++)
        if (!is_gathered(s, s->blocks[b].member[0])) n->blocks[n->block_count++] = s->blocks[b];
    if (block->count) n->blocks[n->block_count++] = *block;
    cr_network_find_rows(n);
    return true;
}
