// S1's closed formulas, corrected, equal one step of the network; as printed, where there is a misprint, they
// do not. The tromba marina converges with the second order. (Balances and the rest: `carom reproduce S1`.)
#include "papers/s1/s1.h"
#include "seeds.h"
#include "test.h"

#include <float.h>

// Differences come over the size of what is rounded, so that a limit counts roundings: a formula and the step
// of the library take some fifty operations each.
static const double limit = 100 * DBL_EPSILON;

static void test_formulas(const cr_s1_formula *formulas, int count, unsigned long long seed) {
    enum { STATES = 200 };
    for (int i = 0; i < count; i++) {
        const cr_s1_formula *f = &formulas[i];
        cr_s1_verdict v = cr_s1_try(f, STATES, seed + (unsigned long long)i);
        CHECK(v.greatest <= limit, "%s differs by %g", f->name, v.greatest);
        if (f->misprint)
            CHECK(v.median_printed > 1e-6, "%s: the misprint changes %g", f->name, v.median_printed);
        else CHECK(isnan(v.median_printed), "%s has no misprint", f->name);
    }
}

// A comparison that cannot fail would prove nothing: a wrong formula is seen, even one that is wrong by
// 1e-10.
static const cr_s1_formula *nudged;

static void evaluate_nudged(const cr_s1_case *c, bool as_printed, cr_s1_values *values) {
    nudged->evaluate(c, as_printed, values);
    for (int i = 0; i < values->count; i++) values->formula[i] *= 1.0 + 1e-10;
}

static void test_nudged(const cr_s1_formula *formulas, int count) {
    for (int i = 0; i < count; i++) {
        nudged = &formulas[i];
        cr_s1_formula wrong = *nudged;
        wrong.evaluate = evaluate_nudged;
        double d = cr_s1_try(&wrong, 50, 5).greatest;
        CHECK(d > limit, "%s, wrong by 1e-10, differs by %g only", wrong.name, d);
    }
}

static void evaluate_nothing(const cr_s1_case *c, bool as_printed, cr_s1_values *values) {
    (void)as_printed;
    cr_s1_compare_displacements(c, 1, values);
    values->formula[0] = 2.0 * c->p[0].now - c->p[0].before;
}

static void test_comparison(void) {
    cr_s1_formula none = cr_s1_formulas_lumped[0];
    none.evaluate = evaluate_nothing;
    double d = cr_s1_try(&none, 50, 5).greatest;
    CHECK(d > 1e-4, "flight without contact differs by %g only", d);
}

static void test_convergence(void) {
    static const int times[] = {2, 4, 8};
    for (int two_sided = 0; two_sided < 2; two_sided++) {
        double errors[3];
        cr_s1_convergence(two_sided, times, 3, errors);
        CHECK(errors[2] < 1e-3, "error %g at 8 times the rate", errors[2]);
        for (int i = 1; i < 3; i++)
            CHECK(log2(errors[i - 1] / errors[i]) >= 1.9, "%s: order %g", two_sided ? "signed psi" : "spring",
                  log2(errors[i - 1] / errors[i]));
    }
}

int main(void) {
    for (TEST_SEEDS(seed, 1000, 2000, 3000, 513314689, 19007834)) {
        test_formulas(cr_s1_formulas_lumped, cr_s1_formulas_lumped_count, seed);
        test_formulas(cr_s1_formulas_tromba, cr_s1_formulas_tromba_count, seed + 500);
    }
    test_comparison();
    test_nudged(cr_s1_formulas_lumped, cr_s1_formulas_lumped_count);
    test_nudged(cr_s1_formulas_tromba, cr_s1_formulas_tromba_count);
    test_convergence();
    return test_summary();
}
