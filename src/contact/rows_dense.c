// Newton's direction by contacts, for few closed rows on bodies of many freedoms. A block with K = 0 is done
// at once, E dr = -f; the rows of the others are one dense system,
//   (E + K (A A^T + C)) dr = -f - K A y,   y = A^T dr of the blocks with K = 0.
#include "base/dense.h"
#include "base/linear.h"
#include "base/numeric.h"
#include "contact/cone.h"
#include "contact/rows_work.h"

#include <string.h>

enum { ROWS_MOST = 600 };

// K is symmetric and not negative: without a diagonal it is none.
static bool is_closed(const double k[9]) {
    return k[0] != 0.0 || k[4] != 0.0 || k[8] != 0.0;
}

// Rows of a block that count.
static int height(const cr_rows_work *work, int i) {
    return work->op.plain[i] ? 1 : 3;
}

double cr_rows_dense_effort(const cr_rows_work *work, const double *k, int *closed) {
    const cr_rows *rows = work->rows;
    double all = 0.0, sum = 0.0;
    memset(closed, 0, (size_t)rows->bodies * sizeof *closed);
    for (int i = 0; i < rows->blocks; i++) {
        if (!is_closed(k + 9 * i)) continue;
        all += height(work, i);
        for (int side = 2 * i; side < 2 * i + 2; side++)
            if (rows->body[side] >= 0) closed[rows->body[side]] += height(work, i);
    }
    if (all > ROWS_MOST) return HUGE_VAL;
    for (int b = 0; b < rows->bodies; b++) sum += 0.5 * closed[b] * (closed[b] + 8.0) * rows->freedoms[b];
    return sum + all * all * (all / 3.0 + 8.0);
}

double cr_rows_body_effort(const cr_rows_work *work, const double *k) {
    const cr_rows *rows = work->rows;
    double sum = 0.0;
    for (int i = 0; i < rows->blocks; i++) {
        double width = 0.0;
        for (int side = 2 * i; side < 2 * i + 2; side++)
            if (rows->body[side] >= 0) width += rows->freedoms[rows->body[side]];
        if (is_closed(k + 9 * i)) sum += height(work, i) * width * width;
    }
    return sum;
}

typedef struct dense {
    cr_rows_work *work;
    int rows, *block, *part; // of each row: its block and which of its rows
    int *own, *exchange;     // rows of one body
    double *matrix, *right, *turned, *product;
} dense;

// Columns of the body's arms of its own rows, with room to a whole number of wide ones.
static int stride_of(int count) {
    return (count + CR_DENSE_WIDE - 1) / CR_DENSE_WIDE * CR_DENSE_WIDE;
}

static bool take(dense *d, cr_rows_work *work, const double *k, cr_arena *arena) {
    size_t most = 0, wide = 0;
    for (int i = 0; i < work->rows->blocks; i++)
        if (is_closed(k + 9 * i)) most += (size_t)height(work, i);
    for (int b = 0; b < work->rows->bodies; b++)
        if ((size_t)work->rows->freedoms[b] > wide) wide = (size_t)work->rows->freedoms[b];
    *d = (dense){.work = work};
    d->block = cr_arena_take_unset(arena, most + 1, sizeof *d->block);
    d->part = cr_arena_take_unset(arena, most + 1, sizeof *d->part);
    d->own = cr_arena_take_unset(arena, most + 1, sizeof *d->own);
    d->exchange = cr_arena_take_unset(arena, most + 1, sizeof *d->exchange);
    d->matrix = cr_arena_take_unset(arena, most * most + 1, sizeof *d->matrix);
    d->product = cr_arena_take_unset(arena, work->rows->bodies > 1 ? most * most + 1 : 1, sizeof *d->product);
    d->right = cr_arena_take_unset(arena, most + 1, sizeof *d->right);
    d->turned = cr_arena_take_unset(arena, (size_t)stride_of((int)most) * wide + 1, sizeof *d->turned);
    return d->block && d->part && d->own && d->exchange && d->matrix && d->product && d->right && d->turned;
}

// dr of the blocks with K = 0, and the bodies' motion by them.
static bool do_open(dense *d, const double *e, const double *k, const double *f, double *step) {
    const cr_operator *op = &d->work->op;
    memset(op->motion, 0, (size_t)op->offset[op->p->bodies] * sizeof *op->motion);
    for (int i = 0; i < d->work->rows->blocks; i++) {
        if (is_closed(k + 9 * i)) {
            for (int a = 0; a < height(d->work, i); a++) {
                d->block[d->rows] = i;
                d->part[d->rows++] = a;
            }
            continue;
        }
        double inverse[9], *dr = step + 3 * i;
        if (d->work->op.plain[i]) {
            dr[0] = -f[3 * i] / e[9 * i];
            cr_operator_push(op, i, dr);
            continue;
        }
        memcpy(inverse, e + 9 * i, sizeof inverse);
        if (!cr_dense_invert3(inverse)) return false;
        cr_apply3(inverse, f + 3 * i, dr);
        for (int a = 0; a < 3; a++) dr[a] = -dr[a];
        cr_operator_push(op, i, dr);
    }
    return true;
}

// Four columns at a time.
static void turn_arms(dense *d, int body, int count) {
    enum { FEW = 4 };
    const cr_rows *rows = d->work->rows;
    int n = rows->freedoms[body], stride = stride_of(count);
    for (int c = 0; c < stride; c += FEW) {
        const double *arm[FEW];
        for (int a = 0; a < FEW; a++) {
            int row = d->own[c + a < count ? c + a : 0], i = d->block[row];
            int side = rows->body[2 * i] == body ? 0 : 1;
            arm[a] = rows->arms[2 * i + side] + d->part[row] * n;
        }
        for (int j = 0; j < n; j++)
            for (int a = 0; a < FEW; a++) d->turned[j * stride + c + a] = arm[a][j];
    }
}

// The lower half of the product of a body to the rows that are its own, mostly one after the other.
static void add_product(dense *d, int count) {
    bool together = d->own[count - 1] - d->own[0] == count - 1;
    for (int a = 0; a < count; a++) {
        double *restrict row = d->work->square.matrix + d->own[a] * d->rows;
        const double *product = d->product + a * count;
        for (int b = 0; b <= a && together; b++) row[d->own[0] + b] += product[b];
        for (int b = 0; b <= a && !together; b++) row[d->own[b]] += product[b];
    }
}

// Whether the product of a body was kept of these rows; otherwise it will be, where there is room.
static bool take_kept(const dense *d, int body, int count, double *product) {
    cr_rows_kept *kept = d->work->rows->kept;
    if (!kept || kept->body != body || kept->rows != count) return false;
    for (int a = 0; a < count; a++)
        if (kept->block[a] != d->block[d->own[a]]) return false;
    memcpy(product, kept->product, (size_t)count * (size_t)count * sizeof *product);
    return true;
}

static void keep(const dense *d, int body, int count, const double *product) {
    cr_rows_kept *kept = d->work->rows->kept;
    if (!kept || kept->body != body || kept->room < count) return;
    kept->rows = count;
    for (int a = 0; a < count; a++) kept->block[a] = d->block[d->own[a]];
    memcpy(kept->product, product, (size_t)count * (size_t)count * sizeof *product);
}

// Adds A A^T of one body, its lower half.
static void add_body(dense *d, int body) {
    const cr_rows *rows = d->work->rows;
    int count = 0;
    for (int r = 0; r < d->rows; r++)
        for (int side = 0; side < 2; side++)
            if (rows->body[2 * d->block[r] + side] == body) d->own[count++] = r;
    if (count == 0) return;
    bool whole = count == d->rows; // then it is the matrix
    double *product = whole ? d->work->square.matrix : d->product;
    if (!take_kept(d, body, count, product)) {
        turn_arms(d, body, count);
        if (!whole) memset(product, 0, (size_t)count * (size_t)count * sizeof *product);
        cr_dense_add_squares(count, rows->freedoms[body], d->turned, stride_of(count), product);
        keep(d, body, count, product);
    }
    if (!whole) add_product(d, count);
}

// The three rows of a block from w to K w.
CR_CLONES static void turn_rows(const double k[9], int m, double *restrict x, double *restrict y,
                                double *restrict z) {
    double k0 = k[0], k1 = k[1], k2 = k[2], k3 = k[3], k4 = k[4], k5 = k[5], k6 = k[6], k7 = k[7], k8 = k[8];
    for (int c = 0; c < m; c++) {
        double w0 = x[c], w1 = y[c], w2 = z[c];
        x[c] = k0 * w0 + k1 * w1 + k2 * w2;
        y[c] = k3 * w0 + k4 * w1 + k5 * w2;
        z[c] = k6 * w0 + k7 * w1 + k8 * w2;
    }
}

// Both halves of a symmetric matrix of which the lower is given, by tiles that lie near.
static void mirror(const double *restrict lower, int m, double *restrict whole) {
    enum { TILE = 8 };
    for (int from = 0; from < m; from += TILE)
        for (int to = 0; to <= from; to += TILE)
            for (int a = from; a < from + TILE && a < m; a++)
                for (int b = to; b < to + TILE && b <= a; b++)
                    whole[b * m + a] = whole[a * m + b] = lower[a * m + b];
}

// From W to E + K (W + C).
static void add_slopes(dense *d, const double *e, const double *k) {
    int m = d->rows;
    mirror(d->work->square.matrix, m, d->matrix);
    for (int r = 0; r < m; r += height(d->work, d->block[r])) {
        int i = d->block[r], high = height(d->work, i);
        const double *soft = d->work->rows->compliance + 3 * i, *ki = k + 9 * i, *ei = e + 9 * i;
        double *row = d->matrix + (size_t)r * (size_t)m;
        for (int a = 0; a < high; a++) row[a * m + r + a] += soft[a];
        if (high > 1) turn_rows(ki, m, row, row + m, row + 2 * m);
        for (int c = 0; c < m && high == 1; c++) row[c] = ki[0] * row[c] + 0.0; // as three terms have it
        for (int a = 0; a < high; a++)
            for (int b = 0; b < high; b++) row[a * m + r + b] += ei[3 * a + b];
    }
}

// Rows without friction alone, times their w: w E + W + C is symmetric, and positive.
static bool solve_plain(dense *d, const double *e, const double *f) {
    int m = d->rows;
    const cr_rows_work *work = d->work;
    for (int a = 0; a < m; a++) {
        int i = d->block[a];
        double w = work->weight[i], u[3] = {0.0, 0.0, 0.0};
        const double *own = work->square.matrix + a * m;
        for (int b = 0; b < a; b++) d->matrix[b * m + a] = own[b];
        d->matrix[a * m + a] = own[a] + (work->rows->compliance[3 * i] + w * e[9 * i]);
        cr_operator_arms(&work->op, i, u);
        d->right[a] = -w * f[3 * i] - u[0];
    }
    if (!cr_dense_factor_symmetric(d->matrix, m)) return false;
    cr_dense_solve_symmetric(d->matrix, m, d->right);
    return true;
}

static void fill_right(dense *d, const double *k, const double *f) {
    for (int r = 0; r < d->rows; r += height(d->work, d->block[r])) {
        int i = d->block[r];
        double u[3] = {0.0, 0.0, 0.0};
        cr_operator_arms(&d->work->op, i, u);
        for (int a = 0; a < height(d->work, i); a++)
            d->right[r + a] = -f[3 * i + a] - cr_dot3(k + 9 * i + 3 * a, u);
    }
}

static bool solve_any(dense *d, const double *e, const double *k, const double *f) {
    add_slopes(d, e, k);
    fill_right(d, k, f);
    if (d->rows > 0 && !cr_dense_factor(d->matrix, d->rows, d->exchange)) return false;
    cr_lu_solve(d->matrix, d->rows, d->exchange, d->right);
    return true;
}

// The rows of the last time, or room for those of this.
static bool take_square(cr_rows_work *work, const double *k, cr_arena *arena) {
    cr_rows_square *s = &work->square;
    int rows = 0;
    for (int i = 0; i < work->rows->blocks; i++) rows += is_closed(k + 9 * i) ? height(work, i) : 0;
    if (rows <= s->room) return true;
    *s = (cr_rows_square){.rows = -1, .room = rows};
    s->block = cr_arena_take_unset(arena, (size_t)rows, sizeof *s->block);
    s->matrix = cr_arena_take_unset(arena, (size_t)rows * (size_t)rows, sizeof *s->matrix);
    return s->block && s->matrix;
}

static void add_bodies(dense *d) {
    cr_rows_square *s = &d->work->square;
    size_t names = (size_t)d->rows * sizeof *s->block;
    if (s->rows == d->rows && memcmp(s->block, d->block, names) == 0) return;
    memset(s->matrix, 0, (size_t)d->rows * (size_t)d->rows * sizeof *s->matrix);
    for (int b = 0; b < d->work->rows->bodies; b++) add_body(d, b);
    s->rows = d->rows;
    memcpy(s->block, d->block, names);
}

static bool solve(dense *d, const double *e, const double *k, const double *f, double *step) {
    memset(step, 0, 3 * (size_t)d->work->rows->blocks * sizeof *step);
    if (!do_open(d, e, k, f, step)) return false;
    if (d->rows > 0) add_bodies(d);
    bool plain = true;
    for (int r = 0; r < d->rows; r++) plain = plain && d->work->op.plain[d->block[r]];
    if (!(plain ? solve_plain(d, e, f) : solve_any(d, e, k, f))) return false;
    for (int r = 0; r < d->rows; r++) step[3 * d->block[r] + d->part[r]] = d->right[r];
    return true;
}

bool cr_rows_dense_direction(cr_rows_work *work, const double *e, const double *k, const double *f,
                             cr_arena *arena, double *step) {
    dense d;
    work->measured = false;
    if (!take_square(work, k, arena)) return false;
    cr_arena_mark mark = cr_arena_here(arena);
    bool solved = take(&d, work, k, arena) && solve(&d, e, k, f, step);
    cr_arena_rewind(arena, mark);
    return solved;
}
