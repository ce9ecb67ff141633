#include "prep/bem/vector.h"
#include "prep/bem/wires.h"

#include <stdlib.h>
#include <string.h>

// How far a point is from a rod, and beside which place of it.
static double distance_to(const cr_wire *w, const double at[3], double *place) {
    double along[3], off[3];
    cr_sub3(w->to, w->from, along);
    cr_sub3(at, w->from, off);
    *place = fmax(0.0, fmin(1.0, cr_dot3(off, along) / cr_dot3(along, along)));
    for (int d = 0; d < 3; d++) off[d] -= *place * along[d];
    return cr_length3(off);
}

static void join(cr_wire *wire, int wires) {
    const double near = 1.5; // times both radii
    for (int i = 0; i < 2 * wires; i++) {
        cr_wire *w = &wire[i / 2];
        for (int j = 0; j < wires; j++) {
            double place;
            if (j == i / 2) continue;
            if (distance_to(&wire[j], i % 2 ? w->to : w->from, &place) <= near * (w->radius + wire[j].radius))
                w->joined[i % 2] = true;
        }
    }
}

typedef struct place {
    int wire, vertex;
    double at; // along the wire
} place;

static int compare(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->wire != y->wire) return x->wire - y->wire;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->vertex - y->vertex;
}

static void find_places(const cr_wire_frame *f, const cr_modes *modes, place *places) {
    for (int v = 0; v < modes->vertices; v++) {
        double at[3], least = HUGE_VAL;
        for (int d = 0; d < 3; d++) at[d] = (double)modes->position[3 * (ptrdiff_t)v + d];
        places[v] = (place){.vertex = v};
        for (int i = 0; i < f->wires; i++) {
            double along, far = distance_to(&f->wire[i], at, &along) - f->wire[i].radius;
            if (far >= least) continue;
            least = far;
            places[v].wire = i;
            places[v].at = along;
        }
    }
}

// Where the modes know the rods of their frame, as cr_modes_wires has them: a ring is at one place of its
// wire, one that two wires share at the beginning of the second. false: they have others.
static bool place_rings(const cr_wire_frame *f, const cr_modes *modes, cr_arena *arena, place *places) {
    size_t rods = (size_t)modes->rods;
    cr_arena_mark mark = cr_arena_here(arena);
    double(*wire)[CR_WIRE_NUMBERS] = cr_arena_take(arena, rods, sizeof *wire);
    int *of = cr_arena_take(arena, rods, sizeof *of);
    bool same = wire && of && cr_modes_wires(modes, wire, of) == f->wires;
    for (int i = 0; same && i < 2 * modes->rods; i++) {
        int ring = i % 2 ? modes->rod[i / 2].to : modes->rod[i / 2].from;
        double at[3], along;
        cr_modes_axis(modes->position, ring, at);
        distance_to(&f->wire[of[i / 2]], at, &along);
        for (int v = ring; v < ring + CR_ROD_RING; v++) places[v] = (place){of[i / 2], v, along};
    }
    cr_arena_rewind(arena, mark);
    return same;
}

// A node holds the vertices within half a radius along the rod.
static bool find_nodes(cr_wire_frame *f, const place *places, int vertices, cr_arena *arena) {
    for (int first = 0, last = 0; first < vertices; first = last) {
        cr_wire *w = &f->wire[places[first].wire];
        double along[3], begin = -HUGE_VAL;
        cr_sub3(w->to, w->from, along);
        double within = 0.5 * w->radius / cr_length3(along);
        while (last < vertices && places[last].wire == places[first].wire) last++;
        w->place = cr_arena_take(arena, (size_t)(last - first), sizeof *w->place);
        int *count = cr_arena_take(arena, (size_t)(last - first), sizeof *count);
        if (!w->place || !count) return false;
        for (int i = first; i < last; i++) {
            if (places[i].at > begin + within) {
                begin = places[i].at;
                w->nodes++;
            }
            f->wire_of[places[i].vertex] = places[i].wire;
            f->node_of[places[i].vertex] = w->nodes - 1;
            w->place[w->nodes - 1] += places[i].at;
            count[w->nodes - 1]++;
        }
        for (int n = 0; n < w->nodes; n++) w->place[n] /= count[n];
        for (int i = first; i < last; i++)
            f->share[places[i].vertex] = 1.0 / count[f->node_of[places[i].vertex]];
    }
    return true;
}

cr_status cr_wire_frame_make(const double (*rod)[7], int rods, const cr_modes *modes, cr_arena *arena,
                             cr_wire_frame *frame, cr_error *error) {
    size_t vertices = (size_t)modes->vertices;
    place *places = cr_arena_take(arena, vertices, sizeof *places);
    *frame = (cr_wire_frame){.wire = cr_arena_take(arena, (size_t)rods, sizeof *frame->wire),
                             .wires = rods,
                             .wire_of = cr_arena_take(arena, vertices, sizeof *frame->wire_of),
                             .node_of = cr_arena_take(arena, vertices, sizeof *frame->node_of),
                             .share = cr_arena_take(arena, vertices, sizeof *frame->share)};
    bool memory = places && frame->wire && frame->wire_of && frame->node_of && frame->share;
    for (int i = 0; i < rods && memory; i++) {
        cr_wire *w = &frame->wire[i];
        double along[3];
        memcpy(w->from, rod[i], sizeof w->from);
        memcpy(w->to, rod[i] + 3, sizeof w->to);
        w->radius = rod[i][6];
        cr_sub3(w->to, w->from, along);
        if (!(w->radius > 0.0) || !(cr_length3(along) > 0.0) || isinf(w->radius) || isinf(cr_length3(along)))
            return cr_fail(error, CR_ERR_INPUT, "radiation", "rod %d has no length or no radius", i + 1);
    }
    if (memory) {
        if (!modes->rods || !place_rings(frame, modes, arena, places)) find_places(frame, modes, places);
        qsort(places, vertices, sizeof *places, compare);
        memory = find_nodes(frame, places, modes->vertices, arena);
    }
    if (!memory) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for %d rods", rods);
    for (int i = 0; i < rods; i++)
        if (frame->wire[i].nodes == 0)
            return cr_fail(error, CR_ERR_INPUT, "radiation", "the surface has nothing on rod %d", i + 1);
    join(frame->wire, rods);
    return CR_OK;
}

cr_wire *cr_wire_frame_copy(const cr_wire_frame *frame, cr_arena *arena) {
    cr_wire *copy = cr_arena_take(arena, (size_t)frame->wires, sizeof *copy);
    if (!copy) return NULL;
    memcpy(copy, frame->wire, (size_t)frame->wires * sizeof *copy);
    for (int i = 0; i < frame->wires; i++) {
        copy[i].moved = cr_arena_take(arena, (size_t)copy[i].nodes, sizeof *copy[i].moved);
        if (!copy[i].moved) return NULL;
    }
    return copy;
}

void cr_wire_frame_move(const cr_wire_frame *frame, const cr_modes *modes, int mode, cr_wire *wire) {
    const float *shape = modes->shape + 3 * (size_t)mode * (size_t)modes->vertices;
    for (int i = 0; i < frame->wires; i++)
        memset(wire[i].moved, 0, (size_t)wire[i].nodes * sizeof *wire[i].moved);
    for (int v = 0; v < modes->vertices; v++) {
        double *to = wire[frame->wire_of[v]].moved[frame->node_of[v]];
        for (int d = 0; d < 3; d++) to[d] += (double)shape[3 * (ptrdiff_t)v + d] * frame->share[v];
    }
}

// k_b^2 = int (du/ds)^2/int u^2 over all rods, u linear between nodes.
double cr_wire_bend(const cr_wire *wire, int wires) {
    double slope = 0.0, square = 0.0;
    for (int i = 0; i < wires; i++) {
        const cr_wire *w = &wire[i];
        double along[3];
        cr_sub3(w->to, w->from, along);
        for (int n = 0; n + 1 < w->nodes; n++) {
            double step = cr_length3(along) * (w->place[n + 1] - w->place[n]), change[3];
            cr_sub3(w->moved[n + 1], w->moved[n], change);
            slope += cr_dot3(change, change) / step;
            square +=
                0.5 * step * (cr_dot3(w->moved[n], w->moved[n]) + cr_dot3(w->moved[n + 1], w->moved[n + 1]));
        }
    }
    return slope > 0.0 ? sqrt(square / slope) : HUGE_VAL;
}
