// label: plain
// Free elastic sphere against Lamb's closed form: modes of five, three and seven, which must all be found.
// Curved elements.
#include "modal_tools.h"

#include "base/numeric.h"
#include "carom/shape.h"

// Spherical Bessel function by its series: x is small enough.
static double bessel(int l, double x) {
    double term = 1.0, sum = 1.0;
    for (int i = 1; i <= l; i++) term *= x / (2.0 * i + 1.0);
    sum = term;
    for (int i = 1; i < 60; i++) {
        term *= -0.5 * x * x / (i * (2.0 * l + 2.0 * i + 1.0));
        sum += term;
    }
    return sum;
}

typedef struct family {
    const char *name;
    int l;
    double ratio; // c_s/c_l
    double (*function)(const struct family *f, double eta);
} family;

// Stress at the surface, eta = w a/c_s, xi = w a/c_l (A. C. Eringen, E. S. Suhubi, Elastodynamics II, 1975,
// section 8.14).
static double torsional(const family *f, double eta) {
    return (f->l - 1) * bessel(f->l, eta) - eta * bessel(f->l + 1, eta);
}

static double spheroidal(const family *f, double eta) {
    double xi = f->ratio * eta, l = f->l, half = 0.5 * eta * eta;
    double t11 = (l * l - l - half) * bessel(f->l, xi) + 2.0 * xi * bessel(f->l + 1, xi);
    double t13 = l * (l + 1) * torsional(f, eta);
    double t41 = (l - 1) * bessel(f->l, xi) - xi * bessel(f->l + 1, xi);
    double t43 = (l * l - 1 - half) * bessel(f->l, eta) + eta * bessel(f->l + 1, eta);
    return t11 * t43 - t13 * t41;
}

static double first_root(const family *f) {
    double low = 0.5, step = 0.01;
    while (low < 8.0 && f->function(f, low) * f->function(f, low + step) > 0.0) low += step;
    double high = low + step;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (f->function(f, low) * f->function(f, middle) > 0.0) low = middle;
        else high = middle;
    }
    return low;
}

int main(void) {
    double nu = 0.25, young = 2e11, density = 7850, radius = 0.02;
    double ratio = sqrt((1.0 - 2.0 * nu) / (2.0 - 2.0 * nu));
    const family families[] = {
        {"torsional 2", 2, ratio, torsional},   {"spheroidal 2", 2, ratio, spheroidal},
        {"spheroidal 1", 1, ratio, spheroidal}, {"torsional 3", 3, ratio, torsional},
        {"spheroidal 3", 3, ratio, spheroidal},
    };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error;
    const cr_shape_type *sphere = cr_shape_find("sphere", &error);
    cr_shape_detail detail = {.order = 2, .edge = 0.007};
    cr_mesh mesh;
    cr_elastic steel = cr_elastic_isotropic(density, young, nu, 0, 0);
    CHECK(cr_shape_mesh(sphere, &radius, &detail, arena, &mesh, &error) == CR_OK, "%s", error.reason);
    cr_modal_job job = {
        .name = "sphere", .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .count = 27, .threads = 1};
    cr_modal_result r;
    CHECK_NEAR(first_root(&families[0]), 2.501, 1e-3);
    CHECK_NEAR(first_root(&families[1]), 2.640, 1e-3);
    if (modes_of(&job, arena, &r)) {
        CHECK_REL(r.mass, 4.0 / 3.0 * cr_pi * pow(radius, 3) * density, 3e-4);
        CHECK_REL(r.inertia[0], 0.4 * r.mass * radius * radius, 3e-4);
        printf("%d tets, %d unknowns\n", r.tets, r.dof);
        int k = 0;
        for (int i = 0; i < 5; i++) {
            double eta = first_root(&families[i]),
                   f = eta * sqrt(steel.shear[0] / density) / (2.0 * cr_pi * radius);
            double off = 1e-3 * pow(eta / 2.5, 4); // cells: as (k h)^4
            for (int m = 0; m < 2 * families[i].l + 1; m++, k++)
                CHECK(fabs(r.frequency[k] / f - 1.0) < off, "%s: %g, expected %g", families[i].name,
                      r.frequency[k], f);
        }
    }
    cr_arena_free(arena);
    return test_summary();
}
