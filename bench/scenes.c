// How many times faster than real time the steps of scenes run with books on one core: bench_scenes SCENE...,
// network scenes. The best of three runs of the first seconds; modes of solids are found before, from the
// cache where it has them. What is slower than it should be is named on the standard error.
#include "bench.h"
#include "carom/scene.h"
#include "carom/sim.h"

#include <string.h>

enum { RUNS = 3, FRAMES = 256, CHANNELS_MOST = 64 };
static const double longest = 3.0; // s

// Times real time that a scene should reach.
static double goal_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return strcmp(slash ? slash + 1 : path, "snare.yaml") == 0 ? 2.0 : 10.0;
}

// Seconds of a run; negative: it cannot be built.
static double run(const cr_scene *scene, double rate, double duration, cr_error *error) {
    static double out[FRAMES * CHANNELS_MOST];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    int steps = cr_scene_output_of(scene)->oversample;
    cr_sim *sim;
    double took = -1.0;
    if (cr_scene_build_steps(scene, rate, &steps, arena, &sim, NULL, error) == CR_OK) {
        long frames = (long)(duration * rate * steps);
        double start = bench_now();
        for (; frames > 0; frames -= FRAMES) cr_sim_run(sim, FRAMES, out);
        took = bench_now() - start;
    }
    cr_arena_free(arena);
    return took;
}

static void tell(const char *path, double factor) {
    bench_figure(path, "times real time", "", factor);
    if (factor < goal_of(path))
        fprintf(stderr, "%s: %.3g times real time, should be %g\n", path, factor, goal_of(path));
}

static int bench(const char *path) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_error error;
    double best = 1e9;
    cr_status status = cr_scene_load(path, NULL, 0, arena, &scene, &error);
    if (status == CR_OK && cr_scene_solids(scene))
        status = cr_scene_resolve(scene, NULL, NULL, arena, &error);
    if (status == CR_OK) {
        const cr_scene_output *output = cr_scene_output_of(scene);
        bool whole = !output->automatic_duration && output->duration < longest;
        double duration = whole ? output->duration : longest;
        for (int i = 0; i < RUNS && best >= 0.0; i++)
            bench_keep_least(&best, run(scene, output->rate, duration, &error));
        if (best >= 0.0) tell(path, duration / best);
    }
    bool failed = status != CR_OK || best < 0.0;
    if (failed) fprintf(stderr, "%s: %s: %s\n", path, error.place, error.reason);
    cr_arena_free(arena);
    return failed;
}

int main(int count, char **arguments) {
    int failed = 0;
    for (int i = 1; i < count; i++) failed |= bench(arguments[i]);
    return failed;
}
