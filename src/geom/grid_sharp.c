#include "geom/grid_sharp.h"

#include "base/numeric.h"
#include "geom/triangle.h"

#include <string.h>

// Marks the triangles of smooth parts that are planes. list: room for all triangles.
static void find_planes(const cr_faces *f, int *list, bool *seen, bool *plane) {
    for (int first = 0; first < f->triangles; first++) {
        int count = 0;
        bool flat = true;
        if (seen[first]) continue;
        seen[first] = true;
        list[count++] = first;
        for (int i = 0; i < count; i++) {
            flat = flat && cr_vec_length(cr_vec_sub(f->normal[list[i]], f->normal[first])) < 1e-5;
            for (int side = 3 * list[i]; side < 3 * list[i] + 3; side++) {
                if (seen[f->beside[side]] || cr_faces_sharp(f, side)) continue;
                seen[f->beside[side]] = true;
                list[count++] = f->beside[side];
            }
        }
        for (int i = 0; i < count; i++) plane[list[i]] = flat;
    }
}

// --- drawing in

// For every vertex the way d with n . d = 1 for the normals n of all triangles there, the shortest one by
// least squares: (S + e) d = sum of n, S = sum of n n^T, with e = 1e-5 of its trace.
typedef struct inward {
    double s[6], sum[3]; // xx yy zz yz xz xy
} inward;

static cr_vec solve_inward(const inward *in) {
    double e = 1e-5 * (in->s[0] + in->s[1] + in->s[2]);
    const cr_vec s[3] = {
        {in->s[0], in->s[5], in->s[4]}, {in->s[5], in->s[1], in->s[3]}, {in->s[4], in->s[3], in->s[2]}};
    cr_vec x = s[0], y = s[1], z = s[2], d = {0.0, 0.0, 0.0};
    x.x += e, y.y += e, z.z += e;
    cr_vec yz = cr_vec_cross(y, z), zx = cr_vec_cross(z, x), xy = cr_vec_cross(x, y);
    double det = cr_vec_dot(x, yz);
    for (int i = 0; det > 0.0 && i < 4; i++) { // e is taken out again, but where S has nothing
        cr_vec r = {in->sum[0] - cr_vec_dot(s[0], d), in->sum[1] - cr_vec_dot(s[1], d),
                    in->sum[2] - cr_vec_dot(s[2], d)};
        d.x += cr_vec_dot(r, yz) / det, d.y += cr_vec_dot(r, zx) / det, d.z += cr_vec_dot(r, xy) / det;
    }
    return d;
}

// *way; the greatest |n . d - 1| of all.
static double find_inward(const cr_faces *f, inward *in, cr_vec *way) {
    for (int i = 0; i < 3 * f->triangles; i++) {
        cr_vec n = f->normal[i / 3];
        inward *at = &in[f->triangle[i]];
        const double s[6] = {n.x * n.x, n.y * n.y, n.z * n.z, n.y * n.z, n.x * n.z, n.x * n.y};
        for (int k = 0; k < 6; k++) at->s[k] += s[k];
        at->sum[0] += n.x, at->sum[1] += n.y, at->sum[2] += n.z;
    }
    for (int v = 0; v < f->vertices; v++) way[v] = solve_inward(&in[v]);
    double off = 0.0;
    for (int i = 0; i < 3 * f->triangles; i++)
        if (cr_vec_length(f->normal[i / 3]) > 0.0)
            off = cr_max(off, fabs(cr_vec_dot(way[f->triangle[i]], f->normal[i / 3]) - 1.0));
    return off;
}

static void draw_in(const cr_faces *f, const cr_vec *way, double round, float *to) {
    for (int v = 0; v < f->vertices; v++) {
        cr_vec p = cr_vec_along(cr_faces_vertex(f, v), -round, way[v]);
        to[3 * v] = (float)p.x, to[3 * v + 1] = (float)p.y, to[3 * v + 2] = (float)p.z;
    }
}

static bool some_turned(const cr_faces *f, const float *drawn) {
    cr_faces other = *f;
    other.position = drawn;
    for (int t = 0; t < f->triangles; t++) {
        cr_vec corner[3];
        cr_faces_corners(&other, t, corner);
        if (cr_vec_length(f->normal[t]) > 0.0 && cr_vec_dot(cr_triangle_normal(corner), f->normal[t]) < 0.9)
            return true;
    }
    return false;
}

// An eighth of a cell and of the thinnest part, at most 1 mm, and so small that no face is moved by more than
// 5e-6 of the size and none turns over.
static double choose_round(const cr_faces *f, double cell, double wall, double off, const cr_vec *way,
                           float *drawn) {
    cr_vec low, high;
    cr_faces_bounds(f, &low, &high);
    double size = cr_vec_length(cr_vec_sub(high, low)), round = cr_min(1e-3, 0.125 * cr_min(cell, wall));
    round = cr_min(round, 5e-6 * size / cr_max(off, 1e-9));
    for (int i = 0; i < 12; i++, round *= 0.5) {
        draw_in(f, way, round, drawn);
        if (!some_turned(f, drawn)) return round;
    }
    return 0.0;
}

static cr_status draw(cr_grid_sharp *s, double wall, double round, cr_arena *arena, cr_error *error) {
    const cr_faces *f = &s->given;
    float *drawn = cr_arena_take(arena, 3 * (size_t)f->vertices, sizeof *drawn);
    cr_arena *work = cr_arena_new(cr_arena_allocator(arena));
    inward *in = work ? cr_arena_take(work, (size_t)f->vertices, sizeof *in) : NULL;
    cr_vec *way = work ? cr_arena_take(work, (size_t)f->vertices, sizeof *way) : NULL;
    bool room = drawn && in && way;
    if (room) {
        double off = find_inward(f, in, way);
        s->round = round < 0.0 ? choose_round(f, s->cell, wall, off, way, drawn) : round;
        draw_in(f, way, s->round, drawn);
    }
    cr_arena_free(work);
    if (!room) return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    return cr_faces_link(drawn, f->vertices, f->triangle, f->triangles, false, arena, &s->drawn, error);
}

// --- making

static cr_status copy_faces(const cr_faces *from, cr_arena *arena, cr_faces *to, cr_error *error) {
    float *position = cr_arena_take(arena, 3 * (size_t)from->vertices, sizeof *position);
    int *triangle = cr_arena_take(arena, 3 * (size_t)from->triangles, sizeof *triangle);
    if (!position || !triangle) return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    memcpy(position, from->position, 3 * (size_t)from->vertices * sizeof *position);
    memcpy(triangle, from->triangle, 3 * (size_t)from->triangles * sizeof *triangle);
    return cr_faces_link(position, from->vertices, triangle, from->triangles, false, arena, to, error);
}

static cr_skin *skin_of(const cr_faces *f, cr_arena *arena) {
    return cr_skin_new(f->position, f->vertices, f->triangle, f->triangles, arena);
}

// Sharp sides as triangles without area.
static int find_edges(const cr_faces *f, int *edge, bool *on_edge) {
    int count = 0;
    for (int i = 0; i < 3 * f->triangles; i++) {
        if (f->beside[i] < i / 3 || !cr_faces_sharp(f, i)) continue;
        if (edge) {
            int from = f->triangle[i], to = f->triangle[i % 3 == 2 ? i - 2 : i + 1];
            on_edge[from] = on_edge[to] = true;
            edge[3 * count] = from;
            edge[3 * count + 1] = edge[3 * count + 2] = to;
        }
        count++;
    }
    return count;
}

static bool fill(cr_grid_sharp *s, int edges, cr_arena *arena) {
    const cr_faces *f = &s->given;
    size_t triangles = (size_t)f->triangles;
    bool *plane = cr_arena_take(arena, triangles, sizeof *plane);
    bool *plane_at = cr_arena_take(arena, (size_t)f->vertices, sizeof *plane_at);
    bool *on_edge = cr_arena_take(arena, (size_t)f->vertices, sizeof *on_edge);
    int *edge = cr_arena_take(arena, 3 * (size_t)edges, sizeof *edge);
    if (!plane || !plane_at || !on_edge || !edge) return false;
    s->plane = plane, s->plane_at = plane_at, s->on_edge = on_edge, s->edge = edge;
    cr_arena_mark mark = cr_arena_here(arena);
    int *list = cr_arena_take(arena, triangles, sizeof *list);
    bool *seen = cr_arena_take(arena, triangles, sizeof *seen);
    if (!list || !seen) return false;
    find_planes(f, list, seen, plane);
    cr_arena_rewind(arena, mark);
    for (int v = 0; v < f->vertices; v++) plane_at[v] = true;
    for (int i = 0; i < 3 * f->triangles; i++) plane_at[f->triangle[i]] &= plane[i / 3];
    find_edges(f, edge, on_edge);
    if (!cr_faces_bend(f, CR_GRID_RISE * s->cell, arena, &s->bends)) return false;
    s->given_skin = skin_of(f, arena);
    s->drawn_skin = skin_of(&s->drawn, arena);
    s->edge_skin = cr_skin_new(f->position, f->vertices, edge, edges, arena);
    return s->given_skin && s->drawn_skin && s->edge_skin;
}

cr_status cr_grid_sharp_new(const cr_faces *faces, double cell, double wall, double round, cr_arena *arena,
                            const cr_grid_sharp **sharp, cr_error *error) {
    int edges = find_edges(faces, NULL, NULL);
    *sharp = NULL;
    if (!edges) return CR_OK;
    cr_grid_sharp *s = cr_arena_take(arena, 1, sizeof *s);
    if (!s) return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    s->cell = cell;
    cr_status status = copy_faces(faces, arena, &s->given, error);
    if (status == CR_OK) status = draw(s, wall, round, arena, error);
    if (status != CR_OK) return status;
    if (!fill(s, edges, arena)) return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    *sharp = s;
    return CR_OK;
}

// --- distance

// Whether the nearest place is on a sharp side or corner.
static bool at_edge(const cr_grid_sharp *s, const cr_skin_place *place) {
    int zeros = 0, zero = 0, last = 0;
    for (int k = 0; k < 3; k++) {
        if (place->weight[k] <= 0.0) zeros++, zero = k;
        else last = k;
    }
    if (zeros == 2) return s->on_edge[s->given.triangle[3 * place->triangle + last]];
    return zeros == 1 && cr_faces_sharp(&s->given, 3 * place->triangle + (zero + 1) % 3);
}

typedef struct foot {
    cr_skin_place place;
    cr_vec from;     // from the nearest point
    double distance; // signed, m
} foot;

static foot find_foot(const cr_faces *f, const cr_skin *skin, cr_vec p) {
    foot at = {.place = cr_skin_find(skin, p, -1)};
    cr_vec corner[3];
    cr_faces_corners(f, at.place.triangle, corner);
    at.from = cr_vec_sub(p, cr_triangle_mix(corner, at.place.weight));
    cr_vec side = cr_faces_side_normal(f, at.place.triangle, at.place.weight);
    at.distance = cr_vec_dot(at.from, side) < 0.0 ? -at.place.distance : at.place.distance;
    return at;
}

static cr_near near_bent(const cr_grid_sharp *s, cr_vec p) {
    foot at = find_foot(&s->given, s->given_skin, p);
    int t = at.place.triangle;
    const double *w = at.place.weight;
    return (cr_near){at.distance - cr_faces_rise(&s->given, &s->bends, t, w),
                     cr_vec_unit(cr_triangle_mix(s->bends.normal + 3 * (size_t)t, w), s->given.normal[t])};
}

cr_near cr_grid_sharp_near(const cr_grid_sharp *s, cr_vec p) {
    foot at = find_foot(&s->drawn, s->drawn_skin, p);
    cr_vec normal = s->given.normal[at.place.triangle];
    if (at_edge(s, &at.place)) {
        cr_vec unit = cr_vec_scale(at.distance < 0.0 ? -1.0 : 1.0, at.from);
        return (cr_near){at.distance - s->round, cr_vec_unit(unit, normal)};
    }
    if (s->bends.bent[at.place.triangle]) return near_bent(s, p);
    return (cr_near){at.distance - s->round, normal};
}

double cr_grid_sharp_away(const cr_grid_sharp *s, cr_vec p, cr_vec *from) {
    cr_skin_place place = cr_skin_find(s->edge_skin, p, -1);
    cr_vec end[3];
    for (int k = 0; k < 3; k++) end[k] = cr_faces_vertex(&s->given, s->edge[3 * place.triangle + k]);
    *from = cr_vec_unit(cr_vec_sub(p, cr_triangle_mix(end, place.weight)), cr_vec_make(0.0, 0.0, 0.0));
    return place.distance;
}
