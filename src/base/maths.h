// Elementary functions that give the same bits on every machine, compiler and C library: additions, products,
// quotients and square roots of doubles and operations on integers, in an order that the source fixes,
// without fused multiply-adds. src/ calls no function of <math.h> but those whose result is defined exactly
// (sqrt, fabs, copysign, floor, ceil, round, fmod, frexp, ...); tools/check-includes has the list. Errors are
// below 1 unit in the last place, as tests/base/test_maths.c measures; NaN, infinities, zeros and subnormals
// are treated as C's Annex F asks.
#ifndef CAROM_BASE_MATHS_H
#define CAROM_BASE_MATHS_H

// They read and write nothing else: what is known before a call is known after it.
#ifdef __GNUC__
#define CR_CONST __attribute__((const))
#else
#define CR_CONST
#endif

CR_CONST double cr_exp(double x);
CR_CONST double cr_expm1(double x); // e^x - 1
CR_CONST double cr_log(double x);
CR_CONST double cr_log1p(double x); // log(1 + x)
CR_CONST double cr_pow(double x, double y);
CR_CONST double cr_sin(double x);
CR_CONST double cr_cos(double x);
CR_CONST double cr_tan(double x);
CR_CONST double cr_sinh(double x);
CR_CONST double cr_cosh(double x);
CR_CONST double cr_tanh(double x);
CR_CONST double cr_asin(double x);
CR_CONST double cr_acos(double x);
CR_CONST double cr_atan2(double y, double x);
CR_CONST double cr_atanh(double x);
CR_CONST double cr_gamma(double x); // of x > 0, else NaN

#endif
