#include "prep/eigen/block.h"

#include "base/numeric.h"

#include <pthread.h>
#include <string.h>

enum { HALF = CR_BLOCK / 2, ROWS = 512 }; // rows that stay near while several blocks meet them

typedef double lane __attribute__((vector_size(HALF * sizeof(double)), aligned(sizeof(double))));

typedef struct part {
    cr_part work;
    const void *context;
    int first, last;
} part;

static void *run_part(void *context) {
    const part *p = context;
    p->work(p->context, p->first, p->last);
    return NULL;
}

void cr_spread(int threads, int items, cr_part work, const void *context) {
    part parts[CR_THREADS_MOST];
    pthread_t thread[CR_THREADS_MOST];
    bool started[CR_THREADS_MOST] = {false};
    if (threads > CR_THREADS_MOST) threads = CR_THREADS_MOST;
    if (threads < 1) threads = 1;
    for (int i = 0; i < threads; i++) {
        parts[i] =
            (part){work, context, (int)((long)items * i / threads), (int)((long)items * (i + 1) / threads)};
        if (i > 0) started[i] = pthread_create(&thread[i], NULL, run_part, &parts[i]) == 0;
    }
    for (int i = 0; i < threads; i++)
        if (!started[i]) run_part(&parts[i]);
    for (int i = 0; i < threads; i++)
        if (started[i]) pthread_join(thread[i], NULL);
}

void cr_block_weave(int n, int count, const double *vector, double *block) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < CR_BLOCK; k++)
            block[(size_t)i * CR_BLOCK + (size_t)k] =
                k < count ? vector[(size_t)k * (size_t)n + (size_t)i] : 0.0;
}

void cr_block_unweave(int n, int count, const double *block, double *vector) {
    for (int k = 0; k < count; k++)
        for (int i = 0; i < n; i++)
            vector[(size_t)k * (size_t)n + (size_t)i] = block[(size_t)i * CR_BLOCK + (size_t)k];
}

// product += A' Z over some rows; half of the vectors of A at a time, so that the sums stay in registers.
static inline __attribute__((always_inline)) void product_rows(int rows, const double *a, const double *z,
                                                               double *product) {
    for (int half = 0; half < CR_BLOCK; half += HALF) {
        lane sum[HALF][2] = {{{0}}};
        for (int i = 0; i < rows; i++) {
            lane left = *(const lane *)(z + i * CR_BLOCK), right = *(const lane *)(z + i * CR_BLOCK + HALF);
            const double *row = a + i * CR_BLOCK + half;
            for (int k = 0; k < HALF; k++) {
                sum[k][0] += row[k] * left;
                sum[k][1] += row[k] * right;
            }
        }
        for (int k = 0; k < HALF; k++) {
            lane *to = (lane *)(product + (half + k) * CR_BLOCK);
            to[0] += sum[k][0];
            to[1] += sum[k][1];
        }
    }
}

// w += A by over some rows.
static inline __attribute__((always_inline)) void add_rows(int rows, const double *a, const double *by,
                                                           double *w) {
    for (int half = 0; half < CR_BLOCK; half += HALF) {
        lane factor[CR_BLOCK];
        for (int k = 0; k < CR_BLOCK; k++) factor[k] = *(const lane *)(by + k * CR_BLOCK + half);
        for (int i = 0; i < rows; i++) {
            const double *row = a + i * CR_BLOCK;
            lane even = row[0] * factor[0], odd = row[1] * factor[1];
            for (int k = 2; k < CR_BLOCK; k += 2) {
                even += row[k] * factor[k];
                odd += row[k + 1] * factor[k + 1];
            }
            *(lane *)(w + i * CR_BLOCK + half) += even + odd;
        }
    }
}

typedef struct products_job {
    int n;
    double *const *a;
    const double *z;
    double (*product)[CR_BLOCK_SQUARE];
} products_job;

// Every thread has its own blocks.
CR_CLONES static void products_part(const void *context, int first, int last) {
    const products_job *job = context;
    for (int j = first; j < last; j++) memset(job->product[j], 0, sizeof job->product[j]);
    for (int row = 0; row < job->n; row += ROWS) {
        int rows = job->n - row < ROWS ? job->n - row : ROWS;
        size_t at = (size_t)row * CR_BLOCK;
        for (int j = first; j < last; j++) product_rows(rows, job->a[j] + at, job->z + at, job->product[j]);
    }
}

void cr_block_products(int n, int blocks, double *const *a, const double *z, int threads,
                       double (*product)[CR_BLOCK_SQUARE]) {
    products_job job = {n, a, z, product};
    cr_spread(threads < blocks ? threads : blocks, blocks, products_part, &job);
}

typedef struct add_job {
    int blocks;
    double *const *a;
    double (*by)[CR_BLOCK_SQUARE];
    double scale, *w;
} add_job;

// Every thread has its own rows.
CR_CLONES static void add_part(const void *context, int first, int last) {
    const add_job *job = context;
    double by[CR_BLOCK_SQUARE];
    for (int row = first; row < last; row += ROWS) {
        int rows = last - row < ROWS ? last - row : ROWS;
        size_t at = (size_t)row * CR_BLOCK;
        for (int j = 0; j < job->blocks; j++) {
            for (int i = 0; i < CR_BLOCK_SQUARE; i++) by[i] = job->scale * job->by[j][i];
            add_rows(rows, job->a[j] + at, by, job->w + at);
        }
    }
}

void cr_block_add(int n, int blocks, double *const *a, double (*by)[CR_BLOCK_SQUARE], double scale,
                  int threads, double *w) {
    add_job job = {blocks, a, by, scale, w};
    cr_spread(threads, n, add_part, &job);
}

CR_CLONES void cr_block_turn(int n, const double by[CR_BLOCK_SQUARE], double *w) {
    double kept[ROWS * CR_BLOCK];
    for (int row = 0; row < n; row += ROWS) {
        int rows = n - row < ROWS ? n - row : ROWS;
        double *here = w + (size_t)row * CR_BLOCK;
        memcpy(kept, here, (size_t)rows * CR_BLOCK * sizeof *kept);
        memset(here, 0, (size_t)rows * CR_BLOCK * sizeof *here);
        add_rows(rows, kept, by, here);
    }
}
