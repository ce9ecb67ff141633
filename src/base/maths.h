// Elementary functions that give the same bits on every machine, compiler and C library: additions, products,
// quotients and square roots of doubles and operations on integers, in an order that the source fixes,
// without fused multiply-adds. src/ calls no function of <math.h> but those whose result is defined exactly
// (sqrt, fabs, copysign, floor, ceil, round, fmod, frexp, ...); tools/check-includes has the list. Errors are
// below 1 unit in the last place, as tests/base/test_maths.c measures; NaN, infinities, zeros and subnormals
// are treated as C's Annex F asks.
#ifndef CAROM_BASE_MATHS_H
#define CAROM_BASE_MATHS_H

double cr_exp(double x);
double cr_expm1(double x); // e^x - 1
double cr_log(double x);
double cr_log1p(double x); // log(1 + x)
double cr_pow(double x, double y);
double cr_sin(double x);
double cr_cos(double x);
double cr_tan(double x);
double cr_sinh(double x);
double cr_cosh(double x);
double cr_tanh(double x);
double cr_asin(double x);
double cr_acos(double x);
double cr_atan2(double y, double x);
double cr_atanh(double x);
double cr_gamma(double x); // of x > 0, else NaN

#endif
