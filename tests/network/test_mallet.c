// Mallets that strike while the network runs: the same as a hammer that was there from the start, on every
// kind of element, at rest and in motion; several at once; books of energy; who leaves and who is refused.
#include "carom/exact.h"
#include "carom/sim.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { RATE = 44100, FIRST = 100, SECOND = 1300, FRAMES = 2500, MALLETS = 3 };

static const double place[CR_WHERE] = {0.31, 0.42}, elsewhere[CR_WHERE] = {0.77, 0.63};

typedef struct rig {
    cr_arena *arena;
    cr_network *n;
    int hammer[MALLETS], probe[MALLETS], pickup;
} rig;

// What else is on the element.
typedef enum company { ALONE, CONTACTS, FORCE, FLOATS } company;

static cr_law law_of(const cr_mallet *m) {
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    cr_law_set(&law, "k", m->hardness, NULL);
    cr_law_set(&law, "alpha", m->exponent, NULL);
    cr_law_set(&law, "mu", m->loss, NULL);
    cr_law_prepare(&law, NULL);
    return law;
}

static cr_place at(const double *where) {
    cr_place p = {.element = 0};
    memcpy(p.at, where, sizeof p.at);
    return p;
}

// Close by, so that they move each other.
static cr_place struck_at(int which) {
    cr_place p = at(place);
    p.at[0] += 0.01 * which;
    return p;
}

// A hammer of the network, far away.
static int add_hammer(rig *r, const cr_mallet *m, int which) {
    int hammer = cr_network_add(r->n, "mass", (cr_setting[]){{"mass", m->mass}, {0}}, NULL), contact;
    cr_contact_def def = cr_contact_def_between(struck_at(which), (cr_place){hammer, {0}}, law_of(m));
    CHECK(cr_network_add_contact(r->n, &def, &contact, NULL) == CR_OK, "contact");
    cr_element_set_motion(cr_network_element(r->n, hammer), 0, 10.0, 0.0);
    return hammer;
}

// Barriers 10 um below, one right where it is struck.
static void add_barriers(rig *r, const cr_mallet *m) {
    const double *where[] = {place, elsewhere};
    for (int i = 0; i < 2; i++) {
        int barrier = cr_network_add(r->n, "barrier", (cr_setting[]){{"position", -1e-5}, {0}}, NULL),
            contact;
        cr_contact_def def = cr_contact_def_between((cr_place){barrier, {0}}, at(where[i]), law_of(m));
        CHECK(cr_network_add_contact(r->n, &def, &contact, NULL) == CR_OK, "contact");
    }
}

static rig make(const char *type, company with, int hammers, int mallets, const cr_mallet *m) {
    rig r = {.arena = cr_arena_new(cr_allocator_default())};
    cr_error error = {.reason = ""};
    int index;
    r.n = cr_network_new(r.arena, RATE);
    cr_setting pitch[2] = {{0}};
    if (strcmp(type, "mass") == 0) pitch[0] = (cr_setting){"frequency", 300};
    if (strcmp(type, "string") == 0) pitch[0] = (cr_setting){"f0", 220};
    cr_status status = cr_network_add(r.n, type, pitch, &error) == 0 ? CR_OK : error.status;
    if (with == FLOATS) cr_network_set_precision(r.n, CR_FLOAT);
    if (with == CONTACTS) add_barriers(&r, m);
    if (with == FORCE) cr_network_add_input(r.n, at(elsewhere), &index, &error);
    for (int i = 0; i < hammers; i++) r.hammer[i] = add_hammer(&r, m, i);
    if (status == CR_OK) status = cr_network_add_pickup(r.n, at(elsewhere), &r.pickup, &error);
    for (int i = 0; status == CR_OK && i < MALLETS; i++)
        status = cr_network_add_pickup(r.n, struck_at(i), &r.probe[i], &error);
    if (status == CR_OK) status = cr_network_reserve_mallets(r.n, mallets, &error);
    if (status == CR_OK) status = cr_network_prepare(r.n, &error);
    CHECK(status == CR_OK, "%s: %s: %s", type, error.place, error.reason);
    if (status != CR_OK) exit(1);
    return r;
}

// The hammer is put a little above the surface, so that rounding does not decide whether it touches already.
static const double little = 1e-15;

static void throw_hammer(rig *r, int which, double above, double speed) {
    cr_network_place(r->n, r->hammer[which], cr_network_displacement(r->n, r->probe[which]) + above, -speed);
}

static void run_until_gone(rig *r) {
    for (int i = 0; i < RATE && cr_network_striking(r->n); i++) cr_network_step(r->n);
}

// How far apart two runs have come, over the peak.
typedef struct apart {
    double peak, off, early;
} apart;

static void compare(apart *a, int frame, const rig *one, const rig *other) {
    double v = cr_network_velocity(one->n, one->pickup);
    a->peak = fmax(a->peak, fabs(v));
    a->off = fmax(a->off, fabs(v - cr_network_velocity(other->n, other->pickup)) / fmax(a->peak, 1e-30));
    if (frame < FIRST + 300) a->early = a->off;
}

// Two blows, at rest and in motion, by hammers that are put on the surface and by mallets, `together` at a
// time. All they differ by is that the hammers are put `little` above the surface, though that grows while
// they touch again and again, to 1e-6 of the peak on a string under metal: hammers put nine times that higher
// come nine times as far away. Modes in floats have roundings of 6e-8.
static void test_same(const char *type, company with, int together, const cr_mallet *m, double speed) {
    const double most = 2.0 / 9, rounding = with == FLOATS ? 1e-6 : 1e-12;
    rig hammered = make(type, with, together, 0, m), struck = make(type, with, 0, together, m),
        higher = make(type, with, together, 0, m), *const all[] = {&hammered, &struck, &higher};
    apart from_hammer = {0}, from_higher = {0};
    double energy = 0;
    for (int i = 0; i < FRAMES; i++) {
        for (int k = 0; k < together; k++) {
            if (i != FIRST + k && i != SECOND + k) continue;
            cr_place where = struck_at(k);
            throw_hammer(&hammered, k, little, speed);
            throw_hammer(&higher, k, 10 * little, speed);
            CHECK(cr_network_strike(struck.n, &where, speed, m) == CR_OK, "%s: strike", type);
            energy += 0.5 * m->mass * speed * speed;
        }
        for (int k = 0; k < 3; k++) {
            if (with == FORCE) cr_network_drive(all[k]->n, 0, sin(0.01 * i));
            cr_network_step(all[k]->n);
        }
        compare(&from_hammer, i, &hammered, &struck);
        compare(&from_higher, i, &hammered, &higher);
    }
    cr_ledger ledger = cr_network_ledger(struck.n);
    double books = fabs(cr_ledger_error(&ledger)) / energy;
    CHECK(from_hammer.peak > 0 && from_hammer.off <= rounding + most * from_higher.off,
          "%s, %d: off by %g of the peak", type, with, from_hammer.off);
    CHECK(from_hammer.early <= rounding + most * from_higher.early,
          "%s, %d: off by %g of the peak during the first", type, with, from_hammer.early);
    if (with != FLOATS) CHECK(books < 5e-12, "%s, %d: books off by %g", type, with, books);
    run_until_gone(&struck);
    CHECK(cr_network_striking(struck.n) == 0, "%s, %d: one does not leave", type, with);
    for (int k = 0; k < 3; k++) cr_arena_free(all[k]->arena);
}

// Every kind of element that takes contacts, at any hardness.
static void test_kinds(void) {
    int count;
    const cr_element_type *const *types = cr_element_types(&count);
    cr_mallet wood = cr_mallet_default(), felt = {0.01, 1e5, 2.5, 0.5}, metal = {0.002, 1e10, 1.5, 0.05};
    for (int i = 0; i < count; i++) {
        const cr_element_type *type = types[i];
        bool own = cr_element_is(type, CR_TRAIT_GIVEN) || cr_element_is(type, CR_TRAIT_SOLID);
        if (own || cr_element_is(type, CR_TRAIT_FIXED)) continue;
        test_same(type->name, ALONE, 1, &wood, 1.0);
        if (TEST_AMOUNT(false, true)) continue;
        test_same(type->name, ALONE, 1, &felt, 3.0);
        test_same(type->name, ALONE, 1, &metal, 0.5);
    }
}

// With contacts at the same point and elsewhere, a force that is held, modes in floats, and several at once.
static void test_company(void) {
    const char *types[] = {"string", "plate", "modal-bar", "glass", "mass"};
    cr_mallet wood = cr_mallet_default();
    for (int i = 0; i < 5; i++) {
        test_same(types[i], CONTACTS, 1, &wood, 1.0);
        test_same(types[i], FORCE, 1, &wood, 1.0);
        test_same(types[i], FLOATS, 1, &wood, 1.0);
        test_same(types[i], ALONE, 3, &wood, 1.0);
    }
}

// What is refused leaves no trace.
static void test_refused(void) {
    cr_mallet wood = cr_mallet_default(), heavy = wood, soft = wood, steep = wood, odd = wood;
    heavy.mass = 1e9;
    soft.hardness = 0;
    steep.exponent = CR_NAN;
    odd.loss = -1;
    const cr_mallet bad[] = {heavy, soft, steep, odd};
    const double speeds[] = {0, -1, 1e9, CR_NAN, HUGE_VAL};
    const char *types[] = {"string", "glass"};
    for (int t = 0; t < 2; t++) {
        rig r = make(types[t], CONTACTS, 0, 1, &wood), none = make(types[t], ALONE, 0, 0, &wood);
        cr_place there = at(place), outside = at(place), nowhere = at(place), lost = at(place);
        outside.at[0] = 1.5;
        nowhere.element = 9;
        lost.at[1] = CR_NAN;
        for (int i = 0; i < 4; i++)
            CHECK(cr_network_strike(r.n, &there, 1, &bad[i]) == CR_ERR_RANGE, "mallet %d", i);
        for (int i = 0; i < 5; i++)
            CHECK(cr_network_strike(r.n, &there, speeds[i], &wood) == CR_ERR_RANGE, "speed %g", speeds[i]);
        CHECK(cr_network_strike(r.n, &outside, 1, &wood) == CR_ERR_RANGE, "outside");
        CHECK(cr_network_strike(r.n, &lost, 1, &wood) == CR_ERR_RANGE, "no number");
        CHECK(cr_network_strike(r.n, &nowhere, 1, &wood) == CR_ERR_INPUT, "no element");
        CHECK(cr_network_strike(none.n, &there, 1, &wood) == CR_ERR_MEMORY, "no mallets");
        for (int i = 0; i < 100; i++) cr_network_step(r.n);
        cr_ledger ledger = cr_network_ledger(r.n);
        CHECK(cr_network_striking(r.n) == 0 && cr_ledger_stored(&ledger) == 0, "nothing happened");
        CHECK(cr_network_reserve_mallets(r.n, CR_MALLETS_MAX + 1, NULL) == CR_ERR_RANGE, "too many");
        cr_arena_free(r.arena);
        cr_arena_free(none.arena);
    }
}

// One that is in contact is not taken away, one that is apart is.
static void test_pool(void) {
    cr_mallet felt = {0.01, 1e5, 2.5, 0.5};
    rig r = make("glass", ALONE, 0, 1, &felt);
    cr_place there = at(place);
    CHECK(cr_network_strike(r.n, &there, 1, &felt) == CR_OK, "the first");
    for (int i = 0; i < 20; i++) cr_network_step(r.n);
    CHECK(cr_network_mallet_force(r.n, 0) > 0, "in contact");
    CHECK(cr_network_strike(r.n, &there, 1, &felt) == CR_ERR_MEMORY, "it is in use");
    for (int i = 0; i < 5000 && cr_network_mallet_force(r.n, 0) > 0; i++) cr_network_step(r.n);
    for (int i = 0; i < 10; i++) cr_network_step(r.n);
    CHECK(cr_network_striking(r.n) == 1, "still near");
    CHECK(cr_network_strike(r.n, &there, 1, &felt) == CR_OK && cr_network_striking(r.n) == 1, "taken");
    CHECK(cr_network_prepare(r.n, NULL) == CR_OK && cr_network_striking(r.n) == 0, "gone");
    CHECK(cr_network_strike(r.n, &there, 1, &felt) == CR_OK, "and again");
    run_until_gone(&r);
    cr_ledger ledger = cr_network_ledger(r.n);
    CHECK(cr_network_striking(r.n) == 0 && cr_ledger_stored(&ledger) > 0, "left");
    CHECK_NEAR(cr_ledger_error(&ledger), 0, 5e-12 * 5e-3); // of 5 mJ that it brings
    cr_arena_free(r.arena);
}

// Prepared again with more mallets and the first grid.
static void test_grown(void) {
    cr_mallet wood = cr_mallet_default();
    rig r = make("glass", ALONE, 0, 1, &wood);
    cr_place there = at(place), new_place = at(place);
    CHECK(cr_network_strike(r.n, &there, 1, &wood) == CR_OK, "before");
    new_place.element = cr_network_add(r.n, "string", (cr_setting[]){{"f0", 220}, {0}}, NULL);
    CHECK(cr_network_reserve_mallets(r.n, 3, NULL) == CR_OK, "two more");
    CHECK(cr_network_prepare(r.n, NULL) == CR_OK && cr_network_mallet_count(r.n) == 3, "again");
    CHECK(cr_network_strike(r.n, &there, 1, &wood) == CR_OK, "glass");
    CHECK(cr_network_strike(r.n, &new_place, 1, &wood) == CR_OK, "string");
    CHECK(cr_network_strike(r.n, &new_place, 1, &wood) == CR_OK && cr_network_striking(r.n) == 3, "twice");
    run_until_gone(&r);
    cr_ledger ledger = cr_network_ledger(r.n);
    CHECK(cr_network_striking(r.n) == 0, "left");
    CHECK_NEAR(cr_ledger_error(&ledger), 0, 5e-12 * 7.5e-3);
    cr_arena_free(r.arena);
}

// Against a wall: out as fast as the closed rebound says, booked as lost.
static void test_wall(void) {
    cr_mallet wood = cr_mallet_default();
    rig r = make("barrier", ALONE, 0, 1, &wood);
    cr_place there = at(place);
    CHECK(cr_network_strike(r.n, &there, 2, &wood) == CR_OK, "strike");
    for (int i = 0; i < 100; i++) cr_network_step(r.n);
    cr_ledger flies = cr_network_ledger(r.n);
    double out = cr_hc_rebound(wood.loss * 2) / wood.loss, left = 0.5 * wood.mass * out * out;
    CHECK_REL(flies.elements, left, 1e-3); // 8 steps per contact: docs/theory.md
    run_until_gone(&r);
    cr_ledger gone = cr_network_ledger(r.n);
    CHECK(gone.elements == 0 && fabs(cr_ledger_error(&gone)) < 1e-15, "books %g", cr_ledger_error(&gone));
    cr_arena_free(r.arena);
}

// More contacts of a grid in one block than a blow may join.
static void test_crowd(void) {
    cr_mallet wood = cr_mallet_default();
    rig r = make("string", ALONE, 0, 1, &wood);
    for (int i = 0; i < 70; i++) {
        cr_spring_def def = cr_spring_def_default();
        def.a = at(place);
        def.b = (cr_place){.element = -1};
        def.k1 = 10;
        int spring;
        def.a.at[0] += 1e-4 * i;
        CHECK(cr_network_add_spring(r.n, &def, &spring, NULL) == CR_OK, "spring %d", i);
    }
    CHECK(cr_network_prepare(r.n, NULL) == CR_OK, "prepare");
    cr_place there = at(place), far = at(elsewhere);
    CHECK(cr_network_strike(r.n, &there, 1, &wood) == CR_ERR_UNSUPPORTED, "too many");
    CHECK(cr_network_strike(r.n, &far, 1, &wood) == CR_OK, "there are none");
    for (int i = 0; i < 2000; i++) cr_network_step(r.n);
    cr_ledger ledger = cr_network_ledger(r.n);
    CHECK(ledger.springs > 0 && fabs(cr_ledger_error(&ledger)) < 1e-14, "books %g", cr_ledger_error(&ledger));
    cr_arena_free(r.arena);
}

int main(void) {
    test_kinds();
    test_company();
    test_refused();
    test_pool();
    test_grown();
    test_wall();
    test_crowd();
    return test_summary();
}
