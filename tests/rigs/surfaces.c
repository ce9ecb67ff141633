#include "surfaces.h"

#include "base/maths.h"

#include <stdlib.h>

static void begin(surface *s, int vertices, int triangles, bool quadratic) {
    *s = (surface){0};
    s->position = calloc(3 * (size_t)vertices, sizeof *s->position);
    s->triangle = calloc(3 * (size_t)triangles, sizeof *s->triangle);
    if (quadratic) s->middle = calloc(3 * (size_t)triangles, sizeof *s->middle);
    if (!s->position || !s->triangle || (quadratic && !s->middle)) abort();
}

static int put(surface *s, cr_vec p) {
    float *at = s->position + 3 * (size_t)s->vertices;
    at[0] = (float)p.x, at[1] = (float)p.y, at[2] = (float)p.z;
    return s->vertices++;
}

static void put_triangle(surface *s, int a, int b, int c, int ab, int bc, int ca) {
    int *corner = s->triangle + 3 * (size_t)s->triangles;
    corner[0] = a, corner[1] = b, corner[2] = c;
    if (s->middle) {
        int *middle = s->middle + 3 * (size_t)s->triangles;
        middle[0] = ab, middle[1] = bc, middle[2] = ca;
    }
    s->triangles++;
}

// The vertices of a square, [row][column] of 2 or 3, seen counter-clockwise from (0, 0) over (0, last).
static void put_square(surface *s, int v[3][3], bool quadratic) {
    int e = quadratic ? 2 : 1;
    put_triangle(s, v[0][0], v[0][e], v[e][e], v[0][1], v[1][e], v[1][1]);
    put_triangle(s, v[0][0], v[e][e], v[e][0], v[1][1], v[e][1], v[1][0]);
}

surface surface_cube(int n, bool quadratic, surface_map map, const void *context) {
    int step = quadratic ? 2 : 1, m = n * step, side = m + 1;
    int *number = calloc((size_t)side * (size_t)side * (size_t)side, sizeof *number);
    surface s;
    begin(&s, 6 * side * side, 12 * n * n, quadratic);
    for (int face = 0; face < 6 && number; face++) {
        int axis = face / 2, second = (axis + 1) % 3, third = (axis + 2) % 3;
        for (int i = 0; i < m; i += step)
            for (int j = 0; j < m; j += step) {
                int v[3][3] = {{0}};
                for (int a = 0; a <= step; a++)
                    for (int b = 0; b <= step; b++) {
                        int at[3];
                        at[axis] = face % 2 ? m : 0;
                        at[second] = face % 2 ? j + b : i + a; // turned on opposite faces
                        at[third] = face % 2 ? i + a : j + b;
                        int *seen = &number[(at[0] * side + at[1]) * side + at[2]];
                        if (!*seen) {
                            cr_vec p = {2.0 * at[0] / m - 1.0, 2.0 * at[1] / m - 1.0, 2.0 * at[2] / m - 1.0};
                            *seen = 1 + put(&s, map(p, context));
                        }
                        v[a][b] = *seen - 1;
                    }
                put_square(&s, v, quadratic);
            }
    }
    free(number);
    return s;
}

surface surface_square(int n, int m, bool closed_x, bool closed_y, bool quadratic, surface_map map,
                       const void *context) {
    int step = quadratic ? 2 : 1, wide = n * step, high = m * step;
    int columns = wide + !closed_x, rows = high + !closed_y;
    surface s;
    begin(&s, columns * rows, 2 * n * m, quadratic);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            put(&s, map(cr_vec_make((double)x / wide, (double)y / high, 0.0), context));
    for (int y = 0; y < high; y += step)
        for (int x = 0; x < wide; x += step) {
            int v[3][3] = {{0}};
            for (int a = 0; a <= step; a++)
                for (int b = 0; b <= step; b++) v[a][b] = (y + a) % rows * columns + (x + b) % columns;
            put_square(&s, v, quadratic);
        }
    return s;
}

void surface_free(surface *s) {
    free(s->position);
    free(s->triangle);
    free(s->middle);
    *s = (surface){0};
}

cr_form *surface_form(const surface *s, cr_grid_def def, cr_arena *arena, cr_error *error) {
    def.middle = s->middle;
    return cr_form_triangles(s->position, s->vertices, s->triangle, s->triangles, &def, arena, error);
}

cr_vec surface_ball(cr_vec p, const void *context) {
    const double *radius = context;
    return cr_vec_scale(*radius, cr_vec_unit(p, cr_vec_make(0.0, 0.0, 1.0)));
}

cr_vec surface_box(cr_vec p, const void *context) {
    const cr_vec *half = context;
    return cr_vec_make(p.x * half->x, p.y * half->y, p.z * half->z);
}

cr_vec surface_ring(cr_vec p, const void *context) {
    const double *radius = context;
    double u = 2.0 * cr_pi * p.x, v = 2.0 * cr_pi * p.y, r = radius[0] + radius[1] * cr_cos(v);
    return cr_vec_make(r * cr_cos(u), r * cr_sin(u), radius[1] * cr_sin(v));
}
