#include "prep/mesh/frame.h"
#include "base/numeric.h"
#include "prep/mesh/grid.h"

#include <stdio.h>

// Beams in all without a wavelength: the lowest modes of a frame bend it as a whole. Those at which it stops.
static const double beams_least = 150.0, beams_most = 1e5;

static double length_of(const cr_frame *frame, const cr_frame_rod *rod) {
    return cr_vec_length(cr_vec_sub(frame->node[rod->to], frame->node[rod->from]));
}

// Cubic between its ends, a beam takes a sixth of the shortest wavelength.
static double edge_of(const cr_frame *frame, const cr_shape_detail *detail) {
    double all = 0.0;
    for (int i = 0; i < frame->rods; i++) all += length_of(frame, &frame->rod[i]);
    if (detail->edge > 0.0) return detail->edge;
    double edge = all / beams_least;
    if (detail->wavelength > 0.0) edge = cr_min(edge, 0.5 * cr_rule_wave(detail->wavelength));
    return cr_max(edge / cr_rule_finest(detail), all / beams_most);
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "frame", "no memory for its beams");
}

static void divide(const cr_frame *frame, const cr_frame_rod *rod, int parts, cr_mesh *mesh) {
    cr_vec from = frame->node[rod->from], along = cr_vec_sub(frame->node[rod->to], from);
    int last = rod->from;
    for (int k = 1; k <= parts; k++) {
        int next = k == parts ? rod->to : mesh->nodes++;
        cr_vec at = cr_vec_along(from, (double)k / parts, along);
        if (k < parts) {
            double *to = mesh->node + 3 * (size_t)next;
            to[0] = at.x, to[1] = at.y, to[2] = at.z;
        }
        mesh->beam[2 * mesh->beams] = last;
        mesh->beam[2 * mesh->beams + 1] = next;
        mesh->radius[mesh->beams++] = rod->radius;
        last = next;
    }
}

cr_status cr_frame_mesh(const cr_frame *frame, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                        cr_error *error) {
    cr_status status = cr_frame_check(frame, arena, error);
    if (status != CR_OK) return status;
    double edge = edge_of(frame, detail);
    size_t beams = 0;
    for (int i = 0; i < frame->rods; i++)
        beams += (size_t)cr_cells_along(length_of(frame, &frame->rod[i]), edge);
    if ((double)beams > 10.0 * beams_most)
        return cr_fail(error, CR_ERR_RANGE, "edge", "makes %zu beams; needs more m, got %g", beams, edge);
    size_t nodes = (size_t)frame->nodes + beams - (size_t)frame->rods;
    *mesh = (cr_mesh){.order = detail->order, .nodes = frame->nodes, .regions = 1};
    mesh->node = cr_arena_take(arena, 3 * nodes, sizeof *mesh->node);
    mesh->beam = cr_arena_take(arena, 2 * beams, sizeof *mesh->beam);
    mesh->radius = cr_arena_take(arena, beams, sizeof *mesh->radius);
    mesh->tet = cr_arena_take(arena, 1, sizeof *mesh->tet);
    enum { GROUPS = 8 };
    mesh->group = cr_arena_take(arena, GROUPS, sizeof *mesh->group);
    if (!mesh->node || !mesh->beam || !mesh->radius || !mesh->tet || !mesh->group) return no_memory(error);
    for (int i = 0; i < frame->nodes; i++) {
        double *to = mesh->node + 3 * (size_t)i;
        to[0] = frame->node[i].x, to[1] = frame->node[i].y, to[2] = frame->node[i].z;
    }
    for (int i = 0; i < frame->rods; i++) {
        int parts = cr_cells_along(length_of(frame, &frame->rod[i]), edge);
        divide(frame, &frame->rod[i], parts, mesh);
    }
    return CR_OK;
}

bool cr_frame_group(const cr_frame *frame, cr_mesh *mesh, const char *name, const char *is_in,
                    cr_arena *arena) {
    cr_mesh_group *group = &mesh->group[mesh->groups];
    group->node = cr_arena_take(arena, (size_t)mesh->nodes, sizeof *group->node);
    if (!group->node) return false;
    snprintf(group->name, sizeof group->name, "%s", name);
    for (int i = 0; i < frame->nodes; i++)
        if (is_in[i]) group->node[group->count++] = i;
    for (int i = 0, beam = 0; i < frame->rods; i++)
        for (int last = frame->rod[i].from; last != frame->rod[i].to; beam++) {
            last = mesh->beam[2 * beam + 1];
            if (last != frame->rod[i].to && is_in[frame->rod[i].from] && is_in[frame->rod[i].to])
                group->node[group->count++] = last;
        }
    mesh->groups += group->count > 0;
    return true;
}
