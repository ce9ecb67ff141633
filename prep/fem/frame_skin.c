// The surface of a frame: a tube of rings for each wire, closed at its ends, on which the shapes are kept.
#include "prep/fem/frame.h"

#include "base/numeric.h"
#include "carom/space.h"

enum { RING = CR_ROD_RING };

// Wires are walked along from beam to beam as long as one goes on from another with the same radius and no
// third one meets them.
typedef struct skin {
    const cr_mesh *mesh;
    const cr_modal_result *result;
    cr_modes *modes;
    int *degree;  // beams at each node
    int (*at)[2]; // of nodes with two: these
    char *taken;  // beams
    int *node;    // of each vertex
    cr_vec *arm;  // from there to the vertex
} skin;

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the surface of the frame");
}

static cr_vec node_at(const skin *s, int node) {
    const double *x = s->mesh->node + 3 * (size_t)node;
    return cr_vec_make(x[0], x[1], x[2]);
}

static int far_end(const skin *s, int beam, int node) {
    const int *ends = s->mesh->beam + 2 * (size_t)beam;
    return ends[0] == node ? ends[1] : ends[0];
}

static cr_vec along(const skin *s, int from, int to) {
    return cr_vec_unit(cr_vec_sub(node_at(s, to), node_at(s, from)), cr_vec_make(0.0, 0.0, 1.0));
}

// The beam that goes on from `beam` at a node; -1: none, or one that turns back too sharply for a mitre.
static int next_beam(const skin *s, int beam, int node) {
    const double sharpest = -0.5; // cosine of the turn
    if (s->degree[node] != 2) return -1;
    int next = s->at[node][s->at[node][0] == beam];
    bool same = s->mesh->radius[next] == s->mesh->radius[beam];
    cr_vec in = along(s, far_end(s, beam, node), node), out = along(s, node, far_end(s, next, node));
    return same && cr_vec_dot(in, out) > sharpest ? next : -1;
}

// d moved along `way` into the plane across `normal`.
static cr_vec into_plane(cr_vec d, cr_vec way, cr_vec normal) {
    return cr_vec_along(d, -cr_vec_dot(d, normal) / cr_vec_dot(way, normal), way);
}

// A ring at a node between the directions of two beams, in the plane that halves their angle. `spoke` are its
// arms across the first, and become those across the second.
static int add_ring(skin *s, int node, cr_vec in, cr_vec out, cr_vec spoke[RING]) {
    cr_vec across = cr_vec_unit(cr_vec_add(in, out), in);
    int first = s->modes->vertices;
    s->modes->vertices += RING;
    for (int k = 0; k < RING; k++) {
        s->arm[first + k] = into_plane(spoke[k], in, across);
        s->node[first + k] = node;
        spoke[k] = into_plane(s->arm[first + k], out, out);
    }
    return first;
}

static void add_triangle(skin *s, int a, int b, int c) {
    int *to = s->modes->triangle + 3 * (size_t)s->modes->triangles++;
    to[0] = a, to[1] = b, to[2] = c;
}

static void add_tube(skin *s, int beam, int from, int to) {
    s->modes->rod[s->modes->rods++] = (cr_modes_rod){from, to, (float)s->mesh->radius[beam]};
    for (int k = 0; k < RING; k++) {
        int next = (k + 1) % RING;
        add_triangle(s, from + k, from + next, to + next);
        add_triangle(s, from + k, to + next, to + k);
    }
}

static void add_cap(skin *s, int ring, bool first) {
    for (int k = 1; k + 1 < RING; k++)
        add_triangle(s, ring, first ? ring + k + 1 : ring + k, first ? ring + k : ring + k + 1);
}

// The beam with which the wire of `beam` begins, and the node there; a closed wire begins with `beam`.
static int begin_of(const skin *s, int beam, int *node) {
    int here = beam, next;
    *node = s->mesh->beam[2 * (size_t)beam];
    while ((next = next_beam(s, here, *node)) >= 0) {
        if (next == beam) {
            *node = s->mesh->beam[2 * (size_t)beam];
            return beam;
        }
        here = next;
        *node = far_end(s, here, *node);
    }
    return here;
}

static void add_wire(skin *s, int beam) {
    int node, here = begin_of(s, beam, &node);
    cr_vec spoke[RING], side, up, way = along(s, node, far_end(s, here, node));
    double r = s->mesh->radius[here];
    cr_vec_frame(way, &side, &up);
    for (int k = 0; k < RING; k++) {
        double angle = 2.0 * cr_pi * k / RING;
        spoke[k] = cr_vec_along(cr_vec_scale(r * cos(angle), side), r * sin(angle), up);
    }
    int last = add_ring(s, node, way, way, spoke);
    add_cap(s, last, true);
    while (here >= 0) {
        s->taken[here] = 1;
        node = far_end(s, here, node);
        int next = next_beam(s, here, node);
        if (next >= 0 && s->taken[next]) next = -1; // a closed wire ends where it began
        cr_vec out = next >= 0 ? along(s, node, far_end(s, next, node)) : way;
        int ring = add_ring(s, node, way, out, spoke);
        add_tube(s, here, last, ring);
        last = ring;
        way = out;
        here = next;
    }
    add_cap(s, last, false);
}

static bool take(skin *s, cr_arena *scratch, cr_arena *arena) {
    size_t beams = (size_t)s->mesh->beams, nodes = (size_t)s->mesh->nodes, vertices = 2 * RING * beams;
    s->degree = cr_arena_take(scratch, nodes, sizeof *s->degree);
    s->at = cr_arena_take(scratch, nodes, sizeof *s->at);
    s->taken = cr_arena_take(scratch, beams, 1);
    s->node = cr_arena_take(scratch, vertices, sizeof *s->node);
    s->arm = cr_arena_take(scratch, vertices, sizeof *s->arm);
    s->modes->rod = cr_arena_take(arena, beams, sizeof *s->modes->rod);
    s->modes->triangle = cr_arena_take(arena, 3 * beams * (2 * RING + 2 * (RING - 2)), sizeof(int));
    if (!s->degree || !s->at || !s->taken || !s->node || !s->arm || !s->modes->rod || !s->modes->triangle)
        return false;
    for (size_t i = 0; i < 2 * beams; i++) {
        int node = s->mesh->beam[i], before = s->degree[node]++;
        if (before < 2) s->at[node][before] = (int)(i / 2);
    }
    return true;
}

// A vertex moves with its section: u + turn x arm.
static void fill(const skin *s) {
    size_t nodes = (size_t)s->mesh->nodes, values = 3 * (size_t)s->modes->vertices;
    for (size_t v = 0; v < (size_t)s->modes->vertices; v++) {
        cr_vec at = cr_vec_add(node_at(s, s->node[v]), s->arm[v]);
        const double place[3] = {at.x, at.y, at.z};
        for (size_t i = 0; i < 3; i++) s->modes->position[3 * v + i] = (float)place[i];
        for (size_t k = 0; k < (size_t)s->result->elastic; k++) {
            const double *u = s->result->vector + 6 * (k * nodes + (size_t)s->node[v]);
            cr_vec turn = cr_vec_cross(cr_vec_make(u[3], u[4], u[5]), s->arm[v]);
            const double moved[3] = {u[0] + turn.x, u[1] + turn.y, u[2] + turn.z};
            for (size_t i = 0; i < 3; i++) s->modes->shape[k * values + 3 * v + i] = (float)moved[i];
        }
    }
}

static cr_status pack(skin *s, cr_arena *scratch, cr_arena *arena, cr_error *error) {
    if (!take(s, scratch, arena)) return no_memory(error);
    for (int beam = 0; beam < s->mesh->beams; beam++)
        if (!s->taken[beam]) add_wire(s, beam);
    size_t values = 3 * (size_t)s->modes->vertices, all = values * (size_t)s->result->elastic;
    s->modes->position = cr_arena_take(arena, values, sizeof(float));
    s->modes->shape = cr_arena_take(arena, all ? all : 1, sizeof(float));
    if (!s->modes->position || !s->modes->shape) return no_memory(error);
    fill(s);
    return CR_OK;
}

cr_status cr_frame_pack(const cr_mesh *mesh, const cr_modal_result *result, cr_arena *arena, cr_modes *modes,
                        cr_error *error) {
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    skin s = {.mesh = mesh, .result = result, .modes = modes};
    cr_status status = pack(&s, scratch, arena, error);
    cr_arena_free(scratch);
    return status;
}
