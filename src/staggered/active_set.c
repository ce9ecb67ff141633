// Normal impulses by an active set: min |A_n^T r_n + v|^2/2 over r_n >= 0 (the dual of S3 (5a)), after Lawson
// & Hanson. Members of the set have u_n = 0 and rows that do not depend on each other; those outside bear
// nothing. It grows by the point that closes fastest and loses points whose impulse would pull.
#include "staggered/work.h"

#include "base/numeric.h"

#include <string.h>

// A row whose part across those of the set is less depends on them; points that close slower than this share
// of the fastest are at rest.
static const double dependent = 1e-10, still = 1e-13;

static double *factor_row(const cr_staggered_work *w, int i) {
    return w->factor + (size_t)i * (size_t)w->room;
}

// L grows by a row: L l = A_set a^T, d^2 = a a^T - l l^T. False: the row depends on the set.
static bool append(cr_staggered_work *w, int block) {
    int n = w->members;
    if (n == w->room || !(w->normal[block] > 0.0)) return false;
    double *row = factor_row(w, n), rest = w->normal[block];
    for (int i = 0; i < n; i++) {
        double sum = cr_staggered_product(w, w->member[i], 0, block, 0);
        const double *l = factor_row(w, i);
        for (int k = 0; k < i; k++) sum -= l[k] * row[k];
        row[i] = sum / l[i];
        rest -= row[i] * row[i];
    }
    if (!(rest > dependent * w->normal[block])) return false;
    row[n] = sqrt(rest);
    w->member[w->members++] = block;
    w->inside[block] = true;
    return true;
}

// L loses a row: what stands right of the diagonal then is turned away, one pair of columns after the other.
static void drop(cr_staggered_work *w, int at) {
    w->inside[w->member[at]] = false;
    w->members--;
    for (int i = at; i < w->members; i++) {
        w->member[i] = w->member[i + 1];
        w->trial[i] = w->trial[i + 1];
        memcpy(factor_row(w, i), factor_row(w, i + 1), (size_t)(i + 2) * sizeof *w->factor);
    }
    for (int i = at; i < w->members; i++) {
        double *row = factor_row(w, i), length = sqrt(row[i] * row[i] + row[i + 1] * row[i + 1]);
        double c = row[i] / length, s = row[i + 1] / length;
        for (int k = i; k < w->members; k++) {
            double *l = factor_row(w, k), left = l[i], right = l[i + 1];
            l[i] = c * left + s * right;
            l[i + 1] = c * right - s * left;
        }
    }
}

// x = -(L L^T)^-1 x.
static void solve(const cr_staggered_work *w, double *x) {
    int n = w->members;
    for (int i = 0; i < n; i++) {
        const double *l = factor_row(w, i);
        x[i] = -x[i];
        for (int k = 0; k < i; k++) x[i] -= l[k] * x[k];
        x[i] /= l[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] /= factor_row(w, i)[i];
        for (int k = 0; k < i; k++) x[k] -= factor_row(w, i)[k] * x[i];
    }
}

static void solve_set(cr_staggered_work *w) {
    for (int i = 0; i < w->members; i++) w->trial[i] = w->free[w->member[i]];
    solve(w, w->trial);
}

static int most_negative(const cr_staggered_work *w) {
    int least = -1;
    for (int i = 0; i < w->members; i++)
        if (w->trial[i] <= 0.0 && (least < 0 || w->trial[i] < w->trial[least])) least = i;
    return least;
}

// The set of the guess, without what depends or would pull.
static void begin_set(cr_staggered_work *w) {
    const cr_rows *rows = w->rows;
    w->members = 0;
    for (int i = 0; i < rows->blocks; i++) {
        w->inside[i] = w->barred[i] = false;
        if (w->r[3 * i] > 0.0) append(w, i);
    }
    for (int i = 0; i < rows->blocks; i++) w->r[3 * i] = 0.0;
    cr_staggered_gather(w);
    for (int i = 0; i < rows->blocks; i++) w->free[i] = cr_staggered_velocity(w, i, 0);
    solve_set(w);
    for (int least; (least = most_negative(w)) >= 0; solve_set(w)) drop(w, least);
}

static void take_trial(cr_staggered_work *w) {
    for (int i = 0; i < w->members; i++) w->r[3 * w->member[i]] = w->trial[i];
    cr_staggered_gather(w);
}

// The solution again from what it leaves: rounding goes.
static void refine(cr_staggered_work *w) {
    for (int i = 0; i < w->members; i++) w->trial[i] = cr_staggered_velocity(w, w->member[i], 0);
    solve(w, w->trial);
    for (int i = 0; i < w->members; i++) w->trial[i] = cr_max(w->r[3 * w->member[i]] + w->trial[i], 0.0);
    take_trial(w);
}

static int fastest_closing(const cr_staggered_work *w, double slow) {
    int found = -1;
    double least = -slow;
    for (int i = 0; i < w->rows->blocks; i++) {
        if (w->inside[i] || w->barred[i]) continue;
        double u = cr_staggered_velocity(w, i, 0);
        if (u >= least) continue;
        least = u;
        found = i;
    }
    return found;
}

// From the impulses of the set towards the trial as far as none pulls; those that bear nothing then leave.
static void approach_trial(cr_staggered_work *w) {
    double share = 1.0;
    int first = -1;
    for (int i = 0; i < w->members; i++) {
        double r = w->r[3 * w->member[i]], part = r > 0.0 ? r / (r - w->trial[i]) : 0.0;
        if (w->trial[i] > 0.0 || !(first < 0 || part < share)) continue;
        share = cr_clamp(part, 0.0, 1.0);
        first = i;
    }
    for (int i = 0; i < w->members; i++) {
        double *r = &w->r[3 * w->member[i]];
        *r = i == first ? 0.0 : cr_max(*r + share * (w->trial[i] - *r), 0.0);
    }
    drop(w, first);
}

static bool admit(cr_staggered_work *w, int block) {
    if (!append(w, block)) return false;
    solve_set(w);
    if (w->trial[w->members - 1] > 0.0) return true;
    drop(w, w->members - 1);
    return false;
}

bool cr_staggered_normals(cr_staggered_work *w) {
    int passes = 6 * w->rows->blocks + 60;
    double slow = 0.0;
    begin_set(w);
    take_trial(w);
    for (int i = 0; i < w->rows->blocks; i++) slow = cr_max(slow, still * fabs(w->free[i]));
    for (int pass = 0; pass < passes; pass++) {
        int block = fastest_closing(w, slow);
        if (block < 0) {
            refine(w);
            return true;
        }
        if (!admit(w, block)) {
            w->barred[block] = true;
            continue;
        }
        for (; most_negative(w) >= 0; solve_set(w)) approach_trial(w);
        take_trial(w);
        for (int i = 0; i < w->rows->blocks; i++) w->barred[i] = false;
    }
    return false;
}

double cr_staggered_normal_residual(const cr_staggered_work *w, double scale) {
    double worst = 0.0;
    for (int i = 0; i < w->rows->blocks; i++) {
        double u = cr_staggered_velocity(w, i, 0), held = w->normal[i] * w->r[3 * i];
        worst = cr_max(worst, fabs(cr_min(u, held)));
    }
    return scale > 0.0 ? worst / scale : worst > 0.0 ? HUGE_VAL : 0.0;
}
