#include "prep/bem/coarsen.h"

#include "prep/bem/vector.h"

#include <stdlib.h>
#include <string.h>

static const double shortest = 0.7, longest = 1.5; // of edges over the length that is asked for
static const double fold = 0.766;                  // cosine of 40 degrees
static const double turn_most = 0.87;              // cosine of how much a triangle may turn: 30 degrees
static const double poorest = 0.3;                 // 4 sqrt(3) area over the sum of squared edges

typedef struct edge {
    int from, to;
    double length;
} edge;

// The surface as it is now. Per pass: which triangles a vertex has, and which vertices may not be touched
// again.
typedef struct mesh {
    const float *position;
    int vertices, triangles;
    double edge; // asked for
    int *triangle;
    int *first, *around; // [vertices + 1], [3 triangles]: triangles about a vertex
    int *mark, stamp;    // [vertices]
    bool *busy;          // [vertices]
    edge *edges;         // [3 triangles/2]
} mesh;

static void corner(const mesh *m, int vertex, double at[3]) {
    for (int d = 0; d < 3; d++) at[d] = (double)m->position[3 * (size_t)vertex + (size_t)d];
}

static double distance(const mesh *m, int a, int b) {
    double p[3], q[3], d[3];
    corner(m, a, p);
    corner(m, b, q);
    cr_sub3(q, p, d);
    return cr_length3(d);
}

// Normal times twice the area of a triangle of three vertices.
static void normal_of(const mesh *m, const int v[3], double normal[3]) {
    double p[3][3], a[3], b[3];
    for (int i = 0; i < 3; i++) corner(m, v[i], p[i]);
    cr_sub3(p[1], p[0], a);
    cr_sub3(p[2], p[0], b);
    cr_cross3(a, b, normal);
}

static double cosine(const double a[3], const double b[3]) {
    double lengths = cr_length3(a) * cr_length3(b);
    return lengths > 0.0 ? cr_dot3(a, b) / lengths : -1.0;
}

static double quality(const mesh *m, const int v[3]) {
    double n[3], sum = 0.0;
    normal_of(m, v, n);
    for (int i = 0; i < 3; i++) {
        double l = distance(m, v[i], v[(i + 1) % 3]);
        sum += l * l;
    }
    return sum > 0.0 ? 2.0 * sqrt(3.0) * cr_length3(n) / sum : 0.0;
}

static void find_around(mesh *m) {
    memset(m->first, 0, ((size_t)m->vertices + 1) * sizeof *m->first);
    for (int i = 0; i < 3 * m->triangles; i++) m->first[m->triangle[i] + 1]++;
    for (int v = 0; v < m->vertices; v++) m->first[v + 1] += m->first[v];
    for (int i = 0; i < 3 * m->triangles; i++) m->around[m->first[m->triangle[i]]++] = i / 3;
    for (int v = m->vertices; v > 0; v--) m->first[v] = m->first[v - 1];
    m->first[0] = 0;
}

static int place_in(const mesh *m, int t, int vertex) {
    const int *v = m->triangle + 3 * t;
    return v[0] == vertex ? 0 : v[1] == vertex ? 1 : v[2] == vertex ? 2 : -1;
}

// The triangles on both sides of an edge; false when there are not two.
static bool sides_of(const mesh *m, int a, int b, int side[2]) {
    int count = 0;
    for (int i = m->first[a]; i < m->first[a + 1]; i++) {
        if (place_in(m, m->around[i], b) < 0) continue;
        if (count == 2) return false;
        side[count++] = m->around[i];
    }
    return count == 2;
}

static bool is_fold(const mesh *m, int a, int b) {
    int side[2];
    double n[2][3];
    if (!sides_of(m, a, b, side)) return true;
    for (int i = 0; i < 2; i++) normal_of(m, m->triangle + 3 * side[i], n[i]);
    return cosine(n[0], n[1]) < fold;
}

// Whether a may go to b by the folds it is on: along one fold that goes on straight enough, or none.
static bool folds_allow(const mesh *m, int a, int b) {
    int folds = 0, other = -1;
    bool along = false;
    for (int i = m->first[a]; i < m->first[a + 1]; i++) {
        int t = m->around[i], next = m->triangle[3 * t + (place_in(m, t, a) + 1) % 3];
        if (!is_fold(m, a, next)) continue;
        folds++;
        if (next == b) along = true;
        else other = next;
    }
    if (folds == 0) return true;
    if (folds != 2 || !along) return false;
    double p[3], q[3], r[3];
    corner(m, a, p);
    corner(m, b, q);
    corner(m, other, r);
    cr_sub3(q, p, q);
    cr_sub3(p, r, r);
    return cosine(q, r) > fold;
}

// Exactly two vertices are beside both a and b: otherwise the surface would touch itself.
static bool is_simple(mesh *m, int a, int b) {
    int common = 0;
    m->stamp++;
    for (int i = m->first[a]; i < m->first[a + 1]; i++)
        for (int c = 0; c < 3; c++) m->mark[m->triangle[3 * m->around[i] + c]] = m->stamp;
    m->mark[a] = m->mark[b] = 0;
    for (int i = m->first[b]; i < m->first[b + 1]; i++)
        for (int c = 0; c < 3; c++) {
            int v = m->triangle[3 * m->around[i] + c];
            if (m->mark[v] != m->stamp) continue;
            m->mark[v] = 0;
            common++;
        }
    return common == 2;
}

// The poorest triangle that results when a goes to b; 0 when it must not.
static double worth(mesh *m, int a, int b) {
    double least = 1.0;
    if (!is_simple(m, a, b) || !folds_allow(m, a, b)) return 0.0;
    for (int i = m->first[a]; i < m->first[a + 1]; i++) {
        int t = m->around[i], v[3];
        double before[3], after[3];
        if (place_in(m, t, b) >= 0) continue;
        memcpy(v, m->triangle + 3 * t, sizeof v);
        normal_of(m, v, before);
        double was = quality(m, v);
        int at = place_in(m, t, a);
        v[at] = b;
        normal_of(m, v, after);
        double is = quality(m, v);
        if (cosine(before, after) < turn_most || is < fmin(poorest, was)) return 0.0;
        for (int c = 1; c < 3; c++)
            if (distance(m, b, v[(at + c) % 3]) > longest * m->edge) return 0.0;
        least = fmin(least, is);
    }
    return least;
}

static void collapse(mesh *m, int a, int b) {
    const int both[2] = {a, b};
    for (int e = 0; e < 2; e++)
        for (int i = m->first[both[e]]; i < m->first[both[e] + 1]; i++)
            for (int c = 0; c < 3; c++) m->busy[m->triangle[3 * m->around[i] + c]] = true;
    for (int i = m->first[a]; i < m->first[a + 1]; i++) {
        int *v = m->triangle + 3 * m->around[i];
        if (place_in(m, m->around[i], b) >= 0) v[0] = v[1] = v[2] = -1;
        else v[place_in(m, m->around[i], a)] = b;
    }
}

static int compare_edges(const void *a, const void *b) {
    const edge *x = a, *y = b;
    if (x->length != y->length) return x->length < y->length ? -1 : 1;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

static int find_short(const mesh *m) {
    int count = 0;
    for (int i = 0; i < 3 * m->triangles; i++) {
        int a = m->triangle[i], b = m->triangle[i % 3 == 2 ? i - 2 : i + 1];
        double length = a < b ? distance(m, a, b) : HUGE_VAL;
        if (length < shortest * m->edge) m->edges[count++] = (edge){a, b, length};
    }
    qsort(m->edges, (size_t)count, sizeof *m->edges, compare_edges);
    return count;
}

static void drop_dead(mesh *m) {
    int kept = 0;
    for (int t = 0; t < m->triangles; t++)
        if (m->triangle[3 * t] >= 0) memmove(m->triangle + 3 * kept++, m->triangle + 3 * t, 3 * sizeof(int));
    m->triangles = kept;
}

// As many edges as do not meet each other; how many.
static int pass(mesh *m) {
    find_around(m);
    int count = find_short(m), done = 0;
    memset(m->busy, 0, (size_t)m->vertices * sizeof *m->busy);
    for (int i = 0; i < count; i++) {
        edge e = m->edges[i];
        if (m->busy[e.from] || m->busy[e.to]) continue;
        double there = worth(m, e.from, e.to), back = worth(m, e.to, e.from);
        if (there <= 0.0 && back <= 0.0) continue;
        if (there >= back) collapse(m, e.from, e.to);
        else collapse(m, e.to, e.from);
        done++;
    }
    drop_dead(m);
    return done;
}

cr_status cr_coarsen(const float *position, int vertices, const int *triangle, int triangles,
                     double edge_length, cr_arena *arena, cr_coarse *coarse, cr_error *error) {
    size_t corners = 3 * (size_t)triangles, count = (size_t)vertices;
    int *kept = cr_arena_take(arena, corners, sizeof *kept);
    cr_arena *scratch = kept ? cr_arena_new(cr_arena_allocator(arena)) : NULL;
    mesh m = {.position = position,
              .vertices = vertices,
              .triangles = triangles,
              .edge = edge_length,
              .triangle = kept};
    bool whole = scratch != NULL;
    whole = whole && (m.first = cr_arena_take(scratch, count + 1, sizeof *m.first));
    whole = whole && (m.around = cr_arena_take(scratch, corners, sizeof *m.around));
    whole = whole && (m.mark = cr_arena_take(scratch, count, sizeof *m.mark));
    whole = whole && (m.busy = cr_arena_take(scratch, count, sizeof *m.busy));
    whole = whole && (m.edges = cr_arena_take(scratch, corners / 2 + 1, sizeof *m.edges));
    if (whole) {
        memcpy(kept, triangle, corners * sizeof *kept);
        while (pass(&m) > 0) continue;
        *coarse = (cr_coarse){m.triangles, kept};
    }
    if (scratch) cr_arena_free(scratch);
    return whole ? CR_OK
                 : cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a surface of %d triangles",
                           triangles);
}
