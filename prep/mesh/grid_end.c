// What the cells have become, as a mesh.
#include "prep/mesh/grid.h"

#include <string.h>

// The nodes of one group, each once: corners stay, edges follow them.
static bool take_group(const cr_cells *cells, int group, char *held, cr_arena *arena, cr_mesh *mesh) {
    memset(held, 0, (size_t)mesh->nodes);
    for (int i = 0; i < cells->members.count; i++) {
        const cr_cells_member *member = CR_ARRAY_AT(&cells->members, i);
        int node = member->node >= 0 ? member->node : cells->corners.count - 1 - member->node;
        if ((member->groups >> group & 1) && node < mesh->nodes) held[node] = 1;
    }
    cr_mesh_group *to = &mesh->group[group];
    int count = 0;
    for (int i = 0; i < mesh->nodes; i++) count += held[i];
    memcpy(to->name, cells->group[group], sizeof to->name);
    to->node = cr_arena_take(arena, (size_t)count, sizeof *to->node);
    if (!to->node) return false;
    for (int i = 0; i < mesh->nodes; i++)
        if (held[i]) to->node[to->count++] = i;
    return true;
}

static bool take_bricks(const cr_cells *cells, cr_arena *arena, cr_mesh *mesh) {
    size_t entries = (size_t)CR_BRICK_NODES * (size_t)cells->bricks.count;
    mesh->brick = cr_arena_take(arena, entries, sizeof *mesh->brick);
    if (!mesh->brick) return false;
    mesh->bricks = cells->bricks.count;
    for (size_t i = 0; i < entries; i++) {
        int node = cells->bricks.items[i / CR_BRICK_NODES].node[i % CR_BRICK_NODES];
        mesh->brick[i] = node >= CR_BRICK_NONE ? node : cells->corners.count + CR_BRICK_NONE - 1 - node;
    }
    return true;
}

static bool fill(const cr_cells *cells, int order, cr_arena *arena, cr_mesh *mesh) {
    size_t corners = (size_t)cells->corners.count, edges = order == 2 ? (size_t)cells->middles.count : 0;
    *mesh =
        (cr_mesh){.order = order, .nodes = (int)(corners + edges), .tets = cells->tets.count, .regions = 1};
    size_t per_tet = (size_t)cr_mesh_corners(mesh);
    mesh->groups = cells->groups;
    mesh->node = cr_arena_take(arena, 3 * (corners + edges), sizeof *mesh->node);
    mesh->tet = cr_arena_take(arena, per_tet * (size_t)cells->tets.count, sizeof *mesh->tet);
    mesh->group = cr_arena_take(arena, (size_t)cells->groups, sizeof *mesh->group);
    char *held = cr_arena_take(cells->scratch, corners + edges, 1);
    if (!mesh->node || !mesh->tet || !mesh->group || !held) return false;
    double *node = mesh->node;
    for (size_t i = 0; i < corners; i++, node += 3) memcpy(node, cells->corners.items[i].x, 3 * sizeof *node);
    for (size_t i = 0; i < edges; i++, node += 3) memcpy(node, cells->middles.items[i].x, 3 * sizeof *node);
    for (size_t i = 0; i < (size_t)cells->tets.count; i++)
        for (size_t k = 0; k < per_tet; k++)
            mesh->tet[per_tet * i + k] = cells->tets.items[i].at[k] + (k < 4 ? 0 : (int)corners);
    for (int i = 0; i < cells->groups; i++)
        if (!take_group(cells, i, held, arena, mesh)) return false;
    return order != 2 || cells->odd || take_bricks(cells, arena, mesh);
}

cr_status cr_cells_end(cr_cells *cells, int order, cr_arena *arena, cr_mesh *mesh) {
    if (cells->status == CR_OK && !fill(cells, order, arena, mesh))
        cells->status = cr_fail(cells->error, CR_ERR_MEMORY, cells->name,
                                "no memory for a mesh of %d tetrahedra", cells->tets.count);
    cr_arena_free(cells->scratch);
    return cells->status;
}
