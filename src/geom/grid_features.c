// Where a surface of triangles may touch: its sharp convex edges, or the rims of a wall, as straight lines,
// circles, curves and corners; and seeds for points that slide on the rest.
#include "base/numeric.h"
#include "geom/grid.h"

enum { MOST = CR_GRID_FEATURES - 1 }; // lines, circles, curves and corners

// Segments of sharp edges, joined at vertices; chains of them end at corners.
typedef struct web {
    const cr_faces *faces;
    const cr_faces *drawn;   // where its vertices are
    double round, tolerance; // m
    int count, *end;         // of segments; 2 vertices each
    int *degree, *link;      // per vertex: how many segments, and the first two
    bool *done;              // per segment
    int *path, paths;        // vertices of the chain at hand
    bool corners;            // are features of their own
    cr_grid_curve *curve;    // per feature
    cr_feature *feature;     // all found, with their lengths
    double *length;
    int features;
    bool left_out; // some of them
} web;

static cr_vec at_vertex(const web *w, int vertex) {
    return cr_faces_vertex(w->drawn, vertex);
}

// Whether the side is one that may touch: a rim of a wall, or sharp and convex.
static bool is_sharp(const cr_faces *f, int side, bool wall) {
    int t = side / 3, k = side % 3, beside = f->beside[side];
    if (wall) return beside < 0;
    if (beside < t) return false; // the other one speaks for both
    if (cr_vec_dot(f->normal[t], f->normal[beside]) >= CR_FACES_SHARP) return false;
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
    w->feature = cr_arena_take(work, count, sizeof *w->feature);
    w->length = cr_arena_take(work, count, sizeof *w->length);
    w->curve = cr_arena_take(work, count, sizeof *w->curve);
    if (!w->curve || !w->end || !w->degree || !w->link || !w->done || !w->path || !w->feature || !w->length)
        return false;
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
    return cr_vec_dot(cr_vec_unit(in, zero), cr_vec_unit(out, zero)) < CR_FACES_SHARP;
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

// How far the points of the path lie off the line that joins its ends.
static double off_line(const web *w) {
    cr_vec a = at_vertex(w, w->path[0]), zero = {0.0, 0.0, 0.0};
    cr_vec along = cr_vec_unit(cr_vec_sub(at_vertex(w, w->path[w->paths - 1]), a), zero);
    double most = 0.0;
    for (int i = 1; i < w->paths - 1; i++)
        most = cr_max(most, cr_vec_length(cr_vec_cross(cr_vec_sub(at_vertex(w, w->path[i]), a), along)));
    return most;
}

static double path_length(const web *w) {
    double length = 0.0;
    for (int i = 1; i < w->paths; i++)
        length += cr_vec_length(cr_vec_sub(at_vertex(w, w->path[i]), at_vertex(w, w->path[i - 1])));
    return length;
}

// A bent line through points of the path.
static void add_curve(web *w, cr_grid *grid) {
    cr_feature *curve = add(w, CR_FEATURE_CURVE, path_length(w));
    int points = w->paths < CR_GRID_CURVE ? w->paths : CR_GRID_CURVE;
    curve->samples = 9;
    curve->at = at_vertex(w, w->path[0]);
    w->curve[w->features - 1] = (cr_grid_curve){grid->points, points};
    for (int i = 0; i < points; i++)
        grid->point[grid->points++] = at_vertex(w, w->path[(int)((double)i * (w->paths - 1) / (points - 1))]);
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

static void add_path(web *w, cr_grid *grid) {
    int last = w->path[w->paths - 1];
    if (add_circle(w)) return;
    if (w->path[0] != last && off_line(w) <= w->tolerance) {
        add_line(w, at_vertex(w, w->path[0]), at_vertex(w, last));
    } else if (w->paths > 2) {
        add_curve(w, grid);
    } else {
        return;
    }
    unsigned *ends = &w->feature[w->features - 1].ends;
    if (w->corners && is_corner(w, w->path[0])) *ends |= CR_END_FIRST;
    if ((w->corners && is_corner(w, last)) || w->path[0] == last) *ends |= CR_END_LAST;
}

static void find_chains(web *w, cr_grid *grid) {
    for (int pass = 0; pass < 2; pass++) // from corners, then what has none
        for (int i = 0; i < w->count; i++)
            for (int k = 0; k < 2; k++) {
                int vertex = w->end[2 * i + k];
                if (w->done[i] || (pass == 0 && !is_corner(w, vertex))) continue;
                walk(w, i, vertex);
                add_path(w, grid);
            }
}

// The one of greatest length that is left.
static int longest(const web *w) {
    int best = -1;
    for (int i = 0; i < w->features; i++)
        if (w->length[i] >= 0.0 && (best < 0 || w->length[i] > w->length[best])) best = i;
    return best;
}

static void store(cr_form *form, cr_grid *grid, web *w) {
    form->features = 0;
    for (int v = 0; w->corners && v < w->faces->vertices; v++)
        if (w->degree[v] && is_corner(w, v))
            form->feature[form->features++] = (cr_feature){
                .kind = CR_FEATURE_POINT, .round = w->round, .at = at_vertex(w, v), .samples = 1};
    for (int i; form->features < MOST && (i = longest(w)) >= 0; w->length[i] = -1.0) {
        if (w->feature[i].kind == CR_FEATURE_CURVE) grid->curve[form->features] = w->curve[i];
        form->feature[form->features++] = w->feature[i];
    }
    w->left_out = longest(w) >= 0 || !w->corners;
    if (grid->seeds)
        form->feature[form->features++] =
            (cr_feature){.kind = CR_FEATURE_SURFACE, .samples = grid->seeds, .at = grid->seed[0].at};
}

static cr_status fill(cr_form *form, cr_grid *grid, web *w, cr_arena *work, cr_arena *arena,
                      cr_error *error) {
    grid->points = 0;
    form->feature = cr_arena_take(arena, MOST + 1, sizeof *form->feature);
    grid->curve = cr_arena_take(arena, MOST + 1, sizeof *grid->curve);
    if (!form->feature || !grid->curve || !collect(w, grid->half > 0.0, work) ||
        !(grid->point = cr_arena_take(arena, 2 * (size_t)w->count, sizeof *grid->point)) ||
        !cr_grid_scatter(grid, w->faces, w->degree, arena))
        return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    int corners = 0;
    for (int v = 0; v < w->faces->vertices; v++) corners += w->degree[v] && is_corner(w, v);
    w->corners = corners <= MOST / 2;
    find_chains(w, grid);
    store(form, grid, w);
    return CR_OK;
}

cr_status cr_grid_features(cr_form *form, cr_grid *grid, const cr_faces *faces, cr_arena *arena,
                           bool *left_out, cr_error *error) {
    const cr_grid_sharp *sharp = grid->sharp;
    web w = {.faces = faces,
             .drawn = sharp ? &sharp->drawn : faces,
             .round = sharp ? sharp->round : grid->half,
             .tolerance = 0.01 * grid->cell};
    cr_arena *work = cr_arena_new(cr_arena_allocator(arena));
    if (!work) return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory");
    cr_status status = fill(form, grid, &w, work, arena, error);
    *left_out = w.left_out;
    cr_arena_free(work);
    return status;
}
