// What has died away costs no more than what sounds: no number of a step becomes subnormal, on which some
// processors spend a hundred cycles each, neither in the state nor in the squares that the books take, while
// elements of each kind ring down from an amplitude near the least that is kept, stepped and in flights. In
// the end they stand still.
#include "modal/flight.h"
#include "network/network_internal.h"
#include "test.h"

#include <fenv.h>

enum { RATE = 44100 };

typedef struct rig {
    cr_arena *arena;
    cr_network *network;
    int element, input;
} rig;

static const struct kind {
    const char *name, *type;
    cr_setting settings[6];
} kinds[] = {
    {"mass", "mass", {{"mass", 0.01}, {"frequency", 300}, {"sigma0", 90}}},
    {"string", "string", {{"length", 0.3}, {"f0", 440}, {"sigma0", 90}}},
    {"membrane", "membrane", {{"width", 0.1}, {"height", 0.12}, {"f0", 500}, {"sigma0", 90}}},
    {"held plate", "plate", {{"width", 0.2}, {"height", 0.25}, {"thickness", 2e-3}, {"sigma0", 90}}},
    {"free plate",
     "plate",
     {{"width", 0.2}, {"height", 0.25}, {"thickness", 2e-3}, {"sigma0", 90}, {"edge", 2}}},
    {"modes", NULL, {{0}}},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// Frequency and decay of three modes, and their shapes at a point.
static const double modes[] = {300, 90, 700, 90, 1900, 90, 2, 2, -2};

// A mass out of reach.
static void put_aside(rig *r) {
    int mass = cr_network_add(r->network, "mass", NULL, NULL), index;
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    CHECK(cr_law_prepare(&law, NULL) == CR_OK, "law");
    cr_contact_def def = cr_contact_def_between((cr_place){mass, {0}}, (cr_place){r->element, {0}}, law);
    def.gap = 1.0;
    CHECK(cr_network_add_contact(r->network, &def, &index, NULL) == CR_OK, "contact");
}

static rig make(const struct kind *k, cr_precision precision) {
    rig r = {.arena = cr_arena_new(cr_allocator_default())};
    r.network = cr_network_new(r.arena, RATE);
    r.element = k->type ? cr_network_add(r.network, k->type, k->settings, NULL)
                        : cr_network_add_modal(r.network, 3, modes, 9, NULL);
    CHECK(r.element >= 0, "%s", k->name);
    cr_place driven = {r.element, {k->type ? 0.37 : 0.0, 0.41}};
    CHECK(cr_network_add_input(r.network, driven, &r.input, NULL) == CR_OK, "input");
    if (!k->type) put_aside(&r); // contacts make modes step as a body, which may fly
    cr_network_set_precision(r.network, precision);
    CHECK(cr_network_prepare(r.network, NULL) == CR_OK, "prepare");
    return r;
}

static double energy(const rig *r) {
    cr_ledger books = cr_network_ledger(r->network);
    return books.elements;
}

// Books that are asked for at every 64th sample, as those of `render` are.
static void check(const struct kind *k, cr_precision precision, double force, bool flies) {
    enum { SAMPLES = 2 * RATE, EVERY = 64 };
    int flights = 0;
    rig r = make(k, precision);
    cr_network_drive(r.network, r.input, force);
    cr_network_step(r.network);
    cr_network_drive(r.network, r.input, 0.0);
    cr_network_step(r.network);
    double least = HUGE_VAL, begin = energy(&r), end = begin;
    feclearexcept(FE_UNDERFLOW);
    for (int i = 0; i < SAMPLES; i += EVERY) {
        bool flown = flies && cr_network_fly(r.network);
        flights += flown;
        for (int n = 0; n < EVERY; n++)
            if (flown) cr_network_flown(r.network, n);
            else cr_network_step(r.network);
        end = energy(&r);
        if (end > 0.0) least = fmin(least, end);
    }
#ifndef __clang__ // which multiplies what lies beside what is meant, too
    CHECK(!fetestexcept(FE_UNDERFLOW), "%s, %s%s: subnormal numbers", k->name,
          precision == CR_FLOAT ? "floats" : "doubles", flies ? ", in flights" : "");
#endif
    CHECK(!flies || flights * EVERY >= SAMPLES, "%d flights", flights);
    CHECK(begin > 0.0 && least < 1e-3 * begin && end < 1e-15 * begin, "%s: from %g J over %g J to %g J",
          k->name, begin, least, end);
    cr_arena_free(r.arena);
}

int main(void) {
    for (int i = 0; i < KINDS; i++) {
        check(&kinds[i], CR_DOUBLE, 1e-90, false);
        check(&kinds[i], CR_FLOAT, 1e-6, false);
    }
    check(&kinds[KINDS - 1], CR_DOUBLE, 1e-90, true);
    check(&kinds[KINDS - 1], CR_FLOAT, 1e-6, true);
    return test_summary();
}
