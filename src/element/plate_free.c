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

// In differences: a rigid displacement, however far, costs no digits.
CR_CLONES static void find_stress(cr_element *e) {
    const cr_grid *g = &e->grid;
    double bend = g->bend, bend_y = g->bend * g->aspect, smooth = g->smooth;
    int stride = g->stride, row = cr_grid_at(g, 1, 1);
    for (int j = 1; j < g->n[1]; j++, row += stride)
        for (int i = row; i < row + g->n[0] - 1; i += CR_GRID_VECTOR) {
            const double *u = e->u + i;
            cr_vector own = *cr_vector_at(u);
            *cr_vector_to(e->stress + i) =
                bend * ((*cr_vector_at(u + 1) - own) - (own - *cr_vector_at(u - 1))) +
                bend_y * ((*cr_vector_at(u + stride) - own) - (own - *cr_vector_at(u - stride))) -
                smooth * *cr_vector_at(e->d + i);
        }
}

// What damping took in the step before (plate_free_energy.c) follows from the ways z = d + d-, while d_next
// still holds the change before d. Sums of one row, beyond whose last point z is zero; no way is written:
// rows are short, and what was written a row ago would hold up the loads.
typedef struct row_sums {
    cr_vector plain, along, across;
} row_sums;

CR_INTO_CLONES double lanes(const cr_vector *v) {
    return ((*v)[0] + (*v)[1]) + ((*v)[2] + (*v)[3]);
}

CR_INTO_CLONES cr_vector way_at(const double *d, const double *d_next) {
    return *cr_vector_at(d) + *cr_vector_at(d_next);
}

// The ways at one end of a row, and above it.
typedef struct row_end {
    double here, up;
} row_end;

CR_INTO_CLONES row_end end_at(const cr_element *e, int at) {
    int up = at + e->grid.stride;
    return (row_end){e->d[at] + e->d_next[at], e->d[up] + e->d_next[up]};
}

// The first and last point of a row count half, and so do the first and last row.
CR_INTO_CLONES void add_row(cr_grid_ways *all, const row_sums *row, row_end first, row_end last, bool bottom,
                            bool top) {
    double weight = bottom || top ? 0.5 : 1.0, last2 = cr_square(last.here);
    all->plain += weight * (lanes(&row->plain) - 0.5 * (cr_square(first.here) + last2));
    all->along += weight * (lanes(&row->along) - last2);
    double beside = cr_square(first.up - first.here) + cr_square(last.up - last.here);
    if (!top) all->across += lanes(&row->across) - 0.5 * beside;
}

// d+ = keep d - L w
CR_INTO_CLONES row_sums update_row(cr_element *e, int row, const bool books) {
    const cr_grid *g = &e->grid;
    double keep = g->keep, aspect = g->aspect, own_w = 2.0 * (1.0 + aspect);
    int stride = g->stride;
    const double *w = e->stress + row, *u = e->u + row, *d = e->d + row;
    double *u_next = e->u_next + row, *d_next = e->d_next + row;
    row_sums sum = {{0.0}, {0.0}, {0.0}};
    for (int i = 0; i <= g->n[0]; i += CR_GRID_VECTOR) {
        cr_vector change = (keep * *cr_vector_at(d + i) + own_w * *cr_vector_at(w + i)) -
                           ((*cr_vector_at(w + i - 1) + *cr_vector_at(w + i + 1)) +
                            aspect * (*cr_vector_at(w + i - stride) + *cr_vector_at(w + i + stride)));
        if (books) {
            cr_vector way = way_at(d + i, d_next + i);
            cr_vector right = way_at(d + i + 1, d_next + i + 1) - way;
            cr_vector across = way_at(d + i + stride, d_next + i + stride) - way;
            sum.plain += way * way;
            sum.along += right * right;
            sum.across += across * across;
        }
        *cr_vector_to(d_next + i) = change;
        *cr_vector_to(u_next + i) = *cr_vector_at(u + i) + change;
    }
    return sum;
}

// Points beyond the edge, where the last vector of a row ends, go back to rest.
CR_INTO_CLONES void update_rows(cr_element *e, cr_grid_ways *all) {
    const cr_grid *g = &e->grid;
    int row = cr_grid_at(g, 0, 0), n = g->n[0];
    for (int j = 0; j <= g->n[1]; j++, row += g->stride) {
        row_end first = end_at(e, row), last = end_at(e, row + n);
        row_sums sum = update_row(e, row, all != NULL);
        for (int i = row + n + 1; i < row + n + CR_GRID_VECTOR; i++) e->d_next[i] = e->u_next[i] = 0.0;
        if (all) add_row(all, &sum, first, last, j == 0, j == g->n[1]);
    }
}

CR_CLONES static void update(cr_element *e) {
    update_rows(e, NULL);
}

CR_CLONES static cr_grid_ways update_booked(cr_element *e) {
    cr_grid_ways all = {0.0, 0.0, 0.0};
    update_rows(e, &all);
    return all;
}

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
static void stress_at_edge(const cr_element *e, const edge_line *l) {
    const cr_grid *g = &e->grid;
    int along = l->along, in = l->in, last = l->count - 1;
    const double *restrict u = e->u + l->start, *restrict d = e->d + l->start;
    double *restrict w = e->stress + l->start;
    double nu = g->poisson, smooth = g->smooth, bend = (1.0 - nu) * g->bend, on_edge = bend * l->scale;
    double step = 2.0 * on_edge, turn = nu * bend * l->scale * l->scale / l->scale_in;
    double before = 0.0, own = second_difference(u + along, along);
    for (int k = 1, at = along; k <= last; k++, at += along) {
        double after = k < last ? second_difference(u + at + along, along) : 0.0;
        double inner = second_difference(u + at + in, along);
        w[at] = on_edge * own - smooth * d[at];
        w[at - in] = w[at + in] + step * (inner - own) + turn * ((after - own) - (own - before));
        before = own;
        own = after;
    }
    w[0] = -smooth * d[0];
    w[l->count * along] = -smooth * d[l->count * along];
}

// w[-1] = w[1] + (1 - nu) (2 nu a[1] + 4 times the twist of the cell in the corner)
static void image_beyond_corner(const cr_element *e, const edge_line *l, int k, int along) {
    const cr_grid *g = &e->grid;
    int at = l->start + k * l->along;
    const double *u = e->u + at;
    double across = l->scale_in * second_difference(u + l->in, l->in);
    double twist = l->scale * ((u[l->in + along] - u[l->in]) - (u[along] - u[0]));
    e->stress[at - l->in] =
        e->stress[at + l->in] + (1.0 - g->poisson) * g->bend * (2.0 * g->poisson * across + 4.0 * twist);
}

static void find_all_stress(cr_element *e) {
    const cr_grid *g = &e->grid;
    find_stress(e);
    edge_line lines[4];
    for (int i = 0; i < 4; i++) {
        lines[i] = line_of(g, i);
        stress_at_edge(e, &lines[i]);
    }
    for (int i = 0; i < 4; i++) {
        image_beyond_corner(e, &lines[i], 0, lines[i].along);
        image_beyond_corner(e, &lines[i], lines[i].count, -lines[i].along);
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
