#include "prep/bem/gmres.h"

#include <cblas.h>
#include <complex.h>
#include <string.h>

// The small least-squares problem: columns of the Hessenberg matrix, turned into a triangle as they come.
struct cr_gmres_problem {
    cr_wide h[CR_GMRES_MOST][CR_GMRES_MOST + 1]; // [column][row]
    double cosine[CR_GMRES_MOST];
    cr_wide sine[CR_GMRES_MOST];
    cr_wide right[CR_GMRES_MOST + 1];
};

bool cr_gmres_take(cr_gmres *gmres, int n, cr_arena *arena) {
    gmres->n = n;
    gmres->basis = cr_arena_take(arena, (size_t)(CR_GMRES_MOST + 1) * (size_t)n, sizeof *gmres->basis);
    gmres->problem = cr_arena_take(arena, 1, sizeof *gmres->problem);
    return gmres->basis && gmres->problem;
}

static void scale(int n, double by, cr_complex *x) {
    cblas_csscal(n, (float)by, x, 1);
}

// The next basis vector A v_j, made orthogonal to those before (modified Gram-Schmidt).
static void extend(const cr_gmres *g, const cr_gmres_operator *a, int j, cr_gmres_problem *p) {
    size_t n = (size_t)g->n;
    cr_complex *next = g->basis + (size_t)(j + 1) * n;
    a->apply(a->context, g->basis + (size_t)j * n, next);
    for (int i = 0; i <= j; i++) {
        cr_complex product, minus;
        cblas_cdotc_sub(g->n, g->basis + (size_t)i * n, 1, next, 1, &product);
        minus = -product;
        cblas_caxpy(g->n, &minus, g->basis + (size_t)i * n, 1, next, 1);
        p->h[j][i] = (cr_wide)product;
    }
    double length = (double)cblas_scnrm2(g->n, next, 1);
    p->h[j][j + 1] = length;
    if (length > 0.0) scale(g->n, 1.0 / length, next);
}

// Givens rotations: those before on the new column, and one more that takes its last entry to 0.
static void rotate(int j, cr_gmres_problem *p) {
    cr_wide *h = p->h[j];
    for (int i = 0; i < j; i++) {
        cr_wide upper = h[i];
        h[i] = p->cosine[i] * upper + p->sine[i] * h[i + 1];
        h[i + 1] = -conj(p->sine[i]) * upper + p->cosine[i] * h[i + 1];
    }
    double low = creal(h[j + 1]), high = cabs(h[j]), length = sqrt(high * high + low * low);
    p->cosine[j] = length > 0.0 ? high / length : 1.0;
    cr_wide phase = high > 0.0 ? h[j] / high : 1.0;
    p->sine[j] = length > 0.0 ? phase * low / length : 0.0;
    h[j] = phase * length;
    h[j + 1] = 0.0;
    p->right[j + 1] = -conj(p->sine[j]) * p->right[j];
    p->right[j] *= p->cosine[j];
}

// x = V y with the triangle solved for y.
static void combine(const cr_gmres *g, int count, cr_gmres_problem *p, cr_complex *x) {
    memset(x, 0, (size_t)g->n * sizeof *x);
    for (int i = count - 1; i >= 0; i--) {
        for (int j = i + 1; j < count; j++) p->right[i] -= p->h[j][i] * p->right[j];
        p->right[i] /= p->h[i][i];
        cr_complex y = (cr_complex)p->right[i];
        cblas_caxpy(g->n, &y, g->basis + (size_t)i * (size_t)g->n, 1, x, 1);
    }
}

int cr_gmres_run(const cr_gmres *gmres, const cr_gmres_operator *a, const cr_complex *b, double tolerance,
                 cr_complex *x) {
    cr_gmres_problem *p = gmres->problem;
    double whole = (double)cblas_scnrm2(gmres->n, b, 1);
    if (!(whole > 0.0)) {
        memset(x, 0, (size_t)gmres->n * sizeof *x);
        return 0;
    }
    memcpy(gmres->basis, b, (size_t)gmres->n * sizeof *b);
    scale(gmres->n, 1.0 / whole, gmres->basis);
    p->right[0] = whole;
    for (int j = 0; j < CR_GMRES_MOST; j++) {
        extend(gmres, a, j, p);
        rotate(j, p);
        if (cabs(p->right[j + 1]) > tolerance * whole) continue;
        combine(gmres, j + 1, p, x);
        return j + 1;
    }
    return -1;
}
