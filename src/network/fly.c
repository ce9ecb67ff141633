// Blocks of samples in which nothing can touch: every body flies by itself.
#include "modal/flight.h"
#include "network/network_internal.h"

// Flights are for bodies that nothing but contacts can act on, in steps of whole samples.
static bool can_fly(const cr_network *n) {
    if (!n->only_movers || n->striking || n->level_least > 0 || n->rubs.count) return false;
    for (int i = 0; i < n->inputs.count; i++)
        if (CR_ARRAY_AT(&n->inputs, i)->force != 0.0) return false;
    for (int i = 0; i < n->group_count; i++)
        if (n->groups[i].level > 0) return false;
    for (int i = 0; i < n->elements.count; i++)
        if (n->movers[i]->rigid_sigma > 0.0) return false;
    return true;
}

// Whether the ends may meet within the block, by their greatest displacements.
static bool may_touch(const cr_touch *t) {
    if (t->psi > 0.0 || t->hold > 0 || cr_track_acts(&t->cold->track)) return true;
    double reach = -t->gap;
    for (int k = 0; k < t->end_count; k++) {
        const cr_end *end = &t->end[k];
        reach += end->body ? cr_flight_reach(end->body, end->tap, end->sign) : end->sign * end->element->u[0];
    }
    return reach > 0.0;
}

// What a body loses in flight is the difference of its energies.
static void fly_body(cr_resonator *body, bool book) {
    double before = book ? cr_resonator_energy(body) : 0.0;
    cr_flight_run(body);
    if (book) body->lost += before - cr_resonator_energy(body);
}

bool cr_network_fly(cr_network *n) {
    if (!can_fly(n)) return false;
    for (int i = 0; i < n->touches.count; i++)
        if (may_touch(cr_network_touch(n, i))) return false;
    for (int i = 0; i < n->elements.count; i++) fly_body(n->movers[i], n->booking);
    for (int i = 0; i < n->touches.count; i++) {
        cr_touch *t = cr_network_touch(n, i);
        t->force = t->a = t->b = 0.0;
    }
    cr_network_pass(n, CR_FLIGHT);
    return true;
}

void cr_network_flown(cr_network *n, int sample) {
    n->flown = sample + 1;
    for (int i = 0; i < n->elements.count; i++)
        for (int k = 0; k < n->movers[i]->tap_count; k++) {
            cr_tap *tap = &n->movers[i]->taps[k];
            if (tap->unfollowed) continue;
            tap->change = tap->flight[sample];
            tap->y += tap->change;
        }
    if (sample == CR_FLIGHT - 1) cr_network_measure(n);
}

void cr_network_measure(cr_network *n) {
    for (int i = 0; i < n->touches.count; i++) cr_touch_measure(cr_network_touch(n, i));
}
