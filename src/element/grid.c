// Choice of the grid, its coefficients and its frequencies.
#include "base/maths.h"
#include "element/element_internal.h"

enum { LEAST_INTERVALS = 5, MOST_POINTS = 4000000 };

double cr_grid_least_spacing(const cr_element *e, int axes) {
    const cr_grid *g = &e->grid;
    double k = e->h, a = axes == 2 ? 2.0 : 1.0, cc = g->tension / g->density, kk = g->stiffness / g->density;
    double b = a * (cc * k * k + 4.0 * e->sigma1 * k);
    return sqrt(0.5 * (b + sqrt(b * b + 16.0 * a * a * kk * k * k)));
}

// S1 with the explicit backward difference in the sigma1 term, written for the change d = u - u-:
// (1 + s) d+ = (1 - s) d + (k^2/rho)(T Lu - EI LLu) + 2 sigma1 k L d, s = sigma0 k
void cr_grid_update_coefficients(cr_element *e) {
    cr_grid *g = &e->grid;
    double k = e->h, s = e->sigma0 * k, dx2 = g->spacing[0] * g->spacing[0], per = 1.0 / (1.0 + s);
    g->keep = (1.0 - s) * per;
    g->pull = k * k * g->tension / (g->density * dx2) * per;
    g->bend = k * k * g->stiffness / (g->density * dx2 * dx2) * per;
    g->smooth = 2.0 * e->sigma1 * k / dx2 * per;
}

static void choose_moving_points(cr_grid *g, int axis) {
    int inset = g->edge == CR_EDGE_FREE ? 0 : 1;
    g->first[axis] = inset;
    g->last[axis] = g->n[axis] - inset;
}

static int round_up(int count, int to) {
    return (count + to - 1) / to * to;
}

// Room for whole vectors, which are short on a free sheet, and rows that start alike in their cache lines.
static int row_of(const cr_grid *g, int axes) {
    int all = g->n[0] + 1 + 2 * CR_GRID_BORDER;
    if (axes == 1 || g->edge == CR_EDGE_FREE)
        return round_up(all + (axes == 1 ? CR_GRID_WIDE : CR_GRID_VECTOR) - 1, CR_GRID_WIDE);
    int inside = g->n[0] - 1;
    return round_up(all - inside + round_up(inside, CR_GRID_LONG), CR_GRID_LONG);
}

cr_status cr_grid_plan(cr_element *e, const double *size, int axes, double stretch, cr_error *error) {
    cr_grid *g = &e->grid;
    double least = cr_grid_least_spacing(e, axes) * stretch, points = 1.0;
    *g = (cr_grid){.edge = g->edge,
                   .density = g->density,
                   .tension = g->tension,
                   .stiffness = g->stiffness,
                   .poisson = g->poisson};
    g->cell = 1.0;
    e->margin = 1e9;
    for (int axis = 0; axis < axes; axis++) {
        double intervals = floor(size[axis] / least * (1.0 + 1e-12));
        if (intervals < LEAST_INTERVALS)
            return cr_fail(
                error, CR_ERR_RANGE, e->type->name,
                "%.3g m hold %g interval%s of the %.3g m that are stable at this rate, %d are needed: raise "
                "rate or oversample, or make it longer, slacker or less stiff",
                size[axis], intervals, intervals == 1.0 ? "" : "s", least, LEAST_INTERVALS);
        points *= intervals + 1 + 2 * CR_GRID_BORDER;
        if (points > MOST_POINTS)
            return cr_fail(error, CR_ERR_RANGE, e->type->name,
                           "more than %d points; it is too slack for this rate: lower rate or oversample, or "
                           "make it smaller or stiffer",
                           MOST_POINTS);
        g->n[axis] = (int)intervals;
        g->spacing[axis] = size[axis] / intervals;
        g->cell *= g->spacing[axis];
        e->margin = cr_min(e->margin, g->spacing[axis] / least);
        choose_moving_points(g, axis);
    }
    g->aspect = axes == 2 ? cr_square(g->spacing[0] / g->spacing[1]) : 0.0;
    g->stride = row_of(g, axes);
    e->points = g->stride * (g->n[1] ? g->n[1] + 1 + 2 * CR_GRID_BORDER : 1);
    e->mass = g->density * g->cell;
    cr_grid_update_coefficients(e);
    return CR_OK;
}

cr_status cr_grid_plan_tuned(cr_element *e, const double *size, int axes, double f0, cr_grid_tuner tune,
                             double *force, cr_error *error) {
    double first_guess = *force, stretch = 1.0;
    for (int i = 0; i < 40; i++) {
        *force = first_guess; // the same for every try, so that only the stretch changes the grid
        cr_status status = cr_grid_plan(e, size, axes, stretch, error);
        if (status != CR_OK) return status;
        *force = tune(e, f0);
        if (!(*force > 0.0))
            return cr_fail(error, CR_ERR_RANGE, "f0", "%g Hz is too low for this %s", f0, e->type->name);
        double spacing = axes == 2 ? cr_min(e->grid.spacing[0], e->grid.spacing[1]) : e->grid.spacing[0];
        e->margin = spacing / cr_grid_least_spacing(e, axes);
        if (e->margin >= 1.0) break;
        stretch *= (1.0 + 1e-9) / e->margin;
    }
    cr_grid_update_coefficients(e);
    return CR_OK;
}

double cr_grid_wavenumber2(const cr_element *e, int nx, int ny, bool ideal) {
    const cr_grid *g = &e->grid;
    int order[2] = {nx, ny};
    double sum = 0.0;
    for (int axis = 0; axis < 2 && g->n[axis]; axis++) {
        double dx = g->spacing[axis], angle = cr_pi * order[axis] / g->n[axis];
        sum += ideal ? cr_square(angle / dx) : cr_square(2.0 * cr_sin(0.5 * angle) / dx);
    }
    return sum;
}

// A mode with eigenvalue mu of -L obeys (1+s) z^2 - (2 - k^2 lambda - b) z + (1 - s - b) = 0, b = 2 sigma1 k
// mu.
double cr_grid_frequency(const cr_element *e, double mu) {
    const cr_grid *g = &e->grid;
    double k = e->h, s = e->sigma0 * k, b = 2.0 * e->sigma1 * k * mu;
    double lambda = (g->tension * mu + g->stiffness * mu * mu) / g->density;
    double c = (2.0 - k * k * lambda - b) / (2.0 * sqrt((1.0 + s) * (1.0 - s - b)));
    return cr_acos(cr_clamp(c, -1.0, 1.0)) / (2.0 * cr_pi * k);
}

double cr_grid_restoring(const cr_element *e, double mu, double f) {
    double k = e->h, s = e->sigma0 * k, b = 2.0 * e->sigma1 * k * mu;
    return (2.0 - b - 2.0 * cr_cos(2.0 * cr_pi * f * k) * sqrt((1.0 + s) * (1.0 - s - b))) / (k * k);
}
