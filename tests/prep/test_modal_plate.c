// label: once
// Plates: a free square one against Ritz's method, NAFEMS FV12, and a thick one on supported sides.
#include "modal_tools.h"
#include "ritz.h"

#include "base/numeric.h"

static bool plate_modes(const cuboid *c, const cr_elastic *elastic, const cr_support *support, int supports,
                        int count, cr_arena *arena, cr_modal_result *r) {
    cr_mesh *mesh = cr_arena_take(arena, 1, sizeof *mesh);
    if (!mesh_cuboid(c, 2, arena, mesh)) return false;
    cr_modal_job job = {.name = "plate",
                        .mesh = mesh,
                        .elastic = elastic,
                        .support = support,
                        .supports = supports,
                        .fmax = CR_NAN,
                        .count = count,
                        .threads = 1};
    return modes_of(&job, arena, r);
}

// Free square plate 300 x 300 x 3 mm of steel against Ritz's method in three dimensions. Both are from above,
// and both leave out most of how stress fades across the free edges, 0.3 % of the modes that twist: the mesh
// for its wide cells, the polynomials as they are smooth, of which degree 13 gives these modes 0.05 % more
// than 15. The rest is right within less than that.
static void test_ritz(cr_arena *arena) {
    ritz_body body = {.size = {0.3, 0.3, 0.003}, .degree = {15, 15, 3}};
    double hz[10];
    cuboid c = {{0.3, 0.3, 0.003}, {40, 40, 1}};
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.3, 0, 0);
    cr_modal_result r;
    body.elastic = steel;
    CHECK(ritz_frequencies(&body, 10, hz), "no memory");
    if (!plate_modes(&c, &steel, NULL, 0, 10, arena, &r)) return;
    CHECK(r.rigid == 6, "%d rigid", r.rigid);
    for (int k = 0; k < 10; k++)
        CHECK(fabs(r.frequency[k] / hz[k] - 1.0) < 1e-3, "%g Hz, by Ritz %g", r.frequency[k], hz[k]);
}

// NAFEMS FV12: free thin square plate, 10 x 10 x 0.05 m.
static void test_fv12(cr_arena *arena) {
    static const double hz[8] = {1.622, 2.360, 2.922, 4.190, 4.190, 7.356, 7.356, 7.668};
    cuboid c = {{10, 10, 0.05}, {40, 40, 1}};
    cr_elastic steel = cr_elastic_isotropic(8000, 2e11, 0.3, 0, 0);
    cr_modal_result r;
    if (!plate_modes(&c, &steel, NULL, 0, 8, arena, &r)) return;
    for (int k = 0; k < 8; k++) CHECK_REL(r.frequency[k], hz[k], 0.005);
}

// Bending waves of wave number k in a plate of thickness 2h: the antisymmetric branch of Rayleigh and Lamb,
// below the shear wave: (k^2 + q^2)^2 tanh(ph) = 4 k^2 p q tanh(qh), p^2 = k^2 - (w/c_l)^2,
// q^2 = k^2 - (w/c_s)^2. A plate whose sides move neither up and down nor along themselves has exactly these,
// with k^2 = (m^2 + n^2) (pi/a)^2.
static double lamb(double w, double k, double h, double longitudinal, double shear) {
    double p = sqrt(k * k - cr_square(w / longitudinal)), q = sqrt(k * k - cr_square(w / shear));
    return cr_square(k * k + q * q) * tanh(p * h) - 4.0 * k * k * p * q * tanh(q * h);
}

static double lamb_root(double k, double h, double longitudinal, double shear) {
    double low = 1e-6 * k * shear, high = 0.999 * k * shear;
    bool sign = lamb(low, k, h, longitudinal, shear) > 0.0;
    CHECK(sign != (lamb(high, k, h, longitudinal, shear) > 0.0), "no root");
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        if ((lamb(middle, k, h, longitudinal, shear) > 0.0) == sign) low = middle;
        else high = middle;
    }
    return low / (2.0 * cr_pi);
}

// 10 x 10 x 1 m on such sides. The fourth and fifth are waves of shear in the plane, half a wavelength
// across: c_s/2a. Halving the cells must divide the errors by 2^3.5 at least (theory: 2^4).
static void test_thick(cr_arena *arena) {
    static const double hz[6] = {45.97, 109.86, 109.86, 155.04, 155.04, 168.82};
    static const int waves[6] = {2, 5, 5, 0, 0, 8}; // m^2 + n^2
    static const cr_support support[4] = {
        {"x-", {false, true, true}, HUGE_VAL},
        {"x+", {false, true, true}, HUGE_VAL},
        {"y-", {true, false, true}, HUGE_VAL},
        {"y+", {true, false, true}, HUGE_VAL},
    };
    cr_elastic steel = cr_elastic_isotropic(8000, 2e11, 0.3, 0, 0);
    double shear = sqrt(steel.shear[0] / 8000.0), longitudinal = shear * sqrt(2.0 * 0.7 / 0.4);
    double exact[6], error[3][6];
    for (int k = 0; k < 6; k++) {
        exact[k] =
            waves[k] ? lamb_root(sqrt(waves[k]) * cr_pi / 10.0, 0.5, longitudinal, shear) : shear / 20.0;
        CHECK_NEAR(exact[k], hz[k], 0.006);
    }
    for (int i = 0; i < 3; i++) {
        cuboid c = {{10, 10, 1}, {4 << i, 4 << i, 1 << i}};
        cr_modal_result r;
        if (!plate_modes(&c, &steel, support, 4, 6, arena, &r)) return;
        CHECK(r.rigid == 0, "%d rigid", r.rigid);
        for (int k = 0; k < 6; k++) error[i][k] = r.frequency[k] / exact[k] - 1.0;
    }
    for (int k = 0; k < 6; k++) {
        double order = log2(error[1][k] / error[2][k]);
        CHECK(error[2][k] > 0.0 && error[2][k] < 0.003, "mode %d is off by %g", k + 1, error[2][k]);
        CHECK(order >= 3.5, "mode %d: order %g, errors %g %g %g", k + 1, order, error[0][k], error[1][k],
              error[2][k]);
    }
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_arena_mark mark = cr_arena_here(arena);
    test_ritz(arena);
    cr_arena_rewind(arena, mark);
    if (TEST_AMOUNT(true, false)) test_fv12(arena); // the same with more unknowns
    cr_arena_rewind(arena, mark);
    test_thick(arena);
    cr_arena_free(arena);
    return test_summary();
}
