// Every type of element states its traits; here they are held against what the element does.
#include "carom/sim.h"
#include "modes_by_hand.h"
#include "test.h"

#include <string.h>

static const double rate = 44100.0;
// Two modes: frequency and decay of each, then their shapes at one point.
static const double given[] = {300.0, 1.0, 700.0, 2.0, 1.0, 0.5};

static bool has_param(const cr_element_type *type, const char *name) {
    for (int i = 0; i < type->param_count; i++)
        if (strcmp(type->params[i].name, name) == 0) return true;
    return false;
}

static cr_element element_of(const cr_element_type *type, cr_arena *arena) {
    cr_element e = cr_element_default(type);
    if (has_param(type, "f0")) cr_element_set(&e, "f0", 220.0, NULL); // a string has no pitch of its own
    if (cr_element_is(type, CR_TRAIT_GIVEN)) {
        cr_element_set(&e, "modes", 2, NULL);
        e.given = given;
        e.given_count = 6;
    }
    if (cr_element_is(type, CR_TRAIT_SOLID)) {
        cr_modes *modes = cr_arena_take(arena, 1, sizeof *modes);
        *modes = hand_modes(arena, 3, 2);
        e.solid = modes;
    }
    return e;
}

static bool is(const cr_element *e, cr_trait trait) {
    return cr_element_is(e->type, trait);
}

static void test_state(const cr_element *e) {
    const char *name = e->type->name;
    CHECK(is(e, CR_TRAIT_GRID) == (e->grid.n[0] > 0), "%s: grid", name);
    CHECK(is(e, CR_TRAIT_MODES) == (e->mode_frequency && e->mode_sigma), "%s: modes", name);
    CHECK(is(e, CR_TRAIT_POINT) == (e->points == 1 && e->type->axes == 0), "%s: point", name);
    CHECK(is(e, CR_TRAIT_SOLID) == (e->solid != NULL), "%s: solid", name);
    CHECK(!is(e, CR_TRAIT_LINE) || (e->type->axes == 1 && has_param(e->type, "length")), "%s: line", name);
    CHECK(is(e, CR_TRAIT_GRID) + is(e, CR_TRAIT_MODES) + is(e, CR_TRAIT_FIXED) == 1, "%s: one way to move",
          name);
}

// Where it is pushed it moves, unless it is fixed; once round a rim is where it began.
static void test_port(const cr_element *e, cr_arena *arena) {
    const char *name = e->type->name;
    double at[CR_WHERE] = {0.3, 0.4, 0.5}, begin[CR_WHERE] = {0.0, 0.4}, end[CR_WHERE] = {1.0, 0.4};
    cr_port port, first, last;
    cr_error error;
    cr_status status = cr_element_port(e, at, arena, &port, &error);
    CHECK(status == CR_OK, "%s: %s", name, error.reason);
    if (status != CR_OK) return;
    CHECK(port.count <= cr_port_room(e), "%s: %d entries in a port for %d", name, port.count,
          cr_port_room(e));
    double mobility = cr_port_mobility(&port, &port);
    CHECK(is(e, CR_TRAIT_FIXED) == (mobility == 0.0), "%s: mobility %g", name, mobility);
    if (!is(e, CR_TRAIT_ROUND)) return;
    cr_element_port(e, begin, arena, &first, NULL);
    cr_element_port(e, end, arena, &last, NULL);
    double greatest = 0.0;
    for (int i = 0; i < first.count; i++) greatest = fmax(greatest, fabs(first.read[i]));
    for (int i = 0; i < first.count; i++) // rounding of sin and cos of up to 40 turns
        CHECK_NEAR(first.read[i], last.read[i], 1e-13 * greatest);
}

// The motion that is set is the motion that is read, of points and modes.
static void test_motion(cr_element *e) {
    if (is(e, CR_TRAIT_GRID)) return;
    double q, v;
    cr_element_set_motion(e, 0, 0.01, -0.2);
    cr_element_get_motion(e, 0, &q, &v);
    CHECK_REL(q, 0.01, 1e-12); // a few roundings
    CHECK_REL(v, -0.2, 1e-9);  // of a difference of two samples
}

// What can be thrown, plucked and rubbed is a matter of the trait alone.
static void test_acts(const cr_element_type *type) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *network = cr_network_new(arena, rate);
    cr_sim *sim = cr_sim_new(network, 1);
    cr_element e = element_of(type, arena);
    cr_error error = {0};
    int index, friction;
    CHECK(cr_network_add_element(network, &e, &index, &error) == CR_OK, "%s: %s", type->name, error.reason);
    bool thrown = cr_sim_throw(sim, index, 1.0, &error) == CR_OK;
    CHECK(thrown == cr_element_is(type, CR_TRAIT_THROWN), "%s: thrown", type->name);
    cr_place at = {index, {0.3, 0.4, 0.5}};
    bool plucked = cr_sim_displace(sim, at, CR_PLUCK_TRIANGLE, 1e-3, 0.1, &error) == CR_OK;
    bool has_shape = cr_element_is(type, CR_TRAIT_GRID) || cr_element_is(type, CR_TRAIT_POINT);
    CHECK(plucked == has_shape, "%s: plucked", type->name);
    cr_friction_def rub = cr_friction_def_default();
    rub.a = at;
    rub.b = (cr_place){.element = -1};
    bool rubbed = cr_network_add_friction(network, &rub, &friction, &error) == CR_OK;
    CHECK(rubbed == cr_element_is(type, CR_TRAIT_MODES), "%s: rubbed", type->name);
    cr_arena_free(arena);
}

int main(void) {
    int count;
    const cr_element_type *const *types = cr_element_types(&count);
    for (int i = 0; i < count; i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_error error = {0};
        cr_element e = element_of(types[i], arena);
        cr_status status = cr_element_build(&e, 1.0 / rate, arena, &error);
        CHECK(status == CR_OK, "%s: %s", types[i]->name, error.reason);
        if (status == CR_OK) {
            test_state(&e);
            test_port(&e, arena);
            test_motion(&e);
        }
        cr_arena_free(arena);
        test_acts(types[i]);
    }
    return test_summary();
}
