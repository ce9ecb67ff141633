// Contact damping in closed form.
#include "sound/coupling.h"

#include "base/numeric.h"

double cr_sound_stiffness_point(double modulus, double radius, double load) {
    return cr_pow(6.0 * modulus * modulus * radius * load, 1.0 / 3.0);
}

double cr_sound_stiffness_foot(double modulus, double foot, int points) {
    return 2.0 * modulus * foot / points;
}

double cr_sound_stiffness_layer(double young, double thickness, double area, int points) {
    return young * area / (points * thickness);
}

// k_r = F/(h/2): rough surfaces, in proportion to the load (Persson 2007). k_t = k_n 2 (1 - nu)/(2 - nu)
void cr_coupling_springs(const cr_sound_pair *pair, double bulk, double load, double stiffness[3]) {
    double give = (isinf(bulk) ? 0.0 : 1.0 / bulk) + 0.5 * pair->roughness / load;
    stiffness[0] = 1.0 / cr_max(give, 1e-15);
    stiffness[1] = stiffness[2] = stiffness[0] * 2.0 * (1.0 - pair->poisson) / (2.0 - pair->poisson);
}

// A spring k and a slider mu F in a row, over a cycle: eta + (4/pi) (x_s/X) (1 - x_s/X), x_s = mu F/k
double cr_coupling_slip(const cr_sound_pair *pair, double load, double stiffness, double amplitude) {
    double slides = pair->friction * load / stiffness;
    if (!(amplitude > slides)) return pair->loss;
    double ratio = slides / amplitude;
    return pair->loss + 4.0 / cr_pi * ratio * (1.0 - ratio);
}

// Board: 1/(8 sqrt(D m'')). Block: what a footing radiates, whatever its size: along the normal .2125 (1 -
// nu) w^2 sqrt(rho)/G^1.5 (Lysmer), along a tangent 18.4 (7 - 8 nu)/(1 - nu)/32^2 (Hall).
double cr_support_mobility(const cr_sound_support *s, double omega, bool normal) {
    if (!s || s->kind == CR_SOUND_SUPPORT_BODY) return 0.0;
    double shear = s->young / (2.0 * (1.0 + s->poisson)), nu = s->poisson;
    if (s->kind == CR_SOUND_SUPPORT_BOARD && normal) {
        double stiff = s->young * cr_square(s->thickness) * s->thickness / (12.0 * (1.0 - nu * nu));
        return 1.0 / (8.0 * sqrt(stiff * s->density * s->thickness));
    }
    double scale = omega * omega * sqrt(s->density / shear) / shear;
    if (normal) return 0.2125 * (1.0 - nu) * scale;
    return 18.4 / (32.0 * 32.0) * (7.0 - 8.0 * nu) / (1.0 - nu) * scale;
}

enum { CLUSTER = 8 }; // modes that are rotated together, at most

// Eigenvectors of the symmetric n x n matrix a by Jacobi's rotations: the columns of v. a is destroyed.
static void eigenvectors(double a[CLUSTER][CLUSTER], int n, double v[CLUSTER][CLUSTER]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) v[i][j] = i == j;
    for (int sweep = 0; sweep < 12; sweep++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                if (fabs(a[p][q]) <= 1e-15 * (fabs(a[p][p]) + fabs(a[q][q]))) continue;
                double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                double t = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
                double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                for (int k = 0; k < n; k++) {
                    double x = a[k][p], y = a[k][q];
                    a[k][p] = c * x - s * y;
                    a[k][q] = s * x + c * y;
                }
                for (int k = 0; k < n; k++) {
                    double x = a[p][k], y = a[q][k];
                    a[p][k] = c * x - s * y;
                    a[q][k] = s * x + c * y;
                    x = v[k][p];
                    y = v[k][q];
                    v[k][p] = c * x - s * y;
                    v[k][q] = s * x + c * y;
                }
            }
}

// diag(w^2) + U k U^T of the modes first..first + n - 1.
static void stiffened(const cr_coupling *c, int first, int n, double a[CLUSTER][CLUSTER]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = i == j ? cr_square(c->omega[first + i]) : 0.0;
            for (int p = 0; p < c->points; p++)
                for (int d = 0; d < 3; d++)
                    a[i][j] += c->point[p].stiffness[d] * c->point[p].shape[d][first + i] *
                               c->point[p].shape[d][first + j];
        }
}

typedef struct loss {
    double added, kappa;
} loss;

// One shape u (rotated): with Y = i w/(k (1 + i eta)) + Y_s and Y_r = 1/(i w m n), m the mass that the rigid
// body opposes and n the number of points,
//   a = 1/2 sum u^2 Re Y/|Y|^2, b = 1/2 sum u^2 Re Y/|Y + Y_r|^2, w = 1/(1 + (kappa/.05)^2),
//   added = w b + (1 - w) a/(1 + kappa^2/4)
static loss loss_of(const cr_coupling *c, double omega, int first, int n, const double *v) {
    double a = 0.0, b = 0.0, kappa = 0.0;
    for (int p = 0; p < c->points; p++)
        for (int d = 0; d < 3; d++) {
            const cr_coupling_point *at = &c->point[p];
            double u = 0.0, k = at->stiffness[d], eta = at->loss[d];
            for (int i = 0; i < n; i++) u += v[i] * at->shape[d][first + i];
            double rigid = 1.0 / (omega * c->points * at->mass[d]);
            double soft = omega / (k * (1.0 + eta * eta)), re = soft * eta;
            re += cr_support_mobility(at->support, omega, d == 0);
            kappa += k * u * u / (omega * omega);
            a += 0.5 * u * u * re / (re * re + soft * soft);
            b += 0.5 * u * u * re / (re * re + cr_square(soft - rigid));
        }
    double share = 1.0 / (1.0 + cr_square(kappa / 0.05));
    return (loss){share * b + (1.0 - share) * a / (1.0 + 0.25 * kappa * kappa), kappa};
}

void cr_coupling_seal(cr_coupling *c) {
    for (int p = 0; p < c->points; p++)
        for (int d = 0; d < 3; d++) {
            cr_coupling_point *at = &c->point[p];
            at->mass[d] = cr_sound_effective_mass(c->mass, c->inertia, at->at, at->axis[d]);
        }
}

void cr_coupling_losses(const cr_coupling *c, double *extra, double *kappa) {
    for (int first = 0, n; first < c->modes; first += n) {
        n = 1; // modes that each lie within 3 % of the one before
        while (n < CLUSTER && first + n < c->modes && c->omega[first + n] < 1.03 * c->omega[first + n - 1])
            n++;
        double a[CLUSTER][CLUSTER], v[CLUSTER][CLUSTER], mean = 0.0;
        stiffened(c, first, n, a);
        eigenvectors(a, n, v);
        for (int i = 0; i < n; i++) {
            mean += c->omega[first + i] / n;
            extra[first + i] = kappa[first + i] = 0.0;
        }
        for (int r = 0; r < n; r++) {
            double column[CLUSTER];
            for (int i = 0; i < n; i++) column[i] = v[i][r];
            loss l = loss_of(c, mean, first, n, column);
            for (int i = 0; i < n; i++) {
                extra[first + i] += cr_square(column[i]) * l.added;
                kappa[first + i] += cr_square(column[i]) * l.kappa;
            }
        }
    }
}
