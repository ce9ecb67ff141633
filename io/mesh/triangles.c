#include "io/file/file.h"
#include "io/mesh/triangles_internal.h"

#include <limits.h>
#include <string.h>

bool soup_point(soup *s, const double position[3]) {
    if (s->points >= INT_MAX / 4) return scan_fail(&s->in, "too many vertices");
    if (!s->counting) memcpy(s->point + 3 * (size_t)s->points, position, 3 * sizeof *position);
    s->points++;
    return true;
}

// Corners are checked when all vertices are known: in the second pass.
bool soup_triangle(soup *s, int a, int b, int c) {
    const int corner[3] = {a, b, c};
    if (s->triangles >= INT_MAX / 4) return scan_fail(&s->in, "too many triangles");
    for (int i = 0; !s->counting && i < 3; i++) {
        if (corner[i] < 0 || corner[i] >= s->announced)
            return scan_fail(&s->in, "a face names a vertex beyond the %d that there are", s->announced);
        s->triangle[3 * (size_t)s->triangles + (size_t)i] = corner[i];
    }
    s->triangles++;
    return true;
}

static bool read_twice(soup *s, bool (*read)(soup *)) {
    s->counting = true;
    if (!read(s)) return false;
    if (!s->triangles) return scan_fail(&s->in, "no triangles");
    s->point = cr_arena_take(s->in.work, 3 * (size_t)s->points, sizeof *s->point);
    s->triangle = cr_arena_take(s->in.work, 3 * (size_t)s->triangles, sizeof *s->triangle);
    if (!s->point || !s->triangle) return scan_no_memory(&s->in, (size_t)s->triangles, "triangles");
    s->announced = s->points;
    s->points = s->triangles = 0;
    s->in.at = 0;
    s->in.binary = s->in.swapped = s->counting = false;
    return read(s);
}

static size_t hash_position(const double *position) {
    uint64_t hash = 0, bits;
    for (int i = 0; i < 3; i++) {
        memcpy(&bits, &position[i], sizeof bits);
        hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return (size_t)hash;
}

// The first vertex at the place of each: in `same`. Vertices of an STL file are known by their place alone.
static bool find_same(soup *s, int *same) {
    size_t slots = 16;
    while (slots < 2 * (size_t)s->points) slots *= 2;
    int *table = cr_arena_take(s->in.work, slots, sizeof *table); // vertex + 1
    if (!table) return scan_no_memory(&s->in, (size_t)s->points, "vertices");
    for (int i = 0; i < s->points; i++) {
        const double *p = s->point + 3 * (size_t)i;
        size_t slot = hash_position(p) & (slots - 1);
        while (table[slot] && memcmp(s->point + 3 * (size_t)(table[slot] - 1), p, 3 * sizeof *p) != 0)
            slot = (slot + 1) & (slots - 1);
        if (!table[slot]) table[slot] = i + 1;
        same[i] = table[slot] - 1;
    }
    return true;
}

static bool distinct(const int *corner, const int *same) {
    int a = same[corner[0]], b = same[corner[1]], c = same[corner[2]];
    return a != b && b != c && c != a;
}

// Only vertices that triangles use, each place once; triangles with a corner twice are nothing.
static bool merge(soup *s, double unit, cr_triangles *triangles, int *dropped) {
    int *same = cr_arena_take(s->in.work, (size_t)s->points, sizeof *same);
    int *number = cr_arena_take(s->in.work, (size_t)s->points, sizeof *number); // + 1
    *triangles =
        (cr_triangles){.position = cr_arena_take(s->in.arena, 3 * (size_t)s->points, sizeof(double)),
                       .triangle = cr_arena_take(s->in.arena, 3 * (size_t)s->triangles, sizeof(int))};
    if (!same || !number || !triangles->position || !triangles->triangle)
        return scan_no_memory(&s->in, (size_t)s->triangles, "triangles");
    if (!find_same(s, same)) return false;
    for (int i = 0; i < s->triangles; i++) {
        const int *corner = s->triangle + 3 * (size_t)i;
        if (!distinct(corner, same)) continue;
        for (size_t k = 0; k < 3; k++) {
            int vertex = same[corner[k]];
            if (!number[vertex]) {
                double *to = triangles->position + 3 * (size_t)triangles->vertices;
                for (size_t axis = 0; axis < 3; axis++) to[axis] = unit * s->point[3 * (size_t)vertex + axis];
                number[vertex] = ++triangles->vertices;
            }
            triangles->triangle[3 * (size_t)triangles->triangles + k] = number[vertex] - 1;
        }
        triangles->triangles++;
    }
    *dropped = s->triangles - triangles->triangles;
    return triangles->triangles || scan_fail(&s->in, "every triangle has a corner twice");
}

cr_status cr_triangles_parse(cr_triangles_format format, const char *path, const char *bytes, size_t size,
                             double unit, const cr_mesh_listener *listener, cr_arena *arena,
                             cr_triangles *triangles, cr_error *error) {
    static bool (*const readers[])(soup *) = {soup_read_stl, soup_read_obj, soup_read_ply};
    cr_arena_mark mark = cr_arena_here(arena);
    soup s = {.points = 0};
    int dropped = 0;
    if (scan_begin(&s.in, path, bytes, size, arena, error) && read_twice(&s, readers[format]) &&
        merge(&s, unit, triangles, &dropped) && dropped)
        cr_mesh_warn(listener, "%s: left out %d triangles with a corner twice",
                     cr_file_place_at(path, 0, 0).text, dropped);
    return scan_end(&s.in, mark);
}
