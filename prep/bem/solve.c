#include "prep/bem/solve.h"

#include <cblas.h>
#include <complex.h>

// From here on the detector below is worth its rows: the lowest frequency at which the air inside a rigid or
// soft body resonates has k times the radius of its largest ball not far below pi.
static const double first_irregular = 2.5;
// The pressure inside is about three times the error outside.
static const double residual_most = 0.01;

static bool take_any(cr_bem_work *work, const cr_bem *bem, cr_arena *arena) {
    size_t side = (size_t)work->side, packed = cr_packed_bytes(bem->rows) / sizeof *work->matrix;
    work->matrix = cr_arena_take(arena, side * side > packed ? side * side : packed, sizeof *work->matrix);
    work->right = cr_arena_take(arena, side, sizeof *work->right);
    work->smooth = cr_arena_take(arena, side, sizeof *work->smooth);
    return work->matrix && work->right && work->smooth &&
           cr_packed_take(&work->packed, bem->rows, work->matrix, arena) &&
           cr_gmres_take(&work->gmres, bem->rows, arena) &&
           cr_coarse_work_take(&work->coarse, &bem->coarse, arena);
}

static bool take_revolved(cr_bem_work *work, int rows, cr_arena *arena) {
    size_t side = (size_t)work->side;
    bool whole = true;
    work->share = cr_arena_take(arena, side + (size_t)rows, sizeof *work->share);
    for (int i = 0; i < CR_BEM_ORDERS; i++) {
        work->block[i] = cr_arena_take(arena, side * side, sizeof(cr_wide));
        work->single[i] = cr_arena_take(arena, side * (size_t)rows, sizeof(cr_wide));
        whole = whole && work->block[i] && work->single[i];
    }
    return whole && work->share;
}

cr_bem_work *cr_bem_work_new(const cr_bem *bem, cr_arena *arena) {
    cr_bem_work *work = cr_arena_take(arena, 1, sizeof *work);
    if (!work) return NULL;
    work->side = bem->rows + bem->insiders;
    work->pivot = cr_arena_take(arena, (size_t)work->side, sizeof *work->pivot);
    bool whole =
        work->pivot && cr_bem_row_take(&work->row, bem->surface->triangles, arena) &&
        (bem->surface->sectors > 1 ? take_revolved(work, bem->rows, arena) : take_any(work, bem, arena));
    return whole ? work : NULL;
}

// p(x) = int p dG/dn - int G g
cr_wide cr_bem_field(const cr_bem *bem, double k, const float *g, const cr_complex *p, const double at[3],
                     cr_bem_work *work) {
    const cr_bem_row *row = &work->row;
    cr_wide sum = 0.0;
    cr_bem_row_fill(bem->surface, at, k, row);
    for (int j = 0; j < bem->surface->triangles; j++) {
        cr_complex add = (row->twofold[0][j] + I * row->twofold[1][j]) * p[j] -
                         (row->single[0][j] + I * row->single[1][j]) * g[j];
        sum += (cr_wide)add;
    }
    return sum;
}

static double residual_inside(const cr_bem_problem *a) {
    const cr_bem_surface *s = a->bem->surface;
    double worst = 0.0;
    for (int r = 0; r < a->count; r++) {
        double square = 0.0, most = 0.0;
        for (int j = 0; j < s->triangles; j++)
            square +=
                (double)(crealf(a->p[r][j]) * crealf(a->p[r][j]) + cimagf(a->p[r][j]) * cimagf(a->p[r][j]));
        for (int i = 0; i < a->bem->insiders; i++)
            most = fmax(most, cabs(cr_bem_field(a->bem, a->k, a->g[r], a->p[r], a->bem->inside[i], a->work)));
        if (square > 0.0) worst = fmax(worst, most / sqrt(square / s->triangles));
    }
    return worst;
}

cr_status cr_bem_singular(double k, cr_error *error) {
    return cr_fail(error, CR_ERR_NUMERIC, "radiation",
                   "the equations of the surface are singular at the wave number %g 1/m", k);
}

cr_status cr_bem_solve(const cr_bem *bem, cr_bem_work *work, double k, int count, const float *const *g,
                       cr_complex *const *p, cr_bem_report *report, cr_error *error) {
    cr_status (*solve)(cr_bem_problem *, cr_error *) =
        bem->surface->sectors > 1 ? cr_bem_solve_revolved : cr_bem_solve_any;
    cr_bem_problem problem = {.bem = bem, .work = work, .k = k, .count = count, .g = g, .p = p};
    bool looked = bem->insiders > 0 && k * bem->widest >= first_irregular;
    cr_status status = solve(&problem, error);
    double residual = status == CR_OK && looked ? residual_inside(&problem) : CR_NAN;
    if (status == CR_OK && looked && !problem.augmented && !(residual <= residual_most)) {
        problem.augmented = true;
        status = solve(&problem, error);
        if (status == CR_OK) residual = residual_inside(&problem);
    }
    *report = (cr_bem_report){problem.iterations, problem.augmented, residual};
    return status;
}
