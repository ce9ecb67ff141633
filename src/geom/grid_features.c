// Where a surface of triangles may touch: its sharp convex edges, or the rims of a wall, as straight lines,
// circles and corners; and seeds for points that slide on the rest.
#include "base/maths.h"
#include "base/numeric.h"
#include "geom/grid.h"

enum { MOST = 64 }; // lines, circles and corners

// Segments of sharp edges, joined at vertices; chains of them end at corners.
typedef struct web {
    const cr_faces *faces;
    double round, tolerance; // m
    int count, *end;         // of segments; 2 vertices each
    int *degree, *link;      // per vertex: how many segments, and the first two
    bool *done;              // per segment
    int *path, paths;        // vertices of the chain at hand
    cr_feature *feature;     // all found, with their lengths
    double *length;
    int features;
} web;

static cr_vec at_vertex(const web *w, int vertex) {
    return cr_faces_vertex(w->faces, vertex);
}

// Whether the side is one that may touch: a rim of a wall, or sharp and convex.
static bool is_sharp(const cr_faces *f, int side, bool wall) {
    int t = side / 3, k = side % 3, beside = f->beside[side];
    if (wall) return beside < 0;
    if (beside < t) return false; // the other one speaks for both
    if (cr_vec_dot(f->normal[t], f->normal[beside]) >= CR_GRID_SHARP) return false;
    int from = f->triangle[side], to = f->triangle[3 * t + (k + 1) % 3], third = -1;
    for (int i = 0; i < 3; i++) {
        int v = f->triangle[3 * beside + i];
        if (v != from && v != to) third = v;
    }
    cr_vec across = cr_vec_sub(cr_faces_vertex(f, third), cr_faces_vertex(f, from));
    return cr_vec_dot(across, f->normal[t]) < 0.0;
}

static bool collect(web *w, bool wall, cr_arena *work) {
    const cr_faces *f = w->faces;
    for (int i = 0; i < 3 * f->triangles; i++) w->count += is_sharp(f, i, wall);
    size_t count = (size_t)w->count, vertices = (size_t)f->vertices;
    w->end = cr_arena_take(work, 2 * count, sizeof *w->end);
    w->degree = cr_arena_take(work, vertices, sizeof *w->degree);
    w->link = cr_arena_take(work, 2 * vertices, sizeof *w->link);
    w->done = cr_arena_take(work, count, sizeof *w->done);
    w->path = cr_arena_take(work, count + 1, sizeof *w->path);
    w->feature = cr_arena_take(work, 3 * count, sizeof *w->feature);
    w->length = cr_arena_take(work, 3 * count, sizeof *w->length);
    if (!w->end || !w->degree || !w->link || !w->done || !w->path || !w->feature || !w->length) return false;
    int at = 0;
    for (int i = 0; i < 3 * f->triangles; i++) {
        if (!is_sharp(f, i, wall)) continue;
        w->end[2 * at] = f->triangle[i];
        w->end[2 * at + 1] = f->triangle[i % 3 == 2 ? i - 2 : i + 1];
        for (int k = 0; k < 2; k++) {
            int v = w->end[2 * at + k], d = w->degree[v]++;
            if (d < 2) w->link[2 * v + d] = at;
        }
        at++;
    }
    return true;
}

static int other_end(const web *w, int segment, int vertex) {
    return w->end[2 * segment] == vertex ? w->end[2 * segment + 1] : w->end[2 * segment];
}

// Where a chain ends: three or more edges meet, one ends, or two turn sharply.
static bool is_corner(const web *w, int vertex) {
    if (w->degree[vertex] != 2) return true;
    cr_vec here = at_vertex(w, vertex), zero = {0.0, 0.0, 0.0};
    cr_vec in = cr_vec_sub(here, at_vertex(w, other_end(w, w->link[2 * vertex], vertex)));
    cr_vec out = cr_vec_sub(at_vertex(w, other_end(w, w->link[2 * vertex + 1], vertex)), here);
    return cr_vec_dot(cr_vec_unit(in, zero), cr_vec_unit(out, zero)) < CR_GRID_SHARP;
}

// Follows segments from a vertex to a corner or back to the beginning.
static void walk(web *w, int segment, int vertex) {
    w->paths = 0;
    w->path[w->paths++] = vertex;
    for (;;) {
        w->done[segment] = true;
        vertex = other_end(w, segment, vertex);
        w->path[w->paths++] = vertex;
        if (is_corner(w, vertex)) return;
        int next = w->link[2 * vertex] == segment ? w->link[2 * vertex + 1] : w->link[2 * vertex];
        if (w->done[next]) return;
        segment = next;
    }
}

static cr_feature *add(web *w, cr_feature_kind kind, double length) {
    cr_feature *feature = &w->feature[w->features];
    *feature = (cr_feature){.kind = kind, .round = w->round, .samples = 1};
    w->length[w->features++] = length;
    return feature;
}

static void add_line(web *w, cr_vec a, cr_vec b) {
    cr_vec half = cr_vec_scale(0.5, cr_vec_sub(b, a));
    cr_feature *line = add(w, CR_FEATURE_LINE, 2.0 * cr_vec_length(half));
    line->at = cr_vec_scale(0.5, cr_vec_add(a, b));
    line->along = half;
    line->samples = 5;
}

// How far the points between two of the path lie off the line that joins them.
static double off_line(const web *w, int first, int last) {
    cr_vec a = at_vertex(w, w->path[first]), zero = {0.0, 0.0, 0.0};
    cr_vec along = cr_vec_unit(cr_vec_sub(at_vertex(w, w->path[last]), a), zero);
    double most = 0.0;
    for (int i = first + 1; i < last; i++)
        most = cr_max(most, cr_vec_length(cr_vec_cross(cr_vec_sub(at_vertex(w, w->path[i]), a), along)));
    return most;
}

static void add_lines(web *w) {
    for (int first = 0, last; first + 1 < w->paths; first = last) {
        last = first + 1;
        while (last + 1 < w->paths && off_line(w, first, last + 1) <= w->tolerance) last++;
        add_line(w, at_vertex(w, w->path[first]), at_vertex(w, w->path[last]));
    }
}

// A closed path as a circle through its vertices; false where it is none.
static bool add_circle(web *w) {
    int n = w->paths - 1;
    if (w->path[0] != w->path[n] || n < 8) return false;
    cr_vec centre = {0.0, 0.0, 0.0}, area = {0.0, 0.0, 0.0};
    double length = 0.0;
    for (int i = 0; i < n; i++) { // of the polygon, not of its vertices, which may crowd
        cr_vec a = at_vertex(w, w->path[i]), b = at_vertex(w, w->path[i + 1]);
        double part = cr_vec_length(cr_vec_sub(b, a));
        centre = cr_vec_along(centre, 0.5 * part, cr_vec_add(a, b));
        length += part;
    }
    if (!(length > 0.0)) return false;
    centre = cr_vec_scale(1.0 / length, centre);
    double radius = 0.0;
    for (int i = 0; i < n; i++) {
        cr_vec a = cr_vec_sub(at_vertex(w, w->path[i]), centre);
        cr_vec b = cr_vec_sub(at_vertex(w, w->path[i + 1]), centre);
        area = cr_vec_add(area, cr_vec_cross(a, b));
        radius += cr_vec_length(a) / n;
    }
    cr_vec axis = cr_vec_unit(area, cr_vec_make(0.0, 0.0, 1.0)), second;
    for (int i = 0; i < n; i++) {
        cr_vec a = cr_vec_sub(at_vertex(w, w->path[i]), centre);
        double off = cr_max(fabs(cr_vec_length(a) - radius), fabs(cr_vec_dot(a, axis)));
        if (off > w->tolerance) return false;
    }
    cr_feature *circle = add(w, CR_FEATURE_CIRCLE, length);
    circle->at = centre;
    circle->along = axis;
    circle->radius = radius;
    circle->samples = 16;
    cr_vec_frame(axis, &circle->first, &second);
    return true;
}

static void find_chains(web *w) {
    for (int pass = 0; pass < 2; pass++) // from corners, then what has none
        for (int i = 0; i < w->count; i++)
            for (int k = 0; k < 2; k++) {
                int vertex = w->end[2 * i + k];
                if (w->done[i] || (pass == 0 && !is_corner(w, vertex))) continue;
                walk(w, i, vertex);
                if (!add_circle(w)) add_lines(w);
            }
    for (int v = 0; v < w->faces->vertices; v++)
        if (w->degree[v] && is_corner(w, v)) add(w, CR_FEATURE_POINT, 0.0)->at = at_vertex(w, v);
}

// The longest first, then corners, each kind in its order.
static int longest(const web *w) {
    int best = -1;
    for (int i = 0; i < w->features; i++)
        if (w->length[i] >= 0.0 && (best < 0 || w->length[i] > w->length[best])) best = i;
    return best;
}

// Puts a point on the list of seeds unless another is near.
static void offer(cr_grid *g, int room, cr_vec p, cr_vec normal) {
    double least = 0.8 * g->spacing;
    for (int side = g->half > 0.0 ? -1 : 0; side <= 1 && g->seeds < room; side += 2) {
        cr_vec at = cr_vec_along(p, side * g->half, normal);
        bool free = true;
        for (int i = 0; i < g->seeds && free; i++) {
            cr_vec away = cr_vec_sub(at, g->seed[i].at);
            free = g->seed[i].side != side || cr_vec_dot(away, away) >= least * least;
        }
        if (!free) continue;
        at = cr_grid_settle(g, at, side);
        g->seed[g->seeds++] = (cr_grid_seed){at, cr_grid_near(g, at, side).normal, side};
    }
}

// Points of a triangle that is larger than the seeds' spacing; those on its sides are its neighbours'.
static void offer_inner(cr_grid *g, int room, const cr_faces *f, int t) {
    cr_vec c[3];
    cr_faces_corners(f, t, c);
    double size = 0.0;
    for (int k = 0; k < 3; k++) size = cr_max(size, cr_vec_length(cr_vec_sub(c[(k + 1) % 3], c[k])));
    int n = (int)cr_min(ceil(size / g->spacing), 64.0);
    for (int i = 1; i < n; i++)
        for (int j = 1; i + j < n; j++) {
            cr_vec p = cr_vec_scale((double)(n - i - j) / n, c[0]);
            p = cr_vec_along(cr_vec_along(p, (double)i / n, c[1]), (double)j / n, c[2]);
            offer(g, room, p, f->normal[t]);
        }
}

static bool scatter(cr_grid *g, const cr_faces *f, const int *degree, cr_arena *arena) {
    enum { SEEDS = 256, TRIED = 1 << 16 };
    double sides = g->half > 0.0 ? 2.0 : 1.0, room = 2.0 * SEEDS;
    g->spacing = sqrt(sides * cr_faces_area(f) / SEEDS);
    g->seed = cr_arena_take(arena, (size_t)room, sizeof *g->seed);
    if (!g->seed) return false;
    int stride = 1 + f->vertices / TRIED;
    for (int v = 0; v < f->vertices; v += stride) {
        cr_vec n = cr_vec_unit(f->vertex_normal[v], cr_vec_make(0.0, 0.0, 0.0));
        if (!degree[v] && cr_vec_dot(n, n) > 0.0) offer(g, (int)room, cr_faces_vertex(f, v), n);
    }
    stride = 1 + f->triangles / TRIED;
    for (int t = 0; t < f->triangles; t += stride) offer_inner(g, (int)room, f, t);
    return true;
}

static cr_status fill(cr_form *form, cr_grid *grid, web *w, cr_arena *work, cr_arena *arena,
                      cr_error *error) {
    if (!collect(w, grid->half > 0.0, work) || !scatter(grid, w->faces, w->degree, arena))
        return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    find_chains(w);
    form->feature = cr_arena_take(arena, MOST + 1, sizeof *form->feature);
    if (!form->feature) return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    for (int i; form->features < MOST && (i = longest(w)) >= 0; w->length[i] = -1.0)
        form->feature[form->features++] = w->feature[i];
    if (grid->seeds)
        form->feature[form->features++] =
            (cr_feature){.kind = CR_FEATURE_SURFACE, .samples = grid->seeds, .at = grid->seed[0].at};
    return CR_OK;
}

cr_status cr_grid_features(cr_form *form, cr_grid *grid, const cr_faces *faces, cr_arena *arena, bool *sharp,
                           cr_error *error) {
    web w = {.faces = faces, .round = grid->half, .tolerance = 0.01 * grid->cell};
    cr_arena *work = cr_arena_new(cr_arena_allocator(arena));
    if (!work) return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    cr_status status = fill(form, grid, &w, work, arena, error);
    *sharp = w.count > 0;
    cr_arena_free(work);
    return status;
}
