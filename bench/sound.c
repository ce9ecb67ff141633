// Speed of the modes of a sounder: mode-samples per second, with damping by contact that changes in every
// block and without, weights that move and that stand still; beside the direct form of a resonator, mode by
// mode and not vectorised, whose coefficients go on from sample to sample too. One core, CPU time, best of
// several interleaved rounds. Then the whole pass: three balls on a plate, heard by two microphones, with as
// many modes as the scenes of S3's Table 2, whose eight cores are told beside; S3 has neither clicks nor
// roughness. On one core by its CPU time, and on two by the clock.
#include "bench.h"

#include "apps/carom/simulate/workers.h"
#include "passing.h"
#include "plain_modes.h"
#include "sound/sounder.h"
#include "sounding.h"

enum { ROUNDS = 15, SIZES = 4, BLOCKS_WORTH = 4000000 };
static const int sizes[SIZES] = {32, 128, 512, 2048};

typedef struct job {
    const char *name;
    cr_bank_precision precision;
    bool damped, moving;
} job;

static const job jobs[] = {
    {"float varying damping", CR_BANK_FLOAT, true, false},
    {"float varying damping moving ear", CR_BANK_FLOAT, true, true},
    {"float", CR_BANK_FLOAT, false, false},
    {"float moving ear", CR_BANK_FLOAT, false, true},
    {"double varying damping", CR_BANK_DOUBLE, true, false},
    {"double", CR_BANK_DOUBLE, false, false},
};
enum { JOBS = sizeof jobs / sizeof *jobs };

static sounding_ear ear;

static cr_sounder *make(cr_arena *arena, const job *j, int count) {
    cr_modes *modes = cr_arena_take(arena, 1, sizeof *modes);
    *modes = sounding_modes(count, 100, 15000, 1, 1, arena);
    cr_sounder_def def = cr_sounder_def_default();
    def.modes = modes;
    def.precision = j->precision;
    def.steps = def.pulses = 1;
    cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
    if (!sounder) exit(1);
    for (int k = 0; j->damped && k < 4; k++) // another cubic for each mode; it does not matter which
        for (int i = 0; i < count; i++)
            sounder->lanes.extra[k][i] = (1 + i % 7) / (double[]){1, 64, 4096, 3e5}[k];
    sounder->lanes.varying = j->damped;
    for (int i = 0; i < count; i++) sounder->lanes.x[i] = 1e3;
    return sounder;
}

// What a block costs without events.
static double run(cr_sounder *sounder, const job *j, int modes) {
    static double out[CR_SOUND_BLOCK];
    int blocks = BLOCKS_WORTH / (CR_SOUND_BLOCK * modes) + 1;
    sounding_weigh(&ear, 1, 0.5, j->moving ? 0.9 : 1, 0.5);
    double start = bench_now();
    for (int i = 0; i < blocks; i++) {
        sounder->kernel->hear(&sounder->lanes, &ear.weights, !j->moving, 0, CR_SOUND_BLOCK, out);
        sounder->kernel->advance(&sounder->lanes, 0, CR_SOUND_BLOCK);
    }
    return (double)blocks * CR_SOUND_BLOCK * modes / (bench_now() - start);
}

#if defined(__GNUC__) && !defined(__clang__)
#define SCALAR __attribute__((noinline, optimize("no-tree-vectorize")))
#else
#define SCALAR
#endif

// y = a1 y1 - a2 y2 + b f, out += g y; a1 and a2 go on by a step per sample.
typedef struct direct {
    float a1, a2, step1, step2, y1, y2, gain;
} direct;

SCALAR static double run_direct(direct *mode, int modes) {
    static float out[CR_SOUND_BLOCK];
    int blocks = BLOCKS_WORTH / (8 * CR_SOUND_BLOCK * modes) + 1;
    double start = bench_now();
    for (int b = 0; b < blocks; b++)
        for (int j = 0; j < modes; j++) {
            direct m = mode[j];
            for (int i = 0; i < CR_SOUND_BLOCK; i++) {
                float y = m.a1 * m.y1 - m.a2 * m.y2;
                m.a1 += m.step1;
                m.a2 += m.step2;
                m.y2 = m.y1;
                m.y1 = y;
                out[i] += m.gain * y;
            }
            mode[j].y1 = m.y1;
            mode[j].y2 = m.y2;
        }
    return (double)blocks * CR_SOUND_BLOCK * modes / (bench_now() - start);
}

// Redistribution of the impulses of so many contacts on a shallow bowl, carried by three of them, from
// nothing or from a step before that was spread alike.
static double spread_ms(cr_arena *arena, int count, bool again) {
    cr_redistribution *scratch = cr_redistribution_new(count, arena, NULL);
    cr_spread_contact *start = cr_arena_take(arena, (size_t)count, sizeof *start);
    cr_spread_contact *c = cr_arena_take(arena, (size_t)count, sizeof *c);
    if (!scratch || !start || !c) exit(1);
    for (int k = 0; k < count; k++) {
        double a = 2.4 * k, r = 0.1 * sqrt((k + 0.5) / count), x = r * cos(a), y = r * sin(a);
        start[k] = (cr_spread_contact){.at = {x, y, x * x + y * y},
                                       .normal = cr_vec_unit(cr_vec_make(-2 * x, -2 * y, 1), (cr_vec){0}),
                                       .friction = 0.4};
        if (k % (count / 3) == count / 6) {
            start[k].pressed = 0.4;
            start[k].rubbed = cr_vec_cross(start[k].normal, cr_vec_make(0.1, 0, 0));
        }
    }
    for (int k = 0; k < count; k++) c[k] = start[k];
    if (!cr_redistribute(scratch, c, count)) exit(1);
    for (int k = 0; again && k < count; k++) {
        start[k].before = 0.9 * c[k].pressed;
        start[k].rubbed_before = cr_vec_scale(0.8, c[k].rubbed);
    }
    double best = 1e9;
    for (int round = 0; round < 200; round++) {
        for (int k = 0; k < count; k++) c[k] = start[k];
        double begin = bench_now();
        if (!cr_redistribute(scratch, c, count)) exit(1);
        bench_keep_least(&best, bench_now() - begin);
    }
    return 1e3 * best;
}

// S3's Table 2: modes, length of the sound and time to make it on eight cores [s]; the bodies that we part
// the modes among.
typedef struct paper_scene {
    const char *name;
    int modes, bodies;
    double length, seconds;
} paper_scene;
static const paper_scene paper[] = {{"fork", 30, 1, 2.0, 4.3},       {"mug", 64, 1, 3.0, 5.3},
                                    {"ruler", 305, 1, 2.0, 7.2},     {"pipes", 842, 4, 12.2, 15.7},
                                    {"table", 1005, 6, 2.2, 22.2},   {"cart", 2060, 4, 4.0, 14.2},
                                    {"tracks", 3822, 12, 35.0, 32.4}};
enum { PLATES = 12, BALLS = 3 };

static const double pass_length = 4.0; // s

// Three balls bounce and roll over a row of plates.
static world_rig drop_balls(cr_record_memory *r) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    const cr_setting plate[] = {{"x", 1.5}, {"y", 0.3}, {"z", 2e-3}, {0}}, ball[] = {{"radius", 0.008}, {0}};
    for (int i = 0; i < PLATES; i++) {
        char name[20];
        cr_body_def board = body_at(0, 0.31 * i, -1e-3);
        snprintf(name, sizeof name, "plate%d", i);
        board.fixed = true;
        world_add(&rig, name, "box", plate, board);
    }
    for (int i = 0; i < BALLS; i++) {
        cr_body_def marble = body_at(-0.5, 0.31 * i + 0.02, 0.03 + 0.02 * i);
        marble.velocity = (cr_vec){0.2, 0.05, 0};
        marble.restitution = 0.7;
        world_add(&rig, (const char *[]){"one", "two", "three"}[i], "sphere", ball, marble);
    }
    world_start(&rig);
    passing_record(&rig, r, pass_length);
    return rig;
}

// Mode-samples per second of the whole pass; workers: by the clock, NULL: of one core.
static double pass_speed(world_rig *rig, cr_record_memory *r, const cr_modes *all, const paper_scene *p,
                         bool bare, const cr_world_workers *workers) {
    static passing heard;
    cr_modes modes = *all;
    cr_body_def defs[PLATES + BALLS];
    cr_sound_body body[PLATES + BALLS];
    modes.count = p->modes / p->bodies;
    for (int i = 0; i < PLATES + BALLS; i++) {
        defs[i] = cr_body_def_default();
        defs[i].fixed = i < PLATES;
        if (i < p->bodies) defs[i].modes = &modes;
        body[i] = (cr_sound_body){.def = &defs[i], .damped = true, .mute = i >= p->bodies && i < PLATES};
    }
    cr_ear ears[2] = {{.side = -1}, {.at = {0, 0.2, 0}, .side = -1}};
    const cr_scene_listener pair = {.kind = CR_LISTENER_ARRAY,
                                    .ears = ears,
                                    .ear_count = 2,
                                    .body = -1,
                                    .pose = {{0, -1, 0.5}, cr_quat_none}};
    cr_scene_sound sound = passing_bare();
    sound.damping = CR_CONTACT_DAMPING_S3;
    sound.contact_time = sound.clicks = sound.texture = !bare;
    double best = HUGE_VAL;
    for (int round = 0; round < 3; round++) {
        const clockid_t clock = workers ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
        double start = bench_clock(clock);
        passing_listen_with(rig, r, body, &sound, &pair, pass_length, workers, &heard);
        bench_keep_least(&best, bench_clock(clock) - start);
    }
    return p->modes * pass_length * PASSING_RATE / best;
}

static void passes(cr_arena *arena) {
    cr_record_memory r = {0};
    world_rig rig = drop_balls(&r);
    cr_workers *pool = cr_workers_new(2, arena, &rig.error);
    if (!pool) exit(1);
    const cr_world_workers workers = cr_workers_of(pool);
    const cr_modes all = guided_modes(1.5, 0.3, 2e-3, 20000, 1e-3, (const int[]){24, 6}, arena);
    for (size_t i = 0; i < sizeof paper / sizeof *paper; i++) {
        const paper_scene *p = &paper[i];
        double theirs = p->modes * p->length * 44100 / p->seconds;
        if (p->modes / p->bodies > all.count) exit(1);
        for (int k = 0; k < 4; k++) {
            bool bare = k % 2, two = k / 2;
            double speed = pass_speed(&rig, &r, &all, p, bare, two ? &workers : NULL);
            char name[80], figure[40];
            snprintf(name, sizeof name, "whole pass%s%s", bare ? " without clicks and roughness" : "",
                     two ? " on two threads" : "");
            snprintf(figure, sizeof figure, "%d modes of %d bodies", p->modes, p->bodies);
            bench_figure(name, figure, "1e9 mode-samples per second", 1e-9 * speed);
            bench_figure(name, figure, "times S3 per mode-sample", speed / theirs);
        }
    }
    cr_workers_end(pool);
    world_end(&rig);
    cr_record_memory_free(&r);
}

int main(void) {
    static double best[JOBS][SIZES], scalar[SIZES];
    static direct modes[2048];
    cr_sounder *sounders[JOBS][SIZES];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (int j = 0; j < 2048; j++) {
        double w = 2 * cr_pi * (100 + 7.0 * j) / 44100;
        modes[j] = (direct){(float)(2 * cos(w)), 1.0f, 0, 0, 1, 0, 1};
    }
    for (int j = 0; j < JOBS; j++)
        for (int s = 0; s < SIZES; s++) sounders[j][s] = make(arena, &jobs[j], sizes[s]);
    for (int round = 0; round < ROUNDS; round++)
        for (int s = 0; s < SIZES; s++) {
            for (int j = 0; j < JOBS; j++) {
                double rate = run(sounders[j][s], &jobs[j], sizes[s]);
                if (rate > best[j][s]) best[j][s] = rate;
            }
            double rate = run_direct(modes, sizes[s]);
            if (rate > scalar[s]) scalar[s] = rate;
        }
    for (int s = 0; s < SIZES; s++) {
        char figure[40];
        snprintf(figure, sizeof figure, "%d modes", sizes[s]);
        for (int j = 0; j < JOBS; j++) {
            bench_figure(jobs[j].name, figure, "1e9 mode-samples per second", 1e-9 * best[j][s]);
            bench_figure(jobs[j].name, figure, "times the scalar direct form", best[j][s] / scalar[s]);
        }
        bench_figure("scalar direct form", figure, "1e9 mode-samples per second", 1e-9 * scalar[s]);
    }
    for (int count = 20; count <= 500; count *= 5) {
        char figure[40];
        snprintf(figure, sizeof figure, "%d contacts", count);
        bench_figure("redistribution", figure, "ms", spread_ms(arena, count, false));
        bench_figure("redistribution again", figure, "ms", spread_ms(arena, count, true));
    }
    passes(arena);
    cr_arena_free(arena);
    return 0;
}
