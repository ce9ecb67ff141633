#include "contact/operator.h"

#include "base/numeric.h"
#include "contact/arms.h"
#include "contact/cone.h"
#include "contact/local.h"

#include <float.h>
#include <string.h>

// --- one contact of W by bodies ----------------------------------------------------------------------------

// u += A_i y
void cr_operator_arms(const cr_operator *op, int i, double u[3]) {
    const cr_coulomb_problem *p = op->p;
    for (int side = 0; side < 2; side++) {
        int body = p->body[2 * i + side];
        if (body < 0) continue;
        const double *arm = p->arms[2 * i + side], *y = op->motion + op->offset[body];
        if (op->plain && op->plain[i]) u[0] += cr_arms_along_first(arm, p->freedoms[body], y);
        else cr_arms_along(arm, p->freedoms[body], y, u);
    }
}

double cr_operator_arms_first(const cr_operator *op, int i) {
    const cr_coulomb_problem *p = op->p;
    double u = 0.0;
    for (int side = 0; side < 2; side++) {
        int body = p->body[2 * i + side];
        if (body < 0) continue;
        u += cr_arms_along_first(p->arms[2 * i + side], p->freedoms[body], op->motion + op->offset[body]);
    }
    return u;
}

// y += A_i^T r_i
void cr_operator_push(const cr_operator *op, int i, const double r[3]) {
    const cr_coulomb_problem *p = op->p;
    if (r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0) return;
    for (int side = 0; side < 2; side++) {
        int body = p->body[2 * i + side];
        if (body < 0) continue;
        const double *arm = p->arms[2 * i + side];
        double *y = op->motion + op->offset[body];
        if (op->plain && op->plain[i]) cr_arms_push_first(arm, p->freedoms[body], r[0], y);
        else cr_arms_push(arm, p->freedoms[body], r, y);
    }
}

// w is 0 before.
static void own_block(const cr_operator *op, int i, double w[9]) {
    const cr_coulomb_problem *p = op->p;
    for (int side = 0; side < 2; side++) {
        int body = p->body[2 * i + side];
        if (body < 0) continue;
        const double *arm = p->arms[2 * i + side];
        int n = p->freedoms[body];
        bool plain = op->plain && op->plain[i];
        double own[3];
        if (plain) cr_arms_squares(arm, n, own);
        else cr_arms_square(arm, n, w);
        for (int c = 0; c < 3 && plain; c++) w[4 * c] += own[c];
    }
    for (int a = 0; p->compliance && a < 3; a++) w[4 * a] += p->compliance[3 * i + a];
}

// --- both ways ---------------------------------------------------------------------------------------------

static void fill_diagonal(cr_operator *op) {
    const cr_coulomb_problem *p = op->p;
    for (int i = 0; i < p->contacts; i++) {
        if (op->motion) own_block(op, i, op->diagonal + 9 * i);
        for (int k = op->motion ? 0 : p->row[i]; !op->motion && k < p->row[i + 1]; k++)
            if (p->column[k] == i)
                memcpy(op->diagonal + 9 * i, p->block + 9 * (size_t)k, 9 * sizeof *op->diagonal);
    }
}

// Whether contact i and the three after it are plain and on the same bodies.
static bool are_alike(const cr_operator *op, int i) {
    const cr_coulomb_problem *p = op->p;
    if (i + 4 > p->contacts || !op->plain[i]) return false;
    for (int j = i + 1; j < i + 4; j++)
        if (!op->plain[j] || p->body[2 * j] != p->body[2 * i] || p->body[2 * j + 1] != p->body[2 * i + 1])
            return false;
    return true;
}

cr_status cr_operator_make(cr_operator *op, const cr_coulomb_problem *p, cr_arena *arena, cr_error *error) {
    return cr_operator_make_plain(op, p, NULL, arena, error);
}

cr_status cr_operator_make_plain(cr_operator *op, const cr_coulomb_problem *p, const bool *plain,
                                 cr_arena *arena, cr_error *error) {
    size_t n = (size_t)p->contacts;
    *op = (cr_operator){.p = p, .plain = plain};
    op->diagonal = cr_arena_take(arena, 9 * n + 1, sizeof *op->diagonal);
    op->u = cr_arena_take_unset(arena, 3 * n + 1, sizeof *op->u);
    op->alike = cr_arena_take_unset(arena, n + 1, sizeof *op->alike);
    bool all = op->diagonal && op->u && op->alike;
    if (!p->row && all) {
        op->offset = cr_arena_take(arena, (size_t)p->bodies + 1, sizeof *op->offset);
        for (int b = 0; op->offset && b < p->bodies; b++) op->offset[b + 1] = op->offset[b] + p->freedoms[b];
        size_t length = op->offset ? (size_t)op->offset[p->bodies] : 0;
        op->motion = cr_arena_take(arena, length + 1, sizeof *op->motion);
        all = op->offset && op->motion;
    }
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %zu contacts", n);
    for (int i = 0; i < p->contacts; i++) op->alike[i] = plain && op->motion && are_alike(op, i);
    fill_diagonal(op);
    return CR_OK;
}

void cr_operator_move(const cr_operator *op, const double *r) {
    if (!op->motion) return;
    memset(op->motion, 0, (size_t)op->offset[op->p->bodies] * sizeof *op->motion);
    for (int i = 0; i < op->p->contacts; i++) cr_operator_push(op, i, r + 3 * i);
}

void cr_operator_velocity(const cr_operator *op, const double *r, int i, double u[3]) {
    const cr_coulomb_problem *p = op->p;
    memcpy(u, p->q + 3 * i, 3 * sizeof *u);
    if (op->motion) {
        for (int a = 0; p->compliance && a < 3; a++) u[a] += p->compliance[3 * i + a] * r[3 * i + a];
        cr_operator_arms(op, i, u);
        return;
    }
    for (int k = p->row[i]; k < p->row[i + 1]; k++) {
        double part[3];
        cr_apply3(p->block + 9 * (size_t)k, r + 3 * p->column[k], part);
        for (int a = 0; a < 3; a++) u[a] += part[a];
    }
}

// u of four contacts that are alike, each as cr_operator_velocity has it.
static void four_velocities(const cr_operator *op, const double *r, int i, double u[12]) {
    const cr_coulomb_problem *p = op->p;
    memcpy(u, p->q + 3 * i, 12 * sizeof *u);
    for (int k = 0; p->compliance && k < 12; k++) u[k] += p->compliance[3 * i + k] * r[3 * i + k];
    for (int side = 2 * i; side < 2 * i + 2; side++) {
        int body = p->body[side];
        if (body < 0) continue;
        const double *arm[4] = {p->arms[side], p->arms[side + 2], p->arms[side + 4], p->arms[side + 6]};
        double along[4];
        cr_arms_along_firsts(arm, p->freedoms[body], op->motion + op->offset[body], along);
        for (int j = 0; j < 4; j++) u[3 * j] += along[j];
    }
}

void cr_operator_apply(const cr_operator *op, const double *r, double *u) {
    cr_operator_move(op, r);
    for (int i = 0; i < op->p->contacts;) {
        bool alike = op->alike[i];
        if (alike) four_velocities(op, r, i, u + 3 * i);
        else cr_operator_velocity(op, r, i, u + 3 * i);
        i += alike ? 4 : 1;
    }
}

void cr_operator_sweep(const cr_operator *op, double *r, bool backward) {
    for (int k = 0; k < op->p->contacts; k++) {
        int i = backward ? op->p->contacts - 1 - k : k;
        double u[3], own[3], *ri = r + 3 * i, before[3] = {ri[0], ri[1], ri[2]};
        cr_operator_velocity(op, r, i, u);
        cr_apply3(op->diagonal + 9 * i, ri, own);
        for (int a = 0; a < 3; a++) u[a] -= own[a];
        cr_contact_local(op->diagonal + 9 * i, u, op->p->mu[i], ri);
        for (int a = 0; a < 3; a++) before[a] = ri[a] - before[a];
        if (op->motion) cr_operator_push(op, i, before);
    }
}

// Of reactions so large that u is lost in their rounding nothing is known: that counts as error, or reactions
// that grow without bound, where walls squeeze a body, would seem to hold.
double cr_operator_residual(const cr_operator *op, const double *r, double scale) {
    const double rounding = 0.5 * DBL_EPSILON;
    double sum = 0.0, all = 0.0;
    cr_operator_apply(op, r, op->u);
    for (int i = 0; i < op->p->contacts; i++) {
        const double *d = op->diagonal + 9 * i, *q = op->p->q + 3 * i;
        double *u = op->u + 3 * i, z[3], mean = (d[0] + d[4] + d[8]) / 3.0, w = mean > 0.0 ? mean : 1.0;
        double mu = op->p->mu[i];
        u[0] += mu * cr_length2(u[1], u[2]);
        for (int a = 0; a < 3; a++) z[a] = r[3 * i + a] - u[a] / w;
        cr_cone_project(mu, z);
        for (int a = 0; a < 3; a++) {
            sum += cr_square(w * (r[3 * i + a] - z[a])) + cr_square(rounding * w * r[3 * i + a]);
            all += q[a] * q[a];
        }
    }
    double unit = scale > 0.0 ? scale : all > 0.0 ? sqrt(all) : 1.0;
    return sqrt(sum) / unit;
}

void cr_operator_energy(const cr_operator *op, const double *r, double *linear, double *square) {
    *linear = *square = 0.0;
    cr_operator_apply(op, r, op->u);
    for (int k = 0; k < 3 * op->p->contacts; k++) {
        *linear += r[k] * op->p->q[k];
        *square += r[k] * (op->u[k] - op->p->q[k]);
    }
}
