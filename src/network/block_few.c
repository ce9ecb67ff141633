// Blocks of a few contacts, in rows of fixed length. What presses (P) is eliminated first, with M = I + S C S
// = L L^T of block_solve.c; what is emptied (E), whose slopes change in turn, then feels
//     T = C_EE - l^T l,  d = r_E - l^T y,  l = L^-1 S C_PE,  y = L^-1 S r,  r = D - C offset
// and each of them is found from this small rest instead of from all (derivation N10).
#include "network/network_internal.h"

enum { FEW = CR_BLOCK_FEW };

bool cr_block_make_few(const cr_network *n, cr_block *b) {
    for (int c = 0; c < b->count; c++)
        if (cr_network_interaction(n, b->member[c])->kind != CR_INTERACTION_CONTACT) return true;
    if (b->count <= 3 || b->count > FEW) return true;
    b->few = cr_arena_take(n->arena, 1, sizeof *b->few);
    if (!b->few) return false;
    for (int i = 0; i < b->count; i++)
        for (int j = 0; j < b->count; j++) b->few->c[i][j] = cr_block_mobility(b, i, j);
    return true;
}

// from - a b
static inline double less(double from, const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++) from -= a[i] * b[i];
    return from;
}

static void list_members(cr_block *b) {
    cr_block_few *f = b->few;
    f->count = 0;
    for (int c = 0; c < b->count; c++)
        if (b->slope[c] > 0.0 && !f->emptied[c]) f->order[f->count++] = c;
    f->pressing = f->count;
    for (int c = 0; c < b->count; c++)
        if (f->emptied[c]) f->order[f->count++] = c;
}

// Way of c by the offsets of those that press.
static double free_way(const cr_block *b, int c) {
    const cr_block_few *f = b->few;
    double way = b->reach[c];
    for (int i = 0; i < f->pressing; i++) way -= f->c[c][f->order[i]] * b->offset[f->order[i]];
    return way;
}

void cr_block_few_reduce(cr_block *b) {
    cr_block_few *f = b->few;
    list_members(b);
    int p = f->pressing;
    for (int i = 0; i < f->count; i++) {
        int c = f->order[i], columns = i < p ? i : p;
        double root = i < p ? sqrt(b->slope[c]) : 1.0, *row = f->l[i];
        for (int j = 0; j < columns; j++)
            row[j] = less(root * f->c[c][f->order[j]] * f->root[j], row, f->l[j], j) * f->per[j];
        f->root[i] = root;
        f->y[i] = less(root * free_way(b, c), row, f->y, columns);
        for (int j = p; j <= i; j++)
            f->rest[i - p][j - p] = f->rest[j - p][i - p] = less(f->c[c][f->order[j]], row, f->l[j], p);
        if (i >= p) continue;
        f->per[i] = 1.0 / sqrt(less(root * f->c[c][c] * root + 1.0, row, row, i));
        f->y[i] *= f->per[i];
    }
}

// Factors of what is emptied and acts, but for one.
typedef struct factors {
    int count, at[FEW]; // as they are numbered in T
    double l[FEW][FEW], per[FEW], root[FEW], z[FEW];
} factors;

static int emptied(const cr_block_few *f, int e) {
    return f->order[f->pressing + e];
}

// Way of the e-th by the offsets of all others that are emptied, but for one.
static double rest_way(const cr_block *b, int e, int without) {
    const cr_block_few *f = b->few;
    double way = f->y[f->pressing + e];
    for (int j = 0; j < f->count - f->pressing; j++)
        if (j != without) way -= f->rest[e][j] * b->offset[emptied(f, j)];
    return way;
}

// Row of L of the e-th with the factors so far.
static void eliminate(const cr_block_few *f, const factors *s, int e, double root, double *row) {
    for (int j = 0; j < s->count; j++)
        row[j] = less(root * f->rest[e][s->at[j]] * s->root[j], row, s->l[j], j) * s->per[j];
}

static void factor(const cr_block *b, int without, factors *s) {
    const cr_block_few *f = b->few;
    s->count = 0;
    for (int e = 0; e < f->count - f->pressing; e++) {
        double slope = b->slope[emptied(f, e)], root = sqrt(slope);
        if (e == without || !(slope > 0.0)) continue;
        int i = s->count;
        double *row = s->l[i];
        eliminate(f, s, e, root, row);
        s->at[i] = e;
        s->root[i] = root;
        s->per[i] = 1.0 / sqrt(less(root * f->rest[e][e] * root + 1.0, row, row, i));
        s->z[i] = less(root * rest_way(b, e, without), row, s->z, i) * s->per[i];
        s->count++;
    }
}

double cr_block_few_without(cr_block *b, int c) {
    const cr_block_few *f = b->few;
    factors s;
    double row[FEW];
    int e = 0;
    while (emptied(f, e) != c) e++;
    factor(b, e, &s);
    eliminate(f, &s, e, 1.0, row);
    b->way[c] = less(rest_way(b, e, e), row, s.z, s.count);
    return less(f->rest[e][e], row, row, s.count);
}

static double force_of(const cr_block *b, int c) {
    return b->slope[c] * b->way[c] + b->offset[c];
}

// The ways of what acts among the emptied; takes their forces off the ways of what presses.
static void solve_emptied(cr_block *b) {
    cr_block_few *f = b->few;
    factors s;
    factor(b, -1, &s);
    for (int i = s.count - 1; i >= 0; i--) {
        for (int j = i + 1; j < s.count; j++) s.z[i] -= s.l[j][i] * s.z[j];
        s.z[i] *= s.per[i];
        b->way[emptied(f, s.at[i])] = s.z[i] / s.root[i];
    }
    for (int i = 0; i < s.count; i++) {
        double force = force_of(b, emptied(f, s.at[i])), *row = f->l[f->pressing + s.at[i]];
        for (int j = 0; j < f->pressing; j++) f->y[j] -= row[j] * force;
    }
}

void cr_block_few_solve(cr_block *b) {
    cr_block_few *f = b->few;
    double force[FEW] = {0.0};
    if (f->count > f->pressing) solve_emptied(b);
    for (int i = f->pressing - 1; i >= 0; i--) {
        double y = f->y[i];
        for (int j = i + 1; j < f->pressing; j++) y -= f->l[j][i] * f->y[j];
        f->y[i] = y * f->per[i];
        b->way[f->order[i]] = f->y[i] / f->root[i];
    }
    for (int i = 0; i < f->count; i++)
        if (b->slope[f->order[i]] > 0.0) force[i] = force_of(b, f->order[i]);
    for (int c = 0; c < b->count; c++) {
        if (b->slope[c] > 0.0) continue;
        b->way[c] = b->reach[c];
        for (int i = 0; i < f->count; i++) b->way[c] -= f->c[c][f->order[i]] * force[i];
    }
}
