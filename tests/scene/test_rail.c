// A rail: a flat one is a barrier, its heights are where they were put, a string that lies on a curved one
// presses on it as its tension and the curvature say, and its row is part of the balance of energy.
#include "carom/scene.h"
#include "test.h"

#include <string.h>

typedef struct run {
    cr_arena *arena;
    cr_sim *sim;
    cr_network *network;
    cr_scene_names names;
} run;

static run start(const char *text, double rate) {
    run r = {.arena = cr_arena_new(cr_allocator_default())};
    cr_scene *scene = NULL;
    cr_error error = {.reason = ""};
    cr_status status = cr_scene_parse("rail.yaml", text, strlen(text), NULL, 0, r.arena, &scene, &error);
    if (status == CR_OK) status = cr_scene_build(scene, rate, r.arena, &r.sim, &r.names, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    if (status == CR_OK) r.network = cr_sim_network(r.sim);
    return r;
}

enum { STEPS = 2000 };

// `rail`, an element and its row, in place of others that are the same: the difference over the loudest.
static double difference(const char *line, const char *one, const char *other) {
    double sound[2][STEPS], loudest = 0.0, most = 0.0;
    const char *parts[] = {one, other};
    for (int k = 0; k < 2; k++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "carom: 1\nelements:\n  s: {%s, length: 0.65, f0: 110}\n%s"
                 "excitations: {hit: {type: strike, at: s@0.3, velocity: 2}}\npickups: {o: {at: s@0.2}}\n",
                 line, parts[k]);
        run r = start(text, 44100);
        if (r.sim) cr_sim_run(r.sim, STEPS, sound[k]);
        cr_arena_free(r.arena);
    }
    for (int i = 0; i < STEPS; i++) {
        loudest = fmax(loudest, fabs(sound[0][i]));
        most = fmax(most, fabs(sound[1][i] - sound[0][i]));
    }
    CHECK(loudest > 0.1, "the string does not sound: %g m/s", loudest);
    return most / loudest;
}

#define LAW "law: power, k: 1e7"

static void test_flat(const char *line) {
    // Nothing but its name differs: the same bits.
    double off = difference(
        line,
        "  w: {type: barrier, position: -1e-4}\ncontacts: {c: {a: s, b: w, along: 9, gap: 2e-4, " LAW "}}\n",
        "  w: {type: rail, position: -1e-4}\ncontacts: {c: {a: s, b: w, along: 9, gap: 2e-4, " LAW "}}\n");
    CHECK(off == 0.0, "%s: a flat rail is off a barrier by %g", line, off);
}

// Three barriers below the string, each at its height, and a rail with the same heights; a third of 0.65 m
// each. The order of the sums differs in the last digit, which a rattling contact makes larger.
static void test_heights(const char *line) {
    double off = difference(line,
                            "  u: {type: barrier, position: -1e-4}\n  v: {type: barrier, position: -3e-4}\n"
                            "  w: {type: barrier, position: -2e-4}\ndefaults: {contact: {" LAW "}}\n"
                            "contacts:\n  u: {a: u, b: s@0.16666666666666666, k: 2166666.6666666665}\n"
                            "  v: {a: v, b: s@0.5, k: 2166666.6666666665}\n"
                            "  w: {a: w, b: s@0.8333333333333334, k: 2166666.6666666665}\n",
                            "  w: {type: rail, position: -1e-4, steps: true, heights: [0, -2e-4, -1e-4]}\n"
                            "contacts: {c: {a: w, b: s, along: 3, " LAW "}}\n");
    CHECK(off < 1e-9, "%s: steps are off barriers by %g", line, off);
}

// 4 rise x (1 - x) at 1/6, 1/2, 5/6 is rise times 5/9, 1, 5/9; straight lines between five heights are exact
// at their own places 0, 1/4, ..., and half way at 1/8.
static void test_forms(const char *line) {
    double off = difference(line,
                            "  w: {type: rail, position: -4e-4, rise: 9e-5}\n"
                            "contacts: {c: {a: w, b: s, along: 3, " LAW "}}\n",
                            "  w: {type: rail, position: -4e-4, steps: true, heights: [5e-5, 9e-5, 5e-5]}\n"
                            "contacts: {c: {a: w, b: s, along: 3, " LAW "}}\n");
    CHECK(off < 1e-9, "%s: the parabola is off by %g", line, off);
    off = difference(line,
                     "  w: {type: rail, position: -4e-4, heights: [0, 1e-4, 3e-4, 1e-4, 0]}\n"
                     "contacts: {c: {a: w, b: s, along: 4, " LAW "}}\n",
                     "  w: {type: rail, position: -4e-4, steps: true, heights: [5e-5, 2e-4, 2e-4, 5e-5]}\n"
                     "contacts: {c: {a: w, b: s, along: 4, " LAW "}}\n");
    CHECK(off < 1e-9, "%s: straight lines are off by %g", line, off);
}

// A string without bending stiffness at rest on a parabola of height 4 rise x (L - x)/L^2, k per metre
// between them: T w'' = k w - q for the depth w, q = 8 T rise/L^2, and on the grid, where the second
// difference of a parabola is exact, w_i = q/k (1 - cosh((i - N/2) t)/cosh(N t/2)), cosh t = 1 + k dx^2/(2
// T).
static void test_drape(void) {
    const double tension = 100.0, rise = 1e-3, k = 4e4;
    run r = start("carom: 1\nelements:\n"
                  "  s: {type: string, length: 1, tension: 100, radius: 5e-4, young: 0, sigma0: 60}\n"
                  "  w: {type: rail, rise: 1e-3, position: -1e-3}\n"
                  "contacts: {c: {a: w, b: s, along: grid, law: hunt-crossley, k: 4e4, alpha: 1, mu: 0}}\n"
                  "excitations: {m: {type: move, element: w, shape: hold, amplitude: 1e-3, attack: 0.5}}\n"
                  "pickups: {o: {at: s@0.2}}\n",
                  6000);
    if (!r.network) return;
    static double sound[6000];
    cr_sim_run(r.sim, 6000, sound);
    int n = r.names.contact_count + 1;
    double dx = 1.0 / n, q = 8.0 * tension * rise, t = acosh(1.0 + 0.5 * k * dx * dx / tension), sum = 0.0;
    for (int i = 1; i < n; i++) {
        double force = q * dx * (1.0 - cosh((i - 0.5 * n) * t) / cosh(0.5 * n * t));
        // The slowest wave has fallen by exp(-30). psi keeps what it misses in the step of the first touch,
        // the square of the way that the rail rises in it, 3.3e-7 m, over the depth in the end, 2e-5 m.
        CHECK_NEAR(cr_network_contact_force(r.network, i - 1), force, 3e-4 * q * dx);
        sum += force;
    }
    CHECK(sum > 0.85 * q && sum < q, "%g N of %g", sum, q);
    cr_arena_free(r.arena);
}

// What the string lost to nothing but the row and its own damping is all there: from above and from below.
static void test_balance(void) {
    const char *rows[] = {"a: w, b: s", "a: s, b: w"};
    for (int k = 0; k < 2; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "carom: 1\nelements:\n  s: {type: string, length: 0.9, f0: 140, sigma0: 1}\n"
                 "  w: {type: rail, from: 0.01, to: 0.12, rise: %g, position: %g}\n"
                 "contacts: {c: {%s, along: 12, law: hunt-crossley, k: 1e8, mu: 0.2}}\n"
                 "excitations: {p: {type: pluck, at: s@0.2, height: 2e-3},\n"
                 "  m: {type: move, element: w, shape: sine, amplitude: 1e-5, frequency: 30}}\n"
                 "pickups: {o: {at: s@0.2}}\n",
                 k ? -2e-4 : 2e-4, k ? 2.1e-4 : -2.1e-4, rows[k]);
        run r = start(text, 44100);
        if (!r.network) continue;
        static double sound[STEPS];
        cr_network_set_booking(r.network, true);
        cr_sim_run(r.sim, STEPS, sound);
        cr_ledger ledger = cr_network_ledger(r.network);
        double lost = 0.0;
        for (int i = 0; i < r.names.contact_count; i++) lost += cr_network_contact_lost(r.network, i);
        CHECK(r.names.contact_count == 12 && strcmp(r.names.contacts[11], "c[11]") == 0, "names of the row");
        CHECK(lost > 1e-3 * ledger.start, "the row took no energy: %g of %g J", lost, ledger.start);
        CHECK_REL(lost, ledger.lost_contacts, 1e-12); // the same sum in another order
        CHECK(fabs(ledger.work) > 0.0, "the rail moves: it works");
        // Rounding: 2000 steps of sums of about 100 points.
        CHECK_NEAR(cr_ledger_error(&ledger), 0.0, 1e-11 * ledger.start);
        cr_arena_free(r.arena);
    }
}

int main(void) {
    const char *lines[] = {"type: string", "type: modal-string"};
    for (int i = 0; i < 2; i++) {
        test_flat(lines[i]);
        test_heights(lines[i]);
        test_forms(lines[i]);
    }
    test_drape();
    test_balance();
    return test_summary();
}
