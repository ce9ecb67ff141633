// Building a network.
#include "base/def.h"
#include "network/friction_internal.h"

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "network", "no memory");
}

cr_network *cr_network_new(cr_arena *arena, double rate) {
    cr_network *n = cr_lines_take(arena, 1, sizeof *n); // it holds a tap
    if (!n) return NULL;
    n->arena = arena;
    n->h = 1.0 / rate;
    n->booking = true;
    n->level_most = CR_LEVELS - 1;
    return n;
}

double cr_network_rate(const cr_network *n) {
    return 1.0 / n->h;
}

cr_status cr_network_add_element(cr_network *n, const cr_element *element, int *index, cr_error *error) {
    cr_element *built = cr_arena_take(n->arena, 1, sizeof *built);
    cr_element **slot = built ? CR_ARRAY_ADD(&n->elements, n->arena) : NULL;
    if (!slot) return no_memory(error);
    *built = *element;
    *slot = built;
    *index = n->elements.count - 1;
    cr_status status = cr_element_build(built, n->h, n->arena, error);
    if (status != CR_OK) CR_ARRAY_DROP(&n->elements);
    return status;
}

cr_status cr_network_add_interaction(cr_network *n, const cr_place *a, const cr_place *b, double gap,
                                     cr_interaction **made, cr_error *error) {
    cr_interaction *i = CR_ARRAY_ADD(&n->interactions, n->arena);
    if (!i) return no_memory(error);
    i->gap = gap;
    *made = i;
    cr_status status = cr_network_make_ends(n, a, b, i->end, &i->end_count, error);
    if (status != CR_OK) CR_ARRAY_DROP(&n->interactions);
    else
        for (int e = 0; e < i->end_count; e++)
            i->on_wall = i->on_wall || cr_element_is(i->end[e].element->type, CR_TRAIT_FIXED);
    return status;
}

cr_status cr_network_add_spring(cr_network *n, const cr_spring_def *def, int *index, cr_error *error) {
    cr_interaction *i = NULL;
    cr_status status = cr_def_check(def->made, "spring", error);
    if (status != CR_OK) return status;
    if (!(def->k1 >= 0.0 && def->k3 >= 0.0 && def->r >= 0.0))
        return cr_fail(error, CR_ERR_RANGE, "spring", "needs k1, k3 and r of at least 0");
    status = cr_network_add_interaction(n, &def->a, &def->b, def->rest, &i, error);
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

// The end of what acts on one point or reads it; `refusal` is for the ground.
static cr_status make_only_end(cr_network *n, const cr_place *at, const char *what, const char *refusal,
                               cr_end *end, cr_error *error) {
    if (at->element == CR_GROUND) return cr_fail(error, CR_ERR_INPUT, what, "%s", refusal);
    return cr_network_make_end(n, at, 1.0, end, error);
}

cr_status cr_network_add_bow(cr_network *n, const cr_bow_def *def, int *index, cr_error *error) {
    cr_status status = cr_def_check(def->made, "bow", error);
    if (status != CR_OK) return status;
    if (!cr_bow_friction((int)def->model))
        return cr_fail(error, CR_ERR_UNKNOWN, "model", "there is no friction number %d", (int)def->model);
    cr_end end;
    status = make_only_end(n, &def->at, "bow", "the ground cannot be bowed", &end, error);
    if (status != CR_OK) return status;
    cr_bow *bow = CR_ARRAY_ADD(&n->bows, n->arena);
    if (!bow) return no_memory(error);
    bow->end = end;
    bow->model = def->model;
    bow->normal = def->force;
    bow->velocity = def->velocity;
    bow->at = def->at.at[0];
    *index = n->bows.count - 1;
    return CR_OK;
}

cr_status cr_network_add_input(cr_network *n, cr_place at, int *index, cr_error *error) {
    cr_end end;
    cr_status status = make_only_end(n, &at, "input", "the ground cannot be driven", &end, error);
    if (status != CR_OK) return status;
    cr_input *input = CR_ARRAY_ADD(&n->inputs, n->arena);
    if (!input) return no_memory(error);
    input->end = end;
    *index = n->inputs.count - 1;
    return CR_OK;
}

cr_status cr_network_add_pickup(cr_network *n, cr_place at, int *index, cr_error *error) {
    cr_end end;
    cr_status status = make_only_end(n, &at, "pickup", "the ground does not sound", &end, error);
    if (status != CR_OK) return status;
    cr_pickup *pickup = CR_ARRAY_ADD(&n->pickups, n->arena);
    if (!pickup) return no_memory(error);
    pickup->end = end;
    *index = n->pickups.count - 1;
    return CR_OK;
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

// Which ends are one point each.
static void find_singles(cr_interaction *i) {
    i->singles = 0;
    i->reads_ahead = false;
    for (int e = 0; e < i->end_count; e++) {
        const cr_end *end = &i->end[e];
        bool single = !end->body && end->port.count == 1 && !cr_end_in_place(end);
        i->single[e] = (cr_single){end->element, end->port.read[0], end->port.push[0],
                                   end->sign,    end->port.at[0],   single};
        i->singles += single;
        i->same[e] = NULL;
        i->reads_ahead = i->reads_ahead || cr_end_in_place(end);
    }
}

void cr_interaction_start(cr_interaction *c, double h) {
    find_singles(c);
    c->resting = false;
    read_depths(c);
    if (c->kind == CR_INTERACTION_SPRING) cr_spring_start(c, h);
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
    for (int i = 0; i < n->interactions.count; i++) cr_interaction_start(cr_network_interaction(n, i), n->h);
    for (int i = 0; i < n->bows.count; i++) cr_bow_prepare(CR_ARRAY_AT(&n->bows, i), n->h);
    status = cr_network_make_blocks(n, error);
    if (status != CR_OK) return status;
    n->in_place = false;
    for (int i = 0; i < n->elements.count; i++) {
        cr_element *e = cr_network_element_at(n, i);
        n->in_place = n->in_place || e->u == e->u_next;
        if (n->precision == CR_FLOAT) status = cr_element_use_floats(e, n->arena, error);
        if (status != CR_OK) return status;
    }
    n->prepared = true;
    n->start = 0.0;
    cr_ledger ledger = cr_network_ledger(n);
    n->start = cr_ledger_error(&ledger); // prepared again, what was lost and brought in before counts on
    return CR_OK;
}
