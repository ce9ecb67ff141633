// Cost of a hammer on a modal object: pressed on all the time, near, and in flight; ns per sample on one
// core.
#include "bench.h"
#include "modal/flight.h"
#include "network/network_internal.h"

// Frequencies of a plate-like object up to 19 kHz, 0.1 kg.
static void fill_modes(int modes, double *given) {
    for (int i = 0; i < modes; i++) {
        given[2 * i] = 60.0 + 18900.0 * (i + 1) / modes;
        given[2 * i + 1] = 2.0 + 1e-3 * given[2 * i];
        given[2 * modes + i] = 2.0 * cos(0.7 * i + 0.3);
    }
}

typedef struct trial {
    bool blocks; // flights
    double alpha;
    double height; // m above the object
    double gravity;
    cr_precision precision;
} trial;

static double sample_time(int modes, const trial *t) {
    static double given[3 * 2048];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    cr_law law;
    fill_modes(modes, given);
    int a = cr_network_add(n, "mass", (cr_setting[]){{"mass", 0.01}, {"gravity", t->gravity}, {0}}, NULL);
    int b = cr_network_add_modal(n, modes, given, 3 * modes, NULL), contact, pickup;
    cr_law_make("hunt-crossley", (cr_setting[]){{"k", 1e7}, {"alpha", t->alpha}, {0}}, &law, NULL);
    cr_contact_def def = cr_contact_def_between((cr_place){a, {0}}, (cr_place){b, {0}}, law);
    cr_network_add_contact(n, &def, &contact, NULL);
    cr_network_add_pickup(n, (cr_place){b, {0}}, &pickup, NULL);
    n->pickups.items[pickup].heard[0] = true; // the displacement, which the contact follows anyway
    cr_network_element(n, a)->u[0] = -t->height;
    cr_network_set_booking(n, false);
    cr_network_divide(n, 0, 0);
    cr_network_set_precision(n, t->precision);
    cr_network_prepare(n, NULL);
    double best = 1e9, heard = 0.0, touched = 0.0;
    int samples = 400000 / (20 + modes) + 2000;
    for (int round = 0; round < 9; round++) {
        double start = bench_now();
        for (int i = 0; i < samples; i++) {
            if (t->blocks) {
                if (!cr_network_fly(n)) fprintf(stderr, "no flight\n");
                heard += n->movers[b]->taps[0].flight[CR_FLIGHT - 1];
                i += CR_FLIGHT - 1;
                continue;
            }
            cr_network_step(n);
            heard += cr_network_displacement(n, pickup);
            touched += cr_network_contact_force(n, contact) > 0.0;
        }
        double time = (bench_now() - start) / samples;
        if (round > 1) bench_keep_least(&best, time);
    }
    if (heard != heard) fprintf(stderr, "not a number\n");
    double share = touched / (9.0 * samples);
    if (t->height == 0.0 && share < 0.999)
        fprintf(stderr, "in contact only %.0f %% of the time\n", 100 * share);
    cr_arena_free(arena);
    return 1e9 * best;
}

int main(void) {
    static const struct {
        const char *name;
        trial is;
    } rows[] = {{"pressed all the time; alpha = 1.5", {false, 1.5, 0.0, 500.0, CR_DOUBLE}},
                {"pressed; alpha = 1.5; modes in floats", {false, 1.5, 0.0, 500.0, CR_FLOAT}},
                {"pressed all the time; alpha = 1.3", {false, 1.3, 0.0, 500.0, CR_DOUBLE}},
                {"pressed; alpha = 1.3; modes in floats", {false, 1.3, 0.0, 500.0, CR_FLOAT}},
                {"in flight sample by sample", {false, 1.5, 1.0, 0.0, CR_DOUBLE}},
                {"in flight sample by sample; modes in floats", {false, 1.5, 1.0, 0.0, CR_FLOAT}},
                {"in flight in blocks of 64", {true, 1.5, 1.0, 0.0, CR_DOUBLE}},
                {"in flight in blocks of 64; modes in floats", {true, 1.5, 1.0, 0.0, CR_FLOAT}}};
    const int modes[] = {1, 8, 32, 128, 512};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int i = 0; i < 5; i++) {
            char figure[32];
            snprintf(figure, sizeof figure, "%d mode%s", modes[i], modes[i] == 1 ? "" : "s");
            bench_figure(rows[k].name, figure, "ns per sample", sample_time(modes[i], &rows[k].is));
        }
    return 0;
}
