#include "staggered/work.h"

#include "base/numeric.h"

enum { FACES_MOST = 240 }; // beyond, sweeps alone solve (5b)

static const double *row_of(const cr_rows *rows, int block, int end, int row) {
    return rows->arms[2 * block + end] + (size_t)row * (size_t)rows->freedoms[rows->body[2 * block + end]];
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

static bool take_set(cr_staggered_work *w, cr_arena *arena) {
    size_t blocks = (size_t)w->rows->blocks, room = (size_t)w->room;
    w->member = cr_arena_take(arena, room + 1, sizeof *w->member);
    w->inside = cr_arena_take(arena, blocks + 1, sizeof *w->inside);
    w->barred = cr_arena_take(arena, blocks + 1, sizeof *w->barred);
    w->factor = cr_arena_take(arena, room * room + 1, sizeof *w->factor);
    w->free = cr_arena_take(arena, blocks + 1, sizeof *w->free);
    w->trial = cr_arena_take(arena, room + 1, sizeof *w->trial);
    return w->member && w->inside && w->barred && w->factor && w->free && w->trial;
}

static bool take_faces(cr_staggered_work *w, cr_arena *arena) {
    size_t n = (size_t)w->faces;
    w->hessian = cr_arena_take(arena, n * n + 1, sizeof *w->hessian);
    w->right = cr_arena_take(arena, n + 1, sizeof *w->right);
    w->direction = cr_arena_take(arena, n + 1, sizeof *w->direction);
    w->of = cr_arena_take(arena, n + 1, sizeof *w->of);
    return w->hessian && w->right && w->direction && w->of;
}

cr_status cr_staggered_begin(cr_staggered_work *w, const cr_rows *rows, cr_arena *arena, double *r, double *y,
                             cr_error *error) {
    size_t blocks = (size_t)rows->blocks;
    *w = (cr_staggered_work){.rows = rows, .r = r, .y = y};
    w->offset = cr_arena_take(arena, (size_t)rows->bodies + 1, sizeof *w->offset);
    for (int i = 0; w->offset && i < rows->bodies; i++) {
        w->offset[i] = w->freedoms;
        w->freedoms += (size_t)rows->freedoms[i];
    }
    w->room = blocks < w->freedoms ? rows->blocks : (int)w->freedoms;
    w->faces = 2 * w->room <= FACES_MOST ? 2 * w->room : 0;
    w->normal = cr_arena_take(arena, blocks + 1, sizeof *w->normal);
    w->across = cr_arena_take(arena, 3 * blocks + 1, sizeof *w->across);
    w->before = cr_arena_take(arena, w->freedoms + 1, sizeof *w->before);
    if (!w->offset || !w->normal || !w->across || !w->before || !take_set(w, arena) || !take_faces(w, arena))
        return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %zu contacts", blocks);
    for (int i = 0; i < rows->blocks; i++) {
        double *s = w->across + 3 * i, sum = rows->mu[i];
        w->normal[i] = cr_staggered_product(w, i, 0, i, 0);
        s[0] = cr_staggered_product(w, i, 1, i, 1);
        s[1] = cr_staggered_product(w, i, 1, i, 2);
        s[2] = cr_staggered_product(w, i, 2, i, 2);
        for (int k = 3 * i; k < 3 * i + 3; k++) sum += rows->q[k] + r[k];
        if (!isfinite(sum + w->normal[i] + s[0] + s[1] + s[2]))
            return cr_fail(error, CR_ERR_NUMERIC, "contact", "block %d has a number that is not finite",
                           i + 1);
    }
    return CR_OK;
}

void cr_staggered_gather(cr_staggered_work *w) {
    for (size_t i = 0; i < w->freedoms; i++) w->y[i] = 0.0;
    for (int i = 0; i < w->rows->blocks; i++)
        for (int row = 0; row < 3; row++) {
            double r = w->r[3 * i + row];
            w->r[3 * i + row] = 0.0;
            if (r != 0.0) cr_staggered_push(w, i, row, r);
        }
}

void cr_staggered_push(cr_staggered_work *w, int block, int row, double impulse) {
    w->r[3 * block + row] += impulse;
    for (int end = 0; end < 2; end++) {
        int body = w->rows->body[2 * block + end];
        if (body < 0) continue;
        const double *a = row_of(w->rows, block, end, row);
        double *y = w->y + w->offset[body];
        for (int j = 0; j < w->rows->freedoms[body]; j++) y[j] += impulse * a[j];
    }
}

double cr_staggered_velocity(const cr_staggered_work *w, int block, int row) {
    double u = w->rows->q[3 * block + row];
    for (int end = 0; end < 2; end++) {
        int body = w->rows->body[2 * block + end];
        if (body < 0) continue;
        u += dot(row_of(w->rows, block, end, row), w->y + w->offset[body], w->rows->freedoms[body]);
    }
    return u;
}

double cr_staggered_product(const cr_staggered_work *w, int i, int row_i, int k, int row_k) {
    double sum = 0.0;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            int body = w->rows->body[2 * i + a];
            if (body < 0 || body != w->rows->body[2 * k + b]) continue;
            sum += dot(row_of(w->rows, i, a, row_i), row_of(w->rows, k, b, row_k), w->rows->freedoms[body]);
        }
    return sum;
}

double cr_staggered_scale(const cr_staggered_work *w) {
    double scale = 0.0;
    for (int i = 0; i < w->rows->blocks; i++) scale = cr_max(scale, w->normal[i] * w->r[3 * i]);
    return scale;
}
