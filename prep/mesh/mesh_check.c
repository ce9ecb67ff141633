// What is wrong with a mesh, in the order in which it would do harm.
#include "prep/mesh/mesh_faces.h"

#include <limits.h>
#include <string.h>

typedef struct checking {
    const cr_mesh *mesh;
    const char *place;
    cr_arena *scratch;
    cr_error *error;
} checking;

static const int *tet_at(const cr_mesh *mesh, int i) {
    return mesh->tet + (size_t)i * (size_t)cr_mesh_corners(mesh);
}

static const double *node_at(const cr_mesh *mesh, int i) {
    return mesh->node + 3 * (size_t)i;
}

static void middle_of(const cr_mesh *mesh, int tet, double x[3]) {
    for (int axis = 0; axis < 3; axis++) {
        x[axis] = 0.0;
        for (int k = 0; k < 4; k++) x[axis] += 0.25 * node_at(mesh, tet_at(mesh, tet)[k])[axis];
    }
}

// Something about a tetrahedron, with its number and where it is.
static cr_status blame(const checking *c, int tet, const char *what) {
    double x[3];
    middle_of(c->mesh, tet, x);
    return cr_fail(c->error, CR_ERR_INPUT, c->place, "tetrahedron %d near (%.4g %.4g %.4g) m %s", tet + 1,
                   x[0], x[1], x[2], what);
}

static cr_status check_counts(const checking *c) {
    const cr_mesh *m = c->mesh;
    if (m->order != 1 && m->order != 2)
        return cr_fail(c->error, CR_ERR_INPUT, c->place, "elements of order %d; mesh with order 1 or 2",
                       m->order);
    if (m->tets < 1 || m->nodes < 4)
        return cr_fail(c->error, CR_ERR_INPUT, c->place,
                       "%d nodes and %d tetrahedra; a solid needs at least one tetrahedron", m->nodes,
                       m->tets);
    if (m->tets > INT_MAX / 10)
        return cr_fail(c->error, CR_ERR_INPUT, c->place, "%d tetrahedra are too many; mesh it coarser",
                       m->tets);
    return CR_OK;
}

static cr_status check_nodes(const checking *c) {
    for (int i = 0; i < c->mesh->nodes; i++) {
        const double *x = node_at(c->mesh, i);
        if (isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2])) continue;
        return cr_fail(c->error, CR_ERR_INPUT, c->place,
                       "node %d is at (%g %g %g); positions must be finite numbers in metres", i + 1, x[0],
                       x[1], x[2]);
    }
    return CR_OK;
}

static cr_status check_indices(const checking *c, char *used) {
    const cr_mesh *m = c->mesh;
    int per_tet = cr_mesh_corners(m);
    for (int i = 0; i < m->tets; i++) {
        const int *tet = tet_at(m, i);
        for (int k = 0; k < per_tet; k++) {
            if (tet[k] < 0 || tet[k] >= m->nodes)
                return cr_fail(c->error, CR_ERR_INPUT, c->place,
                               "tetrahedron %d names node %d, but there are %d", i + 1, tet[k] + 1, m->nodes);
            for (int j = 0; j < k; j++)
                if (tet[j] == tet[k])
                    return cr_fail(c->error, CR_ERR_INPUT, c->place,
                                   "tetrahedron %d names node %d twice; leave it out", i + 1, tet[k] + 1);
            used[tet[k]] = 1;
        }
        int region = m->region ? m->region[i] : 0;
        if (region < 0 || region >= (m->region ? m->regions : 1))
            return cr_fail(c->error, CR_ERR_INPUT, c->place, "tetrahedron %d is of region %d of %d", i + 1,
                           region, m->regions);
    }
    for (int i = 0; i < m->nodes; i++) {
        const double *x = node_at(m, i);
        if (!used[i])
            return cr_fail(c->error, CR_ERR_INPUT, c->place,
                           "node %d at (%.4g %.4g %.4g) m belongs to no tetrahedron; leave it out", i + 1,
                           x[0], x[1], x[2]);
    }
    return CR_OK;
}

static cr_status check_groups(const checking *c) {
    for (int i = 0; i < c->mesh->groups; i++) {
        const cr_mesh_group *group = &c->mesh->group[i];
        for (int k = 0; k < group->count; k++)
            if (group->node[k] < 0 || group->node[k] >= c->mesh->nodes)
                return cr_fail(c->error, CR_ERR_INPUT, c->place,
                               "group \"%s\" names node %d, but there are %d", group->name,
                               group->node[k] + 1, c->mesh->nodes);
    }
    return CR_OK;
}

static double determinant(double j[3][3]) {
    return j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) -
           j[0][1] * (j[1][0] * j[2][2] - j[1][2] * j[2][0]) +
           j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0]);
}

// dx/d(xi_1 xi_2 xi_3) of the 10-node element at barycentric coordinates l: corners have
// dN_i = (4 l_i - 1) dl_i, the middle of ij has dN = 4 (l_i dl_j + l_j dl_i).
static double curved_jacobian(const cr_mesh *mesh, const int *tet, const double l[4]) {
    static const double slope[4][3] = {{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double j[3][3] = {{0}};
    for (int k = 0; k < 10; k++) {
        const double *x = node_at(mesh, tet[k]);
        for (int d = 0; d < 3; d++) {
            double weight;
            if (k < 4) weight = (4.0 * l[k] - 1.0) * slope[k][d];
            else {
                int a = cr_tet_edge[k - 4][0], b = cr_tet_edge[k - 4][1];
                weight = 4.0 * (l[a] * slope[b][d] + l[b] * slope[a][d]);
            }
            for (int axis = 0; axis < 3; axis++) j[axis][d] += weight * x[axis];
        }
    }
    return determinant(j);
}

static double straight_jacobian(const cr_mesh *mesh, const int *tet, double *longest) {
    double j[3][3];
    const double *x0 = node_at(mesh, tet[0]);
    for (int k = 0; k < 3; k++)
        for (int axis = 0; axis < 3; axis++) j[axis][k] = node_at(mesh, tet[k + 1])[axis] - x0[axis];
    *longest = 0.0;
    for (int k = 0; k < 6; k++) {
        const double *a = node_at(mesh, tet[cr_tet_edge[k][0]]), *b = node_at(mesh, tet[cr_tet_edge[k][1]]);
        double length = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
        if (length > *longest) *longest = length;
    }
    return determinant(j);
}

// The smallest Jacobian among corners, middles of edges and the middle.
static double least_jacobian(const cr_mesh *mesh, const int *tet) {
    double least = HUGE_VAL;
    for (int k = 0; k < 11; k++) {
        double l[4] = {0};
        if (k < 4) l[k] = 1.0;
        else if (k < 10) l[cr_tet_edge[k - 4][0]] = l[cr_tet_edge[k - 4][1]] = 0.5;
        else l[0] = l[1] = l[2] = l[3] = 0.25;
        double jacobian = curved_jacobian(mesh, tet, l);
        if (jacobian < least) least = jacobian;
    }
    return least;
}

// Flatter than this share of its longest edge cubed, an element is all rounding error.
static const double flattest = 1e-10;

static cr_status check_volumes(const checking *c) {
    for (int i = 0; i < c->mesh->tets; i++) {
        const int *tet = tet_at(c->mesh, i);
        double longest, volume = straight_jacobian(c->mesh, tet, &longest);
        double flat = flattest * longest * longest * longest;
        if (fabs(volume) <= flat) return blame(c, i, "is flat; mesh again, or merge its corners");
        if (volume < 0.0) return blame(c, i, "is inverted; swap two of its corners, or mesh again");
        if (c->mesh->order == 2 && least_jacobian(c->mesh, tet) <= flat)
            return blame(c, i, "is folded by its curved edges; mesh finer there, or with straight edges");
    }
    return CR_OK;
}

// Whether the corners of a face, in the order of its tetrahedron, are an even permutation of rising ones.
static bool is_even(const cr_mesh *mesh, const cr_face *face) {
    const int *tet = tet_at(mesh, face->owner / 4), *at = cr_tet_face[face->owner % 4];
    int a = tet[at[0]], b = tet[at[1]], c = tet[at[2]];
    return ((a > b) + (b > c) + (a > c)) % 2 == 0;
}

// The middle of the edge between two nodes of a tetrahedron of order 2.
static int middle_node(const int *tet, int a, int b) {
    for (int k = 0; k < 6; k++) {
        int from = tet[cr_tet_edge[k][0]], to = tet[cr_tet_edge[k][1]];
        if ((from == a && to == b) || (from == b && to == a)) return tet[4 + k];
    }
    return -1;
}

static cr_status check_neighbours(const checking *c, const cr_face *a, const cr_face *b) {
    if (is_even(c->mesh, a) == is_even(c->mesh, b))
        return blame(c, b->owner / 4,
                     "lies on the same side of a face as another one; they overlap, mesh again");
    if (c->mesh->order != 2) return CR_OK;
    const int *tet_a = tet_at(c->mesh, a->owner / 4), *tet_b = tet_at(c->mesh, b->owner / 4);
    for (int k = 0; k < 3; k++) {
        int from = a->corner[k], to = a->corner[(k + 1) % 3];
        if (middle_node(tet_a, from, to) != middle_node(tet_b, from, to))
            return blame(c, b->owner / 4, "shares a face with another one, but not the middles of its edges");
    }
    return CR_OK;
}

static cr_status check_faces(const checking *c) {
    const cr_face *face = cr_mesh_faces(c->mesh, c->scratch);
    if (!face) return cr_fail(c->error, CR_ERR_MEMORY, c->place, "no memory to check the mesh");
    int count = 4 * c->mesh->tets;
    for (int i = 0, run; i < count; i += run) {
        run = cr_face_run(face, count, i);
        if (run > 2)
            return blame(c, face[i + 2].owner / 4, "is the third at one face; remove what overlaps there");
        cr_status status = run == 2 ? check_neighbours(c, &face[i], &face[i + 1]) : CR_OK;
        if (status != CR_OK) return status;
    }
    return CR_OK;
}

static cr_status check_components(const checking *c) {
    int count, *component = cr_arena_take(c->scratch, (size_t)c->mesh->tets, sizeof *component);
    if (!component) return cr_fail(c->error, CR_ERR_MEMORY, c->place, "no memory to check the mesh");
    cr_status status = cr_mesh_components(c->mesh, c->scratch, &count, component, c->error);
    if (status != CR_OK || count == 1) return status;
    int second = 0;
    while (component[second] != 1) second++;
    double x[3];
    middle_of(c->mesh, second, x);
    return cr_fail(
        c->error, CR_ERR_INPUT, c->place,
        "the mesh is in %d pieces that share no face, the second near (%.4g %.4g %.4g) m; join them or "
        "give one at a time",
        count, x[0], x[1], x[2]);
}

// Beams: both nodes there and apart, a radius, one piece.
static cr_status check_beams(const checking *c) {
    const cr_mesh *m = c->mesh;
    int *parent = cr_arena_take(c->scratch, (size_t)m->nodes, sizeof *parent), pieces = m->nodes;
    if (!parent) return cr_fail(c->error, CR_ERR_MEMORY, c->place, "no memory to check the mesh");
    for (int i = 0; i < m->nodes; i++) parent[i] = i;
    for (int i = 0; i < m->beams; i++) {
        int a = m->beam[2 * i], b = m->beam[2 * i + 1];
        bool there = a >= 0 && b >= 0 && a < m->nodes && b < m->nodes;
        const double *p = there ? node_at(m, a) : NULL, *q = there ? node_at(m, b) : NULL;
        if (!there || (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]))
            return cr_fail(c->error, CR_ERR_INPUT, c->place, "beam %d has not two nodes that are apart",
                           i + 1);
        if (!(m->radius[i] > 0.0 && isfinite(m->radius[i])))
            return cr_fail(c->error, CR_ERR_INPUT, c->place, "beam %d has the radius %g m", i + 1,
                           m->radius[i]);
        while (parent[a] != a) a = parent[a] = parent[parent[a]];
        while (parent[b] != b) b = parent[b] = parent[parent[b]];
        pieces -= a != b;
        parent[a] = b;
    }
    if (pieces == 1) return CR_OK;
    return cr_fail(c->error, CR_ERR_INPUT, c->place, "the beams are in %d pieces; join them", pieces);
}

static cr_status check_all(const checking *c) {
    if (c->mesh->beams > 0) {
        cr_status found = check_nodes(c);
        if (found == CR_OK) found = check_groups(c);
        return found == CR_OK ? check_beams(c) : found;
    }
    cr_status status = check_counts(c);
    if (status == CR_OK) status = check_nodes(c);
    if (status != CR_OK) return status;
    char *used = cr_arena_take(c->scratch, (size_t)c->mesh->nodes, 1);
    if (!used) return cr_fail(c->error, CR_ERR_MEMORY, c->place, "no memory to check the mesh");
    status = check_indices(c, used);
    if (status == CR_OK) status = check_groups(c);
    if (status == CR_OK) status = check_volumes(c);
    if (status == CR_OK) status = check_faces(c);
    return status == CR_OK ? check_components(c) : status;
}

cr_status cr_mesh_check(const cr_mesh *mesh, const char *place, cr_error *error) {
    checking c = {mesh, place, cr_arena_new(cr_allocator_default()), error};
    if (!c.scratch) return cr_fail(error, CR_ERR_MEMORY, place, "no memory to check the mesh");
    cr_status status = check_all(&c);
    cr_arena_free(c.scratch);
    return status;
}
