// Contact damping and pitch by the eigenproblem. With the shapes b of all modes at the contacts, mode j is
// free of the others' forces but for those at the contacts:
//   s^2 + 2 sigma_j s + w_j^2 + s b_j^T (Y_c + Y_rest(s))^-1 b_j = 0
// Y_c the mobilities of springs and supports, Y_rest(s) = sum_m s b_m b_m^T/(s^2 + 2 sigma_m s + w_m^2) over
// the other modes and the rigid body (w = 0). The root is followed from the free mode on while the contacts
// grow stiff (derivation U5).
#include "sound/coupling.h"

#include "base/dense.h"
#include "base/number.h"
#include "base/numeric.h"

#include <string.h>

enum { MOST = 3 * CR_COUPLING_EXACT, STAGES = 48, STEPS = 30 };

// Real and imaginary parts apart: rows are worked on four columns at a time.
typedef struct matrix {
    double re[MOST][MOST], im[MOST][MOST];
} matrix;

typedef struct problem {
    const cr_coupling *c;
    int mode, points, size;
    const double *shape[MOST]; // of each row, by modes
    double stiff;              // share of the contacts' stiffness that counts
    double rigid[MOST][MOST];  // 1/kg
    matrix a;                  // mobilities
    double force[2][MOST];     // of the mode of amplitude 1
} problem;

static double shape(const problem *p, int row, int mode) {
    return p->shape[row][mode];
}

static double size_of(cr_number z) {
    return sqrt(cr_number_square(z));
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

// s^2 + 2 sigma s + w^2
static cr_number resonance(const cr_coupling *c, int mode, cr_number s) {
    cr_number square = cr_number_times(s, s);
    double twice = 2.0 * c->sigma[mode];
    return (cr_number){square.re + twice * s.re + cr_square(c->omega[mode]), square.im + twice * s.im};
}

// a += y b b^T, what is right of the diagonal; b is 0 beyond the size.
CR_CLONES static void add_mode(matrix *a, int size, const double b[MOST], cr_number y) {
    for (int m = 0; m < size; m++) {
        const double re = y.re * b[m], im = y.im * b[m];
        double *restrict to = a->re[m], *restrict too = a->im[m];
        for (int n = m & ~3; n < MOST; n++) {
            to[n] += re * b[n];
            too[n] += im * b[n];
        }
    }
}

// Y_c + Y_rest(s); contacts as at the frequency |Im s|.
static void assemble(problem *p, cr_number s) {
    const cr_coupling *c = p->c;
    const double omega = fabs(s.im);
    const cr_number turn =
        cr_number_over((cr_number){1.0, 0.0}, (cr_number){s.re + 2.0 * c->rigid_sigma, s.im});
    for (int m = 0; m < p->size; m++)
        for (int n = 0; n < MOST; n++) {
            p->a.re[m][n] = turn.re * p->rigid[m][n];
            p->a.im[m][n] = turn.im * p->rigid[m][n];
        }
    for (int j = 0; j < c->modes; j++) {
        double b[MOST] = {0.0};
        for (int m = 0; m < p->size; m++) b[m] = shape(p, m, j);
        if (j != p->mode) add_mode(&p->a, p->size, b, cr_number_over(s, resonance(c, j, s)));
    }
    for (int m = 0; m < p->size; m++) {
        const cr_coupling_point *at = &c->point[m / 3];
        int d = m % 3;
        cr_number spring = cr_number_over((cr_number){0.0, omega},
                                          cr_number_scale(at->stiffness[d], (cr_number){1.0, at->loss[d]}));
        p->a.re[m][m] += (spring.re + cr_support_mobility(at->support, omega, d == 0)) / p->stiff;
        p->a.im[m][m] += spring.im / p->stiff;
        for (int n = 0; n < m; n++) {
            p->a.re[m][n] = p->a.re[n][m];
            p->a.im[m][n] = p->a.im[n][m];
        }
    }
}

static void exchange(double *a, double *b, int n) {
    for (int i = 0; i < n; i++) {
        double kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

static cr_number entry(const matrix *a, int m, int n) {
    return (cr_number){a->re[m][n], a->im[m][n]};
}

// Rows below k, and the force there, less what takes column k from them.
CR_CLONES static void reduce(matrix *a, int size, int k, cr_number inverse, double *fx, double *fy) {
    const double *x = a->re[k], *y = a->im[k];
    for (int m = k + 1; m < size; m++) {
        cr_number ratio = cr_number_times(entry(a, m, k), inverse),
                  part = cr_number_times(ratio, (cr_number){fx[k], fy[k]});
        double *restrict re = a->re[m], *restrict im = a->im[m];
        for (int j = k & ~3; j < MOST; j++) {
            re[j] -= ratio.re * x[j] - ratio.im * y[j];
            im[j] -= ratio.re * y[j] + ratio.im * x[j];
        }
        fx[m] -= part.re;
        fy[m] -= part.im;
    }
}

// Elimination with row exchanges below column k.
static void eliminate(problem *p, int k) {
    matrix *a = &p->a;
    double *x = p->force[0], *y = p->force[1];
    int best = k;
    for (int m = k + 1; m < p->size; m++)
        if (cr_number_square(entry(a, m, k)) > cr_number_square(entry(a, best, k))) best = m;
    if (best != k) {
        exchange(a->re[k], a->re[best], MOST);
        exchange(a->im[k], a->im[best], MOST);
        exchange(&x[k], &x[best], 1);
        exchange(&y[k], &y[best], 1);
    }
    cr_number inverse = cr_number_over((cr_number){1.0, 0.0}, entry(a, k, k));
    reduce(a, p->size, k, inverse, x, y);
}

// b^T a^-1 b
static cr_number response(problem *p) {
    cr_number sum = {0.0, 0.0};
    int n = p->size;
    for (int m = 0; m < n; m++) {
        p->force[0][m] = shape(p, m, p->mode);
        p->force[1][m] = 0.0;
    }
    for (int k = 0; k < n; k++) eliminate(p, k);
    for (int k = n - 1; k >= 0; k--) {
        cr_number x = {p->force[0][k], p->force[1][k]};
        for (int j = k + 1; j < n; j++)
            x = cr_number_minus(
                x, cr_number_times(entry(&p->a, k, j), (cr_number){p->force[0][j], p->force[1][j]}));
        x = cr_number_over(x, entry(&p->a, k, k));
        p->force[0][k] = x.re;
        p->force[1][k] = x.im;
        sum = cr_number_plus(sum, cr_number_scale(shape(p, k, p->mode), x));
    }
    return sum;
}

static cr_number miss(problem *p, cr_number s) {
    assemble(p, s);
    return cr_number_plus(resonance(p->c, p->mode, s), cr_number_times(s, response(p)));
}

// The root near s by secants.
static bool root(problem *p, cr_number *s) {
    double scale = p->c->omega[p->mode];
    cr_number a = *s, b = cr_number_times(a, (cr_number){1.0, 1e-6}), fa = miss(p, a), fb = miss(p, b);
    for (int i = 0; i < STEPS; i++) {
        cr_number change = cr_number_minus(fb, fa);
        if (cr_number_square(change) == 0.0) return false;
        cr_number step =
            cr_number_scale(-1.0, cr_number_over(cr_number_times(fb, cr_number_minus(b, a)), change));
        double far = size_of(step);
        if (far > 0.003 * scale) step = cr_number_scale(0.003 * scale / far, step);
        a = b;
        fa = fb;
        b = cr_number_plus(b, step);
        if (!isfinite(b.re) || !isfinite(b.im)) return false;
        if (far < 1e-10 * scale) {
            *s = b;
            return true;
        }
        fb = miss(p, b);
    }
    return false;
}

// The mode that has most of the motion: amplitudes -s b_m^T force/(s^2 + 2 sigma_m s + w_m^2).
static int owner_of(problem *p, cr_number s) {
    const cr_coupling *c = p->c;
    int owner = p->mode;
    double most = 1.0;
    miss(p, s);
    for (int j = 0; j < c->modes; j++) {
        cr_number push = {0.0, 0.0};
        for (int m = 0; m < p->size; m++)
            push = cr_number_plus(
                push, cr_number_scale(shape(p, m, j), (cr_number){p->force[0][m], p->force[1][m]}));
        double size = size_of(cr_number_over(cr_number_times(s, push), resonance(c, j, s)));
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
    for (int m = 0; m < p.size; m++) p.shape[m] = c->point[m / 3].shape[m % 3];
    rigid_part(&p);
    double w = c->omega[mode], sigma = c->sigma[mode];
    cr_number s = {-sigma, sqrt(w * w - sigma * sigma)}, before = s;
    for (int i = 1; i <= STAGES; i++) { // begins where the last two roots point
        cr_number from = s, ahead = cr_number_minus(cr_number_scale(2.0, s), before);
        p.stiff = cr_square((double)i / STAGES);
        s = i > 2 ? ahead : s;
        if (!root(&p, &s)) return false;
        before = from;
    }
    *coupled = (cr_coupled){owner_of(&p, s), cr_max(-s.re, 0.0), s.im};
    return s.im > 0.0;
}
