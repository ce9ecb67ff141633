#include "contact/block_lu.h"

#include "base/dense.h"
#include "base/linear.h"
#include "base/numeric.h"
#include "contact/block_plan.h"
#include "contact/cone.h"

#include <string.h>

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for the factors of the contact matrix");
}

static void sort_rising(int *list, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && list[j - 1] > list[j]; j--) {
            int kept = list[j];
            list[j] = list[j - 1];
            list[j - 1] = kept;
        }
}

// The lists of positions after each sparse one, and where the blocks lie.
static cr_status lay_out(cr_block_lu *lu, const cr_block_order *plan, cr_arena *arena, cr_error *error) {
    size_t pairs = 0;
    for (int p = 0; p < lu->sparse; p++)
        pairs +=
            (size_t)cr_block_set_size(plan->sets + (size_t)lu->order[p] * (size_t)plan->words, plan->words);
    lu->first = cr_arena_take(arena, (size_t)lu->sparse + 1, sizeof *lu->first);
    lu->diagonal = cr_arena_take(arena, (size_t)lu->sparse + 1, sizeof *lu->diagonal);
    lu->after = cr_arena_take(arena, pairs + 1, sizeof *lu->after);
    lu->lower = cr_arena_take(arena, pairs + 1, sizeof *lu->lower);
    lu->upper = cr_arena_take(arena, pairs + 1, sizeof *lu->upper);
    if (!lu->first || !lu->diagonal || !lu->after || !lu->lower || !lu->upper) return no_memory(error);
    int at = 0;
    for (int p = 0; p < lu->sparse; p++) {
        int node = lu->order[p];
        const uint64_t *set = plan->sets + (size_t)node * (size_t)plan->words;
        lu->first[p] = at;
        for (int w = 0; w < plan->words; w++)
            for (uint64_t left = set[w]; left; left &= left - 1)
                lu->after[at++] = lu->position[64 * w + __builtin_ctzll(left)];
        sort_rising(lu->after + lu->first[p], at - lu->first[p]);
        size_t width = (size_t)lu->width[node];
        lu->diagonal[p] = lu->values;
        lu->values += width * width;
        for (int e = lu->first[p]; e < at; e++) {
            size_t other = (size_t)lu->width[lu->order[lu->after[e]]];
            lu->lower[e] = lu->values;
            lu->upper[e] = lu->values + width * other;
            lu->values += 2 * width * other;
        }
    }
    lu->first[lu->sparse] = at;
    return CR_OK;
}

static double count_effort(const cr_block_lu *lu) {
    double rest = lu->rest, sum = rest * rest * rest / 3.0;
    for (int p = 0; p < lu->sparse; p++) {
        double width = lu->width[lu->order[p]], others = 0.0;
        for (int e = lu->first[p]; e < lu->first[p + 1]; e++) others += lu->width[lu->order[lu->after[e]]];
        sum += width * (width * width / 3.0 + width * others + others * others);
    }
    return sum;
}

static cr_status take_numbers(cr_block_lu *lu, cr_arena *arena, cr_error *error) {
    size_t rest = (size_t)lu->rest, size = (size_t)lu->size;
    lu->value = cr_arena_take_unset(arena, lu->values + 1, sizeof *lu->value);
    lu->dense = cr_arena_take_unset(arena, rest * rest + 1, sizeof *lu->dense);
    lu->exchange = cr_arena_take(arena, size + rest + 1, sizeof *lu->exchange);
    lu->work = cr_arena_take(arena, size + 1, sizeof *lu->work);
    return lu->value && lu->dense && lu->exchange && lu->work ? CR_OK : no_memory(error);
}

cr_status cr_block_lu_plan(cr_block_lu *lu, int count, const int *width, const int *row, const int *column,
                           cr_arena *arena, cr_error *error) {
    cr_block_order plan;
    *lu = (cr_block_lu){.count = count, .width = width};
    int *offset = cr_arena_take(arena, (size_t)count + 1, sizeof *offset);
    lu->position = cr_arena_take(arena, (size_t)count + 1, sizeof *lu->position);
    lu->rest_offset = cr_arena_take(arena, (size_t)count + 1, sizeof *lu->rest_offset);
    if (!offset || !lu->position || !lu->rest_offset) return no_memory(error);
    cr_status status = cr_block_order_find(&plan, count, row, column, arena, error);
    if (status != CR_OK) return status;
    lu->order = plan.order;
    lu->sparse = plan.sparse;
    lu->offset = offset;
    for (int i = 0; i < count; i++) {
        offset[i] = lu->size;
        lu->size += width[i];
        lu->position[lu->order[i]] = i;
    }
    for (int p = lu->sparse; p < count; p++) {
        lu->rest_offset[p] = lu->rest;
        lu->rest += width[lu->order[p]];
    }
    status = lay_out(lu, &plan, arena, error);
    lu->effort = status == CR_OK ? count_effort(lu) : 0.0;
    return status ? status : take_numbers(lu, arena, error);
}

void cr_block_lu_clear(cr_block_lu *lu) {
    memset(lu->value, 0, lu->values * sizeof *lu->value);
    memset(lu->dense, 0, (size_t)lu->rest * (size_t)lu->rest * sizeof *lu->dense);
}

static double *in_rest(const cr_block_lu *lu, int p, int q) {
    return lu->dense + (size_t)lu->rest_offset[p] * (size_t)lu->rest + (size_t)lu->rest_offset[q];
}

static int find_pair(const cr_block_lu *lu, int p, int later) {
    int low = lu->first[p], high = lu->first[p + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (lu->after[middle] < later) low = middle + 1;
        else high = middle;
    }
    return low;
}

double *cr_block_lu_at(cr_block_lu *lu, int i, int j, int *stride) {
    int p = lu->position[i], q = lu->position[j];
    *stride = lu->width[j];
    if (p >= lu->sparse && q >= lu->sparse) {
        *stride = lu->rest;
        return in_rest(lu, p, q);
    }
    if (p == q) return lu->value + lu->diagonal[p];
    return p < q ? lu->value + lu->upper[find_pair(lu, p, q)] : lu->value + lu->lower[find_pair(lu, q, p)];
}

static int width_at(const cr_block_lu *lu, int p) {
    return lu->width[lu->order[p]];
}

// Where the exchanged rows of a diagonal block are noted.
static int own_exchange(const cr_block_lu *lu, int p) {
    return lu->offset[lu->order[p]];
}

// What position p takes from the block (s, s) and from those of s with every later neighbour of p.
static void update_sparse(cr_block_lu *lu, int p, int e) {
    int s = lu->after[e], k = width_at(lu, p), ms = width_at(lu, s), at = lu->first[s];
    const double *ls = lu->value + lu->lower[e], *us = lu->value + lu->upper[e];
    cr_dense_subtract(ms, ms, k, ls, k, us, ms, lu->value + lu->diagonal[s], ms);
    for (int f = e + 1; f < lu->first[p + 1]; f++) {
        int later = lu->after[f], ml = width_at(lu, later);
        while (lu->after[at] != later) at++;
        cr_dense_subtract(ml, ms, k, lu->value + lu->lower[f], k, us, ms, lu->value + lu->lower[at], ms);
        cr_dense_subtract(ms, ml, k, ls, k, lu->value + lu->upper[f], ml, lu->value + lu->upper[at], ml);
    }
}

static void update_rest(cr_block_lu *lu, int p, int e, int begin) {
    int s = lu->after[e], k = width_at(lu, p), ms = width_at(lu, s);
    const double *ls = lu->value + lu->lower[e];
    for (int f = begin; f < lu->first[p + 1]; f++) {
        int ml = width_at(lu, lu->after[f]);
        cr_dense_subtract(ms, ml, k, ls, k, lu->value + lu->upper[f], ml, in_rest(lu, s, lu->after[f]),
                          lu->rest);
    }
}

// x -= f y
static void subtract_row(double *restrict x, double f, const double *restrict y, int n) {
    for (int j = 0; j < n; j++) x[j] -= f * y[j];
}

static void exchange_rows(double *x, double *y, int n) {
    for (int j = 0; x != y && j < n; j++) {
        double kept = x[j];
        x[j] = y[j];
        y[j] = kept;
    }
}

// block <- d^-1 block, k x m: whole rows at a time, exchanged, by L, then by U.
CR_CLONES static void divide_wide(const double *d, int k, const int *exchange, double *block, int m) {
    for (int i = 0; i < k; i++) exchange_rows(block + i * m, block + exchange[i] * m, m);
    for (int i = 1; i < k; i++)
        for (int l = 0; l < i; l++) subtract_row(block + i * m, d[i * k + l], block + l * m, m);
    for (int i = k - 1; i >= 0; i--) {
        double *row = block + i * m, inverse = 1.0 / d[i * k + i];
        for (int l = i + 1; l < k; l++) subtract_row(row, d[i * k + l], block + l * m, m);
        for (int j = 0; j < m; j++) row[j] *= inverse;
    }
}

static void divide3(const double *inverse, double *block, int m) {
    for (int j = 0; j < m; j++) {
        double x[3] = {block[j], block[m + j], block[2 * m + j]};
        cr_apply3(inverse, x, x);
        for (int i = 0; i < 3; i++) block[i * m + j] = x[i];
    }
}

// upper <- diagonal^-1 upper
static void divide(cr_block_lu *lu, int p, int e) {
    int k = width_at(lu, p), m = width_at(lu, lu->after[e]);
    const double *d = lu->value + lu->diagonal[p];
    double *block = lu->value + lu->upper[e];
    if (k == 3) divide3(d, block, m);
    else divide_wide(d, k, lu->exchange + own_exchange(lu, p), block, m);
}

// A block of 3 becomes its inverse, a larger one its factors, which keep more digits.
static int factor_diagonal(cr_block_lu *lu, int p) {
    double *d = lu->value + lu->diagonal[p];
    if (width_at(lu, p) == 3) return cr_dense_invert3(d);
    return cr_dense_factor(d, width_at(lu, p), lu->exchange + own_exchange(lu, p));
}

static void solve_diagonal(const cr_block_lu *lu, int p, double *x) {
    const double *d = lu->value + lu->diagonal[p];
    if (width_at(lu, p) == 3) cr_apply3(d, x, x);
    else cr_lu_solve(d, width_at(lu, p), lu->exchange + own_exchange(lu, p), x);
}

bool cr_block_lu_factor(cr_block_lu *lu) {
    lu->sign = 1;
    for (int p = 0; p < lu->sparse; p++) {
        lu->sign *= factor_diagonal(lu, p);
        if (!lu->sign) return false;
        int begin = lu->first[p], end = lu->first[p + 1], rest = begin;
        while (rest < end && lu->after[rest] < lu->sparse) rest++;
        for (int e = begin; e < end; e++) divide(lu, p, e);
        for (int e = begin; e < rest; e++) update_sparse(lu, p, e);
        for (int e = rest; e < end; e++) update_rest(lu, p, e, rest);
    }
    lu->sign *= cr_dense_factor(lu->dense, lu->rest, lu->exchange + lu->size);
    return lu->sign != 0;
}

// x -= block y
static void take_away(const double *block, int m, int k, const double *y, double *x) {
    for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++) x[i] -= block[i * k + l] * y[l];
}

void cr_block_lu_solve(const cr_block_lu *lu, double *x) {
    double *rest = lu->work;
    for (int p = 0; p < lu->sparse; p++) {
        double *own = x + lu->offset[lu->order[p]];
        solve_diagonal(lu, p, own);
        for (int e = lu->first[p]; e < lu->first[p + 1]; e++) {
            int node = lu->order[lu->after[e]];
            take_away(lu->value + lu->lower[e], lu->width[node], width_at(lu, p), own, x + lu->offset[node]);
        }
    }
    for (int p = lu->sparse; p < lu->count; p++)
        memcpy(rest + lu->rest_offset[p], x + lu->offset[lu->order[p]], (size_t)width_at(lu, p) * sizeof *x);
    cr_lu_solve(lu->dense, lu->rest, lu->exchange + lu->size, rest);
    for (int p = lu->sparse; p < lu->count; p++)
        memcpy(x + lu->offset[lu->order[p]], rest + lu->rest_offset[p], (size_t)width_at(lu, p) * sizeof *x);
    for (int p = lu->sparse - 1; p >= 0; p--) {
        int k = width_at(lu, p);
        double *own = x + lu->offset[lu->order[p]];
        for (int e = lu->first[p]; e < lu->first[p + 1]; e++) {
            int node = lu->order[lu->after[e]];
            take_away(lu->value + lu->upper[e], k, lu->width[node], x + lu->offset[node], own);
        }
    }
}
