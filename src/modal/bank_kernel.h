// The kernels of a bank for one type and one instruction set. The includer defines
//   BANK_REAL                 double or float
//   BANK_NAME(word)           a name of its own for each function and type
//   BANK_TARGET               attribute that chooses the instruction set, or nothing
//   BANK_KEEP(product)        keeps the compiler from fusing this product into a sum
//   BANK_PARTS                registers that CR_BANK_VECTOR bytes take, 1 or 2
//   BANK_ADD_LANES(total, v)  lane i of total becomes the sum of the lanes of v[i]; only with one part
//
// Recursion, with z = e^(-sigma h + i omega h), r = |z|:
//   y_n = y_(n-1) + d_(n-1)
//   d_n = rho d_(n-1) - epsilon y_(n-1) + b f_n,   epsilon = |1 - z|^2, rho = r^2 - epsilon
// This is y_(n+1) = 2 r cos(omega h) y_n - r^2 y_(n-1) + b f_n with d_n = y_(n+1) - y_n. The coefficients of
// that form cannot tell low frequencies apart in float; epsilon, about (omega h)^2, can. Taking d_n from
// y_(n-1), not from y_n, lets both lines run at once. One channel hears y itself, in units of the output;
// with two, y counts in units of what the force does, and b is 1: 3 multiplications or multiply-adds and two
// additions per mode and sample, with two channels 4 and one, without force one less where there is one
// channel.
//
// Contraction is free in these files, and products that could be fused in two ways are kept: every
// optimising compiler forms the same multiply-adds. Order of summation: lane by lane over the vectors, then
// neighbours, then halves. Generic vectors, lowered per function: target_clones would split them before it
// clones.

#define BANK_MOST 6
#define BANK_LANES ((int)(CR_BANK_VECTOR / sizeof(BANK_REAL)))
#define BANK_INLINE static inline __attribute__((always_inline)) BANK_TARGET
#define BANK_VEC BANK_NAME(vec)
typedef BANK_REAL BANK_VEC __attribute__((vector_size(CR_BANK_VECTOR / BANK_PARTS), may_alias));

// Advances `width` vectors of modes, held in registers, by n samples; adds them to the sum, or begins it.
BANK_INLINE void BANK_NAME(group)(const cr_bank_lanes *lanes, int first, int width, bool begin, int channels,
                                  const BANK_REAL *force, BANK_VEC (*sum)[CR_BANK_BLOCK], int n) {
    BANK_VEC *y_store = (BANK_VEC *)lanes->y + first, *d_store = (BANK_VEC *)lanes->d + first;
    BANK_VEC y[BANK_MOST], d[BANK_MOST], rho[BANK_MOST], epsilon[BANK_MOST], b[BANK_MOST],
        gain[CR_BANK_CHANNELS][BANK_MOST];
    for (int k = 0; k < width; k++) {
        y[k] = y_store[k];
        d[k] = d_store[k];
        rho[k] = ((BANK_VEC *)lanes->rho)[first + k];
        epsilon[k] = ((BANK_VEC *)lanes->epsilon)[first + k];
        b[k] = ((BANK_VEC *)lanes->b)[first + k];
        for (int c = 0; c < channels; c++) gain[c][k] = ((BANK_VEC *)lanes->gain[c])[first + k];
    }
    for (int i = 0; i < n; i++) {
        BANK_VEC total[CR_BANK_CHANNELS * BANK_PARTS], push = {0};
        for (int c = 0; c < channels * BANK_PARTS; c++) total[c] = begin ? (BANK_VEC){0} : sum[c][i];
        if (force) push += force[i];
        CR_BANK_UNROLL
        for (int k = 0; k < width; k++) {
            BANK_VEC pushed = push;
            if (force && channels == 1) {
                pushed = b[k] * push;
                BANK_KEEP(pushed);
            }
            BANK_VEC next = rho[k] * d[k] + (pushed - epsilon[k] * y[k]);
            y[k] += d[k];
            d[k] = next;
            if (channels == 1) total[k % BANK_PARTS] += y[k];
            else
                for (int c = 0; c < channels; c++)
                    total[c * BANK_PARTS + k % BANK_PARTS] += gain[c][k] * y[k];
        }
        for (int c = 0; c < channels * BANK_PARTS; c++) sum[c][i] = total[c];
    }
    for (int k = 0; k < width; k++) {
        y_store[k] = y[k];
        d_store[k] = d[k];
    }
}

BANK_INLINE void BANK_NAME(sweep)(const cr_bank_lanes *lanes, int channels, const BANK_REAL *force,
                                  BANK_VEC (*sum)[CR_BANK_BLOCK], int n) {
    // As many as hide the latency of their sums, and no more than there are registers and loads for.
    const int most = channels == 1 && !force ? BANK_MOST : 4;
    int first = 0, vectors = lanes->vectors * BANK_PARTS;
    if (vectors >= most) {
        BANK_NAME(group)(lanes, 0, most, true, channels, force, sum, n);
        first = most;
    } else
        for (int c = 0; c < channels * BANK_PARTS; c++)
            for (int i = 0; i < n; i++) sum[c][i] = (BANK_VEC){0};
    for (; first + most <= vectors; first += most)
        BANK_NAME(group)(lanes, first, most, false, channels, force, sum, n);
    if (most > 4 && first + 4 <= vectors) {
        BANK_NAME(group)(lanes, first, 4, false, channels, force, sum, n);
        first += 4;
    }
    if (first + 2 <= vectors) {
        BANK_NAME(group)(lanes, first, 2, false, channels, force, sum, n);
        first += 2;
    }
    if (BANK_PARTS == 1 && first < vectors) BANK_NAME(group)(lanes, first, 1, false, channels, force, sum, n);
}

#if BANK_PARTS == 1
// Adds the lanes of as many samples at once as there are lanes.
BANK_INLINE void BANK_NAME(add_lanes)(BANK_VEC (*sum)[CR_BANK_BLOCK], BANK_REAL *out, int n) {
    for (int i = n; i % BANK_LANES; i++) sum[0][i] = (BANK_VEC){0};
    for (int i = 0; i < n; i += BANK_LANES) BANK_ADD_LANES(*(BANK_VEC *)(out + i), (sum[0] + i));
}
#else
BANK_INLINE void BANK_NAME(add_lanes)(BANK_VEC (*sum)[CR_BANK_BLOCK], BANK_REAL *out, int n) {
    const int per_part = BANK_LANES / BANK_PARTS;
    for (int i = 0; i < n; i++) {
        BANK_REAL lane[BANK_LANES];
        for (int l = 0; l < BANK_LANES; l++) lane[l] = sum[l / per_part][i][l % per_part];
        for (int step = 1; step < BANK_LANES; step *= 2)
            for (int l = 0; l < BANK_LANES; l += 2 * step) lane[l] += lane[l + step];
        out[i] = lane[0];
    }
}
#endif

BANK_TARGET static void BANK_NAME(advance)(const cr_bank_lanes *lanes, int channels, const void *force,
                                           void *sums, int n) {
    BANK_VEC sum[CR_BANK_CHANNELS * BANK_PARTS][CR_BANK_BLOCK];
    if (channels == 1 && force) BANK_NAME(sweep)(lanes, 1, force, sum, n);
    else if (channels == 1) BANK_NAME(sweep)(lanes, 1, NULL, sum, n);
    else if (force) BANK_NAME(sweep)(lanes, 2, force, sum, n);
    else BANK_NAME(sweep)(lanes, 2, NULL, sum, n);
    for (int c = 0; c < channels; c++)
        BANK_NAME(add_lanes)(sum + c * BANK_PARTS, (BANK_REAL *)sums + c * CR_BANK_BLOCK, n);
}

// (y, d) += C (y, d), see mend_mode() in bank.c.
BANK_INLINE void BANK_NAME(mend)(const cr_bank_lanes *lanes) {
    BANK_VEC *y = lanes->y, *d = lanes->d;
    const BANK_VEC *yy = lanes->mend[0], *yd = lanes->mend[1], *dy = lanes->mend[2], *dd = lanes->mend[3];
    for (int v = 0; v < lanes->vectors * BANK_PARTS; v++) {
        BANK_VEC y_by_d = yd[v] * d[v], d_by_d = dd[v] * d[v], before = y[v];
        BANK_KEEP(y_by_d);
        BANK_KEEP(d_by_d);
        y[v] = before + (yy[v] * before + y_by_d);
        d[v] = d[v] + (dy[v] * before + d_by_d);
    }
}

BANK_TARGET static void BANK_NAME(settle)(const cr_bank_lanes *lanes) {
    const BANK_REAL least = (BANK_REAL)1e-30;
    BANK_REAL *y = lanes->y, *d = lanes->d, *unit = lanes->unit;
    if (lanes->mend[0]) BANK_NAME(mend)(lanes);
    for (int i = 0; i < lanes->vectors * BANK_LANES; i++) {
        BANK_REAL size = y[i] < 0 ? -y[i] : y[i], change = d[i] < 0 ? -d[i] : d[i];
        bool alive = (size + change) * (unit[i] < 0 ? -unit[i] : unit[i]) >= least;
        y[i] = alive ? y[i] : 0;
        d[i] = alive ? d[i] : 0;
    }
}

#undef BANK_MOST
#undef BANK_LANES
#undef BANK_INLINE
#undef BANK_VEC
