// label: plain
// Redistribution in the pass, S3 (13)-(14): a slab that is rocked, and one that comes to rest. The
// solver of the preset s3 lets as few points bear load as will do and goes over from one set to another at
// once: noise. Carom's springs share the load among all points.
#include "base/fourier.h"
#include "base/numeric.h"
#include "passing.h"
#include "plain_modes.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const double length = 0.2, width = 0.12, thickness = 0.01, highest = 8000;

typedef struct slab {
    cr_world_preset preset;
    bool rocks, redistribute;
    double duration;
} slab;

// Torques of 1.1 and 1.7 per second lean it over one corner after the other, without lifting any.
static void rock(world_rig *rig, int body) {
    for (int axis = 0; axis < 2; axis++) {
        cr_load_def load = cr_load_def_default();
        load.body = body;
        load.torque = axis ? (cr_vec){0.35, 0, 0} : (cr_vec){0, 0.6, 0};
        load.shape = CR_LOAD_SINE;
        load.frequency = axis ? 1.1 : 1.7;
        load.attack = 0.3;
        CHECK(cr_world_model_load(rig->model, &load, &rig->error) >= 0, "%s", rig->error.reason);
    }
}

static world_rig make(const slab *s) {
    cr_world_def def = s->preset == CR_WORLD_CAROM ? cr_world_def_default() : cr_world_def_s3();
    def.preset = s->preset;
    def.step = 2e-4;
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", length}, {"y", width}, {"z", thickness}, {0}};
    cr_body_def body = body_at(0, 0, 0.5 * thickness + (s->rocks ? 0 : 2e-3));
    if (s->rocks && s->preset != CR_WORLD_CAROM) body.at.z -= 1e-6; // S3's contacts are where bodies overlap
    world_floor(&rig, cr_quat_none, 0.4);
    int index = world_add(&rig, "slab", "box", size, body);
    if (s->rocks) rock(&rig, index);
    world_start(&rig);
    return rig;
}

static cr_modes listen(const slab *s, passing *h, cr_arena *arena) {
    cr_record_memory r = {0};
    world_rig rig = make(s);
    passing_record(&rig, &r, s->duration);
    const cr_modes modes =
        guided_modes(length, width, thickness, highest, s->rocks ? 3e-4 : 5e-3, (const int[]){20, 12}, arena);
    cr_body_def floor = cr_body_def_default(), def = floor;
    def.modes = &modes;
    const cr_sound_body body[2] = {{.def = &floor}, {.def = &def, .damped = true}};
    cr_ear ear;
    cr_scene_listener listener = passing_microphone((cr_vec){0, -1, 0.5}, &ear);
    cr_scene_sound sound = passing_bare();
    sound.redistribute = s->redistribute;
    passing_listen(&rig, &r, body, &sound, &listener, s->duration, h);
    world_end(&rig);
    cr_record_memory_free(&r);
    return modes;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The median of the spectrum between modes, 60 Hz from each at least, from 200 Hz to the highest [dB].
static double floor_between(const passing *h, double from, const cr_modes *modes, cr_arena *arena) {
    enum { SIZE = 32768 };
    static double z[2 * SIZE], power[SIZE];
    cr_fourier fourier;
    int first = (int)(from * PASSING_RATE), count = 0;
    CHECK(cr_fourier_plan(&fourier, SIZE, arena, NULL) == CR_OK && first + SIZE <= h->count, "spectrum");
    for (int n = 0; n < SIZE; n++) { // a window whose sides fall by 180 dB
        double a = 2 * cr_pi * n / SIZE,
               w = 0.35875 - 0.48829 * cos(a) + 0.14128 * cos(2 * a) - 0.01168 * cos(3 * a);
        z[2 * n] = w * h->sample[0][first + n];
        z[2 * n + 1] = 0;
    }
    cr_fourier_forward(&fourier, z);
    for (int k = 1; k < SIZE / 2; k++) {
        double f = (double)k * PASSING_RATE / SIZE, near = HUGE_VAL;
        for (int j = 0; j < modes->count; j++) near = fmin(near, fabs(modes->frequency[j] - f));
        if (f > 200 && f < highest && near > 60)
            power[count++] = cr_square(z[2 * k]) + cr_square(z[2 * k + 1]);
    }
    qsort(power, (size_t)count, sizeof *power, by_size);
    return 10 * log10(power[count / 2] + 1e-40);
}

static void rocking(void) {
    static passing h;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double level[2][2], heard[2][2];
    for (int preset = 0; preset < 2; preset++)
        for (int on = 0; on < 2; on++) {
            slab s = {.preset = preset ? CR_WORLD_S3 : CR_WORLD_CAROM,
                      .rocks = true,
                      .redistribute = on,
                      .duration = 1.6};
            cr_modes modes = listen(&s, &h, arena);
            level[preset][on] = floor_between(&h, 0.7, &modes, arena);
            heard[preset][on] = 20 * log10(passing_rms(&h, 0, 0.7, 1.5) / 2e-5);
        }
    printf("rocking, floor between modes [dB], heard [dB SPL]: s3 %.1f %.1f, redistributed %.1f %.1f; Carom "
           "%.1f "
           "%.1f, redistributed %.1f %.1f\n",
           level[1][0], heard[1][0], level[1][1], heard[1][1], level[0][0], heard[0][0], level[0][1],
           heard[0][1]);
    // By 7 dB, to what is the motion's own: forces that change from step to step, the less, the shorter the
    // steps (with 0.05 ms it falls by 18 dB, the floor by 12). Carom's springs have nothing to redistribute.
    CHECK(heard[1][0] - heard[1][1] > 6, "by %g dB", heard[1][0] - heard[1][1]);
    CHECK(level[1][0] - level[1][1] > 6, "between modes by %g dB", level[1][0] - level[1][1]);
    CHECK_NEAR(heard[1][1], heard[0][0], 0.5);
    CHECK_NEAR(heard[0][1], heard[0][0], 0.1);
    cr_arena_free(arena);
}

static void resting(void) {
    static passing h;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (int preset = 0; preset < 2; preset++)
        for (int on = 0; on < 2; on++) {
            slab s = {.preset = preset ? CR_WORLD_S3 : CR_WORLD_CAROM, .redistribute = on, .duration = 1.2};
            listen(&s, &h, arena);
            double peak = 0, end = passing_rms(&h, 0, 1.1, 1.2);
            for (int n = 0; n < h.count; n++) peak = fmax(peak, fabs(h.sample[0][n]));
            CHECK(end < 1e-6 * peak, "%g of %g Pa", end, peak);
            printf("resting, %s%s: %.1f dB of its impact\n", preset ? "s3" : "Carom",
                   on ? ", redistributed" : "", 20 * log10(end / peak + 1e-30));
        }
    cr_arena_free(arena);
}

int main(void) {
    rocking();
    resting();
    return test_summary();
}
