// A free surface bears no force: what a body knows of its strain there, beside the elements.
#include "prep/fem/recover_internal.h"

#include "base/numeric.h"

#include <string.h>

// Faces that meet in a node at less than about 37 degrees are one smooth surface.
static const double smooth_least = 0.8;

// Derivatives by the two coordinates of the face, at the six nodes of a face of order 2: corners, then the
// middles of 01 12 20.
static void slopes_of_face(int at, double slope[6][2]) {
    static const double place[6][2] = {{0, 0}, {1, 0}, {0, 1}, {.5, 0}, {.5, .5}, {0, .5}};
    double s = place[at][0], t = place[at][1], rest = 1.0 - s - t;
    const double all[6][2] = {
        {1.0 - 4.0 * rest, 1.0 - 4.0 * rest}, {4.0 * s - 1.0, 0.0}, {0.0, 4.0 * t - 1.0},
        {4.0 * (rest - s), -4.0 * s},         {4.0 * t, 4.0 * s},   {-4.0 * t, 4.0 * (rest - t)}};
    memcpy(slope, all, sizeof all);
}

// The normal of a face at one of its nodes, of length 1, and the way from there to its middle.
static void normal_at(const cr_mesh *mesh, const int *face, int at, double normal[3], double inwards[3]) {
    static const double flat[6][2] = {{-1, -1}, {1, 0}, {0, 1}};
    double slope[6][2], d[2][3] = {{0}}, length = 0.0;
    memcpy(slope, flat, sizeof flat);
    if (mesh->order == 2) slopes_of_face(at, slope);
    for (int a = 0; a < (mesh->order == 2 ? 6 : 3); a++)
        for (int i = 0; i < 6; i++)
            d[i / 3][i % 3] += slope[a][i / 3] * mesh->node[3 * (size_t)face[a] + (size_t)(i % 3)];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = d[0][j] * d[1][k] - d[0][k] * d[1][j];
        length += cr_square(normal[i]);
        inwards[i] = -mesh->node[3 * (size_t)face[at] + (size_t)i];
        for (int a = 0; a < 3; a++) inwards[i] += mesh->node[3 * (size_t)face[a] + (size_t)i] / 3.0;
    }
    for (int i = 0; i < 3; i++) normal[i] /= sqrt(cr_max(length, 1e-300));
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add_normal(cr_skin_node *node, const double normal[3], const double inwards[3]) {
    int side = 0;
    while (side < node->sides &&
           dot(node->normal[side], normal) < smooth_least * sqrt(dot(node->normal[side], node->normal[side])))
        side++;
    if (side == CR_SIDES_MOST) {
        node->bound = false;
        return;
    }
    if (side == node->sides) node->sides++;
    for (int i = 0; i < 3; i++) {
        node->normal[side][i] += normal[i];
        node->inwards[side][i] += inwards[i];
    }
}

// Where sides meet at an angle of more than 180 degrees inside, the stress grows without bound.
static bool is_convex(const cr_skin_node *node) {
    static const double rounding = 1e-6;
    for (int i = 0; i < node->sides; i++)
        for (int j = 0; j < node->sides; j++)
            if (i != j && dot(node->normal[i], node->inwards[j]) >
                              rounding * sqrt(dot(node->normal[i], node->normal[i]) *
                                              dot(node->inwards[j], node->inwards[j])))
                return false;
    return true;
}

cr_status cr_recover_surface_find(const cr_mesh *mesh, const unsigned char *held, cr_arena *arena,
                                  cr_skin_node **surface, cr_error *error) {
    cr_mesh_surface faces;
    cr_status status = cr_mesh_surface_find(mesh, arena, &faces, error);
    if (status) return status;
    cr_skin_node *nodes = cr_arena_take(arena, (size_t)mesh->nodes, sizeof *nodes);
    if (!nodes) return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the surface");
    int corners = mesh->order == 2 ? 6 : 3;
    for (int i = 0; i < mesh->nodes; i++) nodes[i].bound = !held[i];
    for (int f = 0; f < faces.faces; f++)
        for (int a = 0; a < corners; a++) {
            const int *face = faces.face + (size_t)corners * (size_t)f;
            double normal[3], inwards[3];
            normal_at(mesh, face, a, normal, inwards);
            add_normal(&nodes[face[a]], normal, inwards);
        }
    for (int i = 0; i < mesh->nodes; i++) {
        cr_skin_node *node = &nodes[i];
        node->bound = node->bound && node->sides && is_convex(node);
        for (int side = 0; side < node->sides; side++) {
            double length = sqrt(dot(node->normal[side], node->normal[side]));
            for (int k = 0; k < 3; k++) node->normal[side][k] /= cr_max(length, 1e-300);
        }
    }
    *surface = nodes;
    return CR_OK;
}

// Force on a side from stress, t_i = s_ij n_j, with stresses xx yy zz yz xz xy.
static void force_rows(const double n[3], double row[3][CR_STRAINS]) {
    const double rows[3][CR_STRAINS] = {
        {n[0], 0, 0, 0, n[2], n[1]}, {0, n[1], 0, n[2], 0, n[0]}, {0, 0, n[2], n[1], n[0], 0}};
    memcpy(row, rows, sizeof rows);
}

static double hooke_of_rows(const cr_hooke *hooke, const double *a, const double *b) {
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        sum += hooke->shear[i] * a[3 + i] * b[3 + i];
        for (int j = 0; j < 3; j++) sum += hooke->normal[i][j] * a[i] * b[j];
    }
    return sum;
}

// The nearest strain in energy without force on the sides: e - T' (T C T')^-1 T C e, with the forces T s.
void cr_skin_bind(const cr_skin_node *node, const cr_hooke *hooke, double *strain) {
    static const double dependent = 1e-9; // forces on two sides share a stress
    double row[3 * CR_SIDES_MOST][CR_STRAINS], square[CR_TERMS][CR_TERMS] = {{0}},
                                               force[CR_TERMS * CR_STRAINS * CR_BLOCK] = {0}, trace = 0.0;
    int rows = 3 * node->sides;
    for (int side = 0; side < node->sides; side++) force_rows(node->normal[side], row + 3 * side);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j <= i; j++) square[i][j] = hooke_of_rows(hooke, row[i], row[j]);
        trace += square[i][i];
        for (int s = 0; s < CR_STRAINS; s++) {
            double unit[CR_STRAINS] = {0};
            unit[s] = 1.0;
            double by = hooke_of_rows(hooke, row[i], unit);
            for (int k = 0; k < CR_BLOCK; k++)
                force[i * CR_STRAINS * CR_BLOCK + k] += by * strain[s * CR_BLOCK + k];
        }
    }
    cr_terms_solve(rows, dependent * trace, square, force);
    for (int i = 0; i < rows; i++)
        for (int s = 0; s < CR_STRAINS; s++)
            for (int k = 0; k < CR_BLOCK; k++)
                strain[s * CR_BLOCK + k] -= row[i][s] * force[i * CR_STRAINS * CR_BLOCK + k];
}
