#include "linear_world.h"

#include "base/numeric.h"
#include "contact/cone.h"

#include <stdlib.h>
#include <string.h>

static const double gravity = 9.81;

static void *take(linear_world *w, size_t count, size_t size) {
    void *memory = cr_arena_take(w->arena, count + 1, size);
    if (!memory) abort();
    return memory;
}

linear_world linear_world_new(int most_bodies, int most_freedoms, int most_contacts) {
    linear_world w = {.arena = cr_arena_new(cr_allocator_default()),
                      .kick_soft = 0.1,
                      .margin = 2e-4,
                      .bristle = true,
                      .kick = rows_rig_new(most_bodies, most_contacts),
                      .hold = rows_rig_new(most_bodies, most_contacts)};
    if (!w.arena) abort();
    size_t n = (size_t)most_contacts, f = (size_t)most_freedoms;
    w.offset = take(&w, (size_t)most_bodies + 1, sizeof *w.offset);
    double **of_freedoms[] = {&w.omega, &w.zeta, &w.pull, &w.x, &w.v, &w.metric, &w.shift};
    for (int i = 0; i < 7; i++) *of_freedoms[i] = take(&w, f, sizeof(double));
    w.body = take(&w, 2 * n, sizeof *w.body);
    w.columns = take(&w, 2 * n, sizeof *w.columns);
    double **of_contacts[] = {&w.gap, &w.spring, &w.mu, &w.force, &w.impulse};
    for (int i = 0; i < 5; i++) *of_contacts[i] = take(&w, 3 * n, sizeof(double));
    w.row_of = take(&w, n, sizeof *w.row_of);
    w.kick.rows.hold = false;
    return w;
}

void linear_world_free(linear_world *w) {
    cr_arena_free(w->arena);
    rows_rig_free(&w->kick);
    rows_rig_free(&w->hold);
}

int linear_body(linear_world *w, int freedoms) {
    int body = w->bodies++;
    w->freedoms += freedoms;
    w->offset[body + 1] = w->freedoms;
    rows_rig_body(&w->kick, freedoms);
    rows_rig_body(&w->hold, freedoms);
    return body;
}

int linear_rigid(linear_world *w, double mass) {
    int body = linear_body(w, 6);
    w->pull[w->offset[body] + 2] = -gravity * sqrt(mass);
    return body;
}

int linear_contact(linear_world *w, int a, int b, double spring, double mu) {
    int i = w->contacts++, body[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        w->body[2 * i + side] = body[side];
        if (body[side] < 0) continue;
        int n = w->offset[body[side] + 1] - w->offset[body[side]];
        w->columns[2 * i + side] = take(w, 3 * (size_t)n, sizeof(double));
    }
    w->spring[i] = spring;
    w->mu[i] = mu;
    return i;
}

void linear_rigid_columns(linear_world *w, int contact, int side, double mass, const double inertia[3],
                          const double arm[3], double frame[3][3]) {
    double sign = side ? -1.0 : 1.0, *column = w->columns[2 * contact + side];
    for (int a = 0; a < 3; a++) {
        const double *e = frame[a];
        double turn[3] = {arm[1] * e[2] - arm[2] * e[1], arm[2] * e[0] - arm[0] * e[2],
                          arm[0] * e[1] - arm[1] * e[0]};
        for (int c = 0; c < 3; c++) {
            column[6 * a + c] += sign * e[c] / sqrt(mass);
            column[6 * a + 3 + c] += sign * turn[c] / sqrt(inertia[c]);
        }
    }
}

// Of a freedom over h: x -> a11 x + a12 v + b f, v -> a21 x + a22 v + a12 f.
typedef struct flow {
    double a11, a12, a21, a22, b;
} flow;

static flow flow_of(double omega, double zeta, double h) {
    if (omega == 0.0) return (flow){1.0, h, 0.0, 1.0, 0.5 * h * h};
    double s = zeta * omega, damped = omega * sqrt(1.0 - zeta * zeta), decay = exp(-s * h);
    double c = decay * cos(damped * h), d = decay * sin(damped * h) / damped;
    return (flow){c + s * d, d, -omega * omega * d, c - s * d, (1.0 - c - s * d) / (omega * omega)};
}

// c_i . z of all three rows
static void along(const linear_world *w, int i, const double *z, double u[3]) {
    u[0] = u[1] = u[2] = 0.0;
    for (int side = 0; side < 2; side++) {
        int body = w->body[2 * i + side];
        if (body < 0) continue;
        int n = w->offset[body + 1] - w->offset[body];
        for (int a = 0; a < 3; a++)
            for (int k = 0; k < n; k++) u[a] += w->columns[2 * i + side][a * n + k] * z[w->offset[body] + k];
    }
}

static double gap_now(const linear_world *w, int i) {
    double u[3];
    along(w, i, w->x, u);
    return w->gap[i] + u[0];
}

// A share of the columns' freedoms.
static double *scaled_arm(rows_rig *rig, const linear_world *w, int i, int side, const double *metric) {
    int body = w->body[2 * i + side], n = body < 0 ? 0 : w->offset[body + 1] - w->offset[body];
    double *arm = cr_arena_take(rig->arena, 3 * (size_t)n + 1, sizeof *arm);
    if (!arm) abort();
    for (int k = 0; k < 3 * n; k++) arm[k] = w->columns[2 * i + side][k] * metric[w->offset[body] + k % n];
    return arm;
}

// Blocks of the contacts that are near, their arms with a metric for each freedom; the last rows are gone.
static void begin_rows(linear_world *w, rows_rig *rig, cr_arena_mark *mark, const double *metric) {
    int count = 0;
    if (rig->y) cr_arena_rewind(rig->arena, *mark);
    else *mark = cr_arena_here(rig->arena);
    rig->y = cr_arena_take(rig->arena, (size_t)w->freedoms + 1, sizeof *rig->y);
    if (!rig->y) abort();
    for (int i = 0; i < w->contacts; i++) {
        if (gap_now(w, i) > w->margin) continue;
        w->row_of[count] = i;
        for (int side = 0; side < 2; side++) {
            rig->body[2 * count + side] = w->body[2 * i + side];
            rig->arms[2 * count + side] = scaled_arm(rig, w, i, side, metric);
        }
        rig->mu[count++] = w->mu[i];
    }
    rig->rows.blocks = count;
}

static double own_row(const rows_rig *rig, int j, int a) {
    double own = 0.0;
    for (int side = 0; side < 2; side++) {
        int body = rig->body[2 * j + side], n = body < 0 ? 0 : rig->freedoms[body];
        for (int k = 0; k < n; k++) own += cr_square(rig->arms[2 * j + side][a * n + k]);
    }
    return own;
}

void linear_kick_rows(linear_world *w) {
    rows_rig *rig = &w->kick;
    for (int k = 0; k < w->freedoms; k++) w->metric[k] = 1.0;
    begin_rows(w, rig, &w->kick_mark, w->metric);
    rig->rows.scale = sqrt((double)rig->rows.blocks) * gravity * w->h;
    for (int j = 0; j < rig->rows.blocks; j++) {
        int i = w->row_of[j];
        const double *force = w->force + 3 * i;
        along(w, i, w->v, rig->q + 3 * j);
        rig->q[3 * j] += cr_max(gap_now(w, i), 0.0) / w->h;
        bool stuck = cr_length2(force[1], force[2]) < (1.0 - 1e-9) * w->mu[i] * force[0];
        rig->radius[2 * j] = stuck ? w->mu[i] * w->h * force[0] : 0.0;
        for (int a = 0; a < 3; a++) rig->compliance[3 * j + a] = w->kick_soft * own_row(rig, j, a);
        memcpy(rig->r + 3 * j, w->impulse + 3 * i, 3 * sizeof(double));
    }
}

void linear_hold_rows(linear_world *w) {
    rows_rig *rig = &w->hold;
    for (int k = 0; k < w->freedoms; k++) {
        flow f = flow_of(w->omega[k], w->zeta[k], w->h);
        w->metric[k] = sqrt(cr_max(f.b, 0.0));
        w->shift[k] = (f.a11 - 1.0) * w->x[k] + f.a12 * w->v[k] + f.b * w->pull[k];
    }
    begin_rows(w, rig, &w->hold_mark, w->metric);
    for (int j = 0; j < rig->rows.blocks; j++) {
        int i = w->row_of[j];
        const double *force = w->force + 3 * i;
        double gap = gap_now(w, i), soft = 1.0 / w->spring[i];
        along(w, i, w->shift, rig->q + 3 * j);
        rig->q[3 * j] += gap >= 0.0 ? gap : cr_max(gap, -force[0] * soft);
        for (int a = 0; a < 3; a++) rig->compliance[3 * j + a] = a == 0 || w->bristle ? soft : 0.0;
        for (int a = 1; a < 3 && w->bristle; a++) rig->q[3 * j + a] -= force[a] * soft;
        memcpy(rig->r + 3 * j, force, 3 * sizeof *force);
    }
}

static bool solve(rows_rig *rig, double tolerance, linear_count *count) {
    if (cr_rows_solve(&rig->rows, tolerance, rig->scratch, rig->r, rig->y, &rig->result, &rig->error) !=
        CR_OK)
        return false;
    count->solved[rig->result.method]++;
    count->solves++;
    count->unsolved += rig->result.method == CR_COULOMB_UNSOLVED;
    count->sweeps += rig->result.sweeps;
    count->factorisations += rig->result.factorisations;
    count->residual = cr_max(count->residual, rig->result.residual);
    count->energy = cr_max(count->energy, rig->result.energy);
    return true;
}

static void keep(linear_world *w, const rows_rig *rig, double *of_contacts) {
    memset(of_contacts, 0, 3 * (size_t)w->contacts * sizeof *of_contacts);
    for (int j = 0; j < rig->rows.blocks; j++)
        memcpy(of_contacts + 3 * w->row_of[j], rig->r + 3 * j, 3 * sizeof *of_contacts);
}

bool linear_step(linear_world *w, double tolerance) {
    linear_kick_rows(w);
    if (!solve(&w->kick, tolerance, &w->kicks)) return false;
    keep(w, &w->kick, w->impulse);
    for (int k = 0; k < w->freedoms; k++) w->v[k] += w->kick.y[k];
    linear_hold_rows(w);
    if (!solve(&w->hold, tolerance, &w->holds)) return false;
    keep(w, &w->hold, w->force);
    for (int k = 0; k < w->freedoms; k++) {
        flow f = flow_of(w->omega[k], w->zeta[k], w->h);
        double root = sqrt(f.b), force = w->pull[k] + (root > 0.0 ? w->hold.y[k] / root : 0.0);
        double x = f.a11 * w->x[k] + f.a12 * w->v[k] + f.b * force;
        w->v[k] = f.a21 * w->x[k] + f.a22 * w->v[k] + f.a12 * force;
        w->x[k] = x;
    }
    return true;
}
