// Whether a surface crosses itself: triangles are sorted into cubes, and those of a cube are looked at in
// pairs.
#include "prep/bem/surface.h"
#include "prep/bem/vector.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    long long cube;
    int triangle;
} entry;

typedef struct mesh {
    const float *position;
    const int *triangle;
    int count;
    double low[3], side; // of cubes
} mesh;

static int compare(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->cube != y->cube) return x->cube < y->cube ? -1 : 1;
    return x->triangle - y->triangle;
}

static void corners_of(const mesh *m, int t, double p[3][3]) {
    for (int i = 0; i < 9; i++)
        p[i / 3][i % 3] = (double)m->position[3 * (ptrdiff_t)m->triangle[3 * t + i / 3] + i % 3];
}

static void box_of(const mesh *m, int t, double low[3], double high[3]) {
    double p[3][3];
    corners_of(m, t, p);
    for (int d = 0; d < 3; d++) {
        low[d] = fmin(p[0][d], fmin(p[1][d], p[2][d]));
        high[d] = fmax(p[0][d], fmax(p[1][d], p[2][d]));
    }
}

// An entry for every cube that the box of a triangle meets; how many there are.
static size_t put_cubes(const mesh *m, int t, entry *to) {
    double low[3], high[3];
    int first[3], last[3];
    size_t count = 0;
    box_of(m, t, low, high);
    for (int d = 0; d < 3; d++) {
        first[d] = (int)((low[d] - m->low[d]) / m->side);
        last[d] = (int)((high[d] - m->low[d]) / m->side);
    }
    for (int x = first[0]; x <= last[0]; x++)
        for (int y = first[1]; y <= last[1]; y++)
            for (int z = first[2]; z <= last[2]; z++, count++)
                if (to) to[count] = (entry){((long long)x << 20 | y) << 20 | z, t};
    return count;
}

// Where an edge goes through the inside of a triangle (Moeller, Trumbore 1997).
static bool pierces(const double from[3], const double to[3], double p[3][3]) {
    const double slack = 1e-6;
    double along[3], a[3], b[3], across[3], off[3], q[3];
    cr_sub3(to, from, along);
    cr_sub3(p[1], p[0], a);
    cr_sub3(p[2], p[0], b);
    cr_cross3(along, b, across);
    double det = cr_dot3(a, across);
    if (fabs(det) <= slack * cr_length3(a) * cr_length3(b) * cr_length3(along)) return false;
    cr_sub3(from, p[0], off);
    cr_cross3(off, a, q);
    double u = cr_dot3(off, across) / det, v = cr_dot3(along, q) / det, t = cr_dot3(b, q) / det;
    return u > slack && v > slack && u + v < 1.0 - slack && t > slack && t < 1.0 - slack;
}

static bool cross(const mesh *m, int s, int t) {
    double p[2][3][3], low[2][3], high[2][3];
    for (int i = 0; i < 9; i++)
        if (m->triangle[3 * s + i / 3] == m->triangle[3 * t + i % 3]) return false; // neighbours
    box_of(m, s, low[0], high[0]);
    box_of(m, t, low[1], high[1]);
    for (int d = 0; d < 3; d++)
        if (low[0][d] > high[1][d] || low[1][d] > high[0][d]) return false;
    corners_of(m, s, p[0]);
    corners_of(m, t, p[1]);
    for (int i = 0; i < 6; i++)
        if (pierces(p[i / 3][i % 3], p[i / 3][(i + 1) % 3], p[1 - i / 3])) return true;
    return false;
}

// Cubes as wide as triangles are on average.
static void measure(mesh *m) {
    double low[3], high[3], sum = 0.0, far[3], extent = 0.0;
    for (int d = 0; d < 3; d++) {
        m->low[d] = HUGE_VAL;
        far[d] = -HUGE_VAL;
    }
    for (int t = 0; t < m->count; t++) {
        box_of(m, t, low, high);
        for (int d = 0; d < 3; d++) {
            m->low[d] = fmin(m->low[d], low[d]);
            far[d] = fmax(far[d], high[d]);
            sum += (high[d] - low[d]) / (3.0 * m->count);
        }
    }
    for (int d = 0; d < 3; d++) extent = fmax(extent, far[d] - m->low[d]);
    m->side = fmax(1.5 * sum, extent / 1000.0);
}

cr_status cr_bem_surface_simple(const float *position, const int *triangle, int triangles, const char *place,
                                cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    mesh m = {.position = position, .triangle = triangle, .count = triangles};
    size_t count = 0, filled = 0;
    cr_status status = CR_OK;
    measure(&m);
    for (int t = 0; t < triangles; t++) count += put_cubes(&m, t, NULL);
    entry *list = cr_arena_take(arena, count, sizeof *list);
    if (!list)
        return cr_fail(error, CR_ERR_MEMORY, place, "no memory for a surface of %d triangles", triangles);
    for (int t = 0; t < triangles; t++) filled += put_cubes(&m, t, list + filled);
    qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count && status == CR_OK; i++)
        for (size_t j = i + 1; j < count && list[j].cube == list[i].cube && status == CR_OK; j++)
            if (cross(&m, list[i].triangle, list[j].triangle))
                status = cr_fail(error, CR_ERR_INPUT, place,
                                 "its surface crosses itself: triangles %d and %d meet", list[i].triangle + 1,
                                 list[j].triangle + 1);
    cr_arena_rewind(arena, mark);
    return status;
}
