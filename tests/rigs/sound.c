#include "sound.h"

#include "base/fourier.h"
#include "base/numeric.h"

#include <stdlib.h>

enum { ONSETS = 400 };
static const double quietest = 1e-20; // power

// Power by frequency of a stretch, under a Hann window; the sum of its bins is the mean power.
typedef struct spectrum {
    double *power;
    int bins;
    double step; // Hz
} spectrum;

static int sample_at(const sound *s, double time) {
    double n = time * s->rate;
    return n < 0.0 ? 0 : n > s->count ? s->count : (int)n;
}

static spectrum spectrum_of(const sound *s, double from, double to) {
    int first = sample_at(s, from), count = sample_at(s, to) - first, size = 1;
    while (size < count) size *= 2;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_fourier plan;
    double *z = calloc(2 * (size_t)size, sizeof *z), weight = 0.0;
    spectrum made = {.bins = size / 2, .step = s->rate / size};
    made.power = calloc((size_t)made.bins + 1, sizeof *made.power);
    if (!z || !made.power || cr_fourier_plan(&plan, size, arena, NULL) != CR_OK) abort();
    for (int i = 0; i < count; i++) {
        double hann = 0.5 - 0.5 * cos(2.0 * cr_pi * (i + 0.5) / count);
        z[2 * i] = hann * s->sample[first + i];
        weight += hann * hann;
    }
    cr_fourier_forward(&plan, z);
    for (int k = 0; k < made.bins; k++)
        made.power[k] = 2.0 * (cr_square(z[2 * k]) + cr_square(z[2 * k + 1])) / (weight * size + quietest);
    free(z);
    cr_arena_free(arena);
    return made;
}

static double power_in(const spectrum *a, double low, double high) {
    double sum = 0.0;
    for (int k = 0; k < a->bins; k++)
        if (k * a->step >= low && k * a->step < high) sum += a->power[k];
    return sum;
}

static double decibels(double power) {
    return 10.0 * log10(power + quietest);
}

double sound_level(const sound *s, const double *p) {
    spectrum a = spectrum_of(s, p[2], p[3]);
    double level = decibels(power_in(&a, p[0], p[1]));
    free(a.power);
    return level;
}

double sound_share(const sound *s, const double *p) {
    return sound_level(s, p) - sound_level(s, (double[]){0, s->rate, p[2], p[3]});
}

double sound_change(const sound *s, const double *p) {
    return sound_level(s, (double[]){p[0], p[1], p[4], p[5]}) - sound_level(s, p);
}

double sound_fall(const sound *s, const double *p) {
    double most = 0.0;
    for (double t = p[2]; t + 2.0 * p[4] <= p[3]; t += 0.125 * p[4]) {
        double next = t + p[4];
        most = cr_max(most, -sound_change(s, (double[]){p[0], p[1], t, next, next, next + p[4]}));
    }
    return most;
}

double sound_decay(const sound *s, const double *p) {
    double third = (p[3] - p[2]) / 3.0;
    double first = sound_level(s, (double[]){p[0], p[1], p[2], p[2] + third});
    double last = sound_level(s, (double[]){p[0], p[1], p[3] - third, p[3]});
    return 60.0 * 2.0 * third / (first - last);
}

// What of a sample is above a frequency: itself less a low-pass, a sinc under Hann's window.
static double above(const sound *s, int i, double frequency) {
    enum { HALF = 32 };
    double sum = s->sample[i], share = 2.0 * frequency / s->rate;
    if (frequency == 0.0) return sum;
    for (int k = -HALF; k <= HALF; k++) {
        double x = cr_pi * share * k, hann = 0.5 + 0.5 * cos(cr_pi * k / (HALF + 1));
        if (i + k >= 0 && i + k < s->count) sum -= s->sample[i + k] * hann * share * (k ? sin(x) / x : 1.0);
    }
    return sum;
}

double sound_beat(const sound *s, const double *p) {
    enum { MOST = 4000 };
    double level[MOST], mean = 0.0, best = -1.0, beat = 0.0;
    int first = (int)(p[0] * s->rate), count = 0, step = (int)(s->rate / 2000.0);
    for (int i = first; i + step < (int)(p[1] * s->rate) && i + step < s->count && count < MOST; i += step) {
        double power = 1e-30;
        for (int k = 0; k < step; k++) power += cr_square(above(s, i + k, p[4]));
        mean += level[count++] = log(power);
    }
    for (int i = 0; i < count; i++) level[i] -= mean / count;
    for (int lag = (int)(p[2] * 2000.0); lag <= (int)(p[3] * 2000.0) && lag < count; lag++) {
        double sum = 0.0;
        for (int i = 0; i + lag < count; i++) sum += level[i] * level[i + lag] / (count - lag);
        if (sum > best) best = sum, beat = lag * step / s->rate;
    }
    return beat;
}

double sound_over(const sound *s, const double *p) {
    return sound_level(s, (double[]){p[0], p[1], p[4], p[5]}) -
           sound_level(s, (double[]){p[2], p[3], p[4], p[5]});
}

static int strongest(const spectrum *a, double low, double high) {
    int best = 1;
    double most = 0.0;
    for (int k = 1; k + 1 < a->bins; k++) {
        if (k * a->step < low || k * a->step >= high || a->power[k] <= most) continue;
        most = a->power[k];
        best = k;
    }
    return best;
}

// Between the bins by a parabola through the logarithms.
double sound_line(const sound *s, const double *p) {
    spectrum a = spectrum_of(s, p[2], p[3]);
    int k = strongest(&a, p[0], p[1]);
    double left = decibels(a.power[k - 1]), middle = decibels(a.power[k]), right = decibels(a.power[k + 1]);
    double bend = left - 2.0 * middle + right, shift = bend < 0.0 ? 0.5 * (left - right) / bend : 0.0;
    free(a.power);
    return (k + shift) * a.step;
}

double sound_lines(const sound *s, const double *p) {
    spectrum a = spectrum_of(s, p[2], p[3]);
    double least = a.power[strongest(&a, p[0], p[1])] * pow(10.0, -0.1 * p[4]);
    int lines = 0;
    for (int k = 2; k + 2 < a.bins; k++) {
        const double *q = a.power + k;
        bool top = q[0] > q[-1] && q[0] > q[-2] && q[0] > q[1] && q[0] > q[2];
        lines += top && q[0] > least && k * a.step >= p[0] && k * a.step < p[1];
    }
    free(a.power);
    return lines;
}

static double centre(const sound *s, double low, double from, double to) {
    spectrum a = spectrum_of(s, from, to);
    double sum = 0.0, total = quietest;
    for (int k = (int)ceil(low / a.step); k < a.bins; k++) {
        sum += a.power[k] * k * a.step;
        total += a.power[k];
    }
    free(a.power);
    return sum / total;
}

double sound_dulling(const sound *s, const double *p) {
    return centre(s, 0.0, p[2], p[3]) / centre(s, 0.0, p[0], p[1]);
}

static double mean_power(const sound *s, double from, double to) {
    double sum = 0.0;
    int first = sample_at(s, from), last = sample_at(s, to);
    for (int i = first; i < last; i++) sum += cr_square(s->sample[i]);
    return sum / cr_max(last - first, 1) + quietest;
}

// Of its second difference, in which a click stands out of what rings on.
static double edge_power(const sound *s, double from, double to) {
    double sum = 0.0;
    int first = sample_at(s, from), last = sample_at(s, to);
    for (int i = first > 2 ? first : 2; i < last; i++)
        sum += cr_square(s->sample[i] - 2.0 * s->sample[i - 1] + s->sample[i - 2]);
    return sum / cr_max(last - first, 1) + quietest;
}

// Of the 4 ms about the sharpest edge within a time, whenever it comes.
static double blow_centre(const sound *s, double from, double to, double low) {
    const double half = 0.002;
    double most = 0.0, at = from;
    for (int i = sample_at(s, from); i < sample_at(s, to) - 2; i++) {
        double edge = fabs(s->sample[i] - 2.0 * s->sample[i + 1] + s->sample[i + 2]);
        if (edge > most) most = edge, at = (i + 1) / s->rate;
    }
    return centre(s, low, at - half, at + half);
}

double sound_brightening(const sound *s, const double *p) {
    return blow_centre(s, p[2], p[3], p[4]) / blow_centre(s, p[0], p[1], p[4]);
}

static int find_onsets(const sound *s, const double *p, double *times) {
    const double hop = 0.002, rest = 0.01; // s, from one onset to the next at least
    int found = 0;
    for (double t = cr_max(p[0], 3 * hop); t + hop <= p[1] && found < ONSETS; t += hop) {
        double now = decibels(edge_power(s, t, t + hop)), before = decibels(edge_power(s, t - 3 * hop, t)),
               just = decibels(edge_power(s, t - 2 * hop, t - hop));
        if (now - cr_max(before, just) > p[2] && (!found || t - times[found - 1] >= rest)) times[found++] = t;
    }
    return found;
}

double sound_onsets(const sound *s, const double *p) {
    double times[ONSETS];
    return find_onsets(s, p, times);
}

double sound_quickening(const sound *s, const double *p) {
    double times[ONSETS], worst = 0.0;
    int found = find_onsets(s, p, times);
    for (int i = 2; i < found; i++)
        worst = cr_max(worst, (times[i] - times[i - 1]) / (times[i - 1] - times[i - 2]));
    return found < 3 ? HUGE_VAL : worst;
}

double sound_closest(const sound *s, const double *p) {
    double times[ONSETS], least = HUGE_VAL;
    int found = find_onsets(s, p, times);
    for (int i = 1; i < found; i++) least = cr_min(least, times[i] - times[i - 1]);
    return least;
}

double sound_swing(const sound *s, const double *p) {
    const double window = 0.02;
    double most = -HUGE_VAL, least = HUGE_VAL;
    for (double t = p[0]; t + window <= p[1]; t += window) {
        double level = decibels(mean_power(s, t, t + window));
        most = cr_max(most, level);
        least = cr_min(least, level);
    }
    return most - least;
}

static double peak_of(const sound *s, int first) {
    double peak = 0.0;
    for (int i = first; i < s->count; i++) peak = cr_max(peak, fabs(s->sample[i]));
    return peak;
}

double sound_end(const sound *s, const double *p) {
    (void)p;
    int last = (int)(0.01 * s->rate);
    return 2.0 * (decibels(peak_of(s, s->count > last ? s->count - last : 0)) - decibels(peak_of(s, 0)));
}
