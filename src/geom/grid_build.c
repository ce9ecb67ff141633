// The values of a grid's fields at its nodes, and the splines through them.
#include "base/numeric.h"
#include "geom/grid.h"
#include "geom/triangle.h"

#include <string.h>

enum {
    WIDE = CR_GRID_NODES + 2, // nodes that the coefficients of a brick depend on, along a side
    BLOCK = CR_GRID_BRICK * CR_GRID_BRICK * CR_GRID_BRICK
};

typedef struct build {
    cr_grid *grid;
    const cr_faces *faces;
    cr_skin *skin;
    cr_bends bends; // of a closed surface
    // Of a wall with a rim: sides as triangles without area, and per vertex the ways along the wall's normal
    // and out of it.
    cr_skin *rim;
    const int *rim_side;
    cr_vec *out;
    int hint, rim_hint;
    // Values at nodes: blocks of BLOCK nodes for bricks that some brick in use looks into, with one brick
    // more on every side than the grid; NaN: not asked for yet.
    int wide[3], *block, blocks;
    double *value;
    cr_arena *work;
} build;

// Signed distance by the nearest feature, of a closed surface with curved parts.
static double signed_distance(build *b, cr_vec p) {
    cr_skin_place place = cr_skin_find(b->skin, p, b->hint);
    cr_vec corner[3];
    b->hint = place.triangle;
    cr_faces_corners(b->faces, place.triangle, corner);
    cr_vec from = cr_vec_sub(p, cr_triangle_mix(corner, place.weight));
    cr_vec side = cr_faces_side_normal(b->faces, place.triangle, place.weight);
    double distance = cr_vec_dot(from, side) < 0.0 ? -place.distance : place.distance;
    if (!b->bends.bent) return distance;
    return distance - cr_faces_rise(b->faces, &b->bends, place.triangle, place.weight);
}

// The distance beyond the rim along the wall, negative before it. Past it `psi` is the height over the wall's
// tangent plane at the rim. With r from the nearest point of the rim, n and b the normal of the wall and the
// way out of it there: psi = n r, s^2 = r^2 - psi^2 with the sign of b r.
static double beyond_rim(build *b, cr_vec p, double *psi) {
    cr_skin_place place = cr_skin_find(b->rim, p, b->rim_hint);
    b->rim_hint = place.triangle;
    int side = b->rim_side[place.triangle], t = side / 3, k = side % 3;
    int from = b->faces->triangle[3 * t + k], to = b->faces->triangle[3 * t + (k + 1) % 3];
    const cr_vec end[2] = {cr_faces_vertex(b->faces, from), cr_faces_vertex(b->faces, to)};
    double w0 = place.weight[0], w1 = 1.0 - w0;
    cr_vec at = cr_vec_add(cr_vec_scale(w0, end[0]), cr_vec_scale(w1, end[1])), r = cr_vec_sub(p, at);
    cr_vec n0 = cr_vec_unit(b->faces->vertex_normal[from], b->faces->normal[t]);
    cr_vec n1 = cr_vec_unit(b->faces->vertex_normal[to], b->faces->normal[t]);
    cr_vec n = cr_vec_unit(cr_vec_add(cr_vec_scale(w0, n0), cr_vec_scale(w1, n1)), b->faces->normal[t]);
    cr_vec out = cr_vec_add(cr_vec_scale(w0, b->out[from]), cr_vec_scale(w1, b->out[to]));
    double height = cr_vec_dot(n, r), along = sqrt(cr_max(cr_vec_dot(r, r) - height * height, 0.0));
    if (cr_vec_dot(out, r) <= 0.0) return -along;
    *psi = height;
    return along;
}

static void read_fields(build *b, cr_vec p, double *value) {
    value[0] = signed_distance(b, p);
    if (b->rim) value[1] = beyond_rim(b, p, &value[0]);
}

// The side of one triangle that has no other beside it becomes a triangle without area.
static bool find_rim(build *b) {
    const cr_faces *f = b->faces;
    int *side = cr_arena_take(b->work, (size_t)f->rims, sizeof *side), count = 0;
    int *ends = cr_arena_take(b->work, 3 * (size_t)f->rims, sizeof *ends);
    b->out = cr_arena_take(b->work, (size_t)f->vertices, sizeof *b->out);
    if (!side || !ends || !b->out) return false;
    for (int i = 0; i < 3 * f->triangles; i++) {
        if (f->beside[i] >= 0) continue;
        int from = f->triangle[i], to = f->triangle[i % 3 == 2 ? i - 2 : i + 1];
        cr_vec along = cr_vec_sub(cr_faces_vertex(f, to), cr_faces_vertex(f, from));
        cr_vec out = cr_vec_unit(cr_vec_cross(along, f->normal[i / 3]), cr_vec_make(0.0, 0.0, 0.0));
        b->out[from] = cr_vec_add(b->out[from], out);
        b->out[to] = cr_vec_add(b->out[to], out);
        ends[3 * count] = from;
        ends[3 * count + 1] = ends[3 * count + 2] = to;
        side[count++] = i;
    }
    b->rim_side = side;
    b->rim = cr_skin_new(f->position, f->vertices, ends, count, b->work);
    return b->rim != NULL;
}

static cr_vec node_at(const cr_grid *g, double x, double y, double z) {
    return cr_vec_make(g->low.x + x * g->cell, g->low.y + y * g->cell, g->low.z + z * g->cell);
}

static bool fill_corners(build *b, cr_arena *arena) {
    cr_grid *g = b->grid;
    const int n[3] = {g->n[0] + 1, g->n[1] + 1, g->n[2] + 1};
    float *corner = cr_arena_take(arena, (size_t)n[0] * (size_t)n[1] * (size_t)n[2], sizeof *corner);
    if (!corner) return false;
    g->corner = corner;
    for (int x = 0; x < n[0]; x++)
        for (int y = 0; y < n[1]; y++)
            for (int z = 0; z < n[2]; z++) {
                double f =
                    signed_distance(b, node_at(g, CR_GRID_BRICK * x, CR_GRID_BRICK * y, CR_GRID_BRICK * z));
                *corner++ = (float)(g->half > 0.0 ? fabs(f) - g->half : f);
            }
    return true;
}

// Whether the surface comes within the band of a cube of cells: by its middle, then by its eight parts. A
// cube of half the diagonal d may only where its middle is within band + d.
static bool is_near(build *b, cr_vec middle, double size) {
    double band = CR_GRID_BAND * b->grid->cell + b->grid->half, d = 0.5 * sqrt(3.0) * size;
    cr_skin_place place = cr_skin_find(b->skin, middle, b->hint);
    b->hint = place.triangle;
    if (place.distance > band + d) return false;
    if (place.distance <= band || size <= 2.01 * b->grid->cell) return true;
    for (int i = 0; i < 8; i++) {
        cr_vec part = {middle.x + ((i >> 2) - 0.5) * 0.5 * size, middle.y + ((i >> 1 & 1) - 0.5) * 0.5 * size,
                       middle.z + ((i & 1) - 0.5) * 0.5 * size};
        if (is_near(b, part, 0.5 * size)) return true;
    }
    return false;
}

static bool choose_bricks(build *b, cr_arena *arena) {
    cr_grid *g = b->grid;
    int *index = cr_arena_take(arena, (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2], sizeof *index);
    if (!index) return false;
    g->index = index;
    for (int x = 0; x < g->n[0]; x++)
        for (int y = 0; y < g->n[1]; y++)
            for (int z = 0; z < g->n[2]; z++) {
                cr_vec middle = node_at(g, CR_GRID_BRICK * (x + 0.5), CR_GRID_BRICK * (y + 0.5),
                                        CR_GRID_BRICK * (z + 0.5));
                index[cr_grid_at(g->n, x, y, z)] =
                    is_near(b, middle, CR_GRID_BRICK * g->cell) ? g->bricks++ : -1;
            }
    return true;
}

// Blocks of values for the bricks in use and all round them.
static bool make_blocks(build *b) {
    const cr_grid *g = b->grid;
    for (int i = 0; i < 3; i++) b->wide[i] = g->n[i] + 2;
    size_t all = (size_t)b->wide[0] * (size_t)b->wide[1] * (size_t)b->wide[2];
    b->block = cr_arena_take(b->work, all, sizeof *b->block);
    if (!b->block) return false;
    memset(b->block, -1, all * sizeof *b->block);
    for (int x = 0; x < g->n[0]; x++)
        for (int y = 0; y < g->n[1]; y++)
            for (int z = 0; z < g->n[2]; z++) {
                if (g->index[cr_grid_at(g->n, x, y, z)] < 0) continue;
                for (int i = 0; i < 27; i++) {
                    int *at = &b->block[cr_grid_at(b->wide, x + i / 9, y + i / 3 % 3, z + i % 3)];
                    if (*at < 0) *at = b->blocks++;
                }
            }
    size_t count = (size_t)b->blocks * (size_t)g->fields * BLOCK;
    b->value = cr_arena_take(b->work, count, sizeof *b->value);
    for (size_t i = 0; b->value && i < count; i++) b->value[i] = CR_NAN;
    return b->value != NULL;
}

// The values of all fields at a node.
static const double *value_at(build *b, const int node[3]) {
    int brick[3], within[3];
    for (int i = 0; i < 3; i++) {
        brick[i] = (node[i] + CR_GRID_BRICK) / CR_GRID_BRICK; // counts from one brick before the grid
        within[i] = (node[i] + CR_GRID_BRICK) % CR_GRID_BRICK;
    }
    size_t block = (size_t)b->block[cr_grid_at(b->wide, brick[0], brick[1], brick[2])];
    int at = (within[0] * CR_GRID_BRICK + within[1]) * CR_GRID_BRICK + within[2];
    double *value = b->value + (block * BLOCK + (size_t)at) * (size_t)b->grid->fields;
    if (isnan(value[0])) read_fields(b, node_at(b->grid, node[0], node[1], node[2]), value);
    return value;
}

// (-1, 8, -1)/6 along one axis, which is shorter by two afterwards.
static void filter(const double *from, double *to, int n0, int n1, int n2, int axis) {
    const int size[3] = {n0, n1, n2}, stride[3] = {n1 * n2, n2, 1};
    int s = stride[axis];
    for (int x = axis == 0; x < size[0] - (axis == 0); x++)
        for (int y = axis == 1; y < size[1] - (axis == 1); y++)
            for (int z = axis == 2; z < size[2] - (axis == 2); z++) {
                const double *f = from + x * stride[0] + y * stride[1] + z;
                *to++ = (8.0 * f[0] - f[-s] - f[s]) / 6.0;
            }
}

typedef struct brick_room {
    double value[2][WIDE * WIDE * WIDE], other[WIDE * WIDE * WIDE];
} brick_room;

static void fill_brick(build *b, int x, int y, int z, brick_room *room, float *to) {
    const int n = CR_GRID_NODES;
    int fields = b->grid->fields;
    for (int i = 0; i < WIDE * WIDE * WIDE; i++) {
        const int node[3] = {CR_GRID_BRICK * x + i / (WIDE * WIDE) - 2,
                             CR_GRID_BRICK * y + i / WIDE % WIDE - 2, CR_GRID_BRICK * z + i % WIDE - 2};
        const double *value = value_at(b, node);
        for (int k = 0; k < fields; k++) room->value[k][i] = value[k];
    }
    for (int k = 0; k < fields; k++) {
        double *v = room->value[k], *w = room->other;
        filter(v, w, WIDE, WIDE, WIDE, 0);
        filter(w, v, n, WIDE, WIDE, 1);
        filter(v, w, n, n, WIDE, 2);
        for (int i = 0; i < CR_GRID_CUBE; i++) *to++ = (float)w[i];
    }
}

static bool fill_bricks(build *b, cr_arena *arena) {
    cr_grid *g = b->grid;
    size_t size = (size_t)g->fields * CR_GRID_CUBE;
    float *coefficient = cr_arena_take(arena, (size_t)g->bricks * size, sizeof *coefficient);
    brick_room *room = cr_arena_take(b->work, 1, sizeof *room);
    if (!coefficient || !room || !make_blocks(b)) return false;
    g->coefficient = coefficient;
    for (int x = 0; x < g->n[0]; x++)
        for (int y = 0; y < g->n[1]; y++)
            for (int z = 0; z < g->n[2]; z++) {
                int at = g->index[cr_grid_at(g->n, x, y, z)];
                if (at >= 0) fill_brick(b, x, y, z, room, coefficient + (size_t)at * size);
            }
    return true;
}

// The box of bricks: the surface, the band and one cell more, in whole bricks about the middle.
static double set_box(cr_grid *g, const cr_faces *faces) {
    double size = CR_GRID_BRICK * g->cell, room = (CR_GRID_BAND + 1) * g->cell + g->half;
    cr_faces_bounds(faces, &g->inner_low, &g->inner_high);
    cr_vec extent = cr_vec_sub(g->inner_high, g->inner_low);
    const double wide[3] = {extent.x, extent.y, extent.z};
    double n[3];
    for (int i = 0; i < 3; i++) n[i] = ceil((wide[i] + 2.0 * room) / size);
    double bricks = n[0] * n[1] * n[2];
    if (!(bricks < 1e9)) return bricks;
    for (int i = 0; i < 3; i++) g->n[i] = (int)n[i];
    cr_vec whole = cr_vec_make(n[0] * size, n[1] * size, n[2] * size);
    g->low = cr_vec_along(g->inner_low, 0.5, cr_vec_sub(extent, whole));
    return bricks;
}

static cr_status refuse_size(double bytes, double most, double cell, cr_error *error) {
    return cr_fail(error, CR_ERR_RANGE, "surface", "cells of %.3g m need %.3g MB, more than %.3g", cell,
                   bytes / 1e6, most / 1e6);
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory for a grid of distances");
}

static cr_status build_in(build *b, double most, cr_arena *arena, cr_error *error) {
    cr_grid *g = b->grid;
    double dense = 8.0 * set_box(g, b->faces);
    if (!(dense <= most)) return refuse_size(dense, most, g->cell, error);
    b->skin =
        cr_skin_new(b->faces->position, b->faces->vertices, b->faces->triangle, b->faces->triangles, b->work);
    bool closed = g->half == 0.0;
    if (closed && !cr_faces_bend(b->faces, CR_GRID_RISE * g->cell, b->work, &b->bends))
        return no_memory(error);
    if (!b->skin || !fill_corners(b, arena) || !choose_bricks(b, arena)) return no_memory(error);
    bool rim = g->half > 0.0 && b->faces->rims > 0;
    g->fields = rim ? 2 : 1;
    double bytes = dense + 4.0 * CR_GRID_CUBE * g->fields * (double)g->bricks;
    if (bytes > most) return refuse_size(bytes, most, g->cell, error);
    if ((rim && !find_rim(b)) || !fill_bricks(b, arena)) return no_memory(error);
    cr_vec half = {g->half, g->half, g->half};
    g->inner_low = cr_vec_sub(g->inner_low, half);
    g->inner_high = cr_vec_add(g->inner_high, half);
    return CR_OK;
}

cr_status cr_grid_build(cr_grid *grid, const cr_faces *faces, double most, cr_arena *arena, cr_error *error) {
    build b = {.grid = grid, .faces = faces, .hint = -1, .rim_hint = -1};
    b.work = cr_arena_new(cr_arena_allocator(arena));
    if (!b.work) return no_memory(error);
    cr_status status = build_in(&b, most, arena, error);
    cr_arena_free(b.work);
    return status;
}
