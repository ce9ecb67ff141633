// Free beam of steel, 300 x 30 x 10 mm, 60 x 6 x 2 cells: bending against Timoshenko's theory, all modes
// against a finer mesh; what must hold on every run (modal_tools.h).
#include "modal_tools.h"

#include "base/numeric.h"

enum { MODES = 10 };

typedef struct beam {
    double length, width, height, young, poisson, density; // bends along the height
} beam;

// Frequency equation of the free beam after Timoshenko (T. C. Huang, J. Appl. Mech. 28 (1961) 579-584), with
// Cowper's shear coefficient 10 (1 + nu)/(12 + 11 nu) of the rectangle.
static double timoshenko(const beam *b, double f) {
    double shear = b->young / (2.0 * (1.0 + b->poisson));
    double kappa = 10.0 * (1.0 + b->poisson) / (12.0 + 11.0 * b->poisson);
    double area = b->width * b->height, inertia = b->width * pow(b->height, 3) / 12.0;
    double bb = b->density * area * pow(b->length, 4) * cr_square(2.0 * cr_pi * f) / (b->young * inertia);
    double rr = inertia / (area * cr_square(b->length));
    double ss = b->young * inertia / (kappa * area * shear * cr_square(b->length));
    double root = sqrt(cr_square(rr - ss) + 4.0 / bb), beta_b = sqrt(bb);
    double alpha = sqrt((root - rr - ss) / 2.0), beta = sqrt((root + rr + ss) / 2.0);
    double bracket = bb * rr * cr_square(rr - ss) + 3.0 * rr - ss;
    return 2.0 - 2.0 * cosh(beta_b * alpha) * cos(beta_b * beta) +
           beta_b / sqrt(1.0 - bb * rr * ss) * bracket * sinh(beta_b * alpha) * sin(beta_b * beta);
}

// The first roots above 0, by small steps and bisection.
static void timoshenko_roots(const beam *b, int count, double *f) {
    double step = 5.0, low = step;
    for (int n = 0; n < count;) {
        double high = low + step;
        if (timoshenko(b, low) * timoshenko(b, high) > 0.0) {
            low = high;
            continue;
        }
        double left = low, right = high;
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (left + right);
            if (timoshenko(b, left) * timoshenko(b, middle) > 0.0) left = middle;
            else right = middle;
        }
        f[n++] = left;
        low = high;
    }
}

static bool beam_modes(int cells, int modes, cr_arena *arena, cr_modal_result *r) {
    cuboid c = {{0.3, 0.03, 0.01}, {30 * cells, 3 * cells, cells}};
    cr_mesh *mesh = cr_arena_take(arena, 1, sizeof *mesh);
    cr_elastic *steel = cr_arena_take(arena, 1, sizeof *steel);
    *steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    if (!mesh_cuboid(&c, 2, arena, mesh)) return false;
    cr_modal_job job = {
        .name = "beam", .mesh = mesh, .elastic = steel, .fmax = CR_NAN, .count = modes, .threads = 1};
    return modes_of(&job, arena, r);
}

static double nearest(const cr_modal_result *r, double f) {
    double best = r->frequency[0];
    for (int k = 1; k < r->elastic; k++)
        if (fabs(r->frequency[k] - f) < fabs(best - f)) best = r->frequency[k];
    return best;
}

static void test_timoshenko(cr_arena *arena) {
    cr_modal_result r;
    if (!beam_modes(2, MODES, arena, &r)) return;
    CHECK(r.tets == 4320 && r.rigid == 6 && r.elastic == MODES, "%d tets, %d rigid", r.tets, r.rigid);
    CHECK_REL(r.mass, 0.3 * 0.03 * 0.01 * 7850, 1e-12);
    beam flat = {0.3, 0.03, 0.01, 2e11, 0.29, 7850}, edge = {0.3, 0.01, 0.03, 2e11, 0.29, 7850};
    double f[5];
    timoshenko_roots(&flat, 5, f);
    CHECK_NEAR(f[0], 574.20, 0.01);
    for (int i = 0; i < 5; i++) CHECK_REL(nearest(&r, f[i]), f[i], 0.01);
    timoshenko_roots(&edge, 3, f);
    CHECK_NEAR(f[0], 1671.00, 0.01);
    for (int i = 0; i < 3; i++) CHECK_REL(nearest(&r, f[i]), f[i], 0.01);
    // 90 x 9 x 3 cells; tests/prep/test_modal_finest.c computes them. Twisting is the fourth and the eighth.
    static const double finest[MODES] = {574.401,  1573.197, 1671.474, 2948.756, 3055.530,
                                         4354.581, 4989.739, 5919.779, 7343.799, 7958.035};
    for (int k = 0; k < MODES; k++) CHECK_REL(r.frequency[k], finest[k], 0.003);
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    test_timoshenko(arena);
    cr_arena_free(arena);
    return test_summary();
}
