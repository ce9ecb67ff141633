// Whether triangles enclose one body: edges of two triangles each, one way round, one outer component.
#include "io/file/file.h"
#include "io/mesh/mesh_file.h"

#include <stdlib.h>
#include <string.h>

enum { COMPONENTS_MOST = 64 };

typedef struct edge {
    int a, b, triangle; // a < b
    bool forward;       // the triangle goes from a to b
} edge;

typedef struct neighbour {
    int triangle; // -1 none
    bool turned;  // it goes round the other way
} neighbour;

typedef struct check {
    cr_triangles *t;
    cr_file_place place;
    cr_arena *work;
    cr_error *error;
    const cr_mesh_listener *listener;
    edge *edges;
    neighbour (*beside)[3];
    int *beside_count;
} check;

static cr_status no_memory(const check *c) {
    return cr_fail(c->error, CR_ERR_MEMORY, c->place.text, "no memory to check %d triangles",
                   c->t->triangles);
}

static const double *vertex(const cr_triangles *t, int index) {
    return t->position + 3 * (size_t)index;
}

static const double *corner(const cr_triangles *t, int triangle, int k) {
    return vertex(t, t->triangle[3 * (size_t)triangle + (size_t)k]);
}

static int compare_edges(const void *a, const void *b) {
    const edge *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static cr_status collect_edges(check *c) {
    size_t triangles = (size_t)c->t->triangles;
    c->edges = cr_arena_take(c->work, 3 * triangles, sizeof *c->edges);
    c->beside = cr_arena_take(c->work, triangles, sizeof *c->beside);
    c->beside_count = cr_arena_take(c->work, triangles, sizeof *c->beside_count);
    if (!c->edges || !c->beside || !c->beside_count) return no_memory(c);
    for (int i = 0; i < c->t->triangles; i++)
        for (int k = 0; k < 3; k++) {
            const int *p = c->t->triangle + 3 * (size_t)i;
            int from = p[k], to = p[(k + 1) % 3];
            bool forward = from < to;
            c->edges[3 * (size_t)i + (size_t)k] =
                (edge){forward ? from : to, forward ? to : from, i, forward};
        }
    qsort(c->edges, 3 * triangles, sizeof *c->edges, compare_edges);
    return CR_OK;
}

static int root_of(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

// How many triangles the edge at `i` has: rows with equal ends follow each other.
static int edge_triangles(const check *c, size_t i) {
    size_t rows = 3 * (size_t)c->t->triangles;
    int count = 1;
    while (i + (size_t)count < rows && c->edges[i + (size_t)count].a == c->edges[i].a &&
           c->edges[i + (size_t)count].b == c->edges[i].b)
        count++;
    return count;
}

// Holes are what edges of one triangle enclose: pieces of them that hang together.
static cr_status report_holes(const check *c, size_t first, int open) {
    int *parent = cr_arena_take(c->work, (size_t)c->t->vertices, sizeof *parent);
    if (!parent) return no_memory(c);
    for (int i = 0; i < c->t->vertices; i++) parent[i] = i;
    int holes = 0, touched = 0, joined = 0;
    bool *seen = cr_arena_take(c->work, (size_t)c->t->vertices, sizeof *seen);
    if (!seen) return no_memory(c);
    for (size_t i = 0; i < 3 * (size_t)c->t->triangles; i += (size_t)edge_triangles(c, i)) {
        const edge *e = &c->edges[i];
        if (edge_triangles(c, i) != 1) continue;
        touched += !seen[e->a] + !seen[e->b];
        seen[e->a] = seen[e->b] = true;
        int a = root_of(parent, e->a), b = root_of(parent, e->b);
        joined += a != b;
        parent[a] = b;
    }
    holes = touched - joined;
    const double *p = vertex(c->t, c->edges[first].a);
    return cr_fail(c->error, CR_ERR_INPUT, c->place.text,
                   "%d %s in the surface (%d open edges), one near (%.4g %.4g %.4g) m: a solid needs a "
                   "closed surface; where it was made, merge vertices by distance and fill holes (Blender, "
                   "MeshLab), and "
                   "save it as a new file",
                   holes, holes == 1 ? "hole" : "holes", open, p[0], p[1], p[2]);
}

static void set_beside(check *c, const edge *x, const edge *y) {
    bool turned = x->forward == y->forward;
    c->beside[x->triangle][c->beside_count[x->triangle]++] = (neighbour){y->triangle, turned};
    c->beside[y->triangle][c->beside_count[y->triangle]++] = (neighbour){x->triangle, turned};
}

// Every edge belongs to two triangles.
static cr_status check_edges(check *c) {
    size_t first_open = 0;
    int open = 0;
    for (size_t i = 0, rows = 3 * (size_t)c->t->triangles; i < rows;) {
        int count = edge_triangles(c, i);
        if (count == 1 && !open++) first_open = i;
        if (count == 2) set_beside(c, &c->edges[i], &c->edges[i + 1]);
        if (count > 2) {
            const double *p = vertex(c->t, c->edges[i].a), *q = vertex(c->t, c->edges[i].b);
            return cr_fail(
                c->error, CR_ERR_INPUT, c->place.text,
                "the edge from (%.4g %.4g %.4g) to (%.4g %.4g %.4g) m belongs to %d triangles, should be 2; "
                "remove the face inside or the one that is there twice (\"select non manifold\")",
                p[0], p[1], p[2], q[0], q[1], q[2], count);
        }
        i += (size_t)count;
    }
    return open ? report_holes(c, first_open, open) : CR_OK;
}

static cr_status check_flat(const check *c) {
    for (int i = 0; i < c->t->triangles; i++) {
        const double *p = corner(c->t, i, 0), *q = corner(c->t, i, 1), *r = corner(c->t, i, 2);
        double u[3], v[3], w[3];
        for (int k = 0; k < 3; k++) {
            u[k] = q[k] - p[k];
            v[k] = r[k] - p[k];
            w[k] = r[k] - q[k];
        }
        double area =
            hypot(hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2]), u[0] * v[1] - u[1] * v[0]);
        double longest = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        longest = fmax(longest, v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        longest = fmax(longest, w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        if (!(area > 1e-9 * longest))
            return cr_fail(c->error, CR_ERR_INPUT, c->place.text,
                           "a triangle near (%.4g %.4g %.4g) m is flat: its corners lie on a line; dissolve "
                           "degenerate faces where "
                           "it was made",
                           p[0], p[1], p[2]);
    }
    return CR_OK;
}

static void turn(cr_triangles *t, int triangle) {
    int *p = t->triangle + 3 * (size_t)triangle, kept = p[1];
    p[1] = p[2];
    p[2] = kept;
}

// Walks from each triangle to its neighbours: who hangs together, and who must be turned round.
static cr_status find_components(check *c, int *turned) {
    cr_triangles *t = c->t;
    size_t triangles = (size_t)t->triangles;
    int *queue = cr_arena_take(c->work, triangles, sizeof *queue);
    bool *other = cr_arena_take(c->work, triangles, sizeof *other);
    if (!queue || !other) return no_memory(c);
    for (int i = 0; i < t->triangles; i++) t->component[i] = -1;
    t->components = 0;
    for (int start = 0; start < t->triangles; start++) {
        if (t->component[start] >= 0) continue;
        int head = 0, tail = 0;
        queue[tail++] = start;
        t->component[start] = t->components++;
        while (head < tail) {
            int i = queue[head++];
            for (int k = 0; k < 3; k++) {
                neighbour n = c->beside[i][k];
                bool should = other[i] != n.turned;
                if (t->component[n.triangle] < 0) {
                    t->component[n.triangle] = t->component[i];
                    other[n.triangle] = should;
                    queue[tail++] = n.triangle;
                } else if (other[n.triangle] != should) {
                    return cr_fail(c->error, CR_ERR_INPUT, c->place.text,
                                   "the surface has only one side and encloses nothing; give it a thickness "
                                   "where it was made");
                }
            }
        }
    }
    for (int i = 0; i < t->triangles; i++) *turned += other[i];
    for (int i = 0; i < t->triangles; i++)
        if (other[i]) turn(t, i);
    return CR_OK;
}

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double triple(const double *a, const double *b, const double *c) {
    return (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] +
           (a[0] * b[1] - a[1] * b[0]) * c[2];
}

// Six times the volume within each component, from its first corner so that far away loses no digits.
static void find_volumes(const cr_triangles *t, double *volume) {
    const double *origin[COMPONENTS_MOST] = {NULL};
    for (int i = 0; i < t->components; i++) volume[i] = 0;
    for (int i = 0; i < t->triangles; i++) {
        double p[3][3];
        int component = t->component[i];
        if (!origin[component]) origin[component] = corner(t, i, 0);
        for (int k = 0; k < 3; k++)
            for (int x = 0; x < 3; x++) p[k][x] = corner(t, i, k)[x] - origin[component][x];
        volume[component] += triple(p[0], p[1], p[2]);
    }
}

// How often a component goes round a point: the sum of solid angles over 4 pi.
// tan(w/2) = abc/(|a||b||c| + (a b)|c| + (a c)|b| + (b c)|a|)   Van Oosterom and Strackee 1983
static double winding(const cr_triangles *t, int component, const double *at) {
    double sum = 0;
    for (int i = 0; i < t->triangles; i++) {
        double p[3][3], length[3];
        if (t->component[i] != component) continue;
        for (int k = 0; k < 3; k++) {
            for (int x = 0; x < 3; x++) p[k][x] = corner(t, i, k)[x] - at[x];
            length[k] = sqrt(dot(p[k], p[k]));
        }
        sum += 2 * atan2(triple(p[0], p[1], p[2]),
                         length[0] * length[1] * length[2] + dot(p[0], p[1]) * length[2] +
                             dot(p[0], p[2]) * length[1] + dot(p[1], p[2]) * length[0]);
    }
    return sum / (4 * cr_pi);
}

static const double *point_of(const cr_triangles *t, int component) {
    int i = 0;
    while (t->component[i] != component) i++;
    return corner(t, i, 0);
}

// Makes the component with the largest volume the first.
static void put_first(cr_triangles *t, double *volume) {
    int outer = 0;
    for (int i = 1; i < t->components; i++)
        if (fabs(volume[i]) > fabs(volume[outer])) outer = i;
    double kept = volume[outer];
    volume[outer] = volume[0];
    volume[0] = kept;
    for (int i = 0; i < t->triangles; i++) {
        if (t->component[i] == outer) t->component[i] = 0;
        else if (t->component[i] == 0) t->component[i] = outer;
    }
}

// One component that is in no other, the first; those in it are cavities and look the other way.
static cr_status orient_components(check *c, bool *turn_it) {
    cr_triangles *t = c->t;
    double volume[COMPONENTS_MOST];
    if (t->components > COMPONENTS_MOST)
        return cr_fail(c->error, CR_ERR_INPUT, c->place.text,
                       "%d separate parts: a solid is one piece; unite them or save one alone",
                       t->components);
    find_volumes(t, volume);
    put_first(t, volume);
    for (int i = 0; i < t->components; i++) turn_it[i] = (volume[i] > 0) == (i > 0);
    for (int i = 0; i < t->components; i++) {
        const double *p = point_of(t, i);
        int around = 0;
        for (int k = 0; k < t->components; k++) around += k != i && fabs(winding(t, k, p)) > 0.5;
        if (around != (i > 0))
            return cr_fail(
                c->error, CR_ERR_INPUT, c->place.text,
                "%d separate parts, one near (%.4g %.4g %.4g) m: a solid is one piece; unite them or "
                "save one alone",
                t->components, p[0], p[1], p[2]);
    }
    return CR_OK;
}

static cr_status check_components(check *c) {
    bool turn_it[COMPONENTS_MOST] = {false};
    int turned = 0, cavities = 0;
    cr_status status = find_components(c, &turned);
    if (status == CR_OK) status = orient_components(c, turn_it);
    if (status != CR_OK) return status;
    for (int i = 0; i < c->t->triangles; i++)
        if (turn_it[c->t->component[i]]) turn(c->t, i);
    for (int i = 1; i < c->t->components; i++) cavities += turn_it[i];
    if (turned) cr_mesh_warn(c->listener, "%s: turned %d triangles round", c->place.text, turned);
    else if (turn_it[0]) cr_mesh_warn(c->listener, "%s: the surface was inside out", c->place.text);
    if (cavities && !turned)
        cr_mesh_warn(c->listener, "%s: %d of its parts lie in the largest one and are taken as cavities",
                     c->place.text, cavities);
    return CR_OK;
}

cr_status cr_triangles_check(cr_triangles *triangles, const char *path, const cr_mesh_listener *listener,
                             cr_arena *arena, cr_error *error) {
    check c = {.t = triangles, .place = cr_file_place_at(path, 0, 0), .error = error, .listener = listener};
    triangles->component = cr_arena_take(arena, (size_t)triangles->triangles, sizeof *triangles->component);
    c.work = cr_arena_new(cr_arena_allocator(arena));
    cr_status status = triangles->component && c.work ? collect_edges(&c) : no_memory(&c);
    if (status == CR_OK) status = check_edges(&c);
    if (status == CR_OK) status = check_flat(&c);
    if (status == CR_OK) status = check_components(&c);
    cr_arena_free(c.work);
    return status;
}
