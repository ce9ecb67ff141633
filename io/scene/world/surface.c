// Bodies whose surface is made of triangles: those of their modes, of a file, or of a mesh.
#include "io/mesh/mesh_file.h"
#include "io/scene/world/world.h"

typedef struct skin {
    int vertices, triangles;
    const float *position; // 3 per vertex, m
    const int *triangle;
} skin;

static const float *in_floats(cr_arena *arena, const double *x, size_t count) {
    float *made = cr_arena_take(arena, count, sizeof *made);
    for (size_t i = 0; made && i < count; i++) made[i] = (float)x[i];
    return made;
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "", "no memory for the surface");
}

static cr_status skin_of_file(const cr_solid_def *solid, cr_arena *arena, skin *s, cr_error *error) {
    cr_triangles surface;
    cr_status status = cr_triangles_file_read(solid->file, solid->unit, NULL, arena, &surface, error);
    if (status != CR_OK) return status;
    *s = (skin){surface.vertices, surface.triangles, NULL, surface.triangle};
    s->position = in_floats(arena, surface.position, 3 * (size_t)surface.vertices);
    return s->position ? CR_OK : no_memory(error);
}

// The corners of the faces; nodes inside stay without a triangle.
static cr_status skin_of_mesh(const cr_solid_def *solid, cr_arena *arena, skin *s, cr_error *error) {
    cr_mesh mesh;
    cr_mesh_surface surface;
    cr_status status = cr_solid_mesh(solid, NULL, arena, &mesh, error);
    if (status == CR_OK) status = cr_mesh_surface_find(&mesh, arena, &surface, error);
    if (status != CR_OK) return status;
    size_t stride = mesh.order == 2 ? 6 : 3;
    int *triangle = cr_arena_take(arena, 3 * (size_t)surface.faces, sizeof *triangle);
    *s = (skin){mesh.nodes, surface.faces, in_floats(arena, mesh.node, 3 * (size_t)mesh.nodes), triangle};
    if (!s->position || !triangle) return no_memory(error);
    for (size_t i = 0; i < (size_t)surface.faces; i++)
        for (size_t k = 0; k < 3; k++) triangle[3 * i + k] = surface.face[stride * i + k];
    return CR_OK;
}

cr_status cr_scene_surface_form(cr_scene_worlds *w, const cr_scene_body *body, const cr_solid_def *solid,
                                const cr_form **form) {
    const cr_modes *modes = body->def.modes;
    const cr_scene_node *file = cr_scene_find(body->item, "file");
    cr_grid_def grid = cr_grid_def_default();
    cr_error cause = {.place = ""};
    cr_status status = CR_OK;
    skin s;
    if (modes) s = (skin){modes->vertices, modes->triangles, modes->position, modes->triangle};
    else if (solid->file && cr_mesh_file_is_surface(solid->file) && !cr_solid_is_ready(solid))
        status = skin_of_file(solid, w->arena, &s, &cause);
    else status = skin_of_mesh(solid, w->arena, &s, &cause);
    if (status == CR_OK) {
        *form = cr_solid_form(s.position, s.vertices, s.triangle, s.triangles, &grid, NULL, w->arena, &cause);
        status = *form ? CR_OK : cause.status;
    }
    if (status == CR_OK) return CR_OK;
    return cr_scene_fail(w->scene, file ? file : body->item, file ? CR_AT_VALUE : CR_AT_KEY, w->error, status,
                         "%s", cause.reason);
}
