// Groups of nodes by name, and the sides of the bounding box.
#include "carom/mesh.h"

#include <stdio.h>
#include <string.h>

static const char *const sides[6] = {"x-", "x+", "y-", "y+", "z-", "z+"};

static cr_status unknown(const cr_mesh *mesh, const char *name, cr_error *error) {
    char known[200] = "";
    for (int i = 0; i < mesh->groups; i++) {
        if (strlen(known) + strlen(mesh->group[i].name) + 2 >= sizeof known) break;
        strcat(known, " ");
        strcat(known, mesh->group[i].name);
    }
    return cr_fail(error, CR_ERR_UNKNOWN, name, "no such place; there are:%s x- x+ y- y+ z- z+", known);
}

// Nodes within a millionth of the size of the body: what files round to is still a side.
static cr_status find_side(const cr_mesh *mesh, int side, cr_arena *arena, cr_mesh_group *group,
                           cr_error *error) {
    double low[3], high[3], diagonal = 0.0;
    cr_mesh_bounds(mesh, low, high);
    for (int i = 0; i < 3; i++) diagonal += (high[i] - low[i]) * (high[i] - low[i]);
    double near = 1e-6 * sqrt(diagonal), at = side % 2 ? high[side / 2] : low[side / 2];
    const double *x = mesh->node + side / 2;
    int count = 0;
    for (int i = 0; i < mesh->nodes; i++) count += fabs(x[3 * (size_t)i] - at) <= near;
    *group = (cr_mesh_group){.node = cr_arena_take(arena, (size_t)count, sizeof(int))};
    if (!group->node)
        return cr_fail(error, CR_ERR_MEMORY, sides[side], "no memory for the %d nodes of a side", count);
    snprintf(group->name, sizeof group->name, "%s", sides[side]);
    for (int i = 0; i < mesh->nodes; i++)
        if (fabs(x[3 * (size_t)i] - at) <= near) group->node[group->count++] = i;
    return CR_OK;
}

cr_status cr_mesh_group_find(const cr_mesh *mesh, const char *name, cr_arena *arena, cr_mesh_group *group,
                             cr_error *error) {
    for (int i = 0; i < mesh->groups; i++) {
        if (strcmp(mesh->group[i].name, name) != 0) continue;
        *group = mesh->group[i];
        return CR_OK;
    }
    for (int i = 0; i < 6; i++)
        if (strcmp(sides[i], name) == 0) return find_side(mesh, i, arena, group, error);
    return unknown(mesh, name, error);
}
