#include "prep/bem/vector.h"
#include "prep/thin/wires.h"

#include <string.h>

// How far a point is from a rod.
static double distance_to(const cr_wire *w, const double at[3]) {
    double along[3], off[3];
    cr_sub3(w->to, w->from, along);
    cr_sub3(at, w->from, off);
    double place = fmax(0.0, fmin(1.0, cr_dot3(off, along) / cr_dot3(along, along)));
    for (int d = 0; d < 3; d++) off[d] -= place * along[d];
    return cr_length3(off);
}

static void join(cr_wire *wire, int wires) {
    const double near = 1.5; // times both radii
    for (int i = 0; i < 2 * wires; i++) {
        cr_wire *w = &wire[i / 2];
        for (int j = 0; j < wires; j++)
            if (j != i / 2 &&
                distance_to(&wire[j], i % 2 ? w->to : w->from) <= near * (w->radius + wire[j].radius))
                w->joined[i % 2] = true;
    }
}

static double length_of(const cr_wire *w) {
    double along[3];
    cr_sub3(w->to, w->from, along);
    return cr_length3(along);
}

static cr_status take_ends(const double (*ends)[CR_WIRE_NUMBERS], cr_wire_frame *frame, cr_error *error) {
    for (int i = 0; i < frame->wires; i++) {
        cr_wire *w = &frame->wire[i];
        memcpy(w->from, ends[i], sizeof w->from);
        memcpy(w->to, ends[i] + 3, sizeof w->to);
        w->radius = ends[i][6];
        double length = length_of(w);
        if (!(w->radius > 0.0) || !(length > 0.0) || isinf(w->radius) || isinf(length))
            return cr_fail(error, CR_ERR_INPUT, "radiation", "rod %d has no length or no radius", i + 1);
    }
    return CR_OK;
}

// Nodes are the rings of its pieces, `of` says which wire each of these is part of.
static void find_nodes(const cr_modes *modes, const int *of, cr_wire_frame *frame) {
    for (int i = 0; i < modes->rods; i++) {
        cr_wire *w = &frame->wire[of[i]];
        double at[3], off[3];
        if (w->nodes == 0) {
            w->place = frame->place + frame->nodes;
            w->nodes = 1;
            frame->ring[frame->nodes++] = modes->rod[i].from;
        }
        cr_modes_axis(modes->position, modes->rod[i].to, at);
        cr_sub3(at, w->from, off);
        frame->ring[frame->nodes] = modes->rod[i].to;
        frame->place[frame->nodes++] = cr_length3(off) / length_of(w);
        w->nodes++;
    }
}

cr_status cr_wire_frame_make(const cr_modes *modes, cr_arena *arena, cr_wire_frame *frame, cr_error *error) {
    size_t rods = (size_t)modes->rods;
    double(*ends)[CR_WIRE_NUMBERS] = cr_arena_take(arena, rods, sizeof *ends);
    int *of = cr_arena_take(arena, rods, sizeof *of);
    *frame = (cr_wire_frame){.wire = cr_arena_take(arena, rods, sizeof *frame->wire),
                             .ring = cr_arena_take(arena, 2 * rods, sizeof *frame->ring),
                             .place = cr_arena_take(arena, 2 * rods, sizeof *frame->place)};
    if (!ends || !of || !frame->wire || !frame->ring || !frame->place)
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for %zu pieces of rod", rods);
    frame->wires = cr_modes_wires(modes, ends, of);
    cr_status status = take_ends((const double(*)[CR_WIRE_NUMBERS])ends, frame, error);
    if (status != CR_OK) return status;
    find_nodes(modes, of, frame);
    join(frame->wire, frame->wires);
    return CR_OK;
}

cr_wire *cr_wire_frame_copy(const cr_wire_frame *frame, cr_arena *arena) {
    cr_wire *copy = cr_arena_take(arena, (size_t)frame->wires, sizeof *copy);
    double(*moved)[3] = cr_arena_take(arena, (size_t)frame->nodes, sizeof *moved);
    if (!copy || !moved) return NULL;
    memcpy(copy, frame->wire, (size_t)frame->wires * sizeof *copy);
    for (int i = 0; i < frame->wires; i++) {
        copy[i].moved = moved;
        moved += copy[i].nodes;
    }
    return copy;
}

void cr_wire_frame_move(const cr_wire_frame *frame, const cr_modes *modes, int mode, cr_wire *wire) {
    const float *shape = modes->shape + 3 * (size_t)mode * (size_t)modes->vertices;
    for (int i = 0, node = 0; i < frame->wires; i++)
        for (int n = 0; n < wire[i].nodes; n++, node++)
            cr_modes_axis(shape, frame->ring[node], wire[i].moved[n]);
}

// k_b^2 = int (du/ds)^2/int u^2 over all rods, u linear between nodes.
double cr_wire_bend(const cr_wire *wire, int wires) {
    double slope = 0.0, square = 0.0;
    for (int i = 0; i < wires; i++) {
        const cr_wire *w = &wire[i];
        for (int n = 0; n + 1 < w->nodes; n++) {
            double step = length_of(w) * (w->place[n + 1] - w->place[n]), change[3];
            cr_sub3(w->moved[n + 1], w->moved[n], change);
            slope += cr_dot3(change, change) / step;
            square +=
                0.5 * step * (cr_dot3(w->moved[n], w->moved[n]) + cr_dot3(w->moved[n + 1], w->moved[n + 1]));
        }
    }
    return slope > 0.0 ? sqrt(square / slope) : HUGE_VAL;
}
