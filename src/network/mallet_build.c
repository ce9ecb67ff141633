// What is reserved for mallets: each has a body, a mass, and contacts that it may make.
#include "network/network_internal.h"

cr_status cr_network_reserve_mallets(cr_network *n, int count, cr_error *error) {
    if (count < 0 || count > CR_MALLETS_MAX)
        return cr_fail(error, CR_ERR_RANGE, "mallets", "needs 0 to %d, got %d", CR_MALLETS_MAX, count);
    n->mallets_wanted = count;
    return CR_OK;
}

int cr_network_mallet_count(const cr_network *n) {
    return n->mallet_count;
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "network", "no memory for mallets");
}

static cr_status make_body(cr_network *n, cr_mallet_slot *m, cr_error *error) {
    const double none = 0.0, one = 1.0;
    int tap;
    cr_status status = cr_resonator_make(&m->body, 1, &none, &none, n->h, 1, n->arena, error);
    if (status == CR_OK) status = cr_resonator_tap(&m->body, &one, true, n->arena, &tap, error);
    return status == CR_OK ? cr_resonator_prepare(&m->body, n->arena, error) : status;
}

// The contacts that it may make, idle; those that it had already stay its own.
static bool enlist(cr_network *n, cr_mallet_slot *m, const cr_mallet_slot *before, bool grids) {
    if (!before && !cr_touch_take(n)) return false;
    m->touch = before ? before->touch : n->touches.count - 1;
    m->interaction = before ? before->interaction : -1;
    if (grids && m->interaction < 0) {
        if (!CR_ARRAY_ADD(&n->interactions, n->arena)) return false;
        m->interaction = n->interactions.count - 1;
    }
    cr_network_touch(n, m->touch)->known = &m->law;
    if (m->interaction >= 0) cr_network_interaction(n, m->interaction)->law = &m->law.law;
    return true;
}

static cr_status make_mallet(cr_network *n, cr_mallet_slot *m, const cr_mallet_slot *before, int points,
                             bool grids, cr_error *error) {
    cr_mallet usual = cr_mallet_default();
    m->law = cr_mallet_law(&usual, n->h);
    m->shape = cr_arena_take(n->arena, (size_t)points, sizeof(double));
    if (!m->shape || !enlist(n, m, before, grids)) return no_memory(error);
    cr_status status = cr_element_make("mass", NULL, &m->mass, error);
    if (status == CR_OK) status = cr_element_build(&m->mass, n->h, n->arena, error);
    if (status == CR_OK) status = cr_port_take(&m->mass, points, n->arena, &m->struck, error);
    if (status == CR_OK) status = cr_port_take(&m->mass, 1, n->arena, &m->of_mass, error);
    if (status == CR_OK) status = make_body(n, m, error);
    if (before) m->body.lost = before->body.lost;
    return status;
}

// Numbers of the greatest point, and whether there is a grid.
static int room_for_points(const cr_network *n, bool *grids) {
    int points = 1;
    for (int i = 0; i < n->elements.count; i++) {
        const cr_element *e = cr_network_element_at(n, i);
        bool grid = cr_element_is(e->type, CR_TRAIT_GRID);
        int room = !grid && e->points > cr_port_room(e) ? e->points : cr_port_room(e);
        *grids = *grids || grid;
        points = room > points ? room : points;
    }
    return points;
}

cr_status cr_mallets_make(cr_network *n, cr_error *error) {
    int before = n->mallet_count, count = n->mallets_wanted > before ? n->mallets_wanted : before;
    bool grids = false;
    if (!count) return CR_OK;
    int points = room_for_points(n, &grids);
    cr_mallet_slot *all = cr_arena_take(n->arena, (size_t)count, sizeof *all);
    if (!all) return no_memory(error);
    cr_status status = CR_OK;
    for (int i = 0; status == CR_OK && i < count; i++)
        status = make_mallet(n, &all[i], i < before ? &n->mallets[i] : NULL, points, grids, error);
    n->mallets = all;
    n->mallet_count = count;
    return status;
}
