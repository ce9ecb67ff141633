// What the tests of friction, rolling and scraping share: a network with its arena, and its books.
#ifndef CAROM_TEST_RUB_TOOLS_H
#define CAROM_TEST_RUB_TOOLS_H

#include "network/network_internal.h"
#include "test.h"

#include <stdlib.h>

typedef struct rig {
    cr_arena *arena;
    cr_network *network;
    double error, stored; // largest of the run [J]
} rig;

static inline rig rig_open(double rate) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    return (rig){.arena = arena, .network = cr_network_new(arena, rate)};
}

static inline void rig_close(rig *b) {
    cr_arena_free(b->arena);
}

static inline int add_mass(rig *b, double mass, double frequency, double sigma, double gravity) {
    const cr_setting settings[] = {
        {"mass", mass}, {"frequency", frequency}, {"sigma0", sigma}, {"gravity", gravity}, {0}};
    int index = cr_network_add(b->network, "mass", settings, NULL);
    CHECK(index >= 0, "mass");
    return index;
}

static inline int add_modal(rig *b, int modes, const double *given, int given_count) {
    int index = cr_network_add_modal(b->network, modes, given, given_count, NULL);
    CHECK(index >= 0, "modes");
    return index;
}

static inline cr_law hertz(double k, double mu) {
    const cr_setting settings[] = {{"k", k}, {"mu", mu}, {"alpha", 1.5}, {0}};
    cr_law law;
    CHECK(cr_law_make("hunt-crossley", settings, &law, NULL) == CR_OK, "law");
    return law;
}

static inline int add_contact(rig *b, const cr_contact_def *def) {
    int index = -1;
    cr_error error = {.reason = ""};
    CHECK(cr_network_add_contact(b->network, def, &index, &error) == CR_OK, "%s", error.reason);
    return index;
}

static inline int add_friction(rig *b, const cr_friction_def *def) {
    int index = -1;
    cr_error error = {.reason = ""};
    CHECK(cr_network_add_friction(b->network, def, &index, &error) == CR_OK, "%s", error.reason);
    return index;
}

static inline void set_state(rig *b, int element, double x, double v) {
    cr_element *e = cr_network_element(b->network, element);
    e->u[0] = x;
    e->d[0] = v * b->network->h;
}

static inline void prepare(rig *b) {
    cr_error error = {.reason = ""};
    CHECK(cr_network_prepare(b->network, &error) == CR_OK, "%s", error.reason);
}

static inline cr_ledger step(rig *b) {
    cr_network_step(b->network);
    cr_ledger l = cr_network_ledger(b->network);
    b->error = cr_max(b->error, fabs(cr_ledger_error(&l)));
    b->stored = cr_max(b->stored, cr_ledger_stored(&l));
    return l;
}

static inline double position(const rig *b, int element) {
    return b->network->movers[element]->taps[0].y;
}

static inline double velocity(const rig *b, int element) {
    return cr_resonator_ahead(b->network->movers[element], 0, 0).velocity;
}

#endif
