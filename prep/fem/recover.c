#include "prep/fem/recover_internal.h"
#include "prep/fem/tet.h"
#include "prep/mesh/mesh_faces.h"

#include "base/numeric.h"

#include <string.h>

// A patch of fewer elements than PATCH_LEAST takes its neighbours in.
enum { TERMS = CR_TERMS, PATCH_LEAST = 16, PATCH_MOST = 1024, VALUES = CR_STRAINS * CR_BLOCK };

// Centre and directions of a patch, each divided by how far its points spread along it.
typedef struct frame {
    double centre[3], axis[3][3];
} frame;

struct cr_recovery {
    const cr_mesh *mesh;
    int threads, region, terms;
    const double *block;
    cr_hooke hooke;
    cr_skin_node *surface; // per node
    cr_around around;      // elements that have the node as a corner
    int *ends;             // the two corners of each middle; -1 for a corner
    double *place;         // [tet][CR_TET_FEW][3]
    double *inside;        // [tet][CR_TET_FEW][VALUES], strains there
    frame *frames;         // of corners
    double *fit;           // [node][terms][VALUES], of corners
    double *smooth;        // [node][VALUES]
};

cr_recovery *cr_recovery_new(const cr_mesh *mesh, const unsigned char *held, int threads, cr_arena *arena) {
    size_t corners = (size_t)cr_mesh_corners(mesh), tets = (size_t)mesh->tets, nodes = (size_t)mesh->nodes;
    cr_recovery *r = cr_arena_take(arena, 1, sizeof *r);
    if (!r) return NULL;
    *r = (cr_recovery){.mesh = mesh, .threads = threads, .terms = mesh->order == 2 ? TERMS : 4};
    r->ends = cr_arena_take(arena, 2 * nodes, sizeof *r->ends);
    r->place = cr_arena_take(arena, 3 * CR_TET_FEW * tets, sizeof *r->place);
    r->inside = cr_arena_take(arena, VALUES * CR_TET_FEW * tets, sizeof *r->inside);
    r->smooth = cr_arena_take(arena, VALUES * nodes, sizeof *r->smooth);
    if (cr_skin_find(mesh, held, arena, &r->surface, NULL)) return NULL;
    if (!cr_mesh_around(mesh, 4, arena, &r->around) || !r->ends || !r->place || !r->inside || !r->smooth)
        return NULL;
    for (size_t i = 0; i < 2 * nodes; i++) r->ends[i] = -1;
    for (size_t i = 0; i < tets; i++)
        for (size_t k = 4; k < corners; k++)
            for (int end = 0; end < 2; end++)
                r->ends[2 * mesh->tet[corners * i + k] + end] =
                    mesh->tet[corners * i + (size_t)cr_tet_edge[k - 4][end]];
    int last = 0; // corners have the smaller numbers in most meshes
    for (int node = 0; node < mesh->nodes; node++)
        if (r->ends[2 * node] < 0) last = node;
    r->frames = cr_arena_take(arena, (size_t)last + 1, sizeof *r->frames);
    r->fit = cr_arena_take(arena, (size_t)r->terms * VALUES * ((size_t)last + 1), sizeof *r->fit);
    return r->frames && r->fit ? r : NULL;
}

void cr_strain_at(const cr_mesh *mesh, int index, const double gradient[][3], const double *block,
                  double strain[CR_STRAINS][CR_BLOCK]) {
    int corners = cr_mesh_corners(mesh);
    const int *tet = mesh->tet + (size_t)corners * (size_t)index;
    memset(strain, 0, CR_STRAINS * sizeof *strain);
    for (int a = 0; a < corners; a++) {
        const double *g = gradient[a], *u = block + 3 * CR_BLOCK * (size_t)tet[a];
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

static bool belongs(const cr_recovery *r, int tet) {
    return (r->mesh->region ? r->mesh->region[tet] : 0) == r->region;
}

static void sample_tets(const void *context, int first, int last) {
    const cr_recovery *r = context;
    for (int tet = first; tet < last; tet++) {
        if (!belongs(r, tet)) continue;
        for (int q = 0; q < CR_TET_FEW; q++) {
            cr_tet_point point;
            size_t at = (size_t)tet * CR_TET_FEW + (size_t)q;
            cr_tet_sample(r->mesh, tet, CR_TET_FEW, q, &point);
            memcpy(r->place + 3 * at, point.x, sizeof point.x);
            cr_strain_at(r->mesh, tet, (const double(*)[3])point.gradient, r->block,
                         (double(*)[CR_BLOCK])(r->inside + VALUES * at));
        }
    }
}

// Adds the elements of the region around a corner that are not yet in the patch.
static int add_around(const cr_recovery *r, int node, int *patch, int count) {
    for (size_t i = r->around.start[node]; i < r->around.start[node + 1]; i++) {
        int tet = r->around.tet[i], known = 0;
        while (known < count && patch[known] != tet) known++;
        if (known == count && count < PATCH_MOST && belongs(r, tet)) patch[count++] = tet;
    }
    return count;
}

static int find_patch(const cr_recovery *r, int node, int *patch) {
    int corners = cr_mesh_corners(r->mesh), count = add_around(r, node, patch, 0);
    for (int before = 0; count && count < PATCH_LEAST && count > before;) {
        int ring = before = count;
        for (int i = 0; i < ring; i++)
            for (int k = 0; k < 4; k++)
                count =
                    add_around(r, r->mesh->tet[(size_t)corners * (size_t)patch[i] + (size_t)k], patch, count);
    }
    return count;
}

static const double *place_of(const cr_recovery *r, const int *patch, int sample) {
    return r->place + 3 * ((size_t)patch[sample / CR_TET_FEW] * CR_TET_FEW + (size_t)(sample % CR_TET_FEW));
}

// With the covariance S = L L' of the points, L^-1 (x - centre) has the same spread every way.
static frame find_frame(const cr_recovery *r, const int *patch, int samples) {
    frame f = {0};
    double spread[3][3] = {{0}};
    for (int i = 0; i < samples; i++)
        for (int k = 0; k < 3; k++) f.centre[k] += place_of(r, patch, i)[k] / samples;
    for (int i = 0; i < samples; i++)
        for (int k = 0; k < 9; k++)
            spread[k / 3][k % 3] += (place_of(r, patch, i)[k / 3] - f.centre[k / 3]) *
                                    (place_of(r, patch, i)[k % 3] - f.centre[k % 3]) / samples;
    for (int i = 0; i < 3; i++) {
        double *axis = f.axis[i], left = spread[i][i];
        axis[i] = 1.0;
        for (int j = 0; j < i; j++) {
            double low = 0.0;
            for (int k = 0; k < 3; k++) low += f.axis[j][k] * spread[i][k];
            for (int k = 0; k < 3; k++) axis[k] -= low * f.axis[j][k];
            left -= low * low;
        }
        for (int k = 0; k < 3; k++) axis[k] /= sqrt(cr_max(left, 1e-300));
    }
    return f;
}

static void terms_at(const frame *f, const double *x, double term[TERMS]) {
    double s[3] = {0};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) s[k] += f->axis[k][i] * (x[i] - f->centre[i]);
    term[0] = 1.0;
    for (int k = 0; k < 3; k++) {
        term[1 + k] = s[k];
        term[4 + k] = s[k] * s[k];
        term[7 + k] = s[k] * s[(k + 1) % 3];
    }
}

void cr_terms_solve(int n, double a[TERMS][TERMS], double *b) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++) a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
            for (int v = 0; v < VALUES; v++) b[i * VALUES + v] -= a[i][j] * b[j * VALUES + v];
        }
        for (int k = 0; k < i; k++) a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrt(a[i][i]);
        for (int v = 0; v < VALUES; v++) b[i * VALUES + v] /= a[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            for (int v = 0; v < VALUES; v++) b[i * VALUES + v] -= a[j][i] * b[j * VALUES + v];
        for (int v = 0; v < VALUES; v++) b[i * VALUES + v] /= a[i][i];
    }
}

static void fit_corner(const cr_recovery *r, int node) {
    // What the points of a patch do not decide (all in one plane, say) is 0.
    static const double undecided = 1e-9;
    int patch[PATCH_MOST], samples = CR_TET_FEW * find_patch(r, node, patch);
    double square[TERMS][TERMS] = {{0}}, *fit = r->fit + (size_t)r->terms * VALUES * (size_t)node;
    if (!samples) return;
    frame f = r->frames[node] = find_frame(r, patch, samples);
    memset(fit, 0, (size_t)r->terms * VALUES * sizeof *fit);
    for (int i = 0; i < samples; i++) {
        double term[TERMS];
        const double *x = place_of(r, patch, i), *strain = r->inside + (x - r->place) / 3 * VALUES;
        terms_at(&f, x, term);
        for (int p = 0; p < r->terms; p++) {
            for (int q = 0; q <= p; q++) square[p][q] += term[p] * term[q];
            for (int v = 0; v < VALUES; v++) fit[p * VALUES + v] += term[p] * strain[v];
        }
    }
    for (int p = 0; p < r->terms; p++) square[p][p] += undecided * samples;
    cr_terms_solve(r->terms, square, fit);
}

static void fit_corners(const void *context, int first, int last) {
    const cr_recovery *r = context;
    for (int node = first; node < last; node++)
        if (r->ends[2 * node] < 0) fit_corner(r, node);
}

static void add_value(const cr_recovery *r, int corner, double share, const double *x, double *value) {
    const double *fit = r->fit + (size_t)r->terms * VALUES * (size_t)corner;
    double term[TERMS];
    terms_at(&r->frames[corner], x, term);
    for (int p = 0; p < r->terms; p++)
        for (int v = 0; v < VALUES; v++) value[v] += share * term[p] * fit[p * VALUES + v];
}

static void evaluate(const void *context, int first, int last) {
    const cr_recovery *r = context;
    for (int node = first; node < last; node++) {
        double *value = r->smooth + VALUES * (size_t)node;
        const double *x = r->mesh->node + 3 * (size_t)node;
        const int *ends = r->ends + 2 * (size_t)node;
        memset(value, 0, VALUES * sizeof *value);
        if (ends[0] < 0) add_value(r, node, 1.0, x, value);
        for (int end = 0; end < 2 && ends[0] >= 0; end++) add_value(r, ends[end], 0.5, x, value);
        if (r->surface[node].bound) cr_skin_bind(&r->surface[node], &r->hooke, value);
    }
}

const double *cr_recovery_run(cr_recovery *r, int region, const cr_hooke *hooke, const double *block) {
    r->region = region;
    r->hooke = *hooke;
    r->block = block;
    cr_spread(r->threads, r->mesh->tets, sample_tets, r);
    cr_spread(r->threads, r->mesh->nodes, fit_corners, r);
    cr_spread(r->threads, r->mesh->nodes, evaluate, r);
    return r->smooth;
}
