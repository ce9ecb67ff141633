// Triangles of curved parts as curved ones.
#include "base/numeric.h"
#include "geom/faces.h"
#include "geom/triangle.h"

bool cr_faces_sharp(const cr_faces *f, int side) {
    return cr_vec_dot(f->normal[side / 3], f->normal[f->beside[side]]) < CR_FACES_SHARP;
}

static int corner_of(const cr_faces *f, int triangle, int vertex) {
    int k = 0;
    while (k < 2 && f->triangle[3 * triangle + k] != vertex) k++;
    return k;
}

// What a triangle says of the normals at its corners on sharp edges: its own is the mean of the three, and
// those of other corners are known.
static cr_vec normal_at_edge(const cr_faces *f, int t, const bool *on_edge) {
    cr_vec n = cr_vec_scale(3.0, f->normal[t]);
    int edges = 0;
    for (int k = 0; k < 3; k++) {
        int v = f->triangle[3 * t + k];
        edges += on_edge[v];
        if (!on_edge[v]) n = cr_vec_sub(n, cr_vec_unit(f->vertex_normal[v], f->normal[t]));
    }
    n = cr_vec_unit(n, f->normal[t]);
    return edges < 3 && cr_vec_dot(n, f->normal[t]) >= CR_FACES_SHARP ? n : f->normal[t];
}

static void add_normal(const cr_faces *f, int t, int k, const bool *on_edge, cr_vec *sum) {
    cr_vec corner[3];
    cr_faces_corners(f, t, corner);
    *sum = cr_vec_along(*sum, cr_triangle_angle(corner, k), normal_at_edge(f, t, on_edge));
}

// The sum of normals by angle round a vertex, from triangle t across sides that are not sharp, one way (way
// 0: across the side that begins there) or the other (2). False when it comes back to t.
static bool sum_way(const cr_faces *f, int t, int vertex, int way, const bool *on_edge, cr_vec *sum) {
    for (int at = t, count = 0; count < f->triangles; count++) {
        int side = 3 * at + (corner_of(f, at, vertex) + way) % 3;
        if (cr_faces_sharp(f, side)) return true;
        at = f->beside[side];
        if (at == t) return false;
        add_normal(f, at, corner_of(f, at, vertex), on_edge, sum);
    }
    return false;
}

static cr_vec smooth_normal(const cr_faces *f, int t, int k, const bool *on_edge) {
    int vertex = f->triangle[3 * t + k];
    if (!on_edge[vertex]) return cr_vec_unit(f->vertex_normal[vertex], f->normal[t]);
    cr_vec sum = {0.0, 0.0, 0.0};
    add_normal(f, t, k, on_edge, &sum);
    if (sum_way(f, t, vertex, 0, on_edge, &sum)) sum_way(f, t, vertex, 2, on_edge, &sum);
    return cr_vec_unit(sum, f->normal[t]);
}

// How far the parabola through the side from corner k to the next rises over it, four times, m.
static double rise(const cr_vec corner[3], const cr_vec normal[3], int k) {
    int next = (k + 1) % 3;
    return 0.5 * cr_vec_dot(cr_vec_sub(corner[next], corner[k]), cr_vec_sub(normal[next], normal[k]));
}

// Triangles of a curved part rise by little; where one rises by more, it is a large flat face beside a small
// curved one, and stays flat.
static void bend(const cr_faces *f, double most, const bool *on_edge, cr_bends *bends) {
    for (int t = 0; t < f->triangles; t++) {
        cr_vec corner[3], *n = bends->normal + 3 * (size_t)t;
        double largest = 0.0, turn = 0.0;
        cr_faces_corners(f, t, corner);
        for (int k = 0; k < 3; k++) n[k] = smooth_normal(f, t, k, on_edge);
        for (int k = 0; k < 3; k++) {
            largest = cr_max(largest, 0.25 * fabs(rise(corner, n, k)));
            turn = cr_max(turn, cr_vec_length(cr_vec_sub(n[k], f->normal[t])));
        }
        bends->bent[t] = turn > 1e-6 && largest <= most;
        for (int k = 0; k < 3 && !bends->bent[t]; k++) n[k] = f->normal[t];
    }
}

bool cr_faces_bend(const cr_faces *f, double most, cr_arena *arena, cr_bends *bends) {
    size_t triangles = (size_t)f->triangles;
    bends->normal = cr_arena_take(arena, 3 * triangles, sizeof *bends->normal);
    bends->bent = cr_arena_take(arena, triangles, sizeof *bends->bent);
    cr_arena_mark mark = cr_arena_here(arena);
    bool *on_edge = cr_arena_take(arena, (size_t)f->vertices, sizeof *on_edge);
    if (!bends->normal || !bends->bent || !on_edge) return false;
    for (int i = 0; i < 3 * f->triangles; i++)
        if (cr_faces_sharp(f, i))
            on_edge[f->triangle[i]] = on_edge[f->triangle[i % 3 == 2 ? i - 2 : i + 1]] = true;
    bend(f, most, on_edge, bends);
    cr_arena_rewind(arena, mark);
    return true;
}

double cr_faces_rise(const cr_faces *f, const cr_bends *bends, int triangle, const double weight[3]) {
    double sum = 0.0;
    cr_vec corner[3];
    if (!bends->bent[triangle]) return 0.0;
    cr_faces_corners(f, triangle, corner);
    for (int k = 0; k < 3; k++)
        sum += weight[k] * weight[(k + 1) % 3] * rise(corner, bends->normal + 3 * (size_t)triangle, k);
    return sum;
}
