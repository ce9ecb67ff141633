#include "carom/radiate.h"

static const char *const names[] = {"none", "static", "exact", "revolved", "kirchhoff", "sheet", "wires"};

const char *cr_radiation_route_name(cr_radiation_route route) {
    return names[route];
}

static cr_status check_patches(const cr_radiation *radiation, const cr_multipoles *mode, int index,
                               const char *place, cr_error *error) {
    if (mode->set < 0 || mode->set > radiation->sets || (mode->set > 0) != (mode->patch != NULL))
        return cr_fail(error, CR_ERR_INPUT, place, "mode %d has patches that are not there", index + 1);
    int values = mode->set ? CR_RADIATION_PATCH * radiation->set[mode->set - 1].count : 0;
    for (int i = 0; i < values; i++)
        if (!isfinite(mode->patch[i]))
            return cr_fail(error, CR_ERR_INPUT, place, "mode %d has a patch that is no number", index + 1);
    return CR_OK;
}

static cr_status check_mode(const cr_radiation *radiation, int index, const char *place, cr_error *error) {
    // Below, Hankel functions of the highest order come near the largest number; no solid sounds so low.
    const double smallest = 1e-3;
    const cr_multipoles *mode = &radiation->mode[index];
    bool sounds = mode->c || mode->patch;
    if (mode->route == CR_RADIATION_NONE && !sounds) return CR_OK;
    if (!sounds || mode->route < CR_RADIATION_STATIC || mode->route > CR_RADIATION_WIRES)
        return cr_fail(error, CR_ERR_INPUT, place, "mode %d has a sound without a route or none with one",
                       index + 1);
    if (mode->order < 0 || mode->order > CR_RADIATION_ORDER_MAX)
        return cr_fail(error, CR_ERR_INPUT, place, "mode %d has order %d, at most %d is known", index + 1,
                       mode->order, CR_RADIATION_ORDER_MAX);
    if (!(mode->wave_number * radiation->radius >= smallest) || !isfinite(mode->wave_number))
        return cr_fail(error, CR_ERR_INPUT, place,
                       "mode %d has the wave number %g 1/m, %g or more is needed for this size", index + 1,
                       mode->wave_number, smallest / radiation->radius);
    if (!(mode->efficiency >= 0.0) || isinf(mode->efficiency) || isinf(mode->error) || mode->error < 0.0 ||
        !(mode->strength >= 0.0) || isinf(mode->strength) || mode->triangles < 0)
        return cr_fail(error, CR_ERR_INPUT, place, "mode %d has impossible figures", index + 1);
    for (int i = 0; mode->c && i < 2 * (mode->order + 1) * (mode->order + 1); i++)
        if (!isfinite(mode->c[i]))
            return cr_fail(error, CR_ERR_INPUT, place, "mode %d has a multipole that is no number",
                           index + 1);
    return check_patches(radiation, mode, index, place, error);
}

static cr_status check_set(const cr_radiation *radiation, int index, const char *place, cr_error *error) {
    const cr_patches *set = &radiation->set[index];
    bool good = set->count > 0 && set->side > 0.0 && isfinite(set->side);
    for (int i = 0; i < set->count && good; i++) {
        double square = 0.0;
        for (int d = 0; d < 3; d++) {
            double off = (double)set->at[i][d] - radiation->centre[d];
            square += off * off;
        }
        good = square <= 1.1 * radiation->radius * radiation->radius; // rounding, and what a mesh bulges
        for (int d = 0; set->along && d < 4; d++) good = good && isfinite(set->along[i][d]);
        good = good && !(set->along && set->along[i][3] < 0.0f);
    }
    return good ? CR_OK : cr_fail(error, CR_ERR_INPUT, place, "patches %d are not on the body", index + 1);
}

cr_status cr_radiation_check(const cr_radiation *radiation, const char *place, cr_error *error) {
    const double positive[] = {radiation->radius, radiation->speed, radiation->density};
    for (int i = 0; i < 3; i++) {
        if (!isfinite(radiation->centre[i]))
            return cr_fail(error, CR_ERR_INPUT, place, "the centre of radiation is no point");
        if (!(positive[i] > 0.0) || isinf(positive[i]))
            return cr_fail(error, CR_ERR_INPUT, place, "radius, speed and density of the air are above 0");
    }
    if (radiation->count < 0 || radiation->sets < 0)
        return cr_fail(error, CR_ERR_INPUT, place, "fewer than no modes");
    cr_status status = CR_OK;
    for (int i = 0; i < radiation->sets && status == CR_OK; i++)
        status = check_set(radiation, i, place, error);
    for (int i = 0; i < radiation->count && status == CR_OK; i++)
        status = check_mode(radiation, i, place, error);
    return status;
}

static double sum_of_squares(const cr_multipoles *mode) {
    double sum = mode->c ? 0.0 : mode->strength;
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
    return w > 0.0 ? cr_radiation_damping(radiation, mode) * acceleration * acceleration / (w * w) : 0.0;
}
