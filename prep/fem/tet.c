#include "prep/fem/tet.h"

#include <string.h>

// Straight edges: middles of edges this near to the middle of the chord, as part of its length.
static const double straight_most = 1e-9;

static const int edge_end[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};

// A rule on the tetrahedron: barycentric coordinates and weights that sum up to 1.
typedef struct rule {
    int points;
    double at[14][4], weight[14];
} rule;

// Degree 2, 4 points; exact for the stiffness of straight elements.
static const rule rule_straight = {
    .points = 4,
    .at = {{.58541019662496845446, .13819660112501051518, .13819660112501051518, .13819660112501051518},
           {.13819660112501051518, .58541019662496845446, .13819660112501051518, .13819660112501051518},
           {.13819660112501051518, .13819660112501051518, .58541019662496845446, .13819660112501051518},
           {.13819660112501051518, .13819660112501051518, .13819660112501051518, .58541019662496845446}},
    .weight = {.25, .25, .25, .25},
};

#define A1 .31088591926330060980
#define A3 (1.0 - 3.0 * A1)
#define B1 .092735250310891226402
#define B3 (1.0 - 3.0 * B1)
#define C1 .045503704125649649492
#define C2 (.5 - C1)
#define WA .11268792571801585080
#define WB .073493043116361949544
#define WC .042546020777081466438
// Degree 5, 14 points with positive weights (Walkington, Quadrature on simplices of arbitrary dimension,
// 2000): for curved elements.
static const rule rule_curved = {
    .points = 14,
    .at = {{A3, A1, A1, A1},
           {A1, A3, A1, A1},
           {A1, A1, A3, A1},
           {A1, A1, A1, A3},
           {B3, B1, B1, B1},
           {B1, B3, B1, B1},
           {B1, B1, B3, B1},
           {B1, B1, B1, B3},
           {C1, C1, C2, C2},
           {C1, C2, C1, C2},
           {C1, C2, C2, C1},
           {C2, C1, C1, C2},
           {C2, C1, C2, C1},
           {C2, C2, C1, C1}},
    .weight = {WA, WA, WA, WA, WB, WB, WB, WB, WC, WC, WC, WC, WC, WC},
};

typedef struct element {
    int nodes;
    double x[CR_TET_NODES][3];
} element;

static element element_of(const cr_mesh *mesh, int index) {
    element e = {.nodes = cr_mesh_corners(mesh)};
    const int *tet = mesh->tet + (size_t)e.nodes * (size_t)index;
    for (int a = 0; a < e.nodes; a++) memcpy(e.x[a], mesh->node + 3 * (size_t)tet[a], sizeof e.x[a]);
    return e;
}

static bool is_straight(const element *e) {
    for (int edge = 0; edge < e->nodes - 4; edge++) {
        const double *p = e->x[edge_end[edge][0]], *q = e->x[edge_end[edge][1]], *m = e->x[4 + edge];
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

// N_a = l_a (2 l_a - 1), N_ab = 4 l_a l_b.
static void shapes_at(const double l[4], int nodes, double value[CR_TET_NODES]) {
    for (int a = 0; a < 4; a++) value[a] = nodes == 4 ? l[a] : l[a] * (2.0 * l[a] - 1.0);
    for (int edge = 0; edge < nodes - 4; edge++)
        value[4 + edge] = 4.0 * l[edge_end[edge][0]] * l[edge_end[edge][1]];
}

// Derivatives by l_1, l_2, l_3, where l_0 = 1 - l_1 - l_2 - l_3.
static void slopes_at(const double l[4], int nodes, double slope[CR_TET_NODES][3]) {
    static const double by[4][3] = {{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int a = 0; a < 4; a++)
        for (int i = 0; i < 3; i++) slope[a][i] = (nodes == 4 ? 1.0 : 4.0 * l[a] - 1.0) * by[a][i];
    for (int edge = 0; edge < nodes - 4; edge++) {
        int p = edge_end[edge][0], q = edge_end[edge][1];
        for (int i = 0; i < 3; i++) slope[4 + edge][i] = 4.0 * (l[p] * by[q][i] + l[q] * by[p][i]);
    }
}

// Gradients in space of all shape functions; returns det(dx/dl), six times the volume where it is constant.
static double gradients_at(const element *e, const double l[4], double gradient[CR_TET_NODES][3]) {
    double slope[CR_TET_NODES][3], j[3][3] = {{0}}, inverse[3][3];
    slopes_at(l, e->nodes, slope);
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
    const int *q = edge_end[b - 4];
    if (a < 4) return (a == q[0] || a == q[1] ? -4.0 : -6.0) / 420.0;
    const int *p = edge_end[a - 4];
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

typedef struct products {
    double g[CR_TET_NODES][CR_TET_NODES][3][3]; // int dN_a/dx_j dN_b/dx_l
} products;

static void add_products(products *p, const element *e, double gradient[CR_TET_NODES][3], double weight) {
    for (int a = 0; a < e->nodes; a++)
        for (int b = 0; b <= a; b++)
            for (int j = 0; j < 3; j++) {
                double scaled = weight * gradient[a][j];
                for (int l = 0; l < 3; l++) p->g[a][b][j][l] += scaled * gradient[b][l];
            }
}

static void add_mass(cr_tet_matrices *m, const double l[4], double weight) {
    double value[CR_TET_NODES];
    shapes_at(l, m->nodes, value);
    for (int a = 0; a < m->nodes; a++)
        for (int b = 0; b < m->nodes; b++) m->mass[a][b] += weight * value[a] * value[b];
}

cr_status cr_tet_compute(const cr_mesh *mesh, int index, const cr_hooke *hooke, double density,
                         cr_tet_matrices *matrices, cr_error *error) {
    element e = element_of(mesh, index);
    bool straight = is_straight(&e);
    const rule *used = straight ? &rule_straight : &rule_curved;
    double gradient[CR_TET_NODES][3], volume = 0.0;
    products p = {0};
    *matrices = (cr_tet_matrices){.nodes = e.nodes};
    for (int q = 0; q < used->points; q++) {
        double det = gradients_at(&e, used->at[q], gradient);
        if (!(det > 0.0) || !isfinite(det))
            return cr_fail(error, CR_ERR_INPUT, "mesh",
                           "tetrahedron %d at (%g, %g, %g) m is inverted or flat; mend it or mesh anew",
                           index + 1, e.x[0][0], e.x[0][1], e.x[0][2]);
        double weight = used->weight[q] * det / 6.0;
        volume += weight;
        add_products(&p, &e, gradient, weight);
        if (!straight) add_mass(matrices, used->at[q], density * weight);
    }
    for (int a = 0; a < e.nodes; a++)
        for (int b = 0; b <= a; b++) {
            add_stiffness(matrices->stiff[a][b], hooke, (const double(*)[3])p.g[a][b]);
            if (straight)
                matrices->mass[a][b] = matrices->mass[b][a] = density * volume * mass_straight(e.nodes, a, b);
        }
    return CR_OK;
}

void cr_tet_sample(const cr_mesh *mesh, int index, int points, int q, cr_tet_point *point) {
    element e = element_of(mesh, index);
    const rule *used = points == CR_TET_FEW ? &rule_straight : &rule_curved;
    point->weight = used->weight[q] * gradients_at(&e, used->at[q], point->gradient) / 6.0;
    shapes_at(used->at[q], e.nodes, point->value);
    for (int i = 0; i < 3; i++) {
        point->x[i] = 0.0;
        for (int a = 0; a < e.nodes; a++) point->x[i] += point->value[a] * e.x[a][i];
    }
}
