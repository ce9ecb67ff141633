// Scenes of bodies: what the text says reaches the model, and the shipped scenes keep what they promise.
#include "carom/exact.h"
#include "carom/modes.h"
#include "carom/params.h"
#include "carom/scene.h"
#include "carom/shape.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct made {
    cr_arena *arena;
    cr_scene *scene;
    cr_world_model *model;
    cr_scene_plan plan;
    cr_error error;
    cr_status status;
} made;

// Two modes of a cube of 8 vertices; a free one of the first order of magnitude of steel.
static cr_status two_modes(void *context, const char *name, const struct cr_solid_def *solid, cr_arena *arena,
                           struct cr_modes *modes, cr_error *error) {
    (void)solid, (void)error, (void)name;
    ++*(int *)context;
    *modes = (cr_modes){.name = "cube", .density = 7850, .mass = 1.0, .count = 2, .rigid = 6, .vertices = 3};
    modes->inertia[0] = modes->inertia[1] = modes->inertia[2] = 1e-3;
    modes->frequency = cr_arena_take(arena, 2, sizeof(double));
    modes->sigma = cr_arena_take(arena, 2, sizeof(double));
    modes->position = cr_arena_take(arena, 9, sizeof(float));
    modes->triangle = cr_arena_take(arena, 3, sizeof(int));
    modes->shape = cr_arena_take(arena, 18, sizeof(float));
    modes->triangles = 1;
    for (int i = 0; i < 3; i++) modes->position[4 * i] = 0.01F, modes->triangle[i] = i;
    modes->frequency[0] = 1000.0;
    modes->frequency[1] = 8000.0;
    modes->sigma[0] = modes->sigma[1] = 1.0;
    return CR_OK;
}

static made make(const char *text, const char *change) {
    made m = {.arena = cr_arena_new(cr_allocator_default())};
    const cr_scene_override override = {change, NULL};
    int solved = 0;
    m.status =
        cr_scene_parse("test", text, strlen(text), &override, change != NULL, m.arena, &m.scene, &m.error);
    if (m.status == CR_OK) m.status = cr_scene_resolve(m.scene, two_modes, &solved, m.arena, &m.error);
    if (m.status == CR_OK) m.status = cr_scene_world(m.scene, m.arena, &m.model, &m.plan, &m.error);
    CHECK(m.status == CR_OK, "%s: %s", m.error.place, m.error.reason);
    return m;
}

static made load(const char *name, const char *change) {
    char path[1100];
    const char *source = getenv("CAROM_SOURCE");
    made m = {.arena = cr_arena_new(cr_allocator_default())};
    const cr_scene_override override = {change, NULL};
    snprintf(path, sizeof path, "%s/scenes/world/%s.yaml", source ? source : ".", name);
    m.status = cr_scene_load(path, &override, change != NULL, m.arena, &m.scene, &m.error);
    if (m.status == CR_OK) m.status = cr_scene_world(m.scene, m.arena, &m.model, &m.plan, &m.error);
    CHECK(m.status == CR_OK, "%s: %s", m.error.place, m.error.reason);
    return m;
}

static cr_world *start(const made *m) {
    cr_error error = {0};
    cr_world *world = cr_world_new(m->model, cr_allocator_default(), &error);
    CHECK(world, "%s", error.reason);
    return world;
}

static void run_to(cr_world *world, double time) {
    cr_error error = {0};
    cr_status status = cr_world_run(world, time, NULL, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
}

static double size_of(cr_vec v) {
    return cr_vec_length(v);
}

// --- what reaches the model -----------------------------------------------------------------------------

static const char bodies[] =
    "carom: 1\n"
    "world: {settle: 0.5, seed: 7, friction: 0.3, bounds: 50}\n"
    "bodies:\n"
    "  floor: {shape: plane, fixed: true}\n"
    "  wall: {shape: box, x: 1, y: 1, z: 1, fixed: true, at: [0, 3, 0]}\n" // in the floor: both are fixed
    "  block: {shape: box, x: 0.1, y: 0.06, z: 0.02, on: floor, modes: 0}\n"
    "  pile: {shape: box, x: 0.05, y: 0.05, z: 0.03, material: wood, on: block, copies: 3, modes: 0}\n"
    "  balls: {shape: sphere, radius: 0.01, at: [1, 0, 1], grid: [2, 3, 2], spacing: [0.1, 0.2, 0.3], modes: "
    "0}\n"
    "  hammer: {parts: [{shape: box, x: 0.02, y: 0.02, z: 0.2}, {shape: box, x: 0.1, y: 0.04, z: 0.04, at: "
    "[0, 0, 0.1]}],\n"
    "           density: 1000, at: [2, 0, 1], turn: [0, 1, 0, 90], origin: shape}\n"
    "  cam: {shape: cylinder, radius: 0.01, length: 0.1, at: [3, 0, 1],\n"
    "        drive: {times: [0, 1], at: [[3, 0, 1], [3, 0, 2]], smooth: false}}\n"
    "  rod: {shape: box, x: 0.2, y: 0.01, z: 0.01, at: [-1, 0, 1], copies: 2, step: [0, 0.5, 0], rayleigh: "
    "[2, 0],\n"
    "        contact_fmax: 2000}\n"
    "joints: {pin: {type: hinge, a: hammer, b: ground, at: [2, 0, 1], axis: [0, 1, 0]}}\n"
    "pairs: {wood: {a: pile, b: pile, friction: {rest: 0.6, dynamic: 0.5}}}\n"
    "loads: {push: {body: block, force: [1, 0, 0], start: 0.1, end: 0.2}}\n"
    "output: {duration: 1}\n";

// Contact feels modes decay as the ear hears them: steel by its loss factor, w 2e-4/2, and not by the numbers
// that S3 has for it, which its own presets keep.
static void test_decay(void) {
    const char text[] = "carom: 1\n"
                        "bodies: {rod: {shape: box, x: 0.2, y: 0.01, z: 0.01, material: steel}}\n"
                        "output: {duration: 1}\n";
    made ours = make(text, NULL), paper = make(text, "world.preset=s3");
    if (ours.status != CR_OK || paper.status != CR_OK) return;
    CHECK_REL(ours.plan.bodies[0].modes->sigma[0], 2.0 * cr_pi * 1000.0 * 1e-4, 1e-12);
    CHECK_REL(paper.plan.bodies[0].modes->sigma[0], 1.0, 1e-12);
    cr_arena_free(ours.arena);
    cr_arena_free(paper.arena);
}

static void test_bodies(void) {
    made m = make(bodies, NULL);
    if (m.status != CR_OK) return;
    const cr_world_model *w = m.model;
    CHECK(cr_world_model_bodies(w) == 3 + 3 + 12 + 2 + 2, "%d bodies", cr_world_model_bodies(w));
    int block = cr_world_model_body(w, "block"), top = cr_world_model_body(w, "pile.3"),
        ball = cr_world_model_body(w, "balls.12"), hammer = cr_world_model_body(w, "hammer"),
        rod = cr_world_model_body(w, "rod.2");
    CHECK(block >= 0 && top >= 0 && ball >= 0 && hammer >= 0 && rod >= 0, "names");
    CHECK_NEAR(cr_world_model_mass(w, block), 0.1 * 0.06 * 0.02 * 7850.0, 1e-15);
    const cr_body_def *def = m.plan.bodies;
    // Placed to 1e-9 of each other, each.
    CHECK_NEAR(def[block].at.z, 0.01, 2e-9);
    CHECK_NEAR(def[top].at.z, 0.02 + 2.5 * 0.03, 5e-9);
    CHECK(size_of(cr_vec_sub(def[ball].at, (cr_vec){1.1, 0.4, 1.3})) < 1e-15, "the last of a grid");
    // Of the handle 8e-5 m^3 at 0 and of the head 16e-5 m^3 at 0.1: along x after a quarter of a turn about
    // y.
    double centre = 0.1 * 16.0 / 24.0;
    CHECK(size_of(cr_vec_sub(def[hammer].at, (cr_vec){2.0 + centre, 0.0, 1.0})) < 1e-12, "%g %g %g",
          def[hammer].at.x, def[hammer].at.y, def[hammer].at.z);
    CHECK_NEAR(cr_world_model_mass(w, hammer), 0.24, 1e-12);
    CHECK_NEAR(def[cr_world_model_body(w, "cam")].drive.time[1], 1.5, 0.0); // after the settling
    CHECK(cr_world_model_modes(w, rod) == 1 && cr_world_model_sounding(w, rod) == 2, "modes by band");
    CHECK(def[rod].modes == def[rod - 1].modes && def[rod].parts == def[rod - 1].parts, "copies share");
    CHECK_NEAR(def[rod].modes->sigma[1], 1.0, 1e-15); // half the mass damping
    CHECK_NEAR(def[top].grip.rest, 0.3, 0.0);
    CHECK(m.plan.settle == 0.5 && m.plan.duration == 1.0 && !m.plan.at_rest && m.plan.bounds == 50.0, "plan");
    cr_arena_free(m.arena);
}

// Times of drives and loads begin after the settling.
static void test_times(void) {
    made m =
        make("carom: 1\n"
             "world: {gravity: [0, 0, 0], settle: 0.5}\n"
             "bodies:\n"
             "  ball: {shape: sphere, radius: 0.01, density: 1000, modes: 0}\n"
             "  cam: {shape: sphere, radius: 0.01, modes: 0, at: [1, 0, 0], copies: 2, step: [0, 1, 0],\n"
             "        drive: {times: [0.1, 1.1], at: [[1, 0, 0], [1, 0, 1]], smooth: false}}\n"
             "loads: {push: {body: ball, impulse: [0.1, 0, 0], start: 0.25}}\n",
             NULL);
    if (m.status != CR_OK) return;
    cr_world *world = start(&m);
    run_to(world, 0.5 + 0.6);
    double mass = cr_world_model_mass(m.model, 0), v = 0.1 / mass;
    // the impulse acts within one step of 1 ms
    CHECK_NEAR(cr_world_body(world, 0).velocity.x, v, 1e-12 * v);
    CHECK_NEAR(cr_world_body(world, 0).pose.at.x, v * 0.35, 1.1e-3 * v);
    cr_vec second = cr_world_body(world, 2).pose.at;
    CHECK(size_of(cr_vec_sub(second, (cr_vec){1.0, 1.0, 0.5})) < 1e-12, "%g %g %g", second.x, second.y,
          second.z);
    cr_world_free(world);
    cr_arena_free(m.arena);
}

// Every number that the scene lists can be set by its path.
static void test_params(void) {
    made m = make(bodies, NULL);
    const cr_scene_param *params = NULL;
    int count = 0, given = 0;
    if (m.status != CR_OK) return;
    CHECK(cr_scene_params(m.scene, m.arena, &params, &count, &m.error) == CR_OK, "%s", m.error.reason);
    for (int i = 0; i < count; i++) {
        char text[200];
        cr_scene *again;
        const cr_scene_override change = {text, NULL};
        snprintf(text, sizeof text, "%s=%.17g", params[i].path, params[i].value);
        given += params[i].given;
        CHECK(cr_scene_parse("test", bodies, sizeof bodies - 1, &change, 1, m.arena, &again, &m.error) ==
                  CR_OK,
              "%s: %s", text, m.error.reason);
        CHECK(params[i].change == CR_CHANGE_REBUILD, "%s", text);
    }
    CHECK(given > 60 && count > given, "%d of %d numbers are given", given, count);
    cr_arena_free(m.arena);
}

static void *allocate(void *context, size_t bytes) {
    int *left = context;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}

static void release(void *context, void *memory) {
    (void)context;
    free(memory);
}

static void test_memory(void) {
    int n = 0;
    for (cr_status status = CR_ERR_MEMORY; status != CR_OK && n < 200; n++) {
        int left = n, solved = 0;
        cr_scene *scene;
        cr_world_model *model;
        cr_error error = {0};
        cr_arena *arena = cr_arena_new((cr_allocator){allocate, release, &left});
        if (!arena) continue;
        left = 1 << 20; // the scene itself is another test's
        status = cr_scene_parse("test", bodies, sizeof bodies - 1, NULL, 0, arena, &scene, &error);
        if (status == CR_OK) status = cr_scene_resolve(scene, two_modes, &solved, arena, &error);
        left = n;
        cr_arena_mark before = cr_arena_here(arena);
        if (status == CR_OK) status = cr_scene_world(scene, arena, &model, NULL, &error);
        cr_arena_mark after = cr_arena_here(arena);
        CHECK(status == CR_OK || status == CR_ERR_MEMORY, "%d: %s: %s", n, error.place, error.reason);
        CHECK(status == CR_OK || memcmp(&before, &after, sizeof before) == 0, "the arena is as it was");
        cr_arena_free(arena);
    }
    CHECK(n > 1 && n < 200, "%d allocations", n);
}

// A shape that contact and modes both know has the same sizes for both.
static void test_shapes(void) {
    int count, shared = 0;
    const cr_form_type *const *forms = cr_form_types(&count);
    for (int i = 0; i < count; i++) {
        const cr_shape_type *shape = cr_shape_find(forms[i]->name, NULL);
        for (int p = 0; shape && p < shape->param_count; p++)
            for (int q = 0; q < forms[i]->param_count; q++) {
                const cr_param *a = &shape->params[p], *b = &forms[i]->params[q];
                if (strcmp(a->name, b->name) != 0) continue;
                shared++;
                CHECK(a->value == b->value && a->min == b->min && a->max == b->max, "%s.%s", shape->name,
                      a->name);
            }
    }
    CHECK(shared > 10, "%d sizes", shared);
}

// --- the shipped scenes ---------------------------------------------------------------------------------

// The speed falls by mu g t; it stops after v^2/(2 mu g). The contact springs give way by m g/(4 k) once,
// which costs what they hold: below 1e-6 of the way.
static void test_slide(void) {
    const double mu = 0.4, g = 9.81;
    made m = load("slide", NULL);
    if (m.status != CR_OK) return;
    cr_world *world = start(&m);
    int block = cr_world_model_body(m.model, "block");
    run_to(world, 0.2);
    CHECK_NEAR(cr_world_body(world, block).velocity.x, 1.0 - mu * g * 0.2, 1e-6);
    run_to(world, m.plan.duration);
    cr_vec rest = cr_world_body(world, block).pose.at;
    CHECK_NEAR(rest.x, 0.5 / (mu * g), 1e-6);
    CHECK(fabs(rest.y) < 1e-8 && cr_world_at_rest(world), "it stays");
    cr_world_free(world);
    cr_arena_free(m.arena);
}

// Bounces by the closed form of Hunt and Crossley: e after e. Heights to 1 %: weight during contact (50 us of
// 100 ms) and the step are not part of the form.
static void test_drop(void) {
    const double g = 9.81;
    made m = load("drop", NULL);
    if (m.status != CR_OK) return;
    cr_world *world = start(&m);
    int marble = cr_world_model_body(m.model, "marble");
    double mass = cr_world_model_mass(m.model, marble), v = sqrt(2.0 * g * 0.05), strike = v / g;
    run_to(world, strike - 1e-3);
    CHECK_NEAR(cr_world_body(world, marble).velocity.z, -v + g * 1e-3, 1e-9);
    for (int bounce = 0; bounce < 3; bounce++) {
        cr_hc impact = cr_hc_make(mass, 7.7e9, 1.5, 0.3, v);
        double e = impact.v_out / v;
        if (bounce == 0) CHECK_NEAR(fabs(e), 0.83, 0.005);
        v = fabs(impact.v_out);
        run_to(world, strike + v / g); // the top
        CHECK_NEAR(cr_world_body(world, marble).pose.at.z - 8e-3, 0.5 * v * v / g, 0.01 * 0.5 * v * v / g);
        strike += 2.0 * v / g;
    }
    cr_world_free(world);
    cr_arena_free(m.arena);
}

static void test_tower(void) {
    made m = load("tower", NULL);
    if (m.status != CR_OK) return;
    cr_world *world = start(&m);
    run_to(world, m.plan.duration);
    for (int i = 1; i <= 6; i++) {
        cr_vec at = cr_world_body(world, i).pose.at;
        CHECK(size_of(cr_vec_sub(at, (cr_vec){0.0, 0.0, 0.03 * i - 0.015})) < 1e-6, "block %d: %g %g %g", i,
              at.x, at.y, at.z);
    }
    CHECK(cr_world_at_rest(world), "it sleeps");
    cr_world_free(world);
    cr_arena_free(m.arena);
}

static void test_fall(void) {
    made m = load("tower", "loads.push.impulse.1=0.1");
    if (m.status != CR_OK) return;
    cr_world *world = start(&m);
    run_to(world, 0.9);
    double top = cr_world_body(world, 6).pose.at.z; // was 0.165 m
    CHECK(top < 0.1, "the uppermost block is at %g m", top);
    cr_world_free(world);
    cr_arena_free(m.arena);
}

int main(void) {
    test_bodies();
    test_decay();
    test_times();
    test_params();
    test_memory();
    test_shapes();
    test_slide();
    test_drop();
    test_tower();
    test_fall();
    return test_summary();
}
