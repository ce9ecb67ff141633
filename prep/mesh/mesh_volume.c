#include "carom/mesh.h"

enum { POINTS = 5 };

// Exact for polynomials of degree 3, as the determinant of a tetrahedron of order 2 is: weights -4/5 and 9/20
// of its sixth. Keast 1986, rule 2
static const double inner = 1.0 / 6.0, outer = 0.5, middle_weight = -4.0 / 30.0, weight = 9.0 / 120.0;

// Slopes of the shape functions of corner i (4 l_i - 1) and of the middle of an edge ij (4 l_i l_j) by l_1
// l_2 l_3, with l_0 = 1 - l_1 - l_2 - l_3.
static void find_slopes(const double l[4], double slope[10][3]) {
    static const int edge[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
    for (int axis = 0; axis < 3; axis++) {
        double by[4] = {-1, axis == 0, axis == 1, axis == 2};
        for (int i = 0; i < 4; i++) slope[i][axis] = (4 * l[i] - 1) * by[i];
        for (int i = 0; i < 6; i++) {
            int a = edge[i][0], b = edge[i][1];
            slope[4 + i][axis] = 4 * (l[a] * by[b] + l[b] * by[a]);
        }
    }
}

static double determinant(double a[3][3]) {
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
           a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

static double curved_volume(const cr_mesh *mesh, const int *tet) {
    double sum = 0;
    for (int q = 0; q < POINTS; q++) {
        double l[4], slope[10][3], jacobian[3][3] = {{0}};
        for (int i = 0; i < 4; i++) l[i] = q == 0 ? 0.25 : q - 1 == i ? outer : inner;
        find_slopes(l, slope);
        for (int i = 0; i < 10; i++)
            for (int x = 0; x < 3; x++)
                for (int axis = 0; axis < 3; axis++)
                    jacobian[axis][x] += slope[i][axis] * mesh->node[3 * (size_t)tet[i] + (size_t)x];
        sum += (q == 0 ? middle_weight : weight) * determinant(jacobian);
    }
    return sum;
}

static double straight_volume(const cr_mesh *mesh, const int *tet) {
    double edge[3][3];
    for (int i = 0; i < 3; i++)
        for (int x = 0; x < 3; x++)
            edge[i][x] =
                mesh->node[3 * (size_t)tet[i + 1] + (size_t)x] - mesh->node[3 * (size_t)tet[0] + (size_t)x];
    return determinant(edge) / 6;
}

double cr_mesh_volume(const cr_mesh *mesh) {
    double sum = 0;
    for (int i = 0; i < mesh->tets; i++) {
        const int *tet = mesh->tet + (size_t)i * (size_t)cr_mesh_corners(mesh);
        sum += mesh->order == 2 ? curved_volume(mesh, tet) : straight_volume(mesh, tet);
    }
    return sum;
}

static double triangle_area(const cr_mesh *mesh, int i, int j, int k) {
    const double *p = mesh->node + 3 * (size_t)i, *q = mesh->node + 3 * (size_t)j,
                 *r = mesh->node + 3 * (size_t)k;
    double normal[3];
    for (int axis = 0; axis < 3; axis++) {
        int x = (axis + 1) % 3, y = (axis + 2) % 3;
        normal[axis] = (q[x] - p[x]) * (r[y] - p[y]) - (q[y] - p[y]) * (r[x] - p[x]);
    }
    return hypot(hypot(normal[0], normal[1]), normal[2]) / 2;
}

double cr_mesh_face_area(const cr_mesh *mesh, const int *face) {
    if (mesh->order == 1) return triangle_area(mesh, face[0], face[1], face[2]);
    return triangle_area(mesh, face[0], face[3], face[5]) + triangle_area(mesh, face[3], face[1], face[4]) +
           triangle_area(mesh, face[5], face[4], face[2]) + triangle_area(mesh, face[3], face[4], face[5]);
}
