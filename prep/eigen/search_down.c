#include "prep/eigen/clock.h"
#include "prep/eigen/lanczos.h"
#include "prep/eigen/search.h"

#include "base/numeric.h"

// The way down spares a factorisation, but low modes are told apart late: it takes at most a step of the
// search more for every 10 modes (plates, strips; a mug or a bell none), and a step takes as long as 80
// operations of a factorisation for every entry of the factor.
static const double operations_per_mode = 8.0;

static bool worth(const cr_search *s, int modes) {
    return cr_factor_operations(s->factor) > operations_per_mode * modes * cr_factor_entries(s->factor);
}

// Whether an eigenvalue is so near to the limit that rounding decides on which side it lies.
static bool near_limit(const cr_search *s, int count, const cr_lanczos_found *found) {
    double limit = s->job->limit;
    return (count > 0 && cr_eigen_gap(found->value[0], limit) == 0.0) ||
           cr_eigen_gap(limit, found->beyond) == 0.0;
}

static cr_status find(const cr_search *s, int count, cr_arena *scratch, cr_arena *arena,
                      cr_eigen_pairs *pairs, cr_error *error) {
    cr_lanczos_job job = {
        .system = s->job->system,
        .factor = s->factor,
        .shift = s->shift,
        .down = true,
        .tolerance = cr_search_tolerance,
        .known = s->job->known,
        .threads = s->job->threads,
        .progress = s->job->progress,
        .context = s->job->context,
    };
    size_t n = (size_t)count, size = (size_t)s->job->system->size;
    cr_lanczos *lanczos = cr_lanczos_new(&job, scratch);
    cr_lanczos_found found;
    if (!lanczos) return cr_search_no_memory(count, error);
    cr_status status = cr_lanczos_run(lanczos, count, s->job->limit, &found, error);
    if (status) return status;
    if (found.count != count || near_limit(s, count, &found))
        return cr_fail(error, CR_ERR_NUMERIC, "modes", "a mode is at the limit");
    pairs->value = cr_arena_take(arena, n + 1, sizeof *pairs->value);
    pairs->vector = cr_arena_take(arena, n * size, sizeof *pairs->vector);
    if (!pairs->value || !pairs->vector) return cr_search_no_memory(count, error);
    cr_lanczos_vectors(lanczos, count, pairs->vector);
    return CR_OK;
}

// The values of the search have lost the digits that the limit has more than they; K gives them anew.
static cr_status search(cr_search *s, int count, cr_arena *arena, cr_eigen_pairs *pairs, cr_error *error) {
    cr_arena *scratch = cr_arena_new(s->allocator);
    cr_status status =
        scratch ? find(s, count, scratch, arena, pairs, error) : cr_search_no_memory(count, error);
    cr_arena_free(scratch);
    if (status) return status;
    *pairs = (cr_eigen_pairs){count, pairs->value, pairs->vector, s->job->limit, 0.0, s->below_limit};
    status = cr_rayleigh_ritz(s->job->system, s->job->threads, s->allocator, pairs, error);
    if (!status) status = cr_search_residual(s, pairs, error);
    if (!status && !(pairs->residual <= cr_residual_most))
        return cr_fail(error, CR_ERR_NUMERIC, "modes", "the residual stays at %g", pairs->residual);
    return status;
}

cr_status cr_search_down(cr_search *s, cr_arena *arena, cr_eigen_pairs *pairs, cr_error *error) {
    pairs->count = -1;
    s->shift = s->job->limit;
    cr_status status = cr_search_factorise(s, CR_FACTOR_INSIDE, error);
    if (status) return status;
    s->below_limit = cr_factor_below(s->factor);
    int count = s->below_limit - s->job->known.count;
    if (count < 0 || !worth(s, count)) return CR_OK;
    double before = cr_clock();
    status = search(s, count, arena, pairs, error);
    s->seconds->eigen += cr_clock() - before;
    return status;
}
