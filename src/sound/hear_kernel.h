// What is heard of the modes in a stretch of a block, for one type and one instruction set. The includer
// defines
//   HEAR_REAL         double or float
//   HEAR_NAME(word)   a name of its own for each function and type
//   HEAR_TARGET       attribute that chooses the instruction set, or nothing
//   HEAR_ADD_LANES    1: LANE_SUMS of modal/lane_sums.h serves, 0: it does not
//
// CR_LANES_STRIDE = 4 samples are taken from one state: sample k hears a_k x + b_k y, a_k and b_k the weights
// turned by e^(k lambda h), and then the state turns by e^(4 lambda h): 4 operations for 4 samples beside two
// for each. Damping that varies changes every HEAR_HOLD strides: with r = e^(-h extra) the weights of sample
// k have a factor r^k, the turn r^4. Its logarithm is a cubic of time, so that r is multiplied by g, g by g2,
// g2 by g3 from one to the next. Weights that move are two sets, the second times the number of the sample.
#define HEAR_WIDTH ((int)(32 / sizeof(HEAR_REAL)))
#define HEAR_HOLD 4
#define HEAR_INLINE static inline __attribute__((always_inline)) HEAR_TARGET
#define HEAR_VEC HEAR_NAME(vec)
typedef HEAR_REAL HEAR_VEC __attribute__((vector_size(32), may_alias));
#define HEAR_DOUBLES HEAR_NAME(doubles)
typedef double HEAR_DOUBLES __attribute__((vector_size(8 * HEAR_WIDTH), aligned(8), may_alias));
#define HEAR_TAKE(row, v) __builtin_convertvector(((const HEAR_DOUBLES *)(row))[v], HEAR_VEC)

// A = Tr cr + Ti ci, B = Ti cr - Tr ci: Re{T conj(c v)} = A x + B y, c = zr + i zi.
HEAR_INLINE void HEAR_NAME(weigh_vector)(const cr_lanes *l, int v, const HEAR_VEC t[2], HEAR_VEC *a,
                                         HEAR_VEC *b) {
    HEAR_VEC zr = HEAR_TAKE(l->zr, v), zi = HEAR_TAKE(l->zi, v);
    a[v] = t[0] * zr + t[1] * zi;
    b[v] = t[1] * zr - t[0] * zi;
}

HEAR_INLINE void HEAR_NAME(weigh)(const cr_lanes *l, const double *re, const double *im, HEAR_VEC *a,
                                  HEAR_VEC *b) {
    int whole = l->modes / HEAR_WIDTH, rest = l->modes % HEAR_WIDTH;
    for (int v = 0; v < whole; v++) {
        HEAR_VEC t[2] = {HEAR_TAKE(re, v), HEAR_TAKE(im, v)};
        HEAR_NAME(weigh_vector)(l, v, t, a, b);
    }
    if (!rest) return;
    HEAR_VEC last[2] = {{0}, {0}};
    for (int i = 0; i < rest; i++) {
        last[0][i] = (HEAR_REAL)re[whole * HEAR_WIDTH + i];
        last[1][i] = (HEAR_REAL)im[whole * HEAR_WIDTH + i];
    }
    HEAR_NAME(weigh_vector)(l, whole, last, a, b);
}

// Weights of the later samples of a stride from those of the first.
HEAR_INLINE void HEAR_NAME(turn_weights)(const cr_lanes *l, void *const (*gain)[2]) {
    for (int k = 1; k < CR_LANES_STRIDE; k++) {
        const HEAR_VEC *c = l->turn[k - 1][0], *s = l->turn[k - 1][1], *a = gain[0][0], *b = gain[0][1];
        HEAR_VEC *a_k = gain[k][0], *b_k = gain[k][1];
        for (int v = 0; v < l->count / HEAR_WIDTH; v++) {
            a_k[v] = a[v] * c[v] + b[v] * s[v];
            b_k[v] = b[v] * c[v] - a[v] * s[v];
        }
    }
}

// e^x by Taylor's polynomial: |x| <= 1/8 and degree 6: 1e-10; |x| <= 1/128 and degree 3: 2e-10.
HEAR_INLINE void HEAR_NAME(small_exp)(HEAR_VEC *x, int degree) {
    const HEAR_REAL c[] = {1,
                           1,
                           (HEAR_REAL)(1.0 / 2),
                           (HEAR_REAL)(1.0 / 6),
                           (HEAR_REAL)(1.0 / 24),
                           (HEAR_REAL)(1.0 / 120),
                           (HEAR_REAL)(1.0 / 720)};
    HEAR_VEC p = {0};
    for (int k = degree; k >= 0; k--) p = p * *x + c[k];
    *x = p;
}

// r at first, and what it is multiplied by: e to the differences of the cubic at the middles of HEAR_HOLD
// strides.
HEAR_INLINE void HEAR_NAME(ratios)(const cr_lanes *l, int v, int first, HEAR_VEC ratio[4]) {
    const HEAR_REAL h = (HEAR_REAL)-l->h, d = HEAR_HOLD * CR_LANES_STRIDE, t = (HEAR_REAL)first + d / 2;
    HEAR_VEC s0 = HEAR_TAKE(l->extra[0], v), s1 = HEAR_TAKE(l->extra[1], v), s2 = HEAR_TAKE(l->extra[2], v),
             s3 = HEAR_TAKE(l->extra[3], v);
    ratio[0] = h * (s0 + t * (s1 + t * (s2 + t * s3)));
    ratio[1] = h * d * (s1 + (2 * t + d) * s2 + (3 * t * (t + d) + d * d) * s3);
    ratio[2] = h * d * d * (2 * s2 + 6 * (t + d) * s3);
    ratio[3] = h * d * d * d * 6 * s3;
    for (int k = 0; k < 4; k++) HEAR_NAME(small_exp)(&ratio[k], k < 2 ? 6 : 3);
}

// One vector of modes: state, turn, weights, damping.
typedef struct HEAR_NAME(part) {
    HEAR_VEC x, y, c, s, a[2][CR_LANES_STRIDE], b[2][CR_LANES_STRIDE]; // weights, and their slopes
    HEAR_VEC ratio[4]; // [0]: at first r, then by what it changes
} HEAR_NAME(part);

HEAR_INLINE void HEAR_NAME(load)(const cr_lanes *l, int v, int sets, bool varying, int first,
                                 HEAR_NAME(part) * p) {
    p->c = ((HEAR_VEC *)l->turn[CR_LANES_STRIDE - 1][0])[v];
    p->s = ((HEAR_VEC *)l->turn[CR_LANES_STRIDE - 1][1])[v];
    p->x = HEAR_TAKE(l->x, v);
    p->y = HEAR_TAKE(l->y, v);
    for (int i = 0; i < sets; i++)
        for (int k = 0; k < CR_LANES_STRIDE; k++) {
            p->a[i][k] = ((HEAR_VEC *)l->gain[CR_LANES_STRIDE * i + k][0])[v];
            p->b[i][k] = ((HEAR_VEC *)l->gain[CR_LANES_STRIDE * i + k][1])[v];
        }
    if (varying) HEAR_NAME(ratios)(l, v, first, p->ratio);
}

HEAR_INLINE void HEAR_NAME(damp)(HEAR_NAME(part) * p, int sets) {
    HEAR_VEC g = p->ratio[0], square = g * g, cube = square * g, fourth = square * square;
    for (int i = 0; i < sets; i++) {
        p->a[i][1] *= g;
        p->b[i][1] *= g;
        p->a[i][2] *= square;
        p->b[i][2] *= square;
        p->a[i][3] *= cube;
        p->b[i][3] *= cube;
    }
    p->c *= fourth;
    p->s *= fourth;
    p->ratio[0] = p->ratio[1];
    p->ratio[1] *= p->ratio[2];
    p->ratio[2] *= p->ratio[3];
}

// `width` vectors of modes over some strides; sums of both sets.
HEAR_INLINE void HEAR_NAME(strides)(HEAR_NAME(part) * p, int width, int sets, int strides,
                                    HEAR_VEC *const sum[2]) {
    for (int i = 0; i < strides; i++) {
        for (int set = 0; set < sets; set++)
            for (int k = 0; k < CR_LANES_STRIDE; k++) {
                HEAR_VEC heard = sum[set][CR_LANES_STRIDE * i + k];
                for (int m = 0; m < width; m++)
                    heard = p[m].b[set][k] * p[m].y + (p[m].a[set][k] * p[m].x + heard);
                sum[set][CR_LANES_STRIDE * i + k] = heard;
            }
        for (int m = 0; m < width; m++) {
            HEAR_VEC turned = p[m].c * p[m].x - p[m].s * p[m].y;
            p[m].y = p[m].s * p[m].x + p[m].c * p[m].y;
            p[m].x = turned;
        }
    }
}

HEAR_INLINE void HEAR_NAME(group)(const cr_lanes *l, int v, int width, int sets, bool varying, int first,
                                  int strides, int hold, HEAR_VEC (*sum)[CR_SOUND_BLOCK]) {
    HEAR_NAME(part) p[2];
    for (int m = 0; m < width; m++) HEAR_NAME(load)(l, v + m, sets, varying, first, &p[m]);
    for (int i = 0; i < strides; i += hold) {
        HEAR_VEC *const from[2] = {sum[0] + CR_LANES_STRIDE * i, sum[1] + CR_LANES_STRIDE * i};
        for (int m = 0; varying && m < width; m++) HEAR_NAME(damp)(&p[m], sets);
        HEAR_NAME(strides)(p, width, sets, hold, from);
    }
}

// Adds the lanes of n sums to the output.
#if HEAR_ADD_LANES
HEAR_INLINE void HEAR_NAME(add_lanes)(const HEAR_VEC *sum, int n, double *out) {
    for (int i = 0; i < n; i += HEAR_WIDTH) {
        HEAR_VEC total;
        LANE_SUMS(total, (sum + i));
        for (int k = 0; k < HEAR_WIDTH && i + k < n; k++) out[i + k] += (double)total[k];
    }
}
#else
HEAR_INLINE void HEAR_NAME(add_lanes)(const HEAR_VEC *sum, int n, double *out) {
    for (int i = 0; i < n; i++) {
        HEAR_REAL lane[HEAR_WIDTH];
        for (int k = 0; k < HEAR_WIDTH; k++) lane[k] = sum[i][k];
        for (int step = 1; step < HEAR_WIDTH; step *= 2)
            for (int k = 0; k < HEAR_WIDTH; k += 2 * step) lane[k] += lane[k + step];
        out[i] += (double)lane[0];
    }
}
#endif

HEAR_INLINE void HEAR_NAME(sweep)(const cr_lanes *l, int sets, bool varying, int hold, int first, int n,
                                  double *out) {
    HEAR_VEC sum[2][CR_SOUND_BLOCK];
    int strides = (n + CR_LANES_STRIDE - 1) / CR_LANES_STRIDE, v = 0;
    for (int set = 0; set < sets; set++)
        for (int i = 0; i < CR_SOUND_BLOCK && i < n + HEAR_HOLD * CR_LANES_STRIDE; i++)
            sum[set][i] = (HEAR_VEC){0};
    for (; v + 2 <= l->count / HEAR_WIDTH; v += 2)
        HEAR_NAME(group)(l, v, 2, sets, varying, first, strides, hold, sum);
    for (; v < l->count / HEAR_WIDTH; v++)
        HEAR_NAME(group)(l, v, 1, sets, varying, first, strides, hold, sum);
    for (int i = 0; sets == 2 && i < n; i++) sum[0][i] += sum[1][i] * (HEAR_REAL)(first + i);
    HEAR_NAME(add_lanes)(sum[0], n, out);
}

// A loop for each case: weights that stand still or not, damping that varies or not, some samples or many.
HEAR_INLINE void HEAR_NAME(choose)(const cr_lanes *l, bool still, int first, int n, double *out) {
    if (n <= CR_LANES_STRIDE) HEAR_NAME(sweep)(l, still ? 1 : 2, l->varying, 1, first, n, out);
    else if (still && l->varying) HEAR_NAME(sweep)(l, 1, true, HEAR_HOLD, first, n, out);
    else if (still) HEAR_NAME(sweep)(l, 1, false, HEAR_HOLD, first, n, out);
    else if (l->varying) HEAR_NAME(sweep)(l, 2, true, HEAR_HOLD, first, n, out);
    else HEAR_NAME(sweep)(l, 2, false, HEAR_HOLD, first, n, out);
}

HEAR_TARGET static void HEAR_NAME(hear)(const cr_lanes *l, const cr_sound_weights *w, bool still, int first,
                                        int n, double *out) {
    HEAR_NAME(weigh)(l, w->re[0], w->im[0], l->gain[0][0], l->gain[0][1]);
    HEAR_NAME(turn_weights)(l, l->gain);
    if (!still) {
        HEAR_VEC *a = l->gain[CR_LANES_STRIDE][0], *b = l->gain[CR_LANES_STRIDE][1];
        const HEAR_VEC *a0 = l->gain[0][0], *b0 = l->gain[0][1];
        HEAR_NAME(weigh)(l, w->re[1], w->im[1], a, b);
        for (int v = 0; v < l->count / HEAR_WIDTH; v++) {
            a[v] = (a[v] - a0[v]) * (HEAR_REAL)(1.0 / CR_SOUND_BLOCK);
            b[v] = (b[v] - b0[v]) * (HEAR_REAL)(1.0 / CR_SOUND_BLOCK);
        }
        HEAR_NAME(turn_weights)(l, l->gain + CR_LANES_STRIDE);
    }
    HEAR_NAME(choose)(l, still, first, n, out);
}

#undef HEAR_WIDTH
#undef HEAR_HOLD
#undef HEAR_INLINE
#undef HEAR_VEC
#undef HEAR_DOUBLES
#undef HEAR_TAKE
