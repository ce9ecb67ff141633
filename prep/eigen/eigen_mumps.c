#include "prep/eigen/blas.h"
#include "prep/eigen/clock.h"
#include "prep/eigen/heap.h"
#include "prep/eigen/lanczos.h"
#include "prep/eigen/search.h"

#include "base/numeric.h"

#include <cblas.h>
#include <string.h>

enum { ATTEMPTS = 5 };

cr_status cr_search_no_memory(int modes, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d modes", modes);
}

cr_status cr_search_tell(const cr_search *s, const char *stage, cr_error *error) {
    bool go_on = !s->job->progress || s->job->progress(s->job->context, stage, 0.0);
    return go_on ? CR_OK : cr_fail(error, CR_STOPPED, "modes", "stopped");
}

cr_status cr_search_factorise(cr_search *s, cr_factor_kind kind, cr_error *error) {
    cr_status status = cr_search_tell(s, "factor", error);
    if (status) return status;
    cr_factor_seconds seconds = {0};
    s->factor = cr_factor_new(s->job->system, s->shift, kind, &s->order, s->allocator, &seconds, error);
    s->seconds->analyse += seconds.analyse;
    s->seconds->factor += seconds.factor;
    return s->factor ? CR_OK : error->status;
}

static void drop_factor(cr_search *s) {
    cr_factor_free(s->factor);
    s->factor = NULL;
}

// The count needs memory: the other factor goes before.
static cr_status count_below(cr_search *s, double limit, int *below, cr_error *error) {
    if (limit == s->job->limit && s->below_limit >= 0) {
        *below = s->below_limit;
        return CR_OK;
    }
    cr_status status = cr_search_tell(s, "count", error);
    if (status) return status;
    double before = cr_clock();
    drop_factor(s);
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
static int place_limit(const cr_search *s, const cr_lanczos_found *found, double *limit) {
    int n = s->job->count;
    if (n == 0) {
        while (n < found->count && found->value[n] < s->job->limit) n++;
        *limit = s->job->limit;
        bool near_below = n > 0 && cr_eigen_gap(found->value[n - 1], *limit) == 0.0;
        double next = n < found->count ? found->value[n] : found->next;
        if (!near_below && cr_eigen_gap(*limit, next) != 0.0) return n;
        n += !near_below; // the limit is a mode: count above it
    }
    for (; n <= found->count; n++) {
        double next = n < found->count ? found->value[n] : found->next;
        *limit = cr_eigen_gap(found->value[n - 1], next);
        if (*limit != 0.0) return n;
    }
    return -1;
}

static cr_status take_pairs(cr_lanczos *lanczos, const cr_lanczos_found *found, size_t size, cr_arena *arena,
                            cr_eigen_pairs *pairs, cr_error *error) {
    size_t n = (size_t)pairs->count;
    pairs->value = cr_arena_take(arena, n ? n : 1, sizeof *pairs->value);
    pairs->vector = cr_arena_take(arena, n * size, sizeof *pairs->vector);
    if (!pairs->value || !pairs->vector) return cr_search_no_memory(pairs->count, error);
    memcpy(pairs->value, found->value, n * sizeof *pairs->value);
    cr_lanczos_vectors(lanczos, pairs->count, pairs->vector);
    return CR_OK;
}

// Finds pairs; count -1: the end of a multiple eigenvalue is not yet in sight.
static cr_status find(cr_search *s, int count, double limit, int seed, cr_arena *arena, cr_eigen_pairs *pairs,
                      cr_error *error) {
    cr_lanczos_job job = {
        .system = s->job->system,
        .factor = s->factor,
        .shift = s->shift,
        .tolerance = cr_search_tolerance,
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
        lanczos ? cr_lanczos_run(lanczos, count, limit, &found, error) : cr_search_no_memory(count, error);
    *pairs = (cr_eigen_pairs){0};
    if (!status) pairs->count = place_limit(s, &found, &pairs->limit);
    if (!status && pairs->count >= 0)
        status = take_pairs(lanczos, &found, (size_t)s->job->system->size, arena, pairs, error);
    cr_arena_free(scratch);
    return status;
}

static cr_status attempt(cr_search *s, int count, double limit, int seed, cr_arena *arena,
                         cr_eigen_pairs *pairs, cr_error *error) {
    cr_status status = s->factor ? CR_OK : cr_search_factorise(s, CR_FACTOR_POSITIVE, error);
    if (status) return status;
    double before = cr_clock();
    status = find(s, count, limit, seed, arena, pairs, error);
    if (status || pairs->count < 0) return status;
    status = cr_search_residual(s, pairs, error);
    s->seconds->eigen += cr_clock() - before;
    if (status || pairs->residual > cr_residual_most) return status;
    return count_below(s, pairs->limit, &pairs->below, error);
}

// Looks, counts, and looks again for more from another start as long as something is missing.
static cr_status certify(cr_search *s, cr_arena *arena, cr_eigen_pairs *pairs, cr_error *error) {
    int count = s->job->count;
    double limit = s->job->limit;
    cr_arena_mark mark = cr_arena_here(arena);
    for (int i = 0; i < ATTEMPTS; i++) {
        cr_status status = attempt(s, count, limit, i, arena, pairs, error);
        if (status) return status;
        if (pairs->count >= 0 && pairs->residual <= cr_residual_most &&
            pairs->below == s->job->known.count + pairs->count)
            return CR_OK;
        cr_arena_rewind(arena, mark);
        if (count) count += CR_BLOCK;
        limit *= 1.2;
    }
    if (pairs->residual > cr_residual_most)
        return cr_fail(error, CR_ERR_NUMERIC, "modes", "the residual stays at %g", pairs->residual);
    return cr_fail(error, CR_ERR_NUMERIC, "modes",
                   "%d modes below %g Hz by the inertia of the factor, but %d were found", pairs->below,
                   sqrt(pairs->limit) / (2.0 * cr_pi), s->job->known.count + pairs->count);
}

// Of the memory that is left a factor may have this part; the basis of the search and the modes need the
// rest.
static const double factor_share = 0.6;

// All modes below a limit by the way down from it, where that is shorter. Else, or where a mode at the limit
// is in the way, from below; the factor at the limit has counted then.
static cr_status find_all(cr_search *s, cr_arena *arena, cr_eigen_pairs *pairs, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = cr_search_down(s, arena, pairs, error);
    if ((!status && pairs->count >= 0) || (status && status != CR_ERR_NUMERIC)) return status;
    cr_arena_rewind(arena, mark);
    drop_factor(s);
    s->seconds->count += s->seconds->factor;
    s->seconds->factor = 0.0;
    s->shift = -s->job->scale;
    return certify(s, arena, pairs, error);
}

static cr_status solve(const cr_eigen_job *job, cr_arena *arena, cr_eigen_pairs *pairs,
                       cr_modal_seconds *seconds, cr_error *error) {
    cr_allocator allocator = cr_arena_allocator(arena);
    cr_error local;
    if (!error) error = &local;
    cr_arena *order = cr_arena_new(allocator);
    if (!order) return cr_search_no_memory(job->count, error);
    cr_search s = {.job = job,
                   .allocator = allocator,
                   .order = {NULL, order, factor_share * cr_heap_room()},
                   .seconds = seconds,
                   .shift = -job->scale,
                   .below_limit = -1};
    int threads = openblas_get_num_threads();
    cr_blas_set_threads(1); // more change the last digits
    cr_status status = job->count ? certify(&s, arena, pairs, error) : find_all(&s, arena, pairs, error);
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
