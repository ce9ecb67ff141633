#include "base/numeric.h"
#include "geom/grid.h"

typedef struct spline {
    double value;
    cr_vec slope;
} spline;

// Weights of the four coefficients round t in [0, 1), and their slopes.
static void weigh(double t, double w[4], double d[4]) {
    double s = 1.0 - t;
    w[0] = s * s * s / 6.0;
    w[1] = (4.0 + t * t * (3.0 * t - 6.0)) / 6.0;
    w[2] = (4.0 + s * s * (3.0 * s - 6.0)) / 6.0;
    w[3] = t * t * t / 6.0;
    d[0] = -0.5 * s * s;
    d[1] = t * (1.5 * t - 2.0);
    d[2] = -s * (1.5 * s - 2.0);
    d[3] = 0.5 * t * t;
}

typedef struct spot {
    const float *cube; // the first of its 4^3 coefficients
    double w[3][4], d[3][4];
} spot;

// In cells: the value, and the slope per cell.
static spline read_spline(const spot *s, const float *cube) {
    spline sum = {0.0, {0.0, 0.0, 0.0}};
    for (int i = 0; i < 4; i++) {
        double value = 0.0, along_y = 0.0, along_z = 0.0;
        for (int j = 0; j < 4; j++) {
            const float *c = cube + (i * CR_GRID_NODES + j) * CR_GRID_NODES;
            double c0 = (double)c[0], c1 = (double)c[1], c2 = (double)c[2], c3 = (double)c[3];
            double row = s->w[2][0] * c0 + s->w[2][1] * c1 + s->w[2][2] * c2 + s->w[2][3] * c3;
            along_z += s->w[1][j] * (s->d[2][0] * c0 + s->d[2][1] * c1 + s->d[2][2] * c2 + s->d[2][3] * c3);
            value += s->w[1][j] * row;
            along_y += s->d[1][j] * row;
        }
        sum.value += s->w[0][i] * value;
        sum.slope.x += s->d[0][i] * value;
        sum.slope.y += s->w[0][i] * along_y;
        sum.slope.z += s->w[0][i] * along_z;
    }
    return sum;
}

// The brick of p and the place in it; false where there is none.
static bool find_spot(const cr_grid *g, cr_vec p, spot *s) {
    const double q[3] = {(p.x - g->low.x) / g->cell, (p.y - g->low.y) / g->cell, (p.z - g->low.z) / g->cell};
    int cell[3], brick[3];
    for (int i = 0; i < 3; i++) {
        if (!(q[i] >= 0.0 && q[i] < (double)CR_GRID_BRICK * g->n[i])) return false;
        cell[i] = (int)q[i];
        brick[i] = cell[i] / CR_GRID_BRICK;
    }
    int at = g->index[cr_grid_at(g->n, brick[0], brick[1], brick[2])];
    if (at < 0) return false;
    for (int i = 0; i < 3; i++) {
        weigh(q[i] - cell[i], s->w[i], s->d[i]);
        cell[i] %= CR_GRID_BRICK;
    }
    s->cube = g->coefficient + (size_t)at * (size_t)g->fields * CR_GRID_CUBE +
              (cell[0] * CR_GRID_NODES + cell[1]) * CR_GRID_NODES + cell[2];
    return true;
}

bool cr_grid_holds(const cr_grid *grid, cr_vec p) {
    spot s;
    return find_spot(grid, p, &s);
}

static cr_vec any_way(cr_vec p) {
    return cr_vec_unit(p, cr_vec_make(0.0, 0.0, 1.0));
}

// Outside of all bricks: the distance to the bounds.
static cr_near from_bounds(const cr_grid *g, cr_vec p) {
    cr_vec inside = {cr_clamp(p.x, g->inner_low.x, g->inner_high.x),
                     cr_clamp(p.y, g->inner_low.y, g->inner_high.y),
                     cr_clamp(p.z, g->inner_low.z, g->inner_high.z)};
    cr_vec out = cr_vec_sub(p, inside);
    return (cr_near){cr_vec_length(out), any_way(out)};
}

// Between bricks. No distance changes faster than the point moves: |f(p)| >= |f(c)| - |p - c| for each corner
// c of the brick; and where there is no brick the surface is further away than the band. The normal is that
// of the trilinear interpolant.
static cr_near from_corners(const cr_grid *g, cr_vec p, const int brick[3]) {
    double size = CR_GRID_BRICK * g->cell, best = CR_GRID_BAND * g->cell, first = 0.0;
    const int corners[3] = {g->n[0] + 1, g->n[1] + 1, g->n[2] + 1};
    cr_vec at = {g->low.x + brick[0] * size, g->low.y + brick[1] * size, g->low.z + brick[2] * size};
    cr_vec t = cr_vec_scale(1.0 / size, cr_vec_sub(p, at)), slope = {0.0, 0.0, 0.0};
    for (int i = 0; i < 8; i++) {
        int x = i >> 2, y = i >> 1 & 1, z = i & 1;
        double f = (double)g->corner[cr_grid_at(corners, brick[0] + x, brick[1] + y, brick[2] + z)];
        double wx = x ? t.x : 1.0 - t.x, wy = y ? t.y : 1.0 - t.y, wz = z ? t.z : 1.0 - t.z;
        slope.x += (x ? f : -f) * wy * wz;
        slope.y += (y ? f : -f) * wx * wz;
        slope.z += (z ? f : -f) * wx * wy;
        if (i == 0) first = f;
        cr_vec away = {(t.x - x) * size, (t.y - y) * size, (t.z - z) * size};
        best = cr_max(best, fabs(f) - cr_vec_length(away));
    }
    cr_vec middle = cr_vec_scale(0.5, cr_vec_add(g->inner_low, g->inner_high));
    cr_vec otherwise = any_way(cr_vec_sub(p, middle));
    return (cr_near){first < 0.0 ? -best : best, cr_vec_unit(slope, otherwise)};
}

static cr_near from_afar(const cr_grid *g, cr_vec p) {
    const double size = CR_GRID_BRICK * g->cell;
    const double q[3] = {(p.x - g->low.x) / size, (p.y - g->low.y) / size, (p.z - g->low.z) / size};
    int brick[3];
    for (int i = 0; i < 3; i++) {
        if (!(q[i] >= 0.0 && q[i] < g->n[i])) return from_bounds(g, p);
        brick[i] = (int)q[i];
    }
    return from_corners(g, p, brick);
}

static cr_near near_spline(const cr_grid *grid, cr_vec p, const spot *s, int side) {
    spline f = read_spline(s, s->cube);
    if (grid->half > 0.0) {
        spline beyond = {.value = -1.0};
        if (grid->fields == 2) beyond = read_spline(s, s->cube + CR_GRID_CUBE);
        if (beyond.value > 0.0) { // round the rim
            double r = sqrt(f.value * f.value + beyond.value * beyond.value);
            f.slope = cr_vec_add(cr_vec_scale(f.value, f.slope), cr_vec_scale(beyond.value, beyond.slope));
            f.value = r;
        } else if (side ? side < 0 : f.value < 0.0) {
            f.value = -f.value;
            f.slope = cr_vec_scale(-1.0, f.slope);
        }
    }
    cr_vec middle = cr_vec_scale(0.5, cr_vec_add(grid->inner_low, grid->inner_high));
    double length = cr_vec_length(f.slope);
    cr_vec normal = length > 0.0 ? cr_vec_scale(1.0 / length, f.slope) : any_way(cr_vec_sub(p, middle));
    return (cr_near){f.value - grid->half, normal};
}

// A point of a plane that is d cells from an edge of 90 degrees has the kink of the distance, the plane that
// halves the edge, out of the 3 cells to each side that its spline looks at where d > 6. From there to 9
// cells the triangles go over into the splines: f = (1 - w) f_t + w f_s, w = s^2 (3 - 2 s).
static cr_near near_edges(const cr_grid *grid, cr_vec p, const spot *at, int side) {
    const double first = 6.0, last = 9.0;
    cr_vec from;
    double away = cr_grid_sharp_away(grid->sharp, p, &from);
    double s = (away / grid->cell - first) / (last - first), w = s * s * (3.0 - 2.0 * s);
    if (s >= 1.0) return near_spline(grid, p, at, side);
    cr_near flat = cr_grid_sharp_near(grid->sharp, p);
    if (s <= 0.0) return flat;
    cr_near smooth = near_spline(grid, p, at, side);
    double rise = 6.0 * s * (1.0 - s) / ((last - first) * grid->cell) * (smooth.distance - flat.distance);
    cr_vec slope = cr_vec_along(cr_vec_scale(1.0 - w, flat.normal), w, smooth.normal);
    slope = cr_vec_along(slope, rise, from);
    return (cr_near){(1.0 - w) * flat.distance + w * smooth.distance, cr_vec_unit(slope, smooth.normal)};
}

cr_near cr_grid_near(const cr_grid *grid, cr_vec p, int side) {
    spot s;
    if (!find_spot(grid, p, &s)) return from_afar(grid, p);
    return grid->sharp ? near_edges(grid, p, &s, side) : near_spline(grid, p, &s, side);
}

cr_vec cr_grid_settle(const cr_grid *grid, cr_vec p, int side) {
    for (int i = 0; i < 4; i++) { // each squares the error
        cr_near near = cr_grid_near(grid, p, side);
        p = cr_vec_along(p, -near.distance, near.normal);
    }
    return p;
}
