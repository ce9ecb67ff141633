// Quadratic faces cut into flat ones. Sides are cut alike from both faces, so that the pieces fit.
#include "geom/faces.h"

typedef struct cut {
    const cr_faces *faces;
    const int *middle;
    int pieces, vertices;
    float *position;
    int *triangle;
} cut;

// x = sum of L_i (2 L_i - 1) x_i + 4 L_i L_(i+1) x_(middle i)
static cr_vec place(const cut *c, int t, const double l[3]) {
    cr_vec p = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        int i = 3 * t + k;
        p = cr_vec_along(p, l[k] * (2.0 * l[k] - 1.0), cr_faces_vertex(c->faces, c->faces->triangle[i]));
        p = cr_vec_along(p, 4.0 * l[k] * l[(k + 1) % 3], cr_faces_vertex(c->faces, c->middle[i]));
    }
    return p;
}

// The number of the point `step` pieces along a side of the triangle.
static int on_side(const cut *c, int t, int k, int step) {
    const int *v = c->faces->triangle + 3 * (size_t)t;
    int from = v[k], to = v[(k + 1) % 3];
    if (step == 0) return from;
    if (step == c->pieces) return to;
    return c->faces->vertices + c->faces->edge[3 * t + k] * (c->pieces - 1) +
           (from < to ? step : c->pieces - step) - 1;
}

// The number of the point (i, j): i pieces towards corner 1 and j towards corner 2.
static int number(const cut *c, int t, int i, int j) {
    int n = c->pieces;
    if (j == 0) return on_side(c, t, 0, i);
    if (i + j == n) return on_side(c, t, 1, j);
    if (i == 0) return on_side(c, t, 2, n - j);
    int inner = (n - 1) * (n - 2) / 2, before = (j - 1) * (2 * n - 2 - j) / 2; // rows of n - 2, n - 3, ...
    return c->faces->vertices + c->faces->edges * (n - 1) + t * inner + before + i - 1;
}

static void cut_triangle(cut *c, int t) {
    int n = c->pieces, *to = c->triangle + 3 * (size_t)t * (size_t)n * (size_t)n;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i + j <= n; i++) {
            const double l[3] = {(double)(n - i - j) / n, (double)i / n, (double)j / n};
            cr_vec p = place(c, t, l);
            float *at = c->position + 3 * (size_t)number(c, t, i, j);
            at[0] = (float)p.x, at[1] = (float)p.y, at[2] = (float)p.z;
            if (i + j < n) {
                *to++ = number(c, t, i, j), *to++ = number(c, t, i + 1, j), *to++ = number(c, t, i, j + 1);
            }
            if (i + j < n - 1) {
                *to++ = number(c, t, i + 1, j), *to++ = number(c, t, i + 1, j + 1);
                *to++ = number(c, t, i, j + 1);
            }
        }
}

cr_status cr_faces_cut(const cr_faces *faces, const int *middle, int pieces, cr_arena *arena,
                       cr_faces *result, cr_error *error) {
    cut c = {.faces = faces, .middle = middle, .pieces = pieces};
    int triangles = faces->triangles * pieces * pieces;
    c.vertices =
        faces->vertices + faces->edges * (pieces - 1) + faces->triangles * ((pieces - 1) * (pieces - 2) / 2);
    c.position = cr_arena_take(arena, 3 * (size_t)c.vertices, sizeof *c.position);
    c.triangle = cr_arena_take(arena, 3 * (size_t)triangles, sizeof *c.triangle);
    if (!c.position || !c.triangle)
        return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory for %d triangles", triangles);
    for (int i = 0; i < 3 * faces->vertices; i++) c.position[i] = faces->position[i];
    for (int t = 0; t < faces->triangles; t++) cut_triangle(&c, t);
    return cr_faces_link(c.position, c.vertices, c.triangle, triangles, faces->rims > 0, arena, result,
                         error);
}
