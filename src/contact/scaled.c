#include "contact/scaled.h"

#include "base/numeric.h"
#include "contact/cone.h"

static cr_status no_memory(cr_error *error, int contacts) {
    return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %d contacts", contacts);
}

// D_i; d_i makes the mean of the diagonal of W'_ii 1.
static void scale_contact(const cr_operator *origin, int i, double d[3]) {
    const double *w = origin->diagonal + 9 * i;
    double mu = origin->p->mu[i], normal = mu > 0.0 ? 1.0 / mu : 1.0, tangent = mu > 0.0 ? 1.0 : 0.0;
    double mean = (normal * normal * w[0] + tangent * (w[4] + w[8])) / 3.0;
    double size = mean > 0.0 ? 1.0 / sqrt(mean) : 1.0;
    d[0] = size * normal;
    d[1] = d[2] = size * tangent;
}

static bool scale_blocks(cr_scaled *s, cr_arena *arena) {
    const cr_coulomb_problem *p = s->origin->p;
    double *block = cr_arena_take(arena, 9 * (size_t)p->row[p->contacts] + 1, sizeof *block);
    if (!block) return false;
    for (int i = 0; i < p->contacts; i++)
        for (int k = p->row[i]; k < p->row[i + 1]; k++)
            for (int a = 0; a < 9; a++) {
                size_t at = 9 * (size_t)k + (size_t)a;
                block[at] = s->factor[3 * i + a / 3] * p->block[at] * s->factor[3 * p->column[k] + a % 3];
            }
    s->problem.row = p->row;
    s->problem.column = p->column;
    s->problem.block = block;
    return true;
}

static bool scale_arms(cr_scaled *s, cr_arena *arena) {
    const cr_coulomb_problem *p = s->origin->p;
    const double **arms = cr_arena_take(arena, 2 * (size_t)p->contacts + 1, sizeof *arms);
    double *compliance =
        p->compliance ? cr_arena_take(arena, 3 * (size_t)p->contacts + 1, sizeof *compliance) : NULL;
    if (!arms || (p->compliance && !compliance)) return false;
    for (int i = 0; i < p->contacts; i++) {
        const double *d = s->factor + 3 * i;
        for (int a = 0; compliance && a < 3; a++)
            compliance[3 * i + a] = d[a] * d[a] * p->compliance[3 * i + a];
        for (int side = 2 * i; side < 2 * i + 2; side++) {
            if (p->body[side] < 0) continue;
            int n = p->freedoms[p->body[side]];
            double *arm = cr_arena_take(arena, 3 * (size_t)n + 1, sizeof *arm);
            if (!arm) return false;
            for (int k = 0; k < 3 * n; k++) arm[k] = d[k / n] * p->arms[side][k];
            arms[side] = arm;
        }
    }
    s->problem.bodies = p->bodies;
    s->problem.freedoms = p->freedoms;
    s->problem.body = p->body;
    s->problem.arms = arms;
    s->problem.compliance = compliance;
    return true;
}

// V makes the greatest number of q' 1.
static void scale_velocities(cr_scaled *s, double *q, double *mu) {
    double greatest = 0.0;
    for (int k = 0; k < 3 * s->contacts; k++)
        greatest = cr_max(greatest, fabs(s->factor[k] * s->origin->p->q[k]));
    double unit = greatest > 0.0 ? greatest : 1.0;
    for (int k = 0; k < 3 * s->contacts; k++) {
        q[k] = s->factor[k] * s->origin->p->q[k] / unit;
        s->factor[k] *= unit;
    }
    for (int i = 0; i < s->contacts; i++) mu[i] = 1.0;
    s->problem.q = q;
    s->problem.mu = mu;
}

cr_status cr_scaled_make(cr_scaled *s, const cr_operator *origin, int effort, cr_arena *arena,
                         cr_error *error) {
    const cr_coulomb_problem *p = origin->p;
    size_t n = (size_t)p->contacts;
    *s = (cr_scaled){.origin = origin, .contacts = p->contacts, .effort = effort};
    s->problem.contacts = p->contacts;
    s->factor = cr_arena_take(arena, 3 * n + 1, sizeof *s->factor);
    s->work = cr_arena_take(arena, 3 * n + 1, sizeof *s->work);
    double *q = cr_arena_take(arena, 3 * n + 1, sizeof *q), *mu = cr_arena_take(arena, n + 1, sizeof *mu);
    if (!s->factor || !s->work || !q || !mu) return no_memory(error, p->contacts);
    for (int i = 0; i < p->contacts; i++) scale_contact(origin, i, s->factor + 3 * i);
    if (!(p->row ? scale_blocks : scale_arms)(s, arena)) return no_memory(error, p->contacts);
    scale_velocities(s, q, mu);
    cr_status status = cr_operator_make(&s->op, &s->problem, arena, error);
    if (status != CR_OK) return status;
    return (p->row ? cr_scaled_plan_contacts : cr_scaled_plan_bodies)(s, arena, error);
}

void cr_scaled_reactions(const cr_scaled *s, const double *x, double *r) {
    for (int i = 0; i < s->contacts; i++) {
        for (int k = 3 * i; k < 3 * i + 3; k++) r[k] = s->factor[k] * x[k];
        cr_cone_project(s->origin->p->mu[i], r + 3 * i);
    }
}

void cr_scaled_from(const cr_scaled *s, const double *r, double *x) {
    for (int k = 0; k < 3 * s->contacts; k++) x[k] = s->factor[k] > 0.0 ? r[k] / s->factor[k] : 0.0;
}

bool cr_scaled_factor(cr_scaled *s, const double *e, const double *k, const double *inverse) {
    if (s->factorisations >= s->effort) return false;
    s->factorisations++;
    cr_block_lu_clear(&s->lu);
    return s->problem.row ? cr_scaled_factor_contacts(s, e, k) : cr_scaled_factor_bodies(s, e, k, inverse);
}

// out = f - (e + k W') x
static void residue(const cr_scaled *s, const double *e, const double *k, const double *f, const double *x,
                    double *out) {
    cr_operator_apply(&s->op, x, out);
    for (int i = 0; i < s->contacts; i++) {
        double w[3], own[3];
        for (int a = 0; a < 3; a++) w[a] = out[3 * i + a] - s->problem.q[3 * i + a];
        if (k) cr_apply3(k + 9 * i, w, w);
        cr_apply3(e + 9 * i, x + 3 * i, own);
        for (int a = 0; a < 3; a++) out[3 * i + a] = f[3 * i + a] - own[a] - w[a];
    }
}

static void solve_once(cr_scaled *s, const double *k, const double *f, double *x) {
    if (s->problem.row) cr_scaled_solve_contacts(s, f, x);
    else cr_scaled_solve_bodies(s, k, f, x);
}

void cr_scaled_solve(cr_scaled *s, const double *e, const double *k, const double *f, double *x) {
    solve_once(s, k, f, x);
    residue(s, e, k, f, x, s->work);
    solve_once(s, k, s->work, s->work);
    for (int i = 0; i < 3 * s->contacts; i++) x[i] += s->work[i];
}
