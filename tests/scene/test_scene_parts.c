// Scenes that fall apart: their parts, run side by side, give the sound of the whole to the bit with every
// number of threads, and the same account of it; scenes that do not fall apart, or would sound otherwise,
// stay whole.
#include "apps/carom/simulate/workers.h"
#include "carom/scene.h"
#include "io/render/parts.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024, THREADS = 3, MIXED = 7, LONE = 11 }; // parts of `mixed`, its last element

// Everything that may join: still and moved walls, contacts of both clocks, springs, a friction that a
// contact presses, what rolls, bows, forces, glides; and everything that may be heard.
static const char mixed[] =
    "carom: 1\n"
    "surfaces: {grain: {preset: wood-grain}}\n"
    "elements:\n"
    "  wall: {type: barrier, position: -1e-4}\n"
    "  low: {type: string, f0: 110}\n"
    "  jaw: {type: barrier, position: -2e-4}\n"
    "  high: {type: string, f0: 220}\n"
    "  board: {type: wood-block}\n"
    "  stick: {type: mass, mass: 0.01, gravity: -60}\n"
    "  pair: {type: string, f0: 330}\n"
    "  rod: {type: mass, mass: 0.01, frequency: 300}\n"
    "  glass: {type: glass, f0: 880}\n"
    "  bitten: {type: mass, mass: 0.01, frequency: 90}\n"
    "  biter: {type: mass, mass: 0.02, frequency: 70}\n"
    "  lone: {type: string, f0: 440}\n"
    "contacts:\n"
    "  low: {a: wall, b: low@0.3, law: hunt-crossley, k: 1e8, alpha: 1.5, mu: 0.5}\n"
    "  high: {a: wall, b: high@0.4, law: hunt-crossley, k: 1e8, alpha: 1.5, mu: 0.5}\n"
    "  tip: {a: board@0.3, b: stick, law: hunt-crossley, k: 1e9, alpha: 1.5, mu: 0.1, surface: grain}\n"
    "  rod: {a: pair@0.2, b: rod, gap: 1e-4, law: power, k: 1e7, alpha: 1.3}\n"
    "  bitten: {a: jaw, b: bitten, law: hunt-crossley, k: 1e7, alpha: 1.5, mu: 0.5}\n"
    "  biter: {a: jaw, b: biter, law: hunt-crossley, k: 1e7, alpha: 1.5, mu: 0.5}\n"
    "  stopped: {a: wall, b: rod, gap: 1e-3, law: hunt-crossley, k: 1e7, alpha: 1.5, mu: 0.5}\n"
    "frictions:\n"
    "  drag: {a: board@0.45, b: ground, contact: tip}\n"
    "  rim: {a: glass@0 0, b: ground, force: 0.4, velocity: 0.1}\n"
    "springs:\n"
    "  tie: {a: pair@0.6, b: rod, k1: 1e3, k3: 1e8}\n"
    "excitations:\n"
    "  pluck: {type: pluck, at: low@0.7, height: 2e-3}\n"
    "  bow: {type: bow, at: high@0.1, force: 0.5, velocity: 0.1}\n"
    "  glide: {type: tune, element: low, to: 120, start: 0.01, duration: 0.05}\n"
    "  hiss: {type: force, at: pair@0.5, shape: noise, amplitude: 0.5}\n"
    "  blow: {type: strike, at: pair@0.8, mass: 0.01, velocity: 2, start: 0.02}\n"
    "  travel: {type: travel, contact: tip, speed: 0.15, attack: 0.02}\n"
    "  drag: {type: rub, friction: drag, velocity: 0.15, attack: 0.02}\n"
    "  rim: {type: rub, friction: rim, attack: 0.01}\n"
    "  bite: {type: move, element: jaw, shape: sine, amplitude: 3e-4, frequency: 50}\n"
    "  lone: {type: pluck, at: lone@0.3, height: 1e-3}\n"
    "pickups:\n"
    "  lone: {at: lone@0.7, channel: 2}\n"
    "  low: {at: low@0.9, channel: 1}\n"
    "  high: {at: high@0.9, channel: 2, gain: 0.7}\n"
    "  low2: {at: low@0.8, channel: 2, quantity: displacement, gain: 100}\n"
    "  board: {at: board@0.1, channel: 1}\n"
    "  rod: {at: rod, channel: 2, gain: 3}\n"
    "  glass: {at: glass@0.25 0, channel: 1}\n"
    "  hair: {bow: bow, channel: 1, gain: 0.01}\n"
    "  tip: {contact: tip, channel: 2, gain: 0.001}\n"
    "  drag: {friction: drag, channel: 1, gain: 0.01}\n"
    "  bitten: {contact: bitten, channel: 2, gain: 0.001}\n"
    "output: {duration: 0.2}\n";

typedef struct rig {
    cr_arena *arena;
    cr_scene *scene;
    cr_sim *whole;
    int steps, frames; // per sample; of the simulation, whole blocks and less
    double rate;
    double *expected, *got;
    cr_error error;
} rig;

static rig begin(const char *text, const char *path, double seconds) {
    rig r = {.arena = cr_arena_new(cr_allocator_default())};
    cr_status status = text ? cr_scene_parse("test", text, strlen(text), NULL, 0, r.arena, &r.scene, &r.error)
                            : cr_scene_load(path, NULL, 0, r.arena, &r.scene, &r.error);
    if (status == CR_OK) {
        r.steps = cr_scene_output_of(r.scene)->oversample;
        r.rate = cr_scene_output_of(r.scene)->rate;
        status = cr_scene_build_steps(r.scene, r.rate, &r.steps, r.arena, &r.whole, NULL, &r.error);
    }
    CHECK(status == CR_OK, "%s: %s", r.error.place, r.error.reason);
    if (status != CR_OK) exit(test_summary());
    r.frames = (int)(seconds * r.rate * r.steps);
    size_t samples = (size_t)r.frames * (size_t)cr_sim_channels(r.whole);
    r.expected = cr_arena_take(r.arena, samples, sizeof(double));
    r.got = cr_arena_take(r.arena, samples, sizeof(double));
    return r;
}

static void run_parts(rig *r, cr_render_parts *parts) {
    const int block = BLOCK * r->steps, channels = cr_sim_channels(r->whole);
    for (int done = 0, now; done < r->frames; done += now) {
        now = r->frames - done < block ? r->frames - done : block;
        int came = cr_render_parts_run(parts, now, r->frames - done, NULL, NULL,
                                       r->got + (size_t)done * (size_t)channels);
        CHECK(came == now, "%d of %d frames", came, now);
    }
}

// The accounts agree; energies are added in another order.
static void check_account(const rig *r, const cr_render_parts *parts, const char *name) {
    const cr_network *network = cr_sim_network(r->whole);
    cr_sim_summary a = cr_sim_summarise(r->whole), b = cr_render_parts_summarise(parts);
    cr_contact_effort c = cr_network_effort(network), d = cr_render_parts_effort(parts);
    CHECK(a.steps == b.steps && cr_sim_time(r->whole) == cr_render_parts_time(parts), "%s", name);
    CHECK(a.peak == b.peak, "%s: %g %g", name, a.peak, b.peak);
    CHECK(a.warnings.not_finite == b.warnings.not_finite, "%s: %ld %ld", name, a.warnings.not_finite,
          b.warnings.not_finite);
    if (a.warnings.not_finite) return; // the whole made no steps since
    CHECK(memcmp(&a.warnings, &b.warnings, sizeof a.warnings) == 0, "%s: other warnings", name);
    CHECK(memcmp(&c, &d, sizeof c) == 0, "%s: other effort", name);
    CHECK(a.contact_force_least == b.contact_force_least, "%s", name);
    CHECK(fabs(a.energy_greatest - b.energy_greatest) <= 1e-13 * a.energy_greatest, "%s: %.17g %.17g", name,
          a.energy_greatest, b.energy_greatest);
    CHECK(fabs(a.energy_residual - b.energy_residual) <= 1e-10, "%s: %g %g", name, a.energy_residual,
          b.energy_residual);
    for (int i = 0; i < cr_network_contact_count(network); i++)
        CHECK(cr_network_contact_depth(network, i) == cr_render_parts_depth(parts, i), "%s: contact %d", name,
              i);
}

// `spoilt`: in the last part of `mixed`, a string, something is not finite from the start.
static void compare(rig *r, int expected, const char *name, bool spoilt) {
    int count = cr_sim_count_parts(r->whole);
    CHECK(count == expected, "%s: %d parts, not %d", name, count, expected);
    if (spoilt) cr_network_element(cr_sim_network(r->whole), LONE)->u[5] = HUGE_VAL;
    cr_sim_run(r->whole, r->frames, r->expected);
    for (int threads = 0; count > 1 && threads <= THREADS; threads++) {
        cr_arena_mark mark = cr_arena_here(r->arena);
        cr_sim_parts sims;
        cr_status status = cr_scene_build_parts(r->scene, r->rate * r->steps, r->arena, &sims, &r->error);
        CHECK(status == CR_OK && sims.count == count, "%s: %d parts", name, sims.count);
        if (spoilt) cr_network_element(cr_sim_network(sims.sims[MIXED - 1]), 0)->u[5] = HUGE_VAL;
        cr_workers *pool = threads ? cr_workers_new(threads, r->arena, &r->error) : NULL;
        const cr_world_workers workers = pool ? cr_workers_of(pool) : (cr_world_workers){0};
        cr_render_parts *parts =
            cr_render_parts_new(&sims, BLOCK * r->steps, pool ? &workers : NULL, r->arena, &r->error);
        run_parts(r, parts);
        size_t size = (size_t)r->frames * (size_t)cr_sim_channels(r->whole) * sizeof(double);
        CHECK(memcmp(r->expected, r->got, size) == 0, "%s: other samples with %d threads", name, threads);
        check_account(r, parts, name);
        cr_workers_end(pool);
        cr_arena_rewind(r->arena, mark);
    }
    cr_arena_free(r->arena);
}

static void check_text(const char *text, int expected, const char *name) {
    rig r = begin(text, NULL, 0.2);
    compare(&r, expected, name, false);
}

static void check_shipped(const char *name, int expected) {
    char path[4096];
    snprintf(path, sizeof path, "%s/scenes/%s.yaml", getenv("CAROM_SOURCE"), name);
    rig r = begin(NULL, path, TEST_AMOUNT(0.5, 0.1));
    compare(&r, expected, name, false);
}

static bool at_once(void *context) {
    return ++*(int *)context > 0;
}

// Stopped, they bring nothing, and go on where they were.
static void check_stop(void) {
    rig r = begin(mixed, NULL, 0.2);
    const int block = BLOCK * r.steps, channels = cr_sim_channels(r.whole);
    cr_sim_parts sims;
    int asked = 0;
    cr_sim_run(r.whole, r.frames, r.expected);
    CHECK(cr_scene_build_parts(r.scene, r.rate * r.steps, r.arena, &sims, &r.error) == CR_OK, "built");
    cr_render_parts *parts = cr_render_parts_new(&sims, block, NULL, r.arena, &r.error);
    CHECK(cr_render_parts_run(parts, block, r.frames, at_once, &asked, r.got) == 0 && asked == 1, "%d",
          asked);
    CHECK(cr_render_parts_time(parts) == 0.0, "%g", cr_render_parts_time(parts));
    for (int done = 0, now = 300; done + now <= r.frames; done += now) // in pieces that fit no block
        cr_render_parts_run(parts, now, now, NULL, NULL, r.got + (size_t)done * (size_t)channels);
    size_t size = (size_t)(r.frames / 300 * 300) * (size_t)channels * sizeof(double);
    CHECK(memcmp(r.expected, r.got, size) == 0, "other samples");
    cr_arena_free(r.arena);
}

// What is not finite in one part silences all, from the same frame on.
static void check_not_finite(void) {
    rig r = begin(mixed, NULL, 0.2);
    compare(&r, MIXED, "not finite", true);
}

// A part that could fly by itself, and does not beside a string, would not give the same bits.
static void check_flight(void) {
    rig r =
        begin("carom: 1\nelements: {s: {type: string, f0: 110}, m: {type: mass}, g: {type: glass, f0: 880}}\n"
              "contacts: {hit: {a: g, b: m, law: hunt-crossley, k: 1e7, alpha: 1.5}}\n"
              "excitations: {go: {type: throw, element: m, velocity: 1}}\n"
              "pickups: {s: {at: s@0.9}, g: {at: g@0.3 0}}\n",
              NULL, 0.01);
    cr_sim_parts sims;
    CHECK(cr_sim_count_parts(r.whole) == 2, "%d parts", cr_sim_count_parts(r.whole));
    CHECK(cr_scene_build_parts(r.scene, r.rate * r.steps, r.arena, &sims, &r.error) == CR_OK &&
              sims.count == 1,
          "taken apart");
    cr_arena_free(r.arena);
}

// Many parts are bundled, and small ones are.
static void check_many(int count, const char *type, int expected) {
    char text[16384] = "carom: 1\nelements:\n";
    bool string = strcmp(type, "string") == 0;
    for (int i = 0; i < count; i++)
        snprintf(text + strlen(text), 80, "  e%d: {type: %s, %s: %d}\n", i, type, string ? "f0" : "frequency",
                 100 + 10 * i);
    strcat(text, "excitations:\n");
    for (int i = 0; i < count; i++)
        snprintf(text + strlen(text), 80, "  p%d: {type: pluck, at: e%d%s, height: 1e-3}\n", i, i,
                 string ? "@0.3" : "");
    strcat(text, "pickups:\n");
    for (int i = 0; i < count; i++)
        snprintf(text + strlen(text), 80, "  p%d: {at: e%d%s, channel: %d}\n", i, i, string ? "@0.8" : "",
                 1 + i % 3);
    rig r = begin(text, NULL, 0.05);
    compare(&r, expected, type, false);
}

int main(void) {
    check_text(mixed, MIXED, "mixed");
    check_shipped("guitar-frets", 6);
    check_shipped("glass-harp", 5);
    check_shipped("xylophone", 3);
    check_shipped("sitar", 1);
    check_shipped("wind-chimes", 1); // flies
    check_text("carom: 1\nelements: {a: {type: string, f0: 110}, b: {type: string, f0: 220}}\n"
               "excitations:\n"
               "  a: {type: force, at: a@0.2, shape: noise, amplitude: 1}\n"
               "  b: {type: force, at: b@0.2, shape: noise, amplitude: 1}\n"
               "pickups: {a: {at: a@0.9}, b: {at: b@0.9}}\n",
               1, "two noises");
    check_stop();
    check_not_finite();
    check_flight();
    check_many(40, "string", 16);
    check_many(70, "mass", 2);
    check_many(20, "mass", 1);
    return test_summary();
}
