// Steps one small network, for counting instructions: bench_network_steps string|plate|books|alone|pair.
// Prints the number of things that were stepped: points times steps, or contacts times steps.
#include "network/network_internal.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 2000 };

static int add(cr_network *n, const char *type, const char *parameter, double value) {
    return cr_network_add(n, type, (cr_setting[]){{parameter, value}, {0}}, NULL);
}

static long grid_points(cr_network *n, int element) {
    const cr_grid *g = &cr_network_element(n, element)->grid;
    return (g->n[0] - 1L) * (g->n[1] ? g->n[1] - 1L : 1L);
}

// Masses on the ground, or pairs of them pressed together and on the ground.
static long add_contacts(cr_network *n, bool pairs) {
    enum { COUNT = 10 };
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    int index;
    cr_law_prepare(&law, NULL);
    for (int i = 0; i < COUNT; i++) {
        int above = pairs && i % 2 ? i - 1 : -1;
        cr_contact_def def = cr_contact_def_between((cr_place){add(n, "mass", "frequency", 50), {0}},
                                                    (cr_place){above, {0}}, law);
        def.gap = -1e-5;
        def.mode = CR_CONTACT_PREDICTED;
        cr_network_add_contact(n, &def, &index, NULL);
    }
    return COUNT;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    long things = 0;
    bool books = strcmp(what, "books") == 0;
    if (strcmp(what, "string") == 0) things = grid_points(n, add(n, "string", "tension", 60));
    else if (strcmp(what, "plate") == 0 || books) things = grid_points(n, add(n, "plate", "thickness", 1e-3));
    else if (strcmp(what, "alone") == 0) things = add_contacts(n, false);
    else if (strcmp(what, "pair") == 0) things = add_contacts(n, true);
    cr_network_set_booking(n, books);
    if (!things || cr_network_prepare(n, NULL) != CR_OK) {
        fprintf(stderr, "usage: bench_network_steps string|plate|books|alone|pair\n");
        return 2;
    }
    for (int i = 0; i < STEPS; i++) cr_network_step(n);
    printf("%ld\n", things * STEPS);
    cr_arena_free(arena);
    return 0;
}
