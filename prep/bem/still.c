#include "prep/bem/still.h"

#include <complex.h>

// The air that moves along with the surface is as thick as l, l^2 = int p^2/int g^2. A sphere that moves as a
// whole has l = a/2, and with x = ka = 2 k l
//     p(k)/p(0) = (1 - ix)/(1 - ix - x^2/2)
// (Morse, Ingard, section 7.1): more than 1 at first, then that of a plane wave, p = g/(ik). Taken for all.
void cr_bem_still_wave(const cr_bem_surface *surface, double k, const float *g, cr_complex *p) {
    double thick = 0.0, square = 0.0;
    for (int j = 0; j < surface->triangles; j++) {
        thick += (double)(crealf(p[j]) * crealf(p[j])) * surface->area[j];
        square += (double)(g[j] * g[j]) * surface->area[j];
    }
    if (!(square > 0.0)) return;
    double x = 2.0 * k * sqrt(thick / square);
    cr_complex ratio = (cr_complex)(cr_wide_of(1.0, -x) / cr_wide_of(1.0 - 0.5 * x * x, -x));
    for (int j = 0; j < surface->triangles; j++) p[j] *= ratio;
}
