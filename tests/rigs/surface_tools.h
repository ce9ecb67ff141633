// Measures of a profile that the tests of surfaces share, written without the code under test where they can.
#ifndef CAROM_TEST_SURFACE_TOOLS_H
#define CAROM_TEST_SURFACE_TOOLS_H

#include "base/fourier.h"
#include "carom/surface.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

static inline double rms_of(const double *height, int count) {
    double power = 0;
    for (int i = 0; i < count; i++) power += height[i] * height[i];
    return sqrt(power / count);
}

static inline double mean_of(const double *value, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += value[i];
    return sum / count;
}

// Root mean square about the mean.
static inline double deviation_of(const double *height, int count) {
    double mean = mean_of(height, count), power = 0;
    for (int i = 0; i < count; i++) power += (height[i] - mean) * (height[i] - mean);
    return sqrt(power / count);
}

static inline double slope_of(const cr_rough *s) {
    double power = 0;
    for (int i = 0; i < s->count; i++)
        power += pow((s->height[(i + 1) % s->count] - s->height[i]) / s->dx, 2);
    return sqrt(power / s->count);
}

// Complex amplitudes of the waves k = 0..count-1, interleaved; the caller frees them.
static inline double *waves_of(const double *height, int count) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double *z = calloc(2 * (size_t)count, sizeof *z);
    cr_fourier fourier;
    if (!arena || !z || cr_fourier_plan(&fourier, count, arena, NULL)) abort();
    for (int i = 0; i < count; i++) z[2 * i] = height[i];
    cr_fourier_forward(&fourier, z);
    cr_arena_free(arena);
    return z;
}

static inline double *power_of_waves(const double *height, int count) {
    double *z = waves_of(height, count);
    for (int k = 0; k < count; k++) z[k] = z[2 * k] * z[2 * k] + z[2 * k + 1] * z[2 * k + 1];
    return z;
}

static inline double mean_log(const double *power, int first, int last) {
    double sum = 0;
    for (int k = first; k <= last; k++) sum += log(power[k]);
    return sum / (last - first + 1);
}

static inline double mean_log_of_wave(int first, int last, double unit) {
    double sum = 0;
    for (int k = first; k <= last; k++) sum += log(k / unit);
    return sum / (last - first + 1);
}

// Least squares of log power against log k; the standard error follows from the variance pi^2/6 of the log of
// an exponential variable.
static inline void log_slope(const double *power, int first, int last, double *slope, double *error) {
    double mean = mean_log_of_wave(first, last, 1), across = 0, along = 0;
    for (int k = first; k <= last; k++) {
        double x = log(k) - mean;
        across += x * x;
        along += x * log(power[k]);
    }
    *slope = along / across;
    *error = sqrt(PI * PI / 6 / across);
}

// Greatest distance from max_j [s_j - (x - x_j)^2/(2R)], every j taken, each at its nearest image.
static inline double worst_from_brute_force(const cr_rough *profile, double radius, const double *found) {
    double worst = 0, kappa = profile->dx * profile->dx / (2 * radius);
    for (int i = 0; i < profile->count; i++) {
        double best = profile->height[i];
        for (int j = 0; j < profile->count; j++) {
            int away = abs(i - j), other = profile->count - away;
            double way = away < other ? away : other;
            best = fmax(best, profile->height[j] - kappa * way * way);
        }
        worst = fmax(worst, fabs(best - found[i]));
    }
    return worst;
}

#endif
