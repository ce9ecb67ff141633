#include "prep/eigen/lanczos_internal.h"
#include "prep/eigen/symmetric.h"

#include <string.h>

// A mode is about to come out when its residual is below this.
static const double roughly = 1e-4;

// Blocks of T that are complete: all but the last, or all when nothing is left to add.
static int complete_blocks(const cr_lanczos *l) {
    return l->last ? l->blocks - 1 : l->blocks;
}

static void copy_t(const cr_lanczos *l, int blocks, double *t) {
    size_t size = (size_t)blocks * CR_BLOCK;
    memset(t, 0, size * size * sizeof *t);
    for (size_t b = 0; b < (size_t)blocks; b++)
        for (size_t i = 0; i < CR_BLOCK; i++)
            for (size_t j = 0; j < CR_BLOCK; j++) {
                double *column = t + (b * CR_BLOCK + j) * size; // its lower triangle
                column[b * CR_BLOCK + i] = 0.5 * (l->own[b][i * CR_BLOCK + j] + l->own[b][j * CR_BLOCK + i]);
                if (b + 1 < (size_t)blocks)
                    column[(b + 1) * CR_BLOCK + i] = l->upper[b + 1][i * CR_BLOCK + j];
            }
}

// The part of eigenvector k (best first) that leads out of the basis, into the next block.
static void leading_out(const cr_lanczos *l, int k, double out[CR_BLOCK]) {
    size_t size = (size_t)l->solved * CR_BLOCK;
    const double *last = l->ritz + (size - 1 - (size_t)k) * size + (size - CR_BLOCK);
    for (int i = 0; i < CR_BLOCK; i++) {
        out[i] = 0.0;
        for (int j = 0; l->last && j < CR_BLOCK; j++)
            out[i] += l->upper[l->solved][i * CR_BLOCK + j] * last[j];
    }
}

static bool take_pairs(cr_lanczos *l, size_t size) {
    if ((int)size <= l->pairs) return true;
    size_t room = size + size / 2;
    l->ritz = cr_arena_take(l->arena, room * room, sizeof(double));
    l->theta = cr_arena_take(l->arena, room, sizeof(double));
    l->value = cr_arena_take(l->arena, room, sizeof(double));
    l->residual = cr_arena_take(l->arena, room, sizeof(double));
    l->pairs = (int)room;
    return l->ritz && l->theta && l->value && l->residual;
}

// Eigenpairs of T: the largest theta = 1/(w^2 - shift), or 1/(shift - w^2) on the way down, belong to the
// modes nearest to the shift.
static cr_status solve(cr_lanczos *l, cr_error *error) {
    int blocks = complete_blocks(l), size = blocks * CR_BLOCK;
    if (!take_pairs(l, (size_t)size)) return cr_lanczos_no_memory(error);
    copy_t(l, blocks, l->ritz);
    cr_status status = cr_symmetric_large(size, l->ritz, l->value, l->arena, error);
    if (status) return status;
    l->solved = blocks;
    for (int k = 0; k < size; k++) l->theta[k] = l->value[size - 1 - k];
    double least = 1e-15 * fabs(l->theta[0]), sign = l->job.down ? -1.0 : 1.0;
    for (int k = 0; k < size; k++) {
        double out[CR_BLOCK], sum = 0.0;
        leading_out(l, k, out);
        for (int i = 0; i < CR_BLOCK; i++) sum += out[i] * out[i];
        bool good = l->theta[k] > least; // unused vectors have 0
        l->residual[k] = good ? sqrt(sum) / l->theta[k] : HUGE_VAL;
        l->value[k] = good ? l->job.shift + sign / l->theta[k] : HUGE_VAL;
    }
    return CR_OK;
}

static bool satisfied(const cr_lanczos *l, int count, double limit, cr_lanczos_found *found) {
    int n = 0, size = l->solved * CR_BLOCK;
    while (n < size && l->residual[n] <= l->job.tolerance) n++;
    double farthest = l->theta[size - 1], beyond = farthest < 0.0 ? l->job.shift - 1.0 / farthest : HUGE_VAL;
    *found = (cr_lanczos_found){n, l->value, n < size ? l->value[n] : HUGE_VAL, beyond};
    if (!l->last) return true;
    if (l->job.down) return n >= count;
    if (count) return n > count || (n == count && n < size && l->residual[n] < roughly);
    return (n > 0 && l->value[n - 1] > limit) ||
           (n < size && l->value[n] > limit && l->residual[n] < roughly);
}

// How far the search is, for whoever watches it.
static double share(int count, double limit, const cr_lanczos_found *found) {
    if (count) return (double)(found->count < count ? found->count : count) / count;
    double last = found->count ? found->value[found->count - 1] : 0.0;
    return last < limit ? sqrt(last > 0.0 ? last / limit : 0.0) : 1.0;
}

cr_status cr_lanczos_run(cr_lanczos *l, int count, double limit, cr_lanczos_found *found, cr_error *error) {
    *found = (cr_lanczos_found){0};
    int next_look = (count + CR_BLOCK - 1) / CR_BLOCK + 2;
    cr_status status = cr_lanczos_step(l, error);
    while (!status && l->last) {
        if (l->job.progress && !l->job.progress(l->job.context, "modes", share(count, limit, found)))
            return cr_fail(error, CR_STOPPED, "modes", "stopped");
        status = cr_lanczos_step(l, error);
        if (status) break;
        int blocks = complete_blocks(l);
        if (blocks < next_look && l->last) continue;
        next_look = blocks + 1 + blocks / 64; // looking costs as the cube, a step as the square
        status = solve(l, error);
        if (!status && satisfied(l, count, limit, found)) return CR_OK;
    }
    return status;
}

// What CR_BLOCK modes from `first` on are made of: the basis by the eigenvectors of T, and the next block,
// which makes them (K - shift M)^-1 M u/theta, one step of inverse iteration further at no cost.
static void combine(const cr_lanczos *l, int first, int count, double (*by)[CR_BLOCK_SQUARE]) {
    size_t size = (size_t)l->solved * CR_BLOCK;
    memset(by, 0, (size_t)l->blocks * sizeof *by);
    for (int k = 0; k < count; k++) {
        const double *ritz = l->ritz + (size - 1 - (size_t)(first + k)) * size;
        double out[CR_BLOCK];
        leading_out(l, first + k, out);
        for (int j = 0; j < l->blocks; j++)
            for (int i = 0; i < CR_BLOCK; i++)
                by[j][i * CR_BLOCK + k] =
                    j < l->solved ? ritz[j * CR_BLOCK + i] : out[i] / l->theta[first + k];
    }
}

void cr_lanczos_vectors(cr_lanczos *l, int count, double *vector) {
    for (int first = 0; first < count; first += CR_BLOCK) {
        int these = count - first < CR_BLOCK ? count - first : CR_BLOCK;
        combine(l, first, these, l->product);
        memset(l->w, 0, (size_t)l->n * CR_BLOCK * sizeof *l->w);
        cr_block_add(l->n, l->blocks, l->basis + 1, l->product, 1.0, l->job.threads, l->w);
        cr_block_unweave(l->n, these, l->w, vector + (size_t)first * (size_t)l->n);
    }
}
