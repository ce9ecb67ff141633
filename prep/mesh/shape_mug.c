// A mug: a straight wall on a flat bottom, and a handle, half a ring, whose ends are patches of the wall.
// Around each end a square of the wall's grid gives way to a disc, of which the handle grows, and a collar
// round it.
#include "prep/mesh/grid_disc.h"
#include "prep/mesh/revolve.h"
#include "prep/mesh/shape_internal.h"

static const cr_param params[] = {
    {"height", "m", "of the mug", 0.095, 1e-2, 2},
    {"radius", "m", "outer radius", 0.04, 5e-3, 1},
    {"thickness", "m", "of the wall", 0.0035, 1e-4, 0.2},
    {"bottom", "m", "thickness of the bottom", 0.006, 1e-4, 0.2},
    {"handle", "m", "radius of the handle, to the middle of its section", 0.026, 1e-3, 1},
    {"handle-thickness", "m", "of the handle, seen from the side", 0.01, 1e-4, 0.5},
    {"handle-width", "m", "of the handle, seen from behind", 0.01, 1e-4, 0.5},
    {"handle-at", "", "height of the middle of the handle as a share of that of the mug", 0.5, 0.05, 0.95},
};

enum { HEIGHT, RADIUS, WALL, BOTTOM, HANDLE, THICKNESS, WIDTH, AT };

// The square of the wall at an end of the handle, over the handle's section.
static const double square_per_handle = 1.4;

// Where the handle meets the wall the stress grows without bound: cells beside that line are this wide, over
// the thickness of the wall.
static const double narrow_per_wall = 0.2;

typedef struct mug {
    const double *value;
    double narrow;           // the width of cells beside the handle; 0: as others
    int around, square;      // cells around, along the square's sides
    cr_rims through;         // the wall
    int under;               // layers of the bottom
    cr_rims along;           // the handle
    double half_angle, half; // of the square, along the wall and up
    double sign;             // 1: the upper end, -1: the lower
    double from, to;         // of a piece of wall, up; or out, of the bottom
    double level;            // height of the middle of the handle
    bool whole;              // all around, or without the square
} mug;

static double inner(const mug *m) {
    return m->value[RADIUS] - m->value[WALL];
}

static void on_wall(const mug *m, double angle, double z, double w, double x[3]) {
    double r = inner(m) + cr_rims_place(&m->through, w) * m->value[WALL];
    x[0] = r * cos(angle);
    x[1] = r * sin(angle);
    x[2] = z;
}

// Where the handle meets the outside of the wall: the ring of radius a = handle + thickness/2 p0 about an
// axis that touches the wall, at the width y = width/2 p1, cuts the cylinder at a sin(start) = sqrt(R^2 -
// y^2) - R.
static double handle_start(const mug *m, const double p[2], double *a, double *y) {
    const double *v = m->value;
    *a = v[HANDLE] + 0.5 * v[THICKNESS] * p[0];
    *y = 0.5 * v[WIDTH] * p[1];
    return asin((sqrt(cr_square(v[RADIUS]) - *y * *y) - v[RADIUS]) / *a);
}

static void map_handle(const void *context, const double p[2], double w, double x[3]) {
    const mug *m = context;
    double a, y, start = handle_start(m, p, &a, &y);
    double turned = start + cr_rims_place(&m->along, w) * (cr_pi - 2.0 * start);
    x[0] = m->value[RADIUS] + a * sin(turned);
    x[1] = y;
    x[2] = m->level + a * cos(turned);
}

// The place on the wall of a point of the handle's section.
static void footprint(const mug *m, const double p[2], double *angle, double *z) {
    double a, y, start = handle_start(m, p, &a, &y);
    *angle = asin(y / m->value[RADIUS]);
    *z = m->level + m->sign * a * cos(start);
}

static void map_end(const void *context, const double p[2], double w, double x[3]) {
    double angle, z;
    footprint(context, p, &angle, &z);
    on_wall(context, angle, z, w, x);
}

// The collar has a narrow ring of cells and another, the disc in it one more: parts of their widths.
enum { COLLAR = 2 };
static const double collar_narrow = 0.25, disc_narrow = 0.35;

static void map_collar(const void *context, const double round[2], const double square[2], double share,
                       double w, double x[3]) {
    const mug *m = context;
    double angle, z;
    if (m->narrow > 0.0) share = 1.0 - cr_last_place(COLLAR, collar_narrow, 1.0 - share);
    footprint(m, round, &angle, &z);
    double level = m->level + m->sign * (m->value[HANDLE] + m->half * square[0]);
    on_wall(m, angle + share * (m->half_angle * square[1] - angle), z + share * (level - z), w, x);
}

static void map_wall(const void *context, const double u[3], double x[3]) {
    const mug *m = context;
    double gap = m->whole ? 0.0 : 2.0 * m->half_angle;
    on_wall(m, m->half_angle + u[0] * (2.0 * cr_pi - gap), m->from + u[1] * (m->to - m->from), u[2], x);
}

static void map_bottom(const void *context, double s, double w, double rz[2]) {
    const mug *m = context;
    rz[0] = s;
    rz[1] = cr_last_place(m->under, m->narrow / m->value[BOTTOM], w) * m->value[BOTTOM];
}

// The rows of the bottom under the wall, which go on in its layers.
static void add_under_wall(cr_cells *cells, const mug *m, cr_revolve *bottom) {
    double at[4] = {inner(m), inner(m) + m->narrow, m->value[RADIUS] - m->narrow, m->value[RADIUS]};
    for (int i = 0; i < 3; i++) {
        if (!(at[i + 1] > at[i])) continue;
        bottom->rows = i == 1 ? m->through.cells - 2 * m->through.rim : 1;
        if (at[i + 1] >= m->value[RADIUS]) bottom->end = cr_cells_group(cells, "outside");
        cr_cells_rows(cells, bottom, at[i], at[i + 1]);
    }
}

// The grid of the bottom begins at -45 degrees, that of the wall beside the square.
static void add_bottom(cr_cells *cells, mug *m, double edge) {
    cr_revolve bottom = {.map = map_bottom, .context = m, .edge = edge};
    m->under = bottom.layers = cr_cells_along(m->value[BOTTOM], 2.0 * edge) + (m->narrow > 0.0);
    bottom.inside = cr_cells_group(cells, "bottom");
    double in = inner(m), station[2] = {in - m->narrow, in};
    cr_cells_closed(cells, &bottom, station, m->narrow > 0.0 ? 2 : 1, 0);
    bottom.steady = true;
    add_under_wall(cells, m, &bottom);
    m->around = bottom.around;
}

static void add_wall(cr_cells *cells, mug *m, double to, int rows, bool whole) {
    bool last = to >= m->value[HEIGHT];
    m->to = to;
    m->whole = whole;
    cr_cell_block block = {{whole ? m->around : m->around - m->square, rows, m->through.cells},
                           map_wall,
                           m,
                           {0, 0, 0, last ? cr_cells_group(cells, "rim") : 0, cr_cells_group(cells, "inside"),
                            cr_cells_group(cells, "outside")}};
    cr_cells_block(cells, &block);
    m->from = to;
}

// A ring of the wall with the square in which the handle ends.
static void add_end(cr_cells *cells, mug *m, double sign) {
    int inside = cr_cells_group(cells, "inside"), outside = cr_cells_group(cells, "outside");
    m->sign = sign;
    cr_disc disc = {m->square, m->through.cells, map_end, m,
                    0,         inside,           0,       m->narrow > 0.0 ? disc_narrow : 0.0};
    cr_collar collar = {m->square, m->narrow > 0.0 ? COLLAR : 1, m->through.cells, map_collar, m, inside,
                        outside};
    cr_cells_disc(cells, &disc);
    cr_cells_collar(cells, &collar);
    add_wall(cells, m, m->from + 2.0 * m->half, m->square, false);
}

static cr_status check(const mug *m, cr_error *error) {
    const double *v = m->value;
    double lowest = m->level - v[HANDLE] - m->half, highest = m->level + v[HANDLE] + m->half;
    if (lowest < v[BOTTOM] || highest > v[HEIGHT])
        return cr_fail(
            error, CR_ERR_RANGE, "handle",
            "reaches, with the wall round its ends, from %.4g to %.4g m, but the wall is from %.4g to "
            "%.4g m: a smaller radius, a thinner handle or another handle-at fits",
            lowest, highest, v[BOTTOM], v[HEIGHT]);
    if (v[HANDLE] < 1.02 * m->half || m->square > m->around / 3)
        return cr_fail(
            error, CR_ERR_RANGE, "handle",
            "a section of %g by %g m is too thick for a handle of radius %g on a mug of radius %g m",
            v[THICKNESS], v[WIDTH], v[HANDLE], v[RADIUS]);
    return CR_OK;
}

static cr_status check_wall(const double *v, cr_error *error) {
    if (v[WALL] > 0.5 * v[RADIUS])
        return cr_fail(error, CR_ERR_RANGE, "thickness",
                       "a mug of radius %g m needs a wall of at most %g m, got %g", v[RADIUS],
                       0.5 * v[RADIUS], v[WALL]);
    if (v[BOTTOM] > 0.8 * v[HEIGHT])
        return cr_fail(error, CR_ERR_RANGE, "bottom",
                       "a mug of height %g m needs a bottom of at most %g m, got %g", v[HEIGHT],
                       0.8 * v[HEIGHT], v[BOTTOM]);
    double widest = cr_max(v[WIDTH], v[THICKNESS]);
    if (widest > 0.7 * v[RADIUS] || widest > 1.2 * v[HANDLE])
        return cr_fail(
            error, CR_ERR_RANGE, "handle-thickness",
            "a handle of radius %g on a mug of radius %g m needs a section of at most %g m, got %g",
            v[HANDLE], v[RADIUS], cr_min(0.7 * v[RADIUS], 1.2 * v[HANDLE]), widest);
    return CR_OK;
}

// From the ends of the handle to the nearer end of the wall.
static double room_for(const mug *m) {
    const double *v = m->value;
    return cr_min(m->level - v[BOTTOM], v[HEIGHT] - m->level) - v[HANDLE];
}

// The square is a whole number of cells around, and as high as it is wide where there is room.
static void size_square(mug *m) {
    const double *v = m->value;
    double cell = 2.0 * cr_pi / m->around;
    m->square = cr_cells_along(square_per_handle * asin(0.5 * v[WIDTH] / v[RADIUS]) * 2.0, cell);
    if (m->square < 2) m->square = 2;
    m->half_angle = 0.5 * cell * m->square;
    double wanted = v[RADIUS] * m->half_angle * v[THICKNESS] / v[WIDTH],
           room = cr_min(v[HANDLE], room_for(m));
    m->half = cr_max(0.5 * square_per_handle * v[THICKNESS], cr_min(wanted, 0.95 * room));
}

static cr_status add_all(cr_cells *cells, mug *m, double edge) {
    const double *v = m->value;
    add_bottom(cells, m, edge);
    if (cells->status != CR_OK) return cells->status;
    size_square(m);
    cr_status status = check(m, cells->error);
    if (status != CR_OK) return status;
    // From the grid of the bottom to that of the wall, whose square lies about x.
    cr_cells_turn(cells, 0.25 * cr_pi + m->half_angle);
    double ends[4] = {m->level - v[HANDLE] - m->half, m->level - v[HANDLE] + m->half,
                      m->level + v[HANDLE] - m->half, m->level + v[HANDLE] + m->half};
    m->from = v[BOTTOM];
    if (m->narrow > 0.0 && ends[0] > m->from + 2.0 * m->narrow)
        add_wall(cells, m, m->from + m->narrow, 1, true);
    if (ends[0] > m->from) add_wall(cells, m, ends[0], cr_cells_along(ends[0] - m->from, edge), true);
    add_end(cells, m, -1.0);
    add_wall(cells, m, ends[2], cr_cells_along(ends[2] - ends[1], edge), true);
    add_end(cells, m, 1.0);
    if (v[HEIGHT] > m->from) add_wall(cells, m, v[HEIGHT], cr_cells_along(v[HEIGHT] - m->from, edge), true);
    cr_disc handle = {m->square,
                      0,
                      map_handle,
                      m,
                      cr_cells_group(cells, "handle"),
                      0,
                      0,
                      m->narrow > 0.0 ? disc_narrow : 0.0};
    double length = cr_pi * (v[HANDLE] + 0.5 * v[THICKNESS]);
    m->along = (cr_rims){.cells = cr_cells_along(length, edge)};
    if (m->narrow > 0.0) m->along = (cr_rims){m->along.cells + 2, 1, m->narrow / length};
    handle.along = m->along.cells;
    cr_cells_disc(cells, &handle);
    return cells->status;
}

static cr_status mesh_mug(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                          cr_error *error) {
    cr_status status = check_wall(value, error);
    if (status != CR_OK) return status;
    double area = 2.0 * cr_pi * value[RADIUS] * value[HEIGHT] + cr_pi * cr_square(value[RADIUS]);
    double edge = cr_rule_edge(detail, value[WALL], area);
    edge = cr_rule_bent(detail, edge, value[WALL], value[RADIUS] - 0.5 * value[WALL]);
    if (!(detail->edge > 0.0))
        edge = cr_min(edge, 0.75 * cr_min(value[THICKNESS], value[WIDTH]) / cr_rule_finest(detail));
    cr_cells cells;
    cr_cells_begin(&cells, "mug", cr_min(value[WALL], value[BOTTOM]), arena, error);
    mug m = {.value = value,
             .level = value[AT] * value[HEIGHT],
             .through = {.cells = cr_rule_wall_layers(detail, -1)}};
    if (!(detail->edge > 0.0) && !detail->layers) {
        m.narrow = narrow_per_wall * cr_min(value[WALL], value[BOTTOM]) / cr_rule_finest(detail);
        m.through = (cr_rims){m.through.cells + 2, 1, m.narrow / value[WALL]};
    }
    status = add_all(&cells, &m, edge);
    if (cells.status == CR_OK) cells.status = status;
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double wall(const double *value) {
    return cr_min(value[WALL], value[BOTTOM]);
}

const cr_shape_type cr_shape_mug = {
    .name = "mug",
    .doc = "mug with a handle",
    .params = params,
    .param_count = 8,
    .mesh = mesh_mug,
    .wall = wall,
};
