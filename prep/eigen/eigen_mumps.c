#include "prep/eigen/blas.h"
#include "prep/eigen/clock.h"
#include "prep/eigen/eigen.h"
#include "prep/eigen/heap.h"
#include "prep/eigen/lanczos.h"

#include "base/numeric.h"

#include <cblas.h>
#include <string.h>

enum { ATTEMPTS = 5, TOGETHER = 64 };

typedef struct search {
    const cr_eigen_job *job;
    cr_allocator allocator;
    cr_factor_order order;
    cr_factor *factor;
    cr_modal_seconds *seconds;
    double shift;
} search;

static cr_status no_memory(int modes, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d modes", modes);
}

static bool told(const search *s, const char *stage, double share) {
    return !s->job->progress || s->job->progress(s->job->context, stage, share);
}

static cr_status stopped(cr_error *error) {
    return cr_fail(error, CR_STOPPED, "modes", "stopped");
}

static cr_status factorise(search *s, cr_error *error) {
    if (!told(s, "factor", 0.0)) return stopped(error);
    cr_factor_seconds seconds = {0};
    s->factor =
        cr_factor_new(s->job->system, s->shift, CR_FACTOR_POSITIVE, &s->order, s->allocator, &seconds, error);
    s->seconds->analyse += seconds.analyse;
    s->seconds->factor += seconds.factor;
    return s->factor ? CR_OK : error->status;
}

// The count needs memory: the other factor goes before.
static cr_status count_below(search *s, double limit, int *below, cr_error *error) {
    if (!told(s, "count", 0.0)) return stopped(error);
    double before = cr_clock();
    cr_factor_free(s->factor);
    s->factor = NULL;
    cr_factor_seconds unused = {0};
    cr_blas_set_threads(s->job->threads); // rounding does not change a count
    cr_factor *f =
        cr_factor_new(s->job->system, limit, CR_FACTOR_COUNT, &s->order, s->allocator, &unused, error);
    cr_blas_set_threads(1);
    if (f) *below = cr_factor_below(f);
    cr_factor_free(f);
    s->seconds->count += cr_clock() - before;
    return f ? CR_OK : error->status;
}

// How many of the wanted were found, with the partners of a multiple one at the end, and where to count.
static int place_limit(const search *s, const cr_lanczos_found *found, double *limit) {
    int n = s->job->count;
    if (n == 0) {
        while (n < found->count && found->value[n] < s->job->limit) n++;
        *limit = s->job->limit;
        bool near_below = n > 0 && cr_eigen_gap(found->value[n - 1], *limit) == 0.0;
        double next = n < found->count ? found->value[n] : found->next;
        if (!near_below && cr_eigen_gap(*limit, next) != 0.0) return n;
        n -= n > 0; // the limit is a mode: count above it
    }
    for (n = n > 0 ? n : 1; n <= found->count; n++) {
        double next = n < found->count ? found->value[n] : found->next;
        *limit = cr_eigen_gap(found->value[n - 1], next);
        if (*limit != 0.0) return n;
    }
    return -1;
}

// The residual by one more solution for each mode: u - (w^2 - s)(K - s M)^-1 M u. What it has of the known
// modes is rounding, which nothing but the shift keeps small.
static void block_residual(const search *s, const cr_eigen_pairs *pairs, int first, int count, double *u,
                           double *x, double *inert, double *square) {
    const cr_system *system = s->job->system;
    double product[1][CR_BLOCK_SQUARE];
    for (int i = 0; i < system->size; i++)
        for (int k = 0; k < count; k++) {
            size_t at = (size_t)i * CR_BLOCK + (size_t)k;
            x[at] = u[at] - (pairs->value[first + k] - s->shift) * x[at];
        }
    cr_system_mass_multiply(system, s->job->threads, x, inert);
    cr_block_products(system->size, 1, &s->job->known.block, inert, 1, product);
    cr_block_add(system->size, 1, &s->job->known.block, product, -1.0, 1, x);
    cr_system_mass_multiply(system, s->job->threads, x, inert);
    cr_block_products(system->size, 1, &x, inert, 1, product);
    for (int k = 0; k < count; k++)
        if (!(product[0][k * CR_BLOCK + k] <= *square)) *square = product[0][k * CR_BLOCK + k];
}

static cr_status check_residual(const search *s, cr_arena *scratch, cr_eigen_pairs *pairs, cr_error *error) {
    const cr_system *system = s->job->system;
    size_t size = (size_t)system->size;
    double *x = cr_arena_take(scratch, size * TOGETHER, sizeof *x), square = 0.0;
    double *u = cr_arena_take(scratch, size * CR_BLOCK, sizeof *u);
    double *inert = cr_arena_take(scratch, size * CR_BLOCK, sizeof *inert);
    double *block = cr_arena_take(scratch, size * CR_BLOCK, sizeof *block);
    if (!x || !u || !inert || !block) return no_memory(pairs->count, error);
    for (int first = 0; first < pairs->count; first += TOGETHER) {
        int count = pairs->count - first < TOGETHER ? pairs->count - first : TOGETHER;
        for (int k = 0; k < count; k += CR_BLOCK) {
            int these = count - k < CR_BLOCK ? count - k : CR_BLOCK;
            cr_block_weave(system->size, these, pairs->vector + (size_t)(first + k) * size, u);
            cr_system_mass_multiply(system, s->job->threads, u, inert);
            cr_block_unweave(system->size, these, inert, x + (size_t)k * size);
        }
        cr_status status = cr_factor_solve(s->factor, count, x, error);
        if (status) return status;
        for (int k = 0; k < count; k += CR_BLOCK) {
            int these = count - k < CR_BLOCK ? count - k : CR_BLOCK;
            cr_block_weave(system->size, these, pairs->vector + (size_t)(first + k) * size, u);
            cr_block_weave(system->size, these, x + (size_t)k * size, block);
            block_residual(s, pairs, first + k, these, u, block, inert, &square);
        }
    }
    pairs->residual = sqrt(square);
    return CR_OK;
}

static cr_status take_pairs(cr_lanczos *lanczos, const cr_lanczos_found *found, size_t size, cr_arena *arena,
                            cr_eigen_pairs *pairs, cr_error *error) {
    size_t n = (size_t)pairs->count;
    pairs->value = cr_arena_take(arena, n ? n : 1, sizeof *pairs->value);
    pairs->vector = cr_arena_take(arena, n * size, sizeof *pairs->vector);
    if (!pairs->value || !pairs->vector) return no_memory(pairs->count, error);
    memcpy(pairs->value, found->value, n * sizeof *pairs->value);
    cr_lanczos_vectors(lanczos, pairs->count, pairs->vector);
    return CR_OK;
}

// The step that the vectors gain at the end leaves less of it.
static const double tolerance = 5e-9, residual_most = 1e-8;

// Finds pairs; count -1: the end of a multiple eigenvalue is not yet in sight.
static cr_status find(search *s, int count, double limit, int seed, cr_arena *arena, cr_eigen_pairs *pairs,
                      cr_error *error) {
    cr_lanczos_job job = {
        .system = s->job->system,
        .factor = s->factor,
        .shift = s->shift,
        .tolerance = tolerance,
        .known = s->job->known,
        .threads = s->job->threads,
        .seed = seed,
        .progress = s->job->progress,
        .context = s->job->context,
    };
    cr_arena *scratch = cr_arena_new(s->allocator);
    cr_lanczos *lanczos = scratch ? cr_lanczos_new(&job, scratch) : NULL;
    cr_lanczos_found found;
    cr_status status =
        lanczos ? cr_lanczos_run(lanczos, count, limit, &found, error) : no_memory(count, error);
    *pairs = (cr_eigen_pairs){0};
    if (!status) pairs->count = place_limit(s, &found, &pairs->limit);
    if (!status && pairs->count >= 0)
        status = take_pairs(lanczos, &found, (size_t)s->job->system->size, arena, pairs, error);
    cr_arena_free(scratch);
    return status;
}

static cr_status attempt(search *s, int count, double limit, int seed, cr_arena *arena, cr_eigen_pairs *pairs,
                         cr_error *error) {
    cr_status status = s->factor ? CR_OK : factorise(s, error);
    if (status) return status;
    double before = cr_clock();
    status = find(s, count, limit, seed, arena, pairs, error);
    if (status || pairs->count < 0) return status;
    cr_arena *scratch = cr_arena_new(s->allocator);
    status = scratch ? check_residual(s, scratch, pairs, error) : no_memory(count, error);
    cr_arena_free(scratch);
    s->seconds->eigen += cr_clock() - before;
    if (status || pairs->residual > residual_most) return status;
    return count_below(s, pairs->limit, &pairs->below, error);
}

// Looks, counts, and looks again for more from another start as long as something is missing.
static cr_status certify(search *s, cr_arena *arena, cr_eigen_pairs *pairs, cr_error *error) {
    int count = s->job->count;
    double limit = s->job->limit;
    cr_arena_mark mark = cr_arena_here(arena);
    for (int i = 0; i < ATTEMPTS; i++) {
        cr_status status = attempt(s, count, limit, i, arena, pairs, error);
        if (status) return status;
        if (pairs->count >= 0 && pairs->residual <= residual_most &&
            pairs->below == s->job->known.count + pairs->count)
            return CR_OK;
        cr_arena_rewind(arena, mark);
        if (count) count += CR_BLOCK;
        limit *= 1.2;
    }
    if (pairs->residual > residual_most)
        return cr_fail(error, CR_ERR_NUMERIC, "modes", "the residual stays at %g", pairs->residual);
    return cr_fail(error, CR_ERR_NUMERIC, "modes",
                   "%d modes below %g Hz by the inertia of the factor, but %d were found", pairs->below,
                   sqrt(pairs->limit) / (2.0 * cr_pi), s->job->known.count + pairs->count);
}

// Of the memory that is left a factor may have this part; the basis of the search and the modes need the
// rest.
static const double factor_share = 0.6;

static cr_status solve(const cr_eigen_job *job, cr_arena *arena, cr_eigen_pairs *pairs,
                       cr_modal_seconds *seconds, cr_error *error) {
    cr_allocator allocator = cr_arena_allocator(arena);
    cr_error local;
    if (!error) error = &local;
    cr_arena *order = cr_arena_new(allocator);
    if (!order) return no_memory(job->count, error);
    search s = {job, allocator, {NULL, order, factor_share * cr_heap_room()}, NULL, seconds, -job->scale};
    int threads = openblas_get_num_threads();
    cr_blas_set_threads(1); // more change the last digits
    cr_status status = certify(&s, arena, pairs, error);
    cr_blas_set_threads(threads);
    cr_factor_free(s.factor);
    cr_arena_free(order);
    return status;
}

const cr_eigen_backend cr_eigen_mumps = {"mumps", solve};

cr_status cr_modal_compute(const cr_modal_job *job, cr_arena *arena, cr_modal_result *result,
                           cr_error *error) {
    return cr_modal_compute_by(&cr_eigen_mumps, job, arena, result, error);
}
