// The state of all modes after some samples, for one instruction set; the includer defines HEAR_NAME and
// HEAR_TARGET as for hear_kernel.h, and HEAR_ADVANCE, the name of the function.
#define ADVANCE static inline __attribute__((always_inline)) HEAR_TARGET

// e^-x, x = 0 .. 8: Taylor's polynomial of e^(x/64), squared six times; 1e-9 up to 1, 2e-5 up to 8.
ADVANCE double HEAR_NAME(decay)(double x) {
    double y = x * (-1.0 / 64), p = 1.0 + y * (1.0 + y * (1.0 / 2 + y * (1.0 / 6 + y * (1.0 / 24))));
    for (int i = 0; i < 6; i++) p *= p;
    return p;
}

// (x, y) by e^(lambda t)
ADVANCE void HEAR_NAME(turn)(int count, const double *restrict c, const double *restrict s,
                             double *restrict x, double *restrict y) {
    for (int j = 0; j < count; j++) {
        double turned = c[j] * x[j] - s[j] * y[j];
        y[j] = s[j] * x[j] + c[j] * y[j];
        x[j] = turned;
    }
}

// (x, y) by e^(-h times the integral of the extra damping): d_k that of the time's power k
ADVANCE void HEAR_NAME(fade)(const cr_lanes *l, const double d[4], double *restrict x, double *restrict y) {
    const double *restrict s0 = l->extra[0], *restrict s1 = l->extra[1], *restrict s2 = l->extra[2],
                           *restrict s3 = l->extra[3];
    const double h = l->h;
    for (int j = 0; j < l->count; j++) {
        double sum = d[0] * s0[j] + d[1] * s1[j] + d[2] * s2[j] + d[3] * s3[j];
        double kept = HEAR_NAME(decay)(h * (sum > 0.0 ? sum : 0.0));
        x[j] *= kept;
        y[j] *= kept;
    }
}

// v e^(n lambda h) e^(-int extra)
HEAR_TARGET void HEAR_ADVANCE(const cr_lanes *l, int first, int n) {
    for (int k = 0; k < CR_LANES_POWERS; k++)
        if (n >> k & 1) HEAR_NAME(turn)(l->count, l->power[k][0], l->power[k][1], l->x, l->y);
    if (!l->varying) return;
    double a = first, b = first + n;
    const double d[4] = {b - a, (b * b - a * a) / 2, (b * b * b - a * a * a) / 3,
                         (b * b * b * b - a * a * a * a) / 4};
    HEAR_NAME(fade)(l, d, l->x, l->y);
}

#undef ADVANCE
