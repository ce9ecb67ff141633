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

// Books of a row: what damping took in the step before (plate_free_energy.c) follows from the ways z = d +
// d-, while d_next still holds the change before d. The first and last point of a row count half, and so do
// the first and last row; beyond the last point z is zero.
typedef struct row_books {
    double *ways; // of this row, then of the one above
    cr_vector plain, along, across;
    cr_grid_ways sum;
} row_books;

CR_INTO_CLONES void begin_row(row_books *b) {
    b->plain = b->along = b->across = (cr_vector){0.0};
}

CR_INTO_CLONES void add_points(row_books *b, int i, const double *d_up, const double *d_next_up) {
    cr_vector way = *cr_vector_at(b->ways + i), up = *cr_vector_at(d_up) + *cr_vector_at(d_next_up);
    cr_vector right = *cr_vector_at(b->ways + i + 1) - way, across = up - way;
    b->plain += way * way;
    b->along += right * right;
    b->across += across * across;
    *cr_vector_to(b->ways + i) = up;
}

static double lanes(const cr_vector *v) {
    return ((*v)[0] + (*v)[1]) + ((*v)[2] + (*v)[3]);
}

// `first` and `last` are the ways at both ends; those of the row above are there now.
static void end_row(row_books *b, const cr_grid *g, int j, double first, double last) {
    bool top = j == g->n[1];
    double weight = j == 0 || top ? 0.5 : 1.0, first_up = b->ways[0], last_up = b->ways[g->n[0]];
    b->sum.plain += weight * (lanes(&b->plain) - 0.5 * (first * first + last * last));
    b->sum.along += weight * (lanes(&b->along) - last * last);
    if (top) return;
    b->sum.across += lanes(&b->across) - 0.5 * (cr_square(first_up - first) + cr_square(last_up - last));
}

// d+ = keep d - L w. Points beyond the edge, where the last vector ends, go back to rest.
CR_INTO_CLONES void update_rows(cr_element *e, row_books *b) {
    const cr_grid *g = &e->grid;
    double keep = g->keep, aspect = g->aspect, own_w = 2.0 * (1.0 + aspect);
    int stride = g->stride, row = cr_grid_at(g, 0, 0), n = g->n[0];
    for (int i = 0; b && i <= n; i += CR_GRID_VECTOR)
        *cr_vector_to(b->ways + i) = *cr_vector_at(e->d + row + i) + *cr_vector_at(e->d_next + row + i);
    for (int j = 0; j <= g->n[1]; j++, row += stride) {
        double first = b ? b->ways[0] : 0.0, last = b ? b->ways[n] : 0.0;
        if (b) begin_row(b);
        for (int i = row; i <= row + n; i += CR_GRID_VECTOR) {
            const double *w = e->stress + i;
            cr_vector change = (keep * *cr_vector_at(e->d + i) + own_w * *cr_vector_at(w)) -
                               ((*cr_vector_at(w - 1) + *cr_vector_at(w + 1)) +
                                aspect * (*cr_vector_at(w - stride) + *cr_vector_at(w + stride)));
            if (b) add_points(b, i - row, e->d + i + stride, e->d_next + i + stride);
            *cr_vector_to(e->d_next + i) = change;
            *cr_vector_to(e->u_next + i) = *cr_vector_at(e->u + i) + change;
        }
        for (int i = row + n + 1; i < row + n + CR_GRID_VECTOR; i++) e->d_next[i] = e->u_next[i] = 0.0;
        if (b) end_row(b, g, j, first, last);
    }
}

CR_CLONES static void update(cr_element *e) {
    update_rows(e, NULL);
}

CR_CLONES static cr_grid_ways update_booked(cr_element *e) {
    row_books b = {.ways = e->stress + e->points + CR_GRID_BORDER};
    update_rows(e, &b);
    return b.sum;
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

static void stress_on_edge(const cr_element *e, const edge_line *l) {
    const cr_grid *g = &e->grid;
    double bend = (1.0 - g->poisson) * g->bend * l->scale, smooth = g->smooth;
    for (int k = 1; k < l->count; k++) {
        int at = l->start + k * l->along;
        e->stress[at] = bend * second_difference(e->u + at, l->along) - smooth * e->d[at];
    }
    for (int k = 0; k <= l->count; k += l->count) {
        int at = l->start + k * l->along;
        e->stress[at] = -smooth * e->d[at];
    }
}

// w[-1] = w[1] + 2 (1 - nu) (b[1] - b[0]) + nu (1 - nu) b[0]_yy for the edge x = 0, b = 0 in the corners
static void images_beyond_edge(const cr_element *e, const edge_line *l) {
    const cr_grid *g = &e->grid;
    const double *u = e->u;
    double nu = g->poisson, bend = (1.0 - nu) * g->bend;
    double step = 2.0 * l->scale * bend, turn = nu * bend * l->scale * l->scale / l->scale_in;
    double before = 0.0, own = second_difference(u + l->start + l->along, l->along);
    for (int k = 1; k < l->count; k++) {
        int at = l->start + k * l->along;
        double after = k + 1 < l->count ? second_difference(u + at + l->along, l->along) : 0.0;
        double inner = second_difference(u + at + l->in, l->along);
        e->stress[at - l->in] =
            e->stress[at + l->in] + step * (inner - own) + turn * ((after - own) - (own - before));
        before = own;
        own = after;
    }
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
        stress_on_edge(e, &lines[i]);
    }
    for (int i = 0; i < 4; i++) {
        images_beyond_edge(e, &lines[i]);
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
