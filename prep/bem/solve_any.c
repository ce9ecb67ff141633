// Any surface: the matrix in float, by GMRES, or by LU together with the points inside.
#include "prep/bem/solve.h"

#include <cblas.h>
#include <complex.h>
#define lapack_complex_float float _Complex
#define lapack_complex_double double _Complex
#include <lapacke.h>
#include <string.h>

static const double tolerance = 5e-4; // of GMRES: less than what flat triangles do

// -int G g of a row, for the right side.
static cr_complex right_of(const cr_bem_row *row, int n, const float *g) {
    float re = cblas_sdot(n, row->single[0], 1, g, 1), im = cblas_sdot(n, row->single[1], 1, g, 1);
    return -re - I * im;
}

static void fill_right(const cr_bem_problem *a, const cr_bem_row *row, int i) {
    for (int r = 0; r < a->count; r++) a->p[r][i] = right_of(row, a->bem->rows, a->g[r]);
}

// int dG/dn for GMRES, and what is smooth of it; the right sides go where the solutions will be.
static void pack_rows(const cr_bem_problem *a) {
    cr_bem_work *work = a->work;
    const cr_bem_row *row = &work->row;
    cr_coarse_begin(&work->coarse);
    for (int i = 0; i < a->bem->rows; i++) {
        cr_bem_row_exact(a->bem, i, a->k, row);
        cr_packed_put(&work->packed, i, row->twofold[0], row->twofold[1]);
        cr_coarse_add(&work->coarse, i, row->twofold[0], row->twofold[1]);
        fill_right(a, row, i);
    }
}

static void put_row(const cr_bem_row *row, int n, cr_complex *to) {
    float *pair = (float *)to;
    for (int j = 0; j < n; j++) {
        pair[2 * j] = -row->twofold[0][j];
        pair[2 * j + 1] = -row->twofold[1][j];
    }
}

// Rows of 1/2 - int dG/dn for LU, and the right sides.
static void assemble(const cr_bem_problem *a) {
    const cr_bem_row *row = &a->work->row;
    int n = a->bem->rows;
    for (int i = 0; i < n; i++) {
        cr_complex *to = a->work->matrix + (size_t)i * (size_t)a->work->side;
        cr_bem_row_exact(a->bem, i, a->k, row);
        put_row(row, n, to);
        to[i] += 0.5f;
        fill_right(a, row, i);
    }
}

// [A C^H; C -e] [p; l] = [b; d]: the pressure inside is 0 (C p = d), l takes up what that leaves over (CHIEF
// as a square system). e keeps points that say nearly the same from blowing up the errors of the triangles;
// where A is close to singular any e will do.
static void add_inside(const cr_bem_problem *a, int row_count) {
    size_t side = (size_t)a->work->side, n = (size_t)a->bem->rows;
    for (int i = 0; i < row_count; i++) {
        cr_complex *to = a->work->matrix + (n + (size_t)i) * side;
        cr_bem_row_fill(a->bem->surface, a->bem->inside[i], a->k, &a->work->row);
        put_row(&a->work->row, a->bem->rows, to);
        for (size_t j = 0; j < n; j++) a->work->matrix[j * side + n + (size_t)i] = conjf(to[j]);
        memset(to + n, 0, (side - n) * sizeof *to);
        float length = cblas_scnrm2(a->bem->rows, to, 1);
        to[n + (size_t)i] = (float)-cr_bem_slack * length * length;
    }
}

// The matrix by rows is its transpose by columns, which is factored.
static cr_status by_lu(cr_bem_problem *a, cr_error *error) {
    cr_bem_work *work = a->work;
    int extra = a->augmented ? a->bem->insiders : 0, n = a->bem->rows, all = n + extra, side = work->side;
    assemble(a);
    add_inside(a, extra);
    if (LAPACKE_cgetrf_work(LAPACK_COL_MAJOR, all, all, work->matrix, side, work->pivot) != 0)
        return cr_bem_singular(a->k, error);
    for (int r = 0; r < a->count; r++) {
        memcpy(work->right, a->p[r], (size_t)n * sizeof *work->right);
        for (int i = 0; i < extra; i++) {
            cr_bem_row_fill(a->bem->surface, a->bem->inside[i], a->k, &work->row);
            work->right[n + i] = right_of(&work->row, n, a->g[r]);
        }
        LAPACKE_cgetrs_work(LAPACK_COL_MAJOR, 'T', all, 1, work->matrix, side, work->pivot, work->right, all);
        memcpy(a->p[r], work->right, (size_t)n * sizeof *work->right);
    }
    a->iterations = 0;
    return CR_OK;
}

// A M^-1: the solution is M^-1 of what GMRES finds.
static void multiply(const void *context, const cr_complex *in, cr_complex *out) {
    const cr_bem_problem *a = context;
    cr_coarse_apply(&a->work->coarse, in, a->work->smooth);
    cr_packed_apply(&a->work->packed, a->work->smooth, out);
}

cr_status cr_bem_solve_any(cr_bem_problem *problem, cr_error *error) {
    cr_bem_problem *a = problem;
    const cr_gmres_operator matrix = {a, multiply};
    bool done = !a->augmented;
    if (done) pack_rows(a);
    done = done && cr_coarse_factor(&a->work->coarse);
    for (int r = 0; r < a->count && done; r++) {
        int count = cr_gmres_run(&a->work->gmres, &matrix, a->p[r], tolerance, a->p[r]);
        done = count >= 0;
        if (done) cr_coarse_apply(&a->work->coarse, a->p[r], a->p[r]);
        if (count > a->iterations) a->iterations = count;
    }
    if (done) return CR_OK;
    a->augmented = a->bem->insiders > 0 && a->k > 0.0;
    return by_lu(a, error);
}
