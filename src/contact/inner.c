#include "contact/inner.h"

#include "base/numeric.h"
#include "contact/cone.h"

#include <string.h>

cr_status cr_inner_make(cr_inner *in, cr_scaled *s, cr_arena *arena, cr_error *error) {
    size_t n = (size_t)s->contacts, vector = 3 * n, matrix = 9 * n;
    double *all = cr_arena_take(arena, 5 * vector + 4 * matrix + 3 * n + 1, sizeof *all);
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %zu contacts", n);
    *in = (cr_inner){.s = s, .x = all, .z = all + vector, .x_gap = all + 2 * vector};
    in->z_gap = in->x_gap + n;
    in->lambda_det = in->z_gap + n;
    in->lambda = in->lambda_det + n;
    in->jacobian = in->lambda + vector;
    in->right = in->jacobian + vector;
    in->g = in->right + vector;
    in->g_inverse = in->g + matrix;
    in->e = in->g_inverse + matrix;
    in->e_inverse = in->e + matrix;
    cr_inner_start(in);
    return CR_OK;
}

void cr_inner_start(cr_inner *in) {
    for (int i = 0; i < in->s->contacts; i++) {
        in->x_gap[i] = in->z_gap[i] = 1.0;
        for (int a = 0; a < 3; a++) in->x[3 * i + a] = in->z[3 * i + a] = a == 0 ? 1.0 : 0.0;
    }
}

double cr_inner_tau(const cr_inner *in) {
    double sum = 0.0;
    for (int i = 0; i < in->s->contacts; i++) sum += cr_dot3(in->x + 3 * i, in->z + 3 * i);
    return sum / in->s->contacts;
}

static double det(const double v[3], double gap) {
    return gap * (2.0 * cr_length2(v[1], v[2]) + gap);
}

double cr_inner_det_x(const cr_inner *in, int i) {
    return det(in->x + 3 * i, in->x_gap[i]);
}

double cr_inner_det_z(const cr_inner *in, int i) {
    return det(in->z + 3 * i, in->z_gap[i]);
}

void cr_inner_residue(const cr_inner *in, double *rd) {
    cr_operator_apply(&in->s->op, in->x, rd);
    for (int i = 0; i < in->s->contacts; i++) {
        const double *z = in->z + 3 * i;
        rd[3 * i] = cr_inner_det_z(in, i) / z[0] - rd[3 * i];
        rd[3 * i + 1] = z[1] - rd[3 * i + 1];
        rd[3 * i + 2] = z[2] - rd[3 * i + 2];
    }
}

// G = beta (b_0, b_t; b_t, 1 + b_t b_t^T/(1 + b_0)), its inverse the same with -b_t and 1/beta.
static void fill_scaling(double beta, double b0, double b1, double b2, double g[9]) {
    double f = beta / (1.0 + b0);
    g[0] = beta * b0;
    g[1] = g[3] = beta * b1;
    g[2] = g[6] = beta * b2;
    g[4] = beta + f * b1 * b1;
    g[8] = beta + f * b2 * b2;
    g[5] = g[7] = f * b1 * b2;
}

// G^2 = beta^2 (2 b b^T - diag(1, -1, -1)).
static void fill_square(double factor, double b0, double b1, double b2, double s[9]) {
    s[0] = factor * (1.0 + 2.0 * (b1 * b1 + b2 * b2));
    s[1] = s[3] = 2.0 * factor * b0 * b1;
    s[2] = s[6] = 2.0 * factor * b0 * b2;
    s[4] = factor * (1.0 + 2.0 * b1 * b1);
    s[8] = factor * (1.0 + 2.0 * b2 * b2);
    s[5] = s[7] = 2.0 * factor * b1 * b2;
}

static bool scale_contact(cr_inner *in, int i) {
    const double *x = in->x + 3 * i, *z = in->z + 3 * i;
    double *g = in->g + 9 * i, *j = in->jacobian + 3 * i, *e = in->e + 9 * i;
    double dx = cr_inner_det_x(in, i), dz = cr_inner_det_z(in, i);
    if (!(dx > 0.0 && dz > 0.0 && x[0] > 0.0 && z[0] > 0.0)) return false;
    double sx = 1.0 / sqrt(dx), sz = 1.0 / sqrt(dz), gamma = sqrt(0.5 * (1.0 + cr_dot3(x, z) * sx * sz));
    double b1 = (z[1] * sz - x[1] * sx) / (2.0 * gamma), b2 = (z[2] * sz - x[2] * sx) / (2.0 * gamma);
    double b0 = sqrt(1.0 + b1 * b1 + b2 * b2), beta = sqrt(sqrt(dz / dx));
    fill_scaling(beta, b0, b1, b2, g);
    fill_scaling(1.0 / beta, b0, -b1, -b2, in->g_inverse + 9 * i);
    cr_apply3(g, x, in->lambda + 3 * i);
    in->lambda_det[i] = sqrt(dx * dz);
    j[0] = 1.0 + (z[1] * z[1] + z[2] * z[2]) / (z[0] * z[0]);
    j[1] = -2.0 * z[1] / z[0];
    j[2] = -2.0 * z[2] / z[0];
    double s[9], h[9], *inverse = in->e_inverse + 9 * i;
    fill_square(beta * beta, b0, b1, b2, s);
    fill_square(1.0 / (beta * beta), b0, -b1, -b2, h);
    for (int k = 0; k < 3; k++) {
        e[k] = j[0] * s[k] + j[1] * s[3 + k] + j[2] * s[6 + k];
        e[3 + k] = s[3 + k];
        e[6 + k] = s[6 + k];
        inverse[3 * k] = h[3 * k] / j[0];
        inverse[3 * k + 1] = h[3 * k + 1] - h[3 * k] * j[1] / j[0];
        inverse[3 * k + 2] = h[3 * k + 2] - h[3 * k] * j[2] / j[0];
    }
    return true;
}

bool cr_inner_scale(cr_inner *in) {
    for (int i = 0; i < in->s->contacts; i++)
        if (!scale_contact(in, i)) return false;
    return true;
}

void cr_inner_direction(cr_inner *in, const double *f, const double *c, double *dx, double *dz) {
    if (!in->s->problem.row) {
        cr_inner_direction_bodies(in, f, c, dx, dz);
        return;
    }
    for (int i = 0; i < in->s->contacts; i++) {
        double gc[3];
        cr_apply3(in->g + 9 * i, c + 3 * i, gc);
        in->right[3 * i] = cr_dot3(in->jacobian + 3 * i, gc) - f[3 * i];
        in->right[3 * i + 1] = gc[1] - f[3 * i + 1];
        in->right[3 * i + 2] = gc[2] - f[3 * i + 2];
    }
    cr_scaled_solve(in->s, in->e, NULL, in->right, dx);
    for (int i = 0; i < in->s->contacts; i++) {
        double t[3];
        cr_apply3(in->g + 9 * i, dx + 3 * i, t);
        for (int a = 0; a < 3; a++) t[a] = c[3 * i + a] - t[a];
        cr_apply3(in->g + 9 * i, t, dz + 3 * i);
    }
}

void cr_inner_divide(const cr_inner *in, int i, const double v[3], double y[3]) {
    const double *l = in->lambda + 3 * i;
    y[0] = (l[0] * v[0] - l[1] * v[1] - l[2] * v[2]) / in->lambda_det[i];
    y[1] = (v[1] - y[0] * l[1]) / l[0];
    y[2] = (v[2] - y[0] * l[2]) / l[0];
}

// The first share > 0 with det(v + share d) = a + 2 b share + c share^2 = 0, or a great number.
static double reach(const double v[3], double gap, const double d[3]) {
    double slip = cr_length2(v[1], v[2]), least = 1e30;
    double along = slip > 0.0 ? (v[1] * d[1] + v[2] * d[2]) / slip : 0.0;
    double a = det(v, gap), b = slip * (d[0] - along) + gap * d[0];
    double c = d[0] * d[0] - d[1] * d[1] - d[2] * d[2], root = b * b - a * c;
    if (c < 0.0 || (b < 0.0 && root >= 0.0)) {
        double s = sqrt(cr_max(root, 0.0));
        least = b <= 0.0 ? a / (s - b) : (-b - s) / c;
    }
    if (d[0] < 0.0) least = cr_min(least, -v[0] / d[0]);
    return least;
}

double cr_inner_reach(const cr_inner *in, const double *dx, const double *dz) {
    double least = 1.0 / 0.99;
    for (int i = 0; i < in->s->contacts; i++) {
        least = cr_min(least, reach(in->x + 3 * i, in->x_gap[i], dx + 3 * i));
        least = cr_min(least, reach(in->z + 3 * i, in->z_gap[i], dz + 3 * i));
    }
    return least;
}

// |v_t + s d_t| - |v_t| by its square, so that the gap keeps its digits.
static void move(double v[3], double *gap, double share, const double d[3]) {
    double before = cr_length2(v[1], v[2]), dot = v[1] * d[1] + v[2] * d[2],
           square = d[1] * d[1] + d[2] * d[2];
    v[1] += share * d[1];
    v[2] += share * d[2];
    double after = cr_length2(v[1], v[2]), sum = before + after;
    double growth = sum > 0.0 ? share * (2.0 * dot + share * square) / sum : 0.0;
    *gap += share * d[0] - growth;
    v[0] = after + *gap;
}

void cr_inner_move(cr_inner *in, double share, const double *dx, const double *dz) {
    for (int i = 0; i < in->s->contacts; i++) {
        move(in->x + 3 * i, &in->x_gap[i], share, dx + 3 * i);
        move(in->z + 3 * i, &in->z_gap[i], share, dz + 3 * i);
    }
}

// x, z and both gaps lie one after the other.
static size_t state_size(const cr_inner *in) {
    return 8 * (size_t)in->s->contacts;
}

cr_inner_state cr_inner_state_take(const cr_inner *in, cr_arena *arena) {
    return (cr_inner_state){.numbers = cr_arena_take(arena, state_size(in) + 1, sizeof(double))};
}

void cr_inner_save(const cr_inner *in, cr_inner_state *state) {
    memcpy(state->numbers, in->x, state_size(in) * sizeof(double));
}

void cr_inner_restore(cr_inner *in, const cr_inner_state *state) {
    memcpy(in->x, state->numbers, state_size(in) * sizeof(double));
}
