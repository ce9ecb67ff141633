#include "carom/space.h"
#include "geom/triangle.h"
#include "prep/bem/profile.h"

#include <string.h>

enum { POINTS_MOST = 4000 };

typedef struct body {
    const cr_modes *modes;
    double (*point)[2]; // of the profile, at the distances asked for
    int points, sectors;
    bool closed;
    // Triangles of the modes by angle: those that reach into a sector, one list for each.
    int *first, *near;
} body;

static double step_of(double (*p)[2], int i) {
    double dr = p[i + 1][0] - p[i][0], dz = p[i + 1][1] - p[i][1];
    return sqrt(dr * dr + dz * dz);
}

// Whether the line turns by more than 25 degrees within `reach` of point i: an edge of the body.
static bool is_corner(const cr_profile *p, int i, double reach) {
    if (i == 0 || i == p->points - 1) return true;
    int a = i - 1, b = i + 1;
    for (double d = step_of(p->point, a); a > 0 && d < reach; a--) d += step_of(p->point, a - 1);
    for (double d = step_of(p->point, i); b < p->points - 1 && d < reach; b++) d += step_of(p->point, b);
    double u[2] = {p->point[i][0] - p->point[a][0], p->point[i][1] - p->point[a][1]};
    double v[2] = {p->point[b][0] - p->point[i][0], p->point[b][1] - p->point[i][1]};
    double dot = u[0] * v[0] + u[1] * v[1];
    double lengths = sqrt((u[0] * u[0] + u[1] * u[1]) * (v[0] * v[0] + v[1] * v[1]));
    return dot < 0.906 * lengths;
}

// Points from one corner to the next, equally far apart by at most `edge`.
static void add_stretch(body *b, const cr_profile *p, int from, int to, double edge) {
    double length = 0.0, at = 0.0;
    for (int i = from; i < to; i++) length += step_of(p->point, i);
    int steps = (int)ceil(length / edge - 1e-6), i = from;
    if (steps < 1) steps = 1;
    for (int s = 1; s <= steps && b->points < POINTS_MOST; s++) {
        double goal = length * s / steps;
        while (i < to - 1 && at + step_of(p->point, i) < goal) at += step_of(p->point, i++);
        double step = step_of(p->point, i), share = step > 0.0 ? fmin((goal - at) / step, 1.0) : 1.0;
        const double *a = p->point[s == steps ? to : i], *c = p->point[s == steps ? to : i + 1];
        for (int d = 0; d < 2; d++) b->point[b->points][d] = a[d] + share * (c[d] - a[d]);
        b->points++;
    }
}

static void resample(body *b, const cr_profile *p, double edge) {
    int last = 0;
    memcpy(b->point[b->points++], p->point[0], sizeof *b->point);
    for (int i = 1; i < p->points; i++) {
        if (!is_corner(p, i, 0.1 * edge)) continue;
        add_stretch(b, p, last, i, edge);
        last = i;
    }
}

// The angle of a point as a share of a turn, 0..1.
static double angle_of(double x, double y) {
    double turn = atan2(y, x) / (2.0 * cr_pi);
    return turn < 0.0 ? turn + 1.0 : turn;
}

static void corner_of(const cr_modes *m, int t, int c, double at[3]) {
    for (int d = 0; d < 3; d++) at[d] = (double)m->position[3 * m->triangle[3 * t + c] + d];
}

// The sectors that a triangle reaches into: `count` from `first` on. One that holds the axis reaches all.
static void sectors_of(const body *b, int t, int *first, int *count) {
    double low = 2.0, high = -2.0, begin = 0.0;
    for (int c = 0; c < 3; c++) {
        double at[3];
        corner_of(b->modes, t, c, at);
        double turn = angle_of(at[0], at[1]);
        if (c == 0) begin = turn;
        turn -= begin;
        turn -= floor(turn + 0.5); // relative to the first corner: -1/2..1/2
        low = fmin(low, turn);
        high = fmax(high, turn);
    }
    int from = (int)floor((begin + low) * b->sectors - 0.5),
        to = (int)floor((begin + high) * b->sectors + 1.5);
    bool all = high - low > 0.3 || to - from >= b->sectors;
    *first = all ? 0 : (from % b->sectors + b->sectors) % b->sectors;
    *count = all ? b->sectors : to - from;
}

static bool sort_by_angle(body *b, cr_arena *arena) {
    b->first = cr_arena_take(arena, (size_t)b->sectors + 2, sizeof *b->first);
    if (!b->first) return false;
    for (int fill = 0; fill < 2; fill++) {
        for (int t = 0; t < b->modes->triangles; t++) {
            int first, count;
            sectors_of(b, t, &first, &count);
            for (int s = 0; s < count; s++) {
                int *at = &b->first[(first + s) % b->sectors + 1 + (fill ? 0 : 1)];
                if (fill) b->near[*at] = t;
                ++*at;
            }
        }
        for (int s = 1; !fill && s <= b->sectors + 1; s++) b->first[s] += b->first[s - 1];
        if (!fill) b->near = cr_arena_take(arena, (size_t)b->first[b->sectors + 1] + 1, sizeof *b->near);
        if (!b->near) return false;
    }
    return true;
}

// The nearest point of the modes' surface, as shares of three vertices.
static void find_between(const body *b, int s, const double at[3], int vertex[3], float share[3]) {
    double least = HUGE_VAL, weight[3];
    for (int i = b->first[s]; i < b->first[s + 1]; i++) {
        cr_vec corner[3];
        for (int c = 0; c < 3; c++) {
            double x[3];
            corner_of(b->modes, b->near[i], c, x);
            corner[c] = cr_vec_make(x[0], x[1], x[2]);
        }
        double square = cr_triangle_nearest(corner, cr_vec_make(at[0], at[1], at[2]), weight);
        if (square >= least) continue;
        least = square;
        for (int c = 0; c < 3; c++) {
            vertex[c] = b->modes->triangle[3 * b->near[i] + c];
            share[c] = (float)weight[c];
        }
    }
}

typedef struct corners {
    double *position;
    int *triangle, triangles;
    int (*between)[3]; // of each vertex
    float (*share)[3];
} corners;

static bool on_axis(const body *b, int i) {
    return !b->closed && (i == 0 || i == b->points - 1);
}

static int vertex_at(const body *b, int i, int s) {
    if (on_axis(b, i)) return i;
    if (b->closed && i == b->points - 1) i = 0;
    return b->points + s % b->sectors * b->points + i;
}

// Radii are larger than those of the body, so that cross-sections keep their areas.
static void place_vertices(const body *b, corners *c) {
    double scale = sqrt((2.0 * cr_pi / b->sectors) / sin(2.0 * cr_pi / b->sectors));
    for (int s = 0; s < b->sectors; s++)
        for (int i = 0; i < b->points; i++) {
            double angle = 2.0 * cr_pi * s / b->sectors, r = on_axis(b, i) ? 0.0 : b->point[i][0];
            int v = vertex_at(b, i, s);
            const double real[3] = {r * cos(angle), r * sin(angle), b->point[i][1]};
            if (on_axis(b, i) && s > 0) continue;
            for (int d = 0; d < 3; d++) c->position[3 * v + d] = d < 2 ? scale * real[d] : real[d];
            find_between(b, s, real, c->between[v], c->share[v]);
        }
}

static void put(corners *c, int p, int q, int r) {
    int *t = c->triangle + 3 * c->triangles++;
    t[0] = p;
    t[1] = q;
    t[2] = r;
}

// Where the line goes down or inwards, diagonals go the other way: the two faces of a wall mirror each other.
static void fill_sector(const body *b, int s, corners *c) {
    for (int i = 0; i + 1 < b->points; i++) {
        const double *p = b->point[i], *q = b->point[i + 1];
        int low[2] = {vertex_at(b, i, s), vertex_at(b, i, s + 1)};
        int high[2] = {vertex_at(b, i + 1, s), vertex_at(b, i + 1, s + 1)};
        bool back = q[1] < p[1] - 1e-9 || (q[1] < p[1] + 1e-9 && q[0] < p[0]);
        if (on_axis(b, i)) put(c, low[0], high[1], high[0]);
        else if (on_axis(b, i + 1)) put(c, low[0], low[1], high[0]);
        else {
            put(c, low[0], low[1], high[back]);
            if (back) put(c, low[0], high[1], high[0]);
            else put(c, low[1], high[1], high[0]);
        }
    }
}

static cr_status build(const body *b, cr_arena *arena, cr_bem_skin *skin, cr_error *error) {
    size_t vertices = (size_t)b->points * (size_t)(b->sectors + 1), most = 2 * vertices;
    corners c = {.position = cr_arena_take(arena, 3 * vertices, sizeof *c.position),
                 .triangle = cr_arena_take(arena, 3 * most, sizeof *c.triangle),
                 .between = cr_arena_take(arena, vertices, sizeof *c.between),
                 .share = cr_arena_take(arena, vertices, sizeof *c.share)};
    *skin = (cr_bem_skin){.outer = b->modes->triangle,
                          .outers = b->modes->triangles,
                          .between = cr_arena_take(arena, 3 * most, sizeof *skin->between),
                          .share = cr_arena_take(arena, 3 * most, sizeof *skin->share)};
    if (!c.position || !c.triangle || !c.between || !c.share || !skin->between || !skin->share)
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for the surface");
    place_vertices(b, &c);
    for (int s = 0; s < b->sectors; s++) fill_sector(b, s, &c);
    for (int i = 0; i < 3 * c.triangles; i++) {
        memcpy(skin->between[i], c.between[c.triangle[i]], sizeof *skin->between);
        memcpy(skin->share[i], c.share[c.triangle[i]], sizeof *skin->share);
    }
    return cr_bem_surface_make(c.position, c.triangle, (int)vertices, c.triangles, b->sectors, "radiation",
                               arena, &skin->surface, error);
}

cr_status cr_bem_skin_revolve(const cr_modes *modes, const cr_profile *profile, double edge, cr_arena *arena,
                              cr_bem_skin *skin, cr_error *error) {
    const double *first = profile->point[0], *last = profile->point[profile->points - 1];
    body b = {.modes = modes, .closed = first[0] == last[0] && first[1] == last[1]};
    double widest = 0.0;
    b.point = cr_arena_take(arena, POINTS_MOST, sizeof *b.point);
    if (!b.point) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for the profile");
    for (int i = 0; i < profile->points; i++) widest = fmax(widest, profile->point[i][0]);
    b.sectors = (int)fmax(12.0, ceil(2.0 * cr_pi * widest / edge));
    resample(&b, profile, edge);
    if (!sort_by_angle(&b, arena))
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for the profile");
    return build(&b, arena, skin, error);
}
