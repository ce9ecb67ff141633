#include "carom/mesh.h"

#include "prep/mesh/mesh_faces.h"

#include <string.h>

void cr_mesh_bounds(const cr_mesh *mesh, double low[3], double high[3]) {
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = HUGE_VAL;
        high[axis] = -HUGE_VAL;
        for (int i = 0; i < mesh->nodes; i++) {
            double x = mesh->node[3 * (size_t)i + (size_t)axis];
            if (x < low[axis]) low[axis] = x;
            if (x > high[axis]) high[axis] = x;
        }
    }
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "mesh", "no memory for the faces of the mesh");
}

static cr_status find_surface(const cr_mesh *mesh, cr_arena *arena, cr_arena *scratch,
                              cr_mesh_surface *surface, cr_error *error) {
    const cr_face *face = cr_mesh_faces(mesh, scratch);
    if (!face) return no_memory(error);
    int count = 4 * mesh->tets, per_face = mesh->order == 2 ? 6 : 3, free_faces = 0;
    for (int i = 0, run; i < count; i += run) {
        run = cr_face_run(face, count, i);
        free_faces += run == 1;
    }
    *surface = (cr_mesh_surface){0, cr_arena_take(arena, (size_t)free_faces * (size_t)per_face, sizeof(int))};
    if (!surface->face) return no_memory(error);
    for (int i = 0, run; i < count; i += run) {
        run = cr_face_run(face, count, i);
        if (run != 1) continue;
        const int *tet = mesh->tet + (size_t)(face[i].owner / 4) * (size_t)cr_mesh_corners(mesh);
        int *to = surface->face + (size_t)surface->faces++ * (size_t)per_face;
        for (int k = 0; k < per_face; k++) to[k] = tet[cr_tet_face[face[i].owner % 4][k]];
    }
    return CR_OK;
}

cr_status cr_mesh_surface_find(const cr_mesh *mesh, cr_arena *arena, cr_mesh_surface *surface,
                               cr_error *error) {
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    cr_status status = find_surface(mesh, arena, scratch, surface, error);
    cr_arena_free(scratch);
    return status;
}

// The oldest tetrahedron of a piece stands for it (disjoint sets with halved paths).
static int root_of(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static void join(int *parent, int i, int j) {
    i = root_of(parent, i);
    j = root_of(parent, j);
    if (i < j) parent[j] = i;
    else parent[i] = j;
}

static cr_status count_components(const cr_mesh *mesh, cr_arena *scratch, int *count, int *component,
                                  cr_error *error) {
    const cr_face *face = cr_mesh_faces(mesh, scratch);
    int *parent = cr_arena_take(scratch, (size_t)mesh->tets, sizeof *parent);
    int *number = cr_arena_take(scratch, (size_t)mesh->tets, sizeof *number);
    if (!face || !parent || !number) return no_memory(error);
    for (int i = 0; i < mesh->tets; i++) parent[i] = i;
    for (int i = 1; i < 4 * mesh->tets; i++)
        if (cr_face_same(&face[i - 1], &face[i])) join(parent, face[i - 1].owner / 4, face[i].owner / 4);
    *count = 0;
    for (int i = 0; i < mesh->tets; i++) {
        int root = root_of(parent, i);
        if (root == i) number[i] = (*count)++;
        if (component) component[i] = number[root];
    }
    return CR_OK;
}

cr_status cr_mesh_components(const cr_mesh *mesh, cr_arena *arena, int *count, int *component,
                             cr_error *error) {
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    cr_status status = count_components(mesh, scratch, count, component, error);
    cr_arena_free(scratch);
    return status;
}
