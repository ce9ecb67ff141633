#include "prep/bem/multipoles.h"

#include "radiate/waves.h"

int cr_multipoles_order(double wave_number, double radius) {
    const int surplus = 8; // terms fall by (R/r)^n beyond kR: 1 % at 1.5 radii, less farther away
    double order = ceil(wave_number * radius) + surplus;
    return order <= CR_RADIATION_ORDER_MAX ? (int)order : -1;
}

// Drops top orders while they hold less than 1e-4 of the power together, and each less than 1 % of the
// pressure at 1.5 radii.
static int trim(const cr_multipoles *m, double radius) {
    double power[CR_RADIATION_ORDER_MAX + 1], all = 0.0, most = 0.0, lost = 0.0;
    double h[CR_RADIATION_ORDER_MAX + 1][2], near[CR_RADIATION_ORDER_MAX + 1];
    cr_spherical_hankel(m->order, 1.5 * m->wave_number * radius, h);
    for (int n = 0; n <= m->order; n++) {
        power[n] = 0.0;
        for (int t = 2 * n * n; t < 2 * (n + 1) * (n + 1); t++) power[n] += m->c[t] * m->c[t];
        near[n] = sqrt(power[n] * (h[n][0] * h[n][0] + h[n][1] * h[n][1]));
        all += power[n];
        most = fmax(most, near[n]);
    }
    int order = m->order;
    for (; order > 0; order--) {
        lost += power[order];
        if (lost > 1e-4 * all || near[order] > 0.01 * most) break;
    }
    return order;
}

// The efficiency is W over rho c times the mean of v_n^2 in time and over the surface: sum |c|^2/int g^2.
void cr_multipoles_fill(const cr_bem_source *source, int count, double square, const double centre[3],
                        double radius, cr_multipoles *out) {
    double sum = 0.0;
    out->order = cr_multipoles_order(out->wave_number, radius);
    cr_bem_project(source, count, out->wave_number, centre, out->order, out->c);
    out->order = trim(out, radius);
    for (int t = 0; t < 2 * (out->order + 1) * (out->order + 1); t++) sum += out->c[t] * out->c[t];
    out->efficiency = square > 0.0 ? sum / square : 0.0;
}
