// (e + k (A A^T + C)) x = f by bodies: with M = e + k C and D = M^-1 k of each contact,
//   (I + sum A^T D A) y = sum A^T M^-1 f,   x = M^-1 (f - k A y).
// The matrix has one block for each body and one for each pair that touches.
#include "base/dense.h"
#include "contact/body_pairs.h"
#include "contact/cone.h"
#include "contact/scaled.h"

#include <string.h>

cr_status cr_scaled_plan_bodies(cr_scaled *s, cr_arena *arena, cr_error *error) {
    const cr_coulomb_problem *p = &s->problem;
    size_t n = (size_t)p->contacts, bodies = (size_t)p->bodies;
    s->inverse = cr_arena_take(arena, 9 * n + 1, sizeof *s->inverse);
    s->share = cr_arena_take(arena, 9 * n + 1, sizeof *s->share);
    s->pushed = cr_arena_take(arena, 3 * n + 1, sizeof *s->pushed);
    s->sides = cr_arena_take(arena, (size_t)s->op.offset[p->bodies] + 1, sizeof *s->sides);
    if (!s->inverse || !s->share || !s->pushed || !s->sides)
        return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %zu bodies", bodies);
    return cr_body_pairs_plan(&s->pairs, p, &s->lu, arena, error);
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
    }
    cr_body_pairs_add(s->pairs, p, s->share, &s->lu);
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
