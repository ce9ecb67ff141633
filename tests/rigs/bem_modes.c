#include "bem_modes.h"

#include <stdlib.h>
#include <string.h>

static double (*sorted)[3];

static int compare(const void *a, const void *b) {
    const int *i = a, *j = b;
    for (int d = 0; d < 3; d++) {
        double x = sorted[*i][d], y = sorted[*j][d];
        if (fabs(x - y) > 1e-9) return x < y ? -1 : 1;
    }
    return 0;
}

// Corners that are one get one number.
static int number_corners(const cr_bem_surface *s, cr_arena *arena, int *number, double (*corner)[3]) {
    int n = 3 * s->triangles, count = 0;
    int *order = cr_arena_take(arena, (size_t)n, sizeof *order);
    sorted = s->corner[0];
    for (int i = 0; i < n; i++) order[i] = i;
    qsort(order, (size_t)n, sizeof *order, compare);
    for (int i = 0; i < n; i++) {
        if (i == 0 || compare(&order[i], &order[i - 1]) != 0)
            memcpy(corner[count++], s->corner[order[i] / 3][order[i] % 3], sizeof *corner);
        number[order[i]] = count - 1;
    }
    return count;
}

cr_modes bem_modes(int count, const cr_bem_surface *surface, double scale, double x, int copies,
                   cr_arena *arena, double (**at)[3]) {
    cr_modes m = {.name = "test", .count = count, .mass = 1.0};
    int n = surface->triangles;
    int *number = cr_arena_take(arena, 3 * (size_t)n, sizeof *number);
    double(*corner)[3] = cr_arena_take(arena, 3 * (size_t)n, sizeof *corner);
    int corners = number_corners(surface, arena, number, corner);
    m.vertices = copies * corners;
    m.triangles = copies * n;
    m.position = cr_arena_take(arena, 3 * (size_t)m.vertices, sizeof *m.position);
    m.triangle = cr_arena_take(arena, 3 * (size_t)m.triangles, sizeof *m.triangle);
    m.shape = cr_arena_take(arena, 3 * (size_t)count * (size_t)m.vertices, sizeof *m.shape);
    m.frequency = cr_arena_take(arena, (size_t)count, sizeof *m.frequency);
    *at = cr_arena_take(arena, (size_t)m.vertices, sizeof **at);
    for (int v = 0; v < m.vertices; v++)
        for (int d = 0; d < 3; d++) {
            (*at)[v][d] = corner[v % corners][d];
            m.position[3 * v + d] =
                (float)(scale * (v < corners ? 1.0 : 0.5) * corner[v % corners][d] + (d == 0 ? x : 0.0));
        }
    for (int i = 0; i < 3 * m.triangles; i++)
        m.triangle[i] = i < 3 * n ? number[i] : corners + number[i / 3 % n * 3 + (3 - i % 3) % 3];
    return m;
}
