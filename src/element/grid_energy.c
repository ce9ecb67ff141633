// Energy, loss and ports of elements with a grid (derivations N2, N5).
#include "element/element_internal.h"

static int reflected(const cr_grid *g, int i) {
    if (g->edge != CR_EDGE_FREE) return i;
    return i < 0 ? -i : i > g->n[0] ? 2 * g->n[0] - i : i;
}

static double value_at(const cr_grid *g, const double *a, int i, int j) {
    return a[cr_grid_at(g, reflected(g, i), j)];
}

static double laplacian(const cr_grid *g, const double *a, int i, int j) {
    double own = value_at(g, a, i, j), sum = value_at(g, a, i - 1, j) + value_at(g, a, i + 1, j) - 2.0 * own;
    if (g->n[1]) sum += g->aspect * (value_at(g, a, i, j - 1) + value_at(g, a, i, j + 1) - 2.0 * own);
    return sum;
}

// Points at a free end carry half a cell.
static double share(const cr_grid *g, int i, int axis) {
    return g->edge == CR_EDGE_FREE && g->n[axis] && (i == 0 || i == g->n[axis]) ? 0.5 : 1.0;
}

// Curvature at a point, as the update sees it: the image beyond a clamped edge doubles the inner neighbour.
static double curvature(const cr_grid *g, const double *a, int i, int j) {
    bool left = i == 0, right = i == g->n[0], bottom = g->n[1] && j == 0, top = g->n[1] && j == g->n[1];
    if (left || right) return 2.0 * value_at(g, a, left ? 1 : i - 1, j);
    if (bottom || top) return 2.0 * g->aspect * value_at(g, a, i, bottom ? 1 : j - 1);
    return laplacian(g, a, i, j);
}

// sum w q q-: q is zero on supported and free edges, and counts half on clamped ones.
static double bending(const cr_element *e) {
    const cr_grid *g = &e->grid;
    double sum = 0.0;
    if (g->stiffness == 0.0) return 0.0;
    int inset = g->edge == CR_EDGE_CLAMPED ? 0 : 1;
    int j_first = g->n[1] ? inset : 0, j_last = g->n[1] ? g->n[1] - inset : 0;
    for (int j = j_first; j <= j_last; j++)
        for (int i = inset; i <= g->n[0] - inset; i++) {
            bool edge_x = i == 0 || i == g->n[0], edge_y = g->n[1] && (j == 0 || j == g->n[1]);
            if (edge_x && edge_y) continue;
            double now = curvature(g, e->u, i, j), change = curvature(g, e->d, i, j);
            sum += (edge_x || edge_y ? 0.5 : 1.0) * now * (now - change);
        }
    return sum;
}

// Sums over points of d^2, and over neighbours of du (du - dd) and of dd^2, where du and dd are differences
// of u and d. These equal u L u- and d L d up to the sign, and a rigid displacement, however far, costs them
// no digits.
typedef struct sums {
    double motion, stretch, rough;
} sums;

static sums sum_line(const cr_element *e) {
    const cr_grid *g = &e->grid;
    const double *u = e->u + cr_grid_at(g, 0, 0), *d = e->d + cr_grid_at(g, 0, 0);
    sums s = {0.0, 0.0, 0.0};
    for (int i = g->first[0]; i <= g->last[0]; i++) s.motion += share(g, i, 0) * cr_square(d[i]);
    for (int i = 0; i < g->n[0]; i++) {
        double du = u[i + 1] - u[i], dd = d[i + 1] - d[i];
        s.stretch += du * (du - dd);
        s.rough += dd * dd;
    }
    return s;
}

static double total(const cr_vector *lanes) {
    return ((*lanes)[0] + (*lanes)[1]) + ((*lanes)[2] + (*lanes)[3]);
}

// Each point of a held sheet with its right and upper neighbour, from (0, 0) on: one long row, because its
// border is zero.
CR_CLONES static sums sum_sheet(const cr_element *e) {
    const cr_grid *g = &e->grid;
    int stride = g->stride, start = cr_grid_at(g, 1, 0) - CR_GRID_VECTOR;
    cr_vector motion = {0.0}, stretch = {0.0}, rough = {0.0};
    for (int i = start; i < start + stride * g->n[1] + CR_GRID_VECTOR; i += CR_GRID_VECTOR) {
        const double *u = e->u + i, *d = e->d + i;
        cr_vector u_own = *cr_vector_at(u), d_own = *cr_vector_at(d);
        cr_vector du = *cr_vector_at(u + 1) - u_own, dd = *cr_vector_at(d + 1) - d_own;
        cr_vector du_up = *cr_vector_at(u + stride) - u_own, dd_up = *cr_vector_at(d + stride) - d_own;
        motion += d_own * d_own;
        stretch += du * (du - dd) + g->aspect * (du_up * (du_up - dd_up));
        rough += dd * dd + g->aspect * (dd_up * dd_up);
    }
    return (sums){total(&motion), total(&stretch), total(&rough)};
}

// h^d { rho/2 |d/k|^2 + 1/2 u S u- - k sigma1 rho/2 |d/k|_L^2 }; the last term belongs to the explicit sigma1
// term.
double cr_grid_energy(const cr_element *e) {
    const cr_grid *g = &e->grid;
    double k = e->h, dx2 = cr_square(g->spacing[0]);
    sums sum = g->n[1] ? sum_sheet(e) : sum_line(e);
    double kinetic = 0.5 * g->density / (k * k) * sum.motion, tension = 0.5 * g->tension / dx2 * sum.stretch;
    double stiffness = 0.5 * g->stiffness / (dx2 * dx2) * bending(e);
    return g->cell * (kinetic + tension + stiffness - 0.5 * e->sigma1 * g->density / (k * dx2) * sum.rough);
}

// Cubic interpolation at position x (in intervals) from the four points nearest to it. What lies on a point
// but for roundings is that point.
static int cubic_weights(double x, int n, double *weights) {
    double point = floor(x + 0.5);
    if (fabs(x - point) < 1e-12 * n) x = point;
    int start = (int)floor(x) - 1;
    start = start < 0 ? 0 : start > n - 3 ? n - 3 : start;
    for (int a = 0; a < 4; a++) {
        weights[a] = 1.0;
        for (int b = 0; b < 4; b++)
            if (b != a) weights[a] *= (x - start - b) / (a - b);
    }
    return start;
}

// Points of a line that are nearly as many as a vector has.
static void align(cr_port *port) {
    int last = port->count - 1;
    port->in_line = last >= CR_GRID_VECTOR - 2 && port->at[last] == port->at[0] + last;
    for (int k = port->count; port->in_line && k < CR_GRID_VECTOR; k++) {
        port->at[k] = port->at[0] + k;
        port->read[k] = port->push[k] = 0.0;
    }
}

cr_status cr_grid_locate(const cr_element *e, const double *where, cr_port *port, cr_error *error) {
    const cr_grid *g = &e->grid;
    double wx[4], wy[4] = {1.0}, push = e->h * e->h / (e->mass * (1.0 + e->sigma0 * e->h));
    int i0 = cubic_weights(where[0] * g->n[0], g->n[0], wx), rows = g->n[1] ? 4 : 1;
    int j0 = g->n[1] ? cubic_weights(where[1] * g->n[1], g->n[1], wy) : 0;
    port->count = 0;
    for (int b = 0; b < rows; b++)
        for (int a = 0; a < 4; a++) {
            int i = i0 + a, j = j0 + b;
            bool moves = i >= g->first[0] && i <= g->last[0] && j >= g->first[1] && j <= g->last[1];
            double read = wx[a] * wy[b];
            if (!moves || fabs(read) < 1e-15) continue;
            port->at[port->count] = cr_grid_at(g, i, j);
            port->read[port->count] = read;
            port->push[port->count++] = push * read / (share(g, i, 0) * share(g, j, 1));
        }
    port->in_rows = port->count == CR_PORT_ROWS;
    if (!g->n[1]) align(port);
    if (port->count == 0)
        return cr_fail(error, CR_ERR_INPUT, "at", "this point of the %s is held and cannot move",
                       e->type->name);
    return CR_OK;
}
