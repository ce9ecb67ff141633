// label: once
// Scenes of bodies with loads over time and laws by materials: what the text says happens.
#include "carom/exact.h"
#include "carom/material.h"
#include "carom/scene.h"
#include "folder.h"
#include "test.h"

#include <math.h>
#include <string.h>

static const char frame[] = "carom: 1\n"
                            "world: {gravity: [0, 0, 0], settle: 0.01}\n"
                            "bodies:\n"
                            "  ball: {shape: sphere, radius: 0.01, density: 1000, modes: 0}\n"
                            "loads: {push: {body: ball, %s}}\n"
                            "output: {duration: 1}\n";
static const double mass = 1000.0 * 4.0 / 3.0 * cr_pi * 1e-6;

// Runs a scene that lies in the folder until a time; the state of a body.
static cr_status run(const char *text, const char *name, double until, cr_body_state *state,
                     cr_error *error) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene = NULL;
    cr_world_model *model = NULL;
    cr_scene_plan plan;
    folder_path path = in_folder("scene.yaml");
    FILE *file = fopen(path.text, "w");
    if (!file) return CR_ERR_IO;
    fputs(text, file);
    fclose(file);
    cr_status status = cr_scene_load(path.text, NULL, 0, arena, &scene, error);
    if (status == CR_OK) status = cr_scene_world(scene, arena, &model, &plan, error);
    cr_world *world = status == CR_OK ? cr_world_new(model, cr_allocator_default(), error) : NULL;
    if (world) status = cr_world_run(world, plan.settle + until, NULL, error);
    if (world && status == CR_OK) *state = cr_world_body(world, cr_world_model_body(model, name));
    cr_world_free(world);
    cr_arena_free(arena);
    return status;
}

static cr_body_state pushed(const char *load, double until) {
    char text[1000];
    cr_error error = {.place = ""};
    cr_body_state s = {0};
    snprintf(text, sizeof text, frame, load);
    cr_status status = run(text, "ball", until, &s, &error);
    CHECK(status == CR_OK, "%s: %s: %s", load, error.place, error.reason);
    return s;
}

static void write_table(const char *name, const char *rows) {
    FILE *file = fopen(in_folder(name).text, "w");
    if (file) fputs(rows, file), fclose(file);
}

// Momentum is the integral of the course.
static void test_loads(void) {
    CHECK_REL(pushed("force: [0.1, 0, 0], shape: pulse, start: 0.1, duration: 0.02", 0.2).velocity.x,
              0.1 * 0.5 * 0.02 / mass, 1e-9);
    CHECK_REL(pushed("force: [0.1, 0, 0], attack: 0.01, end: 0.05, release: 0.03", 0.2).velocity.x,
              0.1 * (0.045 + 0.015) / mass, 1e-12);
    CHECK_REL(pushed("force: [0, 0.1, 0], shape: sine, frequency: 10", 0.05).velocity.y,
              0.1 * 2.0 / (20.0 * cr_pi) / mass, 1e-9);
    CHECK_REL(pushed("torque: [0, 0, 1e-5], end: 0.1", 0.2).spin.z, 1e-6 / (0.4 * mass * 1e-4), 1e-12);
    CHECK_REL(pushed("force: [0, 0, 0.2], times: [0.01, 0.02, 0.05], levels: [0, 1, 0]", 0.2).velocity.z,
              0.2 * 0.5 * 0.04 / mass, 1e-12);
    CHECK_REL(pushed("force: [0.1, 0, 0], turns: true, end: 0.1", 0.2).velocity.x, 0.01 / mass, 1e-12);
    write_table("level.csv", "time,level\n0,1\n0.1,1\n");
    CHECK_REL(pushed("force: [0.1, 0, 0], file: level.csv", 0.2).velocity.x, 0.01 / mass, 1e-12);
    write_table("force.csv", "0,0,0,0\n0.1,0.2,0,0\n");
    CHECK_REL(pushed("file: force.csv", 0.2).velocity.x, 0.01 / mass, 1e-12);
    write_table("both.csv", "0,0,0,0,0,0,1e-5\n0.1,0.2,0,0,0,0,1e-5\n");
    CHECK_REL(pushed("file: both.csv", 0.2).spin.z, 1e-6 / (0.4 * mass * 1e-4), 1e-12);
}

// Noise is that of its seed; without one, that of the output and of the place among the loads.
static void test_noise(void) {
    static const char noise[] = "force: [0.1, 0, 0], shape: noise, frequency: 20%s";
    static const char *const more[] = {"", ", seed: 3", ", seed: 3, attack: 0.01", "", ", seed: 4"};
    double v[5];
    for (int i = 0; i < 5; i++) {
        char load[200];
        snprintf(load, sizeof load, noise, more[i]);
        v[i] = pushed(load, 0.2).velocity.x;
        CHECK(fabs(v[i]) > 1e-4, "%s: %g m/s", load, v[i]);
    }
    CHECK(v[0] == v[3] && v[0] != v[1] && v[1] != v[2] && v[1] != v[4], "%g %g %g %g %g", v[0], v[1], v[2],
          v[3], v[4]);
}

static void refused(const char *load, const char *part) {
    char text[1000];
    cr_error error = {.place = "", .reason = ""};
    cr_body_state s;
    snprintf(text, sizeof text, frame, load);
    cr_status status = run(text, "ball", 0.1, &s, &error);
    CHECK(status != CR_OK && strstr(error.reason, part), "%s: \"%s\" has no \"%s\"", load, error.reason,
          part);
}

static void test_refused(void) {
    refused("start: 1", "a force, a torque, an impulse or a file");
    refused("force: [1, 0, 0], shape: pulse", "a pulse needs a duration or an end");
    refused("force: [1, 0, 0], shape: sine", "needs frequency");
    refused("force: [1, 0, 0], shape: noise", "needs frequency");
    refused("force: [1, 0, 0], shape: sine, frequency: 1, seed: 2", "is for shape: noise");
    refused("force: [1, 0, 0], end: 1, duration: 1", "one of duration and end");
    refused("force: [1, 0, 0], duration: 1, attack: 2", "longer than the load lasts");
    refused("force: [1, 0, 0], times: [0, 1]", "needs levels");
    refused("force: [1, 0, 0], times: [0, 1], levels: [0]", "one entry for each of the 2 times");
    refused("force: [1, 0, 0], times: [1, 0], levels: [0, 1]", "times rise");
    refused("force: [1, 0, 0], times: [0, 1], levels: [0, 1], shape: hold", "keys say when");
    refused("impulse: [1, 0, 0], torque: [1, 0, 0]", "a blow is over at once");
    refused("file: none.csv", "cannot open");
    write_table("level.csv", "0,1\n0.1,1\n");
    refused("file: level.csv", "need a force or torque");
    write_table("force.csv", "0,0,0,0\n0,0.2,0,0\n");
    refused("file: force.csv", "row 2: times rise");
}

// A glass ball meets a steel one; how fast they part, over how fast they met.
static void test_laws(void) {
    static const char balls[] =
        "carom: 1\n"
        "world: {gravity: [0, 0, 0]}\n"
        "bodies:\n"
        "  a: {shape: sphere, radius: 0.01, material: glass, velocity: [1, 0, 0], modes: 0%s}\n"
        "  b: {shape: sphere, radius: 0.01, at: [0.0201, 0, 0], modes: 0%s}\n"
        "pairs: {hit: {a: a, b: b, %s}}\n";
    static const struct {
        const char *a, *b, *pair;
        double e, within;
    } tests[] = {
        {"", "", "law: hertz", 1.0, 1e-10},
        {", law: hertz", "", "friction: 0", 1.0, 1e-10},
        {", law: hunt-crossley", ", law: hertz", "restitution: 0.6", 0.6, 1e-3},
        {", restitution: 0.9", ", restitution: 0.8", "law: azad-featherstone", 0.72, 1e-3},
        {"", "", "law: hertz, k: 1e9", 1.0, 1e-10},
    };
    const double ma = 2600.0 * 4.0 / 3.0 * cr_pi * 1e-6, mb = 7850.0 * 4.0 / 3.0 * cr_pi * 1e-6;
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        char text[1000];
        cr_error error = {.place = ""};
        cr_body_state a = {0};
        snprintf(text, sizeof text, balls, tests[i].a, tests[i].b, tests[i].pair);
        cr_status status = run(text, "a", 1e-3, &a, &error);
        CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
        CHECK_NEAR(a.velocity.x, (ma - tests[i].e * mb) / (ma + mb), tests[i].within);
    }
}

int main(void) {
    CHECK(folder_make(), "no folder");
    test_loads();
    test_noise();
    test_refused();
    test_laws();
    folder_remove();
    return test_summary();
}
