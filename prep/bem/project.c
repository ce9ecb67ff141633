#include "prep/bem/bem.h"
#include "prep/bem/vector.h"
#include "radiate/waves.h"

#include <complex.h>
#include <string.h>

void cr_bem_project(const cr_bem_surface *surface, double k, const float *g, const cr_complex *p,
                    const double centre[3], int order, double *c) {
    double value[CR_WAVES_TERMS], slope[CR_WAVES_TERMS], at[3];
    int terms = (order + 1) * (order + 1);
    memset(c, 0, 2 * (size_t)terms * sizeof *c);
    for (int j = 0; j < surface->triangles; j++) {
        double weight = surface->area[j] / CR_BEM_POINTS, re = (double)crealf(p[j]),
               im = (double)cimagf(p[j]);
        for (int q = 0; q < CR_BEM_POINTS; q++) {
            cr_bem_surface_point(surface, j, q, at);
            cr_sub3(at, centre, at);
            cr_regular_waves(order, k, at, surface->normal[j], value, slope);
            for (int t = 0; t < terms; t++) { // times i k
                c[2 * t] -= weight * k * im * slope[t];
                c[2 * t + 1] += weight * k * (re * slope[t] - (double)g[j] * value[t]);
            }
        }
    }
}
