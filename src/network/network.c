// Building a network.
#include "network/network_internal.h"

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "network", "no memory");
}

cr_network *cr_network_new(cr_arena *arena, double rate) {
    cr_network *n = cr_arena_take(arena, 1, sizeof *n);
    if (!n) return NULL;
    n->arena = arena;
    n->h = 1.0 / rate;
    n->booking = true;
    n->level_most = CR_LEVELS - 1;
    return n;
}

cr_status cr_network_add_element(cr_network *n, const cr_element *element, int *index, cr_error *error) {
    cr_element *built = cr_arena_take(n->arena, 1, sizeof *built);
    cr_element **slot = built ? CR_ARRAY_ADD(&n->elements, n->arena) : NULL;
    if (!slot) return no_memory(error);
    *built = *element;
    *slot = built;
    *index = n->elements.count - 1;
    return cr_element_build(built, n->h, n->arena, error);
}

// Adds the end unless it is the ground.
static cr_status make_end(cr_network *n, const cr_place *place, double sign, cr_end *ends, int *count,
                          cr_error *error) {
    if (place->element < 0) return CR_OK;
    if (place->element >= n->elements.count)
        return cr_fail(error, CR_ERR_INPUT, "network", "there is no element %d", place->element);
    cr_end *end = &ends[(*count)++];
    end->element = cr_network_element_at(n, place->element);
    end->sign = sign;
    return cr_element_port(end->element, place->at, n->arena, &end->port, error);
}

cr_status cr_network_check_apart(const cr_port *a, const cr_port *b, cr_error *error) {
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++) same = a->at[i] == b->at[i] && a->read[i] == b->read[i];
    return same ? cr_fail(error, CR_ERR_INPUT, "b",
                          "the same point as a: a body does not move against itself; give another element or "
                          "point")
                : CR_OK;
}

cr_status cr_network_add_interaction(cr_network *n, const cr_place *a, const cr_place *b, double gap,
                                     cr_interaction **made, cr_error *error) {
    cr_interaction *i = CR_ARRAY_ADD(&n->interactions, n->arena);
    if (!i) return no_memory(error);
    i->gap = gap;
    *made = i;
    cr_status status = make_end(n, a, 1.0, i->end, &i->end_count, error);
    if (status == CR_OK) status = make_end(n, b, -1.0, i->end, &i->end_count, error);
    if (status == CR_OK && i->end_count == 0)
        status = cr_fail(error, CR_ERR_INPUT, "network", "both ends of an interaction are the ground");
    bool within = i->end_count == 2 && i->end[0].element == i->end[1].element;
    if (status == CR_OK && within) status = cr_network_check_apart(&i->end[0].port, &i->end[1].port, error);
    if (status != CR_OK) CR_ARRAY_DROP(&n->interactions);
    return status;
}

cr_status cr_network_add_spring(cr_network *n, const cr_spring_def *def, int *index, cr_error *error) {
    cr_interaction *i = NULL;
    if (!(def->k1 >= 0.0 && def->k3 >= 0.0 && def->r >= 0.0))
        return cr_fail(error, CR_ERR_RANGE, "spring", "needs k1, k3 and r of at least 0");
    cr_status status = cr_network_add_interaction(n, &def->a, &def->b, def->rest, &i, error);
    if (status != CR_OK) return status;
    i->kind = CR_INTERACTION_SPRING;
    i->k1 = def->k1;
    i->k3 = def->k3;
    i->r = def->r;
    int *slot = CR_ARRAY_ADD(&n->springs, n->arena);
    if (!slot) return no_memory(error);
    *slot = n->interactions.count - 1;
    *index = n->springs.count - 1;
    return CR_OK;
}

cr_status cr_network_add_bow(cr_network *n, const cr_bow_def *def, int *index, cr_error *error) {
    cr_bow *bow = CR_ARRAY_ADD(&n->bows, n->arena);
    int count = 0;
    if (!bow) return no_memory(error);
    bow->model = def->model;
    bow->normal = def->force;
    bow->velocity = def->velocity;
    bow->at = def->at.at[0];
    *index = n->bows.count - 1;
    if (def->at.element < 0) return cr_fail(error, CR_ERR_INPUT, "bow", "the ground cannot be bowed");
    return make_end(n, &def->at, 1.0, &bow->end, &count, error);
}

cr_status cr_network_add_input(cr_network *n, cr_place at, int *index, cr_error *error) {
    cr_input *input = CR_ARRAY_ADD(&n->inputs, n->arena);
    int count = 0;
    if (!input) return no_memory(error);
    *index = n->inputs.count - 1;
    if (at.element < 0) return cr_fail(error, CR_ERR_INPUT, "input", "the ground cannot be driven");
    return make_end(n, &at, 1.0, &input->end, &count, error);
}

cr_status cr_network_add_pickup(cr_network *n, cr_place at, int *index, cr_error *error) {
    cr_pickup *pickup = CR_ARRAY_ADD(&n->pickups, n->arena);
    int count = 0;
    if (!pickup) return no_memory(error);
    *index = n->pickups.count - 1;
    if (at.element < 0) return cr_fail(error, CR_ERR_INPUT, "pickup", "the ground does not sound");
    return make_end(n, &at, 1.0, &pickup->end, &count, error);
}

double cr_end_mobility(const cr_end *a, const cr_end *b) {
    if (a->body && a->body == b->body)
        return a->sign * b->sign * cr_resonator_meet_mobility(a->body, a->tap, b->tap);
    return a->element == b->element ? a->sign * b->sign * cr_port_mobility(&a->port, &b->port) : 0.0;
}

static void read_depths(cr_interaction *i) {
    i->x = -i->gap;
    double change = 0.0;
    for (int e = 0; e < i->end_count; e++) {
        cr_end_motion motion = cr_end_read(&i->end[e]);
        i->x += i->end[e].sign * motion.at;
        change += i->end[e].sign * motion.change;
    }
    i->before = i->x - change;
}

void cr_interaction_start(cr_interaction *c) {
    read_depths(c);
    if (c->kind == CR_INTERACTION_SPRING) cr_spring_start(c);
    if (c->kind == CR_INTERACTION_CONTACT) { // a contact that starts closed holds its energy, S1 (9)
        const cr_law_ops *ops = c->law->type->ops;
        c->psi = 0.5 * (ops->psi(c->law, c->x) + ops->psi(c->law, c->before));
    }
}

cr_status cr_network_prepare(cr_network *n, cr_error *error) {
    cr_mallets_rest(n);
    if (n->movers) cr_network_store_movers(n);
    cr_status status = cr_mallets_make(n, error);
    if (status == CR_OK) status = cr_network_make_groups(n, error);
    if (status == CR_OK) status = cr_network_prepare_hearing(n, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < n->interactions.count; i++) cr_interaction_start(cr_network_interaction(n, i));
    for (int i = 0; i < n->bows.count; i++) cr_bow_prepare(CR_ARRAY_AT(&n->bows, i));
    status = cr_network_make_blocks(n, error);
    if (status != CR_OK) return status;
    n->prepared = true;
    cr_ledger ledger = cr_network_ledger(n);
    n->start = cr_ledger_stored(&ledger);
    return CR_OK;
}
