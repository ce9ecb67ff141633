// Contact damping and pitch by the eigenproblem. With the shapes b of all modes at the contacts, mode j is
// free of the others' forces but for those at the contacts:
//   s^2 + 2 sigma_j s + w_j^2 + s b_j^T (Y_c + Y_rest(s))^-1 b_j = 0
// Y_c the mobilities of springs and supports, Y_rest(s) = sum_m s b_m b_m^T/(s^2 + 2 sigma_m s + w_m^2) over
// the other modes and the rigid body (w = 0). The root is followed from the free mode on while the contacts
// grow stiff (derivation U5).
#include "sound/coupling.h"

#include "base/dense.h"
#include "base/numeric.h"

#include <complex.h>

enum { MOST = 3 * CR_COUPLING_EXACT, STAGES = 48, STEPS = 30 };

typedef double complex number;

typedef struct problem {
    const cr_coupling *c;
    int mode, points, size;
    double stiff;                      // share of the contacts' stiffness that counts
    double rigid[MOST][MOST];          // 1/kg
    number a[MOST][MOST], force[MOST]; // mobilities; forces of the mode of amplitude 1
} problem;

static double shape(const problem *p, int row, int mode) {
    return p->c->point[row / 3].shape[row % 3][mode];
}

// (d . d')/m + (r x d) I^-1 (r' x d')
static void rigid_part(problem *p) {
    const double *i = p->c->inertia;
    double inverse[9] = {i[0], i[5], i[4], i[5], i[1], i[3], i[4], i[3], i[2]};
    bool turns = cr_dense_invert3(inverse) != 0;
    for (int m = 0; m < p->size; m++)
        for (int n = 0; n < p->size; n++) {
            const cr_coupling_point *at = &p->c->point[m / 3], *other = &p->c->point[n / 3];
            cr_vec x = cr_vec_cross(at->at, at->axis[m % 3]), y = cr_vec_cross(other->at, other->axis[n % 3]);
            const double left[3] = {x.x, x.y, x.z}, right[3] = {y.x, y.y, y.z};
            double sum = cr_vec_dot(at->axis[m % 3], other->axis[n % 3]) / p->c->mass;
            for (int k = 0; turns && k < 9; k++) sum += left[k / 3] * inverse[k] * right[k % 3];
            p->rigid[m][n] = isinf(p->c->mass) ? 0.0 : sum;
        }
}

// Y_c + Y_rest(s); contacts as at the frequency |Im s|.
static void assemble(problem *p, number s) {
    const cr_coupling *c = p->c;
    double omega = fabs(cimag(s));
    number turn = 1.0 / (s + 2.0 * c->rigid_sigma);
    for (int m = 0; m < p->size; m++)
        for (int n = 0; n < p->size; n++) p->a[m][n] = turn * p->rigid[m][n];
    for (int j = 0; j < c->modes; j++) {
        if (j == p->mode) continue;
        number y = s / (s * s + 2.0 * c->sigma[j] * s + cr_square(c->omega[j]));
        for (int m = 0; m < p->size; m++)
            for (int n = 0; n < p->size; n++) p->a[m][n] += y * (shape(p, m, j) * shape(p, n, j));
    }
    for (int m = 0; m < p->size; m++) {
        const cr_coupling_point *at = &c->point[m / 3];
        int d = m % 3;
        number spring = CMPLX(0.0, omega) / (at->stiffness[d] * CMPLX(1.0, at->loss[d]));
        p->a[m][m] += (spring + cr_support_mobility(at->support, omega, d == 0)) / p->stiff;
    }
}

// b^T a^-1 b by elimination with row exchanges.
static number response(problem *p) {
    number *x = p->force, sum = 0.0;
    int n = p->size;
    for (int m = 0; m < n; m++) x[m] = shape(p, m, p->mode);
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int m = k + 1; m < n; m++)
            if (cabs(p->a[m][k]) > cabs(p->a[best][k])) best = m;
        for (int j = k; best != k && j < n; j++) {
            number kept = p->a[k][j];
            p->a[k][j] = p->a[best][j];
            p->a[best][j] = kept;
        }
        number kept = x[k];
        x[k] = x[best];
        x[best] = kept;
        for (int m = k + 1; m < n; m++) {
            number ratio = p->a[m][k] / p->a[k][k];
            for (int j = k + 1; j < n; j++) p->a[m][j] -= ratio * p->a[k][j];
            x[m] -= ratio * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) x[k] -= p->a[k][j] * x[j];
        x[k] /= p->a[k][k];
        sum += x[k] * shape(p, k, p->mode);
    }
    return sum;
}

static number miss(problem *p, number s) {
    assemble(p, s);
    return s * s + 2.0 * p->c->sigma[p->mode] * s + cr_square(p->c->omega[p->mode]) + s * response(p);
}

// The root near s by secants.
static bool root(problem *p, number *s) {
    double scale = p->c->omega[p->mode];
    number a = *s, b = a * CMPLX(1.0, 1e-6), fa = miss(p, a), fb = miss(p, b);
    for (int i = 0; i < STEPS; i++) {
        if (fb == fa) return false;
        number step = -fb * (b - a) / (fb - fa);
        if (cabs(step) > 0.003 * scale) step *= 0.003 * scale / cabs(step);
        a = b;
        fa = fb;
        b += step;
        fb = miss(p, b);
        if (!isfinite(creal(b)) || !isfinite(cimag(b))) return false;
        if (cabs(step) < 1e-10 * scale) {
            *s = b;
            return true;
        }
    }
    return false;
}

// The mode that has most of the motion: amplitudes -s b_m^T force/(s^2 + 2 sigma_m s + w_m^2).
static int owner_of(problem *p, number s) {
    const cr_coupling *c = p->c;
    int owner = p->mode;
    double most = 1.0;
    miss(p, s);
    for (int j = 0; j < c->modes; j++) {
        number push = 0.0;
        for (int m = 0; m < p->size; m++) push += shape(p, m, j) * p->force[m];
        double size = cabs(s * push / (s * s + 2.0 * c->sigma[j] * s + cr_square(c->omega[j])));
        if (j == p->mode || size <= most) continue;
        most = size;
        owner = j;
    }
    return owner;
}

bool cr_coupling_exact(const cr_coupling *c, int mode, cr_coupled *coupled) {
    problem p = {.c = c, .mode = mode};
    p.points = c->points < CR_COUPLING_EXACT ? c->points : CR_COUPLING_EXACT;
    p.size = 3 * p.points;
    if (p.points < 1) return false;
    rigid_part(&p);
    double w = c->omega[mode], sigma = c->sigma[mode];
    number s = CMPLX(-sigma, sqrt(w * w - sigma * sigma));
    number before = s;
    for (int i = 1; i <= STAGES; i++) { // begins where the last two roots point
        number from = s, ahead = 2.0 * s - before;
        p.stiff = cr_square((double)i / STAGES);
        s = i > 2 ? ahead : s;
        if (!root(&p, &s)) return false;
        before = from;
    }
    *coupled = (cr_coupled){owner_of(&p, s), cr_max(-creal(s), 0.0), cimag(s)};
    return cimag(s) > 0.0;
}
