// The elementary functions of src/base/maths.h against long double, or, with CAROM_MPFR
// (tests/scripts/maths-mpfr.sh), against MPFR with 200 bits. Bounds in units in the last place: 0.5 is the
// rounding that no function can avoid; each is a little above the largest error of 10^6 arguments.
#include "base/maths.h"
#include "base/maths_pair.h"
#include "base/random.h"
#include "seeds.h"
#include "test.h"

#include <float.h>
#include <stdlib.h>

#ifdef CAROM_MPFR
#include <mpfr.h>
#define REFERENCE(name, long_double, exact)                                                                  \
    static long double ref_##name(double x, double y) {                                                      \
        mpfr_t a, b;                                                                                         \
        (void)y;                                                                                             \
        mpfr_inits2(200, a, b, (mpfr_ptr)0);                                                                 \
        mpfr_set_d(a, x, MPFR_RNDN);                                                                         \
        mpfr_set_d(b, y, MPFR_RNDN);                                                                         \
        exact;                                                                                               \
        long double result = mpfr_get_ld(a, MPFR_RNDN);                                                      \
        mpfr_clears(a, b, (mpfr_ptr)0);                                                                      \
        return result;                                                                                       \
    }
#define ONE(name, function) REFERENCE(name, function##l(x), mpfr_##function(a, a, MPFR_RNDN))
#define TWO(name, function) REFERENCE(name, function##l(x, y), mpfr_##function(a, a, b, MPFR_RNDN))
#define mpfr_tgamma mpfr_gamma
#else
#define REFERENCE(name, long_double)                                                                         \
    static long double ref_##name(double given_x, double given_y) {                                          \
        long double x = (long double)given_x, y = (long double)given_y;                                      \
        (void)y;                                                                                             \
        return long_double;                                                                                  \
    }
#define ONE(name, function) REFERENCE(name, function##l(x))
#define TWO(name, function) REFERENCE(name, function##l(x, y))
#endif

#define CALL(name, function)                                                                                 \
    static double own_##name(double x, double y) {                                                           \
        (void)y;                                                                                             \
        return function;                                                                                     \
    }
#define BOTH(name)                                                                                           \
    ONE(name, name)                                                                                          \
    CALL(name, cr_##name(x))
BOTH(exp)
BOTH(expm1)
BOTH(log)
BOTH(log1p)
BOTH(sin)
BOTH(cos)
BOTH(tan)
BOTH(sinh)
BOTH(cosh)
BOTH(tanh)
BOTH(asin)
BOTH(acos)
BOTH(atanh)
ONE(gamma, tgamma)
CALL(gamma, cr_gamma(x))
TWO(pow, pow)
CALL(pow, cr_pow(x, y))
TWO(atan2, atan2)
CALL(atan2, cr_atan2(x, y))

typedef double (*own_function)(double x, double y);
typedef long double (*reference_function)(double x, double y);

static double unit_of(long double value) {
    int exponent;
    frexpl(value, &exponent);
    exponent = exponent < DBL_MIN_EXP ? DBL_MIN_EXP : exponent;
    return ldexp(1.0, exponent - DBL_MANT_DIG);
}

// Beyond the largest number by half a unit is infinite.
static double error_of(double got, long double wanted) {
    if (isnan(wanted)) return isnan(got) ? 0.0 : HUGE_VAL;
    const long double largest = (long double)DBL_MAX;
    if (fabsl(wanted) > largest || isinf(got)) {
        if (isinf(got) && fabsl(wanted) >= largest && (got > 0.0) == (wanted > 0.0L)) return 0.0;
        return got == copysign(DBL_MAX, (double)wanted) && fabsl(wanted) < largest * 1.0000000000000002L
                   ? 0.5
                   : HUGE_VAL;
    }
    return (double)(fabsl((long double)got - wanted) / (long double)unit_of(wanted));
}

typedef enum spread { EVENLY, BY_SIZE, ANY_BITS } spread;

typedef struct row {
    const char *name;
    own_function own;
    reference_function reference;
    spread spread;
    double least, most; // of x; BY_SIZE: of its size, both signs
    double bound;
} row;

static double draw(uint64_t *state, spread how, double least, double most) {
    double part = 0.5 + 0.5 * cr_random_uniform(state);
    if (how == EVENLY) return least + (most - least) * part;
    if (how == BY_SIZE)
        return exp(log(least) + part * (log(most) - log(least))) * (cr_random_uniform(state) < 0 ? -1 : 1);
    cr_random_uniform(state);
    return cr_of_bits(*state * 2685821657736338717u);
}

#define SAME(name) #name, own_##name, ref_##name
static const row rows[] = {
    {SAME(exp), EVENLY, -708, 709.79, 0.52},
    {SAME(exp), EVENLY, -745.2, -708, 0.76}, // subnormal: rounded twice {SAME(exp), EVENLY, -1, 1, 0.52},
    {SAME(exp), BY_SIZE, 1e-20, 700, 0.52},
    {SAME(expm1), EVENLY, -1, 1, 0.6},
    {SAME(expm1), BY_SIZE, 1e-310, 700, 0.6},
    {SAME(log), ANY_BITS, 0, 0, 0.52},
    {SAME(log), EVENLY, 0.5, 2, 0.52},
    {SAME(log), EVENLY, 0.99, 1.01, 0.52},
    {SAME(log1p), EVENLY, -1, 1, 0.52},
    {SAME(log1p), BY_SIZE, 1e-310, 1e300, 0.52},
    {SAME(sin), EVENLY, -7, 7, 0.8},
    {SAME(sin), ANY_BITS, 0, 0, 0.8},
    {SAME(sin), BY_SIZE, 1e-9, 1e7, 0.8},
    {SAME(cos), EVENLY, -7, 7, 0.8},
    {SAME(cos), ANY_BITS, 0, 0, 0.8},
    {SAME(cos), BY_SIZE, 1e-9, 1e7, 0.8},
    {SAME(tan), EVENLY, -7, 7, 0.6},
    {SAME(tan), ANY_BITS, 0, 0, 0.6},
    {SAME(sinh), EVENLY, -2, 2, 0.7},
    {SAME(sinh), BY_SIZE, 1e-310, 711, 0.7},
    {SAME(cosh), EVENLY, -2, 2, 0.6},
    {SAME(cosh), BY_SIZE, 1e-10, 711, 0.6},
    {SAME(tanh), EVENLY, -2, 2, 0.7},
    {SAME(tanh), BY_SIZE, 1e-310, 30, 0.7},
    {SAME(asin), EVENLY, -1, 1, 0.55},
    {SAME(asin), BY_SIZE, 1e-310, 1, 0.55},
    {SAME(acos), EVENLY, -1, 1, 0.55},
    {SAME(acos), BY_SIZE, 1e-310, 1, 0.55},
    {SAME(atanh), EVENLY, -1, 1, 0.55},
    {SAME(atanh), BY_SIZE, 1e-310, 1, 0.55},
    {SAME(gamma), EVENLY, 0, 30, 0.55},
    {SAME(gamma), EVENLY, 0, 172, 0.55},
    {SAME(pow), EVENLY, 0, 10, 0.53},
    {SAME(pow), EVENLY, 0.99, 1.01, 0.55},
    {SAME(pow), ANY_BITS, 0, 0, 0.76},
    {SAME(atan2), EVENLY, -3, 3, 0.55},
    {SAME(atan2), ANY_BITS, 0, 0, 0.76},
};

static double second_of(const row *r, uint64_t *state, double x) {
    double part = cr_random_uniform(state);
    if (r->own == own_atan2) return draw(state, r->spread, r->least, r->most);
    if (r->own != own_pow) return 0.0;
    if (r->spread == ANY_BITS && part < 0.0) return draw(state, ANY_BITS, 0, 0);
    if (r->spread == ANY_BITS && part < 0.5) return floor(100.0 * part);
    return part * 746.0 / log(fabs(x)) * (part > 0.5 ? 1.0 : 0.01);
}

static void test_errors(uint64_t seed) {
    const char *more = getenv("CAROM_TEST_ARGUMENTS");
    const int count = more ? atoi(more) : TEST_AMOUNT(6000, 1000);
    uint64_t state = cr_random_seed(seed);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        double worst = 0.0, at = 0.0, with = 0.0;
        for (int n = 0; n < count; n++) {
            double x = draw(&state, r->spread, r->least, r->most), y = second_of(r, &state, x);
            double error = error_of(r->own(x, y), r->reference(x, y));
            if (r->own == own_gamma && !(x > 0.0)) continue;
            if (error > worst) worst = error, at = x, with = y;
        }
        if (more)
            printf("%-6s %d %8.3g .. %-8.3g  %.4f at %a %a\n", r->name, (int)r->spread, r->least, r->most,
                   worst, at, with);
        CHECK(worst <= r->bound, "%s(%a, %a) is off by %.3f units: %a", r->name, at, with, worst,
              r->own(at, with));
    }
}

// NaN, infinities, zeros and their signs, and what is exact: as the C library has it.
static void test_special(void) {
    static const double values[] = {0.0,
                                    -0.0,
                                    1.0,
                                    -1.0,
                                    0.5,
                                    -0.5,
                                    2.0,
                                    -2.0,
                                    3.0,
                                    -3.0,
                                    HUGE_VAL,
                                    -HUGE_VAL,
                                    0x1p-1074,
                                    -0x1p-1074,
                                    0x1p-1022,
                                    0x1p1023,
                                    -0x1p1023,
                                    0x1p53,
                                    -0x1p53,
                                    0x1.fffffffffffffp1023,
                                    0x1.fffffffffffffp52,
                                    1e-300,
                                    1e300,
                                    709.7,
                                    -745.1,
                                    (double)NAN};
    const int count = sizeof values / sizeof *values;
    static const row special[] = {
        {SAME(exp), EVENLY, 0, 0, 1},   {SAME(expm1), EVENLY, 0, 0, 1}, {SAME(log), EVENLY, 0, 0, 1},
        {SAME(log1p), EVENLY, 0, 0, 1}, {SAME(sin), EVENLY, 0, 0, 1},   {SAME(cos), EVENLY, 0, 0, 1},
        {SAME(tan), EVENLY, 0, 0, 1},   {SAME(sinh), EVENLY, 0, 0, 1},  {SAME(cosh), EVENLY, 0, 0, 1},
        {SAME(tanh), EVENLY, 0, 0, 1},  {SAME(asin), EVENLY, 0, 0, 1},  {SAME(acos), EVENLY, 0, 0, 1},
        {SAME(atanh), EVENLY, 0, 0, 1}, {SAME(pow), EVENLY, 0, 0, 1},   {SAME(atan2), EVENLY, 0, 0, 1}};
    for (size_t f = 0; f < sizeof special / sizeof *special; f++)
        for (int i = 0; i < count; i++)
            for (int k = 0; k < count; k++) {
                double x = values[i], y = values[k], got = special[f].own(x, y);
                long double wanted = special[f].reference(x, y);
                CHECK(error_of(got, wanted) <= special[f].bound &&
                          (isnan(got) || !signbit(got) == !signbit(wanted)),
                      "%s(%a, %a) = %a, not %La", special[f].name, x, y, got, wanted);
            }
}

int main(void) {
#ifndef CAROM_MPFR
    if (LDBL_MANT_DIG <= DBL_MANT_DIG) return 77;
#endif
    for (TEST_SEEDS(seed, 1, 2, 3)) test_errors(seed);
    test_special();
    return test_summary();
}
