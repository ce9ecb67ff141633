#include "radiate/waves.h"

// Y_nm = N_nm P_n^m(cos theta) e^(i m phi), m >= 0, of the unit vector (x y z), without the sign (-1)^m:
//   Y_00 = 1/sqrt(4 pi),  Y_mm = sqrt((2m+1)/(2m)) (x + i y) Y_m-1,m-1,
//   Y_nm = a_nm (z Y_n-1,m - Y_n-2,m/a_n-1,m),  a_nm = sqrt((4n^2 - 1)/(n^2 - m^2)).
// The real harmonics are sqrt(2) times the real part (m > 0) and the imaginary part (-m).
void cr_harmonics(int order, const double unit[3], double *y) {
    const double root = sqrt(2.0);
    double re = sqrt(0.25 / cr_pi), im = 0.0;
    for (int m = 0; m <= order; m++) {
        if (m) {
            double factor = sqrt((2.0 * m + 1.0) / (2.0 * m)), turned = re * unit[0] - im * unit[1];
            im = factor * (re * unit[1] + im * unit[0]);
            re = factor * turned;
        }
        double last = 0.0, now = 1.0, a_last = 1.0; // of the part that depends on z alone
        for (int n = m; n <= order; n++) {
            if (n > m) {
                double a = sqrt((4.0 * n * n - 1.0) / ((double)n * n - (double)m * m));
                double next = a * (unit[2] * now - last / a_last);
                last = now;
                now = next;
                a_last = a;
            }
            y[cr_wave_term(n, m)] = (m ? root : 1.0) * re * now;
            if (m) y[cr_wave_term(n, -m)] = root * im * now;
        }
    }
}

typedef struct wave {
    double re, im;
} wave;

// The complex j_n Y_nm of the real ones, m >= 0; 0 where there is none.
static wave wave_at(const double *value, int n, int m) {
    if (n < 0 || m > n) return (wave){0.0, 0.0};
    if (m == 0) return (wave){value[cr_wave_term(n, 0)], 0.0};
    double half = sqrt(0.5);
    return (wave){half * value[cr_wave_term(n, m)], half * value[cr_wave_term(n, -m)]};
}

static wave mix(double a, wave x, double b, wave y) {
    return (wave){a * x.re + b * y.re, a * x.im + b * y.im};
}

// sqrt(a b/((2n-1)(2n+1)))
static double ladder(int n, int a, int b) {
    return sqrt((double)a * b / ((2.0 * n - 1.0) * (2.0 * n + 1.0)));
}

// Derivatives of f_n Y_nm, f_n any solution of the radial equation, over k (the products of the unit vector
// with Y_nm, with f_n' - n f_n/r = -f_n+1 for what goes up and f_n' + (n+1) f_n/r = f_n-1 for what goes
// down):
//   d/dz         = sqrt((n^2-m^2)/..) f_n-1 Y_n-1,m - sqrt(((n+1)^2-m^2)/..) f_n+1 Y_n+1,m
//   d/dx + i d/dy = -sqrt((n+m+1)(n+m+2)/..) f_n+1 Y_n+1,m+1 - sqrt((n-m)(n-m-1)/..) f_n-1 Y_n-1,m+1
//   d/dx - i d/dy = sqrt((n-m+1)(n-m+2)/..) f_n+1 Y_n+1,m-1 + sqrt((n+m)(n+m-1)/..) f_n-1 Y_n-1,m-1   (m > 0)
static wave slope_of(const double *value, int n, int m, const double along[3]) {
    wave z = mix(n ? ladder(n, n - m, n + m) : 0.0, wave_at(value, n - 1, m),
                 -ladder(n + 1, n + 1 - m, n + 1 + m), wave_at(value, n + 1, m));
    wave plus = mix(-ladder(n + 1, n + m + 1, n + m + 2), wave_at(value, n + 1, m + 1),
                    n > m ? -ladder(n, n - m, n - m - 1) : 0.0, wave_at(value, n - 1, m + 1));
    wave minus = {plus.re, -plus.im}; // of a real wave
    if (m > 0)
        minus = mix(ladder(n + 1, n - m + 1, n - m + 2), wave_at(value, n + 1, m - 1),
                    ladder(n, n + m, n + m - 1), wave_at(value, n - 1, m - 1));
    wave x = {0.5 * (plus.re + minus.re), 0.5 * (plus.im + minus.im)};
    wave y = {0.5 * (plus.im - minus.im), -0.5 * (plus.re - minus.re)};
    return (wave){along[0] * x.re + along[1] * y.re + along[2] * z.re,
                  along[0] * x.im + along[1] * y.im + along[2] * z.im};
}

void cr_regular_waves(int order, double k, const double at[3], const double along[3], double *value,
                      double *slope) {
    const double root = sqrt(2.0);
    double all[CR_WAVES_TERMS], j[CR_WAVES_ORDER + 1], unit[3] = {0.0, 0.0, 1.0};
    double r = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    for (int i = 0; i < 3 && r > 0.0; i++) unit[i] = at[i] / r;
    cr_spherical_bessel(order + 1, k * r, j);
    cr_harmonics(order + 1, unit, all);
    for (int n = 0; n <= order + 1; n++)
        for (int m = -n; m <= n; m++) all[cr_wave_term(n, m)] *= j[n];
    for (int n = 0; n <= order; n++)
        for (int m = 0; m <= n; m++) {
            wave s = slope_of(all, n, m, along);
            slope[cr_wave_term(n, m)] = (m ? root : 1.0) * k * s.re;
            if (m) slope[cr_wave_term(n, -m)] = root * k * s.im;
        }
    for (int i = 0; i < (order + 1) * (order + 1); i++) value[i] = all[i];
}
