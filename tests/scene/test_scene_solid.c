// Solids in scenes, with modes that the test brings along: what is asked for, where they are struck and
// heard, variations, memory.
#include "budget.h"
#include "carom/scene.h"
#include "carom/solid.h"
#include "solid_beam.h"
#include "test.h"

typedef struct asked {
    int count;
    char name[8][16];
    cr_solid_def solid[8];
    cr_status status; // what the solver returns
} asked;

static cr_status solve(void *context, const char *name, const cr_solid_def *solid, cr_arena *arena,
                       cr_modes *modes, cr_error *error) {
    asked *a = context;
    (void)arena;
    if (a->count < 8) {
        snprintf(a->name[a->count], sizeof a->name[0], "%s", name);
        a->solid[a->count++] = *solid;
    }
    *modes = beam_modes();
    return a->status == CR_OK ? CR_OK : cr_fail(error, a->status, "radius", "no such thing");
}

typedef struct scene {
    cr_arena *arena;
    cr_scene *scene;
    cr_sim *sim;
    cr_scene_names names;
    asked asked;
    cr_error error;
    cr_status status;
} scene;

static scene parse(const char *text) {
    scene s = {.arena = cr_arena_new(cr_allocator_default()), .error = {.reason = ""}};
    s.status = cr_scene_parse("folder/scene.yaml", text, strlen(text), NULL, 0, s.arena, &s.scene, &s.error);
    CHECK(s.status == CR_OK, "%s: %s", s.error.place, s.error.reason);
    return s;
}

static void build(scene *s) {
    if (s->status == CR_OK) s->status = cr_scene_resolve(s->scene, solve, &s->asked, s->arena, &s->error);
    if (s->status == CR_OK)
        s->status = cr_scene_build(s->scene, 44100, s->arena, &s->sim, &s->names, &s->error);
}

// The first element as it is in the network.
static const cr_element *first(const scene *s) {
    return cr_network_element(cr_sim_network(s->sim), 0);
}

static void test_description(void) {
    scene s = parse("carom: 1\n"
                    "materials: {gum: {density: 1100, young: 2e6, poisson: 0.4, loss: 0.1}}\n"
                    "defaults: {solid: {order: 1, fmax: 9000}}\n"
                    "elements:\n"
                    "  a: {type: solid, shape: sphere, radius: 0.03, material: ceramic, edge: 5e-3, layers: "
                    "3, order: 2}\n"
                    "  b: {type: solid, shape: box, material: gum, modes: 7, held: z- x+, accuracy: 0.1}\n"
                    "  c: {type: solid, file: mesh.msh, unit: 1e-3, material: steel, young: 1.9e11}\n"
                    "  d: {type: solid, file: /there/bell.modes, modes: 3}\n"
                    "  e: {type: solid, shape: plate, wood: spruce}\n");
    build(&s);
    CHECK(s.status == CR_OK && s.asked.count == 5 && cr_scene_solids(s.scene) == 5, "%s", s.error.reason);
    const cr_solid_def *a = &s.asked.solid[0], *b = a + 1, *c = a + 2, *d = a + 3;
    CHECK(strcmp(s.asked.name[1], "b") == 0, "%s", s.asked.name[1]);
    CHECK(a->shape == cr_shape_find("sphere", NULL) && a->value[0] == .03 && !a->file, "shape and size");
    CHECK(a->detail.order == 2 && a->detail.edge == 5e-3 && a->detail.layers == 3, "mesh of a");
    CHECK(strcmp(a->material, "ceramic") == 0 && a->elastic.density == 2700 && a->elastic.rayleigh[0] == 6,
          "material of a");
    CHECK(a->fmax == 9000 && a->count == 60, "modes of a");
    CHECK(b->detail.order == 1 && b->count == 7 && !*b->material && b->elastic.young[0] == 2e6, "b");
    CHECK(b->accuracy == 0.01 * 0.1 && a->accuracy == cr_solid_def_default().accuracy, "accuracy: %g %g",
          b->accuracy, a->accuracy);
    CHECK(b->supports == 2 && strcmp(b->support[0].place, "z-") == 0 && b->support[1].axis[2] &&
              isinf(b->support[1].stiffness) && strcmp(b->support[1].place, "x+") == 0,
          "what is held");
    CHECK(!c->shape && strcmp(c->file, "folder/mesh.msh") == 0 && c->unit == 1e-3, "%s", c->file);
    CHECK(!*c->material && c->elastic.young[2] == 1.9e11 && c->elastic.density == 7850, "material of c");
    CHECK(strcmp(d->file, "/there/bell.modes") == 0, "%s", d->file);
    const cr_elastic *spruce = &s.asked.solid[4].elastic;
    CHECK(strcmp(s.asked.solid[4].material, "spruce") == 0 && spruce->young[0] > 10 * spruce->young[1],
          "wood");
    // damping: of the modes, or the loss of a material without Rayleigh figures
    const cr_modes m = beam_modes();
    CHECK_REL(first(&s)->mode_sigma[1], m.sigma[1], 1e-15);
    CHECK_REL(cr_network_element(cr_sim_network(s.sim), 1)->mode_sigma[1], cr_pi * .1 * m.frequency[1],
              1e-15);
    CHECK(cr_network_element(cr_sim_network(s.sim), 3)->modes == 3, "at most 3 modes");
    cr_arena_free(s.arena);
}

// Everything left out: struck at one end, heard at two points, and something is heard.
static void test_usual_places(void) {
    scene s = parse("carom: 1\nelements: {bar: {type: solid, shape: box}}\n"
                    "excitations: {tap: {type: strike, at: bar, mass: 0.02}}\n");
    double out[2 * 2000], left = 0, right = 0;
    build(&s);
    CHECK(s.status == CR_OK && cr_sim_channels(s.sim) == 2, "%s", s.error.reason);
    CHECK(s.names.pickup_count == 2 && strcmp(s.names.pickups[0], "bar-left") == 0, "pickups");
    cr_sim_run(s.sim, 2000, out);
    for (int i = 0; i < 2000; i++)
        left = fmax(left, fabs(out[2 * i])), right = fmax(right, fabs(out[2 * i + 1]));
    CHECK(left > .01 && right > .01, "heard %g and %g m/s", left, right);
    cr_sim_summary end = cr_sim_summarise(s.sim);
    CHECK(end.warnings.unsettled == 0 && end.warnings.not_finite == 0, "trouble");
    cr_arena_free(s.arena);
}

static const char *change_of_place(const cr_scene_override *changes, int count) {
    for (int i = 0; i < count; i++)
        if (strstr(changes[i].assignment, "tap.at=")) return changes[i].assignment;
    return "";
}

static void check_variation(const char *at, bool moves, const char *keeps) {
    char text[256];
    snprintf(text, sizeof text,
             "carom: 1\nelements: {bar: {type: solid, shape: box}}\n"
             "excitations: {tap: {type: strike, at: \"%s\"}}\n",
             at);
    scene s = parse(text);
    const cr_scene_override *one, *two;
    int count = 0;
    build(&s);
    CHECK(cr_scene_variation(s.scene, 1, s.arena, &one, &count, &s.error) == CR_OK && count == 4, "%d",
          count);
    CHECK(cr_scene_variation(s.scene, 2, s.arena, &two, &count, &s.error) == CR_OK, "%s", s.error.reason);
    const char *first = change_of_place(one, count), *second = change_of_place(two, count);
    CHECK((strcmp(first, second) != 0) == moves, "%s, %s", first, second);
    CHECK(strstr(first, keeps), "%s", first);
    cr_scene *varied;
    s.status = cr_scene_parse("scene.yaml", text, strlen(text), one, count, s.arena, &varied, &s.error);
    CHECK(s.status == CR_OK, "%s", s.error.reason);
    cr_arena_free(s.arena);
}

static void test_variations(void) {
    check_variation("bar@0.5 0.5 1", true, "excitations.tap.at=bar@0.5");
    check_variation("bar", true, "excitations.tap.at=bar@0");
    check_variation("bar@0.3 0.5 1 0 0.6 0.8", true, " 1 0 0.6 0.8"); // what is on the box stays on it
    check_variation("bar@1 0 1", false, "bar@1 0 1");
}

static void test_failure(void) {
    scene s = parse("carom: 1\nelements: {ball: {type: solid, shape: sphere, radius: 0.5}}\n");
    cr_arena_mark before = cr_arena_here(s.arena), after;
    s.asked.status = CR_ERR_RANGE;
    CHECK(cr_scene_resolve(s.scene, solve, &s.asked, s.arena, &s.error) == CR_ERR_RANGE, "accepted");
    after = cr_arena_here(s.arena);
    CHECK(memcmp(&before, &after, sizeof before) == 0, "the arena is as it was");
    CHECK(strcmp(s.error.place, "folder/scene.yaml:2:55") == 0, "%s", s.error.place);
    CHECK(strcmp(s.error.reason, "elements.ball.radius: no such thing") == 0, "%s", s.error.reason);
    CHECK(cr_scene_build(s.scene, 44100, s.arena, &s.sim, NULL, &s.error) == CR_ERR_UNSUPPORTED, "built");
    cr_arena_free(s.arena);
}

static cr_status build_with(int allocations, int used) {
    static const char text[] = "carom: 1\nelements: {bar: {type: solid, shape: box}}\n"
                               "excitations: {tap: {type: strike, at: bar, mass: 0.02}}\n";
    budget b = {.left = allocations};
    asked a = {.count = 0};
    cr_scene *made;
    cr_sim *sim;
    cr_error error = {.reason = ""};
    cr_status status = CR_ERR_MEMORY;
    cr_arena *arena = cr_arena_new(budget_allocator(&b));
    if (arena && cr_arena_take(arena, (size_t)used, 64)) {
        status = cr_scene_parse("x", text, strlen(text), NULL, 0, arena, &made, &error);
        if (status == CR_OK) status = cr_scene_resolve(made, solve, &a, arena, &error);
        if (status == CR_OK) status = cr_scene_build(made, 44100, arena, &sim, NULL, &error);
        CHECK(status == CR_OK || (status == CR_ERR_MEMORY && strstr(error.reason, "memory")), "%s",
              error.reason);
    }
    cr_arena_free(arena);
    CHECK(b.live == 0, "%d blocks left", b.live);
    return status;
}

static void test_memory(void) {
    for (int used = 0; used < 1100; used += 7) {
        int n = 0;
        while (n < 20 && build_with(n, used) != CR_OK) n++;
        CHECK(n > 1 && n < 20, "%d allocations", n);
    }
}

int main(void) {
    test_description();
    test_usual_places();
    test_variations();
    test_failure();
    test_memory();
    return test_summary();
}
