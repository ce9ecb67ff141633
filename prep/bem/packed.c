#include "prep/bem/packed.h"

#include "prep/bem/wide.h"

#include <complex.h>

enum { RUN = CR_PACKED_RUN, ROWS = 2 }; // rows at a time: memory answers sooner when several are asked for

static int runs_of(int n) {
    return (n + RUN - 1) / RUN;
}

size_t cr_packed_bytes(int n) {
    return (size_t)n * (size_t)runs_of(n) * 2 * RUN * sizeof(int16_t);
}

bool cr_packed_take(cr_packed *packed, int n, void *room, cr_arena *arena) {
    int runs = runs_of(n);
    *packed = (cr_packed){.n = n, .runs = runs, .part = room};
    packed->scale = cr_arena_take(arena, (size_t)n * (size_t)runs, sizeof *packed->scale);
    for (int i = 0; i < 2; i++) packed->in[i] = cr_arena_take(arena, (size_t)runs, RUN * sizeof(float));
    return packed->scale && packed->in[0] && packed->in[1];
}

// The bits of positive numbers are in the order of the numbers. Vectors, halved until one of them is left.
CR_EVERYWHERE float largest(const float *re, const float *im) {
    enum { LANES = 8, VECTORS = 2 * RUN / LANES };
    typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t)), aligned(4), may_alias));
    lanes x[VECTORS];
    for (int i = 0; i < VECTORS / 2; i++) {
        x[i] = *(const lanes *)(const void *)(re + i * LANES) & INT32_MAX;
        x[VECTORS / 2 + i] = *(const lanes *)(const void *)(im + i * LANES) & INT32_MAX;
    }
    for (int half = VECTORS / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++) {
            lanes above = x[i] > x[i + half];
            x[i] = (x[i] & above) | (x[i + half] & ~above);
        }
    int32_t most = x[0][0];
    float size;
    for (int l = 1; l < LANES; l++) most = x[0][l] > most ? x[0][l] : most;
    memcpy(&size, &most, sizeof size);
    return size;
}

CR_EVERYWHERE void put_run(const float *re, const float *im, int16_t *to, float *scale) {
    const float top = 32767.0f, whole = 12582912.0f; // 1.5 2^23: what is added to it is rounded
    float most = largest(re, im), inverse = most > 0.0f ? top / most : 0.0f;
    *scale = most / top;
    for (int l = 0; l < RUN; l++) {
        to[l] = (int16_t)(int)((re[l] * inverse + whole) - whole);
        to[RUN + l] = (int16_t)(int)((im[l] * inverse + whole) - whole);
    }
}

CR_EVERYWHERE void put(const cr_packed *p, int i, const float *re, const float *im) {
    size_t first = (size_t)i * (size_t)p->runs;
    int whole = p->n / RUN, rest = p->n % RUN;
    for (int c = 0; c < whole; c++)
        put_run(re + c * RUN, im + c * RUN, p->part + 2 * RUN * (first + (size_t)c), p->scale + first + c);
    if (!rest) return;
    float last[2][RUN] = {{0}};
    memcpy(last[0], re + whole * RUN, (size_t)rest * sizeof *re);
    memcpy(last[1], im + whole * RUN, (size_t)rest * sizeof *im);
    put_run(last[0], last[1], p->part + 2 * RUN * (first + (size_t)whole), p->scale + first + whole);
}

// Lane l sums the columns l, l + RUN, ..: the same sums with vectors of every width.
CR_EVERYWHERE void apply_rows(const cr_packed *p, int first, int rows, cr_complex *out) {
    const int16_t *part[ROWS];
    const float *scale[ROWS];
    float a[ROWS][RUN] = {{0}}, b[ROWS][RUN] = {{0}};
    for (int r = 0; r < rows; r++) {
        size_t run = (size_t)(first + r) * (size_t)p->runs;
        part[r] = p->part + 2 * RUN * run;
        scale[r] = p->scale + run;
    }
    for (int c = 0; c < p->runs; c++) {
        const float *x = p->in[0] + c * RUN, *y = p->in[1] + c * RUN;
        for (int r = 0; r < rows; r++) {
            const int16_t *re = part[r] + 2 * c * RUN, *im = re + RUN;
            float s = scale[r][c];
            for (int l = 0; l < RUN; l++) {
                float u = s * (float)re[l], v = s * (float)im[l];
                a[r][l] += u * x[l] - v * y[l];
                b[r][l] += u * y[l] + v * x[l];
            }
        }
    }
    for (int r = 0; r < rows; r++) {
        float real = 0.0f, imaginary = 0.0f;
        for (int l = 0; l < RUN; l++) {
            real += a[r][l];
            imaginary += b[r][l];
        }
        out[first + r] = 0.5f * p->in[0][first + r] - real + I * (0.5f * p->in[1][first + r] - imaginary);
    }
}

CR_EVERYWHERE void apply(const cr_packed *p, cr_complex *out) {
    int i = 0;
    for (; i + ROWS <= p->n; i += ROWS) apply_rows(p, i, ROWS, out);
    for (; i < p->n; i++) apply_rows(p, i, 1, out);
}

static void put_any(const cr_packed *p, int i, const float *re, const float *im) {
    put(p, i, re, im);
}

static void apply_any(const cr_packed *p, cr_complex *out) {
    apply(p, out);
}

CR_WIDE_TARGET static void put_wide(const cr_packed *p, int i, const float *re, const float *im) {
    put(p, i, re, im);
}

CR_WIDE_TARGET static void apply_wide(const cr_packed *p, cr_complex *out) {
    apply(p, out);
}

void cr_packed_put(const cr_packed *packed, int i, const float *re, const float *im) {
    if (cr_is_wide()) put_wide(packed, i, re, im);
    else put_any(packed, i, re, im);
}

void cr_packed_apply(const cr_packed *packed, const cr_complex *in, cr_complex *out) {
    for (int j = 0; j < packed->n; j++) {
        packed->in[0][j] = crealf(in[j]);
        packed->in[1][j] = cimagf(in[j]);
    }
    if (cr_is_wide()) apply_wide(packed, out);
    else apply_any(packed, out);
}
