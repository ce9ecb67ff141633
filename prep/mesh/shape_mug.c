// A mug: a straight wall on a flat bottom, and a handle, half a ring, whose ends are patches of the wall.
// Around each end a square of the wall's grid gives way to a disc, of which the handle grows, and a collar
// round it. Where the handle meets the wall, and the wall the bottom, there is a fillet: a quarter of a
// round. Half of it belongs to either part, and its middle is where blocks meet.
#include "form/sizes.h"
#include "prep/mesh/mug.h"
#include "prep/mesh/revolve.h"
#include "prep/mesh/shape_internal.h"

// The square of the wall at an end of the handle, over the handle's section with its fillet.
static const double square_per_handle = 1.25;

// The point at the angle `turned` (0 at the bottom, pi/2 at the wall) of the fillet inside.
static void in_fillet(const cr_mug *m, double turned, double rz[2]) {
    double f = m->value[CR_MUG_FILLET];
    rz[0] = cr_mug_inner(m) - f + f * sin(turned);
    rz[1] = m->value[CR_MUG_BOTTOM] + f - f * cos(turned);
}

// Blocks meet in the middle of the fillet, below it on the bottom and beside it outside: a share of the way
// to the outer edge, so that their angles there are alike.
static const double share_down = 0.2;

static void below_fillet(const cr_mug *m, double rz[2]) {
    in_fillet(m, 0.25 * cr_pi, rz);
    rz[0] += share_down * (m->value[CR_MUG_RADIUS] - rz[0]);
    rz[1] = 0.0;
}

static void beside_fillet(const cr_mug *m, double rz[2]) {
    in_fillet(m, 0.25 * cr_pi, rz);
    rz[0] = m->value[CR_MUG_RADIUS];
    rz[1] *= 1.0 - share_down;
}

// The upper layer of the bottom is thinner than the others, as the stress is in the fillet.
static double in_bottom(const cr_mug *m, double w) {
    return cr_last_place(m->layers[1], 0.8 / m->layers[1], w);
}

// From the axis to the fillet, then along it: s is the way on the bottom's upper side.
static void map_bottom(const void *context, double s, double w, double rz[2]) {
    const cr_mug *m = context;
    double f = m->value[CR_MUG_FILLET], flat = cr_mug_inner(m) - f;
    w = in_bottom(m, w);
    if (s <= flat) {
        rz[0] = s;
        rz[1] = w * m->value[CR_MUG_BOTTOM];
        return;
    }
    double turned = (s - flat) / f, below[2];
    below_fillet(m, below);
    in_fillet(m, turned, rz);
    rz[0] = w * rz[0] + (1.0 - w) * (flat + (below[0] - flat) * turned / (0.25 * cr_pi));
    rz[1] *= w;
}

// Between the middle of the fillet and the lower edge of the mug: s and w from 0 to 1.
static void map_corner(const void *context, double s, double w, double rz[2]) {
    const cr_mug *m = context;
    double below[2], middle[2], beside[2];
    w = in_bottom(m, w);
    below_fillet(m, below);
    in_fillet(m, 0.25 * cr_pi, middle);
    beside_fillet(m, beside);
    rz[0] = (1.0 - s) * ((1.0 - w) * below[0] + w * middle[0]) + s * m->value[CR_MUG_RADIUS];
    rz[1] = w * ((1.0 - s) * middle[1] + s * beside[1]);
}

// The grid of the bottom begins at -45 degrees, that of the wall beside the square.
static void add_bottom(cr_cells *cells, cr_mug *m) {
    double flat = cr_mug_inner(m) - m->value[CR_MUG_FILLET];
    cr_revolve bottom = {
        .map = map_bottom, .context = m, .edge = m->edge[CR_MUG_BELOW], .layers = m->layers[1]};
    bottom.inside = cr_cells_group(cells, "bottom");
    cr_cells_closed(cells, &bottom, &flat, 1, 0);
    bottom.steady = true;
    bottom.rows = m->fillet;
    cr_cells_rows(cells, &bottom, flat, flat + 0.25 * cr_pi * m->value[CR_MUG_FILLET]);
    bottom.map = map_corner;
    bottom.rows = m->layers[0];
    bottom.end = cr_cells_group(cells, "outside");
    cr_cells_rows(cells, &bottom, 0.0, 1.0);
    m->around = m->doubling > 0.0 ? 2 * bottom.around : bottom.around;
}

static void on_wall(const cr_mug *m, double angle, double z, double w, double x[3]) {
    double r = cr_mug_inner(m) + w * m->value[CR_MUG_WALL];
    x[0] = r * cos(angle);
    x[1] = r * sin(angle);
    x[2] = z;
}

static void map_wall(const void *context, const double u[3], double x[3]) {
    const cr_mug *m = context;
    double gap = m->whole ? 0.0 : 2.0 * m->half_angle;
    on_wall(m, m->half_angle + u[0] * (2.0 * cr_pi - gap), m->from + u[1] * (m->to - m->from), u[2], x);
}

// The wall along the fillet inside.
static void map_foot(const void *context, const double u[3], double x[3]) {
    const cr_mug *m = context;
    double in[2], out[2], angle = m->half_angle + u[0] * 2.0 * cr_pi;
    double top = m->value[CR_MUG_BOTTOM] + m->value[CR_MUG_FILLET];
    in_fillet(m, 0.25 * cr_pi * (1.0 + u[1]), in);
    beside_fillet(m, out);
    out[1] += u[1] * (top - out[1]);
    double r = in[0] + u[2] * (out[0] - in[0]);
    x[0] = r * cos(angle);
    x[1] = r * sin(angle);
    x[2] = in[1] + u[2] * (out[1] - in[1]);
}

static void add_rows(cr_cells *cells, const cr_mug *m, cr_block_map map, int around, int rows, int end) {
    cr_cell_block block = {{around, rows, m->layers[0]},
                           map,
                           m,
                           {0, 0, 0, end, cr_cells_group(cells, "inside"), cr_cells_group(cells, "outside")}};
    cr_cells_block(cells, &block);
}

// A part of the wall with three corners: around and up, 0..1.
typedef struct triangle {
    const cr_mug *mug;
    double at[3][2];
} triangle;

static void map_triangle(const void *context, const double u[3], double x[3]) {
    const triangle *t = context;
    double place[3] = {0.0, 0.0, u[2]};
    for (int i = 0; i < 2; i++)
        place[i] = (1.0 - u[1]) * ((1.0 - u[0]) * t->at[0][i] + u[0] * t->at[1][i]) + u[1] * t->at[2][i];
    map_wall(t->mug, place, x);
}

static void add_triangle(cr_cells *cells, const triangle *t) {
    cr_cell_block block = {{1, 1, t->mug->layers[0]}, map_triangle, t, {0}};
    block.group[CR_W0] = cr_cells_group(cells, "inside");
    block.group[CR_W1] = cr_cells_group(cells, "outside");
    cr_cells_block(cells, &block);
}

// One cell below, two above.
static void add_doubling(cr_cells *cells, cr_mug *m, int below) {
    m->to = m->from + m->doubling;
    m->whole = true;
    for (int i = 0; i < below; i++) {
        double a = (double)i / below, b = (i + 1.0) / below, c = 0.5 * (a + b);
        add_triangle(cells, &(triangle){m, {{a, 0.0}, {b, 0.0}, {c, 1.0}}});
        add_triangle(cells, &(triangle){m, {{c, 1.0}, {a, 1.0}, {a, 0.0}}});
        add_triangle(cells, &(triangle){m, {{b, 1.0}, {c, 1.0}, {b, 0.0}}});
    }
    m->from = m->to;
}

static void add_wall(cr_cells *cells, cr_mug *m, double to, int rows, bool whole) {
    bool last = to >= m->value[CR_MUG_HEIGHT];
    m->to = to;
    m->whole = whole;
    add_rows(cells, m, map_wall, whole ? m->around : m->around - m->square, rows,
             last ? cr_cells_group(cells, "rim") : 0);
    m->from = to;
}

// A ring of the wall with the square in which the handle ends.
static void add_end(cr_cells *cells, cr_mug *m, double sign) {
    m->sign = sign;
    cr_mug_handle_end(cells, m);
    add_wall(cells, m, m->from + 2.0 * m->half, m->quarter, false);
}

// Whole rows up to a height, if it is above.
static void add_whole(cr_cells *cells, cr_mug *m, double to) {
    if (to > m->from) add_wall(cells, m, to, cr_cells_along(to - m->from, m->edge[CR_MUG_UP]), true);
}

// Where the fillet ends and the wall is straight.
static double foot_of(const cr_mug *m) {
    return m->value[CR_MUG_BOTTOM] + m->value[CR_MUG_FILLET];
}

static double lower_end(const cr_mug *m) {
    return m->level - m->value[CR_MUG_HANDLE];
}

static cr_status check(const cr_mug *m, cr_error *error) {
    const double *v = m->value;
    double lowest = lower_end(m) - m->half, highest = m->level + v[CR_MUG_HANDLE] + m->half;
    double foot = foot_of(m);
    if (lowest < foot || highest > v[CR_MUG_HEIGHT])
        return cr_fail(
            error, CR_ERR_RANGE, "handle",
            "reaches, with the wall round its ends, from %.4g to %.4g m, but the wall is from %.4g to "
            "%.4g m; %s",
            lowest, highest, foot, v[CR_MUG_HEIGHT], cr_mug_advice(v).text);
    if (v[CR_MUG_HANDLE] < 1.02 * m->half || m->square > m->around / 3)
        return cr_fail(error, CR_ERR_RANGE, "handle",
                       "a section of %g by %g m with a fillet of %g m is too thick for a handle of radius %g "
                       "on a mug of radius %g m; %s",
                       v[CR_MUG_THICKNESS], v[CR_MUG_WIDTH], v[CR_MUG_FILLET], v[CR_MUG_HANDLE],
                       v[CR_MUG_RADIUS], cr_mug_advice(v).text);
    return CR_OK;
}

// From the ends of the handle to the nearer end of the wall.
static double room_for(const cr_mug *m) {
    const double *v = m->value;
    return cr_min(lower_end(m) - foot_of(m) - m->doubling, v[CR_MUG_HEIGHT] - m->level - v[CR_MUG_HANDLE]);
}

// The square is a whole number of cells around, and as high as it is wide where there is room.
static void size_square(cr_mug *m) {
    const double *v = m->value;
    double cell = 2.0 * cr_pi / m->around, fillet = v[CR_MUG_FILLET];
    double wide = 0.5 * v[CR_MUG_WIDTH] + fillet, high = 0.5 * v[CR_MUG_THICKNESS] + fillet;
    m->square = cr_cells_along(square_per_handle * asin(wide / v[CR_MUG_RADIUS]) * 2.0, cell);
    m->square = m->square < 3 ? 2 : cr_cells_even(m->square);
    m->quarter = m->square < 4 ? 2 : m->square / 2;
    m->half_angle = 0.5 * cell * m->square;
    double wanted = v[CR_MUG_RADIUS] * m->half_angle * high / wide,
           room = cr_min(v[CR_MUG_HANDLE], room_for(m));
    m->half = cr_max(square_per_handle * high, cr_min(wanted, 0.95 * room));
}

static cr_status add_all(cr_cells *cells, cr_mug *m) {
    const double *v = m->value;
    add_bottom(cells, m);
    if (cells->status != CR_OK) return cells->status;
    size_square(m);
    cr_status status = check(m, cells->error);
    if (status != CR_OK) return status;
    // From the grid of the bottom to that of the wall, whose square lies about x.
    cr_cells_turn(cells, 0.25 * cr_pi + m->half_angle);
    int below = m->doubling > 0.0 ? m->around / 2 : m->around;
    add_rows(cells, m, map_foot, below, m->fillet, 0);
    m->from = foot_of(m);
    if (m->doubling > 0.0) add_doubling(cells, m, below);
    add_whole(cells, m, lower_end(m) - m->half);
    add_end(cells, m, -1.0);
    add_whole(cells, m, m->level + v[CR_MUG_HANDLE] - m->half);
    add_end(cells, m, 1.0);
    add_whole(cells, m, v[CR_MUG_HEIGHT] - m->rim);
    add_whole(cells, m, v[CR_MUG_HEIGHT]);
    cr_mug_handle(cells, m);
    return cells->status;
}

// Cells around the wall and up it, over those of the rule: around it is bent. Below the row of triangles they
// are about twice as wide, where there is room for it: a part of a cell.
static const double around_per_bend = 0.6, up_per_rule = 0.8, below_per_around = 1.7, room_least = 0.7;

static void rule(cr_mug *m, const cr_shape_detail *detail) {
    const double *v = m->value;
    double finest = cr_rule_finest(detail), thick = v[CR_MUG_WALL];
    double area = cr_pi * v[CR_MUG_RADIUS] * (2.0 * v[CR_MUG_HEIGHT] + v[CR_MUG_RADIUS]);
    bool given = detail->edge > 0.0;
    double up = (given ? 1.0 : up_per_rule) * cr_rule_edge(detail, thick, area),
           bent = cr_rule_bent(detail, up, thick, v[CR_MUG_RADIUS] - 0.5 * thick);
    m->edge[CR_MUG_UP] = up;
    m->edge[CR_MUG_AROUND] = given ? up : around_per_bend * bent;
    m->edge[CR_MUG_BELOW] = m->edge[CR_MUG_AROUND];
    double room =
        lower_end(m) - foot_of(m) - square_per_handle * (0.5 * v[CR_MUG_THICKNESS] + v[CR_MUG_FILLET]);
    if (!given && room > room_least * m->edge[CR_MUG_AROUND]) {
        m->doubling = cr_min(room, m->edge[CR_MUG_AROUND]);
        m->edge[CR_MUG_BELOW] *= below_per_around;
    }
    m->edge[CR_MUG_ALONG] =
        given ? up : cr_rule_bent(detail, HUGE_VAL, v[CR_MUG_THICKNESS], v[CR_MUG_HANDLE]);
    m->rim = given ? 0.0 : thick;
    m->fillet = given ? 1 : cr_cells_finer(2, finest);
    m->layers[0] = cr_rule_layers(detail, given ? 1 : (int)(finest + 1.5));
    m->layers[1] = given ? cr_cells_along(v[CR_MUG_BOTTOM], 2.0 * up) : m->layers[0] + 1;
}

static double wall(const double *value) {
    return cr_min(value[CR_MUG_WALL], value[CR_MUG_BOTTOM]);
}

static cr_status mesh_mug(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                          cr_error *error) {
    cr_status status = cr_mug_fits(value, error);
    if (status != CR_OK) return status;
    cr_mug m = {.value = value, .level = value[CR_MUG_AT] * value[CR_MUG_HEIGHT]};
    rule(&m, detail);
    cr_cells cells;
    cr_cells_begin(&cells, "mug", cr_min(wall(value), value[CR_MUG_FILLET]), arena, error);
    status = add_all(&cells, &m);
    if (cells.status == CR_OK) cells.status = status;
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

const cr_shape_type cr_shape_mug = {
    .name = "mug",
    .doc = "mug with a handle",
    .params = cr_mug_params,
    .param_count = CR_MUG_PARAMS,
    .mesh = mesh_mug,
    .wall = wall,
};
