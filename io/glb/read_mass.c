// Mass, centre and inertia of a modal model: its own massProperties; else what the draft extension
// KHR_physics_rigid_bodies says of the motion of its node, or of the nearest one above it; else what surface
// and density make.
#include "io/glb/read_internal.h"
#include "io/modes/inertia.h"

#include <string.h>

typedef struct statement {
    const cr_json_value *json;
    cr_gltf_frame frame; // of the node whose space it means
    double turn[3][3];
} statement;

static cr_status bad(const cr_gltf_file *file, const char *reason, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, file->place, "%s", reason);
}

static double mass_in(const cr_json_value *json) {
    return cr_json_as_number(cr_json_member(json, "mass"), 0.0);
}

static cr_status find_statement(const cr_gltf_file *file, const cr_glb_source *source, statement *s,
                                cr_error *error) {
    const cr_json_value *motion = NULL;
    int node = source->node;
    s->json = cr_json_member(source->model, "massProperties");
    s->frame = source->frame;
    memcpy(s->turn, source->turn, sizeof s->turn);
    if (cr_json_member(s->json, "mass")) return CR_OK;
    for (; node >= 0 && !motion; node = source->tree.node[node].parent) {
        motion = cr_json_member(cr_gltf_extension(source->tree.node[node].json, cr_gltf_physics), "motion");
        if (motion) break;
    }
    if (!(mass_in(motion) > 0.0)) return CR_OK; // 0 is a body that nothing moves
    s->json = motion;
    cr_status status = cr_gltf_world(file, &source->tree, node, &s->frame, error);
    if (status == CR_OK && !cr_glb_rotation(&s->frame, s->turn))
        return bad(file, "a node whose scale leaves no volume", error);
    return status;
}

// Of density 1. Points that have no surface share the mass alike.
static double measure(const cr_glb_source *source, cr_modes *modes) {
    double volume, square[3] = {0};
    if (!source->cloud) {
        cr_inertia_of_surface(modes->position, modes->triangle, modes->triangles, &volume, modes->centre,
                              modes->inertia);
        return volume > 0.0 && isfinite(modes->inertia[0]) ? volume : 0.0;
    }
    memset(modes->centre, 0, sizeof modes->centre);
    memset(modes->inertia, 0, sizeof modes->inertia);
    for (int i = 0; i < 3 * modes->vertices; i++)
        modes->centre[i % 3] += (double)modes->position[i] / modes->vertices;
    for (int i = 0; i < 3 * modes->vertices; i++) {
        double way = (double)modes->position[i] - modes->centre[i % 3];
        square[i % 3] += way * way / modes->vertices;
    }
    for (int k = 0; k < 3; k++) modes->inertia[k] = square[(k + 1) % 3] + square[(k + 2) % 3];
    return 1.0;
}

static cr_status read_inertia(const cr_gltf_file *file, statement *s, cr_modes *modes, cr_error *error) {
    double moment[3], quaternion[4] = {0.0, 0.0, 0.0, 1.0}, square = 0.0;
    if (!cr_gltf_numbers(cr_json_member(s->json, "inertiaDiagonal"), moment, 3)) return CR_OK;
    const cr_json_value *turn = cr_json_member(s->json, "inertiaOrientation");
    if (turn && !cr_gltf_numbers(turn, quaternion, 4))
        return bad(file, "inertiaOrientation: needs four numbers", error);
    for (int i = 0; i < 4; i++) square += quaternion[i] * quaternion[i];
    if (!(fabs(square - 1.0) < 0.1)) return bad(file, "inertiaOrientation: not of length 1", error);
    cr_inertia_from_principal(moment, quaternion, modes->inertia);
    cr_inertia_turn(modes->inertia, s->turn);
    return CR_OK;
}

cr_status cr_glb_read_mass(const cr_gltf_file *file, const cr_glb_source *source, cr_modes *modes,
                           cr_error *error) {
    statement s;
    double centre[3];
    cr_status status = find_statement(file, source, &s, error);
    if (status != CR_OK) return status;
    double volume = measure(source, modes);
    bool solid = volume > 0.0 && !source->cloud;
    modes->mass = cr_json_as_number(cr_json_member(s.json, "mass"), solid ? modes->density * volume : 0.0);
    if (!(modes->mass > 0.0) || !isfinite(modes->mass))
        return bad(file,
                   "mass unknown: needs massProperties.mass, motion.mass of KHR_physics_rigid_bodies, or "
                   "triangles all around and a density",
                   error);
    for (int i = 0; i < 6; i++)
        modes->inertia[i] = volume > 0.0 ? modes->mass / volume * modes->inertia[i] : 0.0;
    if (modes->density == 0.0 && solid) modes->density = modes->mass / volume;
    if (!(volume > 0.0)) memset(modes->centre, 0, sizeof modes->centre);
    if (cr_gltf_numbers(cr_json_member(s.json, "centerOfMass"), centre, 3))
        cr_gltf_move(&s.frame, centre, modes->centre);
    return read_inertia(file, &s, modes, error);
}
