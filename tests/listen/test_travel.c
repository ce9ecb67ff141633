// The way from body to ear against the closed form: a tone is heard later, and shifted when the way changes.
#include "carom/listen.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { LENGTH = 8192 };
static const double rate = 44100.0;
static cr_arena *arena;

// A tone through a way whose arrival is start + speed times the time of emission, in blocks of a length.
static void hear(double frequency, double start, double speed, int block, double *out) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_heard_def def = cr_heard_def_default();
    cr_heard *heard = cr_heard_new(arena, &def, NULL);
    cr_travel *travel = cr_travel_new(arena, NULL);
    double emitted[CR_TRAVEL_BLOCK];
    cr_travel_begin(travel, start - CR_TRAVEL_LAG * speed);
    for (int n = 0, taken = 0; taken < LENGTH; n += block) {
        for (int i = 0; i < block; i++) emitted[i] = sin(2 * cr_pi * frequency * (n + i) / rate);
        cr_travel_push(travel, emitted, block, start + speed * (n + block - CR_TRAVEL_LAG), heard);
        for (; taken + CR_TRAVEL_BLOCK <= n - CR_TRAVEL_LAG && taken < LENGTH; taken += CR_TRAVEL_BLOCK)
            cr_heard_take(heard, out + taken, CR_TRAVEL_BLOCK);
    }
    cr_arena_rewind(arena, mark);
}

// Greatest error, once the tone has arrived.
static double error_of(double frequency, double start, double speed, const double *out) {
    double worst = 0;
    for (int n = (int)start + 64; n < LENGTH; n++) {
        double exact = sin(2 * cr_pi * frequency * (n - start) / speed / rate);
        worst = fmax(worst, fabs(out[n] - exact));
    }
    return 20 * log10(worst);
}

// Linear weights between 512 places err by (w/512)^2/8, -110 dB at 10 kHz; the window's ripple is below that
// but near the end of the band, where 32 samples do not suffice.
static void test_tones(void) {
    static double out[LENGTH];
    const double frequency[] = {100, 1000, 4000, 10000, 16000, 19000},
                 bound[] = {-115, -115, -115, -110, -105, -29};
    const double start[] = {1000, 1100.25, 2000.7071}, speed[] = {1, 1 + 3.0 / 343, 1 - 30.0 / 343};
    for (int f = 0; f < 6; f++) {
        double worst = -HUGE_VAL;
        for (int s = 0; s < 9; s++) {
            hear(frequency[f], start[s % 3], speed[s / 3], 64, out);
            worst = fmax(worst, error_of(frequency[f], start[s % 3], speed[s / 3], out));
        }
        printf("%g Hz: error %.1f dB\n", frequency[f], worst);
        CHECK(worst <= bound[f], "%g Hz: %g dB, bound %g", frequency[f], worst, bound[f]);
    }
}

static void test_blocks(void) {
    static double out[LENGTH], other[LENGTH];
    const int blocks[] = {1, 16, 100, 256};
    hear(1000, 77.7, 1.01, 64, out);
    for (int i = 0; i < 4; i++) {
        double worst = 0;
        hear(1000, 77.7, 1.01, blocks[i], other);
        for (int n = 0; n < LENGTH; n++) worst = fmax(worst, fabs(out[n] - other[n]));
        // Places are rounded to 1e-12 of a sample, at a slope of 0.14 per sample.
        CHECK(worst <= 1e-12, "blocks of %d: %g", blocks[i], worst);
    }
}

// What is nearer than the last sample taken, farther than the longest way, or outruns its own sound.
static void test_bounds(void) {
    cr_heard_def def = cr_heard_def_default();
    cr_error error = {0};
    def.delay = CR_NAN;
    CHECK(!cr_heard_new(arena, &def, &error) && error.status == CR_ERR_RANGE, "%s", error.reason);
    def.delay = 100;
    cr_heard *heard = cr_heard_new(arena, &def, NULL);
    cr_travel *travel = cr_travel_new(arena, NULL);
    double emitted[64], out[64];
    for (int i = 0; i < 64; i++) emitted[i] = 1;
    cr_travel_begin(travel, 1e6);
    cr_travel_push(travel, emitted, 64, 1e6 + 64, heard);
    cr_travel_push(travel, emitted, 64, 1e6 + 32, heard);
    cr_travel_push(travel, emitted, 64, CR_NAN, heard);
    cr_travel_push(travel, emitted, 64, -1e6, heard);
    cr_travel_push(travel, emitted, 64, HUGE_VAL, heard);
    cr_travel_push(travel, emitted, 64, HUGE_VAL, heard);
    for (int b = 0; b < 100; b++) {
        cr_heard_take(heard, out, 64);
        for (int i = 0; i < 64; i++) CHECK(isfinite(out[i]) && fabs(out[i]) < 2, "%g", out[i]);
    }
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    test_tones();
    test_blocks();
    test_bounds();
    cr_arena_free(arena);
    return test_summary();
}
