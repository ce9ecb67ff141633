// Bodies of revolution. With n equal sectors the matrix is block-circulant: data that go as e^(2 pi i m s/n)
// from sector s to sector s + 1 give pressures that do, and
//     A_m = sum over s of A_0s e^(2 pi i m s/n)
// is all that is left of the matrix for the order m.
#include "prep/bem/solve.h"

#include <complex.h>
#define lapack_complex_float float _Complex
#define lapack_complex_double double _Complex
#include <lapacke.h>
#include <string.h>

// Orders that hold less than this share of the square of g are left out: they are what the mesh of the modes
// lacks in symmetry.
static const double smallest_share = 1e-5;

static cr_wide phase(int order, int s, int sectors) {
    double angle = 2.0 * cr_pi * (double)((long long)order * s % sectors) / sectors;
    return cr_wide_of(cos(angle), sin(angle));
}

// to[l] += scale sum over s of from[s l] e^(2 pi i m s/n)
static void fold(const cr_bem *bem, float *const from[2], int order, double scale, cr_wide *to, size_t step) {
    int sectors = bem->surface->sectors, n = bem->rows;
    for (int s = 0; s < sectors; s++) {
        cr_wide turn = scale * phase(order, s, sectors);
        const float *re = from[0] + (size_t)s * (size_t)n, *im = from[1] + (size_t)s * (size_t)n;
        for (int l = 0; l < n; l++) to[(size_t)l * step] += turn * cr_wide_of((double)re[l], (double)im[l]);
    }
}

// The rows of some orders: those of the first sector, then those of the points inside.
static void assemble(const cr_bem_problem *a, const int *order, int orders) {
    const cr_bem *bem = a->bem;
    cr_bem_work *work = a->work;
    size_t side = (size_t)work->side, n = (size_t)bem->rows;
    int extra = a->augmented ? bem->insiders : 0;
    for (int o = 0; o < orders; o++) {
        memset(work->block[o], 0, side * side * sizeof(cr_wide));
        memset(work->single[o], 0, side * n * sizeof(cr_wide));
    }
    for (size_t i = 0; i < n + (size_t)extra; i++) {
        if (i < n) cr_bem_row_exact(bem, (int)i, a->k, &work->row);
        else cr_bem_row_fill(bem->surface, bem->inside[i - n], a->k, &work->row);
        for (int o = 0; o < orders; o++) {
            cr_wide *block = work->block[o];
            fold(bem, work->row.twofold, order[o], -1.0, block + i, side);
            fold(bem, work->row.single, order[o], 1.0, work->single[o] + i * n, 1);
            if (i < n) block[i * side + i] += 0.5;
            for (size_t j = 0; i >= n && j < n; j++) {
                cr_wide c = block[j * side + i];
                block[i * side + j] = conj(c);
                block[i * side + i] -= cr_bem_slack * creal(c * conj(c));
            }
        }
    }
}

// Of one order: 1/n sum over s of g e^(-2 pi i m s/n); the sum of squares of its size.
static double share_of(const cr_bem *bem, const float *g, int order, cr_wide *share) {
    int sectors = bem->surface->sectors, n = bem->rows;
    double square = 0.0;
    memset(share, 0, (size_t)n * sizeof *share);
    for (int s = 0; s < sectors; s++) {
        cr_wide turn = conj(phase(order, s, sectors)) / sectors;
        for (int l = 0; l < n; l++) share[l] += turn * (double)g[s * n + l];
    }
    for (int l = 0; l < n; l++)
        square += creal(share[l]) * creal(share[l]) + cimag(share[l]) * cimag(share[l]);
    return square;
}

static bool matters(const cr_bem_problem *a, int r, int order) {
    double all = 0.0;
    for (int j = 0; j < a->bem->surface->triangles; j++) all += (double)(a->g[r][j] * a->g[r][j]);
    return share_of(a->bem, a->g[r], order, a->work->share) * a->bem->surface->sectors > smallest_share * all;
}

// Solves a factored order for one right side and adds it to the pressure.
static void add_order(const cr_bem_problem *a, int o, int order, int r) {
    cr_bem_work *work = a->work;
    int n = a->bem->rows, all = n + (a->augmented ? a->bem->insiders : 0), sectors = a->bem->surface->sectors;
    cr_wide *share = work->share, *x = share + n;
    share_of(a->bem, a->g[r], order, share);
    for (int i = 0; i < all; i++) {
        x[i] = 0.0;
        for (int l = 0; l < n; l++) x[i] -= work->single[o][(size_t)i * (size_t)n + (size_t)l] * share[l];
    }
    LAPACKE_zgetrs_work(LAPACK_COL_MAJOR, 'N', all, 1, work->block[o], work->side, work->pivot, x, all);
    for (int s = 0; s < sectors; s++) {
        cr_wide turn = phase(order, s, sectors);
        for (int l = 0; l < n; l++) a->p[r][s * n + l] += (cr_complex)(turn * x[l]);
    }
}

static cr_status solve_orders(const cr_bem_problem *a, const int *order, int orders, cr_error *error) {
    int all = a->bem->rows + (a->augmented ? a->bem->insiders : 0);
    assemble(a, order, orders);
    for (int o = 0; o < orders; o++) {
        if (LAPACKE_zgetrf_work(LAPACK_COL_MAJOR, all, all, a->work->block[o], a->work->side,
                                a->work->pivot) != 0)
            return cr_bem_singular(a->k, error);
        for (int r = 0; r < a->count; r++)
            if (a->count == 1 || matters(a, r, order[o])) add_order(a, o, order[o], r);
    }
    return CR_OK;
}

cr_status cr_bem_solve_revolved(cr_bem_problem *problem, cr_error *error) {
    const cr_bem_problem *a = problem;
    int sectors = a->bem->surface->sectors, order[CR_BEM_ORDERS], orders = 0;
    cr_status status = CR_OK;
    for (int r = 0; r < a->count; r++)
        memset(a->p[r], 0, (size_t)a->bem->surface->triangles * sizeof *a->p[r]);
    for (int m = 0; m < sectors && status == CR_OK; m++) {
        bool any = false;
        for (int r = 0; r < a->count && !any; r++) any = matters(a, r, m);
        if (any) order[orders++] = m;
        if (orders == CR_BEM_ORDERS || (m == sectors - 1 && orders > 0)) {
            status = solve_orders(a, order, orders, error);
            orders = 0;
        }
    }
    return status;
}
