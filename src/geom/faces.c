#include "geom/faces.h"

#include "base/numeric.h"
#include "geom/triangle.h"

cr_vec cr_faces_vertex(const cr_faces *faces, int vertex) {
    const float *at = faces->position + 3 * (size_t)vertex;
    return cr_vec_make((double)at[0], (double)at[1], (double)at[2]);
}

void cr_faces_corners(const cr_faces *faces, int triangle, cr_vec corner[3]) {
    for (int k = 0; k < 3; k++) corner[k] = cr_faces_vertex(faces, faces->triangle[3 * triangle + k]);
}

// Sides by the smaller of their ends: those of vertex v are list[first[v]..first[v + 1]), each 3 triangle +
// k.
typedef struct sides {
    const int *triangle;
    int *first, *list;
} sides;

static int next_of(int side) {
    return side % 3 == 2 ? side - 2 : side + 1;
}
static int from_of(const sides *s, int side) {
    return s->triangle[side];
}
static int to_of(const sides *s, int side) {
    return s->triangle[next_of(side)];
}
static int smaller_end(const sides *s, int side) {
    int a = from_of(s, side), b = to_of(s, side);
    return a < b ? a : b;
}
static int larger_end(const sides *s, int side) {
    int a = from_of(s, side), b = to_of(s, side);
    return a < b ? b : a;
}

static bool sort_sides(sides *s, int vertices, int triangles, cr_arena *work) {
    s->first = cr_arena_take(work, (size_t)vertices + 2, sizeof *s->first);
    s->list = cr_arena_take(work, 3 * (size_t)triangles, sizeof *s->list);
    if (!s->first || !s->list) return false;
    int *first = s->first + 1; // moved by one while the places are given out
    for (int i = 0; i < 3 * triangles; i++) first[smaller_end(s, i) + 1]++;
    for (int v = 0; v < vertices; v++) first[v + 1] += first[v];
    for (int i = 0; i < 3 * triangles; i++) s->list[first[smaller_end(s, i)]++] = i;
    return true;
}

static cr_status refuse_edge(const cr_faces *f, const sides *s, int side, const char *what, cr_error *error) {
    cr_vec a = cr_faces_vertex(f, from_of(s, side)), b = cr_faces_vertex(f, to_of(s, side));
    return cr_fail(error, CR_ERR_INPUT, "surface", "the edge from (%.4g %.4g %.4g) to (%.4g %.4g %.4g) m %s",
                   a.x, a.y, a.z, b.x, b.y, b.z, what);
}

// The other side with the same ends, or -1; `count` is how many sides have them.
static int find_other(const sides *s, int side, int *count) {
    int low = smaller_end(s, side), high = larger_end(s, side), other = -1;
    *count = 0;
    for (int i = s->first[low]; i < s->first[low + 1]; i++) {
        if (larger_end(s, s->list[i]) != high) continue;
        ++*count;
        if (s->list[i] != side) other = s->list[i];
    }
    return other;
}

static cr_status link_sides(cr_faces *f, const sides *s, bool rims, cr_error *error) {
    for (int side = 0; side < 3 * f->triangles; side++) {
        int count, other = find_other(s, side, &count);
        if (count > 2) return refuse_edge(f, s, side, "belongs to more than two triangles", error);
        if (count == 2 && from_of(s, other) == from_of(s, side))
            return refuse_edge(f, s, side, "has triangles that turn against each other", error);
        if (count == 1 && !rims)
            return refuse_edge(f, s, side, "belongs to one triangle: the surface must be closed", error);
        f->beside[side] = other < 0 ? -1 : other / 3;
        f->rims += other < 0;
        f->edge[side] = other < 0 || side < other ? f->edges++ : f->edge[other];
    }
    return CR_OK;
}

static void find_normals(cr_faces *f) {
    for (int t = 0; t < f->triangles; t++) {
        cr_vec corner[3];
        cr_faces_corners(f, t, corner);
        f->normal[t] = cr_triangle_normal(corner);
        for (int k = 0; k < 3; k++) {
            cr_vec *sum = &f->vertex_normal[f->triangle[3 * t + k]];
            *sum = cr_vec_along(*sum, cr_triangle_angle(corner, k), f->normal[t]);
        }
    }
}

static cr_status check_indices(const cr_faces *f, cr_error *error) {
    if (f->triangles < 1) return cr_fail(error, CR_ERR_INPUT, "surface", "has no triangles");
    for (int i = 0; i < 3 * f->vertices; i++)
        if (!isfinite(f->position[i]))
            return cr_fail(error, CR_ERR_INPUT, "surface", "vertex %d is not at a finite place", i / 3);
    for (int t = 0; t < f->triangles; t++) {
        const int *v = f->triangle + 3 * (size_t)t;
        for (int k = 0; k < 3; k++)
            if (v[k] < 0 || v[k] >= f->vertices)
                return cr_fail(error, CR_ERR_INPUT, "surface", "triangle %d has no vertex %d", t, v[k]);
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
            return cr_fail(error, CR_ERR_INPUT, "surface", "triangle %d has a vertex twice", t);
    }
    return CR_OK;
}

cr_status cr_faces_link(const float *position, int vertices, const int *triangle, int triangles, bool rims,
                        cr_arena *arena, cr_faces *faces, cr_error *error) {
    *faces =
        (cr_faces){.vertices = vertices, .triangles = triangles, .position = position, .triangle = triangle};
    cr_status status = check_indices(faces, error);
    if (status != CR_OK) return status;
    size_t count = (size_t)triangles;
    faces->beside = cr_arena_take(arena, 3 * count, sizeof *faces->beside);
    faces->edge = cr_arena_take(arena, 3 * count, sizeof *faces->edge);
    faces->normal = cr_arena_take(arena, count, sizeof *faces->normal);
    faces->vertex_normal = cr_arena_take(arena, (size_t)vertices, sizeof *faces->vertex_normal);
    cr_arena_mark mark = cr_arena_here(arena);
    sides s = {.triangle = triangle};
    if (!faces->beside || !faces->edge || !faces->normal || !faces->vertex_normal ||
        !sort_sides(&s, vertices, triangles, arena))
        return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory for %d triangles", triangles);
    status = link_sides(faces, &s, rims, error);
    cr_arena_rewind(arena, mark);
    if (status == CR_OK) find_normals(faces);
    return status;
}

cr_vec cr_faces_side_normal(const cr_faces *faces, int triangle, const double weight[3]) {
    int zeros = 0, last = 0; // weights that are 0, and the corner of the last one that is not
    for (int k = 0; k < 3; k++) {
        if (weight[k] <= 0.0) zeros++;
        else last = k;
    }
    if (zeros == 2) return faces->vertex_normal[faces->triangle[3 * triangle + last]];
    if (zeros == 0) return faces->normal[triangle];
    int opposite = weight[0] <= 0.0 ? 0 : weight[1] <= 0.0 ? 1 : 2;
    int beside = faces->beside[3 * triangle + (opposite + 1) % 3];
    return beside < 0 ? faces->normal[triangle] : cr_vec_add(faces->normal[triangle], faces->normal[beside]);
}

double cr_faces_area(const cr_faces *faces) {
    cr_sum area = {0.0, 0.0};
    for (int t = 0; t < faces->triangles; t++) {
        cr_vec c[3];
        cr_faces_corners(faces, t, c);
        cr_sum_add(&area, 0.5 * cr_vec_length(cr_vec_cross(cr_vec_sub(c[1], c[0]), cr_vec_sub(c[2], c[0]))));
    }
    return area.sum;
}

double cr_faces_longest(const cr_faces *faces) {
    double longest = 0.0;
    for (int t = 0; t < faces->triangles; t++) {
        cr_vec c[3];
        cr_faces_corners(faces, t, c);
        for (int k = 0; k < 3; k++)
            longest = cr_max(longest, cr_vec_length(cr_vec_sub(c[(k + 1) % 3], c[k])));
    }
    return longest;
}

void cr_faces_bounds(const cr_faces *faces, cr_vec *low, cr_vec *high) {
    *low = *high = cr_faces_vertex(faces, faces->triangle[0]);
    for (int i = 1; i < 3 * faces->triangles; i++) {
        cr_vec p = cr_faces_vertex(faces, faces->triangle[i]);
        *low = cr_vec_make(cr_min(low->x, p.x), cr_min(low->y, p.y), cr_min(low->z, p.z));
        *high = cr_vec_make(cr_max(high->x, p.x), cr_max(high->y, p.y), cr_max(high->z, p.z));
    }
}
