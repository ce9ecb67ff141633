// Plate with free edges (derivation N3). Its motion follows from a discrete potential (Kirchhoff's, natural
// weights)
//     V = D/2 sum cell { w_i w_j [a^2 + b^2 + 2 nu a b] + 2 (1 - nu) c^2 },  a = u_xx, b = u_yy, c = u_xy
// with a, b at points, trapezoid weights w (1/2 at both ends of an axis), c at centres of cells. On an edge
// the curvature across it is free to make V least, which leaves (1 - nu^2) b^2 (its bending moment is zero),
// and nothing at a corner. Points weigh w_i w_j cell. K = V'' is then symmetric, without sign changes, and
// only rigid motions cost nothing.
//
// M^-1 K u is L w with w = Lu inside, w = (1 - nu) b on an edge x = const, 0 in a corner, and images of w one
// point beyond the edges, so that one step is what it is on a held sheet: d+ = keep d - L w. V is at most
// that of mirrored edges (a there is one of those that V is least over), whose eigenvalues are at most 16
// (1/dx^2 + 1/dy^2)^2; the smallest stable spacing is therefore that of a held plate (cr_grid_least_spacing).
#include "element/sheet.h"

#ifdef CR_TARGET_FUSED
#include <immintrin.h>
#endif

// Both passes go up the columns, a vector wide: what the row below has read and found stays at hand. Books
// alone may fuse multiplications and additions.

// In differences: a rigid displacement, however far, costs no digits. Points of the edges, too, for whole
// vectors: stress_at_columns and stress_at_row follow.
CR_CLONES static void find_stress(cr_element *e) {
    const cr_grid *g = &e->grid;
    double bend = g->bend, bend_y = g->bend * g->aspect, smooth = g->smooth;
    int stride = g->stride, rows = g->n[1] - 1, at = cr_grid_at(g, 0, 1), end = at + g->n[0];
    for (; at <= end; at += CR_GRID_VECTOR) {
        const double *u = e->u + at, *d = e->d + at;
        double *w = e->stress + at;
        cr_vector own = *cr_vector_at(u), below = own - *cr_vector_at(u - stride);
        CR_UNROLL
        for (int j = 0; j < rows; j++, u += stride, d += stride, w += stride) {
            cr_vector up = *cr_vector_at(u + stride), above = up - own;
            *cr_vector_to(w) = bend * ((*cr_vector_at(u + 1) - own) - (own - *cr_vector_at(u - 1))) +
                               bend_y * (above - below) - smooth * *cr_vector_at(d);
            own = up;
            below = above;
        }
    }
}

CR_INTO_CLONES cr_vector way_at(const double *d, const double *d_next) {
    return *cr_vector_at(d) + *cr_vector_at(d_next);
}

// What damping took in the step before (plate_free_energy.c) follows from the ways z = d + d-, while d_next
// still holds the change before d. Weights are 1/2 at both ends of an axis, so that the squares of
// differences need no sums of their own: sum (z[i+1] - z[i])^2 = 2 (sum w z[i]^2 - sum z[i] z[i+1]). Of a
// column: sums of z^2, of z times its right neighbour and of z times its upper one; beyond the last point of
// a row z is zero.
typedef struct column_sums {
    cr_vector plain, right, up;
} column_sums;

// Where a column has come to: the points, stress of the row below and of this one, d, z.
typedef struct column {
    double *u, *d_next;
    const double *d, *w;
    cr_vector below, own, change, ways;
} column;

typedef long long choice __attribute__((vector_size(CR_GRID_VECTOR * sizeof(long long))));

// Points of the last vector of a row that are not beyond the edge; those beyond it stay at rest.
CR_INTO_CLONES choice points_before(int count) {
    choice before;
    for (int i = 0; i < CR_GRID_VECTOR; i++) before[i] = i < count ? -1 : 0;
    return before;
}

// d+ = keep d - L w; on to the row above. `before`: see points_before; NULL: all.
CR_INTO_CLONES void update_point(column *c, int stride, double keep, double aspect, const choice *before) {
    double own_w = 2.0 * (1.0 + aspect);
    cr_vector above = *cr_vector_at(c->w + stride);
    cr_vector change = (keep * c->change + own_w * c->own) -
                       ((*cr_vector_at(c->w - 1) + *cr_vector_at(c->w + 1)) + aspect * (c->below + above));
    if (before) change = (cr_vector)(*before & (choice)change);
    *cr_vector_to(c->d_next) = change;
    *cr_vector_to(c->u) += change;
    c->u += stride, c->d_next += stride, c->d += stride, c->w += stride;
    c->below = c->own;
    c->own = above;
}

CR_INTO_CLONES double lanes(const cr_vector *v) {
    return ((*v)[0] + (*v)[1]) + ((*v)[2] + (*v)[3]);
}

// For any processor.
#define COLUMNS(name) name##_any
#define TARGET
#define ENTRY CR_CLONES
#define FUSED(a, b, c) ((a) * (b) + (c))
#include "element/plate_free_columns.h"

CR_CLONES static void update(cr_element *e) {
    update_columns_any(e, NULL);
}

#ifdef CR_TARGET_FUSED
#undef COLUMNS
#undef TARGET
#undef ENTRY
#undef FUSED
#define COLUMNS(name) name##_fused
#define TARGET CR_TARGET_FUSED
#define ENTRY CR_TARGET_FUSED
#define FUSED(a, b, c) _mm256_fmadd_pd(a, b, c)
#include "element/plate_free_columns.h"

static cr_grid_ways update_booked(cr_element *e) {
    bool fuses = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return fuses ? update_booked_fused(e) : update_booked_any(e);
}
#else
static cr_grid_ways update_booked(cr_element *e) {
    return update_booked_any(e);
}
#endif

// One edge: points start + k along, k = 0..count; `in` leads to the next point inside.
typedef struct edge_line {
    int start, along, in, count;
    double scale, scale_in; // of second differences along and across the edge: 1 or (dx/dy)^2
} edge_line;

static edge_line line_of(const cr_grid *g, int which) {
    bool far = which % 2;
    if (which < 2)
        return (edge_line){
            cr_grid_at(g, far ? g->n[0] : 0, 0), g->stride, far ? -1 : 1, g->n[1], g->aspect, 1.0};
    return (edge_line){
        cr_grid_at(g, 0, far ? g->n[1] : 0), 1, far ? -g->stride : g->stride, g->n[0], 1.0, g->aspect};
}

static inline double second_difference(const double *u, int step) {
    return (u[step] - u[0]) - (u[0] - u[-step]);
}

// On an edge x = 0, b = u_yy, which is 0 in the corners: w[0] = (1 - nu) b[0], and beyond it
//     w[-1] = w[1] + 2 (1 - nu) (b[1] - b[0]) + nu (1 - nu) b[0]_yy
typedef struct edge_terms {
    double on_edge, step, bent;
} edge_terms;

static edge_terms terms_of(const cr_grid *g, const edge_line *l) {
    double nu = g->poisson, bend = (1.0 - nu) * g->bend, on_edge = bend * l->scale;
    return (edge_terms){on_edge, 2.0 * on_edge, nu * bend * l->scale * l->scale / l->scale_in};
}

typedef double two __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));

// Points of a row at and next to its edges: 0, 1, n - 1, n.
CR_INTO_CLONES cr_vector ends_of(const double *row, int n) {
    two left = *(const two *)(const void *)row, right = *(const two *)(const void *)(row + n - 1);
    return __builtin_shufflevector(left, right, 0, 1, 2, 3);
}

// Up both columns at once, from the first on, beside the points inside. What the next row needs stays at
// hand: u above, its difference (rise), b and its difference (turn).
CR_CLONES static void stress_at_columns(const cr_element *e, const edge_line *l) {
    edge_terms t = terms_of(&e->grid, l);
    int stride = l->along, n = e->grid.n[0];
    const double *u = e->u + l->start + stride, *d = e->d + l->start + stride;
    double *w = e->stress + l->start + stride, smooth = e->grid.smooth;
    cr_vector second = ends_of(u, n), above = ends_of(u + stride, n), rise = above - second;
    cr_vector own = rise - (second - ends_of(u - stride, n)), turn = own;
    for (int k = 1; k < l->count; k++, u += stride, d += stride, w += stride) {
        cr_vector on = ends_of(u + 2 * stride, n), rise_on = on - above, after = {0.0};
        if (k < l->count - 1) after = rise_on - rise;
        cr_vector turn_on = after - own, edge = t.on_edge * own - smooth * ends_of(d, n);
        cr_vector inside = __builtin_shufflevector(own, own, 1, 0, 3, 2);
        cr_vector in = ends_of(w, n), w_inside = __builtin_shufflevector(in, in, 1, 0, 3, 2);
        cr_vector beyond = w_inside + t.step * (inside - own) + t.bent * (turn_on - turn);
        w[-1] = beyond[0], w[0] = edge[0];
        w[n] = edge[3], w[n + 1] = beyond[3];
        above = on;
        rise = rise_on;
        turn = turn_on;
        own = after;
    }
}

CR_INTO_CLONES cr_vector second_differences(const double *u) {
    cr_vector own = *cr_vector_at(u);
    return (*cr_vector_at(u + 1) - own) - (own - *cr_vector_at(u - 1));
}

// Along a row, with b in the row of stress that nothing else uses. What it leaves in and beyond the corners
// is not yet theirs.
CR_CLONES static void stress_at_row(const cr_element *e, const edge_line *l) {
    edge_terms t = terms_of(&e->grid, l);
    int in = l->in, n = l->count;
    const double *u = e->u + l->start, *d = e->d + l->start;
    double *w = e->stress + l->start, *b = e->stress + cr_grid_at(&e->grid, 0, -CR_GRID_BORDER);
    double smooth = e->grid.smooth;
    for (int i = 0; i <= n; i += CR_GRID_VECTOR) *cr_vector_to(b + i) = second_differences(u + i);
    b[0] = b[n] = 0.0;
    for (int i = 0; i <= n; i += CR_GRID_VECTOR) {
        cr_vector own = *cr_vector_at(b + i);
        cr_vector turns = (*cr_vector_at(b + i + 1) - own) - (own - *cr_vector_at(b + i - 1));
        *cr_vector_to(w + i) = t.on_edge * own - smooth * *cr_vector_at(d + i);
        *cr_vector_to(w + i - in) =
            *cr_vector_at(w + i + in) + t.step * (second_differences(u + i + in) - own) + t.bent * turns;
    }
}

// w[-1] = w[1] + (1 - nu) (2 nu a[1] + 4 times the twist of the cell in the corner)
static void stress_at_corner(const cr_element *e, const edge_line *l, int k, int along) {
    const cr_grid *g = &e->grid;
    int at = l->start + k * l->along;
    const double *u = e->u + at;
    double across = l->scale_in * second_difference(u + l->in, l->in);
    double twist = l->scale * ((u[l->in + along] - u[l->in]) - (u[along] - u[0]));
    e->stress[at] = -g->smooth * e->d[at];
    e->stress[at - l->in] =
        e->stress[at + l->in] + (1.0 - g->poisson) * g->bend * (2.0 * g->poisson * across + 4.0 * twist);
}

static void find_all_stress(cr_element *e) {
    const cr_grid *g = &e->grid;
    find_stress(e);
    edge_line lines[4];
    for (int i = 0; i < 4; i++) lines[i] = line_of(g, i);
    stress_at_columns(e, &lines[0]);
    for (int i = 2; i < 4; i++) stress_at_row(e, &lines[i]);
    for (int i = 0; i < 4; i++) {
        stress_at_corner(e, &lines[i], 0, lines[i].along);
        stress_at_corner(e, &lines[i], lines[i].count, -lines[i].along);
    }
}

void cr_free_plate_predict(cr_element *e) {
    find_all_stress(e);
    update(e);
}

double cr_free_plate_predict_booked(cr_element *e) {
    find_all_stress(e);
    cr_grid_ways ways = update_booked(e);
    return cr_grid_loss_of(e, &ways);
}
