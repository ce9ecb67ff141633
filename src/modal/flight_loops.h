// The recursion for one instruction set. The includer defines FLIGHT(name) and TARGET, the vector `lanes` of
// four doubles, and GET.

// Adds four vectors of modes at a time, which stay in registers, to CR_FLIGHT partial sums.
TARGET static void FLIGHT(add_modes)(const lanes *first, const lanes *second, const lanes *c1,
                                     const lanes *c2, lanes *sum) {
    lanes u0 = first[0], u1 = first[1], u2 = first[2], u3 = first[3];
    lanes v0 = second[0], v1 = second[1], v2 = second[2], v3 = second[3];
    lanes a0 = c1[0], a1 = c1[1], a2 = c1[2], a3 = c1[3], b0 = c2[0], b1 = c2[1], b2 = c2[2], b3 = c2[3];
    for (int n = 0; n < CR_FLIGHT; n += 2) {
        sum[n] += (u0 + u1) + (u2 + u3);
        sum[n + 1] += (v0 + v1) + (v2 + v3);
        u0 = a0 * v0 - b0 * u0, u1 = a1 * v1 - b1 * u1, u2 = a2 * v2 - b2 * u2, u3 = a3 * v3 - b3 * u3;
        v0 = a0 * u0 - b0 * v0, v1 = a1 * u1 - b1 * v1, v2 = a2 * u2 - b2 * v2, v3 = a3 * u3 - b3 * v3;
    }
}

// What tap `a` reads after no and after one step of 16 modes.
TARGET static void FLIGHT(start)(const cr_flight_modes *m, const double *a, int at, lanes *first,
                                 lanes *second) {
    for (int k = 0; k < 4; k++) {
        int i = at + 4 * k;
        lanes p = GET(m->p, i), r = GET(m->r, i), shape = GET(a, i);
        first[k] = shape * r;
        second[k] = shape * (GET(m->m22, i) * r - GET(m->m12, i) * p);
    }
}

// The sums of four vectors.
TARGET static inline void FLIGHT(sums)(const lanes *x, double *out) {
    lanes a =
        __builtin_shufflevector(x[0], x[1], 0, 4, 2, 6) + __builtin_shufflevector(x[0], x[1], 1, 5, 3, 7);
    lanes b =
        __builtin_shufflevector(x[2], x[3], 0, 4, 2, 6) + __builtin_shufflevector(x[2], x[3], 1, 5, 3, 7);
    *(lanes *)(void *)out =
        __builtin_shufflevector(a, b, 0, 1, 4, 5) + __builtin_shufflevector(a, b, 2, 3, 6, 7);
}

TARGET static void FLIGHT(read)(const cr_flight_modes *m, int n, const double *a, double *out) {
    lanes sum[CR_FLIGHT] = {{0}}, first[4], second[4];
    for (int i = 0; i < n; i += 16) {
        FLIGHT(start)(m, a, i, first, second);
        FLIGHT(add_modes)(first, second, &GET(m->c1, i), &GET(m->c2, i), sum);
    }
    for (int k = 0; k < CR_FLIGHT; k += 4) FLIGHT(sums)(&sum[k], out + k);
}

TARGET static double FLIGHT(amplitude)(const cr_flight_modes *m, int n, const double *size) {
    lanes sum[2] = {{0}, {0}};
    for (int i = 0; i < n; i += CR_LANES)
        for (int half = 0; half < 2; half++) {
            bits p = (bits)GET(m->p, i + 4 * half) & magnitude, r = (bits)GET(m->r, i + 4 * half) & magnitude;
            sum[half] += GET(size, i + 4 * half) * ((lanes)p + (lanes)r);
        }
    lanes all = sum[0] + sum[1];
    return (all[0] + all[1]) + (all[2] + all[3]);
}

static const cr_flight_loops FLIGHT(loops) = {FLIGHT(read), FLIGHT(amplitude)};
