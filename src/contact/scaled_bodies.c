// (e + k (A A^T + C)) x = f by bodies: with M = e + k C and D = M^-1 k of each contact,
//   (I + sum A^T D A) y = sum A^T M^-1 f,   x = M^-1 (f - k A y).
// The matrix has one block for each body and one for each pair that touches.
#include "base/dense.h"
#include "contact/cone.h"
#include "contact/scaled.h"

#include <string.h>

// Rows of bodies that touch, the body itself among them; rising.
static int neighbours(const cr_coulomb_problem *p, int body, bool *met, int *column) {
    int count = 0;
    memset(met, 0, (size_t)p->bodies * sizeof *met);
    met[body] = true;
    for (int i = 0; i < p->contacts; i++)
        for (int side = 0; side < 2; side++)
            if (p->body[2 * i + side] == body && p->body[2 * i + 1 - side] >= 0)
                met[p->body[2 * i + 1 - side]] = true;
    for (int b = 0; b < p->bodies; b++)
        if (met[b]) column[count++] = b;
    return count;
}

cr_status cr_scaled_plan_bodies(cr_scaled *s, cr_arena *arena, cr_error *error) {
    const cr_coulomb_problem *p = &s->problem;
    size_t n = (size_t)p->contacts, bodies = (size_t)p->bodies;
    s->inverse = cr_arena_take(arena, 9 * n + 1, sizeof *s->inverse);
    s->share = cr_arena_take(arena, 9 * n + 1, sizeof *s->share);
    s->pushed = cr_arena_take(arena, 3 * n + 1, sizeof *s->pushed);
    s->sides = cr_arena_take(arena, (size_t)s->op.offset[p->bodies] + 1, sizeof *s->sides);
    int *row = cr_arena_take(arena, bodies + 1, sizeof *row);
    int *column = cr_arena_take(arena, bodies + 2 * n + 1, sizeof *column);
    bool *met = cr_arena_take(arena, bodies + 1, sizeof *met);
    if (!s->inverse || !s->share || !s->pushed || !s->sides || !row || !column || !met)
        return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %zu bodies", bodies);
    for (int b = 0; b < p->bodies; b++) row[b + 1] = row[b] + neighbours(p, b, met, column + row[b]);
    return cr_block_lu_plan(&s->lu, p->bodies, p->freedoms, row, column, arena, error);
}

// at += a^T d b: n x m from 3 x n, 3 x 3 and 3 x m.
static void add_product(const double *a, int n, const double d[9], const double *b, int m, double *at,
                        int stride) {
    for (int i = 0; i < n; i++) {
        double c[3];
        for (int k = 0; k < 3; k++) c[k] = a[i] * d[k] + a[n + i] * d[3 + k] + a[2 * n + i] * d[6 + k];
        for (int j = 0; j < m; j++) at[i * stride + j] += c[0] * b[j] + c[1] * b[m + j] + c[2] * b[2 * m + j];
    }
}

static void add_contact(cr_scaled *s, int i) {
    const cr_coulomb_problem *p = &s->problem;
    for (int first = 2 * i; first < 2 * i + 2; first++)
        for (int second = 2 * i; second < 2 * i + 2; second++) {
            int stride, a = p->body[first], b = p->body[second];
            if (a < 0 || b < 0) continue;
            double *at = cr_block_lu_at(&s->lu, a, b, &stride);
            add_product(p->arms[first], p->freedoms[a], s->share + 9 * i, p->arms[second], p->freedoms[b], at,
                        stride);
        }
}

// M^-1 of contact i. Without compliance it is e^-1 as it is known; e alone has lost its small directions.
static bool invert_contact(cr_scaled *s, int i, const double *e, const double *k, const double *known) {
    const double *soft = s->problem.compliance ? s->problem.compliance + 3 * i : NULL;
    double *m = s->inverse + 9 * i;
    bool stiff = !soft || (soft[0] == 0.0 && soft[1] == 0.0 && soft[2] == 0.0);
    memcpy(m, known && stiff ? known + 9 * i : e + 9 * i, 9 * sizeof *m);
    if (known && stiff) return true;
    for (int a = 0; soft && a < 9; a++) m[a] += k[a] * soft[a % 3];
    return cr_dense_invert3(m) != 0;
}

bool cr_scaled_factor_bodies(cr_scaled *s, const double *e, const double *k, const double *inverse) {
    static const double one[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    const cr_coulomb_problem *p = &s->problem;
    for (int b = 0; b < p->bodies; b++) {
        int stride;
        double *at = cr_block_lu_at(&s->lu, b, b, &stride);
        for (int a = 0; a < p->freedoms[b]; a++) at[a * stride + a] = 1.0;
    }
    for (int i = 0; i < s->contacts; i++) {
        const double *ki = k ? k + 9 * i : one;
        if (!invert_contact(s, i, e, ki, inverse)) return false;
        cr_multiply3(s->inverse + 9 * i, ki, s->share + 9 * i);
        add_contact(s, i);
    }
    return cr_block_lu_factor(&s->lu);
}

void cr_scaled_solve_bodies(cr_scaled *s, const double *k, const double *f, double *x) {
    cr_operator *op = &s->op;
    for (int i = 0; i < s->contacts; i++) cr_apply3(s->inverse + 9 * i, f + 3 * i, s->pushed + 3 * i);
    cr_operator_move(op, s->pushed);
    cr_block_lu_solve(&s->lu, op->motion);
    for (int i = 0; i < s->contacts; i++) {
        double w[3] = {0.0, 0.0, 0.0};
        cr_operator_arms(op, i, w);
        if (k) cr_apply3(k + 9 * i, w, w);
        for (int a = 0; a < 3; a++) w[a] = f[3 * i + a] - w[a];
        cr_apply3(s->inverse + 9 * i, w, x + 3 * i);
    }
}
