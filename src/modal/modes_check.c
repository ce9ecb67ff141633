#include "carom/modes.h"

static cr_status not_in_range(const char *place, const char *what, double value, const char *should,
                              cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, place, "%s is %g, should be %s", what, value, should);
}

static cr_status check_body(const cr_modes *modes, const char *place, cr_error *error) {
    const struct {
        const char *name;
        double value;
        bool zero; // may it be 0?
    } numbers[] = {
        {"density", modes->density, false},
        {"Young's modulus", modes->young, true}, // 0: unknown
        {"mass", modes->mass, false},
        {"moment of inertia xx", modes->inertia[0], false},
        {"moment of inertia yy", modes->inertia[1], false},
        {"moment of inertia zz", modes->inertia[2], false},
        {"damping by mass", modes->rayleigh_mass, true},
        {"damping by stiffness", modes->rayleigh_stiff, true},
        {"limit in frequency", modes->limit, true},
        {"residual", modes->residual, true},
        {"number of tetrahedra", modes->tets, true},
        {"number of unknowns", modes->dof, true},
        {"count below the limit", modes->counted, true},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double x = numbers[i].value;
        if (!isfinite(x) || x < 0 || (x == 0 && !numbers[i].zero))
            return not_in_range(place, numbers[i].name, x, numbers[i].zero ? "0 or more" : "positive", error);
    }
    if (!isfinite(modes->poisson))
        return not_in_range(place, "Poisson's ratio", modes->poisson, "a number", error);
    for (int i = 0; i < 3; i++) {
        if (!isfinite(modes->centre[i]))
            return not_in_range(place, "centre of mass", modes->centre[i], "a number", error);
        if (!isfinite(modes->inertia[3 + i]))
            return not_in_range(place, "product of inertia", modes->inertia[3 + i], "a number", error);
    }
    return CR_OK;
}

static cr_status check_counts(const cr_modes *modes, const char *place, cr_error *error) {
    if (modes->count < 0) return not_in_range(place, "number of modes", modes->count, "0 or more", error);
    if (modes->rigid < 0 || modes->rigid > 6)
        return not_in_range(place, "number of rigid modes", modes->rigid, "0 to 6", error);
    if (modes->vertices < 3)
        return not_in_range(place, "number of vertices", modes->vertices, "3 or more", error);
    if (modes->triangles < 1)
        return not_in_range(place, "number of triangles", modes->triangles, "1 or more", error);
    return CR_OK;
}

static cr_status check_frequencies(const cr_modes *modes, const char *place, cr_error *error) {
    for (int i = 0; i < modes->count; i++) {
        double f = modes->frequency[i], sigma = modes->sigma[i];
        if (!isfinite(f) || f <= 0)
            return cr_fail(error, CR_ERR_INPUT, place, "frequency of mode %d is %g, should be positive",
                           i + 1, f);
        if (i && f < modes->frequency[i - 1])
            return cr_fail(error, CR_ERR_INPUT, place, "frequency of mode %d is %g, below mode %d with %g",
                           i + 1, f, i, modes->frequency[i - 1]);
        if (modes->error && !(isfinite(modes->error[i]) && modes->error[i] >= 0))
            return cr_fail(error, CR_ERR_INPUT, place,
                           "error of the frequency of mode %d is %g, should be 0 or more", i + 1,
                           modes->error[i]);
        if (!isfinite(sigma) || sigma < 0)
            return cr_fail(error, CR_ERR_INPUT, place, "decay of mode %d is %g, should be 0 or more", i + 1,
                           sigma);
    }
    return CR_OK;
}

// By Bessel's inequality the squares of one component over all modes add up to no more than what the rigid
// motion has: the mass, or the moment of inertia. Modes are orthonormal but for rounding and what a solver
// left, far below `slack`.
static cr_status check_participation(const cr_modes *modes, const char *place, cr_error *error) {
    const double slack = 1e-6;
    for (int i = 0; modes->participation && i < CR_PARTICIPATION; i++) {
        double most = i < 3 ? modes->mass : modes->inertia[i - 3], sum = 0.0;
        for (int m = 0; m < modes->count; m++) {
            double part = modes->participation[CR_PARTICIPATION * m + i];
            sum += part * part;
            if (!(sum <= (1.0 + slack) * most))
                return cr_fail(error, CR_ERR_INPUT, place,
                               "participation of mode %d in %s %c is %g, too much for %g %s", m + 1,
                               i < 3 ? "a shift along" : "a turn about", "xyz"[i % 3], part, most,
                               i < 3 ? "kg" : "kg m^2");
        }
    }
    return CR_OK;
}

static cr_status check_surface(const cr_modes *modes, const char *place, cr_error *error) {
    for (int i = 0; i < 3 * modes->vertices; i++)
        if (!isfinite(modes->position[i]))
            return cr_fail(error, CR_ERR_INPUT, place, "position of vertex %d is no number", i / 3);
    for (int i = 0; i < modes->triangles; i++) {
        const int *corner = modes->triangle + 3 * (size_t)i;
        for (int k = 0; k < 3; k++) {
            if (corner[k] < 0 || corner[k] >= modes->vertices)
                return cr_fail(error, CR_ERR_INPUT, place,
                               "triangle %d has a corner that is not among the %d vertices", i,
                               modes->vertices);
            if (corner[k] == corner[(k + 1) % 3])
                return cr_fail(error, CR_ERR_INPUT, place, "triangle %d has vertex %d twice", i, corner[k]);
        }
    }
    size_t values = 3 * (size_t)modes->vertices;
    for (int mode = 0; mode < modes->count; mode++)
        for (size_t i = 0; i < values; i++)
            if (!isfinite(modes->shape[(size_t)mode * values + i]))
                return cr_fail(error, CR_ERR_INPUT, place, "shape of mode %d is no number at vertex %zu",
                               mode + 1, i / 3);
    return CR_OK;
}

static cr_status check_rods(const cr_modes *modes, const char *place, cr_error *error) {
    if (modes->rods < 0) return not_in_range(place, "number of rods", modes->rods, "0 or more", error);
    for (int i = 0; i < modes->rods; i++) {
        const cr_modes_rod *rod = &modes->rod[i];
        int last = modes->vertices - CR_ROD_RING;
        if (rod->from < 0 || rod->to < 0 || rod->from > last || rod->to > last || rod->from == rod->to)
            return cr_fail(error, CR_ERR_INPUT, place, "rod %d has not two rings of the %d vertices", i,
                           modes->vertices);
        if (!(isfinite(rod->radius) && rod->radius > 0.0f))
            return not_in_range(place, "radius of a rod", (double)rod->radius, "positive", error);
    }
    return CR_OK;
}

cr_status cr_modes_check(const cr_modes *modes, const char *place, cr_error *error) {
    cr_status status = check_counts(modes, place, error);
    if (status == CR_OK) status = check_body(modes, place, error);
    if (status == CR_OK) status = check_frequencies(modes, place, error);
    if (status == CR_OK) status = check_participation(modes, place, error);
    if (status == CR_OK) status = check_surface(modes, place, error);
    if (status == CR_OK) status = check_rods(modes, place, error);
    return status;
}
