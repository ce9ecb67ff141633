// Contacts, springs and friction within one element: between two of its points they work and keep their
// books; between a point and itself they are refused.
#include "carom/network.h"
#include "test.h"

#include <string.h>

static const char *const types[] = {"string", "modal-plate", "mass", "plate"};
static const double here[] = {0.25, 0.3, 0}, there[] = {0.6, 0.7, 0};

static cr_network *network_of(cr_arena *arena, const char *type) {
    cr_network *n = cr_network_new(arena, 44100);
    const cr_setting pitch[] = {{"f0", 100}, {0}};
    cr_error error = {.reason = ""};
    int index = cr_network_add(n, type, strcmp(type, "string") == 0 ? pitch : NULL, &error);
    CHECK(index == 0, "%s: %s", type, error.reason);
    return n;
}

static cr_place place_of(const double *at) {
    cr_place place = {.element = 0};
    memcpy(place.at, at, 3 * sizeof *at);
    return place;
}

static cr_law contact_law(void) {
    cr_law law;
    CHECK(cr_law_make("hunt-crossley", (cr_setting[]){{"k", 1e8}, {0}}, &law, NULL) == CR_OK, "law");
    return law;
}

typedef enum joint { CONTACT, SPRING, FRICTION, JOINTS } joint;
static const char *const joint_names[] = {"contact", "spring", "friction"};

static cr_status add(cr_network *n, joint which, const double *b, cr_error *error) {
    cr_contact_def contact = cr_contact_def_between(place_of(here), place_of(b), contact_law());
    cr_spring_def spring = cr_spring_def_default();
    spring.a = place_of(here);
    spring.b = place_of(b);
    spring.k1 = 1e4;
    spring.k3 = 1e9;
    spring.r = 0.1;
    cr_friction_def friction = cr_friction_def_default();
    friction.a = place_of(here);
    friction.b = place_of(b);
    int index;
    if (which == CONTACT) return cr_network_add_contact(n, &contact, &index, error);
    if (which == SPRING) return cr_network_add_spring(n, &spring, &index, error);
    return cr_network_add_friction(n, &friction, &index, error);
}

static void test_same_point(const char *type, joint which) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    cr_network *n = network_of(arena, type);
    cr_status status = add(n, which, here, &error);
    bool grid = strcmp(type, "string") == 0 || strcmp(type, "plate") == 0;
    bool unsupported = which == FRICTION && grid; // friction is for bodies
    CHECK(status == (unsupported ? CR_ERR_UNSUPPORTED : CR_ERR_INPUT), "%s, %s: status %d", type,
          joint_names[which], status);
    if (strcmp(type, "mass") != 0 && !unsupported)
        CHECK(add(n, which, there, NULL) == CR_OK, "%s: another in its place", type);
    CHECK(cr_network_prepare(n, &error) == CR_OK, "what is refused is not there");
    for (int i = 0; i < 10; i++) cr_network_step(n);
    CHECK(cr_network_trouble(n).not_finite == 0, "%s, %s", type, joint_names[which]);
    CHECK(unsupported || strstr(error.reason, "same point"), "%s, %s: %s", type, joint_names[which],
          error.reason);
    cr_arena_free(arena);
}

// Struck at one of the two points, a fifth of a second.
static void test_two_points(const char *type, joint which) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = network_of(arena, type);
    cr_error error = {.reason = ""};
    int input;
    cr_status status = add(n, which, there, &error);
    if (status == CR_ERR_UNSUPPORTED && which == FRICTION) {
        cr_arena_free(arena);
        return;
    }
    CHECK(status == CR_OK, "%s, %s: %s", type, joint_names[which], error.reason);
    CHECK(cr_network_add_input(n, place_of(here), &input, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_network_prepare(n, &error) == CR_OK, "%s, %s: %s", type, joint_names[which], error.reason);
    double worst = 0, greatest = 0;
    for (int i = 0; i < 8820; i++) {
        cr_network_drive(n, input, i < 40 ? 20 : 0);
        cr_network_step(n);
        cr_ledger l = cr_network_ledger(n);
        greatest = fmax(greatest, l.elements + l.contacts + l.springs);
        worst = fmax(worst, fabs(cr_ledger_error(&l)));
    }
    CHECK(greatest > 0 && worst <= 1e-11 * greatest, "%s, %s: books off by %g of %g J", type,
          joint_names[which], worst, greatest);
    CHECK(cr_network_trouble(n).not_finite == 0, "%s, %s", type, joint_names[which]);
    cr_arena_free(arena);
}

int main(void) {
    for (int t = 0; t < 4; t++)
        for (int which = 0; which < JOINTS; which++) {
            test_same_point(types[t], (joint)which);
            if (strcmp(types[t], "mass") != 0) test_two_points(types[t], (joint)which);
        }
    return test_summary();
}
