#include "prep/eigen/search.h"

#include "base/numeric.h"

enum { TOGETHER = 64 };

typedef struct residual {
    const cr_search *search;
    const cr_eigen_pairs *pairs;
    double *x;                 // M u and what is solved from it, as columns
    double *u, *inert, *block; // blocks
    double square;             // the largest so far
} residual;

static bool take(cr_arena *scratch, residual *r) {
    size_t size = (size_t)r->search->job->system->size;
    r->x = cr_arena_take(scratch, size * TOGETHER, sizeof(double));
    r->u = cr_arena_take(scratch, size * CR_BLOCK, sizeof(double));
    r->inert = cr_arena_take(scratch, size * CR_BLOCK, sizeof(double));
    r->block = cr_arena_take(scratch, size * CR_BLOCK, sizeof(double));
    return r->x && r->u && r->inert && r->block;
}

// u - (w^2 - s)(K - s M)^-1 M u. What it has of the known modes is rounding, which nothing but the shift
// keeps small.
static void block_residual(residual *r, int first, int count, double *x) {
    const cr_search *s = r->search;
    const cr_system *system = s->job->system;
    double product[1][CR_BLOCK_SQUARE];
    for (int i = 0; i < system->size; i++)
        for (int k = 0; k < count; k++) {
            size_t at = (size_t)i * CR_BLOCK + (size_t)k;
            x[at] = r->u[at] - (r->pairs->value[first + k] - s->shift) * x[at];
        }
    cr_system_mass_multiply(system, s->job->threads, x, r->inert);
    cr_block_products(system->size, 1, &s->job->known.block, r->inert, 1, product);
    cr_block_add(system->size, 1, &s->job->known.block, product, -1.0, 1, x);
    cr_system_mass_multiply(system, s->job->threads, x, r->inert);
    cr_block_products(system->size, 1, &x, r->inert, 1, product);
    for (int k = 0; k < count; k++)
        if (!(product[0][k * CR_BLOCK + k] <= r->square)) r->square = product[0][k * CR_BLOCK + k];
}

// Some modes with one call of the factor, which costs little more than for one.
static cr_status group_residual(residual *r, int first, int count, cr_error *error) {
    const cr_system *system = r->search->job->system;
    size_t size = (size_t)system->size;
    for (int k = 0; k < count; k += CR_BLOCK) {
        int these = count - k < CR_BLOCK ? count - k : CR_BLOCK;
        cr_block_weave(system->size, these, r->pairs->vector + (size_t)(first + k) * size, r->u);
        cr_system_mass_multiply(system, r->search->job->threads, r->u, r->inert);
        cr_block_unweave(system->size, these, r->inert, r->x + (size_t)k * size);
    }
    cr_status status = cr_factor_solve(r->search->factor, count, r->x, error);
    for (int k = 0; !status && k < count; k += CR_BLOCK) {
        int these = count - k < CR_BLOCK ? count - k : CR_BLOCK;
        cr_block_weave(system->size, these, r->pairs->vector + (size_t)(first + k) * size, r->u);
        cr_block_weave(system->size, these, r->x + (size_t)k * size, r->block);
        block_residual(r, first + k, these, r->block);
    }
    return status;
}

cr_status cr_search_residual(const cr_search *search, cr_eigen_pairs *pairs, cr_error *error) {
    residual r = {.search = search, .pairs = pairs};
    cr_arena *scratch = cr_arena_new(search->allocator);
    cr_status status = scratch && take(scratch, &r) ? CR_OK : cr_search_no_memory(pairs->count, error);
    for (int first = 0; !status && first < pairs->count; first += TOGETHER) {
        int count = pairs->count - first < TOGETHER ? pairs->count - first : TOGETHER;
        status = group_residual(&r, first, count, error);
    }
    cr_arena_free(scratch);
    pairs->residual = sqrt(r.square);
    return status;
}
