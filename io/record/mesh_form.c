// Surface nets (Gibson 1998): a vertex in each cell that the surface crosses, moved onto the surface by its
// distance, and a quadrilateral across each edge of the grid whose ends are on different sides.
#include "io/record/mesh_form.h"

#include <stdlib.h>

enum { COARSE = 16, FINE = 96 }; // cells along each side

typedef struct grid {
    int n; // cells along each side
    double low[3], step[3];
    float *distance; // (n + 1)^3
    int *vertex;     // n^3: of the cell, -1: none
} grid;

bool cr_form_has_bounds(const cr_form *form) {
    const cr_vec l = form->low, h = form->high;
    return isfinite(l.x) && isfinite(l.y) && isfinite(l.z) && isfinite(h.x) && isfinite(h.y) && isfinite(h.z);
}

static size_t corner_index(const grid *g, const int i[3]) {
    size_t m = (size_t)g->n + 1;
    return ((size_t)i[2] * m + (size_t)i[1]) * m + (size_t)i[0];
}

static size_t cell_index(const grid *g, const int i[3]) {
    size_t m = (size_t)g->n;
    return ((size_t)i[2] * m + (size_t)i[1]) * m + (size_t)i[0];
}

// The next of all i with components below m, in the order of the indices; false after the last.
static bool advance(int i[3], int m) {
    for (int k = 0; k < 3; k++) {
        if (++i[k] < m) return true;
        i[k] = 0;
    }
    return false;
}

static void corner_of(const grid *g, const int i[3], double p[3]) {
    for (int k = 0; k < 3; k++) p[k] = g->low[k] + g->step[k] * i[k];
}

static void measure(const cr_form *form, grid *g) {
    int i[3] = {0};
    double p[3];
    do {
        corner_of(g, i, p);
        g->distance[corner_index(g, i)] =
            (float)cr_form_near(form, cr_vec_make(p[0], p[1], p[2]), 0).distance;
    } while (advance(i, g->n + 1));
}

// The eight corners of a cell differ by the bits of c.
static float at_corner(const grid *g, const int cell[3], int c) {
    const int i[3] = {cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2)};
    return g->distance[corner_index(g, i)];
}

// The mean of where the surface crosses the edges of a cell; false if it does not.
static bool middle(const grid *g, const int cell[3], double p[3]) {
    double sum[3] = {0.0, 0.0, 0.0};
    int count = 0;
    for (int c = 0; c < 8; c++) {
        for (int k = 0; k < 3; k++) {
            if (c >> k & 1) continue;
            float a = at_corner(g, cell, c), b = at_corner(g, cell, c | 1 << k);
            if ((a < 0.0f) == (b < 0.0f)) continue;
            for (int j = 0; j < 3; j++) sum[j] += c >> j & 1;
            sum[k] += (double)a / ((double)a - (double)b);
            count++;
        }
    }
    for (int j = 0; j < 3 && count; j++) p[j] = g->low[j] + g->step[j] * (cell[j] + sum[j] / count);
    return count > 0;
}

// Onto the surface, but not out of the neighbourhood of the cell.
static cr_vec settle(const cr_form *form, const grid *g, cr_vec p) {
    double most = fmax(fmax(g->step[0], g->step[1]), g->step[2]);
    for (int i = 0; i < 3; i++) {
        cr_near near = cr_form_near(form, p, 0);
        if (fabs(near.distance) > most) break;
        p = cr_vec_along(p, -near.distance, near.normal);
    }
    return p;
}

// Numbers the cells that have a vertex; how many.
static int number_cells(grid *g) {
    int i[3] = {0}, count = 0;
    double p[3];
    do g->vertex[cell_index(g, i)] = middle(g, i, p) ? count++ : -1;
    while (advance(i, g->n));
    return count;
}

static void place_vertices(const cr_form *form, const grid *g, float *position) {
    int i[3] = {0};
    double p[3];
    do {
        int v = g->vertex[cell_index(g, i)];
        if (v < 0 || !middle(g, i, p)) continue;
        cr_vec at = settle(form, g, cr_vec_make(p[0], p[1], p[2]));
        float *to = position + 3 * (size_t)v;
        to[0] = (float)at.x, to[1] = (float)at.y, to[2] = (float)at.z;
    } while (advance(i, g->n));
}

// The two triangles across the edge from corner i along axis k, if the surface crosses it; how many.
static int across(const grid *g, const int i[3], int k, int *triangle) {
    int a = (k + 1) % 3, b = (k + 2) % 3, end[3] = {i[0], i[1], i[2]}, v[4];
    if (i[k] >= g->n || i[a] < 1 || i[b] < 1 || i[a] >= g->n || i[b] >= g->n) return 0;
    end[k]++;
    bool inside = g->distance[corner_index(g, i)] < 0.0f;
    if (inside == (g->distance[corner_index(g, end)] < 0.0f)) return 0;
    for (int q = 0; triangle && q < 4; q++) { // counter-clockwise seen from the end of the edge
        int cell[3] = {i[0], i[1], i[2]};
        cell[a] -= q == 0 || q == 3;
        cell[b] -= q < 2;
        v[inside ? q : 3 - q] = g->vertex[cell_index(g, cell)];
    }
    if (triangle) {
        const int corners[6] = {v[0], v[1], v[2], v[0], v[2], v[3]};
        for (int c = 0; c < 6; c++) triangle[c] = corners[c];
    }
    return 2;
}

static int fill_triangles(const grid *g, int *triangle) {
    int i[3] = {0}, count = 0;
    do {
        for (int k = 0; k < 3; k++) count += across(g, i, k, triangle ? triangle + 3 * (size_t)count : NULL);
    } while (advance(i, g->n + 1));
    return count;
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "surface", "out of memory");
}

static cr_status triangulate(const cr_form *form, int n, cr_arena *scratch, cr_arena *arena,
                             cr_form_mesh *mesh, cr_error *error) {
    const double low[3] = {form->low.x, form->low.y, form->low.z};
    const double high[3] = {form->high.x, form->high.y, form->high.z};
    size_t cells = (size_t)n * (size_t)n * (size_t)n, m = (size_t)n + 1;
    grid g = {.n = n,
              .distance = cr_arena_take(scratch, m * m * m, sizeof(float)),
              .vertex = cr_arena_take(scratch, cells, sizeof(int))};
    if (!g.distance || !g.vertex) return no_memory(error);
    for (int k = 0; k < 3; k++) { // a cell and a bit beyond, so that no corner lies on a flat side
        g.step[k] = (high[k] - low[k]) / (n - 2.6);
        g.low[k] = low[k] - 1.3 * g.step[k];
    }
    measure(form, &g);
    int vertices = number_cells(&g), triangles = fill_triangles(&g, NULL);
    float *position = cr_arena_take(arena, 3 * (size_t)vertices, sizeof *position);
    int *triangle = cr_arena_take(arena, 3 * (size_t)triangles, sizeof *triangle);
    if (!position || !triangle) return no_memory(error);
    place_vertices(form, &g, position);
    fill_triangles(&g, triangle);
    *mesh = (cr_form_mesh){vertices, triangles, position, triangle};
    return CR_OK;
}

double cr_form_mesh_volume(const cr_form_mesh *mesh) {
    double six = 0.0;
    for (int t = 0; t < mesh->triangles; t++) {
        cr_vec p[3];
        for (int c = 0; c < 3; c++) {
            const float *x = mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)t + (size_t)c];
            p[c] = cr_vec_make((double)x[0], (double)x[1], (double)x[2]);
        }
        six += cr_vec_dot(p[0], cr_vec_cross(p[1], p[2]));
    }
    return six / 6.0;
}

cr_status cr_form_triangulate(const cr_form *form, cr_arena *arena, cr_form_mesh *mesh, cr_error *error) {
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    cr_status status = CR_OK;
    for (int n = COARSE; n <= FINE && status == CR_OK; n = 3 * n / 2) {
        cr_arena_mark mark = cr_arena_here(arena), begin = cr_arena_here(scratch);
        status = triangulate(form, n, scratch, arena, mesh, error);
        bool good = fabs(cr_form_mesh_volume(mesh) - form->volume) <= 0.02 * form->volume;
        cr_arena_rewind(scratch, begin);
        if (status != CR_OK || good || 3 * n / 2 > FINE) break;
        cr_arena_rewind(arena, mark);
    }
    cr_arena_free(scratch);
    return status;
}

cr_status cr_form_square(const cr_form *form, cr_vec centre, double half, cr_arena *arena, cr_form_mesh *mesh,
                         cr_error *error) {
    float *position = cr_arena_take(arena, 12, sizeof *position);
    int *triangle = cr_arena_take(arena, 6, sizeof *triangle);
    if (!position || !triangle) return no_memory(error);
    cr_near near = cr_form_near(form, centre, 0);
    cr_vec at = cr_vec_along(centre, -near.distance, near.normal), first, second;
    cr_vec_frame(near.normal, &first, &second);
    for (int c = 0; c < 4; c++) {
        double u = c == 0 || c == 3 ? -half : half, v = c < 2 ? -half : half;
        cr_vec p = cr_vec_along(cr_vec_along(at, u, first), v, second);
        float *to = position + 3 * c;
        to[0] = (float)p.x, to[1] = (float)p.y, to[2] = (float)p.z;
    }
    const int corners[6] = {0, 1, 2, 0, 2, 3};
    for (int c = 0; c < 6; c++) triangle[c] = corners[c];
    *mesh = (cr_form_mesh){4, 2, position, triangle};
    return CR_OK;
}
