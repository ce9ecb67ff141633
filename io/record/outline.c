#include "io/record/outline.h"

#include <stdlib.h>

typedef struct edge {
    int low, high, index; // vertices, and which edge of which triangle: 3 t + k
} edge;

static int by_vertices(const void *a, const void *b) {
    const edge *p = a, *q = b;
    if (p->low != q->low) return p->low < q->low ? -1 : 1;
    if (p->high != q->high) return p->high < q->high ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

static int corner(const cr_form_mesh *mesh, int edge_index, int further) {
    int t = edge_index / 3, k = (edge_index % 3 + further) % 3;
    return mesh->triangle[3 * (size_t)t + (size_t)k];
}

// Edges that two triangles share stand beside each other once they are sorted.
static void match(const cr_form_mesh *mesh, edge *edges, int *across) {
    int count = 3 * mesh->triangles;
    for (int i = 0; i < count; i++) {
        int a = corner(mesh, i, 0), b = corner(mesh, i, 1);
        edges[i] = (edge){a < b ? a : b, a < b ? b : a, i};
        across[i] = -1;
    }
    qsort(edges, (size_t)count, sizeof *edges, by_vertices);
    for (int i = 0; i + 1 < count; i++) {
        const edge *p = &edges[i], *q = p + 1;
        if (p->low != q->low || p->high != q->high) continue;
        across[p->index] = q->index / 3;
        across[q->index] = p->index / 3;
        i++;
    }
}

cr_status cr_outline_make(const cr_form_mesh *mesh, cr_arena *arena, cr_outline *outline, cr_error *error) {
    size_t triangles = (size_t)mesh->triangles;
    *outline = (cr_outline){.mesh = mesh,
                            .across = cr_arena_take(arena, 3 * triangles, sizeof(int)),
                            .front = cr_arena_take(arena, triangles, sizeof(bool)),
                            .next = cr_arena_take(arena, 3 * triangles, sizeof(int)),
                            .leaving = cr_arena_take(arena, (size_t)mesh->vertices, sizeof(int))};
    cr_arena_mark mark = cr_arena_here(arena);
    edge *edges = cr_arena_take(arena, 3 * triangles, sizeof *edges);
    if (!outline->across || !outline->front || !outline->next || !outline->leaving || !edges)
        return cr_fail(error, CR_ERR_MEMORY, "surface", "out of memory");
    match(mesh, edges, outline->across);
    cr_arena_rewind(arena, mark);
    for (int v = 0; v < mesh->vertices; v++) outline->leaving[v] = -1;
    return CR_OK;
}

static cr_vec vertex(const cr_form_mesh *mesh, int v) {
    const float *x = mesh->position + 3 * (size_t)v;
    return cr_vec_make((double)x[0], (double)x[1], (double)x[2]);
}

static void find_front(cr_outline *o, cr_vec towards) {
    for (int t = 0; t < o->mesh->triangles; t++) {
        cr_vec a = vertex(o->mesh, corner(o->mesh, 3 * t, 0)), b = vertex(o->mesh, corner(o->mesh, 3 * t, 1)),
               c = vertex(o->mesh, corner(o->mesh, 3 * t, 2));
        cr_vec normal = cr_vec_cross(cr_vec_sub(b, a), cr_vec_sub(c, a));
        o->front[t] = cr_vec_dot(normal, towards) > 0.0;
    }
}

// The edges between what faces the eye and what does not, in lists by the vertex where they begin.
static void collect(cr_outline *o) {
    for (int i = 0; i < 3 * o->mesh->triangles; i++) {
        if (!o->front[i / 3] || (o->across[i] >= 0 && o->front[o->across[i]])) continue;
        int from = corner(o->mesh, i, 0);
        o->next[i] = o->leaving[from];
        o->leaving[from] = i;
    }
}

// Takes the edges one after the other until none leaves where the last one ended: a loop is closed then.
static bool put_loop(FILE *out, cr_outline *o, int begin, const cr_pose *pose, const cr_view *view) {
    double last[2] = {HUGE_VAL, HUGE_VAL};
    bool any = false;
    for (int v = begin; o->leaving[v] >= 0;) {
        int taken = o->leaving[v];
        cr_vec p = cr_pose_out(pose, vertex(o->mesh, v));
        double x = view->at[0] + view->scale * cr_vec_dot(view->right, p);
        double y = view->at[1] - view->scale * cr_vec_dot(view->up, p);
        if (fabs(x - last[0]) + fabs(y - last[1]) >= 1.0) {
            fprintf(out, "%c%.1f %.1f", any ? 'L' : 'M', x, y);
            last[0] = x, last[1] = y;
            any = true;
        }
        o->leaving[v] = o->next[taken];
        v = corner(o->mesh, taken, 1);
    }
    if (any) fputc('Z', out);
    return any;
}

bool cr_outline_put(FILE *out, cr_outline *outline, const cr_pose *pose, const cr_view *view) {
    bool any = false;
    find_front(outline, cr_quat_back(pose->turn, view->towards));
    collect(outline);
    for (int v = 0; v < outline->mesh->vertices; v++)
        while (outline->leaving[v] >= 0) any = put_loop(out, outline, v, pose, view) || any;
    return any;
}
