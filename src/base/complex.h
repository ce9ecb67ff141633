// Complex numbers whose products and quotients are the same with every compiler.
#ifndef CAROM_BASE_COMPLEX_H
#define CAROM_BASE_COMPLEX_H

typedef struct cr_complex {
    double re, im;
} cr_complex;

static inline cr_complex cr_complex_plus(cr_complex a, cr_complex b) {
    return (cr_complex){a.re + b.re, a.im + b.im};
}

static inline cr_complex cr_complex_minus(cr_complex a, cr_complex b) {
    return (cr_complex){a.re - b.re, a.im - b.im};
}

static inline cr_complex cr_complex_scale(double c, cr_complex a) {
    return (cr_complex){c * a.re, c * a.im};
}

static inline cr_complex cr_complex_times(cr_complex a, cr_complex b) {
    return (cr_complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline double cr_complex_square(cr_complex a) { // |a|^2
    return a.re * a.re + a.im * a.im;
}

static inline cr_complex cr_complex_over(cr_complex a, cr_complex b) {
    double size = cr_complex_square(b);
    return (cr_complex){(a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size};
}

#endif
