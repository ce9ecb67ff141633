#include "prep/mesh/mug.h"

#include "base/numeric.h"

// A place in the fillet round an end of the handle: how far the section has grown, and how far it is from the
// wall along the handle. `turned` is 0 at the handle and pi/2 at the wall.
typedef struct fillet {
    double out, off;
} fillet;

static fillet fillet_at(const cr_mug *m, double turned) {
    double f = m->value[CR_MUG_FILLET];
    return (fillet){f * (1.0 - cos(turned)), f * (1.0 - sin(turned))};
}

static const double half_way = 0.25 * cr_pi;

// The point p of a section, the disc, so far from the upper end of the handle, a ring about an axis that
// touches the wall: radius a = handle + (thickness/2 + out) p0, width y = (width/2 + out) p1. It cuts the
// cylinder of the wall at a sin(start) = sqrt(R^2 - y^2) - R. The angle along the ring from the end on:
static double ring_angle(const cr_mug *m, const double p[2], fillet at, double *a, double *y) {
    const double *v = m->value;
    *a = v[CR_MUG_HANDLE] + (0.5 * v[CR_MUG_THICKNESS] + at.out) * p[0];
    *y = (0.5 * v[CR_MUG_WIDTH] + at.out) * p[1];
    double radius = v[CR_MUG_RADIUS];
    return asin((sqrt(cr_square(radius) - *y * *y) - radius) / *a) + at.off / *a;
}

typedef struct handle {
    const cr_mug *mug;
    int cells; // along it
} handle;

static void map_handle(const void *context, const double p[2], double w, double x[3]) {
    const handle *h = context;
    const cr_mug *m = h->mug;
    double cell = w * h->cells, rest = h->cells - cell, near = cr_min(cell, rest), ends = m->fillet, a, y;
    fillet at = fillet_at(m, near < ends ? half_way * (1.0 - near / ends) : 0.0);
    double angle = ring_angle(m, p, at, &a, &y);
    if (near > ends) angle += (cell - ends) / (h->cells - 2.0 * ends) * (cr_pi - 2.0 * angle);
    else if (rest < cell) angle = cr_pi - angle;
    x[0] = m->value[CR_MUG_RADIUS] + a * sin(angle);
    x[1] = y;
    x[2] = m->level + a * cos(angle);
}

void cr_mug_handle(cr_cells *cells, cr_mug *m) {
    const double *v = m->value;
    double length = cr_pi * (v[CR_MUG_HANDLE] + 0.5 * v[CR_MUG_THICKNESS]) - 2.0 * v[CR_MUG_FILLET];
    handle h = {m, cr_cells_along(length, m->edge[CR_MUG_ALONG]) + 2 * m->fillet};
    cr_disc disc = {.quarter = m->quarter,
                    .along = h.cells,
                    .map = map_handle,
                    .context = &h,
                    .edge = cr_cells_group(cells, "handle")};
    cr_cells_disc(cells, &disc);
}

// A place of the wall: angle and height, and the radius of the outside there.
typedef struct place {
    double angle, z, r;
} place;

static place footprint(const cr_mug *m, const double p[2], double turned) {
    double a, y, angle = ring_angle(m, p, fillet_at(m, turned), &a, &y);
    double x = m->value[CR_MUG_RADIUS] + a * sin(angle);
    return (place){atan2(y, x), m->level + m->sign * a * cos(angle), hypot(x, y)};
}

static void through_wall(const cr_mug *m, place at, double w, double x[3]) {
    double r = cr_mug_inner(m) + w * (at.r - cr_mug_inner(m));
    x[0] = r * cos(at.angle);
    x[1] = r * sin(at.angle);
    x[2] = at.z;
}

static void map_end(const void *context, const double p[2], double w, double x[3]) {
    through_wall(context, footprint(context, p, half_way), w, x);
}

// Cells between the fillet and the square.
enum { FLAT = 2 };

static void map_collar(const void *context, const double round[2], const double square[2], double share,
                       double w, double x[3]) {
    const cr_mug *m = context;
    double cell = share * (m->fillet + FLAT), flat = (cell - m->fillet) / FLAT;
    place at = footprint(m, round, flat < 0.0 ? half_way * (1.0 + cell / m->fillet) : 2.0 * half_way);
    if (flat > 0.0) {
        double level = m->level + m->sign * (m->value[CR_MUG_HANDLE] + m->half * square[0]);
        at.angle += flat * (m->half_angle * square[1] - at.angle);
        at.z += flat * (level - at.z);
        at.r = m->value[CR_MUG_RADIUS];
    }
    through_wall(m, at, w, x);
}

void cr_mug_handle_end(cr_cells *cells, const cr_mug *m) {
    int inside = cr_cells_group(cells, "inside"), outside = cr_cells_group(cells, "outside");
    cr_disc disc = {
        .quarter = m->quarter, .along = m->layers[0], .map = map_end, .context = m, .start = inside};
    cr_collar collar = {.quarter = disc.quarter,
                        .across = m->fillet + FLAT,
                        .along = m->layers[0],
                        .map = map_collar,
                        .context = m,
                        .start = inside,
                        .end = outside,
                        .doubles = m->quarter < m->square};
    cr_cells_disc(cells, &disc);
    cr_cells_collar(cells, &collar);
}
