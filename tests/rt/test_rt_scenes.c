// Every scene that ships plays in the real-time engine: the same samples as the simulation alone, but for
// what is set to zero below 1e-30, and nothing had to be contained.
#include "carom/rt.h"
#include "carom/scene.h"
#include "rt/cpu.h"
#include "test.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 70 * CR_RT_CHUNK, BLOCK = 100 };

typedef struct scene_at {
    const cr_scene *scene;
    double rate;
} scene_at;

static cr_status build(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    const scene_at *at = context;
    (void)voice;
    return cr_scene_build(at->scene, at->rate, arena, sim, NULL, error);
}

// What the engine does to a voice that plays alone.
static double run_in_chunks(cr_sim *sim, double *out) {
    double peak = 0;
    uint64_t mode = cr_cpu_flush_subnormals();
    cr_network_set_booking(cr_sim_network(sim), false);
    for (int done = 0; done < FRAMES; done += CR_RT_CHUNK) {
        cr_sim_run(sim, CR_RT_CHUNK, out + done * cr_sim_channels(sim));
        cr_network_flush(cr_sim_network(sim), CR_RT_TINY);
    }
    cr_cpu_restore(mode);
    for (int i = 0; i < FRAMES * cr_sim_channels(sim); i++) peak = fmax(peak, fabs(out[i]));
    return peak;
}

static void test_scene(const char *path) {
    cr_arena *arena = cr_arena_new(cr_allocator_default()), *alone = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_sim *sim;
    cr_error error = {.reason = ""};
    CHECK(cr_scene_load(path, NULL, 0, arena, &scene, &error) == CR_OK, "%s: %s", path, error.reason);
    const cr_scene_output *output = cr_scene_output_of(scene);
    scene_at at = {scene, output->rate * output->oversample};
    CHECK(build(&at, 0, alone, &sim, &error) == CR_OK, "%s: %s", path, error.reason);
    cr_rt_def def = cr_rt_def_default();
    def.rate = at.rate;
    def.channels = cr_sim_channels(sim);
    def.build = build;
    def.context = &at;
    cr_rt *engine;
    CHECK(cr_rt_new(&def, &engine, &error) == CR_OK, "%s: %s", path, error.reason);
    cr_rt_push(cr_rt_port_at(engine, 0), &(cr_rt_event){.kind = CR_RT_TRIGGER, .value = 1});
    size_t samples = (size_t)FRAMES * (size_t)def.channels;
    double *a = calloc(samples, sizeof *a), *b = calloc(samples, sizeof *b);
    bool waits = strstr(path, "bouncing-ball") != NULL; // it falls for longer than this test listens
    CHECK(run_in_chunks(sim, a) > 0 || waits, "%s: silent", path);
    for (int done = 0; done < FRAMES; done += BLOCK)
        cr_rt_process(engine, FRAMES - done < BLOCK ? FRAMES - done : BLOCK, b + done * def.channels);
    CHECK(memcmp(a, b, samples * sizeof *a) == 0, "%s: other samples", path);
    CHECK(cr_rt_look(engine).contained == 0 && cr_rt_look(engine).playing == 1, "%s: contained", path);
    free(a);
    free(b);
    cr_rt_free(engine);
    cr_arena_free(alone);
    cr_arena_free(arena);
}

int main(void) {
    const char *source = getenv("CAROM_SOURCE");
    char pattern[4096];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/scenes/*.yaml", source ? source : "..");
    CHECK(glob(pattern, 0, NULL, &found) == 0, "no scenes in %s", pattern);
    for (size_t i = 0; i < found.gl_pathc; i++) test_scene(found.gl_pathv[i]);
    CHECK(found.gl_pathc >= 7, "%zu scenes", found.gl_pathc);
    globfree(&found);
    return test_summary();
}
