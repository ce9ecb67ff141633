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

// Each number to the place with its index read backwards, bit by bit.
static void reverse_order(int size, double *z) {
    for (int i = 1, j = 0; i < size; i++) {
        int bit = size >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
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
