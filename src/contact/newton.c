// Semismooth Newton on the natural map in scaled variables,
//   F(x) = x - P(x - z(x)),  z = w + |w_t| e_1,  w = W' x + q',
// with V = dP and Z = dz/dw: ((1 - V) + eps V Z + V Z W') dx = -F. eps is raised where a step does not help.
// Where bodies are held by more contacts than needed, reactions may have to go far along directions that move
// nothing before one of them slips, and no step of F falls. There, the proximal method: w gets a pull towards
// where it stands, w + eps (x - centre), which makes the problem definite; its solution is the next centre.
#include "base/numeric.h"
#include "contact/cone.h"
#include "contact/stages.h"

#include <string.h>

enum { HALVINGS = 8, PULLED_STEPS = 12 };

typedef struct newton {
    cr_scaled *s;
    double *x, *w, *f, *step, *trial, *e, *k, *r;
    double *centre, pull;
} newton;

// The derivative of the projection on the second-order cone at y.
static void project_slope(const double y[3], double v[9]) {
    double size = cr_length2(y[1], y[2]), inside = size <= y[0] ? 1.0 : 0.0;
    memset(v, 0, 9 * sizeof *v);
    if (size <= y[0] || size <= -y[0]) {
        v[0] = v[4] = v[8] = inside;
        return;
    }
    double c1 = y[1] / size, c2 = y[2] / size, ratio = y[0] / size, round = 0.5 * (1.0 + ratio);
    v[0] = 0.5;
    v[1] = v[3] = 0.5 * c1;
    v[2] = v[6] = 0.5 * c2;
    v[4] = round - 0.5 * ratio * c1 * c1;
    v[8] = round - 0.5 * ratio * c2 * c2;
    v[5] = v[7] = -0.5 * ratio * c1 * c2;
}

// F of contact i, and the point that is projected.
static void contact_map(const double x[3], const double w[3], double y[3], double f[3]) {
    double z1 = w[0] + cr_length2(w[1], w[2]), p[3];
    y[0] = x[0] - z1;
    y[1] = x[1] - w[1];
    y[2] = x[2] - w[2];
    memcpy(p, y, sizeof p);
    cr_cone_project(1.0, p);
    for (int a = 0; a < 3; a++) f[a] = x[a] - p[a];
}

static double map(newton *n, const double *x) {
    double sum = 0.0, y[3];
    cr_operator_apply(&n->s->op, x, n->w);
    for (int k = 0; n->pull > 0.0 && k < 3 * n->s->contacts; k++) n->w[k] += n->pull * (x[k] - n->centre[k]);
    for (int i = 0; i < n->s->contacts; i++) {
        contact_map(x + 3 * i, n->w + 3 * i, y, n->f + 3 * i);
        sum += cr_dot3(n->f + 3 * i, n->f + 3 * i);
    }
    return sqrt(sum);
}

static void slopes(newton *n, double proximal) {
    for (int i = 0; i < n->s->contacts; i++) {
        const double *w = n->w + 3 * i;
        double y[3], f[3], v[9], *e = n->e + 9 * i, *k = n->k + 9 * i;
        contact_map(n->x + 3 * i, w, y, f);
        project_slope(y, v);
        double slip = cr_length2(w[1], w[2]), c1 = slip > 0.0 ? w[1] / slip : 0.0,
               c2 = slip > 0.0 ? w[2] / slip : 0.0;
        double z[9] = {1.0, c1, c2, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
        cr_multiply3(v, z, k);
        for (int a = 0; a < 9; a++) e[a] = (a % 4 == 0 ? 1.0 : 0.0) - v[a] + proximal * k[a];
    }
}

// The step, halved until |F| falls; the new |F|, or the old one and no step.
static double advance(newton *n, double before) {
    size_t bytes = 3 * (size_t)n->s->contacts * sizeof *n->x;
    double share = 1.0;
    for (int i = 0; i < HALVINGS; i++, share *= 0.5) {
        for (int k = 0; k < 3 * n->s->contacts; k++) n->trial[k] = n->x[k] + share * n->step[k];
        double now = map(n, n->trial);
        if (now < (1.0 - 1e-4 * share) * before) {
            memcpy(n->x, n->trial, bytes);
            return now;
        }
    }
    map(n, n->x);
    return before;
}

static bool take(newton *n, cr_arena *arena, cr_scaled *s) {
    size_t count = 3 * (size_t)s->contacts + 1;
    double **vectors[] = {&n->x, &n->w, &n->f, &n->step, &n->trial, &n->r, &n->centre};
    n->s = s;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (!(*vectors[i] = cr_arena_take(arena, count, sizeof **vectors[i]))) return false;
    n->e = cr_arena_take(arena, 3 * count, sizeof *n->e);
    n->k = cr_arena_take(arena, 3 * count, sizeof *n->k);
    return n->e && n->k;
}

static cr_status begin(newton *n, cr_stage *stage, cr_arena *arena, cr_error *error) {
    *n = (newton){.pull = 0.0};
    if (!take(n, arena, stage->scaled))
        return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for Newton's method");
    cr_scaled_from(stage->scaled, stage->r, n->x);
    return CR_OK;
}

// One step from x, where F is of this size; the new size, or the old one where there is no way on.
static double try_step(newton *n, cr_stage *stage, double size, double proximal) {
    slopes(n, proximal);
    stage->iterations++;
    if (!cr_scaled_factor(n->s, n->e, n->k, NULL)) return size;
    for (int k = 0; k < 3 * n->s->contacts; k++) n->trial[k] = -n->f[k];
    cr_scaled_solve(n->s, n->e, n->k, n->trial, n->step);
    return advance(n, size);
}

static void keep_better(newton *n, cr_stage *stage) {
    cr_scaled_reactions(n->s, n->x, n->r);
    double residual = cr_operator_residual(n->s->origin, n->r, stage->scale);
    if (!(residual < stage->residual)) return;
    stage->residual = residual;
    memcpy(stage->r, n->r, 3 * (size_t)n->s->contacts * sizeof *n->r);
}

cr_status cr_stage_newton(cr_stage *stage, int iterations, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    newton n;
    cr_status status = begin(&n, stage, arena, error);
    if (status != CR_OK) return status;
    double size = map(&n, n.x), proximal = 1e-9;
    for (int i = 0; i < iterations && stage->residual > stage->tolerance; i++) {
        double before = size;
        size = try_step(&n, stage, before, proximal);
        if (size < before) proximal = cr_max(0.1 * proximal, 1e-9);
        else if (proximal < 0.05) proximal = cr_min(100.0 * proximal, 0.05);
        else break;
        keep_better(&n, stage);
    }
    cr_arena_rewind(arena, mark);
    return CR_OK;
}

// The problem of one centre. True when it is solved to a hundredth.
static bool settle(newton *n, cr_stage *stage) {
    double size = map(n, n->x), before = HUGE_VAL, goal = 1e-3 * size, fair = 1e-2 * size;
    for (int i = 0; i < PULLED_STEPS && size > goal && size < before; i++) {
        before = size;
        size = try_step(n, stage, before, n->pull);
    }
    return size <= fair;
}

cr_status cr_stage_proximal(cr_stage *stage, int rounds, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    size_t bytes = 3 * (size_t)stage->scaled->contacts * sizeof(double);
    newton n;
    cr_status status = begin(&n, stage, arena, error);
    if (status != CR_OK) return status;
    n.pull = 1e-2;
    for (int i = 0; i < rounds && stage->residual > stage->tolerance && n.pull < 100.0; i++) {
        memcpy(n.centre, n.x, bytes);
        bool settled = settle(&n, stage);
        keep_better(&n, stage);
        if (!settled) memcpy(n.x, n.centre, bytes);
        n.pull = settled ? cr_max(n.pull / 3.0, 1e-8) : 10.0 * n.pull;
    }
    cr_arena_rewind(arena, mark);
    return CR_OK;
}
