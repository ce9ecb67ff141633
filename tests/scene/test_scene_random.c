// Random scenes as text: elements of every kind, contacts with every law, some over rough surfaces, friction,
// springs, bows, forces, strikes, masses thrown and falling. At least 2000 of them are read, built and run
// for 1000 samples: no NaN, no pull, books that close.
#include "carom/scene.h"
#include "element/object.h"
#include "seeds.h"
#include "test.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

enum { WANTED = TEST_AMOUNT(2000, 300), SAMPLES = 1000, TEXT = 16384, MOST_POINTS = 3000 };

typedef struct writer {
    uint64_t state;
    char text[TEXT];
    size_t length;
} writer;

static double uniform(writer *w) {
    w->state ^= w->state >> 12, w->state ^= w->state << 25, w->state ^= w->state >> 27;
    return (double)((w->state * 2685821657736338717u) >> 11) / 9007199254740992.0;
}

static double between(writer *w, double lo, double hi) {
    return lo + (hi - lo) * uniform(w);
}

static double log_between(writer *w, double lo, double hi) {
    return lo * pow(hi / lo, uniform(w));
}

static int pick(writer *w, int count) {
    return (int)(uniform(w) * count);
}

__attribute__((format(printf, 2, 3))) static void put(writer *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(w->text + w->length, TEXT - w->length, format, arguments);
    va_end(arguments);
    w->length += n > 0 && (size_t)n < TEXT - w->length ? (size_t)n : 0;
}

typedef enum kind { MASS, STRING, BAR, MEMBRANE, PLATE, MODAL, OBJECT, BARRIER, KINDS } kind;

static void put_damping(writer *w) {
    put(w, ", sigma0: %g, sigma1: %g}\n", uniform(w) < 0.3 ? 0 : log_between(w, 0.01, 50),
        uniform(w) < 0.3 ? 0 : log_between(w, 1e-5, 0.05));
}

// One of the ready-made objects of the table; a string has no pitch of itself.
static void put_object(writer *w) {
    const cr_element_type *objects[64];
    int count, found = 0;
    const cr_element_type *const *types = cr_element_types(&count);
    for (int i = 0; i < count && found < 64; i++)
        if (types[i]->object) objects[found++] = types[i];
    const cr_element_type *type = objects[pick(w, found)];
    put(w, "{type: %s%s}\n", type->name, type->object->pitch == 0 ? ", f0: 100" : "");
}

static kind put_element(writer *w, int index) {
    static const char *const edges[] = {"supported", "clamped", "free"};
    kind k = (kind)pick(w, KINDS);
    put(w, "  e%d: ", index);
    switch (k) {
    case MASS:
        put(w, "{type: mass, mass: %g, frequency: %g, gravity: %g}\n", log_between(w, 1e-4, 1),
            uniform(w) < 0.5 ? 0 : log_between(w, 20, 8000), uniform(w) < 0.5 ? 0 : between(w, -10, 10));
        break;
    case STRING:
        put(w, "{type: string, tension: %g, radius: %g, length: %g, edge: %s", log_between(w, 10, 3000),
            log_between(w, 1e-4, 1e-3), between(w, 0.2, 1.5), edges[pick(w, 3)]);
        put_damping(w);
        break;
    case BAR:
        put(w, "{type: bar, length: %g, thickness: %g, edge: %s", between(w, 0.2, 0.8),
            log_between(w, 1e-3, 1e-2), edges[pick(w, 3)]);
        put_damping(w);
        break;
    case MEMBRANE:
        put(w, "{type: membrane, width: %g, height: %g, tension: %g", between(w, 0.1, 0.4),
            between(w, 0.1, 0.4), log_between(w, 500, 5000));
        put_damping(w);
        break;
    case PLATE:
        put(w, "{type: plate, width: %g, height: %g, thickness: %g, edge: %s, material: steel",
            between(w, 0.1, 0.4), between(w, 0.1, 0.4), log_between(w, 5e-4, 4e-3), edges[pick(w, 2)]);
        put_damping(w);
        break;
    case MODAL:
        put(w, "{type: modal, frequencies: [%g, %g], decays: [2, 9], shapes: [[3, -2], [1, 2]]}\n",
            between(w, 100, 900), between(w, 1000, 9000));
        break;
    case OBJECT:
        put_object(w);
        break;
    default:
        put(w, "{type: barrier, position: %g}\n", between(w, -1e-3, 1e-3));
        break;
    }
    return k;
}

static void put_place(writer *w, const char *key, const kind *kinds, int index) {
    bool line = kinds[index] == STRING || kinds[index] == BAR || kinds[index] == MODAL;
    bool sheet = kinds[index] == MEMBRANE || kinds[index] == PLATE;
    put(w, "%s: e%d", key, index);
    if (line || sheet) put(w, "@%.4f", between(w, 0.08, 0.92));
    if (sheet) put(w, " %.4f", between(w, 0.08, 0.92));
}

static bool off_grid(kind k) {
    return k == MASS || k == MODAL || k == OBJECT || k == BARRIER;
}

static void put_track(writer *w) {
    static const char *const surfaces[] = {"own", "own", "fine"};
    put(w, ", surface: %s, speed: %g", surfaces[pick(w, 3)], between(w, -1, 1));
    if (uniform(w) < 0.5)
        put(w, ", rolls: %g, inertia: %g", log_between(w, 1e-3, 0.1), log_between(w, 1e-3, 1));
    else put(w, ", tip: %g", log_between(w, 1e-5, 1e-2));
}

static bool law_has(const cr_law_type *type, const char *param) {
    for (int i = 0; i < type->param_count; i++)
        if (strcmp(type->params[i].name, param) == 0) return true;
    return false;
}

static bool never_pulls(const cr_law_type *type) {
    cr_law law = cr_law_default(type);
    return cr_law_prepare(&law, NULL) == CR_OK && !law.two_sided;
}

// One of the table that never pulls, with values for the parameters that it has.
static void put_law(writer *w) {
    const cr_law_type *laws[64];
    int count, found = 0;
    const cr_law_type *const *types = cr_law_types(&count);
    for (int i = 0; i < count && found < 64; i++)
        if (never_pulls(types[i])) laws[found++] = types[i];
    const cr_law_type *law = laws[pick(w, found)];
    put(w, ", law: %s, k: %g", law->name, log_between(w, 1e3, 1e10));
    if (law_has(law, "alpha")) put(w, ", alpha: %g", between(w, 1, 3));
    if (law_has(law, "mu")) put(w, ", mu: %g", log_between(w, 1e-3, 5));
    else if (law_has(law, "lambda")) put(w, ", lambda: %g", log_between(w, 1e-2, 1e4));
    if (law_has(law, "n")) put(w, ", n: %g, p: %g", between(w, 1, 3), between(w, 0, 2));
    put(w, "}\n");
}

static void put_contacts(writer *w, const kind *kinds, int elements) {
    int written = 0;
    size_t start = w->length;
    put(w, "contacts:\n");
    for (int i = 0, count = 1 + pick(w, 4); i < count; i++) {
        int a = pick(w, elements), b = pick(w, elements);
        bool ground = uniform(w) < 0.3 || a == b;
        if (kinds[a] == BARRIER) continue;
        put(w, "  c%d: {", i);
        put_place(w, "a", kinds, a);
        put(w, ", ");
        if (ground) put(w, "b: ground");
        else put_place(w, "b", kinds, b);
        put(w, ", gap: %g", between(w, 0, 2e-3));
        if (off_grid(kinds[a]) && (ground || off_grid(kinds[b])) && uniform(w) < 0.4) put_track(w);
        put_law(w);
        written++;
    }
    if (written == 0) w->length = start; // a section needs an entry
}

// Between one that moves and another or the ground.
static void put_frictions(writer *w, const kind *kinds, int elements) {
    int written = 0;
    size_t start = w->length;
    put(w, "frictions:\n");
    for (int i = 0, count = pick(w, 4); i < count; i++) {
        int a = pick(w, elements), b = pick(w, elements);
        if (!off_grid(kinds[a]) || kinds[a] == BARRIER) continue;
        put(w, "  r%d: {", i);
        put_place(w, "a", kinds, a);
        put(w, ", ");
        if (a != b && off_grid(kinds[b])) put_place(w, "b", kinds, b);
        else put(w, "b: ground");
        put(w, ", force: %g, velocity: %g, rest: %g, stribeck: %g}\n", log_between(w, 0.01, 100),
            between(w, -1, 1), between(w, 0.3, 1), log_between(w, 1e-3, 1));
        written++;
    }
    if (written == 0) w->length = start;
}

static void put_spring(writer *w, const kind *kinds, int on) {
    if (uniform(w) < 0.6) return;
    put(w, "springs:\n  s: {");
    put_place(w, "a", kinds, on);
    put(w, ", b: ground, k1: %g, k3: %g, r: %g}\n", log_between(w, 1, 1e6), log_between(w, 1, 1e12),
        log_between(w, 1e-3, 10));
}

static void put_excitations(writer *w, const kind *kinds, int elements) {
    int models;
    const cr_friction_type *const *frictions = cr_friction_types(&models);
    put(w, "excitations:\n");
    for (int i = 0; i < elements; i++) {
        if (kinds[i] == MASS)
            put(w, "  t%d: {type: throw, element: e%d, velocity: %g}\n", i, i, between(w, -2, 2));
        if (kinds[i] == BARRIER || kinds[i] == MASS) continue;
        if (uniform(w) < 0.3) {
            put(w, "  s%d: {type: strike, ", i);
            put_place(w, "at", kinds, i);
            put(w, ", mass: %g, velocity: %g, k: %g, start: %g}\n", log_between(w, 1e-4, 0.1),
                log_between(w, 0.1, 10), log_between(w, 1e5, 1e10), between(w, 0, 0.01));
        }
        put(w, "  f%d: {type: force, ", i);
        put_place(w, "at", kinds, i);
        put(w, ", shape: pulse, amplitude: %g, duration: %g}\n", between(w, -20, 20),
            log_between(w, 2e-4, 5e-3));
        if (kinds[i] != STRING || uniform(w) < 0.5) continue;
        put(w, "  b%d: {type: bow, ", i);
        put_place(w, "at", kinds, i);
        put(w, ", model: %s, force: %g, velocity: %g}\n", frictions[pick(w, models)]->name, between(w, 0, 2),
            between(w, -0.5, 0.5));
    }
}

static bool put_scene(writer *w) {
    kind kinds[4];
    int elements = 1 + pick(w, 4), heard = -1;
    put(w, "carom: 1\nunits: SI\nsurfaces:\n  own: {preset: wood-grain, count: 2048, seed: %d}\n",
        pick(w, 100));
    put(w, "  fine: {rms: %g, count: 512, dx: 1e-4, hurst: %g}\nelements:\n", log_between(w, 1e-8, 1e-4),
        uniform(w));
    for (int i = 0; i < elements; i++) {
        kinds[i] = put_element(w, i);
        if (kinds[i] != BARRIER) heard = i;
    }
    if (heard < 0) return false;
    put_contacts(w, kinds, elements);
    put_frictions(w, kinds, elements);
    put_spring(w, kinds, heard);
    put_excitations(w, kinds, elements);
    put(w, "pickups:\n  out: {");
    put_place(w, "at", kinds, heard);
    put(w, "}\noutput: {duration: 1}\n");
    return true;
}

static void run_scene(cr_sim *sim, uint64_t seed) {
    static double out[SAMPLES];
    for (int i = 0; i < SAMPLES; i += 50) cr_sim_run(sim, 50, out + i);
    cr_sim_summary s = cr_sim_summarise(sim);
    cr_ledger l = cr_network_ledger(cr_sim_network(sim));
    // what passes through counts too: a bow may bring in far more than is stored
    double scale = fmax(s.energy_greatest, fabs(l.work)), off = s.energy_residual * s.energy_greatest;
    CHECK(s.warnings.not_finite == 0 && s.warnings.unsettled == 0, "seed %llu", (unsigned long long)seed);
    CHECK(off <= 1e-10 * scale + 1e-30, "seed %llu: books off by %g", (unsigned long long)seed, off / scale);
    CHECK(s.contact_force_least >= 0, "seed %llu: pulls by %g N", (unsigned long long)seed,
          s.contact_force_least);
}

// True if the scene was valid and small enough to be run.
static bool one_scene(uint64_t seed) {
    static writer w;
    w = (writer){.state = seed * 0x9E3779B97F4A7C15u + 1};
    if (!put_scene(&w)) return false;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene = NULL;
    cr_sim *sim = NULL;
    cr_scene_names names;
    cr_error error = {.reason = ""};
    cr_status status = cr_scene_parse("random", w.text, w.length, NULL, 0, arena, &scene, &error);
    CHECK(status == CR_OK, "seed %llu: %s: %s\n%s", (unsigned long long)seed, error.place, error.reason,
          w.text);
    if (status == CR_OK) status = cr_scene_build(scene, 44100, arena, &sim, &names, &error);
    bool runs = status == CR_OK; // an element may be too stiff for its size
    CHECK(runs || strstr(error.reason, "intervals") || strstr(error.reason, "points"), "seed %llu: %s",
          (unsigned long long)seed, error.reason);
    for (int i = 0; runs && i < names.element_count; i++)
        runs = cr_network_element(cr_sim_network(sim), i)->points <= MOST_POINTS;
    if (runs) run_scene(sim, seed);
    cr_arena_free(arena);
    return runs;
}

int main(void) {
    for (TEST_SEEDS(first, 1)) {
        int done = 0;
        for (uint64_t seed = first; done < WANTED && seed < first + 4 * WANTED; seed++)
            done += one_scene(seed);
        CHECK(done == WANTED, "%d scenes from seed %llu", done, (unsigned long long)first);
    }
    return test_summary();
}
