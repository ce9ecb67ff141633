#include "prep/lanczos_internal.h"

#include <cblas.h>
#include <lapacke.h>
#include <string.h>

// Residuals |(K - shift M)^-1 M u - theta u|/theta of converged modes; the step that the vectors gain at the
// end makes it |K u - w^2 M u|/|K u|. A mode is about to come out when its own is below the second.
static const double converged = 5e-9, roughly = 1e-4;

// Eigenpairs of T: the largest theta = 1/(w^2 - shift) belong to the lowest modes. The residual of one is
// the part of it in the last block, through what connects that with the next.
static cr_status solve(cr_lanczos *l, cr_error *error) {
    int size = l->columns - l->block;
    for (int j = 0; j < size; j++)
        memcpy(l->ritz + (size_t)j * (size_t)size, l->t + (size_t)j * (size_t)l->room,
               (size_t)size * sizeof *l->ritz);
    if (LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', size, l->ritz, size, l->value))
        return cr_fail(error, CR_ERR_NUMERIC, "modes", "the projected problem did not converge");
    l->solved = size;
    for (int k = 0; k < size; k++) l->theta[k] = l->value[size - 1 - k];
    for (int k = 0; k < size; k++) {
        const double *last = l->ritz + (size_t)(size - 1 - k) * (size_t)size + (size - l->block_before);
        double sum = 0.0;
        for (int i = 0; i < l->block; i++) {
            double part = 0.0;
            for (int j = 0; j < l->block_before; j++) part += l->upper[i * CR_BLOCK + j] * last[j];
            sum += part * part;
        }
        bool good = l->theta[k] > 0.0;
        l->residual[k] = good ? sqrt(sum) / l->theta[k] : HUGE_VAL;
        l->value[k] = good ? l->job.shift + 1.0 / l->theta[k] : HUGE_VAL;
    }
    return CR_OK;
}

static bool satisfied(const cr_lanczos *l, int count, double limit, cr_lanczos_found *found) {
    int n = 0;
    while (n < l->solved && l->residual[n] <= converged) n++;
    found->count = n;
    found->value = l->value;
    found->next = n < l->solved ? l->value[n] : HUGE_VAL;
    if (cr_lanczos_complete(l)) return true;
    if (count) return n > count || (n == count && n < l->solved && l->residual[n] < roughly);
    return (n > 0 && l->value[n - 1] > limit) ||
           (n < l->solved && l->value[n] > limit && l->residual[n] < roughly);
}

// How far the search is, for whoever watches it.
static double share(const cr_lanczos *l, int count, double limit, const cr_lanczos_found *found) {
    if (count) return (double)(found->count < count ? found->count : count) / count;
    double last = found->count ? found->value[found->count - 1] : 0.0;
    return last > 0.0 && last < limit ? sqrt(last / limit) : l->solved ? 1.0 : 0.0;
}

cr_status cr_lanczos_run(cr_lanczos *l, int count, double limit, cr_lanczos_found *found, cr_error *error) {
    *found = (cr_lanczos_found){0};
    cr_status status = l->columns ? CR_OK : cr_lanczos_begin(l, error);
    int next_look = count ? count + 2 * CR_BLOCK : 2 * CR_BLOCK;
    while (!status) {
        if (cr_lanczos_complete(l)) {
            if (l->columns == 0) return CR_OK;
            status = solve(l, error);
            satisfied(l, count, limit, found);
            return status;
        }
        status = cr_lanczos_step(l, error);
        if (status) break;
        if (l->job.progress && !l->job.progress(l->job.context, "modes", share(l, count, limit, found)))
            return cr_fail(error, CR_STOPPED, "modes", "stopped");
        int size = l->columns - l->block;
        if (size < next_look && !cr_lanczos_complete(l)) continue;
        next_look = size + size / 16; // looking costs as the cube, a step as the square
        status = solve(l, error);
        if (!status && satisfied(l, count, limit, found)) return CR_OK;
    }
    return status;
}

// What mode k is made of: the basis by the eigenvector of T, and the next block, which makes it
// (K - shift M)^-1 M u/theta, one step of inverse iteration further at no cost.
static void combination(const cr_lanczos *l, int k, double *by) {
    const double *ritz = l->ritz + (size_t)(l->solved - 1 - k) * (size_t)l->solved;
    memcpy(by, ritz, (size_t)l->solved * sizeof *by);
    const double *last = ritz + l->solved - l->block_before;
    for (int i = 0; i < l->block; i++) {
        double part = 0.0;
        for (int j = 0; j < l->block_before; j++) part += l->upper[i * CR_BLOCK + j] * last[j];
        by[l->solved + i] = part / l->theta[k];
    }
}

cr_status cr_lanczos_vectors(const cr_lanczos *l, int count, double *vector, cr_error *error) {
    int size = l->columns;
    double *by = cr_arena_take(l->arena, (size_t)size * (size_t)count, sizeof *by);
    if (!by) return cr_lanczos_no_memory(error);
    for (int k = 0; k < count; k++) combination(l, k, by + (size_t)k * (size_t)size);
    for (int first = 0; first < size; first += PANEL) {
        int columns = size - first < PANEL ? size - first : PANEL;
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, l->n, count, columns, 1.0,
                    l->panel[first / PANEL], l->n, by + first, size, first ? 1.0 : 0.0, vector, l->n);
    }
    return CR_OK;
}
