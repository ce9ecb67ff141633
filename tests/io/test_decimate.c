// Decimation against signals that are known: tones within the band and beyond it, and the ends of the sound.
#include "io/render/decimate.h"
#include "test.h"

#include <stdlib.h>

enum { OUT = 600, RATIO_MOST = 64, BLOCK = 37 };

static const double pi = 3.14159265358979323846;

typedef double signal(double t, double f); // t in output frames, f in cycles per output frame

static double tone(double t, double f) {
    return sin(2 * pi * f * t);
}

static double rest_then_swing(double t, double f) {
    return 3.0 - cos(2 * pi * f * t);
}

static double line(double t, double f) {
    return 2.0 + f * t;
}

// Output frames 0 to OUT - 1 of two channels, the second upside down; input frame k stands at (k + 1) /
// ratio, as a simulation that tells of itself after every step.
static void decimate(int ratio, signal *of, double f, double *out) {
    double in[2 * BLOCK], made[2 * (BLOCK + 1)];
    cr_decimate *d = cr_decimate_new(2, ratio, NULL);
    long long length = (long long)OUT * ratio + cr_decimate_delay(d);
    int count = 0;
    for (long long k = 0; k < length; k += BLOCK) {
        int frames = length - k < BLOCK ? (int)(length - k) : BLOCK;
        for (int i = 0; i < frames; i++) {
            in[2 * i] = of((double)(k + i + 1) / ratio, f);
            in[2 * i + 1] = -in[2 * i];
        }
        int more = cr_decimate_run(d, in, frames, made);
        CHECK(more <= frames / ratio + 1, "%d of %d", more, frames);
        for (int i = 0; i < more && count + i < OUT; i++) {
            out[count + i] = made[2 * i];
            CHECK(made[2 * i + 1] == -made[2 * i], "channels mix");
        }
        count += more;
    }
    CHECK(count == OUT, "ratio %d: %d of %d frames", ratio, count, OUT);
    cr_decimate_free(d);
}

static double greatest_error(const double *out, signal *expected, double f, int from, int to) {
    double worst = 0.0;
    for (int i = from; i < to; i++) worst = fmax(worst, fabs(out[i] - (expected ? expected(i + 1, f) : 0.0)));
    return worst;
}

// What rests or moves uniformly is right at every frame, the first and the last among them. The taps add up
// to 1 within rounding, times the reach of the line.
static void test_ends(int ratio) {
    double out[OUT];
    decimate(ratio, line, 0.0, out);
    CHECK(greatest_error(out, line, 0.0, 0, OUT) < 1e-14 * OUT, "rest: %g",
          greatest_error(out, line, 0.0, 0, OUT));
    decimate(ratio, line, 0.25, out);
    CHECK(greatest_error(out, line, 0.25, 0, OUT) < 1e-13 * OUT, "line: %g",
          greatest_error(out, line, 0.25, 0, OUT));
}

// A swing from rest: its curvature a = (2 pi f)^2 changes its sign where the input is mirrored, and what the
// filter makes of that is 0.02 a at the first frame: neither its value nor its slope is off.
static void test_swing(int ratio) {
    const double f = 0.01, curvature = 4 * pi * pi * f * f;
    double out[OUT];
    decimate(ratio, rest_then_swing, f, out);
    double error = greatest_error(out, rest_then_swing, f, 0, OUT);
    CHECK(error < 0.025 * curvature, "ratio %d: %g", ratio, error);
    CHECK(greatest_error(out, rest_then_swing, f, OUT / 2, OUT) < 2e-6, "the end");
}

// Tones up to 0.913 of half the rate come through, from half the rate on they do not: 1e-6 and 130 dB.
static void test_band(int ratio) {
    static const double within[] = {0.02, 0.25, 0.4, 0.456},
                        beyond[] = {0.5001, 0.53, 0.75, 1.0, 1.01, 1.5, 7.0};
    double out[OUT];
    for (size_t i = 0; i < sizeof within / sizeof *within; i++) {
        decimate(ratio, tone, within[i], out);
        double error = greatest_error(out, tone, within[i], 250, OUT);
        CHECK(error < 1e-6, "ratio %d: a tone at %g is off by %g", ratio, within[i], error);
    }
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond && beyond[i] < ratio / 2.0; i++) {
        decimate(ratio, tone, beyond[i], out);
        double left = greatest_error(out, NULL, 0.0, 250, OUT);
        CHECK(left < 3.2e-7, "ratio %d: a tone at %g leaves %g", ratio, beyond[i], left);
    }
}

int main(void) {
    static const int ratios[] = {2, 3, 4, 6, 8, 9, 16, 25, 35, 61, 64};
    for (int ratio = 1; ratio <= RATIO_MOST; ratio++) test_ends(ratio);
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
        test_swing(ratios[i]);
        test_band(ratios[i]);
    }
    return test_summary();
}
