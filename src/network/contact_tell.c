// What contacts tell of themselves and of their motion along a surface, whatever their clock.
#include "network/network_internal.h"

// --- of the three-level clock

static double interaction_force(const cr_network *n, int index) {
    return cr_network_interaction(n, index)->force;
}

static double interaction_depth(const cr_network *n, int index) {
    const cr_interaction *c = cr_network_interaction(n, index);
    double depth = -c->gap;
    for (int e = 0; e < c->end_count; e++) depth += c->end[e].sign * cr_end_read(&c->end[e]).at;
    return depth;
}

static double interaction_stored(const cr_network *n, int index) {
    return 0.5 * cr_square(cr_network_interaction(n, index)->psi);
}

static double interaction_lost(const cr_network *n, int index) {
    return cr_network_interaction(n, index)->lost;
}

static const cr_law *interaction_law(const cr_network *n, int index) {
    return cr_network_interaction(n, index)->law;
}

const cr_contact_kind cr_contact_of_interaction = {.force = interaction_force,
                                                   .depth = interaction_depth,
                                                   .stored = interaction_stored,
                                                   .lost = interaction_lost,
                                                   .law = interaction_law};

// --- with a linear force

static double touch_force(const cr_network *n, int index) {
    return cr_network_touch(n, index)->force;
}

static double touch_depth(const cr_network *n, int index) {
    return cr_network_touch(n, index)->depth;
}

static double touch_stored(const cr_network *n, int index) {
    return 0.5 * cr_square(cr_network_touch(n, index)->psi);
}

static double touch_lost(const cr_network *n, int index) {
    return cr_network_touch(n, index)->lost;
}

static const cr_law *touch_law(const cr_network *n, int index) {
    return &cr_network_touch(n, index)->known->law;
}

static cr_track *touch_track(const cr_network *n, int index) {
    return &cr_network_touch(n, index)->cold->track;
}

const cr_contact_kind cr_contact_of_touch = {.force = touch_force,
                                             .depth = touch_depth,
                                             .stored = touch_stored,
                                             .lost = touch_lost,
                                             .law = touch_law,
                                             .track = touch_track};

// --- of any

int cr_network_contact_count(const cr_network *n) {
    return n->contacts.count;
}

double cr_network_contact_force(const cr_network *n, int contact) {
    const cr_contact *c = CR_ARRAY_AT(&n->contacts, contact);
    return c->kind->force(n, c->index);
}

double cr_network_contact_depth(const cr_network *n, int contact) {
    const cr_contact *c = CR_ARRAY_AT(&n->contacts, contact);
    return c->kind->depth(n, c->index);
}

double cr_network_contact_stored(const cr_network *n, int contact) {
    const cr_contact *c = CR_ARRAY_AT(&n->contacts, contact);
    return c->kind->stored(n, c->index);
}

double cr_network_contact_lost(const cr_network *n, int contact) {
    const cr_contact *c = CR_ARRAY_AT(&n->contacts, contact);
    return c->kind->lost(n, c->index);
}

const cr_law *cr_network_contact_law(const cr_network *n, int contact) {
    const cr_contact *c = CR_ARRAY_AT(&n->contacts, contact);
    return c->kind->law(n, c->index);
}

bool cr_network_contact_two_sided(const cr_network *n, int contact) {
    return CR_ARRAY_AT(&n->contacts, contact)->two_sided;
}

double cr_network_force_least(const cr_network *n) {
    double least = n->force_least;
    for (int i = 0; i < n->contacts.count && n->touches.count; i++) {
        const cr_contact *c = CR_ARRAY_AT(&n->contacts, i);
        if (c->kind == &cr_contact_of_touch) least = cr_min(least, cr_network_touch(n, c->index)->force);
    }
    return least;
}

bool cr_network_contact_linear(const cr_network *n, int contact) {
    return CR_ARRAY_AT(&n->contacts, contact)->kind == &cr_contact_of_touch;
}

cr_track *cr_network_track(const cr_network *n, int contact) {
    const cr_contact *c = CR_ARRAY_AT(&n->contacts, contact);
    return c->kind->track ? c->kind->track(n, c->index) : NULL;
}

double cr_network_track_speed(const cr_network *n, int contact) {
    const cr_track *track = cr_network_track(n, contact);
    return track ? track->speed : 0.0;
}

void cr_network_set_track_speed(cr_network *n, int contact, double speed) {
    cr_track *track = cr_network_track(n, contact);
    if (!track) return;
    double before = cr_track_energy(track);
    track->speed = speed;
    cr_network_touch(n, CR_ARRAY_AT(&n->contacts, contact)->index)->tracked = true; // interactions have none
    n->work += cr_track_energy(track) - before;
}
