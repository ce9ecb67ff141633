// Modes under forces that are given by samples, over a stretch of a block, for one instruction set: before
// each sample v takes the steps of all forces, is heard, and turns. The includer defines DRIVE_NAME(word) and
// DRIVE_TARGET as for hear_kernel.h.
#define DRIVE_VEC DRIVE_NAME(vec)
typedef double DRIVE_VEC __attribute__((vector_size(32), aligned(8), may_alias));
#define DRIVE_INLINE static inline __attribute__((always_inline)) DRIVE_TARGET
#define TAKE(row) (*(const DRIVE_VEC *)((row) + j))

// The turn of a sample, damped by the mean of what contact takes over the HOLD samples from `at` on.
DRIVE_INLINE void DRIVE_NAME(turn_of)(const cr_lanes *l, int j, double at, DRIVE_VEC *c, DRIVE_VEC *s) {
    *c = TAKE(l->power[0][0]);
    *s = TAKE(l->power[0][1]);
    if (!l->varying) return;
    const double b = at + HOLD, d1 = (b * b - at * at) / 2, d2 = (b * b * b - at * at * at) / 3,
                 d3 = (b * b * b * b - at * at * at * at) / 4;
    DRIVE_VEC x = (TAKE(l->extra[0]) * HOLD + TAKE(l->extra[1]) * d1 + TAKE(l->extra[2]) * d2 +
                   TAKE(l->extra[3]) * d3) *
                  (l->h / HOLD / -8.0);
    // e^(8 x), x = -1/64 .. 0: Taylor's polynomial, squared three times
    DRIVE_VEC r = 1.0 + x * (1.0 + x * (1.0 / 2 + x * (1.0 / 6 + x * (1.0 / 24))));
    for (int i = 0; i < 3; i++) r *= r;
    *c *= r;
    *s *= r;
}

DRIVE_INLINE void DRIVE_NAME(four)(const cr_drive *d, int j, DRIVE_VEC (*sum)[CR_SOUND_BLOCK]) {
    const cr_lanes *l = d->lanes;
    DRIVE_VEC x = TAKE(l->x), y = TAKE(l->y), zr = TAKE(l->zr), zi = TAKE(l->zi), c = {0}, s = {0};
    DRIVE_VEC a[2][CR_SOUND_EARS], b[2][CR_SOUND_EARS]; // weights, and their slopes
    for (int e = 0; e < d->ears; e++) {
        const double *const *w = d->weight[e];
        DRIVE_VEC re[2] = {TAKE(w[0]), TAKE(w[2])}, im[2] = {TAKE(w[1]), TAKE(w[3])};
        for (int k = 0; k < 2; k++) {
            a[k][e] = re[k] * zr + im[k] * zi;
            b[k][e] = im[k] * zr - re[k] * zi;
        }
        a[1][e] = (a[1][e] - a[0][e]) / CR_SOUND_BLOCK;
        b[1][e] = (b[1][e] - b[0][e]) / CR_SOUND_BLOCK;
        a[0][e] += a[1][e] * d->first;
        b[0][e] += b[1][e] * d->first;
    }
    for (int n = d->first, end = d->first + d->count; n < end; n++) {
        if (n == d->first || n % HOLD == 0) DRIVE_NAME(turn_of)(l, j, n - n % HOLD, &c, &s);
        for (int k = 0; k < d->forces; k++) {
            x += TAKE(d->unit[k][0]) * d->step[k][n];
            y += TAKE(d->unit[k][1]) * d->step[k][n];
        }
        for (int e = 0; e < d->ears; e++) sum[e][n] += a[0][e] * x + b[0][e] * y;
        for (int e = 0; d->moving && e < d->ears; e++) {
            a[0][e] += a[1][e];
            b[0][e] += b[1][e];
        }
        DRIVE_VEC turned = c * x - s * y;
        y = s * x + c * y;
        x = turned;
    }
    *(DRIVE_VEC *)(l->x + j) = x;
    *(DRIVE_VEC *)(l->y + j) = y;
}

DRIVE_TARGET static void DRIVE_NAME(drive)(const cr_drive *d, double *const *out) {
    DRIVE_VEC sum[CR_SOUND_EARS][CR_SOUND_BLOCK];
    for (int e = 0; e < d->ears; e++)
        for (int n = 0; n < d->count; n++) sum[e][d->first + n] = (DRIVE_VEC){0};
    for (int j = 0; j < d->lanes->count; j += 4) DRIVE_NAME(four)(d, j, sum);
    for (int e = 0; e < d->ears; e++)
        for (int n = d->first; n < d->first + d->count; n++)
            out[e][n] += (sum[e][n][0] + sum[e][n][2]) + (sum[e][n][1] + sum[e][n][3]);
}

#undef DRIVE_VEC
#undef DRIVE_INLINE
#undef TAKE
