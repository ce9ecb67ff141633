#include "io/file/file.h"
#include "io/mesh/triangles_internal.h"

#include <limits.h>
#include <math.h>
#include <string.h>

bool soup_point(soup *s, const double position[3]) {
    if (s->points >= INT_MAX / 4) return scan_fail(&s->in, "too many vertices");
    if (!s->counting) memcpy(s->point + 3 * (size_t)s->points, position, 3 * sizeof *position);
    s->points++;
    return true;
}

// Corners are checked when all vertices are known: in the second pass.
static bool add_triangle(soup *s, const int corner[3]) {
    if (s->triangles >= INT_MAX / 4) return scan_fail(&s->in, "too many triangles");
    for (int i = 0; !s->counting && i < 3; i++) {
        if (corner[i] < 0 || corner[i] >= s->announced)
            return scan_fail(&s->in, "a face names a vertex beyond the %d that there are", s->announced);
        s->triangle[3 * (size_t)s->triangles + (size_t)i] = corner[i];
    }
    s->triangles++;
    return true;
}

void soup_face_begin(soup *s) {
    s->fan_corners = 0;
}

bool soup_face_corner(soup *s, int corner) {
    int count = s->fan_corners++;
    bool good = count < 2 || add_triangle(s, (int[3]){s->fan[0], s->fan[1], corner});
    s->fan[count > 0] = corner;
    return good;
}

bool soup_face_end(soup *s) {
    if (s->fan_corners < 3) return scan_fail(&s->in, "a face with %d corners", s->fan_corners);
    if (!s->counting) s->corners[s->triangles - (s->fan_corners - 2)] = s->fan_corners;
    return true;
}

static bool read_twice(soup *s, bool (*read)(soup *)) {
    s->counting = true;
    if (!read(s)) return false;
    if (!s->triangles) return scan_fail(&s->in, "no triangles");
    s->point = cr_arena_take(s->in.work, 3 * (size_t)s->points, sizeof *s->point);
    s->triangle = cr_arena_take(s->in.work, 3 * (size_t)s->triangles, sizeof *s->triangle);
    s->corners = cr_arena_take(s->in.work, (size_t)s->triangles, sizeof *s->corners);
    if (!s->point || !s->triangle || !s->corners)
        return scan_no_memory(&s->in, (size_t)s->triangles, "triangles");
    s->announced = s->points;
    s->points = s->triangles = 0;
    s->in.at = 0;
    s->in.binary = s->in.swapped = s->counting = false;
    return read(s) && soup_cut_polygons(s);
}

// Vertices closer than this share of the body's size are one: files with few digits have seams.
static const double merging = 1e-6;

typedef struct places { // vertices by the cells of a grid as wide as what is merged
    double low[3], cell;
    int *table; // vertex + 1
    size_t slots;
} places;

static bool begin_places(soup *s, places *p) {
    double size = 0;
    for (int k = 0; k < 3; k++) {
        double high = p->low[k] = s->point[k];
        for (int i = 1; i < s->points; i++) {
            p->low[k] = fmin(p->low[k], s->point[3 * (size_t)i + (size_t)k]);
            high = fmax(high, s->point[3 * (size_t)i + (size_t)k]);
        }
        size = hypot(size, high - p->low[k]);
    }
    if (!isfinite(size)) return scan_fail(&s->in, "vertices too far apart for numbers");
    p->cell = merging * size > 0 ? merging * size : 1;
    for (p->slots = 16; p->slots < 2 * (size_t)s->points;) p->slots *= 2;
    p->table = cr_arena_take(s->in.work, p->slots, sizeof *p->table);
    return p->table || scan_no_memory(&s->in, (size_t)s->points, "vertices");
}

static void cell_of(const places *p, const double *position, int64_t cell[3]) {
    for (int k = 0; k < 3; k++) cell[k] = (int64_t)floor((position[k] - p->low[k]) / p->cell);
}

static size_t slot_of(const places *p, const int64_t cell[3]) {
    uint64_t hash = 0;
    for (int k = 0; k < 3; k++) {
        hash = (hash ^ (uint64_t)cell[k]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return (size_t)hash & (p->slots - 1);
}

// The first vertex of this cell that is as near as that, or -1.
static int find_in_cell(const soup *s, const places *p, const int64_t cell[3], const double *position) {
    for (size_t slot = slot_of(p, cell); p->table[slot]; slot = (slot + 1) & (p->slots - 1)) {
        const double *other = s->point + 3 * (size_t)(p->table[slot] - 1);
        double square = 0;
        for (int k = 0; k < 3; k++) square += (position[k] - other[k]) * (position[k] - other[k]);
        if (square <= p->cell * p->cell) return p->table[slot] - 1;
    }
    return -1;
}

static int find_near(const soup *s, const places *p, const int64_t cell[3], const double *position) {
    int found = find_in_cell(s, p, cell, position);
    for (int i = 0; found < 0 && i < 27; i++) {
        const int64_t beside[3] = {cell[0] + i % 3 - 1, cell[1] + i / 3 % 3 - 1, cell[2] + i / 9 - 1};
        found = find_in_cell(s, p, beside, position);
    }
    return found;
}

// The first vertex at the place of each: in `same`. Vertices of an STL file are known by their place alone.
static bool find_same(soup *s, int *same, int *apart) {
    places p;
    if (!begin_places(s, &p)) return false;
    for (int i = 0; i < s->points; i++) {
        const double *position = s->point + 3 * (size_t)i;
        int64_t cell[3];
        cell_of(&p, position, cell);
        same[i] = find_near(s, &p, cell, position);
        if (same[i] < 0) {
            size_t slot = slot_of(&p, cell);
            while (p.table[slot]) slot = (slot + 1) & (p.slots - 1);
            p.table[slot] = i + 1;
            same[i] = i;
        }
        *apart += memcmp(s->point + 3 * (size_t)same[i], position, 3 * sizeof *position) != 0;
    }
    return true;
}

static bool distinct(const int *corner, const int *same) {
    int a = same[corner[0]], b = same[corner[1]], c = same[corner[2]];
    return a != b && b != c && c != a;
}

// Only vertices that triangles use, each place once; triangles with a corner twice are nothing.
static bool merge(soup *s, double unit, cr_triangles *triangles, int *apart, int *dropped) {
    int *same = cr_arena_take(s->in.work, (size_t)s->points, sizeof *same);
    int *number = cr_arena_take(s->in.work, (size_t)s->points, sizeof *number); // + 1
    *triangles =
        (cr_triangles){.position = cr_arena_take(s->in.arena, 3 * (size_t)s->points, sizeof(double)),
                       .triangle = cr_arena_take(s->in.arena, 3 * (size_t)s->triangles, sizeof(int))};
    if (!same || !number || !triangles->position || !triangles->triangle)
        return scan_no_memory(&s->in, (size_t)s->triangles, "triangles");
    if (!find_same(s, same, apart)) return false;
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
    static bool (*const readers[])(soup *) = {soup_read_stl, soup_read_obj, soup_read_ply, soup_read_gltf};
    cr_arena_mark mark = cr_arena_here(arena);
    soup s = {.points = 0};
    int apart = 0, dropped = 0;
    if (scan_begin(&s.in, path, bytes, size, arena, error) && read_twice(&s, readers[format]) &&
        merge(&s, unit, triangles, &apart, &dropped)) {
        const cr_file_place place = cr_file_place_at(path, 0, 0);
        if (apart)
            cr_mesh_warn(listener,
                         "%s: %d vertices lie within 1e-6 of the size of another and became one with it",
                         place.text, apart);
        if (dropped)
            cr_mesh_warn(listener, "%s: left out %d triangles with a corner twice", place.text, dropped);
    }
    return scan_end(&s.in, mark);
}
