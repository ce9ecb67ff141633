// How many times faster than real time the steps of scenes run with books on one core: bench_scenes SCENE...,
// network scenes. The first seconds in pieces, each as fast as in the best of five runs, in which it is the
// same work: what else the machine does is left out as far as that goes. Modes of solids are found before,
// from the cache where it has them. What is slower than it should be is named on the standard error.
#include "bench.h"
#include "carom/scene.h"
#include "carom/sim.h"

#include <string.h>

enum { RUNS = 5, FRAMES = 256, CHANNELS_MOST = 64, PIECES = 3 * 192000 * 16 / FRAMES };
static const double longest = 3.0; // s

// Times real time that a scene should reach.
static double goal_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return strcmp(slash ? slash + 1 : path, "snare.yaml") == 0 ? 2.0 : 10.0;
}

// Keeps the least seconds of each piece and returns how many there are; 0: it cannot be built.
static int run(const cr_scene *scene, double rate, double duration, double *least, cr_error *error) {
    static double out[FRAMES * CHANNELS_MOST];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    int steps = cr_scene_output_of(scene)->oversample;
    cr_sim *sim;
    int piece = 0;
    if (cr_scene_build_steps(scene, rate, &steps, arena, &sim, NULL, error) == CR_OK) {
        long frames = (long)(duration * rate * steps);
        for (; frames > 0 && piece < PIECES; frames -= FRAMES, piece++) {
            double start = bench_now();
            cr_sim_run(sim, FRAMES, out);
            bench_keep_least(&least[piece], bench_now() - start);
        }
    }
    cr_arena_free(arena);
    return piece;
}

static void tell(const char *path, double factor) {
    bench_figure(path, "times real time", "", factor);
    if (factor < goal_of(path))
        fprintf(stderr, "%s: %.3g times real time, should be %g\n", path, factor, goal_of(path));
}

static int bench(const char *path) {
    static double least[PIECES];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_error error;
    int pieces = 0;
    double took = 0.0;
    cr_status status = cr_scene_load(path, NULL, 0, arena, &scene, &error);
    if (status == CR_OK && cr_scene_solids(scene))
        status = cr_scene_resolve(scene, NULL, NULL, arena, &error);
    if (status == CR_OK) {
        const cr_scene_output *output = cr_scene_output_of(scene);
        bool whole = !output->automatic_duration && output->duration < longest;
        double duration = whole ? output->duration : longest;
        for (int i = 0; i < PIECES; i++) least[i] = 1e9;
        for (int i = 0; i < RUNS; i++) pieces = run(scene, output->rate, duration, least, &error);
        for (int i = 0; i < pieces; i++) took += least[i];
        if (pieces) tell(path, duration / took);
    }
    bool failed = status != CR_OK || !pieces;
    if (failed) fprintf(stderr, "%s: %s: %s\n", path, error.place, error.reason);
    cr_arena_free(arena);
    return failed;
}

int main(int count, char **arguments) {
    int failed = 0;
    for (int i = 1; i < count; i++) failed |= bench(arguments[i]);
    return failed;
}
