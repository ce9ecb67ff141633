// What scenes gain that fall apart: bench_parts SCENE..., network scenes without solids; others are passed
// over. The whole and its parts on one and on two threads, by turns, the best of seven runs of the first
// seconds. "on two threads" is by the clock; "longest thread of two" is what it would be were the cores free,
// by the CPU time of the thread that works most.
#include "io/render/parts.h"
#include "apps/carom/simulate/workers.h"
#include "bench.h"
#include "carom/scene.h"

enum { RUNS = 7, BLOCK = 1024 };
static const double longest = 2.0; // s

typedef struct bench_scene {
    const cr_scene *scene;
    cr_arena *arena;
    double rate, duration;
    int steps;
    double *frames;
    cr_error error;
} bench_scene;

// When something began, or how long it took.
typedef struct times {
    double wall, own, all; // s: by the clock, CPU time of the calling thread, of all threads
} times;

static times since(times t) {
    return (times){bench_clock(CLOCK_MONOTONIC) - t.wall, bench_now() - t.own, bench_process_now() - t.all};
}

static times run_whole(bench_scene *b, cr_sim *sim, long blocks) {
    times begin = since((times){0});
    for (long i = 0; i < blocks; i++) cr_sim_run(sim, BLOCK * b->steps, b->frames);
    return since(begin);
}

static times run_parts(bench_scene *b, const cr_sim_parts *sims, int threads, long blocks) {
    const int block = BLOCK * b->steps;
    cr_workers *pool = threads > 1 ? cr_workers_new(threads, b->arena, &b->error) : NULL;
    const cr_world_workers workers = pool ? cr_workers_of(pool) : (cr_world_workers){0};
    cr_render_parts *parts = cr_render_parts_new(sims, block, pool ? &workers : NULL, b->arena, &b->error);
    times begin = since((times){0});
    for (long i = 0; parts && i < blocks; i++)
        cr_render_parts_run(parts, block, (blocks - i) * block, NULL, NULL, b->frames);
    times took = since(begin);
    cr_workers_end(pool);
    return took;
}

// threads 0: the whole.
static bool run(bench_scene *b, int threads, times *took) {
    cr_arena_mark mark = cr_arena_here(b->arena);
    cr_sim *sim;
    cr_sim_parts sims;
    long blocks = (long)(b->duration * b->rate) / BLOCK;
    double rate = b->rate * b->steps;
    cr_status status = threads ? cr_scene_build_parts(b->scene, rate, b->arena, &sims, &b->error)
                               : cr_scene_build(b->scene, rate, b->arena, &sim, NULL, &b->error);
    bool good = status == CR_OK && (!threads || sims.count > 1);
    if (good) *took = threads ? run_parts(b, &sims, threads, blocks) : run_whole(b, sim, blocks);
    cr_arena_rewind(b->arena, mark);
    return good;
}

static void measure(bench_scene *b, const char *path) {
    double whole = 1e9, one = 1e9, two = 1e9, thread = 1e9;
    for (int i = 0; i < RUNS; i++) {
        times t[3];
        for (int threads = 0; threads < 3; threads++)
            if (!run(b, threads, &t[threads])) return;
        bench_keep_least(&whole, t[0].own);
        bench_keep_least(&one, t[1].own);
        bench_keep_least(&two, t[2].wall);
        double other = t[2].all - t[2].own;
        bench_keep_least(&thread, other > t[2].own ? other : t[2].own);
    }
    bench_figure(path, "parts on one thread", "times the whole", whole / one);
    bench_figure(path, "on two threads", "times the whole", whole / two);
    bench_figure(path, "longest thread of two", "times the whole", whole / thread);
}

static int bench(const char *path) {
    bench_scene b = {.arena = cr_arena_new(cr_allocator_default())};
    cr_scene *scene;
    cr_sim *sim = NULL;
    cr_status status = cr_scene_load(path, NULL, 0, b.arena, &scene, &b.error);
    if (status == CR_OK) {
        const cr_scene_output *output = cr_scene_output_of(scene);
        bool all = !output->automatic_duration && output->duration < longest;
        b.scene = scene;
        b.rate = output->rate;
        b.duration = all ? output->duration : longest;
        b.steps = output->oversample;
        status = cr_scene_build_steps(scene, b.rate, &b.steps, b.arena, &sim, NULL, &b.error);
    }
    if (status != CR_OK) fprintf(stderr, "%s: %s: %s\n", path, b.error.place, b.error.reason);
    else if (cr_sim_count_parts(sim) > 1) {
        size_t samples = (size_t)BLOCK * (size_t)b.steps * (size_t)cr_sim_channels(sim);
        b.frames = cr_arena_take(b.arena, samples, sizeof *b.frames);
        if (b.frames) measure(&b, path);
    }
    cr_arena_free(b.arena);
    return status != CR_OK;
}

int main(int count, char **arguments) {
    int failed = 0;
    for (int i = 1; i < count; i++) failed |= bench(arguments[i]);
    return failed;
}
