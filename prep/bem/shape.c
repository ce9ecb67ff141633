#include "prep/bem/shape.h"

#include "prep/bem/coarsen.h"
#include "prep/bem/vector.h"

#include <stdlib.h>
#include <string.h>

static double *widen(const float *from, int vertices, cr_arena *arena) {
    double *to = cr_arena_take(arena, 3 * (size_t)vertices, sizeof *to);
    for (int i = 0; to && i < 3 * vertices; i++) to[i] = (double)from[i];
    return to;
}

static int root_of(int *parent, int v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
}

// Six times the volume of the tetrahedron of a triangle and the origin.
static double volume_of(const cr_modes *modes, const int v[3]) {
    double p[3][3], n[3];
    for (int i = 0; i < 3; i++)
        for (int d = 0; d < 3; d++) p[i][d] = (double)modes->position[3 * v[i] + d];
    cr_cross3(p[1], p[2], n);
    return cr_dot3(p[0], n);
}

// The triangles of pieces that bound the body from outside: a closed cavity, seen from the air in it, has a
// negative volume, and nobody hears it.
static int outer_triangles(const cr_modes *modes, int *kept, cr_arena *scratch) {
    int *parent = cr_arena_take(scratch, (size_t)modes->vertices, sizeof *parent), count = 0;
    double *volume = cr_arena_take(scratch, (size_t)modes->vertices, sizeof *volume);
    if (!parent || !volume) return -1;
    for (int v = 0; v < modes->vertices; v++) parent[v] = v;
    for (int t = 0; t < modes->triangles; t++) {
        const int *v = modes->triangle + 3 * t;
        parent[root_of(parent, v[1])] = root_of(parent, v[0]);
        parent[root_of(parent, v[2])] = root_of(parent, v[0]);
    }
    for (int t = 0; t < modes->triangles; t++)
        volume[root_of(parent, modes->triangle[3 * t])] += volume_of(modes, modes->triangle + 3 * t);
    for (int t = 0; t < modes->triangles; t++)
        if (volume[root_of(parent, modes->triangle[3 * t])] > 0.0)
            memcpy(kept + 3 * count++, modes->triangle + 3 * t, 3 * sizeof *kept);
    return count;
}

cr_status cr_bem_skin_make(const cr_modes *modes, double edge, cr_arena *arena, cr_bem_skin *skin,
                           cr_error *error) {
    cr_coarse coarse;
    double *position = widen(modes->position, modes->vertices, arena);
    int *outer = cr_arena_take(arena, 3 * (size_t)modes->triangles, sizeof *outer);
    int count = position && outer ? outer_triangles(modes, outer, arena) : -1;
    if (count < 0) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for the surface");
    if (count == 0)
        return cr_fail(error, CR_ERR_INPUT, "radiation",
                       "the surface is seen from inside: turn its triangles round");
    cr_status status = cr_bem_surface_closed(outer, count, modes->vertices, "radiation", arena, error);
    if (status == CR_OK)
        status = cr_coarsen(modes->position, modes->vertices, outer, count, edge, arena, &coarse, error);
    if (status != CR_OK) return status;
    *skin = (cr_bem_skin){.vertex = coarse.triangle, .outer = outer, .outers = count};
    return cr_bem_surface_make(position, coarse.triangle, modes->vertices, coarse.triangles, 1, "radiation",
                               arena, &skin->surface, error);
}

static const float *shape_at(const cr_modes *modes, int mode, int vertex) {
    return modes->shape + 3 * ((size_t)mode * (size_t)modes->vertices + (size_t)vertex);
}

static void displacement(const cr_bem_skin *skin, const cr_modes *modes, int mode, int corner, double u[3]) {
    for (int d = 0; d < 3; d++) u[d] = 0.0;
    for (int i = 0; i < (skin->vertex ? 1 : 3); i++) {
        int vertex = skin->vertex ? skin->vertex[corner] : skin->between[corner][i];
        double share = skin->vertex ? 1.0 : (double)skin->share[corner][i];
        const float *from = shape_at(modes, mode, vertex);
        for (int d = 0; d < 3; d++) u[d] += share * (double)from[d];
    }
}

// int U n over the outer surface of the modes: linear on each triangle.
static double flow_of(const cr_bem_skin *skin, const cr_modes *modes, int mode) {
    double sum = 0.0;
    for (int t = 0; t < skin->outers; t++) {
        const int *v = skin->outer + 3 * t;
        double p[3][3], u[3] = {0.0}, a[3], b[3], n[3];
        for (int i = 0; i < 3; i++)
            for (int d = 0; d < 3; d++) {
                p[i][d] = (double)modes->position[3 * v[i] + d];
                u[d] += (double)shape_at(modes, mode, v[i])[d] / 3.0;
            }
        cr_sub3(p[1], p[0], a);
        cr_sub3(p[2], p[0], b);
        cr_cross3(a, b, n);
        sum += 0.5 * cr_dot3(u, n);
    }
    return sum;
}

// Shells bend at constant volume: a flow that the coarser triangles invent would drown what a mode of higher
// order radiates at low frequencies.
void cr_bem_skin_slope(const cr_bem_skin *skin, const cr_modes *modes, int mode, double density, float *g) {
    const cr_bem_surface *s = &skin->surface;
    double flow = 0.0, area = 0.0;
    for (int t = 0; t < s->triangles; t++) {
        double sum = 0.0, u[3];
        for (int c = 0; c < 3; c++) {
            displacement(skin, modes, mode, 3 * t + c, u);
            sum += cr_dot3(u, s->normal[t]) / 3.0;
        }
        g[t] = (float)sum;
        flow += sum * s->area[t];
        area += s->area[t];
    }
    double lack = (flow_of(skin, modes, mode) - flow) / area;
    for (int t = 0; t < s->triangles; t++) g[t] = (float)(-density * ((double)g[t] + lack));
}

// How far a ray goes before it meets a triangle from inside; HUGE_VAL: it does not (Moeller, Trumbore 1997).
static double meet(double (*corner)[3], const double from[3], const double along[3]) {
    double a[3], b[3], p[3], q[3], to[3];
    cr_sub3(corner[1], corner[0], a);
    cr_sub3(corner[2], corner[0], b);
    cr_cross3(along, b, p);
    double det = cr_dot3(a, p);
    if (det >= 0.0) return HUGE_VAL; // seen from outside, or along it
    cr_sub3(from, corner[0], to);
    cr_cross3(to, a, q);
    double u = cr_dot3(to, p) / det, v = cr_dot3(along, q) / det, t = cr_dot3(b, q) / det;
    return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0 ? t : HUGE_VAL;
}

static int compare(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double cr_bem_wall(const cr_bem_surface *surface) {
    enum { PLACES = 200 };
    double wall[PLACES];
    for (int i = 0; i < PLACES; i++) {
        int t = (int)((long long)i * surface->triangles / PLACES);
        double along[3];
        for (int d = 0; d < 3; d++) along[d] = -surface->normal[t][d];
        wall[i] = HUGE_VAL;
        for (int j = 0; j < surface->triangles; j++)
            if (j != t) wall[i] = fmin(wall[i], meet(surface->corner[j], surface->middle[t], along));
    }
    qsort(wall, PLACES, sizeof *wall, compare);
    return wall[PLACES / 20];
}
