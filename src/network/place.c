// A mass or a barrier somewhere else at once, and everything that touches it.
#include "network/network_internal.h"

static double stored_energy(const cr_network *n) {
    cr_ledger ledger = cr_network_ledger(n);
    return cr_ledger_stored(&ledger);
}

static void place_body(cr_resonator *body, double root, double displacement, double velocity, double h) {
    cr_resonator_set(body, 0, root * displacement, root * velocity);
    cr_resonator_start(body);
    for (int i = 0; i < body->tap_count; i++) {
        body->taps[i].change = velocity * h;
        if (body->taps[i].voice) body->taps[i].voice->read_at = -1;
    }
}

static bool is_at(const cr_end *ends, int count, const cr_element *e) {
    for (int k = 0; k < count; k++)
        if (ends[k].element == e) return true;
    return false;
}

static void restart_interactions(cr_network *n, const cr_element *e) {
    for (int i = 0; i < n->interactions.count; i++) {
        cr_interaction *c = cr_network_interaction(n, i);
        if (is_at(c->end, c->end_count, e)) cr_interaction_start(c, n->h);
    }
}

void cr_network_place(cr_network *n, int element, double displacement, double velocity) {
    cr_element *e = cr_network_element_at(n, element);
    cr_resonator *body = n->movers[element];
    double before = n->booking ? stored_energy(n) : 0.0;
    if (body) place_body(body, sqrt(e->mass), displacement, velocity, n->h);
    else cr_element_set_motion(e, 0, displacement, velocity);
    restart_interactions(n, e);
    for (int i = 0; i < n->touches.count; i++) {
        cr_touch *t = cr_network_touch(n, i);
        if (is_at(t->end, t->end_count, e)) cr_touch_restart(t);
    }
    if (n->booking) n->work += stored_energy(n) - before;
}
