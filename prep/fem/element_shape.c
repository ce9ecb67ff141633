#include "prep/fem/element_shape.h"

#include "prep/mesh/mesh_faces.h"

enum { TET = 10, WEDGE = 18, BRICK = 27 };

// --- rules

typedef struct rule {
    int points;
    double at[14][3], weight[14]; // weights sum up to 1
} rule;

#define L1 .13819660112501051518
#define L3 .58541019662496845446
// Degree 2, 4 points; exact for the stiffness of tetrahedra with straight edges.
static const rule tet_few = {
    .points = 4,
    .at = {{L1, L1, L1}, {L3, L1, L1}, {L1, L3, L1}, {L1, L1, L3}},
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
// 2000): for curved tetrahedra.
static const rule tet_many = {
    .points = 14,
    .at = {{A1, A1, A1},
           {A3, A1, A1},
           {A1, A3, A1},
           {A1, A1, A3},
           {B1, B1, B1},
           {B3, B1, B1},
           {B1, B3, B1},
           {B1, B1, B3},
           {C1, C2, C2},
           {C2, C1, C2},
           {C2, C2, C1},
           {C1, C1, C2},
           {C1, C2, C1},
           {C2, C1, C1}},
    .weight = {WA, WA, WA, WA, WB, WB, WB, WB, WC, WC, WC, WC, WC, WC},
};

#define I1 .79582242575422146326
#define I3 .75878691063932814627
#define WI1 (.88642659279778393352 / 8.0)
#define WI3 (.33518005540166204986 / 8.0)
// Degree 5, 14 points (Irons, Quadrature rules for brick based finite elements, 1971).
static const rule brick_many = {
    .points = 14,
    .at = {{-I1, 0, 0},
           {I1, 0, 0},
           {0, -I1, 0},
           {0, I1, 0},
           {0, 0, -I1},
           {0, 0, I1},
           {-I3, -I3, -I3},
           {I3, -I3, -I3},
           {-I3, I3, -I3},
           {I3, I3, -I3},
           {-I3, -I3, I3},
           {I3, -I3, I3},
           {-I3, I3, I3},
           {I3, I3, I3}},
    .weight = {WI1, WI1, WI1, WI1, WI1, WI1, WI3, WI3, WI3, WI3, WI3, WI3, WI3, WI3},
};

#define T1 .44594849091596488632
#define T2 .091576213509770743460
#define WT1 .22338158967801146570
#define WT2 .10995174365532186764
// On a triangle, in two coordinates: degree 2, 3 points, and degree 4, 6 points (Dunavant 1985).
static const rule triangle_few = {
    .points = 3,
    .at = {{1.0 / 6.0, 1.0 / 6.0}, {2.0 / 3.0, 1.0 / 6.0}, {1.0 / 6.0, 2.0 / 3.0}},
    .weight = {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0},
};
static const rule triangle_many = {
    .points = 6,
    .at = {{T1, T1},
           {1.0 - 2.0 * T1, T1},
           {T1, 1.0 - 2.0 * T1},
           {T2, T2},
           {1.0 - 2.0 * T2, T2},
           {T2, 1.0 - 2.0 * T2}},
    .weight = {WT1, WT1, WT1, WT2, WT2, WT2},
};

// Gauss, on -1..1, weights that sum up to 1.
static const double gauss_at[2][3] = {{-.57735026918962576451, .57735026918962576451},
                                      {-.77459666924148337704, 0.0, .77459666924148337704}};
static const double gauss_weight[2][3] = {{.5, .5}, {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0}};

int cr_rule_points(int nodes, cr_rule_of which) {
    static const int tet[] = {4, 14, 1, 14}, wedge[] = {6, 18, 1, 18}, brick[] = {8, 14, 1, 27};
    return (nodes == BRICK ? brick : nodes == WEDGE ? wedge : tet)[which];
}

static double tabled(const rule *r, int q, double at[3]) {
    for (int i = 0; i < 3; i++) at[i] = r->at[q][i];
    return r->weight[q];
}

static double brick_gauss(int order, int q, double at[3]) {
    int step[3] = {q % order, q / order % order, q / (order * order)};
    double weight = 1.0;
    for (int i = 0; i < 3; i++) {
        at[i] = gauss_at[order - 2][step[i]];
        weight *= gauss_weight[order - 2][step[i]];
    }
    return weight;
}

static double wedge_point(cr_rule_of which, int q, double at[3]) {
    const rule *r = which == CR_RULE_BEST ? &triangle_few : &triangle_many;
    int order = which == CR_RULE_BEST ? 2 : 3, level = q / r->points;
    double weight = tabled(r, q % r->points, at) * gauss_weight[order - 2][level];
    at[2] = gauss_at[order - 2][level];
    return weight;
}

double cr_rule_point(int nodes, cr_rule_of which, int q, double at[3]) {
    double volume = nodes == BRICK ? 8.0 : nodes == WEDGE ? 1.0 : 1.0 / 6.0;
    if (which == CR_RULE_MIDDLE) {
        for (int i = 0; i < 3; i++)
            at[i] = nodes == BRICK || (nodes == WEDGE && i == 2) ? 0.0 : nodes == WEDGE ? 1.0 / 3.0 : 0.25;
        return volume;
    }
    if (nodes == BRICK && which == CR_RULE_SQUARE) return volume * tabled(&brick_many, q, at);
    if (nodes == BRICK) return volume * brick_gauss(which == CR_RULE_BEST ? 2 : 3, q, at);
    if (nodes == WEDGE) return volume * wedge_point(which, q, at);
    return volume * tabled(which == CR_RULE_BEST ? &tet_few : &tet_many, q, at);
}

// --- shape functions

// N_a = l_a (2 l_a - 1), N_ab = 4 l_a l_b.
static void tet_shapes(int nodes, const double at[3], double *value) {
    const double l[4] = {1.0 - at[0] - at[1] - at[2], at[0], at[1], at[2]};
    for (int a = 0; a < 4; a++) value[a] = nodes == 4 ? l[a] : l[a] * (2.0 * l[a] - 1.0);
    for (int edge = 0; edge < nodes - 4; edge++)
        value[4 + edge] = 4.0 * l[cr_tet_edge[edge][0]] * l[cr_tet_edge[edge][1]];
}

static void tet_slopes(int nodes, const double at[3], double slope[][3]) {
    static const double by[4][3] = {{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double l[4] = {1.0 - at[0] - at[1] - at[2], at[0], at[1], at[2]};
    for (int a = 0; a < 4; a++)
        for (int i = 0; i < 3; i++) slope[a][i] = (nodes == 4 ? 1.0 : 4.0 * l[a] - 1.0) * by[a][i];
    for (int edge = 0; edge < nodes - 4; edge++) {
        int p = cr_tet_edge[edge][0], q = cr_tet_edge[edge][1];
        for (int i = 0; i < 3; i++) slope[4 + edge][i] = 4.0 * (l[p] * by[q][i] + l[q] * by[p][i]);
    }
}

// Quadratic along -1..1, with nodes at -1, 0 and 1.
static void line_at(double r, double value[3], double slope[3]) {
    value[0] = 0.5 * r * (r - 1.0), value[1] = 1.0 - r * r, value[2] = 0.5 * r * (r + 1.0);
    slope[0] = r - 0.5, slope[1] = -2.0 * r, slope[2] = r + 0.5;
}

// The six functions of a triangle are those of a tetrahedron's face 0 1 2: middles 01 12 20.
static void triangle_at(const double at[3], double value[6], double slope[6][2]) {
    static const int from_tet[6] = {0, 1, 2, 4, 5, 6};
    double flat[3] = {at[0], at[1], 0.0}, all[TET], slopes[TET][3];
    tet_shapes(TET, flat, all);
    tet_slopes(TET, flat, slopes);
    for (int a = 0; a < 6; a++) {
        value[a] = all[from_tet[a]];
        for (int i = 0; i < 2; i++) slope[a][i] = slopes[from_tet[a]][i];
    }
}

static void wedge_at(const double at[3], double *value, double slope[][3]) {
    double face[6], face_slope[6][2], line[3], line_slope[3];
    triangle_at(at, face, face_slope);
    line_at(at[2], line, line_slope);
    for (int a = 0; a < WEDGE; a++) {
        int level = a / 6, k = a % 6;
        if (value) value[a] = face[k] * line[level];
        for (int i = 0; slope && i < 3; i++)
            slope[a][i] = i < 2 ? face_slope[k][i] * line[level] : face[k] * line_slope[level];
    }
}

static void brick_at(const double at[3], double *value, double slope[][3]) {
    double line[3][3], rise[3][3];
    for (int i = 0; i < 3; i++) line_at(at[i], line[i], rise[i]);
    for (int a = 0; a < BRICK; a++) {
        int u = a % 3, v = a / 3 % 3, w = a / 9;
        if (value) value[a] = line[0][u] * line[1][v] * line[2][w];
        if (!slope) continue;
        slope[a][0] = rise[0][u] * line[1][v] * line[2][w];
        slope[a][1] = line[0][u] * rise[1][v] * line[2][w];
        slope[a][2] = line[0][u] * line[1][v] * rise[2][w];
    }
}

void cr_shapes_at(int nodes, const double at[3], double value[CR_ELEMENT_NODES]) {
    if (nodes == BRICK) brick_at(at, value, NULL);
    else if (nodes == WEDGE) wedge_at(at, value, NULL);
    else tet_shapes(nodes, at, value);
}

void cr_slopes_at(int nodes, const double at[3], double slope[CR_ELEMENT_NODES][3]) {
    if (nodes == BRICK) brick_at(at, NULL, slope);
    else if (nodes == WEDGE) wedge_at(at, NULL, slope);
    else tet_slopes(nodes, at, slope);
}
