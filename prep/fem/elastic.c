#include "prep/fem/elastic.h"

#include "base/numeric.h"

cr_elastic cr_elastic_isotropic(double density, double young, double poisson, double rayleigh_mass,
                                double rayleigh_stiff) {
    double shear = young / (2.0 * (1.0 + poisson));
    return (cr_elastic){
        .density = density,
        .young = {young, young, young},
        .shear = {shear, shear, shear},
        .poisson = {poisson, poisson, poisson},
        .rayleigh = {rayleigh_mass, rayleigh_stiff},
    };
}

// Without Rayleigh figures: damping in proportion to the stiffness with the loss factor right at 1 kHz,
// loss = stiff w.
cr_elastic cr_elastic_material(const cr_material *material) {
    double mass = material->rayleigh_mass, stiff = material->rayleigh_stiff;
    if (isnan(stiff)) stiff = isnan(material->loss) ? 0.0 : material->loss / (2.0 * cr_pi * 1000.0);
    if (isnan(mass)) mass = 0.0;
    return cr_elastic_isotropic(material->density, material->young, material->poisson, mass, stiff);
}

// Strain from stress of the normal components: e_x = (s_x - nu_xy s_y - nu_xz s_z)/E_x and so on, with
// nu_ij/E_i = nu_ji/E_j.
static void compliance(const cr_elastic *e, double s[3][3]) {
    for (int i = 0; i < 3; i++) s[i][i] = 1.0 / e->young[i];
    s[1][2] = s[2][1] = -e->poisson[0] / e->young[1];
    s[0][2] = s[2][0] = -e->poisson[1] / e->young[0];
    s[0][1] = s[1][0] = -e->poisson[2] / e->young[0];
}

static double cofactor(double s[3][3], int i, int j) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    return s[i1][j1] * s[i2][j2] - s[i1][j2] * s[i2][j1];
}

static double determinant(double s[3][3]) {
    return s[0][0] * cofactor(s, 0, 0) + s[0][1] * cofactor(s, 0, 1) + s[0][2] * cofactor(s, 0, 2);
}

cr_hooke cr_hooke_of(const cr_elastic *elastic) {
    double s[3][3];
    compliance(elastic, s);
    double det = determinant(s);
    cr_hooke hooke;
    for (int i = 0; i < 3; i++) {
        hooke.shear[i] = elastic->shear[i];
        for (int j = 0; j < 3; j++) hooke.normal[i][j] = cofactor(s, j, i) / det;
    }
    return hooke;
}

static bool positive(double x) {
    return isfinite(x) && x > 0.0;
}

// Poisson's ratios must leave this much of the determinant: nearer to the limit nothing is left of it but
// rounding.
static const double definite_least = 1e-9;

cr_status cr_elastic_check(const cr_elastic *elastic, const char *place, cr_error *error) {
    if (!positive(elastic->density))
        return cr_fail(error, CR_ERR_RANGE, place, "density is %g, must be above 0", elastic->density);
    for (int i = 0; i < 3; i++) {
        if (!positive(elastic->young[i]))
            return cr_fail(error, CR_ERR_RANGE, place, "Young's modulus along %c is %g, must be above 0",
                           "xyz"[i], elastic -> young[i]);
        if (!positive(elastic->shear[i]))
            return cr_fail(error, CR_ERR_RANGE, place, "shear modulus %d (yz xz xy) is %g, must be above 0",
                           i + 1, elastic->shear[i]);
        if (!isfinite(elastic->poisson[i]))
            return cr_fail(error, CR_ERR_RANGE, place, "Poisson's ratio is no number");
    }
    for (int i = 0; i < 2; i++)
        if (!isfinite(elastic->rayleigh[i]) || elastic->rayleigh[i] < 0.0)
            return cr_fail(error, CR_ERR_RANGE, place, "damping is %g, must be 0 or above",
                           elastic->rayleigh[i]);
    double s[3][3];
    compliance(elastic, s);
    double minor = cofactor(s, 2, 2), det = determinant(s);
    double scale = s[0][0] * s[1][1];
    if (!(minor > definite_least * scale) || !(det > definite_least * scale * s[2][2]))
        return cr_fail(error, CR_ERR_RANGE, place,
                       "Poisson's ratios yz %g, xz %g, xy %g give a material that gains energy when pulled "
                       "(isotropic: between -1 and 0.5)",
                       elastic->poisson[0], elastic->poisson[1], elastic->poisson[2]);
    return CR_OK;
}
