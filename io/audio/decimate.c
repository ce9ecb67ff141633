#include "io/audio/decimate.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 2, LANES = 4 };

typedef struct stage {
    int ratio, half; // the filter reaches `half` frames to both sides
    int length;      // of the filter, 2 half + 1 and zeros up to a multiple of LANES
    double *tap;
    double *window; // per channel the last frames twice, so that they stand in one piece wherever they begin
    double *first;  // frame
    double *out;    // frame
    int at;         // where the coming frame goes
    int until;      // frames to take before the next one comes out
    int mirrored;   // frames before the first that are known
} stage;

struct cr_decimate {
    int channels, stages;
    stage stage[STAGES];
};

// I_0(x) = sum ((x/2)^k / k!)^2
static double bessel(double x) {
    double sum = 1.0, term = 1.0;
    for (int k = 1; term > 1e-18 * sum; k++) {
        term *= x / (2 * k) * (x / (2 * k));
        sum += term;
    }
    return sum;
}

// Kaiser's window: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function",
// 1974.
//   beta = 0.1102 (A - 8.7),  2 half = (A - 8) / (2.285 * 2 pi (stop - pass))
static const double attenuation = 140.0; // dB

static int half_length(double pass, double stop) {
    return (int)ceil((attenuation - 8.0) / (2.0 * 2.285 * 2.0 * cr_pi * (stop - pass)));
}

// A low pass between the edges `pass` and `stop`, in cycles per input frame; the sum of its taps is 1.
static void fill_taps(stage *s, double pass, double stop) {
    const double beta = 0.1102 * (attenuation - 8.7), cut = pass + stop;
    double sum = 0.0;
    for (int i = 0; i <= 2 * s->half; i++) {
        double t = i - s->half, x = t / (s->half + 1);
        double sinc = t == 0.0 ? cut : sin(cr_pi * cut * t) / (cr_pi * t);
        s->tap[i] = sinc * bessel(beta * sqrt(1.0 - x * x));
        sum += s->tap[i];
    }
    for (int i = 0; i <= 2 * s->half; i++) s->tap[i] /= sum;
}

// `after` is the ratio of the stages that follow. Up to 0.913 of half the rate of the output all is kept;
// what would come to lie below half that rate goes, the rest is left to the stages that follow.
static bool open_stage(stage *s, int channels, int ratio, int after) {
    const double whole = (double)ratio * after, pass = 0.4565 / whole, stop = (after - 0.5) / whole;
    size_t frame = (size_t)channels;
    s->ratio = ratio;
    s->half = half_length(pass, stop);
    s->length = (2 * s->half + LANES) / LANES * LANES;
    s->tap = calloc((size_t)s->length, sizeof *s->tap);
    s->window = calloc(2 * (size_t)s->length * frame, sizeof *s->window);
    s->first = calloc(frame, sizeof *s->first);
    s->out = calloc(frame, sizeof *s->out);
    if (!s->tap || !s->window || !s->first || !s->out) return false;
    fill_taps(s, pass, stop);
    s->until = s->half + ratio;
    s->mirrored = -1;
    return true;
}

static int least_factor(int number) {
    int factor = 2;
    while (number % factor) factor++;
    return factor;
}

cr_decimate *cr_decimate_new(int channels, int ratio, cr_error *error) {
    assert(channels > 0 && ratio > 0);
    cr_decimate *made = calloc(1, sizeof *made);
    bool good = made != NULL;
    if (made) made->channels = channels;
    int last = ratio > 1 ? least_factor(ratio) : 1; // the steep filter runs at the lowest rate that there is
    if (good && ratio > last) good = open_stage(&made->stage[made->stages++], channels, ratio / last, last);
    if (good && last > 1) good = open_stage(&made->stage[made->stages++], channels, last, 1);
    if (good) return made;
    cr_fail(error, CR_ERR_MEMORY, "oversample", "no memory for a decimation by %d", ratio);
    cr_decimate_free(made);
    return NULL;
}

void cr_decimate_free(cr_decimate *decimate) {
    for (int i = 0; decimate && i < decimate->stages; i++) {
        stage *s = &decimate->stage[i];
        free(s->tap);
        free(s->window);
        free(s->first);
        free(s->out);
    }
    free(decimate);
}

int cr_decimate_delay(const cr_decimate *decimate) {
    int delay = 0;
    for (int i = decimate->stages - 1; i >= 0; i--)
        delay = delay * decimate->stage[i].ratio + decimate->stage[i].half;
    return delay;
}

static void put(const stage *s, int at, int channels, const double *frame) {
    for (int c = 0; c < channels; c++) {
        double *window = s->window + 2 * (size_t)c * (size_t)s->length;
        window[at] = window[at + s->length] = frame[c];
    }
}

// What is not known yet of the frames before the first, from the one that stands as far behind it.
static void mirror(stage *s, int channels, const double *frame) {
    if (++s->mirrored == 0) memcpy(s->first, frame, (size_t)channels * sizeof *frame);
    if (s->mirrored == 0) return;
    for (int c = 0; c < channels; c++) s->out[c] = 2.0 * s->first[c] - frame[c];
    put(s, s->length - s->mirrored, channels, s->out);
}

static double sum_of(const double *tap, const double *x, int length) {
    double sum[LANES] = {0.0};
    for (int i = 0; i < length; i += LANES)
        for (int lane = 0; lane < LANES; lane++) sum[lane] += tap[i + lane] * x[i + lane];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Takes a frame; true when one came out.
static bool push(stage *s, int channels, const double *frame) {
    if (s->mirrored < s->half) mirror(s, channels, frame);
    put(s, s->at, channels, frame);
    int begin = s->at - 2 * s->half;
    s->at = s->at + 1 < s->length ? s->at + 1 : 0;
    if (--s->until) return false;
    s->until = s->ratio;
    if (begin < 0) begin += s->length;
    for (int c = 0; c < channels; c++)
        s->out[c] = sum_of(s->tap, s->window + 2 * (size_t)c * (size_t)s->length + begin, s->length);
    return true;
}

int cr_decimate_run(cr_decimate *decimate, const double *in, int frames, double *out) {
    size_t channels = (size_t)decimate->channels;
    int made = 0;
    for (int i = 0; i < frames; i++) {
        const double *frame = in + (size_t)i * channels;
        bool came = true;
        for (int n = 0; came && n < decimate->stages; n++) {
            came = push(&decimate->stage[n], decimate->channels, frame);
            frame = decimate->stage[n].out;
        }
        if (came) memcpy(out + (size_t)made++ * channels, frame, channels * sizeof *out);
    }
    return made;
}
