#include "prep/bem/surface.h"

#include "prep/bem/static.h"
#include "prep/bem/vector.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static cr_status no_memory(cr_error *error, int triangles) {
    return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a surface of %d triangles", triangles);
}

static int compare_edges(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// Each edge from i to j must have its other from j to i, and only one.
cr_status cr_bem_surface_closed(const int *triangle, int triangles, int vertices, const char *place,
                                cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    size_t count = 3 * (size_t)triangles;
    uint64_t *there = cr_arena_take(arena, count, sizeof *there),
             *back = cr_arena_take(arena, count, sizeof *back);
    if (!there || !back) return no_memory(error, triangles);
    cr_status status = CR_OK;
    for (size_t i = 0; i < count && status == CR_OK; i++) {
        int from = triangle[i], to = triangle[i % 3 == 2 ? i - 2 : i + 1];
        if (from < 0 || from >= vertices || to < 0 || to >= vertices || from == to)
            status = cr_fail(error, CR_ERR_INPUT, place, "triangle %zu has corners that are none", i / 3 + 1);
        there[i] = (uint64_t)from << 32 | (uint32_t)to;
        back[i] = (uint64_t)to << 32 | (uint32_t)from;
    }
    if (status == CR_OK) {
        qsort(there, count, sizeof *there, compare_edges);
        qsort(back, count, sizeof *back, compare_edges);
        for (size_t i = 0; i < count && status == CR_OK; i++) {
            bool twice = i > 0 && there[i] == there[i - 1];
            if (there[i] != back[i] || twice)
                status = cr_fail(error, CR_ERR_INPUT, place,
                                 "its surface is not closed or not simple at the edge between vertices %d "
                                 "and %d",
                                 (int)(there[i] >> 32) + 1, (int)(there[i] & UINT32_MAX) + 1);
        }
    }
    cr_arena_rewind(arena, mark);
    return status;
}

static bool take_arrays(cr_bem_surface *s, cr_arena *arena) {
    size_t n = (size_t)s->triangles;
    s->corner = cr_arena_take(arena, n, sizeof *s->corner);
    s->middle = cr_arena_take(arena, n, sizeof *s->middle);
    s->normal = cr_arena_take(arena, n, sizeof *s->normal);
    s->area = cr_arena_take(arena, n, sizeof *s->area);
    s->weight = cr_arena_take(arena, n, sizeof *s->weight);
    bool whole = s->corner && s->middle && s->normal && s->area && s->weight;
    for (int d = 0; d < 3; d++) {
        s->unit[d] = cr_arena_take(arena, n, sizeof *s->unit[d]);
        whole = whole && s->unit[d];
        for (int q = 0; q < CR_BEM_POINTS; q++) {
            s->point[q][d] = cr_arena_take(arena, n, sizeof *s->point[q][d]);
            whole = whole && s->point[q][d];
        }
    }
    return whole;
}

static cr_status measure(cr_bem_surface *s, int i, const char *place, cr_error *error) {
    double first[3], second[3], normal[3], third[3];
    cr_sub3(s->corner[i][1], s->corner[i][0], first);
    cr_sub3(s->corner[i][2], s->corner[i][0], second);
    cr_sub3(s->corner[i][2], s->corner[i][1], third);
    cr_cross3(first, second, normal);
    double twice = cr_length3(normal),
           longest = fmax(fmax(cr_dot3(first, first), cr_dot3(second, second)), cr_dot3(third, third));
    if (!(twice > 1e-9 * longest) || !isfinite(twice))
        return cr_fail(error, CR_ERR_INPUT, place, "triangle %d of its surface has no area", i + 1);
    for (int d = 0; d < 3; d++) {
        s->normal[i][d] = normal[d] / twice;
        s->middle[i][d] = (s->corner[i][0][d] + s->corner[i][1][d] + s->corner[i][2][d]) / 3.0;
    }
    s->area[i] = 0.5 * twice;
    s->volume += s->area[i] * cr_dot3(s->normal[i], s->middle[i]) / 3.0;
    s->edge += (cr_length3(first) + cr_length3(second) + cr_length3(third)) / (3.0 * s->triangles);
    return CR_OK;
}

void cr_bem_surface_point(const cr_bem_surface *surface, int triangle, int q, double at[3]) {
    double(*corner)[3] = surface->corner[triangle];
    for (int d = 0; d < 3; d++)
        at[d] = (corner[0][d] + corner[1][d] + corner[2][d] + 3.0 * corner[q][d]) / 6.0;
}

// Numbers for the vectorised rows, about the middle of the body.
static void fill_floats(cr_bem_surface *s) {
    double radius;
    cr_bem_surface_ball(s, s->origin, &radius);
    for (int i = 0; i < s->triangles; i++) {
        s->weight[i] = (float)(s->area[i] / (4.0 * cr_pi * CR_BEM_POINTS));
        for (int d = 0; d < 3; d++) s->unit[d][i] = (float)s->normal[i][d];
        for (int q = 0; q < CR_BEM_POINTS; q++) {
            double at[3];
            cr_bem_surface_point(s, i, q, at);
            for (int d = 0; d < 3; d++) s->point[q][d][i] = (float)(at[d] - s->origin[d]);
        }
    }
}

cr_status cr_bem_surface_make(const double *position, const int *triangle, int vertices, int triangles,
                              int sectors, const char *place, cr_arena *arena, cr_bem_surface *surface,
                              cr_error *error) {
    *surface = (cr_bem_surface){.triangles = triangles, .sectors = sectors};
    if (triangles < 4) return cr_fail(error, CR_ERR_INPUT, place, "a surface of %d triangles", triangles);
    cr_status status = cr_bem_surface_closed(triangle, triangles, vertices, place, arena, error);
    if (status == CR_OK && !take_arrays(surface, arena)) status = no_memory(error, triangles);
    for (int i = 0; i < triangles && status == CR_OK; i++) {
        for (int v = 0; v < 3; v++)
            memcpy(surface->corner[i][v], position + 3 * (size_t)triangle[3 * i + v],
                   sizeof surface->corner[i][v]);
        status = measure(surface, i, place, error);
    }
    if (status == CR_OK && !(surface->volume > 0.0))
        status =
            cr_fail(error, CR_ERR_INPUT, place, "its surface is seen from inside: turn its triangles round");
    if (status == CR_OK) fill_floats(surface);
    return status;
}

// Steps towards the farthest corner that shrink as 1/i (Badoiu, Clarkson 2003): within 1 % after 100.
void cr_bem_surface_ball(const cr_bem_surface *surface, double centre[3], double *radius) {
    const int steps = 100;
    memcpy(centre, surface->corner[0][0], 3 * sizeof *centre);
    for (int step = 0; step <= steps; step++) {
        const double *farthest = centre;
        double most = 0.0;
        for (int i = 0; i < 3 * surface->triangles; i++) {
            double d[3], square;
            cr_sub3(surface->corner[i / 3][i % 3], centre, d);
            square = cr_dot3(d, d);
            if (square <= most) continue;
            most = square;
            farthest = surface->corner[i / 3][i % 3];
        }
        *radius = sqrt(most);
        for (int d = 0; d < 3 && step < steps; d++) centre[d] += (farthest[d] - centre[d]) / (step + 2.0);
    }
}

bool cr_bem_surface_holds(const cr_bem_surface *surface, const double at[3]) {
    double sum = 0.0;
    for (int i = 0; i < surface->triangles; i++)
        sum += cr_bem_solid_angle(surface->corner[i][0], surface->normal[i], at);
    return sum < -2.0 * cr_pi;
}
