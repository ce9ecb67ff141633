#include "prep/fem/recover_internal.h"

#include "base/numeric.h"

#include <string.h>

// A patch with fewer points than PATCH_LEAST takes its neighbours in.
enum {
    TERMS = CR_TERMS,
    PATCH_LEAST = 64,
    PATCH_LEAST_BRICKS = 32,
    PATCH_MOST = 1024,
    FEW = CR_BEST_MOST,
    VALUES = CR_STRAINS * CR_BLOCK
};

// Centre and directions of a patch, each divided by how far its points spread along it.
typedef struct frame {
    double centre[3], axis[3][3];
} frame;

struct cr_recovery {
    const cr_mesh *mesh;
    int threads, region, terms;
    int least; // points of a patch
    const double *block;
    cr_hooke hooke;
    cr_skin_node *surface;             // per node
    cr_around around;                  // elements that have the node as a corner
    int (*parent)[CR_ELEMENT_CORNERS]; // the corners amid which each node lies, then -1
    int few;                           // points in each element, at most
    double *place;                     // [element][few][3]
    double *inside;                    // [element][few][VALUES], strains there
    frame *frames;                     // of corners
    double *fit;                       // [node][terms][VALUES], of corners
    double *smooth;                    // [node][VALUES]
};

static void find_parents(cr_recovery *r) {
    memset(r->parent, -1, (size_t)r->mesh->nodes * sizeof *r->parent);
    for (int i = 0; i < cr_mesh_elements(r->mesh); i++) {
        cr_element e = cr_element_at(r->mesh, i);
        for (int a = 0; a < e.nodes; a++) {
            int parent[CR_ELEMENT_CORNERS], count = cr_element_parents(&e, a, parent);
            for (int k = 0; k < count; k++) r->parent[e.node[a]][k] = e.node[parent[k]];
        }
    }
}

static bool is_corner(const cr_recovery *r, int node) {
    return r->parent[node][1] < 0;
}

cr_recovery *cr_recovery_new(const cr_mesh *mesh, const unsigned char *held, int threads, cr_arena *arena) {
    size_t elements = (size_t)cr_mesh_elements(mesh), nodes = (size_t)mesh->nodes;
    cr_recovery *r = cr_arena_take(arena, 1, sizeof *r);
    if (!r) return NULL;
    *r = (cr_recovery){.mesh = mesh, .threads = threads, .terms = mesh->order == 2 ? 10 : 4};
    if (cr_mesh_is_bricks(mesh)) r->terms = TERMS;
    r->few = cr_mesh_is_bricks(mesh) ? CR_BEST_MOST : 4;
    r->least = cr_mesh_is_bricks(mesh) ? PATCH_LEAST_BRICKS : PATCH_LEAST;
    r->parent = cr_arena_take(arena, nodes, sizeof *r->parent);
    r->place = cr_arena_take(arena, 3 * (size_t)r->few * elements, sizeof *r->place);
    r->inside = cr_arena_take(arena, VALUES * (size_t)r->few * elements, sizeof *r->inside);
    r->smooth = cr_arena_take(arena, VALUES * nodes, sizeof *r->smooth);
    if (cr_recover_surface_find(mesh, held, arena, &r->surface, NULL)) return NULL;
    if (!cr_elements_around(mesh, true, arena, &r->around) || !r->parent || !r->place || !r->inside ||
        !r->smooth)
        return NULL;
    find_parents(r);
    int last = 0; // corners have the smaller numbers in most meshes
    for (int node = 0; node < mesh->nodes; node++)
        if (is_corner(r, node)) last = node;
    r->frames = cr_arena_take(arena, (size_t)last + 1, sizeof *r->frames);
    r->fit = cr_arena_take(arena, (size_t)r->terms * VALUES * ((size_t)last + 1), sizeof *r->fit);
    return r->frames && r->fit ? r : NULL;
}

CR_CLONES void cr_strain_at(const cr_element *element, const double gradient[][3], const double *block,
                            double strain[CR_STRAINS][CR_BLOCK]) {
    memset(strain, 0, CR_STRAINS * sizeof *strain);
    for (int a = 0; a < element->nodes; a++) {
        const double *g = gradient[a], *u = block + 3 * CR_BLOCK * (size_t)element->node[a];
        const double *v = u + CR_BLOCK, *w = v + CR_BLOCK;
        for (int k = 0; k < CR_BLOCK; k++) {
            strain[0][k] += g[0] * u[k];
            strain[1][k] += g[1] * v[k];
            strain[2][k] += g[2] * w[k];
            strain[3][k] += g[2] * v[k] + g[1] * w[k];
            strain[4][k] += g[2] * u[k] + g[0] * w[k];
            strain[5][k] += g[1] * u[k] + g[0] * v[k];
        }
    }
}

static bool belongs(const cr_recovery *r, int element) {
    return cr_element_at(r->mesh, element).region == r->region;
}

static void sample_elements(const void *context, int first, int last) {
    const cr_recovery *r = context;
    for (int index = first; index < last; index++) {
        cr_element e = cr_element_at(r->mesh, index);
        if (e.region != r->region) continue;
        for (int q = 0; q < cr_element_points_count(&e, CR_POINTS_BEST); q++) {
            cr_element_point point;
            size_t at = (size_t)index * (size_t)r->few + (size_t)q;
            cr_element_sample(r->mesh, &e, CR_POINTS_BEST, q, &point);
            memcpy(r->place + 3 * at, point.x, sizeof point.x);
            cr_strain_at(&e, (const double(*)[3])point.gradient, r->block,
                         (double(*)[CR_BLOCK])(r->inside + VALUES * at));
        }
    }
}

// Elements around a corner, and their points as element few + point.
typedef struct patch {
    int elements, points;
    int element[PATCH_MOST], point[PATCH_MOST * FEW];
} patch;

// Adds the elements of the region around a corner that are not yet in the patch.
static void add_around(const cr_recovery *r, int node, patch *p) {
    for (size_t i = r->around.start[node]; i < r->around.start[node + 1]; i++) {
        int index = r->around.element[i], known = 0;
        while (known < p->elements && p->element[known] != index) known++;
        if (known < p->elements || known == PATCH_MOST || !belongs(r, index)) continue;
        cr_element e = cr_element_at(r->mesh, index);
        p->element[p->elements++] = index;
        for (int q = 0; q < cr_element_points_count(&e, CR_POINTS_BEST); q++)
            p->point[p->points++] = index * r->few + q;
    }
}

static void find_patch(const cr_recovery *r, int node, patch *p) {
    p->elements = p->points = 0;
    add_around(r, node, p);
    for (int before = 0; p->points < r->least && p->elements > before;) {
        int ring = before = p->elements;
        for (int i = 0; i < ring; i++) {
            cr_element e = cr_element_at(r->mesh, p->element[i]);
            int corner[CR_ELEMENT_CORNERS], corners = cr_element_corners(&e, corner);
            for (int k = 0; k < corners; k++) add_around(r, e.node[corner[k]], p);
        }
    }
}

static const double *place_of(const cr_recovery *r, const patch *p, int sample) {
    return r->place + 3 * (size_t)p->point[sample];
}

// With the covariance S = L L' of the points, L^-1 (x - centre) has the same spread every way.
static void spread_axes(const cr_recovery *r, const patch *p, frame *f) {
    double spread[3][3] = {{0}};
    for (int i = 0; i < p->points; i++)
        for (int k = 0; k < 9; k++)
            spread[k / 3][k % 3] += (place_of(r, p, i)[k / 3] - f->centre[k / 3]) *
                                    (place_of(r, p, i)[k % 3] - f->centre[k % 3]) / p->points;
    for (int i = 0; i < 3; i++) {
        double *axis = f->axis[i], left = spread[i][i];
        axis[i] = 1.0;
        for (int j = 0; j < i; j++) {
            double low = 0.0;
            for (int k = 0; k < 3; k++) low += f->axis[j][k] * spread[i][k];
            for (int k = 0; k < 3; k++) axis[k] -= low * f->axis[j][k];
            left -= low * low;
        }
        for (int k = 0; k < 3; k++) axis[k] /= sqrt(cr_max(left, 1e-300));
    }
}

static void coordinates_at(const frame *f, const double *x, double s[3]) {
    for (int k = 0; k < 3; k++) {
        s[k] = 0.0;
        for (int i = 0; i < 3; i++) s[k] += f->axis[k][i] * (x[i] - f->centre[i]);
    }
}

// The directions of the first brick of a patch; false: it has none.
static bool brick_axes(const cr_recovery *r, const patch *p, frame *f) {
    static const int side[3] = {14, 16, 22}; // whose gradients are half of those of the coordinates
    int brick = 0;
    while (brick < p->elements && cr_element_at(r->mesh, p->element[brick]).nodes < CR_ELEMENT_NODES) brick++;
    if (brick == p->elements) return false;
    cr_element e = cr_element_at(r->mesh, p->element[brick]);
    cr_element_point middle;
    cr_element_sample(r->mesh, &e, CR_POINTS_MIDDLE, 0, &middle);
    double square[3] = {0}, s[3];
    for (int k = 0; k < 3; k++) memcpy(f->axis[k], middle.gradient[side[k]], sizeof f->axis[k]);
    for (int i = 0; i < p->points; i++) {
        coordinates_at(f, place_of(r, p, i), s);
        for (int k = 0; k < 3; k++) square[k] += s[k] * s[k] / p->points;
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) f->axis[k][i] /= sqrt(square[k]);
    return true;
}

static frame find_frame(const cr_recovery *r, const patch *p) {
    frame f = {0};
    for (int i = 0; i < p->points; i++)
        for (int k = 0; k < 3; k++) f.centre[k] += place_of(r, p, i)[k] / p->points;
    if (!brick_axes(r, p, &f)) spread_axes(r, p, &f);
    return f;
}

// All of degree 2, and of bricks those of degree 3 that have no coordinate's cube: walls bend.
static void terms_at(const cr_recovery *r, const frame *f, const double *x, double term[TERMS]) {
    double s[3], square[3];
    coordinates_at(f, x, s);
    term[0] = 1.0;
    for (int k = 0; k < 3; k++) square[k] = s[k] * s[k] - 1.0;
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3, last = (k + 2) % 3;
        term[1 + k] = s[k];
        if (r->terms <= 4) continue;
        term[4 + k] = s[k] * s[next];
        term[7 + k] = square[k];
        if (r->terms < TERMS) continue;
        term[10 + k] = square[k] * s[next];
        term[13 + k] = square[k] * s[last];
    }
    if (r->terms == TERMS) term[16] = s[0] * s[1] * s[2];
}

CR_CLONES void cr_terms_solve(int n, double least, double a[TERMS][TERMS], double *b) {
    static const double never = 1e150; // a coefficient becomes 0
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++) a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
            for (int v = 0; v < VALUES; v++) b[i * VALUES + v] -= a[i][j] * b[j * VALUES + v];
        }
        for (int k = 0; k < i; k++) a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = a[i][i] > least ? sqrt(a[i][i]) : never;
        for (int v = 0; v < VALUES; v++) b[i * VALUES + v] /= a[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            for (int v = 0; v < VALUES; v++) b[i * VALUES + v] -= a[j][i] * b[j * VALUES + v];
        for (int v = 0; v < VALUES; v++) b[i * VALUES + v] /= a[i][i];
    }
}

CR_CLONES static void fit_corner(const cr_recovery *r, int node) {
    // What the points of a patch do not decide is 0: those of one layer of bricks, which have two levels, how
    // strains bend through it. Four levels have 0.75 there.
    static const double undecided = 1e-9, undecided_brick = 0.15;
    patch around;
    double square[TERMS][TERMS] = {{0}}, *fit = r->fit + (size_t)r->terms * VALUES * (size_t)node;
    find_patch(r, node, &around);
    if (!around.points) return;
    frame f = r->frames[node] = find_frame(r, &around);
    memset(fit, 0, (size_t)r->terms * VALUES * sizeof *fit);
    for (int i = 0; i < around.points; i++) {
        double term[TERMS];
        const double *x = place_of(r, &around, i), *strain = r->inside + (size_t)around.point[i] * VALUES;
        terms_at(r, &f, x, term);
        for (int p = 0; p < r->terms; p++) {
            for (int q = 0; q <= p; q++) square[p][q] += term[p] * term[q];
            for (int v = 0; v < VALUES; v++) fit[p * VALUES + v] += term[p] * strain[v];
        }
    }
    double least = (cr_mesh_is_bricks(r->mesh) ? undecided_brick : undecided) * around.points;
    cr_terms_solve(r->terms, least, square, fit);
}

static void fit_corners(const void *context, int first, int last) {
    const cr_recovery *r = context;
    for (int node = first; node < last; node++)
        if (is_corner(r, node)) fit_corner(r, node);
}

static void add_value(const cr_recovery *r, int corner, double share, const double *x, double *value) {
    const double *fit = r->fit + (size_t)r->terms * VALUES * (size_t)corner;
    double term[TERMS];
    terms_at(r, &r->frames[corner], x, term);
    for (int p = 0; p < r->terms; p++)
        for (int v = 0; v < VALUES; v++) value[v] += share * term[p] * fit[p * VALUES + v];
}

CR_CLONES static void evaluate(const void *context, int first, int last) {
    const cr_recovery *r = context;
    for (int node = first; node < last; node++) {
        double *value = r->smooth + VALUES * (size_t)node;
        const double *x = r->mesh->node + 3 * (size_t)node;
        const int *parent = r->parent[node];
        int parents = 0;
        while (parents < CR_ELEMENT_CORNERS && parent[parents] >= 0) parents++;
        memset(value, 0, VALUES * sizeof *value);
        for (int k = 0; k < parents; k++) add_value(r, parent[k], 1.0 / parents, x, value);
        if (r->surface[node].bound) cr_skin_bind(&r->surface[node], &r->hooke, value);
    }
}

const double *cr_recovery_run(cr_recovery *r, int region, const cr_hooke *hooke, const double *block) {
    r->region = region;
    r->hooke = *hooke;
    r->block = block;
    cr_spread(r->threads, cr_mesh_elements(r->mesh), sample_elements, r);
    cr_spread(r->threads, r->mesh->nodes, fit_corners, r);
    cr_spread(r->threads, r->mesh->nodes, evaluate, r);
    return r->smooth;
}
