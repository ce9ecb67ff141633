// Numbers of scenes by name, over every scene that ships: each path takes its own value, and nothing changes
// by it; each takes another value of its range; and what is said to be live is where its event would change
// it.
#include "carom/params.h"
#include "test.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 300, MOST = 4000 };

static char assignments[MOST][160];

static const char *assign(int slot, const char *path, double value) {
    snprintf(assignments[slot], sizeof *assignments, "%s=%.17g", path, value);
    return assignments[slot];
}

// With some numbers set; NULL: refused.
static cr_scene *load(const char *path, int first, int count, cr_arena *arena, cr_error *error) {
    cr_scene_override *overrides = cr_arena_take(arena, (size_t)count + 1, sizeof *overrides);
    cr_scene *scene = NULL;
    for (int i = 0; i < count; i++) overrides[i] = (cr_scene_override){assignments[first + i], "--set"};
    return cr_scene_load(path, overrides, count, arena, &scene, error) == CR_OK ? scene : NULL;
}

static cr_sim *play(const cr_scene *scene, cr_arena *arena, double *out) {
    cr_sim *sim = NULL;
    cr_error error = {.reason = ""};
    const cr_scene_output *o = cr_scene_output_of(scene);
    cr_status status = cr_scene_build(scene, o->rate * o->oversample, arena, &sim, NULL, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    if (sim) cr_sim_run(sim, FRAMES, out);
    return sim;
}

static double another(const cr_scene_param *p) {
    double up = p->whole ? 2.0 * p->value : p->value + 1e-3 * fmax(fabs(p->value), 1e-3);
    double down = p->whole ? p->value - 1.0 : p->value - 1e-3 * fmax(fabs(p->value), 1e-3);
    return up <= p->high ? up : fmax(down, p->low);
}

static void test_each(const char *path, const cr_scene_param *params, int count) {
    for (int i = 0; i < count; i++) {
        const cr_scene_param *p = &params[i];
        cr_error error = {.reason = ""};
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        CHECK(p->unit && p->doc && *p->doc, "%s: %s has no words", path, p->path);
        CHECK(p->low <= p->value && p->value <= p->high, "%s: %s = %g", path, p->path, p->value);
        assign(0, p->path, another(p));
        CHECK(load(path, 0, 1, arena, &error), "%s: %s: %s", path, assignments[0], error.reason);
        cr_arena_free(arena);
    }
}

static int test_live(const char *path, const cr_sim *sim, const cr_scene_param *params, int count) {
    int live = 0;
    for (int i = 0; i < count; i++) {
        const cr_scene_param *p = &params[i];
        CHECK((p->change == CR_CHANGE_REBUILD) == !cr_scene_event_name(p), "%s: its event", p->path);
        if (p->change != CR_CHANGE_LIVE) continue;
        live++;
        for (int k = 0; k < p->targets; k++) {
            double now = CR_NAN;
            cr_knob knob = (cr_knob)(p->event - CR_RT_AMPLITUDE + CR_KNOB_AMPLITUDE);
            CHECK(cr_sim_knob(sim, knob, p->target + k, &now), "%s: %s is not live", path, p->path);
            CHECK(fabs(now - p->value) <= 1e-6 * fabs(p->value), "%s: %s is %g, its knob %g", path, p->path,
                  p->value, now); // a pitch is found again from the tension
        }
    }
    return live;
}

static void test_scene(const char *path, int *live, int *all) {
    static double reference[64 * FRAMES], other[64 * FRAMES];
    cr_arena *arena = cr_arena_new(cr_allocator_default()), *again = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    cr_scene *scene = load(path, 0, 0, arena, &error), *same;
    const cr_scene_param *params;
    int count;
    CHECK(scene, "%s: %s", path, error.reason);
    CHECK(scene && cr_scene_params(scene, arena, &params, &count, &error) == CR_OK && count > 0, "%s", path);
    if (!scene || count >= MOST) return;
    bool solid = cr_scene_solids(scene) > 0;
    for (int i = 0; i < count; i++) assign(i, params[i].path, params[i].value);
    same = load(path, 0, count, again, &error);
    CHECK(same, "%s: %s: %s", path, error.place, error.reason);
    memset(reference, 0, sizeof reference);
    memset(other, 0, sizeof other);
    if (same && !solid) {
        cr_sim *sim = play(scene, arena, reference);
        play(same, again, other);
        CHECK(memcmp(reference, other, sizeof other) == 0, "%s: with all numbers said it sounds otherwise",
              path);
        // some of them have changed by themselves meanwhile: look at one that has not begun
        cr_scene_build(scene, 44100.0 * 4, arena, &sim, NULL, &error);
        *live += test_live(path, sim, params, count);
    }
    *all += count;
    test_each(path, params, count);
    cr_arena_free(arena);
    cr_arena_free(again);
}

int main(void) {
    const char *patterns[] = {"/scenes/*.yaml", "/scenes/objects/*.yaml", "/scenes/solids/*.yaml",
                              "/scenes/s1/*.yaml"};
    const char *root = getenv("CAROM_SOURCE");
    int live = 0, all = 0, scenes = 0;
    for (int k = 0; k < 4; k++) {
        char pattern[600];
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s%s", root ? root : ".", patterns[k]);
        if (glob(pattern, 0, NULL, &found) != 0) continue;
        for (size_t i = 0; i < found.gl_pathc; i++, scenes++) test_scene(found.gl_pathv[i], &live, &all);
        globfree(&found);
    }
    CHECK(scenes > 20 && live > 50 && all > 500, "%d scenes, %d numbers, %d live", scenes, all, live);
    printf("%d scenes, %d numbers, %d of them live\n", scenes, all, live);
    return test_summary();
}
