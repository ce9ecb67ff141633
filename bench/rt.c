// The real-time engine in blocks of 64 frames. Three networks at 44.1 kHz: median, 99.9 % and worst time of a
// block, and worst over median. The same sequence runs several times and each block counts with its least
// time, so that what other programs do does not count; the raw worst of all runs is shown beside it. What can
// fly at a stroke while nothing touches is cheap most of the time; what must be budgeted for it is a block
// that is stepped frame by frame, as every block is that an event divides. "Repeated" is each block again and
// again from the same state, its code and data in the caches: the rest is what a block finds there.
// Then every scene that is given, at 48 kHz with the steps that it asks for: what share of a core it takes,
// on average and in its worst block. Then voices in floats beside voices in doubles.
//   bench_rt [SCENE...]
//   bench_rt -n BLOCKS SCENE...    the scenes as the networks, one run of so many blocks each, for counting
//                                  instructions
#include "carom/rt.h"
#include "bench.h"
#include "carom/scene.h"
#include "rt/rt_internal.h"

#include <string.h>

enum { BLOCKS = 4000, RUNS = 10, REPEATS = 5, PASSES = 4, MODES = 60, STEPS_MOST = 16, CHANNELS_MOST = 64 };
static int blocks = BLOCKS, runs = RUNS;
static double out[CR_RT_CHUNK * STEPS_MOST * CHANNELS_MOST];

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

// So many modes up to 15 kHz, struck by a mass.
static const char *modal_text(int modes) {
    static char text[32768];
    int at = snprintf(text, sizeof text,
                      "carom: 1\nelements:\n  hammer: {type: mass, mass: 2e-3}\n  bar:\n    type: modal\n"
                      "    frequencies: [200");
    for (int i = 1; i < modes; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, ", %d", 200 + 250 * MODES * i / modes);
    at += snprintf(text + at, sizeof text - (size_t)at, "]\n    decays: [2");
    for (int i = 1; i < modes; i++) at += snprintf(text + at, sizeof text - (size_t)at, ", %d", 2 + i);
    at += snprintf(text + at, sizeof text - (size_t)at, "]\n    shapes:\n      - [2");
    for (int i = 1; i < modes; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, ", %g", 2.0 - 4 * (i % 2));
    snprintf(text + at, sizeof text - (size_t)at,
             "]\ncontacts: {hit: {a: hammer, b: bar@0, law: hunt-crossley, k: 1e7}}\n"
             "excitations: {go: {type: throw, element: hammer, velocity: 1}}\n"
             "pickups: {out: {at: bar@0, quantity: velocity}}\n");
    return text;
}

static const char membrane[] = "carom: 1\n"
                               "elements:\n"
                               "  hammer: {type: mass, mass: 2e-3}\n"
                               "  head: {type: membrane, width: 0.33, height: 0.33, f0: 190}\n"
                               "contacts: {hit: {a: hammer, b: head@0.47 0.55, law: hunt-crossley, k: 1e7}}\n"
                               "excitations: {go: {type: throw, element: hammer, velocity: 1}}\n"
                               "pickups: {out: {at: head@0.31 0.36, quantity: velocity}}\n";

// A scene that plays in blocks of CR_RT_CHUNK frames of `rate`, in `steps` steps each.
typedef struct player {
    const char *name;
    const cr_scene *scene;
    double rate;
    int steps, channels;
    cr_precision precision; // of voices
} player;

static cr_status build(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    const player *p = context;
    (void)voice;
    cr_status status = cr_scene_build(p->scene, p->rate * p->steps, arena, sim, NULL, error);
    if (status != CR_OK || p->precision == CR_DOUBLE) return status;
    cr_network_set_precision(cr_sim_network(*sim), p->precision);
    return cr_sim_prepare(*sim, error);
}

// An engine with one voice that plays and never falls silent.
static cr_rt *start(player *p) {
    cr_rt_def def = cr_rt_def_default();
    cr_error error;
    cr_rt *e;
    def.rate = p->rate * p->steps;
    def.channels = p->channels;
    def.build = build;
    def.context = p;
    def.silence_time = 1e9;
    if (cr_rt_new(&def, &e, &error) != CR_OK) {
        fprintf(stderr, "%s: %s: %s\n", p->name, error.place, error.reason);
        return NULL;
    }
    cr_rt_push(cr_rt_port_at(e, 0), &(cr_rt_event){.kind = CR_RT_TRIGGER, .value = 1.0});
    return e;
}

// Time of one block.
static double process(cr_rt *e, const player *p) {
    double start = bench_now();
    cr_rt_process(e, CR_RT_CHUNK * p->steps, out);
    return bench_now() - start;
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

// Least time of each block into `best`; the worst of all into *raw. Status.
static int run(player *p, treatment how, double *best, double *raw) {
    *raw = 0.0;
    for (int i = 0; i < blocks; i++) best[i] = 1e9;
    for (int run = 0; run < runs; run++) {
        cr_rt *e = start(p);
        if (!e) return 1;
        for (int i = 0; i < blocks; i++) {
            treat(e, how, i);
            double took = process(e, p);
            bench_keep_least(&best[i], took);
            if (took > *raw) *raw = took;
        }
        cr_rt_free(e);
    }
    return 0;
}

// The same, each block REPEATS times from the same state.
static int repeat(player *p, treatment how, double *best) {
    cr_rt *e = start(p);
    if (!e) return 1;
    cr_arena *voice = e->voices[0].arena;
    void *engine_before = malloc(cr_arena_size(e->arena)), *voice_before = malloc(cr_arena_size(voice));
    for (int i = 0; i < blocks; i++) {
        treat(e, how, i);
        cr_arena_save(e->arena, engine_before);
        cr_arena_save(voice, voice_before);
        bench_keep_least(&best[i], process(e, p));
        for (int k = 1; k < REPEATS; k++) {
            cr_arena_restore(e->arena, engine_before);
            cr_arena_restore(voice, voice_before);
            bench_keep_least(&best[i], process(e, p));
        }
    }
    free(engine_before);
    free(voice_before);
    cr_rt_free(e);
    return 0;
}

static void sort(double *times) {
    qsort(times, (size_t)blocks, sizeof *times, bench_ascending);
}

static void tell(const char *row, const player *p, const double *best, double stepped) {
    double median = best[blocks / 2], high = best[(int)(0.999 * blocks)], worst = best[blocks - 1];
    bench_figure(row, "median", "us", 1e6 * median);
    bench_figure(row, "99.9 %", "us", 1e6 * high);
    bench_figure(row, "worst", "us", 1e6 * worst);
    bench_figure(row, "worst over median", "", worst / median);
    bench_figure(row, "worst over median stepped", "", worst / stepped);
    bench_figure(row, "one core", "%", 100 * median * p->rate / CR_RT_CHUNK);
    bench_figure(row, "one core; worst", "%", 100 * worst * p->rate / CR_RT_CHUNK);
}

static int bench_blocks(player *p) {
    static double best[BLOCKS], again[BLOCKS];
    double raw, stepped = 0.0, stepped_again = 0.0;
    for (int k = 0; k < 3; k++) {
        treatment how = (treatment[]){STEPPED, LEFT_ALONE, STEERED}[k];
        if (run(p, how, best, &raw)) return 1;
        for (int i = 0; i < blocks; i++) again[i] = 1e9;
        for (int pass = 0; runs > 1 && pass < PASSES; pass++)
            if (repeat(p, how, again)) return 1;
        sort(best);
        sort(again);
        if (how == STEPPED) {
            stepped = best[blocks / 2];
            stepped_again = again[blocks / 2];
            continue;
        }
        char row[256];
        snprintf(row, sizeof row, "%s%s", p->name, how == STEERED ? " steered" : "");
        tell(row, p, best, stepped);
        bench_figure(row, "worst of all runs", "us", 1e6 * raw);
        if (runs == 1) continue;
        snprintf(row, sizeof row, "%s%s; repeated", p->name, how == STEERED ? " steered" : "");
        tell(row, p, again, stepped_again);
    }
    return 0;
}

// Shares of a core in the first seconds.
static int bench_share(player *p) {
    static double best[BLOCKS];
    double raw, sum = 0.0;
    blocks = (int)(2.0 * p->rate / CR_RT_CHUNK);
    runs = 5;
    if (run(p, LEFT_ALONE, best, &raw)) return 1;
    sort(best);
    for (int i = 0; i < blocks; i++) sum += best[i];
    bench_figure(p->name, "one core at 48 kHz; mean", "%", 100 * sum / blocks * p->rate / CR_RT_CHUNK);
    bench_figure(p->name, "one core at 48 kHz; worst", "%", 100 * best[blocks - 1] * p->rate / CR_RT_CHUNK);
    bench_figure(p->name, "worst over median", "", best[blocks - 1] / best[blocks / 2]);
    return 0;
}

// Median time of a block in doubles and in floats, in turns.
static int bench_floats(player *p) {
    static double best[2][BLOCKS];
    static const treatment ways[] = {LEFT_ALONE, STEPPED};
    player pair[2] = {*p, *p};
    double raw;
    blocks = 400;
    for (int w = 0; w < 2; w++) {
        pair[1].precision = CR_FLOAT;
        for (int i = 0; i < 2; i++) {
            if (run(&pair[i], ways[w], best[i], &raw)) return 1;
            sort(best[i]);
        }
        bool flies = ways[w] == LEFT_ALONE;
        bench_figure(p->name, flies ? "doubles; left alone" : "doubles; stepped", "us",
                     1e6 * best[0][blocks / 2]);
        bench_figure(p->name, flies ? "floats over doubles; left alone" : "floats over doubles; stepped", "",
                     best[1][blocks / 2] / best[0][blocks / 2]);
    }
    return 0;
}

// Steps and channels as the scene asks for them.
static cr_status plan(player *p, cr_error *error) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_sim *sim;
    p->steps = cr_scene_output_of(p->scene)->oversample;
    cr_status status = cr_scene_build_steps(p->scene, p->rate, &p->steps, arena, &sim, NULL, error);
    if (status == CR_OK) p->channels = cr_sim_channels(sim);
    if (status == CR_OK && p->steps > STEPS_MOST)
        status = cr_fail(error, CR_ERR_RANGE, "steps", "%d per frame", p->steps);
    cr_arena_free(arena);
    return status;
}

// `text` NULL: the file of that name.
static int with_scene(const char *name, const char *text, double rate, int (*bench)(player *)) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene = NULL;
    cr_error error;
    cr_status status = text ? cr_scene_parse(name, text, strlen(text), NULL, 0, arena, &scene, &error)
                            : cr_scene_load(name, NULL, 0, arena, &scene, &error);
    player p = {.name = name, .scene = scene, .rate = rate};
    if (status == CR_OK) p.precision = cr_scene_output_of(scene)->precision;
    if (status == CR_OK) status = plan(&p, &error);
    if (status != CR_OK) fprintf(stderr, "%s: %s: %s\n", name, error.place, error.reason);
    int failed = status != CR_OK || bench(&p);
    cr_arena_free(arena);
    return failed;
}

static int count_blocks(int count, char **arguments) {
    int failed = 0;
    blocks = atoi(arguments[2]);
    runs = 1;
    if (blocks < 1 || blocks > BLOCKS) return fprintf(stderr, "bench_rt: -n takes 1 to %d\n", BLOCKS), 2;
    for (int i = 3; i < count; i++) failed |= with_scene(arguments[i], NULL, 44100, bench_blocks);
    return failed;
}

int main(int count, char **arguments) {
    int failed = 0;
    if (count > 2 && strcmp(arguments[1], "-n") == 0) return count_blocks(count, arguments);
    failed |= with_scene("string on barrier", string_on_barrier, 44100, bench_blocks);
    failed |= with_scene("bowed tromba", tromba, 44100, bench_blocks);
    failed |= with_scene("mass on 60 modes", modal_text(MODES), 44100, bench_blocks);
    for (int i = 1; i < count; i++) failed |= with_scene(arguments[i], NULL, 48000, bench_share);
    runs = RUNS;
    failed |= with_scene("modal object of 128 modes", modal_text(128), 44100, bench_floats);
    failed |= with_scene("modal object of 256 modes", modal_text(256), 44100, bench_floats);
    failed |= with_scene("modal object of 512 modes", modal_text(512), 44100, bench_floats);
    failed |= with_scene("membrane", membrane, 44100, bench_floats);
    return failed;
}
