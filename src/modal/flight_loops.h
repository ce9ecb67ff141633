// The loops of flights for one type of number and one instruction set. The includer defines REAL, double or
// float, KERNEL(name), a name of its own for each function, and TARGET, an attribute or nothing.

#define LANES KERNEL(lanes)
#define WIDTH ((int)(sizeof(LANES) / sizeof(REAL)))
#define EXACT (sizeof(REAL) == sizeof(double))
#define GET(row, i) (*(const LANES *)(const void *)((const REAL *)(row) + (i)))
typedef REAL LANES __attribute__((vector_size(32), may_alias));

// Adds `width` vectors of modes, at most 6, which stay in registers, to CR_FLIGHT partial sums: several at a
// time hide the latency of the recursion. In doubles the recursion of two terms, u = w(n), v = w(n+1); floats
// cannot tell low frequencies apart in that form, and take the one of the bank, v = w(n+1) - w(n). b may be
// NULL.
TARGET static inline __attribute__((always_inline)) void
KERNEL(add_modes)(const cr_flight_modes *m, const void *a, const void *b, int at, int width, LANES *sum) {
    LANES u[6], v[6];
    for (int k = 0; k < width; k++) {
        int i = at + WIDTH * k;
        LANES p = GET(m->p, i), r = GET(m->r, i), shape = GET(a, i);
        u[k] = shape * r;
        v[k] = shape * (GET(m->m22, i) * r - GET(m->m12, i) * p);
        if (b) {
            LANES lean = GET(b, i);
            u[k] -= lean * p;
            v[k] -= lean * (GET(m->m11, i) * p + GET(m->m12, i) * r);
        }
        if (!EXACT) v[k] -= u[k];
    }
    for (int n = 0; n < CR_FLIGHT; n += 2) {
        LANES first = {0}, second = {0};
        CR_FLIGHT_UNROLL
        for (int k = 0; k < width; k++) {
            LANES k1 = GET(m->k1, at + WIDTH * k), k2 = GET(m->k2, at + WIDTH * k);
            first += u[k];
            if (EXACT) {
                second += v[k];
                u[k] = k1 * v[k] - k2 * u[k];
                v[k] = k1 * u[k] - k2 * v[k];
            } else {
                LANES next = k1 * v[k] - k2 * u[k];
                u[k] += v[k];
                second += u[k];
                v[k] = k1 * next - k2 * u[k];
                u[k] += next;
            }
        }
        sum[n] += first;
        sum[n + 1] += second;
    }
}

// In doubles, so that they can be added like those.
TARGET static inline void KERNEL(widen)(const LANES *x, doubles *out) {
    for (int i = 0; i < 4; i++) (*out)[i] = (double)(*x)[i];
    for (int i = 4; i < WIDTH; i++) (*out)[i % 4] += (double)(*x)[i];
}

// The sums of four vectors.
TARGET static inline void KERNEL(sums)(const LANES *x, double *out) {
    doubles v[4];
    for (int i = 0; i < 4; i++) KERNEL(widen)(&x[i], &v[i]);
    doubles a =
        __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6) + __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
    doubles b =
        __builtin_shufflevector(v[2], v[3], 0, 4, 2, 6) + __builtin_shufflevector(v[2], v[3], 1, 5, 3, 7);
    *(doubles *)(void *)out =
        __builtin_shufflevector(a, b, 0, 1, 4, 5) + __builtin_shufflevector(a, b, 2, 3, 6, 7);
}

TARGET static inline __attribute__((always_inline)) void
KERNEL(add_all)(const cr_flight_modes *m, int n, const void *a, const void *b, double *out) {
    LANES sum[CR_FLIGHT] = {{0}};
    int i = 0, left = n / WIDTH; // vectors
    for (; left >= 10 || left == 6; left -= 6, i += 6 * WIDTH) KERNEL(add_modes)(m, a, b, i, 6, sum);
    for (; left >= 4; left -= 4, i += 4 * WIDTH) KERNEL(add_modes)(m, a, b, i, 4, sum);
    for (; left >= 2; left -= 2, i += 2 * WIDTH) KERNEL(add_modes)(m, a, b, i, 2, sum);
    if (left) KERNEL(add_modes)(m, a, b, i, 1, sum); // n is a multiple of 8: in floats only
    for (int k = 0; k < CR_FLIGHT; k += 4) KERNEL(sums)(&sum[k], out + k);
}

TARGET static void KERNEL(read)(const cr_flight_modes *m, int n, const void *a, double *out) {
    KERNEL(add_all)(m, n, a, NULL, out);
}

TARGET static void KERNEL(read_both)(const cr_flight_modes *m, int n, cr_tap_shape rows, double *out) {
    KERNEL(add_all)(m, n, rows.a, rows.b, out);
}

TARGET static double KERNEL(amplitude)(const cr_flight_modes *m, int n, const void *size) {
    typedef __typeof__((LANES){0} < (LANES){0}) bits;
    LANES sum[2] = {{0}, {0}}, zero = {0};
    const bits magnitude = ~(bits)-zero; // all but the sign
    for (int i = 0; i < n; i += 2 * WIDTH)
        for (int half = 0; half < 2; half++) {
            int at = i + WIDTH * half;
            bits p = (bits)GET(m->p, at) & magnitude, r = (bits)GET(m->r, at) & magnitude;
            sum[half] += GET(size, at) * ((LANES)p + (LANES)r);
        }
    doubles all;
    sum[0] += sum[1];
    KERNEL(widen)(&sum[0], &all);
    return ((all[0] + all[1]) + (all[2] + all[3])) * (EXACT ? 1.0 : 1.00001); // no less than it is
}

static const cr_flight_loops KERNEL(loops) = {KERNEL(read), KERNEL(read_both), KERNEL(amplitude)};

#undef LANES
#undef WIDTH
#undef EXACT
#undef GET
#include "modal/kernel_end.h"
