// Complex numbers whose products and quotients are the same with every compiler.
#ifndef CAROM_BASE_NUMBER_H
#define CAROM_BASE_NUMBER_H

typedef struct cr_number {
    double re, im;
} cr_number;

static inline cr_number cr_number_plus(cr_number a, cr_number b) {
    return (cr_number){a.re + b.re, a.im + b.im};
}

static inline cr_number cr_number_minus(cr_number a, cr_number b) {
    return (cr_number){a.re - b.re, a.im - b.im};
}

static inline cr_number cr_number_scale(double c, cr_number a) {
    return (cr_number){c * a.re, c * a.im};
}

static inline cr_number cr_number_times(cr_number a, cr_number b) {
    return (cr_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline double cr_number_square(cr_number a) { // |a|^2
    return a.re * a.re + a.im * a.im;
}

static inline cr_number cr_number_over(cr_number a, cr_number b) {
    double size = cr_number_square(b);
    return (cr_number){(a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size};
}

#endif
