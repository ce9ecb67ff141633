// Semismooth Newton on Alart and Curnier's map f (cr_rows_map): with du = A dy + C dr,
//   E dr + K du = -f,   M = E + K C,   (I + sum A^T M^-1 K A) dy = -A^T M^-1 f,   dr = -M^-1 (f + K A dy).
// eps K w is added to E, a compliance as small as that share of W_ii: without it rigid rows that hold a body
// twice are singular. It grows where a step does not help. Rows without friction that have a compliance need
// none at first: one step then finds what the right ones of them bear.
#include "base/numeric.h"
#include "contact/cone.h"
#include "contact/rows_work.h"

#include <limits.h>
#include <string.h>

enum { HALVINGS = 6, FAILURES = 4 };
static const double rigid_eps = 1e-2, soft_eps = 1e-8; // the least, where all rows have a compliance: soft

struct cr_rows_newton {
    cr_rows_work *work;
    cr_arena *arena;
    cr_scaled scaled;
    bool planned; // the factors by bodies
    int *closed;  // of each body
    double *r, *step, *e, *k, *f;
    double eps, least_eps;
    bool sloped, dense; // E and K are those at r; which system is the smaller one there
};

// E and K of a block, of whose law the rows are `at`.
static void block_slopes(const cr_rows_newton *n, int i, double e[9], double k[9]) {
    const cr_rows_work *work = n->work;
    const cr_row_law *law = work->law + i;
    const int *at = cr_rows_order(work->rows->kind[i]);
    const double *r = n->r + 3 * i, *u = work->u + 3 * i;
    double w = work->weight[i], a[3];
    if (work->op.plain[i]) { // all others are 0 from the start
        bool closed = r[0] - u[0] / w > 0.0;
        k[0] = closed ? 1.0 / w : 0.0;
        e[0] = !closed ? 1.0 : n->eps > soft_eps ? n->eps : 0.0;
        e[4] = e[8] = 1.0;
        return;
    }
    memset(e, 0, 9 * sizeof *e);
    memset(k, 0, 9 * sizeof *k);
    for (int b = 0; b < 3; b++) a[b] = r[at[b]] - u[at[b]] / w;
    bool joint = work->rows->kind[i] == CR_ROWS_JOINT;
    bool free = joint || (a[0] > law->least && a[0] < law->most);
    double size = cr_length2(a[1], a[2]), radius = law->mu * cr_max(r[at[0]], 0.0) + law->radius;
    int n0 = 4 * at[0], t1 = at[1], t2 = at[2];
    if (free) k[n0] = 1.0 / w;
    else e[n0] = 1.0;
    if (joint || size <= radius) {
        if (radius > 0.0) k[4 * t1] = k[4 * t2] = 1.0 / w;
        else e[4 * t1] = e[4 * t2] = 1.0;
    } else {
        double c = a[1] / size, s = a[2] / size, ratio = radius / size;
        double turn[3] = {ratio * s * s, -ratio * c * s, ratio * c * c};
        e[4 * t1] = 1.0 - turn[0];
        e[4 * t2] = 1.0 - turn[2];
        e[3 * t1 + t2] = e[3 * t2 + t1] = -turn[1];
        k[4 * t1] = turn[0] / w;
        k[4 * t2] = turn[2] / w;
        k[3 * t1 + t2] = k[3 * t2 + t1] = turn[1] / w;
        if (r[at[0]] > 0.0) {
            e[3 * t1 + at[0]] = -law->mu * c;
            e[3 * t2 + at[0]] = -law->mu * s;
        }
    }
    for (int b = 0; b < 9 && !joint; b++) e[b] += n->eps * w * k[b];
}

static void slopes(cr_rows_newton *n) {
    n->sloped = true;
    for (int i = 0; i < n->work->rows->blocks; i++) block_slopes(n, i, n->e + 9 * i, n->k + 9 * i);
}

// The pattern of the bodies is looked for when it is first needed.
static bool plan(cr_rows_newton *n) {
    n->planned = n->planned || cr_scaled_plan_bodies(&n->scaled, n->arena, NULL) == CR_OK;
    return n->planned;
}

// What the factors by bodies take at least, and where they are planned.
static double factor_effort(const cr_rows_newton *n) {
    double sum = 0.0;
    for (int b = 0; b < n->work->rows->bodies && !n->planned; b++) {
        double wide = n->work->rows->freedoms[b];
        sum += wide * wide * wide / 3.0;
    }
    return n->planned ? n->scaled.lu.effort : sum;
}

// Whether the rows of closed blocks are the smaller system; the multiplications of a step.
static double choose(cr_rows_newton *n) {
    double rows = cr_rows_dense_effort(n->work, n->k, n->closed);
    double bodies = cr_rows_body_effort(n->work, n->k) + factor_effort(n);
    n->dense = rows < bodies;
    return n->dense ? rows : bodies;
}

static bool direction(cr_rows_newton *n) {
    int count = n->work->rows->blocks;
    if (!n->sloped) {
        slopes(n);
        choose(n);
    }
    n->sloped = false;
    n->work->factorisations++;
    if (n->dense) return cr_rows_dense_direction(n->work, n->e, n->k, n->work->f, n->arena, n->step);
    if (!plan(n) || !cr_scaled_factor(&n->scaled, n->e, n->k, NULL)) return false;
    for (int k = 0; k < 3 * count; k++) n->f[k] = -n->work->f[k];
    cr_scaled_solve_bodies(&n->scaled, n->k, n->f, n->step);
    return true;
}

// The step, halved until the map falls; the new size, or the old one and no step.
static double advance(cr_rows_newton *n, double before) {
    int count = 3 * n->work->rows->blocks;
    double share = 1.0;
    for (int i = 0; i < HALVINGS; i++, share *= 0.5) {
        for (int k = 0; k < count; k++) n->f[k] = n->r[k] + share * n->step[k];
        double now = cr_rows_map(n->work, n->f);
        if (!(now < (1.0 - 1e-4 * share) * before)) continue;
        memcpy(n->r, n->f, (size_t)count * sizeof *n->r);
        if (share == 1.0) n->eps = cr_max(0.1 * n->eps, n->least_eps);
        return now;
    }
    return before;
}

// Of the nearest admissible reactions; size: of the map at n->r, where it is the last that was measured.
static bool judge(cr_rows_newton *n, double size) {
    cr_rows_work *work = n->work;
    size_t bytes = 3 * (size_t)work->rows->blocks * sizeof *n->r;
    memcpy(work->trial, n->r, bytes);
    cr_rows_admit(work, work->trial);
    bool same = memcmp(work->trial, n->r, bytes) == 0;
    if (!same) size = cr_rows_map(work, work->trial);
    return cr_rows_keep_measured(work, work->trial, size) <= work->tolerance;
}

// Where no share of the step helps, the next is more careful; one full step is taken all the same.
static void turn_back(cr_rows_newton *n, int failures) {
    n->eps = cr_clamp(30.0 * n->eps, 1e-5, 1e-2);
    for (int k = 0; k < 3 * n->work->rows->blocks && failures == 2; k++) n->r[k] += n->step[k];
}

bool cr_rows_newton_run(cr_rows_newton *n, int iterations) {
    cr_rows_work *work = n->work;
    int failures = 0;
    size_t bytes = 3 * (size_t)work->rows->blocks * sizeof *n->r;
    n->sloped = n->sloped && memcmp(n->r, work->best, bytes) == 0;
    memcpy(n->r, work->best, bytes);
    n->eps = n->least_eps;
    double size = work->measured ? work->size : cr_rows_map(work, n->r);
    for (int i = 0; i < iterations && failures <= FAILURES && direction(n); i++) {
        double before = size;
        size = advance(n, before);
        if (size < before && size > work->tolerance * cr_rows_scale(work, n->r)) continue;
        if (!(size < before)) turn_back(n, ++failures);
        else if (judge(n, size)) return true;
        size = cr_rows_map(work, n->r);
    }
    return judge(n, cr_rows_map(work, n->r));
}

// Rows without a compliance of their own need one that is not small; joints are linear and have one.
static double least_eps(const cr_rows_work *work) {
    for (int i = 0; i < work->rows->blocks; i++)
        for (int a = 0; a < 3 && work->rows->kind[i] != CR_ROWS_JOINT; a++)
            if (!(work->rows->compliance[3 * i + a] > 1e-10 * work->weight[i])) return rigid_eps;
    return soft_eps;
}

static bool take(cr_rows_newton *n, cr_arena *arena) {
    size_t count = 3 * (size_t)n->work->rows->blocks + 1;
    double **vectors[] = {&n->r, &n->step, &n->f};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (!(*vectors[i] = cr_arena_take_unset(arena, count, sizeof **vectors[i]))) return false;
    n->e = cr_arena_take(arena, 3 * count, sizeof *n->e);
    n->k = cr_arena_take(arena, 3 * count, sizeof *n->k);
    n->closed = cr_arena_take(arena, (size_t)n->work->rows->bodies + 1, sizeof *n->closed);
    return n->e && n->k && n->closed;
}

cr_rows_newton *cr_rows_newton_make(cr_rows_work *work, cr_arena *arena, cr_error *error) {
    cr_rows_newton *n = cr_arena_take(arena, 1, sizeof *n);
    if (n) *n = (cr_rows_newton){.work = work, .arena = arena};
    if (!n || !take(n, arena)) {
        cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for Newton's method");
        return NULL;
    }
    n->least_eps = least_eps(work);
    n->scaled = (cr_scaled){.origin = &work->op,
                            .contacts = work->rows->blocks,
                            .problem = work->problem,
                            .op = work->op,
                            .effort = INT_MAX};
    n->eps = n->least_eps;
    return n;
}

double cr_rows_newton_effort(cr_rows_newton *n) {
    if (!n->work->measured) cr_rows_map(n->work, n->work->best);
    memcpy(n->r, n->work->best, 3 * (size_t)n->work->rows->blocks * sizeof *n->r);
    slopes(n);
    double effort = choose(n);
    return !n->dense && plan(n) ? choose(n) : effort;
}
