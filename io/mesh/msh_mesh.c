#include "io/file/file.h"
#include "io/mesh/msh_internal.h"

#include <string.h>

// New numbers of the nodes that tetrahedra use, in their old order; -1 for the others.
static int number_used(msh *m, int *number) {
    size_t entries = (size_t)m->tets * (m->order == 2 ? 10 : 4);
    int used = 0;
    for (int i = 0; i < m->nodes; i++) number[i] = -1;
    for (size_t i = 0; i < entries; i++) number[m->tet[i]] = 0;
    for (int i = 0; i < m->nodes; i++)
        if (number[i] == 0) number[i] = used++;
    return used;
}

static bool copy_elements(msh *m, const int *number, double unit, cr_mesh *mesh) {
    size_t entries = (size_t)m->tets * (size_t)cr_mesh_corners(mesh);
    mesh->node = cr_arena_take(m->in.arena, 3 * (size_t)mesh->nodes, sizeof *mesh->node);
    mesh->tet = cr_arena_take(m->in.arena, entries, sizeof *mesh->tet);
    mesh->region = cr_arena_take(m->in.arena, (size_t)m->tets, sizeof *mesh->region);
    if (!mesh->node || !mesh->tet || !mesh->region)
        return scan_no_memory(&m->in, (size_t)m->tets, "tetrahedra");
    for (size_t i = 0; i < entries; i++) mesh->tet[i] = number[m->tet[i]];
    for (int i = 0; i < m->nodes; i++)
        for (size_t axis = 0; number[i] >= 0 && axis < 3; axis++)
            mesh->node[3 * (size_t)number[i] + axis] = unit * m->position[3 * (size_t)i + axis];
    return true;
}

// Regions from 0: tetrahedra of no group first, then physical volumes by rising tag.
static void copy_regions(msh *m, cr_mesh *mesh) {
    int rank[MSH_GROUPS_MOST + 1];
    bool used[MSH_GROUPS_MOST + 1] = {false};
    for (int i = 0; i < m->tets; i++) used[m->region[i]] = true;
    mesh->regions = used[0];
    rank[0] = 0;
    for (int last = -1, next;; last = next) {
        next = -1;
        for (int g = 0; g < m->groups; g++) {
            bool later = last < 0 || m->group[g].tag > m->group[last].tag;
            if (used[g + 1] && later && (next < 0 || m->group[g].tag < m->group[next].tag)) next = g;
        }
        if (next < 0) break;
        rank[next + 1] = mesh->regions++;
    }
    for (int i = 0; i < m->tets; i++) mesh->region[i] = rank[m->region[i]];
}

// Each group with its nodes once, in the order of the file.
static bool copy_groups(msh *m, const int *number, cr_mesh *mesh) {
    int *seen = cr_arena_take(m->in.work, (size_t)mesh->nodes, sizeof *seen); // group + 1 that has it already
    mesh->group = cr_arena_take(m->in.arena, (size_t)m->groups, sizeof *mesh->group);
    int **members = cr_arena_take(m->in.work, (size_t)m->groups, sizeof *members);
    if (!seen || !mesh->group || !members) return scan_no_memory(&m->in, (size_t)m->groups, "groups");
    for (int i = 0; i < m->memberships; i++) m->group[m->membership[i][0]].members++;
    for (int g = 0; g < m->groups; g++) {
        members[g] = cr_arena_take(m->in.work, (size_t)m->group[g].members, sizeof *members[g]);
        if (!members[g]) return scan_no_memory(&m->in, (size_t)m->group[g].members, "nodes of a group");
        m->group[g].members = 0;
    }
    for (int i = 0; i < m->memberships; i++) {
        int g = m->membership[i][0], node = number[m->membership[i][1]];
        if (node >= 0) members[g][m->group[g].members++] = node;
    }
    for (int g = 0; g < m->groups; g++) {
        cr_mesh_group *group = &mesh->group[mesh->groups];
        int unique = 0;
        for (int i = 0; i < m->group[g].members; i++) {
            int node = members[g][i];
            if (seen[node] == g + 1) continue;
            seen[node] = g + 1;
            members[g][unique++] = node;
        }
        if (!unique) continue;
        group->count = unique;
        group->node = cr_arena_take(m->in.arena, (size_t)unique, sizeof *group->node);
        if (!group->node) return scan_no_memory(&m->in, (size_t)unique, "nodes of a group");
        memcpy(group->node, members[g], (size_t)unique * sizeof *group->node);
        memcpy(group->name, m->group[g].name, sizeof group->name);
        mesh->groups++;
    }
    return true;
}

static double volume6(const cr_mesh *mesh, const int *corner) {
    const double *p = mesh->node + 3 * (size_t)corner[0];
    double e[3][3];
    for (int k = 0; k < 3; k++)
        for (int axis = 0; axis < 3; axis++)
            e[k][axis] = mesh->node[3 * (size_t)corner[k + 1] + (size_t)axis] - p[axis];
    return (e[0][1] * e[1][2] - e[0][2] * e[1][1]) * e[2][0] +
           (e[0][2] * e[1][0] - e[0][0] * e[1][2]) * e[2][1] +
           (e[0][0] * e[1][1] - e[0][1] * e[1][0]) * e[2][2];
}

// Corners 1 and 2 change places, and with them the middles of 01 and 20, of 13 and 23.
static void turn(int *corner, int order) {
    static const int pairs[][2] = {{1, 2}, {4, 6}, {8, 9}};
    for (int i = 0; i < (order == 2 ? 3 : 1); i++) {
        int kept = corner[pairs[i][0]];
        corner[pairs[i][0]] = corner[pairs[i][1]];
        corner[pairs[i][1]] = kept;
    }
}

// Some programs number every tetrahedron the other way round. One among others is a fault of the mesh
// instead.
static void turn_all(const msh *m, const cr_mesh_listener *listener, cr_mesh *mesh) {
    size_t corners = (size_t)cr_mesh_corners(mesh);
    for (int i = 0; i < mesh->tets; i++)
        if (!(volume6(mesh, mesh->tet + (size_t)i * corners) < 0)) return;
    for (int i = 0; i < mesh->tets; i++) turn(mesh->tet + (size_t)i * corners, mesh->order);
    cr_mesh_warn(listener, "%s: all tetrahedra were numbered the other way round",
                 cr_file_place_at(m->in.path, 0, 0).text);
}

bool msh_make_mesh(msh *m, double unit, const cr_mesh_listener *listener, cr_mesh *mesh) {
    *mesh = (cr_mesh){.order = m->order, .tets = m->tets};
    if (!m->tets)
        return scan_fail(&m->in, "no tetrahedra: mesh the volume, as with `gmsh PART.geo -3 -o NEW.msh`");
    int *number = cr_arena_take(m->in.work, (size_t)m->nodes, sizeof *number);
    if (!number) return scan_no_memory(&m->in, (size_t)m->nodes, "nodes");
    mesh->nodes = number_used(m, number);
    if (!copy_elements(m, number, unit, mesh) || !copy_groups(m, number, mesh)) return false;
    copy_regions(m, mesh);
    turn_all(m, listener, mesh);
    return true;
}
