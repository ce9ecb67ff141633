#include "prep/eigen/lanczos_internal.h"
#include "prep/eigen/symmetric.h"

#include "base/numeric.h"
#include "base/random.h"

#include <string.h>

cr_status cr_lanczos_no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the search of modes; ask for fewer");
}

static double *take_block(cr_lanczos *l) {
    return cr_arena_take(l->arena, (size_t)l->n * CR_BLOCK, sizeof(double));
}

cr_lanczos *cr_lanczos_new(const cr_lanczos_job *job, cr_arena *arena) {
    cr_lanczos *l = cr_arena_take(arena, 1, sizeof *l);
    if (!l) return NULL;
    l->job = *job;
    l->arena = arena;
    l->n = job->system->size;
    l->basis[0] = job->known.block;
    l->w = take_block(l);
    l->z = take_block(l);
    l->column = take_block(l);
    return l->w && l->z && l->column ? l : NULL;
}

// Room for one more block in T.
static bool reserve(cr_lanczos *l) {
    if (l->blocks == CR_BLOCKS_MOST) return false;
    if (l->blocks < l->room) return true;
    size_t room = l->room ? 2 * (size_t)l->room : 16, used = (size_t)l->blocks;
    double(*own)[CR_BLOCK_SQUARE] = cr_arena_take(l->arena, room, sizeof *own);
    double(*upper)[CR_BLOCK_SQUARE] = cr_arena_take(l->arena, room, sizeof *upper);
    l->product = cr_arena_take(l->arena, room + 1, sizeof *l->product);
    if (!own || !upper || !l->product) return false;
    if (used) {
        memcpy(own, l->own, used * sizeof *own);
        memcpy(upper, l->upper, used * sizeof *upper);
    }
    l->own = own;
    l->upper = upper;
    l->room = (int)room;
    return true;
}

static void mass_multiply(cr_lanczos *l) {
    cr_system_mass_multiply(l->job.system, l->job.threads, l->w, l->z);
}

// W -= Q (Q' Z) for all of the basis and the known modes; Z = M W before and after. Returns the sum of the
// squares of what was taken away.
static double orthogonalise(cr_lanczos *l) {
    int blocks = l->blocks + 1;
    double sum = 0.0;
    cr_block_products(l->n, blocks, l->basis, l->z, l->job.threads, l->product);
    cr_block_add(l->n, blocks, l->basis, l->product, -1.0, l->job.threads, l->w);
    for (int j = 0; j < blocks; j++)
        for (int i = 0; i < CR_BLOCK_SQUARE; i++) sum += cr_square(l->product[j][i]);
    mass_multiply(l);
    return sum;
}

// Directions of W below this part of the largest T are rounding and dropped.
static const double rounding = 1e-14;
// A column of length 1 of which less is left in the second turn was rounding, too.
static const double rounding_again = 0.1;

// Orthonormal vectors from W by the eigenvectors of its Gram matrix W' Z = U S U':
// W = (W U S^-1/2)(S^1/2 U'), and Z goes with it. `upper` gets the second factor; `spread` the ratio of the
// smallest to the largest. Returns how many are kept, at most `most`, or -1.
static int normalise(cr_lanczos *l, double least, int most, double *upper, double *spread) {
    double g[1][CR_BLOCK_SQUARE], s[CR_BLOCK], by[CR_BLOCK_SQUARE] = {0};
    cr_block_products(l->n, 1, &l->w, l->z, 1, g);
    memset(upper, 0, sizeof by);
    if (!cr_symmetric_small(CR_BLOCK, g[0], CR_BLOCK, s)) return -1;
    int kept = 0;
    for (int k = CR_BLOCK - 1; k >= 0 && kept < most && s[k] > least * least; k--, kept++) {
        double root = sqrt(s[k]);
        for (int i = 0; i < CR_BLOCK; i++) {
            by[i * CR_BLOCK + kept] = g[0][k * CR_BLOCK + i] / root;
            upper[kept * CR_BLOCK + i] = g[0][k * CR_BLOCK + i] * root;
        }
    }
    *spread = kept ? sqrt(s[CR_BLOCK - kept] / s[CR_BLOCK - 1]) : 1.0;
    cr_block_turn(l->n, by, l->w);
    cr_block_turn(l->n, by, l->z);
    return kept;
}

// One turn is enough where W has little of the basis, and vectors of like size.
static const double again_above = 0.01, again_below = 1e-3;

// Makes W orthonormal and free of the basis; `upper` leads back to what it was. Returns how many vectors are
// left.
static int make_block(cr_lanczos *l, double least, double *upper) {
    int most = l->job.system->free - l->job.known.count - l->vectors;
    mass_multiply(l);
    double taken = orthogonalise(l), spread, size = 0.0;
    int kept = normalise(l, least, most, upper, &spread);
    for (int i = 0; i < CR_BLOCK_SQUARE; i++) size += cr_square(upper[i]);
    if (kept <= 0 || (taken <= again_above * size && spread >= again_below)) return kept;
    double again[CR_BLOCK_SQUARE], product[CR_BLOCK_SQUARE] = {0};
    orthogonalise(l);
    kept = normalise(l, rounding_again, kept, again, &spread);
    for (int i = 0; i < CR_BLOCK; i++)
        for (int j = 0; j < CR_BLOCK; j++)
            for (int k = 0; k < CR_BLOCK; k++)
                product[i * CR_BLOCK + k] += again[i * CR_BLOCK + j] * upper[j * CR_BLOCK + k];
    memcpy(upper, product, sizeof product);
    return kept;
}

// A block of numbers that are always the same; nothing connects it with the basis.
static int start_block(cr_lanczos *l, double *upper) {
    uint64_t state = cr_random_seed((uint64_t)l->vectors + 1000003u * (uint64_t)l->job.seed);
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < CR_BLOCK; k++) {
            double x = cr_random_uniform(&state);
            l->w[(size_t)i * CR_BLOCK + (size_t)k] = l->job.system->held[i] ? 0.0 : x;
        }
    int kept = make_block(l, 0.0, upper);
    memset(upper, 0, CR_BLOCK_SQUARE * sizeof *upper);
    return kept;
}

// W = (K - shift M)^-1 M Q_j - Q_j A_j - Q_(j-1) B_j', the first with the other sign on the way down.
static cr_status multiply(cr_lanczos *l, cr_error *error) {
    int j = l->blocks - 1;
    double *const *q = &l->basis[1 + j], back[1][CR_BLOCK_SQUARE];
    cr_block_unweave(l->n, l->last, l->z, l->column);
    cr_status status = cr_factor_solve(l->job.factor, l->last, l->column, error);
    if (status) return status;
    cr_block_weave(l->n, l->last, l->column, l->w);
    for (size_t i = 0; l->job.down && i < (size_t)l->n * CR_BLOCK; i++) l->w[i] = -l->w[i];
    cr_block_products(l->n, 1, &l->z, l->w, 1, &l->own[j]);
    cr_block_add(l->n, 1, q, &l->own[j], -1.0, l->job.threads, l->w);
    for (int i = 0; i < CR_BLOCK; i++) {
        for (int k = 0; k < CR_BLOCK; k++) back[0][i * CR_BLOCK + k] = l->upper[j][k * CR_BLOCK + i];
        l->largest = cr_max(l->largest, fabs(l->own[j][i * CR_BLOCK + i]));
    }
    if (j > 0) cr_block_add(l->n, 1, q - 1, back, -1.0, l->job.threads, l->w);
    return CR_OK;
}

cr_status cr_lanczos_step(cr_lanczos *l, cr_error *error) {
    if (!reserve(l)) return cr_lanczos_no_memory(error);
    int kept = 0;
    if (l->blocks > 0) {
        cr_status status = multiply(l, error);
        if (status) return status;
        kept = make_block(l, rounding * l->largest, l->upper[l->blocks]);
    }
    if (kept == 0) kept = start_block(l, l->upper[l->blocks]);
    if (kept < 0) return cr_fail(error, CR_ERR_NUMERIC, "modes", "the basis of the search lost its rank");
    double *block = kept > 0 ? take_block(l) : l->w;
    if (!block) return cr_lanczos_no_memory(error);
    l->last = kept;
    if (kept == 0) return CR_OK;
    memcpy(block, l->w, (size_t)l->n * CR_BLOCK * sizeof *block);
    l->basis[1 + l->blocks++] = block;
    l->vectors += kept;
    return CR_OK;
}
