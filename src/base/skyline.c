#include "base/skyline.h"

#include "base/numeric.h"

// --- order

typedef struct ordering {
    const cr_pattern *pattern;
    int *order, *level; // level: distance from where a walk began; -1 where none has been
    int count;          // in `order`
} ordering;

static int degree(const cr_pattern *p, int c) {
    return p->row[c + 1] - p->row[c];
}

// Neighbours that no walk has reached join in order of their degrees.
static void reach_neighbours(ordering *o, int c) {
    const cr_pattern *p = o->pattern;
    int begin = o->count;
    for (int k = p->row[c]; k < p->row[c + 1]; k++) {
        int d = p->column[k], at = o->count;
        if (o->level[d] >= 0) continue;
        o->level[d] = o->level[c] + 1;
        for (; at > begin && degree(p, o->order[at - 1]) > degree(p, d); at--)
            o->order[at] = o->order[at - 1];
        o->order[at] = d;
        o->count++;
    }
}

// From c through all that is joined to it; returns the member of least degree that is farthest away.
static int walk(ordering *o, int c) {
    int from = o->count, best = c;
    o->order[o->count++] = c;
    o->level[c] = 0;
    for (int k = from; k < o->count; k++) {
        int d = o->order[k];
        reach_neighbours(o, d);
        bool farther = o->level[d] > o->level[best];
        if (farther || (o->level[d] == o->level[best] && degree(o->pattern, d) < degree(o->pattern, best)))
            best = d;
    }
    return best;
}

static void take_back(ordering *o, int from) {
    while (o->count > from) o->level[o->order[--o->count]] = -1;
}

static void cuthill_mckee(ordering *o) {
    for (int c = 0; c < o->pattern->count; c++) {
        if (o->level[c] >= 0) continue;
        int from = o->count, start = c;
        for (int round = 0; round < 3; round++) { // an end of what is joined
            start = walk(o, start);
            take_back(o, from);
        }
        walk(o, start);
    }
    for (int i = 0, j = o->count - 1; i < j; i++, j--) {
        int swap = o->order[i];
        o->order[i] = o->order[j];
        o->order[j] = swap;
    }
}

// Entries of the skyline with the unknowns at these positions.
static double spread(const cr_pattern *p, const int *position) {
    double sum = 0.0;
    for (int c = 0; c < p->count; c++) {
        int first = position[c];
        for (int k = p->row[c]; k < p->row[c + 1]; k++) {
            int d = position[p->column[k]];
            first = d < first ? d : first;
        }
        sum += position[c] - first;
    }
    return sum;
}

bool cr_pattern_order(const cr_pattern *p, int *order, cr_arena *arena) {
    int *position = cr_arena_take(arena, (size_t)p->count + 1, sizeof *position);
    ordering o = {p, order, cr_arena_take(arena, (size_t)p->count + 1, sizeof *o.level), 0};
    if (!position || !o.level) return false;
    for (int c = 0; c < p->count; c++) position[c] = c;
    double natural = spread(p, position);
    for (int c = 0; c < p->count; c++) o.level[c] = -1;
    cuthill_mckee(&o);
    for (int c = 0; c < p->count; c++) position[order[c]] = c;
    if (spread(p, position) > 0.5 * natural)
        for (int c = 0; c < p->count; c++) order[c] = c;
    return true;
}

// --- skyline

// last[d] = greatest row whose first column is not above d
static void find_last(cr_skyline *e) {
    for (int c = 0; c < e->fixed; c++) e->last[c] = c;
    for (int c = 0; c < e->fixed; c++)
        if (e->last[e->first[c]] < c) e->last[e->first[c]] = c;
    for (int c = 1; c < e->fixed; c++)
        if (e->last[c] < e->last[c - 1]) e->last[c] = e->last[c - 1];
}

bool cr_skyline_make(cr_skyline *e, const cr_pattern *p, int width, int more, size_t *size, cr_arena *arena) {
    int blocks = p->count + more;
    size_t count = (size_t)blocks * (size_t)width;
    e->count = e->fixed = p->count * width;
    e->first = cr_arena_take(arena, count + 1, sizeof *e->first);
    e->last = cr_arena_take(arena, count + 1, sizeof *e->last);
    e->origin = cr_arena_take(arena, count + 1, sizeof *e->origin);
    if (!e->first || !e->last || !e->origin) return false;
    *size = 0;
    for (int c = 0; c < blocks * width; c++) {
        int block = c / width;
        e->first[c] = block < p->count ? p->column[p->row[block]] * width : 0;
        e->origin[c] = (ptrdiff_t)*size - e->first[c];
        *size += (size_t)(c - e->first[c]) + 1;
    }
    find_last(e);
    return true;
}

// --- factors

void cr_skyline_factor(const cr_skyline *e, const bool *idle, double *lower, double *upper) {
    for (int c = 0; c < e->count; c++) {
        if (idle[c]) continue;
        double *row = lower + e->origin[c], *column = upper + e->origin[c];
        for (int d = e->first[c]; d < c; d++) {
            if (idle[d]) {
                row[d] = column[d] = 0.0;
                continue;
            }
            const double *left = lower + e->origin[d], *above = upper + e->origin[d];
            double l = row[d], u = column[d];
            for (int k = e->first[c] > e->first[d] ? e->first[c] : e->first[d]; k < d; k++) {
                l -= row[k] * above[k];
                u -= left[k] * column[k];
            }
            row[d] = l / above[d];
            column[d] = u;
        }
        for (int k = e->first[c]; k < c; k++) column[c] -= row[k] * column[k];
    }
}

void cr_skyline_solve(const cr_skyline *e, const bool *idle, const double *lower, const double *upper,
                      double *x) {
    for (int c = 0; c < e->count; c++) {
        if (idle[c]) continue;
        const double *row = lower + e->origin[c];
        for (int d = e->first[c]; d < c; d++) x[c] -= row[d] * x[d];
    }
    for (int c = e->count - 1; c >= 0; c--) {
        if (idle[c]) continue;
        int end = c < e->fixed ? e->last[c] + 1 : c + 1;
        for (int k = c + 1; k < end; k++)
            if (e->first[k] <= c && !idle[k]) x[c] -= upper[e->origin[k] + c] * x[k];
        for (int k = end > e->fixed ? end : e->fixed; k < e->count; k++)
            if (!idle[k]) x[c] -= upper[e->origin[k] + c] * x[k];
        x[c] /= upper[e->origin[c] + c];
    }
}
