// Fields of points, and how far one set of pressures is from another.
#ifndef CAROM_RIGS_BEM_ERRORS_H
#define CAROM_RIGS_BEM_ERRORS_H

#include "prep/bem/source.h"
#include "prep/bem/vector.h"

#include <complex.h>
#include <math.h>

// The pressure that points give.
static inline cr_wide bem_field_of(const cr_bem_source *source, int count, double k, const double at[3]) {
    cr_wide sum = 0.0;
    for (int i = 0; i < count; i++) {
        double d[3];
        cr_sub3(source[i].at, at, d);
        double r = cr_length3(d);
        sum += cr_wide_of(cos(k * r), sin(k * r)) / (4.0 * cr_pi * r) *
               (source[i].monopole +
                source[i].dipole * cr_wide_of(-1.0 / r, k) * cr_dot3(d, source[i].along) / r);
    }
    return sum;
}

typedef struct bem_errors {
    double decibel, part; // of the power; relative, of the pressure
} bem_errors;

static inline bem_errors bem_compare(const cr_wide *got, const cr_wide *right, int count) {
    double power = 0.0, all = 0.0, bad = 0.0;
    for (int i = 0; i < count; i++) {
        power += pow(cabs(got[i]), 2.0);
        all += pow(cabs(right[i]), 2.0);
        bad += pow(cabs(got[i] - right[i]), 2.0);
    }
    return (bem_errors){10.0 * log10(power / all), sqrt(bad / all)};
}

#endif
