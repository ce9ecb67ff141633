// Ends of what acts on elements: what is refused leaves nothing behind, and contacts of both clocks answer
// alike.
#include "carom/sim.h"
#include "test.h"

static const double rate = 44100.0;

static int add(cr_network *network, const char *type, const char *param, double value) {
    return cr_network_add(network, type, (cr_setting[]){{param, value}, {0}}, NULL);
}

static cr_law hertz(void) {
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    CHECK(cr_law_prepare(&law, NULL) == CR_OK, "law");
    return law;
}

static void test_refused(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, rate);
    int mass = add(n, "mass", "mass", 0.01), index = -1;
    cr_error error = {0};
    CHECK(cr_network_add(n, "string", NULL, &error) == CR_NOWHERE && error.status == CR_ERR_INPUT,
          "a string with neither f0 nor tension");
    CHECK(cr_network_element_count(n) == 1, "%d elements", cr_network_element_count(n));
    cr_place missing = {7, {0}}, ground = {-1, {0}}, at = {mass, {0}};
    for (int i = 0; i < 2; i++) {
        cr_place place = i ? ground : missing;
        CHECK(cr_network_add_pickup(n, place, &index, NULL) == CR_ERR_INPUT, "pickup at %d", place.element);
        CHECK(cr_network_add_input(n, place, &index, NULL) == CR_ERR_INPUT, "input at %d", place.element);
        cr_bow_def bow = cr_bow_def_default();
        bow.at = place;
        CHECK(cr_network_add_bow(n, &bow, &index, NULL) == CR_ERR_INPUT, "bow at %d", place.element);
    }
    CHECK(cr_network_add_pickup(n, at, &index, NULL) == CR_OK && index == 0, "pickup %d is the first", index);
    CHECK(cr_network_add_input(n, at, &index, NULL) == CR_OK && index == 0, "input %d is the first", index);
    CHECK(cr_network_prepare(n, &error) == CR_OK, "%s", error.reason);
    cr_network_drive(n, 0, 1.0);
    for (int i = 0; i < 10; i++) cr_network_step(n);
    CHECK_REL(cr_network_velocity(n, 0), 10.0 / (rate * 0.01), 1e-9); // f t/m
    cr_arena_free(arena);
}

static void test_immovable(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, rate);
    int index;
    cr_place a = {add(n, "barrier", "position", 0.0), {0}};
    cr_place b = {add(n, "barrier", "position", 1.0), {0}}, ground = {-1, {0}};
    const cr_contact_mode modes[] = {CR_CONTACT_AUTO, CR_CONTACT_PREDICTED, CR_CONTACT_LINEAR};
    for (int i = 0; i < 3; i++) {
        cr_contact_def two = cr_contact_def_between(a, b, hertz());
        cr_contact_def one = cr_contact_def_between(a, ground, hertz());
        two.mode = one.mode = modes[i];
        CHECK(cr_network_add_contact(n, &two, &index, NULL) == CR_ERR_INPUT, "two barriers, mode %d", i);
        CHECK(cr_network_add_contact(n, &one, &index, NULL) == CR_ERR_INPUT, "the ground, mode %d", i);
    }
    cr_spring_def spring = cr_spring_def_default();
    spring.a = a;
    spring.b = b;
    spring.k1 = 1.0;
    CHECK(cr_network_add_spring(n, &spring, &index, NULL) == CR_ERR_INPUT, "a spring between barriers");
    cr_arena_free(arena);
}

// A mass of 10 g falls on a barrier at 1 m/s: force, depth and energies of the contact, by either clock.
static void test_answers(cr_contact_mode mode) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 10.0 * rate);
    cr_sim *sim = cr_sim_new(n, 1);
    int contact, mass = add(n, "mass", "mass", 0.01), wall = add(n, "barrier", "position", 1e-5);
    cr_contact_def def = cr_contact_def_between((cr_place){mass, {0}}, (cr_place){wall, {0}}, hertz());
    def.mode = mode;
    cr_error error = {0};
    CHECK(cr_network_add_contact(n, &def, &contact, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_sim_throw(sim, mass, 1.0, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_sim_prepare(sim, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_network_contact_linear(n, contact) == (mode == CR_CONTACT_LINEAR), "mode %d", mode);
    CHECK(!cr_network_contact_two_sided(n, contact), "mode %d", mode);
    double force = 0.0, depth = 0.0;
    for (int i = 0; i < 2000; i++) {
        cr_network_step(n);
        force = fmax(force, cr_network_contact_force(n, contact));
        depth = fmax(depth, cr_network_contact_depth(n, contact));
        cr_ledger ledger = cr_network_ledger(n);
        CHECK_NEAR(cr_network_contact_stored(n, contact), ledger.contacts, 0.0);
        CHECK_NEAR(cr_network_contact_lost(n, contact), ledger.lost_contacts, 0.0);
    }
    CHECK(force > 0.0 && depth > 0.0, "%g N, %g m", force, depth);
    double most = cr_law_force(&def.law, depth, 0.0); // the damper adds to it before the deepest point
    CHECK(force > 0.99 * most && force < 2.0 * most, "%g N at most, %g at the depth of %g m", force, most,
          depth);
    CHECK(cr_network_track_speed(n, contact) == 0.0, "nothing moves along");
    cr_arena_free(arena);
}

int main(void) {
    test_refused();
    test_immovable();
    test_answers(CR_CONTACT_PREDICTED);
    test_answers(CR_CONTACT_LINEAR);
    return test_summary();
}
