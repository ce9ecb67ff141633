// Dual contouring: a vertex in each cell that the surface crosses, and a quadrilateral across each edge of
// the grid whose ends are on different sides.
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

static bool is_crossed(const grid *g, const int cell[3]) {
    int inside = 0;
    for (int c = 0; c < 8; c++) inside += at_corner(g, cell, c) < 0.0f;
    return inside > 0 && inside < 8;
}

// By halving: near an edge of the form the distance is no line.
static cr_vec cross(const cr_form *form, cr_vec in, cr_vec out) {
    enum { HALVES = 10 };
    cr_vec p = in;
    for (int i = 0; i < HALVES; i++) {
        p = cr_vec_scale(0.5, cr_vec_add(in, out));
        *(cr_form_near(form, p, 0).distance < 0.0 ? &in : &out) = p;
    }
    return p;
}

// Where the surface crosses the edges of a cell; how many.
static int crossings(const cr_form *form, const grid *g, const int cell[3], cr_vec p[12]) {
    int count = 0;
    for (int c = 0; c < 8; c++) {
        for (int k = 0; k < 3; k++) {
            if (c >> k & 1) continue;
            float a = at_corner(g, cell, c), b = at_corner(g, cell, c | 1 << k);
            if ((a < 0.0f) == (b < 0.0f)) continue;
            double x[3], y[3];
            for (int j = 0; j < 3; j++) x[j] = y[j] = g->low[j] + g->step[j] * (cell[j] + (c >> j & 1));
            y[k] += g->step[k];
            cr_vec from = cr_vec_make(x[0], x[1], x[2]), to = cr_vec_make(y[0], y[1], y[2]);
            p[count++] = a < 0.0f ? cross(form, from, to) : cross(form, to, from);
        }
    }
    return count;
}

static double within(double x, double from, double step) {
    return fmin(fmax(x, from), from + step);
}

// From the mean of the crossings towards the planes that touch the surface there, so that edges and corners
// stay sharp (Ju and others 2002), then onto the surface; but not out of the cell.
static cr_vec settle(const cr_form *form, const grid *g, const int cell[3], cr_vec *crossing, int count) {
    enum { PASSES = 12 };
    cr_vec p = {0}, normal[12];
    for (int i = 0; i < count; i++) {
        cr_near near = cr_form_near(form, crossing[i], 0);
        crossing[i] = cr_vec_along(crossing[i], -near.distance, near.normal);
        normal[i] = near.normal;
        p = cr_vec_along(p, 1.0 / count, crossing[i]);
    }
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < count; i++)
            p = cr_vec_along(p, cr_vec_dot(normal[i], cr_vec_sub(crossing[i], p)), normal[i]);
    p.x = within(p.x, g->low[0] + g->step[0] * cell[0], g->step[0]);
    p.y = within(p.y, g->low[1] + g->step[1] * cell[1], g->step[1]);
    p.z = within(p.z, g->low[2] + g->step[2] * cell[2], g->step[2]);
    cr_near near = cr_form_near(form, p, 0);
    return cr_vec_along(p, -near.distance, near.normal);
}

// Numbers the cells that have a vertex; how many.
static int number_cells(grid *g) {
    int i[3] = {0}, count = 0;
    do g->vertex[cell_index(g, i)] = is_crossed(g, i) ? count++ : -1;
    while (advance(i, g->n));
    return count;
}

static void place_vertices(const cr_form *form, const grid *g, float *position) {
    int i[3] = {0};
    cr_vec p[12];
    do {
        int v = g->vertex[cell_index(g, i)];
        if (v < 0) continue;
        cr_vec at = settle(form, g, i, p, crossings(form, g, i, p));
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

// Stands for what is thinner than any cell.
static cr_status bounding_box(const cr_form *form, cr_arena *arena, cr_form_mesh *mesh, cr_error *error) {
    static const int corners[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                    2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    float *position = cr_arena_take(arena, 24, sizeof *position);
    if (!position) return no_memory(error);
    for (int c = 0; c < 8; c++) {
        position[3 * c] = (float)(c & 1 ? form->high.x : form->low.x);
        position[3 * c + 1] = (float)(c & 2 ? form->high.y : form->low.y);
        position[3 * c + 2] = (float)(c & 4 ? form->high.z : form->low.z);
    }
    *mesh = (cr_form_mesh){8, 12, position, corners};
    return CR_OK;
}

cr_status cr_form_triangulate(const cr_form *form, cr_arena *arena, cr_form_mesh *mesh, cr_error *error) {
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    cr_status status = CR_OK;
    for (int n = COARSE; n <= FINE && status == CR_OK; n = 3 * n / 2) {
        cr_arena_mark mark = cr_arena_here(arena), begin = cr_arena_here(scratch);
        status = triangulate(form, n, scratch, arena, mesh, error);
        bool good = status == CR_OK && fabs(cr_form_mesh_volume(mesh) - form->volume) <= 0.04 * form->volume;
        cr_arena_rewind(scratch, begin);
        if (status != CR_OK || good || 3 * n / 2 > FINE) break;
        cr_arena_rewind(arena, mark);
    }
    cr_arena_free(scratch);
    return status == CR_OK && !mesh->triangles ? bounding_box(form, arena, mesh, error) : status;
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
