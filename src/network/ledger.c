// What a network tells of itself: friction, effort, energy.
#include "network/network_internal.h"

double cr_network_friction_force(const cr_network *n, int friction) {
    return cr_network_rub_at(n, friction)->force;
}

void cr_network_rub(cr_network *n, int friction, double force, double velocity) {
    cr_rub *rub = cr_network_rub_at(n, friction);
    rub->normal = force;
    rub->velocity = velocity;
}

void cr_network_set_precision(cr_network *n, cr_precision precision) {
    n->precision = precision;
}

void cr_network_divide(cr_network *n, int least, int most) {
    n->level_least = least < 0 ? 0 : least < CR_LEVELS ? least : CR_LEVELS - 1;
    n->level_most = most < n->level_least ? n->level_least : most < CR_LEVELS ? most : CR_LEVELS - 1;
}

cr_contact_effort cr_network_effort(const cr_network *n) {
    return n->effort;
}

static void add_interactions(const cr_network *n, cr_ledger *ledger) {
    for (int i = 0; i < n->interactions.count; i++) {
        const cr_interaction *c = cr_network_interaction(n, i);
        bool contact = c->kind == CR_INTERACTION_CONTACT;
        double stored = contact ? 0.5 * c->psi * c->psi : cr_spring_stored(c);
        *(contact ? &ledger->contacts : &ledger->springs) += stored;
        *(contact ? &ledger->lost_contacts : &ledger->lost_springs) += c->lost;
    }
}

static void add_touches(const cr_network *n, cr_ledger *ledger) {
    for (int i = 0; i < n->touches.count; i++) {
        const cr_touch *t = cr_network_touch(n, i);
        ledger->contacts += 0.5 * cr_square(t->psi);
        ledger->lost_contacts += t->lost;
        ledger->tracks += cr_track_energy(&t->cold->track);
    }
    for (int i = 0; i < n->rubs.count; i++) {
        const cr_rub *r = cr_network_rub_at(n, i);
        ledger->bristles += 0.5 * r->stiffness * cr_square(r->bristle);
        ledger->lost_friction += r->lost;
    }
}

cr_ledger cr_network_ledger(const cr_network *n) {
    cr_ledger ledger = {.lost_elements = n->lost_elements, .work = n->work, .start = n->start};
    for (int i = 0; i < n->elements.count; i++) {
        const cr_resonator *body = n->movers ? n->movers[i] : NULL;
        ledger.elements += body ? cr_resonator_energy(body) : cr_element_energy(cr_network_element_at(n, i));
        if (body) ledger.lost_elements += body->lost;
        else if (cr_network_element_at(n, i)->owes)
            ledger.lost_elements += cr_element_loss(cr_network_element_at(n, i));
    }
    ledger.elements += cr_mallets_energy(n);
    ledger.lost_elements += cr_mallets_lost(n);
    add_interactions(n, &ledger);
    add_touches(n, &ledger);
    for (int i = 0; i < n->bows.count; i++) {
        const cr_bow *bow = CR_ARRAY_AT(&n->bows, i);
        double hair = cr_bow_stored(n, bow);
        ledger.bristles += hair;
        ledger.lost_bows += bow->lost.sum - hair;
        ledger.work += bow->work.sum;
    }
    return ledger;
}

double cr_ledger_stored(const cr_ledger *l) {
    return l->elements + l->contacts + l->springs + l->tracks + l->bristles;
}

double cr_ledger_error(const cr_ledger *l) {
    double lost = l->lost_elements + l->lost_contacts + l->lost_springs + l->lost_bows + l->lost_friction;
    return cr_ledger_stored(l) + lost - l->work - l->start;
}
