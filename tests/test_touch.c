// Contacts of masses and modal objects with a force that is linear in the step.
#include "carom/exact.h"
#include "carom/network.h"
#include "test.h"

static cr_law hunt_crossley(double k, double mu, double alpha) {
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    cr_law_set(&law, "k", k, NULL);
    cr_law_set(&law, "mu", mu, NULL);
    cr_law_set(&law, "alpha", alpha, NULL);
    cr_law_prepare(&law, NULL);
    return law;
}

static int add_mass(cr_network *n, double mass) {
    cr_element e = cr_element_default(cr_element_find("mass", NULL));
    cr_element_set(&e, "mass", mass, NULL);
    int index = -1;
    cr_network_add_element(n, &e, &index, NULL);
    return index;
}

int main(void) {
    for (int which = 0; which < 2; which++) {
        double k = which ? 1e9 : 1e7, mu = which ? .5 : .01, alpha = which ? 1.5 : 1.3, v = which ? 1 : .5,
               worst = 0, ledger = 0;
        for (int phase = 0; phase < 64; phase++) {
            cr_arena *arena = cr_arena_new(cr_allocator_default());
            cr_network *n = cr_network_new(arena, 44100);
            int hammer = add_mass(n, .01), index;
            double given[] = {440, 0, sqrt(10)};
            cr_element bell = cr_element_default(cr_element_find("modal", NULL));
            bell.given = given;
            bell.given_count = 3;
            cr_network_add_element(n, &bell, &index, NULL);
            cr_contact_def def = {.a = {hammer, {0}}, .b = {index, {0}}, .law = hunt_crossley(k, mu, alpha)};
            int contact;
            CHECK(cr_network_add_contact(n, &def, &contact, NULL) == CR_OK, "contact");
            cr_element *e = cr_network_element(n, hammer);
            e->u[0] = -(phase + .37) / 64 * v / 44100;
            e->d[0] = v / 44100;
            int pickup;
            cr_network_add_pickup(n, (cr_place){hammer, {0}}, &pickup, NULL);
            CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
            CHECK(cr_network_contact_linear(n, contact), "linear");
            for (int i = 0; i < 100; i++) {
                cr_network_step(n);
                cr_ledger l = cr_network_ledger(n);
                ledger = fmax(ledger, fabs(cr_ledger_error(&l)) / l.start);
            }
            double out = cr_network_velocity(n, pickup), exact = which ? -.590346602297 : -.411931468875;
            worst = fmax(worst, fabs(out / exact - 1));
            if (phase == 0) {
                cr_contact_effort f = cr_network_effort(n);
                printf("effort %ld %ld %ld %ld %ld blows %ld\n", f.samples[0], f.samples[1], f.samples[2],
                       f.samples[3], f.samples[4], f.blows);
            }
            cr_arena_free(arena);
        }
        printf("case %d: v_out off by %.3g %%, ledger %.3g\n", which + 1, 100 * worst, ledger);
        CHECK(ledger < 5e-14, "x");
    }
    return test_summary();
}
