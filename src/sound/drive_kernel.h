// Modes under forces that are given by samples, over a stretch of a block, for one instruction set: before
// each sample v takes the steps of all forces, is heard, and turns. The includer defines DRIVE_NAME(word) and
// DRIVE_TARGET as for hear_kernel.h.
#define DRIVE_VEC DRIVE_NAME(vec)
typedef double DRIVE_VEC __attribute__((vector_size(32), aligned(8), may_alias));
#define DRIVE_INLINE static inline __attribute__((always_inline)) DRIVE_TARGET
#define DRIVE_WIDTH 4
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

// Four modes: state, turn, weights and their slopes.
typedef struct DRIVE_NAME(modes) {
    DRIVE_VEC x, y, c, s, a[2][CR_SOUND_EARS], b[2][CR_SOUND_EARS];
} DRIVE_NAME(modes);

DRIVE_INLINE void DRIVE_NAME(load)(const cr_drive *d, int j, DRIVE_NAME(modes) * m) {
    const cr_lanes *l = d->lanes;
    const DRIVE_VEC zr = TAKE(l->zr), zi = TAKE(l->zi);
    m->x = TAKE(l->x);
    m->y = TAKE(l->y);
    m->c = m->s = (DRIVE_VEC){0}; // set before the first sample
    for (int e = 0; e < d->ears; e++) {
        const double *const *w = d->weight[e];
        DRIVE_VEC re[2] = {TAKE(w[0]), TAKE(w[2])}, im[2] = {TAKE(w[1]), TAKE(w[3])};
        for (int k = 0; k < 2; k++) {
            m->a[k][e] = re[k] * zr + im[k] * zi;
            m->b[k][e] = im[k] * zr - re[k] * zi;
        }
        m->a[1][e] = (m->a[1][e] - m->a[0][e]) / CR_SOUND_BLOCK;
        m->b[1][e] = (m->b[1][e] - m->b[0][e]) / CR_SOUND_BLOCK;
        m->a[0][e] += m->a[1][e] * d->first;
        m->b[0][e] += m->b[1][e] * d->first;
    }
}

// `width` fours of modes from j on side by side: each waits for itself.
DRIVE_INLINE void DRIVE_NAME(fours)(const cr_drive *d, int first, int width,
                                    DRIVE_VEC (*sum)[CR_SOUND_BLOCK]) {
    const cr_lanes *l = d->lanes;
    DRIVE_NAME(modes) m[DRIVE_WIDTH];
    for (int i = 0; i < width; i++) DRIVE_NAME(load)(d, first + 4 * i, &m[i]);
    for (int n = d->first, end = d->first + d->count; n < end; n++) {
        for (int i = 0; i < width && (n == d->first || n % HOLD == 0); i++)
            DRIVE_NAME(turn_of)(l, first + 4 * i, n - n % HOLD, &m[i].c, &m[i].s);
        for (int k = 0; k < d->forces; k++)
            for (int i = 0, j = first; i < width; i++, j += 4) {
                m[i].x += TAKE(d->unit[k][0]) * d->step[k][n];
                m[i].y += TAKE(d->unit[k][1]) * d->step[k][n];
            }
        for (int e = 0; e < d->ears; e++)
            for (int i = 0; i < width; i++) sum[e][n] += m[i].a[0][e] * m[i].x + m[i].b[0][e] * m[i].y;
        for (int e = 0; d->moving && e < d->ears; e++)
            for (int i = 0; i < width; i++) {
                m[i].a[0][e] += m[i].a[1][e];
                m[i].b[0][e] += m[i].b[1][e];
            }
        for (int i = 0; i < width; i++) {
            DRIVE_VEC turned = m[i].c * m[i].x - m[i].s * m[i].y;
            m[i].y = m[i].s * m[i].x + m[i].c * m[i].y;
            m[i].x = turned;
        }
    }
    for (int i = 0; i < width; i++) {
        *(DRIVE_VEC *)(l->x + first + 4 * i) = m[i].x;
        *(DRIVE_VEC *)(l->y + first + 4 * i) = m[i].y;
    }
}

DRIVE_TARGET static void DRIVE_NAME(drive)(const cr_drive *d, double *const *out) {
    DRIVE_VEC sum[CR_SOUND_EARS][CR_SOUND_BLOCK];
    int j = 0;
    for (int e = 0; e < d->ears; e++)
        for (int n = 0; n < d->count; n++) sum[e][d->first + n] = (DRIVE_VEC){0};
    for (; j + 4 * DRIVE_WIDTH <= d->lanes->count; j += 4 * DRIVE_WIDTH)
        DRIVE_NAME(fours)(d, j, DRIVE_WIDTH, sum);
    for (; j < d->lanes->count; j += 4) DRIVE_NAME(fours)(d, j, 1, sum);
    for (int e = 0; e < d->ears; e++)
        for (int n = d->first; n < d->first + d->count; n++)
            out[e][n] += (sum[e][n][0] + sum[e][n][2]) + (sum[e][n][1] + sum[e][n][3]);
}

#undef DRIVE_VEC
#undef DRIVE_INLINE
#undef DRIVE_WIDTH
#undef TAKE
