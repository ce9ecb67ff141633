// Ritz's method of tests/rigs/ritz.h, against which finite elements are held, against closed forms.
#include "base/numeric.h"
#include "ritz.h"
#include "test.h"

static const double young = 7e10, density = 2700.0;

static double nearest(const double *frequency, int count, double f) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (fabs(frequency[i] - f) < fabs(frequency[best] - f)) best = i;
    return frequency[best];
}

// Lame's modes of a cube, u = (cos kx sin ky, -sin kx cos ky, 0): f = c_s/(sqrt(2) side), one in each plane.
static void test_cube(void) {
    double f[20], side = 0.05, nu = 0.25, slow = sqrt(young / (2.0 * (1.0 + nu) * density));
    ritz_body cube = {false, {side, side, side}, cr_elastic_isotropic(density, young, nu, 0, 0), {9, 9, 9}};
    CHECK(ritz_frequencies(&cube, 20, f), "cube");
    double lame = slow / (sqrt(2.0) * side);
    int found = 0;
    for (int i = 0; i < 20; i++) found += fabs(f[i] / lame - 1.0) < 1e-7;
    CHECK(found == 3, "%d modes of Lame at %g Hz", found, lame);
}

// Torsion of a round rod: f = n c_s/(2 length), the sections turn as they are; other modes need many degrees.
static void test_rod(void) {
    double f[14], length = 0.1, nu = 0.3, slow = sqrt(young / (2.0 * (1.0 + nu) * density));
    ritz_body rod = {true, {0.04, 0.04, length}, cr_elastic_isotropic(density, young, nu, 0, 0), {7, 7, 13}};
    CHECK(ritz_frequencies(&rod, 14, f), "rod");
    for (int n = 1; n <= 2; n++)
        CHECK_REL(nearest(f, 14, n * slow / (2.0 * length)), n * slow / (2.0 * length), 1e-7);
    // Bending comes in pairs, as the section is round.
    CHECK_REL(f[0], f[1], 1e-9);
}

// A thin rod of an orthotropic material: waves along it have f = n sqrt(E_x/density)/(2 length), lowered by
// the inertia of the sides (Rayleigh) by (n pi nu/length)^2 (a^2 + b^2)/24: 1.4e-5 here.
static void test_orthotropic(void) {
    double f[30], length = 0.3, side = 0.006;
    cr_elastic e = {.density = 450,
                    .young = {1e10, 8e8, 5e8},
                    .shear = {4e7, 6e8, 7e8},
                    .poisson = {0.4, 0.4, 0.4},
                    .rayleigh = {0, 0}};
    ritz_body rod = {false, {length, side, side}, e, {15, 5, 5}};
    CHECK(ritz_frequencies(&rod, 30, f), "orthotropic");
    double along = sqrt(e.young[0] / e.density) / (2.0 * length);
    CHECK_REL(nearest(f, 30, along), along, 1e-4);
}

int main(void) {
    test_cube();
    test_rod();
    test_orthotropic();
    return test_summary();
}
