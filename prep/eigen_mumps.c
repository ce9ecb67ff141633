#include "prep/clock.h"
#include "prep/eigen.h"
#include "prep/lanczos.h"

#include "base/numeric.h"

#include <cblas.h>
#include <string.h>

enum { ATTEMPTS = 5, TOGETHER = 32 };

typedef struct search {
    const cr_eigen_job *job;
    cr_arena *arena; // gone when the search ends
    cr_allocator allocator;
    cr_factor_order order;
    cr_factor *factor;
    cr_lanczos *lanczos;
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
    cr_factor *f =
        cr_factor_new(s->job->system, limit, CR_FACTOR_ANY, &s->order, s->allocator, &unused, error);
    if (f) *below = cr_factor_below(f);
    cr_factor_free(f);
    s->seconds->count += cr_clock() - before;
    return f ? CR_OK : error->status;
}

static cr_status find(search *s, int count, double limit, cr_lanczos_found *found, cr_error *error) {
    if (!s->lanczos) {
        cr_lanczos_job job = {s->job->system,  s->factor,        s->shift,       s->job->known,
                              s->job->threads, s->job->progress, s->job->context};
        s->lanczos = cr_lanczos_new(&job, s->arena);
        if (!s->lanczos) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the search of modes");
    }
    cr_lanczos_use(s->lanczos, s->factor);
    return cr_lanczos_run(s->lanczos, count, limit, found, error);
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

// x -= R R' M x: rounding of the known modes is not small, since nothing but the shift keeps them.
static void take_known(const search *s, int count, double *x, const double *inert) {
    double by[6 * TOGETHER];
    int n = s->job->system->size, known = s->job->known.count;
    if (known == 0) return;
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, known, count, n, 1.0, s->job->known.vector, n, inert,
                n, 0.0, by, known);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, count, known, -1.0, s->job->known.vector, n, by,
                known, 1.0, x, n);
}

// The residual by one more solution for each mode: u - (w^2 - s)(K - s M)^-1 M u.
static cr_status check_residual(search *s, cr_eigen_pairs *pairs, cr_error *error) {
    const cr_system *system = s->job->system;
    size_t size = (size_t)system->size;
    cr_mass_work work;
    double *x = cr_arena_take(s->arena, size * TOGETHER, sizeof *x);
    double *inert = cr_arena_take(s->arena, size * TOGETHER, sizeof *inert);
    if (!x || !inert) return no_memory(pairs->count, error);
    cr_status status = cr_mass_work_take(system, s->job->threads, s->arena, &work, error);
    for (int first = 0; !status && first < pairs->count; first += TOGETHER) {
        int count = pairs->count - first < TOGETHER ? pairs->count - first : TOGETHER;
        const double *u = pairs->vector + (size_t)first * size;
        cr_system_mass_multiply(system, &work, count, u, x);
        status = cr_factor_solve(s->factor, count, x, error);
        if (status) break;
        for (size_t k = 0; k < (size_t)count; k++)
            cblas_daxpby(system->size, 1.0, u + k * size, 1, s->shift - pairs->value[first + (int)k],
                         x + k * size, 1);
        cr_system_mass_multiply(system, &work, count, x, inert);
        take_known(s, count, x, inert);
        cr_system_mass_multiply(system, &work, count, x, inert);
        for (size_t k = 0; k < (size_t)count; k++) {
            double square = cblas_ddot(system->size, x + k * size, 1, inert + k * size, 1);
            if (!(square <= pairs->residual * pairs->residual)) pairs->residual = sqrt(fabs(square));
        }
    }
    return status;
}

static cr_status take_pairs(search *s, const cr_lanczos_found *found, cr_arena *arena, cr_eigen_pairs *pairs,
                            cr_error *error) {
    size_t n = (size_t)pairs->count;
    pairs->value = cr_arena_take(arena, n ? n : 1, sizeof *pairs->value);
    pairs->vector = cr_arena_take(arena, n * (size_t)s->job->system->size, sizeof *pairs->vector);
    if (!pairs->value || !pairs->vector) return no_memory(pairs->count, error);
    memcpy(pairs->value, found->value, n * sizeof *pairs->value);
    return cr_lanczos_vectors(s->lanczos, pairs->count, pairs->vector, error);
}

// The pairs of one attempt; count -1: the end of a multiple eigenvalue is not yet in sight.
static cr_status attempt(search *s, int count, double limit, cr_arena *arena, cr_eigen_pairs *pairs,
                         cr_error *error) {
    cr_lanczos_found found;
    cr_status status = s->factor ? CR_OK : factorise(s, error);
    double before = cr_clock();
    if (!status) status = find(s, count, limit, &found, error);
    if (status) return status;
    *pairs = (cr_eigen_pairs){0};
    pairs->count = place_limit(s, &found, &pairs->limit);
    if (pairs->count < 0) return CR_OK;
    status = take_pairs(s, &found, arena, pairs, error);
    if (!status) status = check_residual(s, pairs, error);
    s->seconds->eigen += cr_clock() - before;
    return status ? status : count_below(s, pairs->limit, &pairs->below, error);
}

// Looks, counts, and looks further as long as something is missing.
static cr_status certify(search *s, cr_arena *arena, cr_eigen_pairs *pairs, cr_error *error) {
    int count = s->job->count;
    double limit = s->job->limit;
    cr_arena_mark mark = cr_arena_here(arena);
    for (int i = 0; i < ATTEMPTS; i++) {
        cr_status status = attempt(s, count, limit, arena, pairs, error);
        if (status) return status;
        if (pairs->count >= 0 && pairs->below == s->job->known.count + pairs->count) return CR_OK;
        cr_arena_rewind(arena, mark);
        if (count) count += CR_BLOCK;
        limit *= 1.2;
    }
    return cr_fail(error, CR_ERR_NUMERIC, "modes",
                   "%d modes below %g Hz by the inertia of the factor, but %d were found", pairs->below,
                   sqrt(pairs->limit) / (2.0 * cr_pi), s->job->known.count + pairs->count);
}

static cr_status solve(const cr_eigen_job *job, cr_arena *arena, cr_eigen_pairs *pairs,
                       cr_modal_seconds *seconds, cr_error *error) {
    cr_allocator allocator = cr_arena_allocator(arena);
    cr_error local;
    if (!error) error = &local;
    cr_arena *scratch = cr_arena_new(allocator);
    if (!scratch) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the search of modes");
    search s = {.job = job,
                .arena = scratch,
                .allocator = allocator,
                .order = {NULL, scratch},
                .seconds = seconds,
                .shift = -job->scale};
    int threads = openblas_get_num_threads();
    openblas_set_num_threads(job->threads);
    cr_status status = certify(&s, arena, pairs, error);
    openblas_set_num_threads(threads);
    cr_factor_free(s.factor);
    cr_arena_free(scratch);
    return status;
}

const cr_eigen_backend cr_eigen_mumps = {"mumps", solve};

cr_status cr_modal_compute(const cr_modal_job *job, cr_arena *arena, cr_modal_result *result,
                           cr_error *error) {
    return cr_modal_compute_by(&cr_eigen_mumps, job, arena, result, error);
}
