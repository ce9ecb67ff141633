// Cost of elements and networks: nanoseconds per point and step, per contact, and multiples of real time.
#include "limit.h"
#include "network/network_internal.h"

#include <math.h>

static int add(cr_network *n, const char *type, const cr_setting *settings) {
    cr_error error;
    int index = cr_network_add(n, type, settings, &error);
    if (index < 0) fprintf(stderr, "%s: %s\n", type, error.reason);
    return index;
}

// Best of several runs [s per step].
static double step_time(cr_network *n, int steps) {
    double best = 1e9;
    for (int round = 0; round < 7; round++) {
        double start = bench_now();
        for (int i = 0; i < steps; i++) cr_network_step(n);
        double per_step = (bench_now() - start) / steps;
        bench_keep_least(&best, per_step);
    }
    return best;
}

static void bench_element(const char *type, double rate, const cr_setting *settings) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, rate);
    const cr_grid *g = &cr_network_element(n, add(n, type, settings))->grid;
    cr_network_set_booking(n, false);
    cr_network_prepare(n, NULL);
    double points = (double)(g->last[0] - g->first[0] + 1) * (g->n[1] ? g->last[1] - g->first[1] + 1 : 1);
    double t = step_time(n, (int)(2e7 / points) + 10);
    char name[80];
    snprintf(name, sizeof name, "%s%s of %.0f points", type,
             g->edge == CR_EDGE_FREE ? " with free edges" : "", points);
    bench_figure(name, "value", "ns per point and step", 1e9 * t / points);
    // A step reads two states and writes one, wherever they are: 24 bytes per point.
    double traffic = bench_bytes((size_t)(16.0 * points), 1);
    bench_figure(name, "value", "% of the limit", 100.0 * 24.0 * points / traffic / t);
    cr_arena_free(arena);
}

// String, bridge, body; `published`: the parameters of the authors' program, else a wooden body.
static cr_network *make_tromba(cr_arena *arena, bool published, bool booking, int *body) {
    cr_network *n = cr_network_new(arena, 44100);
    int string =
        add(n, "string", (cr_setting[]){{"length", 1.9}, {"f0", 32}, {"sigma0", .1}, {"sigma1", .05}, {0}});
    int bridge = add(n, "mass", (cr_setting[]){{"mass", .001}, {"frequency", 500}, {"sigma0", .025}, {0}});
    const cr_setting wood[] = {{"width", 1.35}, {"height", .18}, {"thickness", 5e-3}, {"density", 450},
                               {"young", 1e10}, {"sigma0", 2},   {"sigma1", .002},    {0}};
    const cr_setting foam[] = {{"width", 1.35}, {"height", .18}, {"thickness", 5.566e-2}, {"density", 50},
                               {"young", 2e5},  {"sigma0", 2},   {"sigma1", .05},         {0}};
    int index;
    *body = add(n, "plate", published ? foam : wood);
    cr_law joint = cr_law_default(cr_law_find("two-sided", NULL)),
           rattle = cr_law_default(cr_law_find("power", NULL));
    cr_law_set(&joint, "alpha", 1.3, NULL);
    cr_law_set(&rattle, "alpha", 1.3, NULL);
    cr_law_set(&rattle, "k", 5e8, NULL);
    cr_law_prepare(&joint, NULL);
    cr_law_prepare(&rattle, NULL);
    cr_contact_def held = cr_contact_def_between((cr_place){bridge, {0}}, (cr_place){string, {.8684}}, joint);
    held.mode = CR_CONTACT_PREDICTED;
    cr_contact_def loose =
        cr_contact_def_between((cr_place){*body, {.8, .75}}, (cr_place){bridge, {0}}, rattle);
    loose.gap = 5e-6;
    loose.mode = CR_CONTACT_PREDICTED;
    cr_bow_def bow = cr_bow_def_default();
    bow.at = (cr_place){string, {.087}};
    bow.model = CR_BOW_STICK_SLIP;
    bow.force = .3;
    bow.velocity = .2;
    cr_network_add_contact(n, &held, &index, NULL);
    cr_network_add_contact(n, &loose, &index, NULL);
    cr_network_add_bow(n, &bow, &index, NULL);
    cr_network_set_booking(n, booking);
    cr_network_prepare(n, NULL);
    return n;
}

static void bench_tromba(bool published, bool booking) {
    int body;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = make_tromba(arena, published, booking, &body);
    const cr_grid *g = &cr_network_element(n, body)->grid;
    double t = step_time(n, 22050);
    char name[80];
    snprintf(name, sizeof name, "tromba marina with a plate of %d x %d intervals%s", g->n[0], g->n[1],
             booking ? " and its energy balance" : "");
    bench_figure(name, "value", "us per sample", 1e6 * t);
    bench_figure(name, "value", "of real time", 1 / (44100 * t));
    cr_arena_free(arena);
}

// Worst block of 64 samples over the median, bowed and rattling. Each block is the best of several identical
// runs, so that what other programs do does not count.
static void bench_blocks(void) {
    enum { BLOCKS = 400, RUNS = 9 };
    static double best[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) best[i] = 1e9;
    for (int run = 0; run < RUNS; run++) {
        int body;
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_network *n = make_tromba(arena, false, false, &body);
        for (int i = 0; i < BLOCKS; i++) {
            double start = bench_now();
            for (int k = 0; k < 64; k++) cr_network_step(n);
            double took = bench_now() - start;
            bench_keep_least(&best[i], took);
        }
        cr_arena_free(arena);
    }
    qsort(best, BLOCKS, sizeof *best, bench_ascending);
    bench_figure("slowest of 400 blocks of 64 samples of the tromba", "value", "of the median one",
                 best[BLOCKS - 1] / best[BLOCKS / 2]);
}

// Masses on one mass each: the cost of a contact that is always closed.
static double bench_contacts(int count) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    int index;
    cr_law_prepare(&law, NULL);
    for (int i = 0; i < count; i++) {
        int m = add(n, "mass", (cr_setting[]){{"mass", .01}, {"frequency", 50}, {0}});
        cr_contact_def def = cr_contact_def_between((cr_place){m, {0}}, (cr_place){-1, {0}}, law);
        def.gap = -1e-4;
        def.mode = CR_CONTACT_PREDICTED;
        cr_network_add_contact(n, &def, &index, NULL);
    }
    cr_network_set_booking(n, false);
    cr_network_prepare(n, NULL);
    double t = step_time(n, 2000000 / count);
    char name[80];
    snprintf(name, sizeof name, "%d mass%s each in contact", count, count == 1 ? "" : "es");
    bench_figure(name, "value", "ns per mass and step", 1e9 * t / count);
    cr_arena_free(arena);
    return t;
}

// A mass pressed between two others: one block of two contacts, by its closed form and by the general solve.
static void bench_pair(bool closed_form) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    int index;
    cr_law_prepare(&law, NULL);
    for (int i = 0; i < 3; i++) add(n, "mass", (cr_setting[]){{"mass", .01}, {"frequency", 50}, {0}});
    for (int i = 0; i < 2; i++) {
        cr_contact_def def = cr_contact_def_between((cr_place){i, {0}}, (cr_place){i + 1, {0}}, law);
        def.gap = -1e-4;
        def.mode = CR_CONTACT_PREDICTED;
        cr_network_add_contact(n, &def, &index, NULL);
    }
    cr_network_set_booking(n, false);
    cr_network_prepare(n, NULL);
    n->blocks[0].closed_form = closed_form;
    bench_figure(closed_form ? "two coupled contacts by their closed form"
                             : "two coupled contacts by the general solve",
                 "value", "ns per step", 1e9 * step_time(n, 200000));
    cr_arena_free(arena);
}

// Two strings pressed together along their whole length: one contact per grid point.
static double bench_row(double length) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    const cr_setting settings[] = {{"length", length}, {"tension", 60}, {"radius", 3e-4}, {0}};
    int a = add(n, "string", settings), b = add(n, "string", settings), index;
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    cr_law_set(&law, "k", 1e5, NULL);
    cr_law_prepare(&law, NULL);
    int count = cr_network_element(n, a)->grid.n[0];
    for (int i = 1; i < count; i++) {
        cr_contact_def def = cr_contact_def_between((cr_place){a, {(double)i / count}},
                                                    (cr_place){b, {(double)i / count}}, law);
        def.gap = -1e-4;
        def.mode = CR_CONTACT_PREDICTED;
        cr_network_add_contact(n, &def, &index, NULL);
    }
    cr_network_set_booking(n, false);
    cr_network_prepare(n, NULL);
    double t = step_time(n, 2000000 / count);
    char name[80];
    snprintf(name, sizeof name, "string on string with %d contacts", count - 1);
    bench_figure(name, "value", "ns per contact and step", 1e9 * t / (count - 1));
    cr_arena_free(arena);
    return t;
}

int main(void) {
    const double lengths[] = {0.5, 1, 1.32, 2, 4, 16}, widths[] = {0.15, 0.3, 0.6, 1.2};
    for (int i = 0; i < 6; i++)
        bench_element("string", 44100,
                      (cr_setting[]){{"length", lengths[i]}, {"tension", 60}, {"radius", 3e-4}, {0}});
    for (int i = 0; i < 4; i++)
        bench_element("plate", 44100,
                      (cr_setting[]){{"width", widths[i]}, {"height", widths[i]}, {"thickness", 1e-3}, {0}});
    bench_element("plate", 44100, // free edges
                  (cr_setting[]){{"width", 0.6}, {"height", 0.6}, {"thickness", 1e-3}, {"edge", 2}, {0}});
    bench_element("membrane", 44100, (cr_setting[]){{"width", 1}, {"height", 1}, {0}});
    bench_tromba(true, false);
    bench_tromba(false, false);
    bench_tromba(false, true);
    bench_blocks();
    bench_contacts(1);
    double hundred = bench_contacts(100), thousand = bench_contacts(1000);
    bench_figure("growth with the number of masses from 100 to 1000", "value", "power",
                 log10(thousand / hundred));
    bench_pair(true);
    bench_pair(false);
    bench_figure("a dependent addition", "value", "ns", bench_addition_ns());
    double few = bench_row(0.5), many = bench_row(4);
    bench_figure("growth with the number of contacts of a string", "value", "power",
                 log(many / few) / log(8));
    return 0;
}
