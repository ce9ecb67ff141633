// How cost grows: contacts in a row, contacts apart, elements at build, points, modes. CPU time; exponents by
// least squares over the logarithms.
#include "bench.h"
#include "network/network_internal.h"

#include <math.h>

enum { SIZES_MOST = 8 };

typedef struct growth {
    const char *name, *unit;
    int count, size[SIZES_MOST];
    double (*cost)(int size); // [s] of the whole
} growth;

static int add(cr_network *n, const char *type, const cr_setting *settings) {
    cr_error error;
    int index = cr_network_add(n, type, settings, &error);
    if (index < 0) fprintf(stderr, "%s: %s\n", type, error.reason);
    return index;
}

static cr_law law_of(double k) {
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    cr_law_set(&law, "k", k, NULL);
    cr_law_prepare(&law, NULL);
    return law;
}

static void touch(cr_network *n, cr_place a, cr_place b, double gap, double k, cr_contact_mode mode) {
    int index;
    cr_contact_def def = cr_contact_def_between(a, b, law_of(k));
    def.gap = gap;
    def.mode = mode;
    cr_network_add_contact(n, &def, &index, NULL);
}

// A step, the best of several runs of at least a few milliseconds; what the first steps do is not counted.
static double step_time(cr_network *n) {
    double best = 1e9;
    for (int i = 0; i < 20; i++) cr_network_step(n);
    for (int round = 0; round < 5; round++) {
        int steps = 0;
        double start = bench_now(), spent = 0.0;
        for (; spent < 5e-3 || steps < 3; spent = bench_now() - start, steps++) cr_network_step(n);
        bench_keep_least(&best, spent / steps);
    }
    return best;
}

// Masses in a line, each pressed against the next.
static double row_of_masses(int count, cr_contact_mode mode) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    for (int i = 0; i <= count; i++) add(n, "mass", (cr_setting[]){{"mass", .01}, {"frequency", 50}, {0}});
    for (int i = 0; i < count; i++) touch(n, (cr_place){i, {0}}, (cr_place){i + 1, {0}}, -1e-4, 1e5, mode);
    cr_network_set_booking(n, false);
    cr_network_prepare(n, NULL);
    double time = step_time(n);
    cr_arena_free(arena);
    return time;
}

static double row_linear(int count) {
    return row_of_masses(count, CR_CONTACT_LINEAR);
}

static double row_three_level(int count) {
    return row_of_masses(count, CR_CONTACT_PREDICTED);
}

// A plucked string over a flat wall with contacts all along it, of 403 intervals; the mean over a tenth of a
// second.
static double plucked_string(int count) {
    enum { STEPS = 4410 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    int string = add(n, "string", (cr_setting[]){{"length", 0.9}, {"tension", 60}, {"radius", 3e-4}, {0}});
    cr_element *e = cr_network_element(n, string);
    for (int i = 0; i < count; i++)
        touch(n, (cr_place){string, {(i + 1.0) / (count + 1.0)}}, (cr_place){-1, {0}}, 1e-3, 1e7,
              CR_CONTACT_AUTO);
    int points = e->grid.n[0];
    for (int i = 0; i <= points; i++) {
        double x = (double)i / points, u = 4e-3 * (x < 0.3 ? x / 0.3 : (1.0 - x) / 0.7);
        e->u[cr_grid_at(&e->grid, i, 0)] = -u;
    }
    cr_network_set_booking(n, false);
    cr_network_prepare(n, NULL);
    double start = bench_now();
    for (int i = 0; i < STEPS; i++) cr_network_step(n);
    double time = (bench_now() - start) / STEPS;
    cr_arena_free(arena);
    return time;
}

static cr_network *apart(cr_arena *arena, int count) {
    cr_network *n = cr_network_new(arena, 44100);
    for (int i = 0; i < count; i++) {
        int m = add(n, "mass", (cr_setting[]){{"mass", .01}, {"frequency", 50}, {0}});
        touch(n, (cr_place){m, {0}}, (cr_place){-1, {0}}, -1e-4, 1e5, CR_CONTACT_AUTO);
    }
    cr_network_set_booking(n, false);
    cr_network_prepare(n, NULL);
    return n;
}

static double contacts_apart(int count) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double time = step_time(apart(arena, count));
    cr_arena_free(arena);
    return time;
}

static double build(int count) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double start = bench_now();
    apart(arena, count);
    double time = bench_now() - start;
    cr_arena_free(arena);
    return time;
}

// Masses in a line that rub against their neighbours.
static double row_of_frictions(int count) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    for (int i = 0; i <= count; i++) {
        add(n, "mass", (cr_setting[]){{"mass", .01}, {"frequency", 50}, {0}});
        cr_element_set_motion(cr_network_element(n, i), 0, 0.0, i % 2 ? 0.5 : -0.5);
    }
    for (int i = 0; i < count; i++) {
        cr_friction_def def = cr_friction_def_default();
        int index;
        def.a = (cr_place){i, {0}};
        def.b = (cr_place){i + 1, {0}};
        def.contact = -1;
        def.force = 0.5;
        cr_network_add_friction(n, &def, &index, NULL);
    }
    cr_network_set_booking(n, false);
    cr_network_prepare(n, NULL);
    double time = step_time(n);
    cr_arena_free(arena);
    return time;
}

static cr_network *element_alone(cr_arena *arena, const char *type, const cr_setting *settings) {
    cr_network *n = cr_network_new(arena, 44100);
    add(n, type, settings);
    cr_network_set_booking(n, false);
    cr_network_prepare(n, NULL);
    return n;
}

static double time_of(const char *type, const cr_setting *settings) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double time = step_time(element_alone(arena, type, settings));
    cr_arena_free(arena);
    return time;
}

// Between the points of a large one: so long is one of so many.
static double spacing_of(const char *type, const cr_setting *settings) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double spacing = cr_network_element(element_alone(arena, type, settings), 0)->grid.spacing[0];
    cr_arena_free(arena);
    return spacing;
}

static double string_points(int count) {
    cr_setting size[] = {{"tension", 60}, {"radius", 3e-4}, {"length", 10}, {0}};
    size[2].value = (count + 0.5) * spacing_of("string", size);
    return time_of("string", size);
}

static double plate_points(int count) {
    cr_setting size[] = {{"thickness", 1e-3}, {"width", 2}, {"height", 2}, {0}};
    size[1].value = size[2].value = (sqrt(count) + 0.5) * spacing_of("plate", size);
    return time_of("plate", size);
}

// A mass that is pressed on an object with so many modes.
static double modes(int count) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, 44100);
    double *given = cr_arena_take(arena, 3 * (size_t)count, sizeof *given);
    for (int i = 0; i < count; i++) {
        given[2 * i] = 60.0 + 18900.0 * (i + 1) / count;
        given[2 * i + 1] = 2.0 + 1e-3 * given[2 * i];
        given[2 * count + i] = 2.0 * cos(0.7 * i + 0.3);
    }
    int m = add(n, "mass", (cr_setting[]){{"mass", .01}, {"gravity", 500}, {0}});
    int object = cr_network_add_modal(n, count, given, 3 * count, NULL);
    touch(n, (cr_place){m, {0}}, (cr_place){object, {0}}, 0.0, 1e7, CR_CONTACT_AUTO);
    cr_network_set_booking(n, false);
    cr_network_divide(n, 0, 0);
    cr_network_prepare(n, NULL);
    double time = step_time(n);
    cr_arena_free(arena);
    return time;
}

// Least squares through the logarithms.
static double exponent(const growth *g, const double *time) {
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, count = g->count;
    for (int i = 0; i < g->count; i++) {
        double s = log(g->size[i]), t = log(time[i]);
        x += s, y += t, xx += s * s, xy += s * t;
    }
    return (count * xy - x * y) / (count * xx - x * x);
}

static void measure(const growth *g) {
    double time[SIZES_MOST];
    char name[96];
    for (int i = 0; i < g->count; i++) {
        time[i] = g->cost(g->size[i]);
        snprintf(name, sizeof name, "%s: %d", g->name, g->size[i]);
        bench_figure(name, "value", g->unit, 1e9 * time[i] / g->size[i]);
    }
    snprintf(name, sizeof name, "%s: growth from %d to %d", g->name, g->size[0], g->size[g->count - 1]);
    bench_figure(name, "value", "power", exponent(g, time));
}

int main(int argc, char **argv) {
    const growth all[] = {
        {"contacts in a row with a linear force",
         "ns per contact and step",
         5,
         {100, 300, 1000, 3000, 10000},
         row_linear},
        {"contacts in a row in the three-level clock",
         "ns per contact and step",
         5,
         {100, 300, 1000, 3000, 10000},
         row_three_level},
        {"contacts along a plucked string",
         "ns per contact and step",
         5,
         {80, 120, 160, 240, 320},
         plucked_string},
        {"contacts apart",
         "ns per contact and step",
         6,
         {100, 300, 1000, 3000, 10000, 30000},
         contacts_apart},
        {"masses with a contact each at build", "ns per mass", 5, {100, 1000, 3000, 10000, 30000}, build},
        {"frictions in a row", "ns per friction and step", 4, {100, 300, 1000, 3000}, row_of_frictions},
        {"points of a string", "ns per point and step", 5, {300, 1000, 3000, 10000, 30000}, string_points},
        {"points of a plate", "ns per point and step", 5, {1000, 3000, 10000, 30000, 100000}, plate_points},
        {"modes in contact", "ns per mode and step", 6, {64, 128, 256, 512, 1024, 2048}, modes}};
    int only = argc > 1 ? atoi(argv[1]) : -1, most = argc > 2 ? atoi(argv[2]) : SIZES_MOST;
    for (int i = 0; i < (int)(sizeof all / sizeof *all); i++) {
        growth g = all[i];
        if (g.count > most) g.count = most;
        if (only < 0 || only == i) measure(&g);
    }
    return 0;
}
