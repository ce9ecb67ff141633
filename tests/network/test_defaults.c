// Definitions begin with defaults that are good but for their places: those have to be given, and an element
// that could not be added is no place either. Elements and laws are made by name.
#include "carom/carom.h"
#include "test.h"

#include <string.h>

typedef struct joint {
    cr_contact_def contact;
    cr_spring_def spring;
    cr_friction_def friction;
    cr_bow_def bow;
} joint;

enum { CONTACT, SPRING, FRICTION, BOW, INPUT, PICKUP, JOINTS };

static cr_status add(cr_network *n, int which, cr_place a, cr_place b, cr_error *error) {
    joint j = {cr_contact_def_default(), cr_spring_def_default(), cr_friction_def_default(),
               cr_bow_def_default()};
    int index;
    if (a.element != CR_NOWHERE) j.contact.a = j.spring.a = j.friction.a = j.bow.at = a;
    if (b.element != CR_NOWHERE) j.contact.b = j.spring.b = j.friction.b = b;
    switch (which) {
    case CONTACT:
        return cr_network_add_contact(n, &j.contact, &index, error);
    case SPRING:
        return cr_network_add_spring(n, &j.spring, &index, error);
    case FRICTION:
        return cr_network_add_friction(n, &j.friction, &index, error);
    case BOW:
        return cr_network_add_bow(n, &j.bow, &index, error);
    case INPUT:
        return cr_network_add_input(n, a, &index, error);
    default:
        return cr_network_add_pickup(n, a, &index, error);
    }
}

static void test_places(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    cr_error error = {.reason = ""};
    int mass = cr_network_add(n, "mass", (cr_setting[]){{"mass", 0.01}, {"frequency", 100}, {0}}, &error);
    CHECK(mass == 0 && cr_network_element(n, mass)->mass == 0.01, "%s", error.reason);
    const cr_place nowhere = {.element = CR_NOWHERE}, here = {.element = mass},
                   ground = {.element = CR_GROUND};
    for (int which = 0; which < JOINTS; which++) {
        CHECK(add(n, which, nowhere, ground, &error) == CR_ERR_INPUT &&
                  strstr(error.reason, "names no element"),
              "%d: %s", which, error.reason);
        CHECK(which >= BOW || add(n, which, here, nowhere, &error) == CR_ERR_INPUT, "%d: b left out", which);
        CHECK(add(n, which, here, ground, &error) == CR_OK, "%d: %s", which, error.reason);
        CHECK(add(n, which, (cr_place){.element = 7}, ground, &error) == CR_ERR_INPUT, "%d: no such element",
              which);
        CHECK(add(n, which, (cr_place){.element = -3}, ground, &error) == CR_ERR_INPUT, "%d: below all",
              which);
    }
    CHECK(cr_network_prepare(n, &error) == CR_OK, "%s", error.reason);
    for (int i = 0; i < 1000; i++) cr_network_step(n);
    CHECK(cr_network_trouble(n).not_finite == 0, "it runs");
    cr_arena_free(arena);
}

static void test_names(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 48000);
    cr_error error;
    cr_law law;
    CHECK(cr_network_rate(n) == 48000, "%.17g", cr_network_rate(n));
    CHECK(cr_network_add(n, "strng", NULL, &error) == CR_NOWHERE && error.status == CR_ERR_UNKNOWN &&
              strstr(error.reason, "string"),
          "%s", error.reason);
    CHECK(cr_network_add(n, "mass", (cr_setting[]){{"mas", 1}, {0}}, &error) == CR_NOWHERE &&
              error.status == CR_ERR_UNKNOWN && strstr(error.reason, "\"mass\""),
          "%s", error.reason);
    CHECK(cr_network_add(n, "mass", (cr_setting[]){{"mass", -1}, {0}}, &error) == CR_NOWHERE &&
              error.status == CR_ERR_RANGE,
          "%s", error.reason);
    CHECK(cr_network_element_count(n) == 0 && cr_network_add(n, "mass", NULL, NULL) == 0,
          "nothing was added");
    CHECK(cr_law_make("power", (cr_setting[]){{"k", 1e6}, {"alpha", 1.5}, {0}}, &law, &error) == CR_OK &&
              law.k == 1e6 && law.n == 1.5,
          "k %g n %g", law.k, law.n);
    CHECK(cr_law_make("pwer", NULL, &law, &error) == CR_ERR_UNKNOWN, "no such law");
    CHECK(cr_law_make("power", (cr_setting[]){{"k", -1}, {0}}, &law, &error) == CR_ERR_RANGE, "%s",
          error.reason);
    cr_arena_free(arena);
}

static void check_refused(cr_status status, const cr_error *error, const char *what) {
    char maker[64];
    snprintf(maker, sizeof maker, "begins with cr_%s_def_default()", what);
    CHECK(status == CR_ERR_INPUT && strcmp(error->place, what) == 0 && strstr(error->reason, maker),
          "%s: %s: %s", what, error->place, error->reason);
}

// Definitions made by hand are good in all but their beginning, and are refused for that.
static void test_by_hand(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    cr_sim *sim = cr_sim_new(n, 0);
    cr_error error = {.reason = ""};
    int mass = cr_network_add(n, "mass", NULL, NULL), index = -1;
    const cr_place here = {mass, {0}}, ground = {.element = CR_GROUND};
    cr_contact_def contact = {.a = here, .b = ground, .law = cr_contact_def_default().law};
    cr_spring_def spring = {.a = here, .b = ground, .k1 = 1000};
    cr_friction_def friction = {
        .a = here, .b = ground, .contact = -1, .force = 1, .law = cr_bristle_default()};
    cr_bow_def bow = {.at = here, .force = 0.3, .velocity = 0.2};
    check_refused(cr_network_add_contact(n, &contact, &index, &error), &error, "contact");
    check_refused(cr_network_add_spring(n, &spring, &index, &error), &error, "spring");
    check_refused(cr_network_add_friction(n, &friction, &index, &error), &error, "friction");
    check_refused(cr_network_add_bow(n, &bow, &index, &error), &error, "bow");
    CHECK(index == -1 && cr_network_contact_count(n) == 0 && cr_network_bow_count(n) == 0,
          "nothing was added");
    cr_bank_def bank = {.modes = 1, .channels = 1, .rate = 44100};
    CHECK(!cr_bank_new(arena, &bank, &error), "bank");
    check_refused(error.status, &error, "bank");
    cr_rt_def rt = {.rate = 44100};
    cr_rt *engine;
    check_refused(cr_rt_new(&rt, &engine, &error), &error, "rt");
    cr_audio_def audio = {.rate = 44100, .oversample = 1, .duration = 1};
    cr_audio sound;
    check_refused(cr_audio_render(sim, &audio, &sound, &error), &error, "audio");
    cr_solid_def solid = {.unit = 1};
    cr_modes modes;
    check_refused(cr_solid_modes(&solid, NULL, arena, &modes, NULL, &error), &error, "solid");
    cr_arena_free(arena);
}

// A modal object by its numbers: two modes, shapes at one point.
static void test_modal(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    const double numbers[] = {440, 5, 1000, 20, 2, 1};
    cr_error error = {.reason = ""};
    CHECK(cr_network_add_modal(n, 2, numbers, 6, &error) == 0 && cr_network_mode_count(n, 0) == 2, "%s",
          error.reason);
    CHECK(cr_network_add_modal(n, 2, numbers, 5, &error) == CR_NOWHERE && *error.reason,
          "a number is missing");
    CHECK(cr_network_add_modal(n, -1, numbers, 6, &error) == CR_NOWHERE && error.status == CR_ERR_RANGE,
          "no modes: %s", error.reason);
    CHECK(cr_network_element_count(n) == 1, "nothing was added");
    cr_arena_free(arena);
}

static void test_others(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    cr_bank_def bank = cr_bank_def_default();
    CHECK(cr_bank_new(arena, &bank, &error), "%s", error.reason);
    cr_solid_def mug = cr_solid_def_default();
    CHECK(cr_solid_def_shape(&mug, "mug", (cr_setting[]){{"radius", 0.05}, {0}}, &error) == CR_OK, "%s",
          error.reason);
    CHECK(cr_solid_def_material(&mug, "glass", &error) == CR_OK && strcmp(mug.material, "glass") == 0, "%s",
          error.reason);
    CHECK(cr_solid_def_shape(&mug, "mgu", NULL, &error) == CR_ERR_UNKNOWN && mug.shape, "no such shape");
    CHECK(cr_solid_def_material(&mug, "glas", &error) == CR_ERR_UNKNOWN, "no such material");
    cr_arena_free(arena);
}

int main(void) {
    test_places();
    test_names();
    test_by_hand();
    test_modal();
    test_others();
    return test_summary();
}
