// Gauss and Seidel: one block after the other, each exactly, with the others as they are.
#include "base/dense.h"
#include "base/numeric.h"
#include "contact/arms.h"
#include "contact/cone.h"
#include "contact/rows_work.h"

#include <string.h>

enum { WINDOW = 6 }; // pairs of sweeps

// u = w r + q = 0
static void solve_joint(const double w[9], const double q[3], double r[3]) {
    double inverse[9];
    memcpy(inverse, w, sizeof inverse);
    if (!cr_dense_invert3(inverse)) return;
    cr_apply3(inverse, q, r);
    for (int k = 0; k < 3; k++) r[k] = -r[k];
}

static void solve_block(const cr_rows_work *work, int i, const double q[3], double r[3]) {
    const double *w = work->op.diagonal + 9 * i;
    const int *at = cr_rows_order(work->rows->kind[i]);
    if (work->rows->kind[i] == CR_ROWS_JOINT) {
        solve_joint(w, q, r);
        return;
    }
    if (work->rows->kind[i] == CR_ROWS_CONTACT) {
        cr_law_local(w, q, work->law + i, r);
        return;
    }
    double turned[9], side[3], found[3];
    for (int a = 0; a < 3; a++) {
        side[a] = q[at[a]];
        found[a] = r[at[a]];
        for (int b = 0; b < 3; b++) turned[3 * a + b] = w[3 * at[a] + at[b]];
    }
    cr_law_local(turned, side, work->law + i, found);
    for (int a = 0; a < 3; a++) r[at[a]] = found[a];
}

// A contact that is open and stays so.
static bool stays_open(const cr_rows_work *work, int i, const double r[3]) {
    const cr_rows *rows = work->rows;
    if (rows->kind[i] != CR_ROWS_CONTACT || r[0] != 0.0 || r[1] != 0.0 || r[2] != 0.0) return false;
    return rows->radius[2 * i] == 0.0 && rows->q[3 * i] + cr_operator_arms_first(&work->op, i) >= 0.0;
}

// Where its bodies push a block, one of them or both; false: one of them bends, or only the normal counts.
static bool rigid_arms(const cr_rows_work *work, int i, const double *arm[2], double *motion[2]) {
    const cr_rows *rows = work->rows;
    int sides = 0;
    for (int side = 0; side < 2; side++) {
        int body = rows->body[2 * i + side];
        if (body >= 0 && rows->freedoms[body] != CR_ARMS_RIGID) return false;
        if (body < 0) continue;
        arm[sides] = rows->arms[2 * i + side];
        motion[sides++] = work->op.motion + work->op.offset[body];
    }
    if (sides == 1) arm[1] = NULL;
    return sides > 0 && !work->op.plain[i];
}

// The same as below for rigid bodies, of which piles are made, without a call for each arm.
static void sweep_rigid(cr_rows_work *work, int i, const double *const arm[2], double *const motion[2],
                        double *ri) {
    const double *q = work->rows->q + 3 * i, *c = work->rows->compliance + 3 * i,
                 *w = work->op.diagonal + 9 * i;
    double u[3], own[3], change[3];
    cr_apply3(w, ri, own);
    for (int a = 0; a < 3; a++) u[a] = q[a] + c[a] * ri[a];
    cr_arms_along_rigid(arm[0], motion[0], u);
    if (arm[1]) cr_arms_along_rigid(arm[1], motion[1], u);
    for (int a = 0; a < 3; a++) u[a] -= own[a];
    memcpy(change, ri, sizeof change);
    solve_block(work, i, u, ri);
    for (int a = 0; a < 3; a++) change[a] = ri[a] - change[a];
    cr_arms_push_rigid(arm[0], change, motion[0]);
    if (arm[1]) cr_arms_push_rigid(arm[1], change, motion[1]);
}

static void sweep_block(cr_rows_work *work, int i, double *r) {
    double u[3], own[3], *ri = r + 3 * i, change[3], *motion[2];
    const double *arm[2];
    if (stays_open(work, i, ri)) return;
    if (rigid_arms(work, i, arm, motion)) {
        sweep_rigid(work, i, arm, motion, ri);
        return;
    }
    cr_operator_velocity(&work->op, r, i, u);
    cr_apply3(work->op.diagonal + 9 * i, ri, own);
    for (int a = 0; a < 3; a++) u[a] -= own[a];
    memcpy(change, ri, sizeof change);
    solve_block(work, i, u, ri);
    for (int a = 0; a < 3; a++) change[a] = ri[a] - change[a];
    cr_operator_push(&work->op, i, change);
}

double cr_rows_sweeps_left(const cr_rows_work *work) {
    if (!(work->fall < 0.0)) return HUGE_VAL;
    return 2.0 * cr_log(work->tolerance / work->residual) / work->fall;
}

// A pair of sweeps takes r to P(r). With P(r) - r as a gradient, its steps are those of conjugate gradients
// (Silcowitz, Niebe, Erleben 2010): r = P(r) + b p, p = P(r) - r + b p, b the ratio of two squares of them,
// and none where it has grown. The sum of squares, weighted to be an energy.
static double conjugate(cr_rows_work *work, double *r, double before) {
    int n = work->rows->blocks;
    double now = 0.0;
    for (int k = 0; k < 3 * n; k++) now += work->weight[k / 3] * cr_square(r[k] - work->start[k]);
    double ratio = now < before ? now / before : 0.0;
    for (int k = 0; k < 3 * n; k++) {
        double old = ratio * work->along[k];
        work->along[k] = r[k] - work->start[k] + old;
        r[k] += old;
    }
    return now;
}

// The residual does not fall in every pair: its mean fall over the last few. past: the best after each.
static double mean_fall(const double *past, int pairs) {
    int back = pairs < WINDOW ? pairs : WINDOW;
    return cr_log(past[pairs % (WINDOW + 1)] / past[(pairs - back) % (WINDOW + 1)]) / back;
}

bool cr_rows_sweep(cr_rows_work *work, int least, double most) {
    int n = work->rows->blocks;
    size_t bytes = 3 * (size_t)n * sizeof(double);
    double *r = work->trial, square = 0.0, past[WINDOW + 1] = {work->residual};
    memcpy(r, work->best, bytes);
    for (int pair = 1; 2 * pair <= most; pair++) {
        memcpy(work->start, r, bytes);
        if (pair > 1 || !work->measured) cr_operator_move(&work->op, r);
        work->measured = false;
        for (int i = 0; i < n; i++) sweep_block(work, i, r);
        for (int i = n - 1; i >= 0; i--) sweep_block(work, i, r);
        work->sweeps += 2;
        cr_rows_keep(work, r);
        if (work->residual <= work->tolerance) return true;
        past[pair % (WINDOW + 1)] = work->residual;
        work->fall = mean_fall(past, pair);
        if (2 * pair >= least && cr_rows_sweeps_left(work) > most - 2 * pair) return false;
        square = conjugate(work, r, square);
    }
    return false;
}

double cr_rows_sweep_effort(const cr_rows_work *work) {
    double sum = 0.0;
    for (int k = 0; k < 2 * work->rows->blocks; k++) {
        int body = work->rows->body[k];
        sum += 1200.0 + (body >= 0 ? 20.0 * work->rows->freedoms[body] : 0.0);
    }
    return sum;
}
