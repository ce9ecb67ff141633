// Blocks of three interactions: the Cholesky factorisation of block_solve.c written out, without its rows and
// patterns; the same numbers, bit by bit. C = [[c0, c1, c3], [c1, c2, c4], [c3, c4, c5]], and so is L.
#include "network/network_internal.h"

static const int at[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}}; // of C and L

void cr_block_make_triple(cr_block *b) {
    cr_block_triple *t = &b->triple;
    for (int i = 0, k = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) t->c[k++] = cr_block_mobility(b, i, j);
    for (int i = 0; i < 3; i++) t->factored[i] = CR_NAN;
}

// L L^T = I + S C S with S = diag(s); what does not act has s = 0 and a row of I.
static void factor(cr_block_triple *t, const double *s) {
    const double *c = t->c;
    double *l = t->l;
    l[0] = sqrt(s[0] * c[0] * s[0] + 1.0);
    l[1] = s[1] * c[1] * s[0] / l[0];
    l[2] = sqrt(s[1] * c[2] * s[1] + 1.0 - l[1] * l[1]);
    l[3] = s[2] * c[3] * s[0] / l[0];
    l[4] = (s[2] * c[4] * s[1] - l[3] * l[1]) / l[2];
    l[5] = sqrt(s[2] * c[5] * s[2] + 1.0 - l[3] * l[3] - l[4] * l[4]);
}

static void substitute(const double *l, double *x) {
    x[0] /= l[0];
    x[1] = (x[1] - l[1] * x[0]) / l[2];
    x[2] = (x[2] - l[3] * x[0] - l[4] * x[1]) / l[5];
    x[2] /= l[5];
    x[1] = (x[1] - l[4] * x[2]) / l[2];
    x[0] = (x[0] - l[1] * x[1] - l[3] * x[2]) / l[0];
}

// from - C S x
static double less(const double *c, int i, double from, const double *s, const double *x) {
    const int *k = at[i];
    return from - c[k[0]] * s[0] * x[0] - c[k[1]] * s[1] * x[1] - c[k[2]] * s[2] * x[2];
}

static bool is_factored(const cr_block *b) {
    const double *a = b->slope, *f = b->triple.factored;
    return a[0] == f[0] && a[1] == f[1] && a[2] == f[2];
}

// way = r - C S y with (I + S C S) y = S r, r = D - C offset
void cr_block_solve_triple(cr_block *b, int without) {
    cr_block_triple *t = &b->triple;
    double e[3], x[3];
    static const double one[3] = {1.0, 1.0, 1.0};
    if (without >= 0 || !is_factored(b)) {
        for (int i = 0; i < 3; i++) {
            b->root[i] = i == without ? 0.0 : sqrt(b->slope[i]);
            t->factored[i] = without < 0 ? b->slope[i] : CR_NAN;
        }
        factor(t, b->root);
    }
    for (int i = 0; i < 3; i++) e[i] = i == without ? 0.0 : b->offset[i];
    for (int i = 0; i < 3; i++) {
        b->way[i] = less(t->c, i, b->reach[i], one, e);
        x[i] = b->root[i] * b->way[i];
    }
    substitute(t->l, x);
    for (int i = 0; i < 3; i++) // y = S way: the division keeps the digits of a stiff contact
        b->way[i] = b->root[i] > 0.0 ? x[i] / b->root[i] : less(t->c, i, b->way[i], b->root, x);
}

// What interaction i feels, after cr_block_solve_triple without it.
double cr_block_triple_compliance(const cr_block *b, int i) {
    const cr_block_triple *t = &b->triple;
    double x[3];
    for (int j = 0; j < 3; j++) x[j] = b->root[j] * t->c[at[i][j]];
    substitute(t->l, x);
    return less(t->c, i, t->c[at[i][i]], b->root, x);
}
