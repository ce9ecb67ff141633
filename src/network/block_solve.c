// The linear part of a block (derivation N10): way = D - C f with affine forces f = slope way + offset, D the
// ways without them and C the mobilities; slopes are never negative. Two and three interactions
// have closed forms, more take a Cholesky factorisation. Leaving one interaction out (`without`, -1: none)
// gives what it feels of the others.
#include "network/network_internal.h"

// With r = D - C offset: det = |I + C diag(slope)|, way0 = (r0 + slope1 (C11 r0 - C01 r1))/det.
static void solve_pair(cr_block *b, int without) {
    const double *c = b->mobility, *reach = b->reach;
    double a0 = without == 0 ? 0.0 : b->slope[0], a1 = without == 1 ? 0.0 : b->slope[1];
    double e0 = without == 0 ? 0.0 : b->offset[0], e1 = without == 1 ? 0.0 : b->offset[1];
    double c00 = c[0], c01 = c[1], c11 = c[3];
    double r0 = reach[0] - c00 * e0 - c01 * e1, r1 = reach[1] - c01 * e0 - c11 * e1;
    double per = 1.0 / (1.0 + c00 * a0 + c11 * a1 + (c00 * c11 - c01 * c01) * a0 * a1);
    b->way[0] = (r0 + a1 * (c11 * r0 - c01 * r1)) * per;
    b->way[1] = (r1 + a0 * (c00 * r1 - c01 * r0)) * per;
}

static double pair_compliance(const cr_block *b, int c) {
    double other = b->mobility[c ? 0 : 3], cross = b->mobility[1], slope = b->slope[1 - c];
    return b->mobility[c ? 3 : 0] - cross * cross * slope / (1.0 + other * slope);
}

// The last member whose row reaches column c.
static int last_of(const cr_block *b, int c) {
    return c < b->skyline.fixed ? b->skyline.last[c] : b->count - 1;
}

// Members that a solve takes in, begin .. end - 1: they are coupled with no other that acts.
typedef struct span {
    int begin, end;
} span;

static bool acts(const cr_block *b, int c) {
    return b->slope[c] > 0.0;
}

// What acts around c, c among it: grows until no row that acts reaches across its ends.
static span around(const cr_block *b, int c) {
    const cr_skyline *e = &b->skyline;
    span s = {c, c + 1};
    int low = e->first[c], high = last_of(b, c);
    while (s.begin > low || s.end <= high) {
        int k = s.begin > low ? --s.begin : s.end++;
        if (!acts(b, k)) continue;
        low = e->first[k] < low ? e->first[k] : low;
        high = last_of(b, k) > high ? last_of(b, k) : high;
    }
    return s;
}

// The first of those that act among the columns of row c, as an index of b->acting.
static int first_acting(const cr_block *b, int c) {
    return b->rank[b->skyline.first[c]];
}

// I + S C S = L L^T with S = diag(sqrt(slope)); rows of what does not act are those of I, neither written nor
// read.
static void factor_row(cr_block *b, int c) {
    const cr_skyline *e = &b->skyline;
    int k = b->pattern.row[c], from = first_acting(b, c), own = b->rank[c];
    double *row = b->matrix + e->origin[c];
    for (int d = from; d < own; d++) row[b->acting[d]] = 0.0;
    for (; b->pattern.column[k] < c; k++)
        row[b->pattern.column[k]] = b->root[c] * b->mobility[k] * b->root[b->pattern.column[k]];
    row[c] = b->root[c] * b->mobility[k] * b->root[c] + 1.0;
    for (int i = from; i < own; i++) {
        int d = b->acting[i], begin = first_acting(b, d);
        const double *other = b->matrix + e->origin[d];
        double sum = row[d];
        for (int j = from > begin ? from : begin; j < i; j++) sum -= row[b->acting[j]] * other[b->acting[j]];
        row[d] = sum / other[d];
        row[c] -= row[d] * row[d];
    }
    row[c] = sqrt(row[c]);
}

// Slopes of springs stay as they are, so that the factors often do too.
static bool is_factored(const cr_block *b) {
    for (int c = 0; c < b->count; c++)
        if (b->slope[c] != b->factored[c]) return false;
    return true;
}

static void factor(cr_block *b, span s, int without) {
    if (without < 0 && is_factored(b)) return;
    int count = 0;
    for (int c = s.begin; c < s.end; c++) {
        b->factored[c] = without < 0 ? b->slope[c] : CR_NAN;
        b->root[c] = c == without ? 0.0 : sqrt(b->slope[c]);
        b->rank[c] = count;
        if (b->root[c] > 0.0) b->acting[count++] = c;
    }
    b->rank[b->count] = count;
    for (int i = 0; i < count; i++) factor_row(b, b->acting[i]);
}

static void substitute(const cr_block *b, double *x) {
    const cr_skyline *e = &b->skyline;
    const int *acting = b->acting;
    int count = b->rank[b->count];
    for (int i = 0; i < count; i++) {
        int c = acting[i];
        const double *row = b->matrix + e->origin[c];
        for (int k = first_acting(b, c); k < i; k++) x[c] -= row[acting[k]] * x[acting[k]];
        x[c] /= row[c];
    }
    for (int i = count - 1; i >= 0; i--) {
        int c = acting[i], last = last_of(b, c);
        for (int k = i + 1; k < count && acting[k] <= last; k++)
            if (e->first[acting[k]] <= c) x[c] -= b->matrix[e->origin[acting[k]] + c] * x[acting[k]];
        x[c] /= b->matrix[e->origin[c] + c];
    }
}

// Way of c by the offsets of all but one.
static double way_by_offsets(const cr_block *b, int c, int without) {
    double way = b->reach[c];
    for (int k = b->pattern.row[c]; k < b->pattern.row[c + 1]; k++)
        if (b->pattern.column[k] != without) way -= b->mobility[k] * b->offset[b->pattern.column[k]];
    return way;
}

// What is left of a way that `x`, forces over roots, shortens.
static double less(const cr_block *b, int c, double way, const double *x) {
    for (int k = b->pattern.row[c]; k < b->pattern.row[c + 1]; k++) {
        int d = b->pattern.column[k];
        if (b->root[d] > 0.0) way -= b->mobility[k] * b->root[d] * x[d];
    }
    return way;
}

// Members that those with a force reach; the ways of the others are those without forces.
static span reached(const cr_block *b) {
    span s = {b->count, 0};
    for (int c = 0; c < b->count; c++) {
        if (!acts(b, c) && b->offset[c] == 0.0) continue;
        int low = b->skyline.first[c], high = last_of(b, c) + 1;
        s.begin = low < s.begin ? low : s.begin;
        s.end = high > s.end ? high : s.end;
    }
    return s;
}

// way = r - C S y with (I + S C S) y = S r, once `factor` has been called for these members or more
static void solve_many(cr_block *b, span s, int without) {
    for (int c = s.begin; c < s.end; c++) {
        b->way[c] = way_by_offsets(b, c, without);
        b->right[c] = b->root[c] * b->way[c];
    }
    substitute(b, b->right);
    for (int c = s.begin; c < s.end; c++) // y = S way: the division keeps the digits of a stiff contact
        b->way[c] = b->root[c] > 0.0 ? b->right[c] / b->root[c] : less(b, c, b->way[c], b->right);
}

// The Schur complement; `factor(b, s, c)` has been done.
static double many_compliance(cr_block *b, int c) {
    const cr_pattern *p = &b->pattern;
    int own = p->row[c];
    for (int i = 0; i < b->rank[b->count]; i++) b->response[b->acting[i]] = 0.0;
    for (int k = p->row[c]; k < p->row[c + 1]; k++) {
        int d = p->column[k];
        if (d == c) own = k;
        if (b->root[d] > 0.0) b->response[d] = b->root[d] * cr_block_mobility(b, d, c);
    }
    substitute(b, b->response);
    return less(b, c, b->mobility[own], b->response);
}

void cr_block_solve(cr_block *b) {
    if (b->closed_form && b->count == 3) cr_block_solve_triple(b, -1);
    else if (b->closed_form) solve_pair(b, -1);
    else {
        factor(b, (span){0, b->count}, -1);
        for (int c = 0; c < b->count; c++) b->way[c] = b->reach[c];
        solve_many(b, reached(b), -1);
    }
}

double cr_block_solve_without(cr_block *b, int c) {
    if (b->closed_form && b->count == 3) {
        cr_block_solve_triple(b, c);
        return cr_block_triple_compliance(b, c);
    }
    if (b->closed_form) {
        solve_pair(b, c);
        return pair_compliance(b, c);
    }
    span s = around(b, c);
    factor(b, s, c);
    solve_many(b, s, c);
    return many_compliance(b, c);
}
