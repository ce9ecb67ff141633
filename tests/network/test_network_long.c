// label: long
// A lossless mass between two barriers for 1e8 samples: the books stay within 1e-10 of the energy.
#include "carom/network.h"
#include "test.h"

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    cr_law law;
    int m = cr_network_add(n, "mass", (cr_setting[]){{"mass", 0.01}, {0}}, NULL), index;
    cr_law_make("power", (cr_setting[]){{"k", 1e8}, {0}}, &law, NULL);
    cr_contact_def above = cr_contact_def_between((cr_place){m, {0}}, (cr_place){-1, {0}}, law);
    above.gap = 1e-3;
    above.mode = CR_CONTACT_PREDICTED;
    cr_contact_def below = cr_contact_def_between((cr_place){-1, {0}}, (cr_place){m, {0}}, law);
    below.gap = 1e-3;
    below.mode = CR_CONTACT_PREDICTED;
    cr_network_add_contact(n, &above, &index, NULL);
    cr_network_add_contact(n, &below, &index, NULL);
    cr_element *e = cr_network_element(n, m);
    e->d[0] = e->h; // 1 m/s
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    double worst = 0, energy = cr_network_ledger(n).start;
    for (long i = 0; i < 100000000; i++) {
        cr_network_step(n);
        if (i % 1000) continue;
        cr_ledger ledger = cr_network_ledger(n);
        worst = fmax(worst, fabs(cr_ledger_error(&ledger)));
    }
    printf("books off by %g of the energy after 1e8 samples\n", worst / energy);
    CHECK(worst <= 1e-10 * energy, "%g", worst / energy);
    CHECK(cr_network_trouble(n).unsettled == 0, "unsettled");
    cr_arena_free(arena);
    return test_summary();
}
