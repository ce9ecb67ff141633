#include "prep/fem/element_shape.h"
#include "prep/mesh/mesh_faces.h"

#include "base/numeric.h"

#include <stdlib.h>
#include <string.h>

enum { TET = 10, WEDGE = 18, BRICK = 27 };

int cr_mesh_elements(const cr_mesh *mesh) {
    return cr_mesh_is_bricks(mesh) ? mesh->bricks : mesh->tets;
}

cr_element cr_element_at(const cr_mesh *mesh, int index) {
    if (!cr_mesh_is_bricks(mesh)) {
        int nodes = cr_mesh_corners(mesh);
        return (cr_element){nodes, mesh->tet + (size_t)nodes * (size_t)index,
                            mesh->region ? mesh->region[index] : 0};
    }
    const int *node = mesh->brick + (size_t)BRICK * (size_t)index;
    return (cr_element){node[WEDGE] < 0 ? WEDGE : BRICK, node, 0};
}

int cr_element_corners(const cr_element *element, int corner[CR_ELEMENT_CORNERS]) {
    static const int tet[4] = {0, 1, 2, 3}, wedge[6] = {0, 1, 2, 12, 13, 14},
                     brick[8] = {0, 2, 6, 8, 18, 20, 24, 26};
    const int *from = element->nodes == BRICK ? brick : element->nodes == WEDGE ? wedge : tet;
    int count = element->nodes == BRICK ? 8 : element->nodes == WEDGE ? 6 : 4;
    memcpy(corner, from, (size_t)count * sizeof *corner);
    return count;
}

static int triangle_parents(int k, int parent[2]) {
    parent[0] = k % 3;
    parent[1] = (k + 1) % 3;
    return k < 3 ? 1 : 2;
}

int cr_element_parents(const cr_element *element, int a, int parent[CR_ELEMENT_CORNERS]) {
    int count = 0, flat[2], step[3] = {a % 3, a / 3 % 3, a / 9};
    if (element->nodes <= TET) {
        parent[0] = a < 4 ? a : cr_tet_edge[a - 4][0];
        parent[1] = a < 4 ? a : cr_tet_edge[a - 4][1];
        return a < 4 ? 1 : 2;
    }
    if (element->nodes == WEDGE) {
        int flats = triangle_parents(a % 6, flat);
        for (int level = 0; level < 3; level += 2)
            for (int k = 0; k < flats && abs(a / 6 - level) < 2; k++) parent[count++] = 6 * level + flat[k];
        return count;
    }
    for (int c = 0; c < 8; c++) {
        int to[3] = {2 * (c & 1), c & 2, 2 * (c >> 2)};
        if (abs(to[0] - step[0]) < 2 && abs(to[1] - step[1]) < 2 && abs(to[2] - step[2]) < 2)
            parent[count++] = to[0] + 3 * to[1] + 9 * to[2];
    }
    return count;
}

// The nodes of an element that count: all, or its corners.
static int nodes_of(const cr_mesh *mesh, int index, bool corners, int node[CR_ELEMENT_NODES]) {
    cr_element e = cr_element_at(mesh, index);
    int corner[CR_ELEMENT_CORNERS], count = corners ? cr_element_corners(&e, corner) : e.nodes;
    for (int k = 0; k < count; k++) node[k] = e.node[corners ? corner[k] : k];
    return count;
}

bool cr_elements_around(const cr_mesh *mesh, bool corners, cr_arena *arena, cr_around *around) {
    int elements = cr_mesh_elements(mesh), node[CR_ELEMENT_NODES];
    around->start = cr_arena_take(arena, (size_t)mesh->nodes + 2, sizeof *around->start);
    if (!around->start) return false;
    size_t *fill = around->start + 1; // ends up one ahead, as it should be
    for (int i = 0; i < elements; i++)
        for (int k = nodes_of(mesh, i, corners, node); k-- > 0;) fill[node[k] + 1]++;
    for (int i = 0; i < mesh->nodes; i++) fill[i + 1] += fill[i];
    around->element = cr_arena_take(arena, fill[mesh->nodes], sizeof *around->element);
    if (!around->element) return false;
    for (int i = 0; i < elements; i++)
        for (int k = nodes_of(mesh, i, corners, node); k-- > 0;) around->element[fill[node[k]]++] = i;
    return true;
}

// Straight edges: middles of edges this near to the middle of the chord, as part of its length.
static const double straight_most = 1e-9;

typedef struct places {
    int nodes;
    double x[CR_ELEMENT_NODES][3];
} places;

static places places_of(const cr_mesh *mesh, const cr_element *element) {
    places e = {.nodes = element->nodes};
    for (int a = 0; a < e.nodes; a++)
        memcpy(e.x[a], mesh->node + 3 * (size_t)element->node[a], sizeof e.x[a]);
    return e;
}

static bool is_straight_tet(const places *e) {
    if (e->nodes > TET) return false;
    for (int edge = 0; edge < e->nodes - 4; edge++) {
        const double *p = e->x[cr_tet_edge[edge][0]], *q = e->x[cr_tet_edge[edge][1]], *m = e->x[4 + edge];
        double off = 0.0, length = 0.0;
        for (int i = 0; i < 3; i++) {
            double d = m[i] - 0.5 * (p[i] + q[i]), s = q[i] - p[i];
            off += d * d;
            length += s * s;
        }
        if (!(off <= straight_most * straight_most * length)) return false;
    }
    return true;
}

// Gradients in space of all shape functions; returns det(dx/d at).
static double gradients_at(const places *e, const double at[3], double gradient[CR_ELEMENT_NODES][3]) {
    double slope[CR_ELEMENT_NODES][3], j[3][3] = {{0}}, inverse[3][3];
    cr_slopes_at(e->nodes, at, slope);
    for (int a = 0; a < e->nodes; a++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) j[i][k] += slope[a][i] * e->x[a][k];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            inverse[k][i] = j[i1][k1] * j[i2][k2] - j[i1][k2] * j[i2][k1];
        }
    double det = j[0][0] * inverse[0][0] + j[0][1] * inverse[1][0] + j[0][2] * inverse[2][0];
    for (int a = 0; a < e->nodes; a++)
        for (int k = 0; k < 3; k++) {
            double sum = 0.0;
            for (int i = 0; i < 3; i++) sum += inverse[k][i] * slope[a][i];
            gradient[a][k] = sum / det;
        }
    return det;
}

// Integrals of products of shape functions over a straight element of volume 1, from
// int l_0^a l_1^b l_2^c l_3^d = 6 a! b! c! d!/(a + b + c + d + 3)!
static double mass_straight(int nodes, int a, int b) {
    if (nodes == 4) return a == b ? 0.1 : 0.05;
    if (a > b) {
        int swap = a;
        a = b;
        b = swap;
    }
    if (b < 4) return (a == b ? 6.0 : 1.0) / 420.0;
    const int *q = cr_tet_edge[b - 4];
    if (a < 4) return (a == q[0] || a == q[1] ? -4.0 : -6.0) / 420.0;
    const int *p = cr_tet_edge[a - 4];
    int shared = (p[0] == q[0]) + (p[0] == q[1]) + (p[1] == q[0]) + (p[1] == q[1]);
    return (shared == 2 ? 32.0 : shared == 1 ? 16.0 : 8.0) / 420.0;
}

// K_ab,ik = sum_jl c_ijkl int dN_a/dx_j dN_b/dx_l, where a material with the axes of the mesh has only
// c_iikk, and c_ikik = c_ikki for i != k.
static void add_stiffness(double k[3][3], const cr_hooke *hooke, const double g[3][3]) {
    static const int plane[3][3] = {{-1, 2, 1}, {2, -1, 0}, {1, 0, -1}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            k[i][j] += hooke->normal[i][j] * g[i][j];
            if (i == j) continue;
            double shear = hooke->shear[plane[i][j]];
            k[i][j] += shear * g[j][i];
            k[i][i] += shear * g[j][j];
        }
}

// int dN_a/dx_j dN_b/dx_l at [3 a + j][3 b + l], for b <= a.
typedef struct products {
    double g[3 * CR_ELEMENT_NODES][3 * CR_ELEMENT_NODES];
} products;

CR_CLONES static void add_products(products *p, int nodes, const double *gradient, double weight) {
    for (int row = 0; row < 3 * nodes; row++) {
        double scaled = weight * gradient[row], *to = p->g[row];
        for (int column = 0; column < 3 * (row / 3 + 1); column++) to[column] += scaled * gradient[column];
    }
}

static void add_mass(cr_element_matrices *m, const double at[3], double weight) {
    double value[CR_ELEMENT_NODES];
    cr_shapes_at(m->nodes, at, value);
    for (int a = 0; a < m->nodes; a++)
        for (int b = 0; b < m->nodes; b++) m->mass[a][b] += weight * value[a] * value[b];
}

static cr_status inverted(const places *e, int index, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, "mesh",
                   "%s %d at (%g, %g, %g) m is inverted or flat; mend it or mesh anew",
                   e->nodes > TET ? "cell" : "tetrahedron", index + 1, e->x[0][0], e->x[0][1], e->x[0][2]);
}

cr_status cr_element_compute(const cr_mesh *mesh, int index, const cr_hooke *hooke, double density,
                             cr_element_matrices *matrices, cr_error *error) {
    cr_element element = cr_element_at(mesh, index);
    places e = places_of(mesh, &element);
    bool straight = is_straight_tet(&e);
    cr_rule_of rule = straight ? CR_RULE_BEST : CR_RULE_FULL;
    double gradient[CR_ELEMENT_NODES][3], volume = 0.0;
    products p = {0};
    memset(matrices, 0, sizeof *matrices);
    matrices->nodes = e.nodes;
    for (int q = 0; q < cr_rule_points(e.nodes, rule); q++) {
        double at[3], weight = cr_rule_point(e.nodes, rule, q, at);
        double det = gradients_at(&e, at, gradient);
        if (!(det > 0.0) || !isfinite(det)) return inverted(&e, index, error);
        volume += weight * det;
        add_products(&p, e.nodes, gradient[0], weight * det);
        if (!straight) add_mass(matrices, at, density * weight * det);
    }
    for (int a = 0; a < e.nodes; a++)
        for (int b = 0; b <= a; b++) {
            double g[3][3];
            for (int i = 0; i < 3; i++) memcpy(g[i], &p.g[3 * a + i][3 * b], sizeof g[i]);
            add_stiffness(matrices->stiff[a][b], hooke, (const double(*)[3])g);
            if (straight)
                matrices->mass[a][b] = matrices->mass[b][a] = density * volume * mass_straight(e.nodes, a, b);
        }
    return CR_OK;
}

int cr_element_points_count(const cr_element *element, cr_element_points points) {
    return cr_rule_points(element->nodes, (cr_rule_of)points);
}

void cr_element_sample(const cr_mesh *mesh, const cr_element *element, cr_element_points points, int q,
                       cr_element_point *point) {
    places e = places_of(mesh, element);
    double at[3], weight = cr_rule_point(e.nodes, (cr_rule_of)points, q, at);
    point->weight = weight * gradients_at(&e, at, point->gradient);
    cr_shapes_at(e.nodes, at, point->value);
    for (int i = 0; i < 3; i++) {
        point->x[i] = 0.0;
        for (int a = 0; a < e.nodes; a++) point->x[i] += point->value[a] * e.x[a][i];
    }
}
