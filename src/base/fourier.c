#include "base/fourier.h"

#include "base/maths.h"
#include "base/numeric.h"

#include <assert.h>

cr_status cr_fourier_plan(cr_fourier *fourier, int size, cr_arena *arena, cr_error *error) {
    assert(size > 0 && (size & (size - 1)) == 0);
    double *turn = cr_arena_take(arena, (size_t)size, sizeof *turn);
    if (!turn) return cr_fail(error, CR_ERR_MEMORY, "fourier", "no memory for a size of %d", size);
    for (int k = 0; k < size / 2; k++) {
        double angle = 2.0 * cr_pi * k / size;
        turn[2 * k] = cr_cos(angle);
        turn[2 * k + 1] = cr_sin(angle);
    }
    *fourier = (cr_fourier){.size = size, .turn = turn};
    return CR_OK;
}

static void swap(double *a, double *b) {
    double t = *a;
    *a = *b;
    *b = t;
}

// The next index, read backwards, bit by bit.
static int next_reversed(int j, int size) {
    int bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    return j ^ bit;
}

// Each number to the place with its index read backwards.
static void reverse_order(int size, double *z) {
    for (int i = 1, j = 0; i < size; i++) {
        j = next_reversed(j, size);
        if (i >= j) continue;
        swap(&z[2 * i], &z[2 * j]);
        swap(&z[2 * i + 1], &z[2 * j + 1]);
    }
}

// One butterfly per pair: (a, b) <- (a + w b, a - w b)   Cooley and Tukey, decimation in time
static void combine(const cr_fourier *f, double *z, double sign) {
    for (int half = 1; half < f->size; half *= 2) {
        int stride = f->size / (2 * half);
        for (int start = 0; start < f->size; start += 2 * half) {
            double *a = z + (size_t)2 * (size_t)start, *b = a + (size_t)2 * (size_t)half;
            for (int k = 0; k < half; k++) {
                double c = f->turn[2 * k * stride], s = sign * f->turn[2 * k * stride + 1];
                double re = c * b[2 * k] - s * b[2 * k + 1], im = c * b[2 * k + 1] + s * b[2 * k];
                b[2 * k] = a[2 * k] - re;
                b[2 * k + 1] = a[2 * k + 1] - im;
                a[2 * k] += re;
                a[2 * k + 1] += im;
            }
        }
    }
}

void cr_fourier_forward(const cr_fourier *fourier, double *z) {
    reverse_order(fourier->size, z);
    combine(fourier, z, -1.0);
}

void cr_fourier_backward(const cr_fourier *fourier, double *z) {
    reverse_order(fourier->size, z);
    combine(fourier, z, 1.0);
}

// --- several side by side

static void reverse_lanes(int size, cr_fourier_lanes *z) {
    for (int i = 1, j = 0; i < size; i++) {
        j = next_reversed(j, size);
        if (i >= j) continue;
        cr_fourier_lanes t = z[i];
        z[i] = z[j];
        z[j] = t;
    }
}

// The last pass over `size` numbers, whose halves are transformed.
static inline __attribute__((always_inline)) void combine_lanes(const cr_fourier *f, cr_fourier_lanes *z,
                                                                int size) {
    int half = size / 2, stride = f->size / size;
    for (int k = 0; k < half; k++) {
        cr_fourier_lanes a = z[k], b = z[half + k], sum, difference;
        float c = (float)f->turn[2 * k * stride], s = (float)f->turn[2 * k * stride + 1];
        for (int l = 0; l < CR_FOURIER_LANES; l++) {
            float re = c * b.re[l] + s * b.im[l], im = c * b.im[l] - s * b.re[l];
            sum.re[l] = a.re[l] + re;
            sum.im[l] = a.im[l] + im;
            difference.re[l] = a.re[l] - re;
            difference.im[l] = a.im[l] - im;
        }
        z[k] = sum;
        z[half + k] = difference;
    }
}

// Halves first, so that most passes stay in the first cache.
CR_CLONES static void transform_lanes(const cr_fourier *f, cr_fourier_lanes *z, int size) {
    enum { IN_CACHE = 128 };
    if (size > IN_CACHE) {
        transform_lanes(f, z, size / 2);
        transform_lanes(f, z + size / 2, size / 2);
        combine_lanes(f, z, size);
        return;
    }
    for (int part = 2; part <= size; part *= 2)
        for (int start = 0; start < size; start += part) combine_lanes(f, z + start, part);
}

void cr_fourier_forward_lanes(const cr_fourier *fourier, cr_fourier_lanes *z) {
    reverse_lanes(fourier->size, z);
    transform_lanes(fourier, z, fourier->size);
}
