// Friction, surfaces, gravity and what excites them, as a scene says it: what the network gets, and what is
// heard.
#include "carom/scene.h"
#include "network/network_internal.h"
#include "test.h"

#include <string.h>

enum { RATE = 44100 };

typedef struct built {
    cr_arena *arena;
    cr_sim *sim;
    cr_network *network;
    cr_scene_names names;
    double heard; // last, in the first channel
} built;

static built build(const char *text) {
    built b = {.arena = cr_arena_new(cr_allocator_default())};
    cr_scene *scene;
    cr_error error = {.reason = ""};
    cr_status status = cr_scene_parse("scene", text, strlen(text), NULL, 0, b.arena, &scene, &error);
    if (status == CR_OK) status = cr_scene_build(scene, RATE, b.arena, &b.sim, &b.names, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    if (status == CR_OK) b.network = cr_sim_network(b.sim);
    return b;
}

static void run(built *b, double until) {
    double frame[64];
    while (cr_sim_time(b->sim) < until - 0.5 / RATE) {
        cr_sim_run(b->sim, 1, frame);
        b->heard = frame[0];
    }
}

// The tables of the reader have the values of the library.
static void test_defaults(void) {
    built b = build("carom: 1\n"
                    "elements: {glass: {type: glass}}\n"
                    "frictions: {f: {a: glass, b: ground, force: 2, velocity: 0.1}}\n");
    cr_bristle_law law = cr_bristle_default();
    if (b.network) {
        const cr_rub *rub = cr_network_rub_at(b.network, 0);
        CHECK(memcmp(&rub->law, &law, sizeof law) == 0, "the law of friction");
        CHECK(rub->normal == 2 && rub->velocity == 0.1, "presses with %g N at %g m/s", rub->normal,
              rub->velocity);
        CHECK(b.names.friction_count == 1 && strcmp(b.names.frictions[0], "f") == 0, "its name");
    }
    cr_arena_free(b.arena);
}

static void test_tracks(void) {
    built b = build(
        "carom: 1\n"
        "surfaces: {own: {preset: sanded, rms: 3e-6, count: 1024}}\n"
        "elements: {plate: {type: modal-plate}, ball: {type: mass, mass: 0.02}}\n"
        "contacts:\n"
        "  roll: {a: plate, b: ball, law: power, surface: own, speed: 0.3, rolls: 0.01, out_of_round: 1e-5}\n"
        "  slide: {a: plate, b: ball, law: power, surface: own, tip: 1e-3}\n"
        "  sled: {a: plate, b: ball, law: power, surface: glass, hand: false}\n"
        "  led: {a: plate, b: ball, law: power, rolls: 0.01, hand: true}\n"
        "  given: {a: plate, b: ball, law: power, rolls: 0.01, inertia: 5}\n");
    const double inertia[] = {1.4 * 0.02, 0, 0.02, 0, 5};
    for (int i = 0; b.network && i < 5; i++)
        CHECK_REL(1 + cr_network_touch(b.network, i)->cold->track.inertia, 1 + inertia[i], 1e-15);
    if (b.network) {
        const cr_track *roll = &cr_network_touch(b.network, 0)->cold->track;
        CHECK(roll->speed == 0.3 && roll->radius == 0.01 && roll->out_of_round == 1e-5, "what rolls");
        CHECK(cr_network_touch(b.network, 1)->cold->track.radius == 0, "what slides");
        CHECK(b.names.surface_count == 2 && strcmp(b.names.surfaces[1], "glass") == 0, "names of surfaces");
        cr_roughness sanded = cr_roughness_default(cr_rough_preset_find("sanded", NULL));
        cr_rough same;
        sanded.rms = 3e-6;
        sanded.count = 1024;
        cr_status status = cr_rough_make(&sanded, b.arena, &same, NULL);
        CHECK(status == CR_OK && b.names.surface_profiles[0]->count == 1024, "the surface");
        CHECK(memcmp(b.names.surface_profiles[0]->height, same.height, 1024 * sizeof(double)) == 0,
              "heights");
        status = cr_rough_ball(&same, 0.01, 0, b.arena, &same, NULL);
        CHECK(status == CR_OK && memcmp(roll->surface->height, same.height, 1024 * sizeof(double)) == 0,
              "path of the ball");
    }
    cr_arena_free(b.arena);
}

// Envelopes, one rub after another, and a hand that leads and lets go.
static void test_envelopes(void) {
    built b =
        build("carom: 1\n"
              "elements: {glass: {type: glass}, ball: {type: mass, mass: 1}}\n"
              "contacts:\n"
              "  led: {a: glass, b: ball, gap: 1, law: power, surface: glass}\n"
              "  free: {a: glass, b: ball, gap: 1, law: power, rolls: 0.01}\n"
              "frictions: {f: {a: glass, b: ground, force: 2, velocity: 0.1}}\n"
              "excitations:\n"
              "  one: {type: rub, friction: f, start: 0.01, attack: 0.01, duration: 0.03, release: 0.02}\n"
              "  two: {type: rub, friction: f, start: 0.08, duration: 0.01, force: 1, velocity: -0.2}\n"
              "  lead: {type: travel, contact: led, speed: 0.5, start: 0.01, attack: 0.02, duration: 0.03}\n"
              "  push: {type: travel, contact: free, speed: 0.4, duration: 0.02}\n"
              "pickups: {out: {friction: f}}\n");
    static const double rubs[][3] = {{0.005, 0, 0}, {0.015, 1, 0.05}, {0.03, 2, 0.1}, {0.05, 1, 0.05},
                                     {0.07, 0, 0},  {0.085, 1, -0.2}, {0.095, 0, 0}};
    static const double ways[][3] = {{0.005, 0, 0.4}, {0.02, 0.25, 0.4}, {0.035, 0.5, 0.4}, {0.05, 0, 0.4}};
    const double two_steps = 2.0 / RATE / 0.01; // of the steepest envelope, from 0 to 1
    for (size_t i = 0, k = 0; b.network && i < 7; i++) {
        for (; k < 4 && ways[k][0] <= rubs[i][0]; k++) {
            run(&b, ways[k][0]);
            CHECK_NEAR(cr_network_track_speed(b.network, 0), ways[k][1], two_steps);
            CHECK_NEAR(cr_network_track_speed(b.network, 1), ways[k][2], 0);
        }
        run(&b, rubs[i][0]);
        const cr_rub *rub = cr_network_rub_at(b.network, 0);
        CHECK_NEAR(rub->normal, rubs[i][1], 2 * two_steps);
        CHECK_NEAR(rub->velocity, rubs[i][2], two_steps);
        CHECK(b.heard == cr_network_friction_force(b.network, 0) && (b.heard != 0) == (rubs[i][1] != 0),
              "heard %g N at %g s", b.heard, rubs[i][0]);
    }
    cr_arena_free(b.arena);
}

// A ball that falls from 0.1 m hits a wall after sqrt(2 h/g), and bounces back losslessly to where it was.
static void test_fall(void) {
    built b = build("carom: 1\n"
                    "elements: {ball: {type: mass, mass: 0.01, gravity: -9.81}, wall: {type: barrier}}\n"
                    "contacts: {hit: {a: wall, b: ball, law: power, k: 1e9, alpha: 1.5}}\n"
                    "excitations: {drop: {type: throw, element: ball, from: 0.1}}\n"
                    "pickups: {force: {contact: hit}, at: {at: ball, quantity: displacement, channel: 2}}\n");
    const double expected = sqrt(2 * 0.1 / 9.81);
    double frame[2], hit = 0, highest = 0;
    while (b.network && cr_sim_time(b.sim) < 2.2 * expected) {
        cr_sim_run(b.sim, 1, frame);
        if (frame[0] > 0 && hit == 0) hit = cr_sim_time(b.sim);
        if (cr_sim_time(b.sim) > 1.5 * expected) highest = fmax(highest, frame[1]);
    }
    CHECK_NEAR(hit, expected, 2.0 / RATE);
    CHECK_REL(highest, 0.1, 1e-6); // seen only at samples: g h^2/8 below the top
    cr_arena_free(b.arena);
}

// A rubbed rim sings at its mode: zero crossings over 0.2 s, read to one crossing.
static void test_rim_sings(void) {
    built b =
        build("carom: 1\n"
              "elements: {glass: {type: glass, f0: 880, detune: 0, loss: 2e-3}}\n"
              "frictions: {f: {a: glass@0 0, b: ground, force: 0.2, velocity: 0.1, rest: 0.4, dynamic: 0.2,"
              " stribeck: 0.1}}\n"
              "pickups: {out: {at: glass@0 0}}\n");
    double frame = 0, before = 0, loudest = 0;
    int crossings = 0;
    if (b.network) run(&b, 1.5);
    while (b.network && cr_sim_time(b.sim) < 1.7) {
        cr_sim_run(b.sim, 1, &frame);
        crossings += before < 0 && frame >= 0;
        loudest = fmax(loudest, fabs(frame));
        before = frame;
    }
    CHECK_NEAR(crossings, 880 * 0.2, 1);
    CHECK(loudest > 0.09, "sticks at 0.1 m/s once per period, moves at %g m/s", loudest);
    cr_arena_free(b.arena);
}

int main(void) {
    test_defaults();
    test_tracks();
    test_envelopes();
    test_fall();
    test_rim_sings();
    return test_summary();
}
