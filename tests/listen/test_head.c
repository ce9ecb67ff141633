// A head heard from all sides: mirrored, delayed as measured, and without clicks while the source goes round.
#include "base/fourier.h"
#include "carom/listen.h"
#include "io/hrtf/hrtf.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const double rate = 44100.0;
static cr_arena *arena;
static cr_head *head;

static cr_vec from_azimuth(double degrees, double up) {
    double a = degrees * cr_pi / 180;
    return cr_vec_make(cos(a), sin(a), up);
}

static double difference(const double *a, const double *b) {
    double sum = 0, all = 0;
    for (int i = 0; i < CR_HEAD_TAPS; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
        all += a[i] * a[i];
    }
    return sqrt(sum / all);
}

// The dummy was measured on one side: what the left ear hears from the left the right hears from the right.
static void test_mirror(void) {
    double taps = 0, delay = 0;
    for (double up = -2; up <= 2; up += 0.25)
        for (double a = 0; a < 360; a += 3.7) {
            cr_head_filter one, other;
            cr_head_at(head, from_azimuth(a, up), &one);
            cr_head_at(head, from_azimuth(-a, up), &other);
            taps = fmax(taps, difference(one.tap[0], other.tap[1]));
            delay = fmax(delay, fabs(one.delay[0] - other.delay[1]));
        }
    printf("mirrored: taps %.2g, delay %.2g samples\n", taps, delay);
    CHECK(taps <= 1e-6, "%g", taps);
    CHECK(delay <= 1e-6, "%g samples", delay);
}

// The energy of a click from ahead is that of the measured response, 0.996 at the scale of the file, which is
// brought to a loudness of its own (1.1166); 128 of 512 samples hold all but a few per cent.
static void test_level(void) {
    cr_head_filter filter;
    cr_head_at(head, from_azimuth(0, 0), &filter);
    double energy = 0;
    for (int i = 0; i < CR_HEAD_TAPS; i++) energy += filter.tap[0][i] * filter.tap[0][i];
    printf("energy of a click from ahead: %.4f\n", energy);
    CHECK_REL(energy, 0.996065 * 1.11659 * 1.11659, 0.02);
}

// When an ear hears a click: where its response first passes a tenth of its peak, between samples.
static double onset(const cr_head_filter *filter, int side) {
    double peak = 0;
    const double *tap = filter->tap[side];
    for (int i = 0; i < CR_HEAD_TAPS; i++) peak = fmax(peak, fabs(tap[i]));
    int i = 0;
    while (fabs(tap[i]) < 0.1 * peak) i++;
    double before = i > 0 ? fabs(tap[i - 1]) : 0;
    return filter->delay[side] + i - (fabs(tap[i]) - 0.1 * peak) / (fabs(tap[i]) - before);
}

static void test_delays(void) {
    const double azimuth[] = {0, 30, 60, 90}, expected[] = {0, 0.25, 0.48, 0.68}; // ms
    for (int i = 0; i < 4; i++) {
        cr_head_filter filter;
        cr_head_at(head, from_azimuth(azimuth[i], 0), &filter);
        double between = (onset(&filter, 1) - onset(&filter, 0)) / rate * 1e3;
        printf("%g degrees: %.3f ms between the ears\n", azimuth[i], between);
        CHECK_NEAR(between, expected[i], 0.03);
    }
}

enum { LENGTH = 32768, BLOCK = 64 };

// A tone that goes round the head, as the left ear hears it.
static void circle(double frequency, double degrees_per_second, double *out) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_heard_def def = cr_heard_def_default();
    cr_heard *heard = cr_heard_new(arena, &def, NULL);
    cr_travel *travel = cr_travel_new(arena, NULL);
    cr_fade_filter fade = {0};
    cr_head_filter filter;
    double emitted[BLOCK], filtered[BLOCK], far = 200;
    cr_travel_begin(travel, far);
    for (int n = 0, taken = 0; taken < LENGTH; n += BLOCK) {
        double now = n + BLOCK - CR_TRAVEL_LAG;
        cr_head_at(head, from_azimuth(degrees_per_second * now / rate, 0), &filter);
        for (int i = 0; i < BLOCK; i++) emitted[i] = sin(2 * cr_pi * frequency * (n + i) / rate);
        cr_fade_filter_run(&fade, filter.tap[0], emitted, filtered, BLOCK);
        cr_travel_push(travel, filtered, BLOCK, now + far + filter.delay[0], heard);
        if (n < 2 * LENGTH / 8) continue; // until the tone has arrived
        cr_heard_take(heard, out + taken, BLOCK);
        taken += BLOCK;
    }
    cr_arena_rewind(arena, mark);
}

// Energy more than 200 Hz off the tone, under a window whose side lobes are below -150 dB there.
static double off_tone(double frequency, const double *out) {
    static double z[2 * LENGTH];
    cr_fourier fourier;
    cr_arena_mark mark = cr_arena_here(arena);
    double all = 0, off = 0;
    CHECK(cr_fourier_plan(&fourier, LENGTH, arena, NULL) == CR_OK, "memory");
    for (int n = 0; n < LENGTH; n++) {
        double c = sin(cr_pi * (n + 0.5) / LENGTH);
        z[2 * n] = out[n] * pow(c, 12);
        z[2 * n + 1] = 0;
    }
    cr_fourier_forward(&fourier, z);
    for (int k = 0; k <= LENGTH / 2; k++) {
        double power = z[2 * k] * z[2 * k] + z[2 * k + 1] * z[2 * k + 1];
        all += power;
        if (fabs(k * rate / LENGTH - frequency) > 200) off += power;
    }
    cr_arena_rewind(arena, mark);
    return 10 * log10(off / all);
}

// Below -90 dB nothing is heard as a click.
static void test_clicks(void) {
    static double out[LENGTH];
    const double frequency[] = {1000, 4000, 10000};
    for (int i = 0; i < 3; i++) {
        circle(frequency[i], 90, out);
        double level = off_tone(frequency[i], out);
        printf("%g Hz round the head in 4 s: %.1f dB beside the tone\n", frequency[i], level);
        CHECK(level <= -90, "%g Hz: %g dB", frequency[i], level);
    }
}

// The frame of a listener: x along its view, z up.
static void test_turn(void) {
    for (double a = -170; a <= 180; a += 35)
        for (double up = -3; up <= 3; up += 0.5) {
            cr_vec facing = from_azimuth(a, up), z = cr_vec_make(0, 0, 1);
            cr_quat turn = cr_listener_turn(facing, z);
            cr_vec x = cr_quat_turn(turn, cr_vec_make(1, 0, 0)),
                   left = cr_quat_turn(turn, cr_vec_make(0, 1, 0));
            CHECK_NEAR(cr_vec_dot(x, facing) / cr_vec_length(facing), 1, 1e-14);
            CHECK_NEAR(left.z, 0, 1e-14);
            CHECK(cr_quat_turn(turn, z).z > 0, "upside down at %g degrees", a);
        }
}

// Two cardioids hear what comes from behind each of them not at all, and both the same of what is ahead.
static void test_pair(void) {
    cr_ear ear[2];
    CHECK(cr_listener_ears(CR_LISTENER_STEREO, ear) == 2, "a pair");
    CHECK_NEAR(cr_ear_gain(&ear[0], cr_vec_make(1, 0, 0)), cr_ear_gain(&ear[1], cr_vec_make(1, 0, 0)), 0);
    CHECK_NEAR(cr_ear_gain(&ear[0], cr_vec_scale(-1, ear[0].facing)), 0, 1e-15);
    CHECK_NEAR(cr_ear_gain(&ear[1], ear[1].facing), 1, 1e-15);
}

static void test_refusals(void) {
    const char *const bad = "not.sofa";
    cr_head *none = NULL;
    cr_error error = {0};
    FILE *file = fopen(bad, "w");
    if (file) {
        fputs("this is no SOFA file\n", file);
        fclose(file);
    }
    CHECK(cr_hrtf_load(bad, rate, arena, &none, &error) == CR_ERR_INPUT && !none, "%s", error.reason);
    CHECK(cr_hrtf_load("there-is-none.sofa", rate, arena, &none, &error) != CR_OK, "%s", error.reason);
    remove(bad);
}

int main(void) {
    test_turn();
    test_pair();
    cr_error error = {0};
    arena = cr_arena_new(cr_allocator_default());
    CHECK(cr_hrtf_load(NULL, rate, arena, &head, &error) == CR_OK, "%s: %s", error.place, error.reason);
    test_refusals();
    if (head) {
        test_mirror();
        test_level();
        test_delays();
        test_clicks();
    }
    cr_arena_free(arena);
    return test_summary();
}
