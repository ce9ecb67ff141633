// Directions of contact/inner.h with W' = A A^T + C by bodies. With y = A^T dx, each contact is solved for
// itself, in the form that keeps its digits as tau -> 0:
//   with compliance      dx = (J G^2 + C)^-1 (J G c - f - A y),        dz = G (c - G dx),
//   without (or in part) dz = (J + C G^-2)^-1 (A y + f + C G^-1 c),    dx = G^-1 (c - G^-1 dz),
// and y is mended twice by what is left of y - A^T dx = 0. Woodbury's formula for dx loses all digits.
#include "base/dense.h"
#include "contact/cone.h"
#include "contact/inner.h"

#include <string.h>

static bool compliant(const cr_coulomb_problem *p, int i) {
    const double *c = p->compliance ? p->compliance + 3 * i : NULL;
    return c && c[0] > 0.0 && (c[1] > 0.0 || p->mu[i] == 0.0);
}

static void with_compliance(cr_inner *in, int i, const double *f, const double *c, const double way[3],
                            double *dx, double *dz) {
    double gc[3], right[3], t[3];
    cr_apply3(in->g + 9 * i, c, gc);
    right[0] = cr_dot3(in->jacobian + 3 * i, gc) - f[0] - way[0];
    right[1] = gc[1] - f[1] - way[1];
    right[2] = gc[2] - f[2] - way[2];
    cr_apply3(in->s->inverse + 9 * i, right, dx);
    cr_apply3(in->g + 9 * i, dx, t);
    for (int a = 0; a < 3; a++) t[a] = c[a] - t[a];
    cr_apply3(in->g + 9 * i, t, dz);
}

static void without(cr_inner *in, int i, const double *f, const double *c, const double way[3], double *dx,
                    double *dz) {
    const double *h = in->g_inverse + 9 * i, *j = in->jacobian + 3 * i;
    const double *soft = in->s->problem.compliance ? in->s->problem.compliance + 3 * i : NULL;
    double m[9] = {j[0], j[1], j[2], 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, right[3], hc[3], h2[9], t[3];
    cr_apply3(h, c, hc);
    cr_multiply3(h, h, h2);
    for (int a = 0; a < 3; a++) right[a] = way[a] + f[a] + (soft ? soft[a] * hc[a] : 0.0);
    for (int a = 0; soft && a < 9; a++) m[a] += soft[a / 3] * h2[a];
    cr_dense_invert3(m);
    cr_apply3(m, right, dz);
    cr_apply3(h, dz, t);
    for (int a = 0; a < 3; a++) t[a] = c[a] - t[a];
    cr_apply3(h, t, dx);
}

void cr_inner_direction_bodies(cr_inner *in, const double *f, const double *c, double *dx, double *dz) {
    cr_operator *op = &in->s->op;
    int freedoms = op->offset[op->p->bodies];
    double *y = in->s->sides;
    memset(y, 0, (size_t)freedoms * sizeof *y);
    for (int pass = 0; pass < 3; pass++) {
        memcpy(op->motion, y, (size_t)freedoms * sizeof *y);
        for (int i = 0; i < in->s->contacts; i++) {
            double way[3] = {0.0, 0.0, 0.0};
            cr_operator_arms(op, i, way);
            (compliant(op->p, i) ? with_compliance : without)(in, i, f + 3 * i, c + 3 * i, way, dx + 3 * i,
                                                              dz + 3 * i);
        }
        if (pass == 2) break;
        cr_operator_move(op, dx);
        for (int k = 0; k < freedoms; k++) op->motion[k] -= y[k];
        cr_block_lu_solve(&in->s->lu, op->motion);
        for (int k = 0; k < freedoms; k++) y[k] += op->motion[k];
    }
}
