// Contact damping in closed form.
#include "sound/coupling.h"

#include "base/numeric.h"

cr_sound_pair cr_sound_pair_of(const cr_material *body, const cr_material *other,
                               const cr_sound_support *support) {
    cr_material_pair p = cr_material_pair_of(body, other);
    return (cr_sound_pair){.friction = p.friction,
                           .restitution = p.restitution,
                           .gamma = isnan(body->contact_damping) ? 0.0 : body->contact_damping,
                           .modulus = cr_hertz_modulus(body, other),
                           .poisson = body->young < other->young ? body->poisson : other->poisson,
                           .roughness = p.roughness,
                           .loss = p.loss,
                           .support = support ? *support : (cr_sound_support){.kind = CR_SOUND_SUPPORT_BODY}};
}

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

// Eigenvectors of the symmetric n x n matrix a by Jacobi's rotations: the columns of v; eigenvalues remain on
// the diagonal. No rotation is by more than a half right angle: v stays as near to 1 as it can.
static void eigenvectors(double a[CR_CLUSTER][CR_CLUSTER], int n, double v[CR_CLUSTER][CR_CLUSTER]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) v[i][j] = i == j;
    bool turned = true;
    for (int sweep = 0; sweep < 12 && turned; sweep++) {
        turned = false;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                if (fabs(a[p][q]) <= 1e-15 * (fabs(a[p][p]) + fabs(a[q][q]))) continue;
                turned = true;
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
}

enum { AXES = 3 * CR_COUPLING_POINTS };

// The axes of all points as one shape at the frequency omega meets them, side by side.
typedef struct axes {
    int count;
    const double *shape[AXES];
    double omega, k[AXES], eta[AXES], mass[AXES], support[AXES];
    double re[AXES], alone[AXES], whole[AXES]; // Re Y, |Y|^2, |Y + Y_r|^2
    double u[AXES], share[3][AXES];            // of one shape: its motion, the terms of kappa, a and b
} axes;

CR_CLONES static void set_mobilities(axes *x, double points) {
    double omega = x->omega;
    for (int i = 0; i < x->count; i++) {
        double rigid = 1.0 / (omega * points * x->mass[i]);
        double soft = omega / (x->k[i] * (1.0 + x->eta[i] * x->eta[i])), re = soft * x->eta[i];
        re += x->support[i];
        x->re[i] = re;
        x->alone[i] = re * re + soft * soft;
        x->whole[i] = re * re + cr_square(soft - rigid);
    }
}

CR_CLONES static void set_shares(axes *x) {
    double omega = x->omega;
    for (int i = 0; i < x->count; i++) {
        double u = x->u[i];
        x->share[0][i] = x->k[i] * u * u / (omega * omega);
        x->share[1][i] = 0.5 * u * u * x->re[i] / x->alone[i];
        x->share[2][i] = 0.5 * u * u * x->re[i] / x->whole[i];
    }
}

static void begin_axes(const cr_coupling *c, axes *x) {
    x->count = 3 * c->points;
    for (int i = 0; i < x->count; i++) {
        x->shape[i] = c->point[i / 3].shape[i % 3];
        x->k[i] = c->point[i / 3].stiffness[i % 3];
        x->eta[i] = c->point[i / 3].loss[i % 3];
        x->mass[i] = c->point[i / 3].mass[i % 3];
    }
}

// diag(w^2) + U k U^T of the modes first..first + n - 1.
static void stiffened(const axes *x, const double *omega, int first, int n,
                      double a[CR_CLUSTER][CR_CLUSTER]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = i == j ? cr_square(omega[first + i]) : 0.0;
            for (int m = 0; m < x->count; m++)
                sum += x->k[m] * x->shape[m][first + i] * x->shape[m][first + j];
            a[i][j] = sum;
        }
}

static void tune_axes(const cr_coupling *c, double omega, axes *x) {
    x->omega = omega;
    for (int i = 0; i < x->count; i++)
        x->support[i] = cr_support_mobility(c->point[i / 3].support, omega, i % 3 == 0);
    set_mobilities(x, c->points);
}

typedef struct loss {
    double added, kappa;
} loss;

// One shape u (rotated): with Y = i w/(k (1 + i eta)) + Y_s and Y_r = 1/(i w m n), m the mass that the rigid
// body opposes and n the number of points,
//   a = 1/2 sum u^2 Re Y/|Y|^2, b = 1/2 sum u^2 Re Y/|Y + Y_r|^2, w = 1/(1 + (kappa/.05)^2),
//   added = w b + (1 - w) a/(1 + kappa^2/4)
static loss loss_of(int first, int n, const double *v, axes *x) {
    double a = 0.0, b = 0.0, kappa = 0.0;
    for (int i = 0; i < x->count; i++) {
        const double *shape = x->shape[i] + first;
        double u = 0.0;
        for (int j = 0; j < n; j++) u += v[j] * shape[j];
        x->u[i] = u;
    }
    set_shares(x);
    for (int i = 0; i < x->count; i++) {
        kappa += x->share[0][i];
        a += x->share[1][i];
        b += x->share[2][i];
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

int cr_cluster_size(const double *omega, int modes, int first) {
    int n = 1; // each lies within 3 % of the one before
    while (n < CR_CLUSTER && first + n < modes && omega[first + n] < 1.03 * omega[first + n - 1]) n++;
    return n;
}

void cr_coupling_losses(const cr_coupling *c, cr_basis_row *basis, double *extra, double *kappa,
                        double *omega) {
    axes x;
    begin_axes(c, &x);
    for (int first = 0, n; first < c->modes; first += n) {
        n = cr_cluster_size(c->omega, c->modes, first);
        double a[CR_CLUSTER][CR_CLUSTER], v[CR_CLUSTER][CR_CLUSTER], mean = 0.0;
        stiffened(&x, c->omega, first, n, a);
        eigenvectors(a, n, v);
        for (int i = 0; i < n; i++) mean += c->omega[first + i] / n;
        tune_axes(c, mean, &x);
        for (int r = 0; r < n; r++) {
            double column[CR_CLUSTER];
            for (int i = 0; i < n; i++) basis[first + i][r] = column[i] = v[i][r];
            loss l = loss_of(first, n, column, &x);
            extra[first + r] = l.added;
            kappa[first + r] = l.kappa;
            omega[first + r] = sqrt(a[r][r]);
        }
    }
}
