#include "prep/eigen/search.h"
#include "prep/eigen/symmetric.h"

#include <string.h>

typedef struct span {
    const cr_system *system;
    int count, blocks, threads;
    double **u; // the vectors, in blocks
    double *w;  // one more block
    double (*product)[CR_BLOCK_SQUARE];
    double *stiff; // U' K U, then its eigenvectors
} span;

static bool take_span(cr_arena *scratch, span *s) {
    size_t blocks = (size_t)s->blocks, size = (size_t)s->system->size * CR_BLOCK, n = (size_t)s->count;
    s->u = cr_arena_take(scratch, blocks, sizeof *s->u);
    s->w = cr_arena_take(scratch, size, sizeof *s->w);
    s->product = cr_arena_take(scratch, blocks, sizeof *s->product);
    s->stiff = cr_arena_take(scratch, n * n, sizeof *s->stiff);
    if (!s->u || !s->w || !s->product || !s->stiff) return false;
    for (size_t j = 0; j < blocks; j++)
        if (!(s->u[j] = cr_arena_take(scratch, size, sizeof *s->w))) return false;
    return true;
}

static int in_block(const span *s, int j) {
    return s->count - j * CR_BLOCK < CR_BLOCK ? s->count - j * CR_BLOCK : CR_BLOCK;
}

// The lower triangle of U' K U.
static void fill_stiff(span *s) {
    size_t n = (size_t)s->count;
    for (int j = 0; j < s->blocks; j++) {
        cr_system_stiff_multiply(s->system, s->u[j], s->w);
        cr_block_products(s->system->size, s->blocks - j, s->u + j, s->w, s->threads, s->product);
        for (int i = j; i < s->blocks; i++)
            for (int a = 0; a < in_block(s, i); a++)
                for (int b = 0; b < in_block(s, j); b++)
                    s->stiff[(size_t)(j * CR_BLOCK + b) * n + (size_t)(i * CR_BLOCK + a)] =
                        s->product[i - j][a * CR_BLOCK + b];
    }
}

// U by the eigenvectors.
static void rotate(span *s, double *vector) {
    size_t n = (size_t)s->count, size = (size_t)s->system->size;
    for (int j = 0; j < s->blocks; j++) {
        memset(s->product, 0, (size_t)s->blocks * sizeof *s->product);
        for (int i = 0; i < s->blocks; i++)
            for (int a = 0; a < in_block(s, i); a++)
                for (int b = 0; b < in_block(s, j); b++)
                    s->product[i][a * CR_BLOCK + b] =
                        s->stiff[(size_t)(j * CR_BLOCK + b) * n + (size_t)(i * CR_BLOCK + a)];
        memset(s->w, 0, size * CR_BLOCK * sizeof *s->w);
        cr_block_add((int)size, s->blocks, s->u, s->product, 1.0, s->threads, s->w);
        cr_block_unweave((int)size, in_block(s, j), s->w, vector + (size_t)j * CR_BLOCK * size);
    }
}

// U' K U y = w^2 y (Parlett, The symmetric eigenvalue problem, ch. 11).
cr_status cr_rayleigh_ritz(const cr_system *system, int threads, cr_allocator allocator,
                           cr_eigen_pairs *pairs, cr_error *error) {
    int blocks = (pairs->count + CR_BLOCK - 1) / CR_BLOCK;
    size_t size = (size_t)system->size;
    span s = {.system = system, .count = pairs->count, .blocks = blocks, .threads = threads};
    if (pairs->count == 0) return CR_OK;
    cr_arena *scratch = cr_arena_new(allocator);
    cr_status status = scratch && take_span(scratch, &s) ? CR_OK : cr_search_no_memory(pairs->count, error);
    if (!status) {
        for (int j = 0; j < blocks; j++)
            cr_block_weave(system->size, in_block(&s, j), pairs->vector + (size_t)j * CR_BLOCK * size,
                           s.u[j]);
        fill_stiff(&s);
        status = cr_symmetric_large(s.count, s.stiff, pairs->value, scratch, error);
    }
    if (!status) rotate(&s, pairs->vector);
    cr_arena_free(scratch);
    return status;
}
