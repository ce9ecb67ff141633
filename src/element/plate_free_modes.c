// Frequencies of a plate with free edges, which have no closed form: Ritz's method on the discrete potential
// of plate_free.c, with products of polynomials that are orthonormal on the points of each axis. K is a sum
// of products of sums along one axis, so that a mode costs a few small matrices, whatever the grid.
#include "element/sheet.h"

enum {
    TERMS = 8,           // polynomials of one parity
    DEGREES = 2 * TERMS, // degrees 0..DEGREES - 1
    PAIRS = TERMS * TERMS,
    IDEAL_INTERVALS = 4096, // so fine that the distance from the continuum, about 1e-7, does not matter
    RIGID_MODES = 3
};

// Sums over the points of one axis for pairs (p, q) of polynomials f.
typedef struct axis_sums {
    int degrees;
    double curvature[DEGREES][DEGREES]; // sum f_p'' f_q'' dx over inner points
    double slope[DEGREES][DEGREES];     // sum f_p' f_q' dx over intervals
    double mixed[DEGREES][DEGREES];     // sum f_p'' f_q dx over inner points
    double ends[DEGREES][DEGREES];      // half of f_p f_q dx at both ends
} axis_sums;

// Orthonormal polynomials by x f_k = r_k+1 f_k+1 + r_k f_k-1, x = -1..1; f_0 = 1/sqrt(length).
static void evaluate(const double *r, int degrees, double length, double x, double *f) {
    f[0] = 1.0 / sqrt(length);
    if (degrees > 1) f[1] = x * f[0] / r[1];
    for (int k = 2; k < degrees; k++) f[k] = (x * f[k - 1] - r[k - 1] * f[k - 2]) / r[k];
}

static double position(int i, int n) {
    return (2.0 * i - n) / n;
}

// Stieltjes: each r normalises the next polynomial on the points, which weigh half at the ends.
static void find_recurrence(int n, int degrees, double length, double *r) {
    for (int k = 1; k < degrees; k++) {
        double norm = 0.0, f[DEGREES];
        r[k] = 1.0;
        for (int i = 0; i <= n; i++) {
            evaluate(r, k + 1, length, position(i, n), f);
            norm += (i == 0 || i == n ? 0.5 : 1.0) * f[k] * f[k];
        }
        r[k] = sqrt(norm * length / n);
    }
}

static void add_products(double sum[DEGREES][DEGREES], const double *a, const double *b, int count,
                         double weight) {
    for (int p = 0; p < count; p++)
        for (int q = 0; q < count; q++) sum[p][q] += weight * a[p] * b[q];
}

static void sum_axis(int n, double length, int degrees, axis_sums *s) {
    double r[DEGREES], f[3][DEGREES], slope[DEGREES], bent[DEGREES], dx = length / n;
    *s = (axis_sums){.degrees = degrees};
    find_recurrence(n, degrees, length, r);
    for (int i = 0; i <= n; i++) { // f[0], f[1], f[2] at i - 1, i, i + 1
        for (int o = i == 0 ? 1 : 2; o <= 2; o++)
            if (i - 1 + o <= n) evaluate(r, degrees, length, position(i - 1 + o, n), f[o]);
        if (i == 0 || i == n) add_products(s->ends, f[1], f[1], degrees, 0.5 * dx);
        for (int p = 0; p < degrees && i < n; p++) slope[p] = (f[2][p] - f[1][p]) / dx;
        if (i < n) add_products(s->slope, slope, slope, degrees, dx);
        if (i > 0 && i < n) {
            for (int p = 0; p < degrees; p++)
                bent[p] = ((f[2][p] - f[1][p]) - (f[1][p] - f[0][p])) / (dx * dx);
            add_products(s->curvature, bent, bent, degrees, dx);
            add_products(s->mixed, bent, f[1], degrees, dx);
        }
        for (int p = 0; p < degrees; p++) f[0][p] = f[1][p], f[1][p] = f[2][p];
    }
}

// Entry of K between the products (p, r) and (q, s) of polynomials along x and y, for D = 1.
static double entry(const axis_sums *x, const axis_sums *y, double nu, int p, int r, int q, int s) {
    double plain_x = (p == q) - nu * nu * x->ends[p][q], plain_y = (r == s) - nu * nu * y->ends[r][s];
    return x->curvature[p][q] * plain_y + plain_x * y->curvature[r][s] +
           nu * (x->mixed[p][q] * y->mixed[s][r] + x->mixed[q][p] * y->mixed[r][s]) +
           2.0 * (1.0 - nu) * x->slope[p][q] * y->slope[r][s];
}

// Eigenvalues below `limit` of the modes with these parities: negative pivots of K - limit (Sylvester).
static int count_class(const axis_sums *x, const axis_sums *y, double nu, int px, int py, double limit) {
    double k[PAIRS][PAIRS];
    int nx = (x->degrees - px + 1) / 2, ny = (y->degrees - py + 1) / 2, size = nx * ny, below = 0;
    for (int a = 0; a < size; a++)
        for (int b = 0; b <= a; b++)
            k[a][b] =
                entry(x, y, nu, px + 2 * (a / ny), py + 2 * (a % ny), px + 2 * (b / ny), py + 2 * (b % ny)) -
                (a == b ? limit : 0.0);
    for (int c = 0; c < size; c++) {
        double pivot = k[c][c] != 0.0 ? k[c][c] : 1e-300;
        below += pivot < 0.0;
        for (int a = c + 1; a < size; a++) {
            double factor = k[a][c] / pivot;
            for (int b = c + 1; b <= a; b++) k[a][b] -= factor * k[b][c];
        }
    }
    return below;
}

static int count_below(const axis_sums *x, const axis_sums *y, double nu, double limit) {
    int below = 0;
    for (int c = 0; c < 4; c++) below += count_class(x, y, nu, c / 2, c % 2, limit);
    return below;
}

// The n-th eigenvalue (from 1) above those of the rigid motions.
static double eigenvalue(const axis_sums *x, const axis_sums *y, double nu, int n) {
    int rank = n + RIGID_MODES;
    if (rank > x->degrees * y->degrees) return CR_NAN;
    double lo = 0.0, hi = x->curvature[2][2] + y->curvature[2][2];
    while (count_below(x, y, nu, hi) < rank) hi *= 4.0;
    for (int i = 0; i < 200 && hi - lo > 1e-14 * hi; i++) {
        double mid = 0.5 * (lo + hi);
        if (count_below(x, y, nu, mid) >= rank) hi = mid;
        else lo = mid;
    }
    return hi;
}

static double with_degrees(const cr_element *e, int n, bool ideal, int most) {
    axis_sums sums[2];
    for (int axis = 0; axis < 2; axis++) {
        int intervals = ideal ? IDEAL_INTERVALS : e->grid.n[axis];
        sum_axis(intervals, e->value[axis], intervals + 1 < most ? intervals + 1 : most, &sums[axis]);
    }
    return sqrt(eigenvalue(&sums[0], &sums[1], e->grid.poisson, n));
}

double cr_free_plate_wavenumber2(const cr_element *e, int n, bool ideal) {
    double best = with_degrees(e, n, ideal, DEGREES), coarse = with_degrees(e, n, ideal, DEGREES - 2);
    return coarse - best <= 1e-4 * best ? best : CR_NAN;
}
