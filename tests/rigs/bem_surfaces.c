#include "bem_surfaces.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct building {
    double *position;
    int *triangle;
    int vertices, triangles;
} building;

static int add_vertex(building *b, const double at[3]) {
    for (int i = 0; i < b->vertices; i++) {
        double d = 0.0;
        for (int a = 0; a < 3; a++) d += fabs(b->position[3 * i + a] - at[a]);
        if (d < 1e-9) return i;
    }
    memcpy(b->position + 3 * b->vertices, at, 3 * sizeof *at);
    return b->vertices++;
}

static void add_triangle(building *b, const double p[3], const double q[3], const double r[3]) {
    int *t = b->triangle + 3 * b->triangles++;
    t[0] = add_vertex(b, p);
    t[1] = add_vertex(b, q);
    t[2] = add_vertex(b, r);
}

static void add_cut(building *b, const double p[3], const double q[3], const double r[3], int level) {
    const double *corner[3] = {p, q, r};
    double middle[3][3];
    if (level == 0) {
        add_triangle(b, p, q, r);
        return;
    }
    for (int i = 0; i < 3; i++) {
        double square = 0.0;
        for (int d = 0; d < 3; d++) {
            middle[i][d] = corner[i][d] + corner[(i + 1) % 3][d];
            square += middle[i][d] * middle[i][d];
        }
        for (int d = 0; d < 3; d++) middle[i][d] /= sqrt(square);
    }
    add_cut(b, p, middle[0], middle[2], level - 1);
    add_cut(b, middle[0], q, middle[1], level - 1);
    add_cut(b, middle[2], middle[1], r, level - 1);
    add_cut(b, middle[0], middle[1], middle[2], level - 1);
}

static building begin(cr_arena *arena, int triangles) {
    building b = {.position = cr_arena_take(arena, 3 * (size_t)triangles, sizeof *b.position),
                  .triangle = cr_arena_take(arena, 3 * (size_t)triangles, sizeof *b.triangle)};
    return b;
}

static cr_bem_surface finish(cr_arena *arena, const building *b, int sectors) {
    cr_bem_surface made;
    cr_error error;
    if (cr_bem_surface_make(b->position, b->triangle, b->vertices, b->triangles, sectors, "test", arena,
                            &made, &error) != CR_OK) {
        printf("%s: %s\n", error.place, error.reason);
        abort();
    }
    return made;
}

cr_bem_surface bem_sphere(cr_arena *arena, int level, const double axis[3]) {
    static const int face[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                    {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                    {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                    {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    const double g = (1.0 + sqrt(5.0)) / 2.0, length = sqrt(1.0 + g * g);
    const double a = 1.0 / length, c = g / length;
    const double corner[12][3] = {{-a, c, 0},  {a, c, 0},  {-a, -c, 0}, {a, -c, 0}, {0, -a, c},  {0, a, c},
                                  {0, -a, -c}, {0, a, -c}, {c, 0, -a},  {c, 0, a},  {-c, 0, -a}, {-c, 0, a}};
    building b = begin(arena, 20 << 2 * level);
    for (int i = 0; i < 20; i++)
        add_cut(&b, corner[face[i][0]], corner[face[i][1]], corner[face[i][2]], level);
    cr_bem_surface round = finish(arena, &b, 1);
    double area = 0.0;
    for (int i = 0; i < round.triangles; i++) area += round.area[i];
    for (int i = 0; i < 3 * b.vertices; i++) b.position[i] *= axis[i % 3] * sqrt(4.0 * cr_pi / area);
    return finish(arena, &b, 1);
}

int bem_profile_line(double (*profile)[2], int points, double radius, double height, int steps) {
    const double from[2] = {profile[points - 1][0], profile[points - 1][1]};
    for (int i = 1; i <= steps; i++) {
        profile[points + i - 1][0] = from[0] + (radius - from[0]) * i / steps;
        profile[points + i - 1][1] = from[1] + (height - from[1]) * i / steps;
    }
    return points + steps;
}

// Vertex i of the profile on the meridian s: one for all meridians on the axis.
static int ring_vertex(building *b, double (*profile)[2], int points, int i, int s, int sectors) {
    bool closed = profile[0][0] > 1e-12, axis = profile[i][0] < 1e-12;
    int row = closed && i == points - 1 ? 0 : i, index = axis ? i : points + (s % sectors) * points + row;
    double scale = sqrt((2.0 * cr_pi / sectors) / sin(2.0 * cr_pi / sectors)),
           angle = 2.0 * cr_pi * s / sectors;
    double *at = b->position + 3 * index;
    at[0] = axis ? 0.0 : scale * profile[row][0] * cos(angle);
    at[1] = axis ? 0.0 : scale * profile[row][0] * sin(angle);
    at[2] = profile[row][1];
    return index;
}

static void put(building *b, int p, int q, int r) {
    int *t = b->triangle + 3 * b->triangles++;
    t[0] = p;
    t[1] = q;
    t[2] = r;
}

cr_bem_surface bem_revolve(cr_arena *arena, double (*profile)[2], int points, int sectors, bool symmetric) {
    building b = begin(arena, 2 * points * (sectors + 1));
    b.vertices = points * (sectors + 1);
    for (int s = 0; s < sectors; s++)
        for (int i = 0; i + 1 < points; i++) {
            const double *p = profile[i], *q = profile[i + 1];
            int low[2], high[2];
            for (int e = 0; e < 2; e++) {
                low[e] = ring_vertex(&b, profile, points, i, (s + e) % sectors, sectors);
                high[e] = ring_vertex(&b, profile, points, i + 1, (s + e) % sectors, sectors);
            }
            if (p[0] < 1e-12) put(&b, low[0], high[1], high[0]);
            else if (q[0] < 1e-12) put(&b, low[0], low[1], high[0]);
            else if (q[1] < p[1] - 1e-12 || (fabs(q[1] - p[1]) < 1e-12 && q[0] < p[0])) {
                put(&b, low[0], low[1], high[1]);
                put(&b, low[0], high[1], high[0]);
            } else {
                put(&b, low[0], low[1], high[0]);
                put(&b, low[1], high[1], high[0]);
            }
        }
    return finish(arena, &b, symmetric ? sectors : 1);
}
