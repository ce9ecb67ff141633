// An open basket of welded wires, by beams.
#include "form/sizes.h"
#include "prep/mesh/frame.h"
#include "prep/mesh/shape_internal.h"

enum { LENGTH, WIDTH, HEIGHT, MESH, WIRE, RIM };

// The wires of the bottom, the rim, and the four corners of the bottom.
static bool add_groups(const double *value, const cr_frame *frame, cr_arena *arena, cr_mesh *mesh) {
    char *in = cr_arena_take(arena, 3 * (size_t)frame->nodes, 1);
    if (!in) return false;
    char *bottom = in, *rim = in + frame->nodes, *corner = rim + frame->nodes;
    for (int i = 0; i < frame->nodes; i++) {
        cr_vec p = frame->node[i];
        double z = p.z - 0.5 * value[WIRE], small = 1e-6 * value[HEIGHT];
        bool ends = fabs(p.x) > (0.5 - 1e-6) * value[LENGTH] && fabs(p.y) > (0.5 - 1e-6) * value[WIDTH];
        bottom[i] = z < small;
        rim[i] = z > value[HEIGHT] - small;
        corner[i] = bottom[i] && ends;
    }
    bool room = cr_frame_group(frame, mesh, "bottom", bottom, arena);
    room = room && cr_frame_group(frame, mesh, "rim", rim, arena);
    return room && cr_frame_group(frame, mesh, "corners", corner, arena);
}

static cr_status mesh_basket(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                             cr_mesh *mesh, cr_error *error) {
    cr_frame frame;
    cr_status status = cr_frame_basket(value, arena, &frame, error);
    if (status == CR_OK) status = cr_frame_mesh(&frame, detail, arena, mesh, error);
    if (status != CR_OK) return status;
    if (add_groups(value, &frame, arena, mesh)) return CR_OK;
    return cr_fail(error, CR_ERR_MEMORY, "frame", "no memory for its groups");
}

static double wall(const double *value) {
    return cr_min(value[WIRE], value[RIM]);
}

const cr_shape_type cr_shape_frame = {
    .name = "frame",
    .doc = "frame of welded round rods: an open basket of wires",
    .params = cr_frame_params,
    .param_count = CR_FRAME_PARAMS,
    .mesh = mesh_basket,
    .wall = wall,
};
