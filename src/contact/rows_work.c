#include "contact/rows_work.h"

#include "base/numeric.h"
#include "contact/cone.h"

#include <string.h>

static cr_row_law law_of(const cr_rows *rows, int i) {
    const double *radius = rows->radius + 2 * i;
    if (rows->kind[i] == CR_ROWS_CONTACT) return (cr_row_law){0.0, HUGE_VAL, rows->mu[i], radius[0]};
    if (rows->kind[i] == CR_ROWS_DISK) return (cr_row_law){-radius[1], radius[1], 0.0, radius[0]};
    return (cr_row_law){-HUGE_VAL, HUGE_VAL, 0.0, HUGE_VAL};
}

// A contact that is far softer than its bodies are heavy (a law in a short step) moves much by its own give:
// counted by all of that, it would let stiff contacts beside it be careless.
static double measure_of(const cr_rows *rows, int i, bool plain, double weight) {
    const double *c = rows->compliance + 3 * i;
    double bare = weight - (plain ? c[0] : (c[0] + c[1] + c[2]) / 3.0);
    return cr_min(weight, cr_max(10.0 * bare, 1e-10 * weight));
}

cr_status cr_rows_not_finite(int block, cr_error *error) {
    return cr_fail(error, CR_ERR_NUMERIC, "contact", "block %d has a number that is not finite", block + 1);
}

cr_status cr_rows_work_make(cr_rows_work *work, const cr_rows *rows, double tolerance, cr_arena *arena,
                            cr_error *error) {
    size_t n = (size_t)rows->blocks;
    *work = (cr_rows_work){.rows = rows, .tolerance = tolerance, .residual = HUGE_VAL};
    work->problem = (cr_coulomb_problem){.contacts = rows->blocks,
                                         .q = rows->q,
                                         .mu = rows->mu,
                                         .bodies = rows->bodies,
                                         .freedoms = rows->freedoms,
                                         .body = rows->body,
                                         .arms = rows->arms,
                                         .compliance = rows->compliance};
    bool *plain = cr_arena_take_unset(arena, n + 1, sizeof *plain);
    if (!plain) return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %zu rows", 3 * n);
    for (int i = 0; i < rows->blocks; i++)
        plain[i] = rows->kind[i] == CR_ROWS_CONTACT && rows->mu[i] == 0.0 && rows->radius[2 * i] == 0.0;
    cr_status status = cr_operator_make_plain(&work->op, &work->problem, plain, arena, error);
    if (status != CR_OK) return status;
    double **vectors[] = {&work->u, &work->f, &work->best, &work->trial, &work->start};
    bool all = (work->law = cr_arena_take_unset(arena, n + 1, sizeof *work->law)) &&
               (work->weight = cr_arena_take_unset(arena, n + 1, sizeof *work->weight)) &&
               (work->measure = cr_arena_take_unset(arena, n + 1, sizeof *work->measure)) &&
               (work->along = cr_arena_take(arena, 3 * n + 1, sizeof *work->along));
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        all = all && (*vectors[i] = cr_arena_take_unset(arena, 3 * n + 1, sizeof **vectors[i]));
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %zu rows", 3 * n);
    for (int i = 0; i < rows->blocks; i++) {
        const double *own = work->op.diagonal + 9 * i;
        double mean = (own[0] + own[4] + own[8]) / 3.0;
        if (!isfinite(mean)) return cr_rows_not_finite(i, error);
        if (plain[i]) mean = own[0];
        work->weight[i] = mean > 0.0 ? mean : 1.0;
        work->measure[i] = measure_of(rows, i, plain[i], work->weight[i]);
        work->law[i] = law_of(rows, i);
    }
    return CR_OK;
}

static void shrink(double *a, double *b, double radius) {
    double size = cr_length2(*a, *b);
    if (!(size > radius)) return;
    *a *= radius / size;
    *b *= radius / size;
}

void cr_rows_admit(const cr_rows_work *work, double *r) {
    for (int i = 0; i < work->rows->blocks; i++) {
        const int *at = cr_rows_order(work->rows->kind[i]);
        const cr_row_law *law = work->law + i;
        double *ri = r + 3 * i, *normal = ri + at[0];
        if (work->rows->kind[i] == CR_ROWS_JOINT) continue;
        *normal = cr_clamp(*normal, law->least, law->most);
        shrink(ri + at[1], ri + at[2], law->mu * *normal + law->radius);
    }
}

static void block_map(const cr_rows_work *work, int i, const double r[3], const double u[3], double f[3]) {
    const cr_row_law *law = work->law + i;
    const int *at = cr_rows_order(work->rows->kind[i]);
    double w = work->weight[i], a[3];
    if (work->op.plain[i]) {
        f[0] = r[0] - cr_max(0.0, r[0] - u[0] / w); // what is not a number remains so
        f[1] = r[1];
        f[2] = r[2];
        return;
    }
    for (int k = 0; k < 3; k++) f[k] = u[k] / w;
    if (work->rows->kind[i] == CR_ROWS_JOINT) return;
    for (int k = 0; k < 3; k++) a[k] = r[at[k]] - f[at[k]];
    a[0] = cr_clamp(a[0], law->least, law->most);
    shrink(a + 1, a + 2, law->mu * cr_max(r[at[0]], 0.0) + law->radius);
    for (int k = 0; k < 3; k++) f[at[k]] = r[at[k]] - a[k];
}

double cr_rows_map(cr_rows_work *work, const double *r) {
    double sum = 0.0;
    work->measured = false;
    cr_operator_apply(&work->op, r, work->u);
    for (int i = 0; i < work->rows->blocks; i++) {
        double *f = work->f + 3 * i, m = work->measure[i];
        block_map(work, i, r + 3 * i, work->u + 3 * i, f);
        sum += m * m * cr_dot3(f, f);
    }
    return sqrt(sum);
}

double cr_rows_scale(const cr_rows_work *work, const double *r) {
    double sum = 0.0;
    for (int i = 0; i < work->rows->blocks; i++)
        sum += cr_square(work->measure[i]) * cr_dot3(r + 3 * i, r + 3 * i);
    return cr_max(sqrt(sum), work->rows->scale);
}

double cr_rows_keep(cr_rows_work *work, const double *r) {
    return cr_rows_keep_measured(work, r, cr_rows_map(work, r));
}

double cr_rows_keep_measured(cr_rows_work *work, const double *r, double size) {
    double scale = cr_rows_scale(work, r);
    double residual = scale > 0.0 ? size / scale : size > 0.0 ? HUGE_VAL : 0.0;
    if (residual < work->residual) {
        work->residual = residual;
        work->measured = true;
        work->size = size;
        if (r != work->best) memcpy(work->best, r, 3 * (size_t)work->rows->blocks * sizeof *r);
    }
    return residual;
}
