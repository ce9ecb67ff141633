// Points that slide on a grid's surface: each is named by a seed and a place in the plane that touches the
// surface there, u = stride seed + a, v [m], settled on the surface along its normals. A point that has gone
// far from its seed is given to another one; its place stays.
#include "base/numeric.h"
#include "geom/grid.h"

enum { STRIDE = 16 }; // spacings from the u of one seed to that of the next

static int seed_of(const cr_grid *g, double u) {
    double seed = u / (STRIDE * g->spacing) + 0.5;
    return seed > 0.0 ? (int)cr_min(seed, g->seeds - 1.0) : 0;
}

static cr_vec place_at(const cr_grid *g, int seed, double a, double v) {
    const cr_grid_seed *s = &g->seed[seed];
    cr_vec first, second;
    if (a == 0.0 && v == 0.0) return s->at;
    cr_vec_frame(s->normal, &first, &second);
    return cr_grid_settle(g, cr_vec_along(cr_vec_along(s->at, a, first), v, second), s->side);
}

cr_vec cr_grid_place(const cr_grid *g, double u, double v) {
    int seed = seed_of(g, u);
    return place_at(g, seed, u - STRIDE * g->spacing * seed, v);
}

void cr_grid_sample(const cr_grid *g, int sample, double *u, double *v) {
    *u = STRIDE * g->spacing * sample;
    *v = 0.0;
}

// The nearest seed whose plane the normal at p does not lie in; -1: none.
static int nearest_seed(const cr_grid *g, cr_vec p, cr_vec normal) {
    double least = HUGE_VAL;
    int best = -1;
    for (int i = 0; i < g->seeds; i++) {
        cr_vec away = cr_vec_sub(p, g->seed[i].at);
        double distance = cr_vec_dot(away, away);
        if (distance >= least || cr_vec_dot(g->seed[i].normal, normal) < 0.5) continue;
        least = distance;
        best = i;
    }
    return best;
}

// The point of the seed's plane on the normal through p settles at p, up to what a few corrections mend.
void cr_grid_keep(const cr_grid *g, double *u, double *v) {
    int old = seed_of(g, *u);
    double a = *u - STRIDE * g->spacing * old;
    if (fabs(a) <= g->spacing && fabs(*v) <= g->spacing) return;
    cr_vec p = place_at(g, old, a, *v), normal = cr_grid_near(g, p, g->seed[old].side).normal, first, second;
    int seed = nearest_seed(g, p, normal);
    if (seed < 0 || seed == old) return;
    const cr_grid_seed *s = &g->seed[seed];
    cr_vec_frame(s->normal, &first, &second);
    double height = cr_vec_dot(cr_vec_sub(p, s->at), s->normal) / cr_vec_dot(normal, s->normal);
    cr_vec to = cr_vec_sub(cr_vec_along(p, -height, normal), s->at);
    double x = cr_vec_dot(to, first), y = cr_vec_dot(to, second);
    cr_vec off = cr_vec_sub(p, place_at(g, seed, x, y));
    for (int i = 0; i < 8 && cr_vec_length(off) > 1e-12 * g->spacing; i++) {
        x += cr_vec_dot(off, first);
        y += cr_vec_dot(off, second);
        off = cr_vec_sub(p, place_at(g, seed, x, y));
    }
    if (!(cr_vec_length(off) <= 1e-9 * g->spacing)) return; // the surface bends too much between them
    *u = STRIDE * g->spacing * seed + x;
    *v = y;
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

bool cr_grid_scatter(cr_grid *g, const cr_faces *f, const int *degree, cr_arena *arena) {
    enum { SEEDS = 256, TRIED = 1 << 16 };
    double sides = g->half > 0.0 ? 2.0 : 1.0, room = 2.0 * SEEDS;
    g->seeds = 0;
    g->spacing = sqrt(sides * cr_faces_area(f) / SEEDS);
    g->seed = cr_arena_take(arena, (size_t)room, sizeof *g->seed);
    if (!g->seed) return false;
    int stride = 1 + f->vertices / TRIED;
    for (int v = 0; v < f->vertices; v += stride) {
        cr_vec n = cr_vec_unit(f->vertex_normal[v], cr_vec_make(0.0, 0.0, 0.0));
        if (degree[v] || !(cr_vec_dot(n, n) > 0.0) || (g->sharp && g->sharp->plane_at[v])) continue;
        offer(g, (int)room, cr_faces_vertex(f, v), n);
    }
    stride = 1 + f->triangles / TRIED;
    for (int t = 0; t < f->triangles; t += stride)
        if (!g->sharp || !g->sharp->plane[t]) offer_inner(g, (int)room, f, t);
    return true;
}
