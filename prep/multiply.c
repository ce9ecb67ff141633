#include "base/numeric.h"
#include "prep/system.h"

#include <pthread.h>
#include <string.h>

enum { WIDE = 3 * CR_BLOCK, THREADS_MOST = 16 };

cr_status cr_mass_work_take(const cr_system *system, int threads, cr_arena *arena, cr_mass_work *work,
                            cr_error *error) {
    size_t room = (size_t)system->size * CR_BLOCK;
    work->in = cr_arena_take(arena, room, sizeof *work->in);
    work->out = cr_arena_take(arena, room, sizeof *work->out);
    work->threads = threads > THREADS_MOST ? THREADS_MOST : threads < 1 ? 1 : threads;
    if (work->in && work->out) return CR_OK;
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for %d unknowns", system->size);
}

// Rows first .. last of y = M x: for each node the three components of all vectors at once.
CR_CLONES static void multiply_rows(const cr_system *s, const double *x, double *y, int first, int last) {
    for (int row = first; row < last; row++) {
        double sum[WIDE] = {0};
        for (size_t pair = s->start[row]; pair < s->start[row + 1]; pair++) {
            const double *from = x + (size_t)s->column[pair] * WIDE;
            double m = s->mass[pair];
            for (int i = 0; i < WIDE; i++) sum[i] += m * from[i];
        }
        memcpy(y + (size_t)row * WIDE, sum, sizeof sum);
    }
}

typedef struct share {
    const cr_system *system;
    const cr_mass_work *work;
    int count, first, last; // nodes
    const double *x;
    double *y;
} share;

static void *weave(void *context) {
    const share *s = context;
    for (int i = 3 * s->first; i < 3 * s->last; i++) {
        double *to = s->work->in + (size_t)i * CR_BLOCK;
        for (int k = 0; k < CR_BLOCK; k++)
            to[k] = k < s->count ? s->x[(size_t)k * (size_t)s->system->size + (size_t)i] : 0.0;
    }
    return NULL;
}

static void *multiply(void *context) {
    const share *s = context;
    multiply_rows(s->system, s->work->in, s->work->out, s->first, s->last);
    for (int i = 3 * s->first; i < 3 * s->last; i++) {
        const double *from = s->work->out + (size_t)i * CR_BLOCK;
        bool held = s->system->held[i];
        for (int k = 0; k < s->count; k++)
            s->y[(size_t)k * (size_t)s->system->size + (size_t)i] = held ? 0.0 : from[k];
    }
    return NULL;
}

// Every thread has its own rows, so that the result is the same for any number of them. A thread that cannot
// be started leaves its share to the caller.
static void spread(void *(*job)(void *), share *whole, int threads) {
    share part[THREADS_MOST];
    pthread_t thread[THREADS_MOST];
    bool started[THREADS_MOST] = {false};
    int nodes = whole->system->nodes;
    for (int i = 0; i < threads; i++) {
        part[i] = *whole;
        part[i].first = (int)((long)nodes * i / threads);
        part[i].last = (int)((long)nodes * (i + 1) / threads);
        if (i > 0) started[i] = pthread_create(&thread[i], NULL, job, &part[i]) == 0;
    }
    for (int i = 0; i < threads; i++)
        if (!started[i]) job(&part[i]);
    for (int i = 0; i < threads; i++)
        if (started[i]) pthread_join(thread[i], NULL);
}

void cr_system_mass_multiply(const cr_system *system, const cr_mass_work *work, int count, const double *x,
                             double *y) {
    for (int first = 0; first < count; first += CR_BLOCK) {
        size_t at = (size_t)first * (size_t)system->size;
        share whole = {.system = system, .work = work, .count = count - first, .x = x + at, .y = y + at};
        if (whole.count > CR_BLOCK) whole.count = CR_BLOCK;
        spread(weave, &whole, work->threads);
        spread(multiply, &whole, work->threads);
    }
}

void cr_system_stiff_multiply(const cr_system *system, const double *x, double *y) {
    memset(y, 0, (size_t)system->size * sizeof *y);
    for (int row = 0; row < system->nodes; row++) {
        const double *block = system->stiff + 9 * system->stiff_start[row];
        const int *column = system->column + system->start[row];
        size_t count = system->stiff_start[row + 1] - system->stiff_start[row];
        const double *here = x + 3 * (size_t)row;
        double sum[3] = {0};
        for (size_t k = 0; k < count; k++, block += 9) {
            const double *there = x + 3 * (size_t)column[k];
            double *to = y + 3 * (size_t)column[k];
            for (int i = 0; i < 3; i++)
                sum[i] += block[3 * i] * there[0] + block[3 * i + 1] * there[1] + block[3 * i + 2] * there[2];
            if (column[k] == row) continue;
            for (int j = 0; j < 3; j++)
                to[j] += block[j] * here[0] + block[3 + j] * here[1] + block[6 + j] * here[2];
        }
        for (int i = 0; i < 3; i++) y[3 * (size_t)row + (size_t)i] += sum[i];
    }
    for (int i = 0; i < system->size; i++)
        if (system->held[i]) y[i] = 0.0;
}
