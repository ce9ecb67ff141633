// Properties that hold for every law of the table, and the Hertz stiffness of S2.
#include "carom/exact.h"
#include "carom/law.h"
#include "carom/material.h"
#include "law/law_internal.h"
#include "test.h"

#include <string.h>

static void test_apart(const cr_law *law) {
    if (law->two_sided) return;
    for (double v = -2.0; v <= 2.0; v += 0.5)
        CHECK(cr_law_force(law, -1e-6, v) == 0.0, "%s", law->type->name);
    CHECK(law->type->ops->potential(law, -1e-3) == 0.0, "%s", law->type->name);
}

// dV/dx = f(x, 0), psi psi' = V', R' = r, slopes: central differences, error of order step^2.
static void test_derivatives(const cr_law *law) {
    const cr_law_ops *ops = law->type->ops;
    for (double x = 1e-6; x < 1e-2; x *= 3.7) {
        double d = 1e-5 * x, f = ops->elastic(law, x);
        CHECK_REL((ops->potential(law, x + d) - ops->potential(law, x - d)) / (2 * d), f, 1e-8);
        CHECK_REL(ops->psi(law, x) * ops->psi_slope(law, x), f, 1e-13);
        CHECK_REL(0.5 * ops->psi(law, x) * ops->psi(law, x), ops->potential(law, x), 1e-13);
        CHECK_REL((ops->elastic(law, x + d) - ops->elastic(law, x - d)) / (2 * d), ops->stiffness(law, x),
                  1e-8);
        if (law->lambda > 0.0)
            CHECK_REL((ops->damping_integral(law, x + d) - ops->damping_integral(law, x - d)) / (2 * d),
                      ops->damping(law, x), 1e-8);
        double in_x, in_v, v = 0.1;
        cr_law_force_slopes(law, x, v, &in_x, &in_v);
        CHECK_REL((cr_law_force(law, x + d, v) - cr_law_force(law, x - d, v)) / (2 * d), in_x, 1e-7);
        if (law->lambda > 0.0)
            CHECK_REL((cr_law_force(law, x, v + 1e-4) - cr_law_force(law, x, v - 1e-4)) / 2e-4, in_v, 1e-6);
    }
}

// Damping takes energy in both directions, and a law that is not adhesive never pulls.
static void test_passive(const cr_law *law) {
    for (double x = 1e-6; x < 1e-2; x *= 5)
        for (double v = -20.0; v <= 20.0; v += 0.37) {
            double loss = (cr_law_force(law, x, v) - law->type->ops->elastic(law, x)) * v;
            CHECK(loss >= 0.0, "%s creates energy at x=%g v=%g", law->type->name, x, v);
            if (!law->adhesive) CHECK(cr_law_force(law, x, v) >= 0.0, "%s pulls", law->type->name);
        }
}

// The mean of the elastic force over a..b: for powers in closed form, in long double; else by the rule of
// Gauss with three points over 4096 parts in even steps of the logarithm, good to 1e-15 for a smooth force.
static double mean_of(const cr_law *law, double a, double b) {
    long double n = (long double)law->n + 1, la = (long double)a, rho = ((long double)b - la) / la;
    if (rho == 0) return law->type->ops->elastic(law, a);
    if (law->type->ops == &cr_law_power_ops)
        return (double)((long double)law->k / n * powl(la, n - 1) * expm1l(n * log1pl(rho)) / rho);
    enum { PARTS = 4096 };
    long double sum = 0, root = sqrtl(0.6L), from = la;
    for (int i = 1; i <= PARTS; i++) {
        long double to = la * expl((long double)i / PARTS * log1pl(rho)), half = (to - from) / 2;
        double middle = (double)(from + half), off = (double)(root * half);
        sum += half / 9 *
               (8 * (long double)law->type->ops->elastic(law, middle) +
                5 * ((long double)law->type->ops->elastic(law, middle - off) +
                     (long double)law->type->ops->elastic(law, middle + off)));
        from = to;
    }
    return (double)(sum / (rho * la));
}

// (V(b) - V(a))/(b - a), also where the two depths nearly agree.
static void test_mean(const cr_law *law) {
    for (double gap = 1e-15; gap < 100; gap *= 10) {
        double a = 1e-4, b = a * (1 + gap), slope, mean = mean_of(law, a, b);
        CHECK_REL(law->type->ops->mean_elastic(law, a, b, &slope), mean, 4e-15);
        CHECK_REL(law->type->ops->mean_elastic(law, b, a, &slope), mean, 4e-15);
        double step = 1e-6 * b;
        double up = law->type->ops->mean_elastic(law, a, b + step, &slope);
        double down = law->type->ops->mean_elastic(law, a, b - step, &slope);
        law->type->ops->mean_elastic(law, a, b, &slope);
        CHECK_REL((up - down) / (2 * step), slope, 2e-6);
    }
    double slope, from_outside = law->type->ops->mean_elastic(law, -1e-4, 1e-4, &slope);
    double expected = law->two_sided ? 0.0 : law->type->ops->potential(law, 1e-4) / 2e-4;
    CHECK_NEAR(from_outside, expected, 1e-14 * law->type->ops->elastic(law, 1e-4));
}

// Depths and contact time: what a law has in closed form is what is found without it, and what the reference
// finds for a mass that loses nothing.
static void test_scales(const cr_law *law) {
    const double m = 0.01, v = 1, energy = 0.5 * m * v * v, force = 3;
    const cr_law_ops *ops = law->type->ops;
    CHECK_REL(ops->potential(law, cr_law_depth(law, energy)), energy, 1e-14);
    CHECK_REL(ops->elastic(law, cr_equilibrium_depth(law, force)), force, 1e-14);
    cr_law_ops bare = *ops;
    cr_law_type type = *law->type;
    cr_law plain = *law;
    bare.duration = NULL;
    type.ops = &bare;
    plain.type = &type;
    plain.lambda = 0;
    CHECK_REL(cr_law_duration(&plain, m, v), cr_law_duration(law, m, v), 1e-13);
    cr_impact_exact exact;
    CHECK(cr_impact_located(&plain, m, 0, v, &exact) == CR_OK && exact.released, "%s", type.name);
    CHECK_REL(exact.duration, cr_law_duration(law, m, v), 1e-11);
    double mu;
    for (double x = 1e-6; x < 1e-2 && cr_law_has_invariant(law, &mu); x *= 3)
        CHECK_NEAR(ops->damping(law, x), mu * ops->elastic(law, x), 1e-14 * mu * ops->elastic(law, x));
}

// Spring and damper computed together are those computed apart, bit by bit.
static void test_together(const cr_law *law) {
    const cr_law_ops *ops = law->type->ops;
    for (double x = -1e-2; x <= 1e-2; x += 1.7e-5) {
        double r, f = cr_law_elastic_and_damping(law, x, &r);
        CHECK(f == ops->elastic(law, x) && r == (law->lambda > 0.0 ? ops->damping(law, x) : 0.0),
              "%s, alpha %g: %g %g at %g", law->type->name, law->n, f, r, x);
    }
}

static void test_whole_table(void) {
    int count;
    const cr_law_type *const *types = cr_law_types(&count);
    CHECK(count >= 7, "%d laws", count);
    for (int i = 0; i < count; i++) {
        cr_law law = cr_law_default(types[i]);
        cr_error error;
        CHECK(cr_law_prepare(&law, &error) == CR_OK, "%s", types[i]->name);
        CHECK(cr_law_find(types[i]->name, &error) == types[i], "%s is found by name", types[i]->name);
        for (int p = 0; p < types[i]->param_count; p++) {
            const cr_param *param = &types[i]->params[p];
            CHECK(isnan(param->value) || (param->value >= param->min && param->value <= param->max),
                  "%s.%s: default in range", types[i]->name, param->name);
            CHECK(*param->name && *param->doc, "%s has a name and a text", types[i]->name);
        }
        test_apart(&law);
        test_derivatives(&law);
        test_passive(&law);
        test_together(&law);
        test_mean(&law);
        test_scales(&law);
    }
}

static void test_exponents(void) {
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    for (double alpha = 1.0; alpha <= 3.0; alpha += 0.0625) {
        cr_law_set(&law, "alpha", alpha, NULL);
        cr_law_prepare(&law, NULL);
        CHECK_REL(cr_law_force(&law, 3e-4, 0), 1e7 * pow(3e-4, alpha), 1e-14);
        test_mean(&law);
        cr_law lossy;
        cr_law_make("hunt-crossley", (cr_setting[]){{"alpha", alpha}, {"mu", 0.3}, {0}}, &lossy, NULL);
        test_together(&lossy);
        lossy.two_sided = true;
        test_together(&lossy);
    }
}

static void test_refusals(void) {
    cr_error error;
    CHECK(!cr_law_find("hunt-crosley", &error), "misspelt");
    CHECK(strstr(error.reason, "did you mean \"hunt-crossley\""), "%s", error.reason);
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    CHECK(cr_law_set(&law, "alpha", 0.9, &error) == CR_ERR_RANGE, "alpha < 1");
    CHECK(cr_law_set(&law, "k", -1, &error) == CR_ERR_RANGE, "k < 0");
    CHECK(cr_law_set(&law, "stiffness", 1, &error) == CR_ERR_UNKNOWN, "unknown key");
    cr_law_set(&law, "mu", 0.1, NULL);
    cr_law_set(&law, "lambda", 10, NULL);
    CHECK(cr_law_prepare(&law, &error) == CR_ERR_INPUT, "mu and lambda contradict each other");
}

// S2 cases A to F; steel of the project's table (200 GPa) instead of the 210 GPa of the reference figures.
static void test_hertz(void) {
    const cr_material *steel = cr_material_find("steel", NULL), *iron = cr_material_find("cast-iron", NULL);
    const cr_material *brass = cr_material_find("brass", NULL), *cork = cr_material_find("cork", NULL);
    cr_error error;
    CHECK_REL(cr_hertz_modulus(brass, brass), 5.98e10, 1e-3);
    CHECK_REL(cr_hertz_stiffness(brass, brass, cr_hertz_radius(0.015, 0.015)), 6.91e9, 1e-3);
    CHECK_REL(cr_hertz_stiffness(cork, cork, cr_hertz_radius(0.0166, 0.0166)), 1.2147e6, 1e-4);
    CHECK_REL(cr_hertz_stiffness(steel, iron, cr_hertz_radius(0.0127, HUGE_VAL)), 1.17e10, 0.025);
    CHECK(!cr_material_find("steal", &error) && strstr(error.reason, "\"steel\""), "%s", error.reason);
    int count;
    const cr_material *all = cr_materials(&count);
    for (int i = 0; i < count; i++)
        CHECK(all[i].density > 0 && all[i].young > 0 && *all[i].source, "%s", all[i].name);
}

int main(void) {
    test_whole_table();
    test_exponents();
    test_refusals();
    test_hertz();
    return test_summary();
}
