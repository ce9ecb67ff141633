// From elements of order 2 to elements of order 1 and back.
#include "prep/mesh/mesh_faces.h"

#include <string.h>

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "mesh", "no memory to change the order of the elements");
}

static bool take_arrays(const cr_mesh *from, cr_arena *arena, cr_mesh *to) {
    size_t tets = (size_t)from->tets, per_tet = (size_t)cr_mesh_corners(to);
    to->node = cr_arena_take(arena, 3 * (size_t)to->nodes, sizeof *to->node);
    to->tet = cr_arena_take(arena, per_tet * tets, sizeof *to->tet);
    to->group = cr_arena_take(arena, (size_t)from->groups, sizeof *to->group);
    if (!to->node || !to->tet || !to->group) return false;
    if (!from->region) return true;
    to->region = cr_arena_take(arena, tets, sizeof *to->region);
    if (to->region) memcpy(to->region, from->region, tets * sizeof *to->region);
    return to->region;
}

// The groups with what `now` makes of each node; below 0: gone.
static bool copy_groups(const cr_mesh *from, const int *now, cr_arena *arena, cr_mesh *to) {
    for (int i = 0; i < from->groups; i++) {
        const cr_mesh_group *old = &from->group[i];
        cr_mesh_group *group = &to->group[i];
        memcpy(group->name, old->name, sizeof group->name);
        int count = 0;
        for (int k = 0; k < old->count; k++) count += now[old->node[k]] >= 0;
        group->node = cr_arena_take(arena, (size_t)count, sizeof(int));
        if (!group->node) return false;
        for (int k = 0; k < old->count; k++)
            if (now[old->node[k]] >= 0) group->node[group->count++] = now[old->node[k]];
    }
    return true;
}

static cr_status make_linear(const cr_mesh *mesh, cr_arena *arena, cr_arena *scratch, cr_mesh *linear,
                             cr_error *error) {
    size_t per_tet = (size_t)cr_mesh_corners(mesh);
    int *now = cr_arena_take(scratch, (size_t)mesh->nodes, sizeof *now);
    if (!now) return no_memory(error);
    for (size_t i = 0; i < (size_t)mesh->tets; i++)
        for (int k = 0; k < 4; k++) now[mesh->tet[per_tet * i + (size_t)k]] = 1;
    *linear = (cr_mesh){.order = 1, .tets = mesh->tets, .regions = mesh->regions, .groups = mesh->groups};
    for (int i = 0; i < mesh->nodes; i++) now[i] = now[i] ? linear->nodes++ : -1;
    if (!take_arrays(mesh, arena, linear) || !copy_groups(mesh, now, arena, linear)) return no_memory(error);
    for (int i = 0; i < mesh->nodes; i++)
        if (now[i] >= 0) memcpy(linear->node + 3 * now[i], mesh->node + 3 * (size_t)i, 3 * sizeof(double));
    for (size_t i = 0; i < (size_t)mesh->tets; i++)
        for (size_t k = 0; k < 4; k++) linear->tet[4 * i + k] = now[mesh->tet[per_tet * i + k]];
    return CR_OK;
}

static bool find_edges(const cr_mesh *mesh, cr_pairs *edges) {
    size_t per_tet = (size_t)cr_mesh_corners(mesh);
    for (size_t i = 0; i < (size_t)mesh->tets; i++) {
        const int *tet = mesh->tet + per_tet * i;
        for (int k = 0; k < 6; k++)
            if (cr_pairs_add(edges, tet[cr_tet_edge[k][0]], tet[cr_tet_edge[k][1]]) < 0) return false;
    }
    return true;
}

static void place_middles(const cr_mesh *mesh, const cr_pairs *edges, cr_mesh *quadratic) {
    size_t per_tet = (size_t)cr_mesh_corners(mesh);
    memcpy(quadratic->node, mesh->node, 3 * (size_t)mesh->nodes * sizeof(double));
    for (size_t i = 0; i < (size_t)mesh->tets; i++) {
        const int *tet = mesh->tet + per_tet * i;
        int *to = quadratic->tet + 10 * i;
        memcpy(to, tet, 4 * sizeof *to);
        for (int k = 0; k < 6; k++) {
            int a = tet[cr_tet_edge[k][0]], b = tet[cr_tet_edge[k][1]];
            to[4 + k] = mesh->nodes + cr_pairs_find(edges, a, b);
            const double *xa = mesh->node + 3 * (size_t)a, *xb = mesh->node + 3 * (size_t)b;
            for (int axis = 0; axis < 3; axis++)
                quadratic->node[3 * (size_t)to[4 + k] + (size_t)axis] = 0.5 * (xa[axis] + xb[axis]);
        }
    }
}

// The nodes of a group, and the middles of those faces of the surface that it holds.
static bool grow_group(const cr_mesh_group *old, const cr_mesh_surface *surface, int nodes, char *held,
                       cr_arena *arena, cr_mesh_group *group) {
    memset(held, 0, (size_t)nodes);
    for (int i = 0; i < old->count; i++) held[old->node[i]] = 1;
    for (size_t i = 0; i < (size_t)surface->faces; i++) {
        const int *face = surface->face + 6 * i;
        if (!(held[face[0]] && held[face[1]] && held[face[2]])) continue;
        for (int k = 3; k < 6; k++) held[face[k]] = 1;
    }
    int count = 0;
    for (int i = 0; i < nodes; i++) count += held[i];
    memcpy(group->name, old->name, sizeof group->name);
    group->node = cr_arena_take(arena, (size_t)count, sizeof(int));
    if (!group->node) return false;
    for (int i = 0; i < nodes; i++)
        if (held[i]) group->node[group->count++] = i;
    return true;
}

static cr_status grow_groups(const cr_mesh *mesh, cr_arena *arena, cr_arena *scratch, cr_mesh *quadratic,
                             cr_error *error) {
    cr_mesh_surface surface;
    cr_status status = mesh->groups ? cr_mesh_surface_find(quadratic, scratch, &surface, error) : CR_OK;
    char *held = cr_arena_take(scratch, (size_t)quadratic->nodes, 1);
    if (!held) return no_memory(error);
    for (int i = 0; i < mesh->groups && status == CR_OK; i++)
        if (!grow_group(&mesh->group[i], &surface, quadratic->nodes, held, arena, &quadratic->group[i]))
            return no_memory(error);
    return status;
}

static cr_status make_quadratic(const cr_mesh *mesh, cr_arena *arena, cr_arena *scratch, cr_mesh *quadratic,
                                cr_error *error) {
    cr_pairs edges;
    if (!cr_pairs_init(&edges, scratch, 2 * (size_t)mesh->tets) || !find_edges(mesh, &edges))
        return no_memory(error);
    *quadratic = (cr_mesh){.order = 2,
                           .nodes = mesh->nodes + edges.count,
                           .tets = mesh->tets,
                           .regions = mesh->regions,
                           .groups = mesh->groups};
    if (!take_arrays(mesh, arena, quadratic)) return no_memory(error);
    place_middles(mesh, &edges, quadratic);
    return grow_groups(mesh, arena, scratch, quadratic, error);
}

typedef cr_status (*conversion)(const cr_mesh *mesh, cr_arena *arena, cr_arena *scratch, cr_mesh *result,
                                cr_error *error);

static cr_status convert(conversion make, const cr_mesh *mesh, cr_arena *arena, cr_mesh *result,
                         cr_error *error) {
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    if (!scratch) return no_memory(error);
    cr_status status = make(mesh, arena, scratch, result, error);
    cr_arena_free(scratch);
    return status;
}

cr_status cr_mesh_linear(const cr_mesh *mesh, cr_arena *arena, cr_mesh *linear, cr_error *error) {
    return convert(make_linear, mesh, arena, linear, error);
}

static cr_status requadratic(const cr_mesh *mesh, cr_arena *arena, cr_arena *scratch, cr_mesh *result,
                             cr_error *error) {
    cr_mesh linear;
    cr_status status = make_linear(mesh, scratch, scratch, &linear, error);
    return status ? status : make_quadratic(&linear, arena, scratch, result, error);
}

cr_status cr_mesh_quadratic(const cr_mesh *mesh, cr_arena *arena, cr_mesh *quadratic, cr_error *error) {
    return convert(mesh->order == 2 ? requadratic : make_quadratic, mesh, arena, quadratic, error);
}
