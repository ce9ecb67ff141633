// Time per block of 64 frames in the real-time engine: median, 99.9 % and worst, and worst over median. The
// same sequence runs several times and each block counts with its least time, so that what other programs do
// does not count; the raw worst of all runs is shown beside it. What can fly at a stroke while nothing
// touches is cheap most of the time; what must be budgeted for it is a block that is stepped frame by frame,
// as every block is that an event divides.
//   bench_rt [-n BLOCKS] [SCENE...]
// With scene files: those instead. -n: one run of so many blocks each, for counting instructions.
#include "carom/rt.h"
#include "bench.h"
#include "carom/scene.h"

#include <string.h>

enum { BLOCKS = 12000, RUNS = 5, MODES = 60 };
static int blocks = BLOCKS, runs = RUNS;

static const char string_on_barrier[] = "carom: 1\n"
                                        "elements:\n"
                                        "  hammer: {type: mass, mass: 5e-3}\n"
                                        "  string: {type: string, length: 1, f0: 110}\n"
                                        "  wall: {type: barrier, position: 5e-4}\n"
                                        "contacts:\n"
                                        "  hit: {a: hammer, b: string@0.12, law: hunt-crossley}\n"
                                        "  buzz: {a: string@0.6, b: wall, law: hunt-crossley}\n"
                                        "excitations: {go: {type: throw, element: hammer, velocity: 2}}\n"
                                        "pickups: {out: {at: string@0.77, quantity: velocity}}\n";

static const char tromba[] =
    "carom: 1\n"
    "materials: {spruce: {density: 450, young: 1e10, poisson: 0.3}}\n"
    "elements:\n"
    "  bridge: {type: mass, mass: 1e-3, frequency: 500, sigma0: 0.025}\n"
    "  string: {type: string, length: 1.9, f0: 32, material: steel, sigma0: 0.1, sigma1: 0.05}\n"
    "  body: {type: plate, width: 1.35, height: 0.18, thickness: 5e-3, material: spruce, sigma0: 2, sigma1: "
    "0.002}\n"
    "contacts:\n"
    "  foot: {a: bridge, b: string@0.8697479, law: two-sided, k: 5e6, alpha: 1.3}\n"
    "  rattle: {a: body@0.8 0.75, b: bridge, gap: 5e-6, law: power, k: 5e8, alpha: 1.3}\n"
    "excitations:\n"
    "  bow: {type: bow, at: string@0.087, model: stick-slip, force: 0.3, velocity: 0.2, attack: 0.05, "
    "duration: 60}\n"
    "pickups:\n"
    "  left: {at: body@0.3 0.3, quantity: velocity, channel: 1}\n"
    "  right: {at: body@0.6 0.7, quantity: velocity, channel: 2}\n";

// A bar's worth of modes, struck by a mass.
static const char *modal_text(void) {
    static char text[8192];
    int at = snprintf(text, sizeof text,
                      "carom: 1\nelements:\n  hammer: {type: mass, mass: 2e-3}\n  bar:\n    type: modal\n"
                      "    frequencies: [200");
    for (int i = 1; i < MODES; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, ", %d", 200 + 250 * i);
    at += snprintf(text + at, sizeof text - (size_t)at, "]\n    decays: [2");
    for (int i = 1; i < MODES; i++) at += snprintf(text + at, sizeof text - (size_t)at, ", %d", 2 + i);
    at += snprintf(text + at, sizeof text - (size_t)at, "]\n    shapes:\n      - [2");
    for (int i = 1; i < MODES; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, ", %g", 2.0 - 4 * (i % 2));
    snprintf(text + at, sizeof text - (size_t)at,
             "]\ncontacts: {hit: {a: hammer, b: bar@0, law: hunt-crossley, k: 1e7}}\n"
             "excitations: {go: {type: throw, element: hammer, velocity: 1}}\n"
             "pickups: {out: {at: bar@0, quantity: velocity}}\n");
    return text;
}

static cr_status build(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    (void)voice;
    return cr_scene_build(context, 44100, arena, sim, NULL, error);
}

static void send(cr_rt *e, cr_rt_kind kind, double value) {
    cr_rt_push(cr_rt_port_at(e, 0), &(cr_rt_event){.kind = kind, .value = value});
}

// Element, excitation and listen 0 get something to do: a strike or another bow force now and then, and a
// gain that is always on its way.
static void steer(cr_rt *e, int block) {
    if (block % 200 == 199) send(e, CR_RT_THROW, 1.0);
    if (block % 50 == 0) send(e, CR_RT_AMPLITUDE, 0.2 + 0.1 * (block % 3));
    if (block % 5 == 0) send(e, CR_RT_GAIN, 1.0 + 0.1 * (block % 7));
}

// Nothing happens; steered; or every block is divided by an event that changes nothing.
typedef enum treatment { LEFT_ALONE, STEERED, STEPPED } treatment;

static void treat(cr_rt *e, treatment how, int block) {
    if (how == STEERED) steer(e, block);
    if (how != STEPPED) return;
    long long middle = (long long)block * CR_RT_CHUNK + CR_RT_CHUNK / 2;
    cr_rt_push(cr_rt_port_at(e, 0), &(cr_rt_event){.time = middle, .kind = CR_RT_MASTER, .value = 1.0});
}

// Least time of each block into `best`, sorted; the worst of all into *raw. Status.
static int run(const char *name, cr_scene *scene, treatment how, double *best, double *raw) {
    static double out[CR_RT_CHUNK * 64];
    cr_error error;
    for (int i = 0; i < blocks; i++) best[i] = 1e9;
    for (int run = 0; run < runs; run++) {
        cr_rt_def def = cr_rt_def_default();
        def.build = build;
        def.context = scene;
        def.silence_time = 1e9; // never idle
        cr_rt *e;
        if (cr_rt_new(&def, &e, &error) != CR_OK) {
            fprintf(stderr, "%s: %s: %s\n", name, error.place, error.reason);
            return 1;
        }
        send(e, CR_RT_TRIGGER, 1.0);
        for (int i = 0; i < blocks; i++) {
            treat(e, how, i);
            double start = bench_now();
            cr_rt_process(e, CR_RT_CHUNK, out);
            double took = bench_now() - start;
            bench_keep_least(&best[i], took);
            if (took > *raw) *raw = took;
        }
        cr_rt_free(e);
    }
    qsort(best, (size_t)blocks, sizeof *best, bench_ascending);
    return 0;
}

static void tell(const char *name, treatment how, const double *best, double stepped, double raw) {
    double median = best[blocks / 2], high = best[(int)(0.999 * blocks)], worst = best[blocks - 1];
    char row[256];
    snprintf(row, sizeof row, "%s%s", name, how == STEERED ? " steered" : "");
    bench_figure(row, "median", "us", 1e6 * median);
    bench_figure(row, "99.9 %", "us", 1e6 * high);
    bench_figure(row, "worst", "us", 1e6 * worst);
    bench_figure(row, "worst over median", "", worst / median);
    bench_figure(row, "worst over median stepped", "", worst / stepped);
    bench_figure(row, "worst of all runs", "us", 1e6 * raw);
    bench_figure(row, "one core", "%", 100 * median * 44100 / CR_RT_CHUNK);
    bench_figure(row, "one core; worst", "%", 100 * worst * 44100 / CR_RT_CHUNK);
}

static int bench(const char *name, cr_scene *scene) {
    static double best[BLOCKS];
    double raw = 0.0;
    if (run(name, scene, STEPPED, best, &raw)) return 1;
    double stepped = best[blocks / 2];
    for (treatment how = LEFT_ALONE; how <= STEERED; how++) {
        raw = 0.0;
        if (run(name, scene, how, best, &raw)) return 1;
        tell(name, how, best, stepped, raw);
    }
    return 0;
}

static int bench_scene(const char *name, const char *text, size_t length) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_error error;
    cr_status status = text ? cr_scene_parse(name, text, length, NULL, 0, arena, &scene, &error)
                            : cr_scene_load(name, NULL, 0, arena, &scene, &error);
    if (status != CR_OK) fprintf(stderr, "%s: %s\n", error.place, error.reason);
    int failed = status != CR_OK || bench(name, scene);
    cr_arena_free(arena);
    return failed;
}

int main(int count, char **arguments) {
    int failed = 0, first = 1;
    if (count > 2 && strcmp(arguments[1], "-n") == 0) {
        blocks = atoi(arguments[2]);
        runs = 1;
        first = 3;
    }
    if (blocks < 1 || blocks > BLOCKS) return fprintf(stderr, "bench_rt: -n takes 1 to %d\n", BLOCKS), 2;
    for (int i = first; i < count; i++) failed |= bench_scene(arguments[i], NULL, 0);
    if (count > first) return failed;
    const char *modal = modal_text();
    failed |= bench_scene("string on barrier", string_on_barrier, sizeof string_on_barrier - 1);
    failed |= bench_scene("bowed tromba", tromba, sizeof tromba - 1);
    failed |= bench_scene("mass on 60 modes", modal, strlen(modal));
    return failed;
}
