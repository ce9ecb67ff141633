// Steps one network, for counting instructions: bench_network_steps NAME, the names below.
// Prints the number of things that were stepped: points times steps, or contacts times steps.
#include "network/network_internal.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 2000, FEW = 100 };

static int add(cr_network *n, const char *type, const char *parameter, double value) {
    return cr_network_add(n, type, (cr_setting[]){{parameter, value}, {0}}, NULL);
}

static long grid_points(cr_network *n, int element) {
    const cr_grid *g = &cr_network_element(n, element)->grid;
    return (g->n[0] - 1L) * (g->n[1] ? g->n[1] - 1L : 1L);
}

// Masses with a contact each: on the ground, in pairs or threes that are pressed together and on the ground,
// or in a row.
typedef enum arrangement { ALONE, PAIRS, THREES, ROW } arrangement;
static long add_contacts(cr_network *n, int count, arrangement kind, cr_contact_mode mode) {
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    int index;
    cr_law_prepare(&law, NULL);
    for (int i = 0; i < count; i++) {
        bool joined = kind == ROW || (kind == PAIRS && i % 2) || (kind == THREES && i % 3);
        cr_contact_def def = cr_contact_def_between((cr_place){add(n, "mass", "frequency", 50), {0}},
                                                    (cr_place){joined && i ? i - 1 : -1, {0}}, law);
        def.gap = -1e-5;
        def.mode = mode;
        cr_network_add_contact(n, &def, &index, NULL);
    }
    return count;
}

// Masses in a row that rub against their neighbours.
static long add_frictions(cr_network *n, int count) {
    int index;
    for (int i = 0; i <= count; i++)
        cr_element_set_motion(cr_network_element(n, add(n, "mass", "frequency", 50)), 0, 0.0,
                              i % 2 ? 0.5 : -0.5);
    for (int i = 0; i < count; i++) {
        cr_friction_def def = cr_friction_def_default();
        def.a = (cr_place){i, {0}};
        def.b = (cr_place){i + 1, {0}};
        def.force = 0.5;
        cr_network_add_friction(n, &def, &index, NULL);
    }
    return count;
}

// A mass that presses on an object of 32 modes.
static long add_hammer(cr_network *n) {
    enum { MODES = 32 };
    static double given[3 * MODES];
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    int index;
    for (int i = 0; i < MODES; i++) {
        given[2 * i] = 500.0 * (i + 1);
        given[2 * i + 1] = 5.0;
        given[2 * MODES + i] = i % 2 ? 1.0 : -1.0;
    }
    cr_law_set(&law, "k", 1e7, NULL);
    cr_law_prepare(&law, NULL);
    int hammer = add(n, "mass", "gravity", 500),
        object = cr_network_add_modal(n, MODES, given, 3 * MODES, NULL);
    cr_contact_def def = cr_contact_def_between((cr_place){hammer, {0}}, (cr_place){object, {0}}, law);
    cr_network_add_contact(n, &def, &index, NULL);
    return 1;
}

// Two strings with a contact for each pair of points, all of them open or pressed.
static long add_row_of_points(cr_network *n, double gap) {
    int a = add(n, "string", "tension", 60), b = add(n, "string", "tension", 60), index;
    int intervals = cr_network_element(n, a)->grid.n[0];
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    cr_law_set(&law, "k", 1e2, NULL); // soft: what is pressed stays so
    cr_law_prepare(&law, NULL);
    for (int i = 1; i < intervals; i++) {
        double at = (double)i / intervals;
        cr_contact_def def = cr_contact_def_between((cr_place){a, {at}}, (cr_place){b, {at}}, law);
        def.gap = gap;
        cr_network_add_contact(n, &def, &index, NULL);
    }
    return intervals - 1;
}

static int add_free_plate(cr_network *n, double thickness) {
    cr_setting settings[] = {{"thickness", thickness}, {"edge", CR_EDGE_FREE}, {0}};
    return cr_network_add(n, "plate", settings, NULL);
}

// Masses on a free plate that hardly has points, each with a spring and a contact at one place.
static long add_rivets(cr_network *n) {
    enum { COUNT = 4 };
    int plate = add_free_plate(n, 0.01), index;
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    cr_law_prepare(&law, NULL);
    for (int i = 0; i < COUNT; i++) {
        cr_place at = {plate, {i % 2 ? 0.21 : 0.79, i / 2 ? 0.21 : 0.79}},
                 rivet = {add(n, "mass", "mass", 5e-3), {0}};
        cr_spring_def spring = cr_spring_def_default();
        cr_contact_def def = cr_contact_def_between(at, rivet, law);
        spring.a = at;
        spring.b = rivet;
        def.gap = 1e-5;
        cr_network_add_spring(n, &spring, &index, NULL);
        cr_network_add_contact(n, &def, &index, NULL);
    }
    return COUNT;
}

// A string over a bridge of walls, two of which press it.
static long add_bridge(cr_network *n) {
    enum { COUNT = 9 };
    int string = add(n, "string", "tension", 3000), index;
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    cr_law_set(&law, "k", 1e3, NULL); // soft: what is pressed stays so
    cr_law_prepare(&law, NULL);
    for (int i = 0; i < COUNT; i++) {
        int wall = add(n, "barrier", "position", i == 3 || i == 4 ? 1e-5 : -1e-3);
        double at = (10.3 + 1.1 * i) / cr_network_element(n, string)->grid.n[0];
        cr_contact_def def = cr_contact_def_between((cr_place){wall, {0}}, (cr_place){string, {at}}, law);
        cr_network_add_contact(n, &def, &index, NULL);
    }
    return COUNT;
}

static long add_named(cr_network *n, const char *name) {
    if (strcmp(name, "open-row") == 0) return add_row_of_points(n, 1e-3);
    if (strcmp(name, "pressed-row") == 0) return add_row_of_points(n, -1e-5);
    if (strcmp(name, "booked-free") == 0) return grid_points(n, add_free_plate(n, 1e-3));
    if (strcmp(name, "booked-rivets") == 0) return add_rivets(n);
    if (strcmp(name, "booked-bridge") == 0) return add_bridge(n);
    if (strcmp(name, "string") == 0) return grid_points(n, add(n, "string", "tension", 60));
    if (strcmp(name, "plate") == 0 || strcmp(name, "books") == 0)
        return grid_points(n, add(n, "plate", "thickness", 1e-3));
    if (strcmp(name, "head") == 0 || strcmp(name, "booked-head") == 0)
        return grid_points(n, add(n, "membrane", "tension", 500));
    if (strcmp(name, "alone") == 0) return add_contacts(n, 10, ALONE, CR_CONTACT_PREDICTED);
    if (strcmp(name, "pair") == 0) return add_contacts(n, 10, PAIRS, CR_CONTACT_PREDICTED);
    if (strcmp(name, "three") == 0) return add_contacts(n, 12, THREES, CR_CONTACT_PREDICTED);
    if (strcmp(name, "row") == 0) return add_contacts(n, 400, ROW, CR_CONTACT_PREDICTED);
    if (strcmp(name, "linear") == 0 || strcmp(name, "booked") == 0)
        return add_contacts(n, 10, ALONE, CR_CONTACT_LINEAR);
    if (strcmp(name, "hammer") == 0 || strcmp(name, "booked-hammer") == 0) return add_hammer(n);
    if (strcmp(name, "linear-row") == 0) return add_contacts(n, 400, ROW, CR_CONTACT_LINEAR);
    if (strcmp(name, "apart") == 0) return add_contacts(n, 400, ALONE, CR_CONTACT_LINEAR);
    if (strcmp(name, "frictions") == 0) return add_frictions(n, 400);
    return 0;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    long things = add_named(n, what);
    int steps = things >= 400 ? FEW : STEPS;
    cr_network_set_booking(n, strncmp(what, "book", 4) == 0);
    if (!things || cr_network_prepare(n, NULL) != CR_OK) {
        fprintf(
            stderr,
            "usage: bench_network_steps "
            "string|plate|books|head|booked-head|booked-free|open-row|pressed-row|alone|pair|three|row|"
            "linear|booked|linear-row|apart|frictions|hammer|booked-hammer|booked-rivets|booked-bridge\n");
        return 2;
    }
    for (int i = 0; i < steps; i++) cr_network_step(n);
    printf("%ld\n", things * steps);
    cr_arena_free(arena);
    return 0;
}
