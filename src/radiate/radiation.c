#include "carom/radiate.h"

static const char *const names[] = {"none", "static", "exact", "revolved"};

const char *cr_radiation_route_name(cr_radiation_route route) {
    return names[route];
}

static cr_status check_mode(const cr_multipoles *mode, double radius, int index, const char *place,
                            cr_error *error) {
    // Below, Hankel functions of the highest order come near the largest number; no solid sounds so low.
    const double smallest = 1e-3;
    if (mode->route == CR_RADIATION_NONE && !mode->c) return CR_OK;
    if (!mode->c || mode->route < CR_RADIATION_STATIC || mode->route > CR_RADIATION_REVOLVED)
        return cr_fail(error, CR_ERR_INPUT, place, "mode %d has multipoles without a route or none with one",
                       index + 1);
    if (mode->order < 0 || mode->order > CR_RADIATION_ORDER_MAX)
        return cr_fail(error, CR_ERR_INPUT, place, "mode %d has order %d, at most %d is known", index + 1,
                       mode->order, CR_RADIATION_ORDER_MAX);
    if (!(mode->wave_number * radius >= smallest) || !isfinite(mode->wave_number))
        return cr_fail(error, CR_ERR_INPUT, place,
                       "mode %d has the wave number %g 1/m, %g or more is needed for this size", index + 1,
                       mode->wave_number, smallest / radius);
    if (!(mode->efficiency >= 0.0) || isinf(mode->efficiency) || isinf(mode->error) || mode->error < 0.0 ||
        mode->triangles < 0)
        return cr_fail(error, CR_ERR_INPUT, place, "mode %d has impossible figures", index + 1);
    for (int i = 0; i < 2 * (mode->order + 1) * (mode->order + 1); i++)
        if (!isfinite(mode->c[i]))
            return cr_fail(error, CR_ERR_INPUT, place, "mode %d has a multipole that is no number",
                           index + 1);
    return CR_OK;
}

cr_status cr_radiation_check(const cr_radiation *radiation, const char *place, cr_error *error) {
    const double positive[] = {radiation->radius, radiation->speed, radiation->density};
    for (int i = 0; i < 3; i++) {
        if (!isfinite(radiation->centre[i]))
            return cr_fail(error, CR_ERR_INPUT, place, "the centre of radiation is no point");
        if (!(positive[i] > 0.0) || isinf(positive[i]))
            return cr_fail(error, CR_ERR_INPUT, place, "radius, speed and density of the air are above 0");
    }
    if (radiation->count < 0) return cr_fail(error, CR_ERR_INPUT, place, "fewer than no modes");
    for (int i = 0; i < radiation->count; i++) {
        cr_status status = check_mode(&radiation->mode[i], radiation->radius, i, place, error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}

static double sum_of_squares(const cr_multipoles *mode) {
    double sum = 0.0;
    for (int i = 0; mode->c && i < 2 * (mode->order + 1) * (mode->order + 1); i++)
        sum += mode->c[i] * mode->c[i];
    return sum;
}

// W = sum |c|^2 |a|^2/(2 rho c k^2). The mode has the energy |a|^2/(2 w^2), of which amplitudes that fall as
// e^(-d t) give away 2 d per second: d = w^2 W/|a|^2.
double cr_radiation_damping(const cr_radiation *radiation, int mode) {
    return 0.5 * radiation->speed / radiation->density * sum_of_squares(&radiation->mode[mode]);
}

double cr_radiation_power(const cr_radiation *radiation, int mode, double acceleration) {
    double w = radiation->speed * radiation->mode[mode].wave_number;
    return radiation->mode[mode].c
               ? cr_radiation_damping(radiation, mode) * acceleration * acceleration / (w * w)
               : 0.0;
}
