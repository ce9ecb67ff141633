#include "prep/lanczos_internal.h"

#include "base/random.h"

#include <cblas.h>
#include <lapacke.h>
#include <string.h>

cr_status cr_lanczos_no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the search of modes; ask for fewer");
}

double *cr_lanczos_column(const cr_lanczos *l, int column) {
    return l->panel[column / PANEL] + (size_t)(column % PANEL) * (size_t)l->n;
}

static bool reserve_t(cr_lanczos *l, int columns) {
    size_t room = 2 * (size_t)columns;
    double *t = cr_arena_take(l->arena, room * room, sizeof *t);
    l->ritz = cr_arena_take(l->arena, room * room, sizeof *t);
    l->value = cr_arena_take(l->arena, room, sizeof *t);
    l->theta = cr_arena_take(l->arena, room, sizeof *t);
    l->residual = cr_arena_take(l->arena, room, sizeof *t);
    l->solved = 0;
    if (!t || !l->ritz || !l->value || !l->theta || !l->residual) return false;
    for (int j = 0; j < l->columns; j++)
        memcpy(t + (size_t)j * room, l->t + (size_t)j * (size_t)l->room, (size_t)l->columns * sizeof *t);
    l->t = t;
    l->room = (int)room;
    return true;
}

// Makes room for `columns` vectors of the basis and their part of T.
static bool reserve(cr_lanczos *l, int columns) {
    while (l->panels * PANEL < columns) {
        if (l->panels == PANELS_MOST) return false;
        double *panel = cr_arena_take(l->arena, (size_t)PANEL * (size_t)l->n, sizeof *panel);
        if (!panel) return false;
        l->panel[l->panels++] = panel;
    }
    return columns <= l->room || reserve_t(l, columns);
}

cr_lanczos *cr_lanczos_new(const cr_lanczos_job *job, cr_arena *arena) {
    cr_lanczos *l = cr_arena_take(arena, 1, sizeof *l);
    if (!l) return NULL;
    l->job = *job;
    l->arena = arena;
    l->n = job->system->size;
    size_t room = (size_t)l->n * CR_BLOCK;
    double **blocks[] = {&l->w, &l->z, &l->q, &l->before, &l->spare};
    for (int i = 0; i < 5; i++) {
        *blocks[i] = cr_arena_take(arena, room, sizeof(double));
        if (!*blocks[i]) return NULL;
    }
    l->coefficient = cr_arena_take(arena, PANEL * CR_BLOCK, sizeof *l->coefficient);
    if (!l->coefficient || cr_mass_work_take(job->system, job->threads, arena, &l->work, NULL)) return NULL;
    return l;
}

void cr_lanczos_use(cr_lanczos *lanczos, cr_factor *factor) {
    lanczos->job.factor = factor;
}

static void swap(double **a, double **b) {
    double *kept = *a;
    *a = *b;
    *b = kept;
}

static void mass_multiply(cr_lanczos *l, int count) {
    cr_system_mass_multiply(l->job.system, &l->work, count, l->w, l->z);
}

// C = V' Z, W -= V C for `columns` vectors V. Returns the sum of the squares of C.
static double project(const cr_lanczos *l, const double *v, int columns, int count) {
    double *c = l->coefficient, sum = 0.0;
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, columns, count, l->n, 1.0, v, l->n, l->z, l->n, 0.0,
                c, columns);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, l->n, count, columns, -1.0, v, l->n, c, columns,
                1.0, l->w, l->n);
    for (int i = 0; i < columns * count; i++) sum += c[i] * c[i];
    return sum;
}

// Takes from W what it has of the known modes and of the whole basis; Z = M W before and after. Returns how
// much of the basis it was, as a sum of squares.
static double orthogonalise(cr_lanczos *l, int count) {
    double sum = 0.0;
    if (l->job.known.count) sum += project(l, l->job.known.vector, l->job.known.count, count);
    for (int first = 0; first < l->columns; first += PANEL) {
        int columns = l->columns - first < PANEL ? l->columns - first : PANEL;
        sum += project(l, l->panel[first / PANEL], columns, count);
    }
    mass_multiply(l, count);
    return sum;
}

static void multiply_block(cr_lanczos *l, double **block, int count, const double *by, int kept) {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, l->n, kept, count, 1.0, *block, l->n, by, count,
                0.0, l->spare, l->n);
    swap(block, &l->spare);
}

// Directions of W below this part of the largest T are rounding and dropped.
static const double rounding = 1e-14;
// A column of length 1 of which less is left in the second turn was rounding, too.
static const double rounding_kept = 0.1;

// Orthonormal columns from W by the eigenvectors of its Gram matrix W' Z = U S U':
// W = (W U S^-1/2)(S^1/2 U'), and Z goes with it. `upper` gets the second factor, CR_BLOCK per row; `spread`
// the ratio of the smallest to the largest column. Returns how many are kept, or -1.
static int normalise(cr_lanczos *l, int count, double least, double *upper, double *spread) {
    double g[CR_BLOCK * CR_BLOCK], s[CR_BLOCK], by[CR_BLOCK * CR_BLOCK];
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, count, count, l->n, 1.0, l->w, l->n, l->z, l->n, 0.0,
                g, count);
    if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', count, g, count, s)) return -1;
    int kept = 0;
    for (int k = count - 1; k >= 0 && s[k] > least * least; k--, kept++) {
        double root = sqrt(s[k]);
        for (int i = 0; i < count; i++) {
            by[kept * count + i] = g[k * count + i] / root;
            upper[kept * CR_BLOCK + i] = g[k * count + i] * root;
        }
    }
    if (kept == 0) return 0;
    *spread = sqrt(s[count - kept] / s[count - 1]);
    multiply_block(l, &l->w, count, by, kept);
    multiply_block(l, &l->z, count, by, kept);
    return kept;
}

// One turn is enough where W has little of the basis, and columns of like size (square roots).
static const double again_above = 0.01, again_below = 1e-3;

// Makes W the next block: orthonormal, free of the basis, connected by `upper` with what it came from.
static int append(cr_lanczos *l, int count, double least) {
    mass_multiply(l, count);
    double taken = orthogonalise(l, count), spread = 1.0;
    int kept = normalise(l, count, least, l->upper, &spread);
    if (kept <= 0) return kept;
    double size = 0.0;
    for (int i = 0; i < kept * CR_BLOCK; i++) size += l->upper[i] * l->upper[i];
    if (taken > again_above * size || spread < again_below) {
        double again[CR_BLOCK * CR_BLOCK], product[CR_BLOCK * CR_BLOCK] = {0};
        orthogonalise(l, kept);
        int first = kept;
        kept = normalise(l, first, rounding_kept, again, &spread);
        for (int i = 0; i < kept; i++)
            for (int j = 0; j < first; j++)
                for (int k = 0; k < count; k++)
                    product[i * CR_BLOCK + k] += again[i * CR_BLOCK + j] * l->upper[j * CR_BLOCK + k];
        memcpy(l->upper, product, sizeof product);
    }
    return kept;
}

static cr_status take_block(cr_lanczos *l, int kept, cr_error *error) {
    if (kept < 0) return cr_fail(error, CR_ERR_NUMERIC, "modes", "the basis of the search lost its rank");
    if (!reserve(l, l->columns + kept)) return cr_lanczos_no_memory(error);
    for (int k = 0; k < kept; k++)
        memcpy(cr_lanczos_column(l, l->columns + k), l->w + (size_t)k * (size_t)l->n,
               (size_t)l->n * sizeof(double));
    swap(&l->q, &l->before);
    swap(&l->q, &l->w);
    l->block_before = l->block;
    l->block = kept;
    l->columns += kept;
    return CR_OK;
}

static int room_left(const cr_lanczos *l) {
    return l->job.system->free - l->job.known.count - l->columns;
}

bool cr_lanczos_complete(const cr_lanczos *l) {
    return l->block == 0;
}

// A block of numbers that are always the same; nothing connects it with the basis.
static cr_status start_block(cr_lanczos *l, cr_error *error) {
    uint64_t state = cr_random_seed((uint64_t)l->columns + 1);
    int count = room_left(l) < CR_BLOCK ? room_left(l) : CR_BLOCK;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < l->n; i++) {
            double x = cr_random_uniform(&state);
            l->w[(size_t)k * (size_t)l->n + (size_t)i] = l->job.system->held[i] ? 0.0 : x;
        }
    cr_status status = take_block(l, count > 0 ? append(l, count, 0.0) : 0, error);
    memset(l->upper, 0, sizeof l->upper);
    return status;
}

cr_status cr_lanczos_begin(cr_lanczos *l, cr_error *error) {
    return start_block(l, error);
}

// T of the last block: its own part and what connects it with the next one.
static void note(cr_lanczos *l, int first, const double *own, int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            l->t[(size_t)(first + i) * (size_t)l->room + (size_t)(first + j)] =
                0.5 * (own[i * count + j] + own[j * count + i]);
    for (int i = 0; i < l->block; i++)
        for (int j = 0; j < count; j++) {
            size_t row = (size_t)(l->columns - l->block + i), column = (size_t)(first + j);
            l->t[row * (size_t)l->room + column] = l->t[column * (size_t)l->room + row] =
                l->upper[i * CR_BLOCK + j];
        }
}

// W = (K - shift M)^-1 M Q_j - Q_j A_j - Q_(j-1) B_j', then free of all the others: Q_(j+1) B_(j+1).
cr_status cr_lanczos_step(cr_lanczos *l, cr_error *error) {
    int count = l->block, first = l->columns - count, n = l->n;
    double own[CR_BLOCK * CR_BLOCK];
    memcpy(l->w, l->z, (size_t)count * (size_t)n * sizeof *l->w);
    cr_status status = cr_factor_solve(l->job.factor, count, l->w, error);
    if (status) return status;
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, count, count, n, 1.0, l->z, n, l->w, n, 0.0, own,
                count);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, count, count, -1.0, l->q, n, own, count, 1.0,
                l->w, n);
    if (l->block_before) // upper is kept by rows: it is B' by columns
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, count, l->block_before, -1.0, l->before, n,
                    l->upper, CR_BLOCK, 1.0, l->w, n);
    for (int i = 0; i < count; i++)
        if (own[i * count + i] > l->largest) l->largest = own[i * count + i];
    int next = room_left(l) > 0 ? append(l, count, rounding * l->largest) : 0;
    if (next == 0) status = start_block(l, error);
    else status = take_block(l, next < room_left(l) ? next : room_left(l), error);
    if (!status) note(l, first, own, count);
    return status;
}
