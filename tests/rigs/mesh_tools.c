#include "mesh_tools.h"

#include <stdlib.h>
#include <string.h>

static const int edge_of[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};

static const double *at(const cr_mesh *mesh, int tet, int k) {
    return mesh->node + 3 * mesh->tet[(size_t)tet * (size_t)cr_mesh_corners(mesh) + (size_t)k];
}

// What an element's corners count for at barycentric coordinates, and the slopes of that.
typedef struct basis {
    double value[10], slope[10][3];
} basis;

static basis basis_at(const cr_mesh *mesh, const double l[4]) {
    static const double slope[4][3] = {{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    basis here = {{0}, {{0}}};
    for (int k = 0; k < cr_mesh_corners(mesh); k++) {
        int a = k < 4 ? k : edge_of[k - 4][0], b = k < 4 ? k : edge_of[k - 4][1];
        if (mesh->order == 1) here.value[k] = l[k];
        else here.value[k] = k < 4 ? l[k] * (2.0 * l[k] - 1.0) : 4.0 * l[a] * l[b];
        for (int i = 0; i < 3; i++) {
            if (mesh->order == 1) here.slope[k][i] = slope[k][i];
            else
                here.slope[k][i] = k < 4 ? (4.0 * l[k] - 1.0) * slope[k][i]
                                         : 4.0 * (l[a] * slope[b][i] + l[b] * slope[a][i]);
        }
    }
    return here;
}

// Position and Jacobian of an element there.
static double map_by(const cr_mesh *mesh, int tet, const basis *here, double x[3]) {
    double j[3][3] = {{0}};
    x[0] = x[1] = x[2] = 0.0;
    for (int k = 0, corners = cr_mesh_corners(mesh); k < corners; k++) {
        const double *corner = at(mesh, tet, k), *d = here->slope[k];
        for (int axis = 0; axis < 3; axis++) {
            x[axis] += here->value[k] * corner[axis];
            for (int i = 0; i < 3; i++) j[axis][i] += d[i] * corner[axis];
        }
    }
    return j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) -
           j[0][1] * (j[1][0] * j[2][2] - j[1][2] * j[2][0]) +
           j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0]);
}

static double map(const cr_mesh *mesh, int tet, const double l[4], double x[3]) {
    basis here = basis_at(mesh, l);
    return map_by(mesh, tet, &here, x);
}

// Gauss-Legendre with four points on 0..1.
static const double gauss_x[4] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                                  0.93056815579702629};
static const double gauss_w[4] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                  0.17392742256872693};

// Integrals over the mesh of 1 and of the second moments, by products of Gauss rules on the collapsed cube:
// exact for the cubic Jacobian, times a polynomial of degree 4 nearly so.
static void integrate(const cr_mesh *mesh, double sum[7]) {
    basis point[64];
    double share[64];
    memset(sum, 0, 7 * sizeof *sum);
    for (int p = 0; p < 64; p++) {
        double r = gauss_x[p % 4], s = gauss_x[p / 4 % 4], t = gauss_x[p / 16];
        double l[4] = {0, r, s * (1.0 - r), t * (1.0 - r) * (1.0 - s)};
        l[0] = 1.0 - l[1] - l[2] - l[3];
        point[p] = basis_at(mesh, l);
        share[p] = gauss_w[p % 4] * gauss_w[p / 4 % 4] * gauss_w[p / 16] * (1.0 - r) * (1.0 - r) * (1.0 - s);
    }
    for (int tet = 0; tet < mesh->tets; tet++) {
        double own[7] = {0}; // sums of few terms, then of few sums: less rounding
        for (int p = 0; p < 64; p++) {
            double x[3], weight = share[p] * map_by(mesh, tet, &point[p], x);
            double terms[7] = {1,           x[0] * x[0], x[1] * x[1], x[2] * x[2],
                               x[0] * x[1], x[0] * x[2], x[1] * x[2]};
            for (int i = 0; i < 7; i++) own[i] += weight * terms[i];
        }
        for (int i = 0; i < 7; i++) sum[i] += own[i];
    }
}

double mesh_volume(const cr_mesh *mesh) {
    double sum[7];
    integrate(mesh, sum);
    return sum[0];
}

void mesh_moments(const cr_mesh *mesh, double moment[6]) {
    double sum[7];
    integrate(mesh, sum);
    memcpy(moment, sum + 1, 6 * sizeof *moment);
}

static double face_area(const cr_mesh *mesh, const int *face, int per_face) {
    static const double slope[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
    double area = 0.0;
    for (int p = 0; p < 16; p++) {
        double r = gauss_x[p % 4], l[3] = {0, r, gauss_x[p / 4] * (1.0 - r)}, d[2][3] = {{0}};
        l[0] = 1.0 - l[1] - l[2];
        for (int k = 0; k < per_face; k++)
            for (int i = 0; i < 2; i++) {
                int a = k % 3, b = (k + 1) % 3;
                double weight = per_face == 3 ? slope[k][i]
                                : k < 3       ? (4.0 * l[k] - 1.0) * slope[k][i]
                                              : 4.0 * (l[a] * slope[b][i] + l[b] * slope[a][i]);
                for (int axis = 0; axis < 3; axis++) d[i][axis] += weight * mesh->node[3 * face[k] + axis];
            }
        double n[3];
        for (int i = 0; i < 3; i++)
            n[i] = d[0][(i + 1) % 3] * d[1][(i + 2) % 3] - d[0][(i + 2) % 3] * d[1][(i + 1) % 3];
        area += gauss_w[p % 4] * gauss_w[p / 4] * (1.0 - r) * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    }
    return area;
}

double mesh_area(const cr_mesh *mesh, const cr_mesh_surface *surface) {
    int per_face = mesh->order == 2 ? 6 : 3;
    double area = 0.0;
    for (int i = 0; i < surface->faces; i++)
        area += face_area(mesh, surface->face + (size_t)per_face * (size_t)i, per_face);
    return area;
}

typedef struct half_edge {
    int low, high;
    bool up;
} half_edge;

static int compare(const void *left, const void *right) {
    const half_edge *a = left, *b = right;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    return a->high < b->high ? -1 : a->high > b->high;
}

bool mesh_topology_find(const cr_mesh *mesh, const cr_mesh_surface *surface, cr_arena *arena,
                        mesh_topology *topology) {
    int per_face = mesh->order == 2 ? 6 : 3, count = 3 * surface->faces, edges = 0, vertices = 0;
    half_edge *edge = cr_arena_take(arena, (size_t)count, sizeof *edge);
    char *used = cr_arena_take(arena, (size_t)mesh->nodes, 1);
    if (!edge || !used) return false;
    for (int i = 0; i < count; i++) {
        const int *face = surface->face + (size_t)per_face * (size_t)(i / 3);
        int a = face[i % 3], b = face[(i + 1) % 3];
        edge[i] = (half_edge){a < b ? a : b, a < b ? b : a, a < b};
        vertices += !used[a];
        used[a] = 1;
    }
    qsort(edge, (size_t)count, sizeof *edge, compare);
    *topology = (mesh_topology){0};
    for (int i = 0, run; i < count; i += run, edges++) {
        for (run = 1; i + run < count && !compare(&edge[i], &edge[i + run]);) run++;
        topology->open_edges += run != 2;
        topology->turned_edges += run == 2 && edge[i].up == edge[i + 1].up;
    }
    topology->euler = vertices - edges + surface->faces;
    return true;
}

static double distance(const double *a, const double *b) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

static double straight_volume(const cr_mesh *mesh, int tet) {
    cr_mesh linear = *mesh;
    int corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] = mesh->tet[(size_t)tet * (size_t)cr_mesh_corners(mesh) + (size_t)k];
    linear.order = 1;
    linear.tet = corner;
    double x[3], l[4] = {0.25, 0.25, 0.25, 0.25};
    return map(&linear, 0, l, x) / 6.0;
}

static double area_of(double a, double b, double c) {
    double s = 0.5 * (a + b + c), square = s * (s - a) * (s - b) * (s - c);
    return square > 0.0 ? sqrt(square) : 0.0;
}

// Inner radius 3V/S; outer radius from the products of opposite edges (Crelle).
double mesh_quality(const cr_mesh *mesh) {
    double worst = 1.0;
    for (int tet = 0; tet < mesh->tets; tet++) {
        double e[6], volume = straight_volume(mesh, tet);
        for (int k = 0; k < 6; k++)
            e[k] = distance(at(mesh, tet, edge_of[k][0]), at(mesh, tet, edge_of[k][1]));
        double surface = area_of(e[0], e[1], e[2]) + area_of(e[0], e[3], e[4]) + area_of(e[1], e[4], e[5]) +
                         area_of(e[2], e[3], e[5]);
        double outer = area_of(e[0] * e[5], e[1] * e[3], e[2] * e[4]) / (6.0 * volume);
        double quality = 3.0 * (3.0 * volume / surface) / outer;
        if (!(quality >= worst)) worst = quality;
    }
    return worst;
}

double mesh_least_jacobian(const cr_mesh *mesh) {
    enum { STEPS = 3 };
    double least = 1.0;
    for (int tet = 0; tet < mesh->tets; tet++) {
        double straight = 6.0 * straight_volume(mesh, tet), x[3];
        for (int i = 0; i <= STEPS; i++)
            for (int j = 0; i + j <= STEPS; j++)
                for (int k = 0; i + j + k <= STEPS; k++) {
                    double l[4] = {(double)(STEPS - i - j - k) / STEPS, (double)i / STEPS, (double)j / STEPS,
                                   (double)k / STEPS};
                    double ratio = map(mesh, tet, l, x) / straight;
                    if (!(ratio >= least)) least = ratio;
                }
    }
    return least;
}

// The slope along `axis` at the node `at` (0..2 each way) of a brick, whose nodes are at -1 0 1.
static void brick_slope(const cr_mesh *mesh, const int *node, const int at[3], int axis, double slope[3]) {
    static const double by[3][3] = {{-1.5, 2, -0.5}, {-0.5, 0, 0.5}, {0.5, -2, 1.5}};
    static const int step[3] = {1, 3, 9};
    int first = at[0] + 3 * at[1] + 9 * at[2] - at[axis] * step[axis];
    for (int i = 0; i < 3; i++) {
        slope[i] = 0;
        for (int k = 0; k < 3; k++)
            slope[i] += by[at[axis]][k] * mesh->node[3 * node[first + k * step[axis]] + i];
    }
}

static double brick_jacobian(const cr_mesh *mesh, const int *node, const int at[3]) {
    double d[3][3];
    for (int axis = 0; axis < 3; axis++) brick_slope(mesh, node, at, axis, d[axis]);
    return d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) -
           d[0][1] * (d[1][0] * d[2][2] - d[1][2] * d[2][0]) +
           d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
}

double mesh_least_brick_jacobian(const cr_mesh *mesh) {
    double least = 1.0;
    for (int b = 0; b < mesh->bricks; b++) {
        const int *node = mesh->brick + 27 * b;
        if (node[26] < 0) continue;
        double middle = brick_jacobian(mesh, node, (int[3]){1, 1, 1});
        for (int c = 0; c < 8; c++) {
            double ratio = brick_jacobian(mesh, node, (int[3]){2 * (c & 1), c & 2, c >> 1 & 2}) / middle;
            if (!(ratio >= least)) least = ratio;
        }
    }
    return least;
}

double mesh_longest_edge(const cr_mesh *mesh) {
    double longest = 0.0;
    for (int tet = 0; tet < mesh->tets; tet++)
        for (int k = 0; k < 6; k++) {
            double length = distance(at(mesh, tet, edge_of[k][0]), at(mesh, tet, edge_of[k][1]));
            if (length > longest) longest = length;
        }
    return longest;
}

double triangles_volume(const cr_triangles *t) {
    double sum = 0;
    for (int i = 0; i < t->triangles; i++) {
        const double *a = t->position + 3 * t->triangle[3 * i], *b = t->position + 3 * t->triangle[3 * i + 1],
                     *c = t->position + 3 * t->triangle[3 * i + 2];
        sum += (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] +
               (a[0] * b[1] - a[1] * b[0]) * c[2];
    }
    return sum / 6;
}
