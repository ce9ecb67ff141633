#include "rows_rig.h"

#include "base/numeric.h"
#include "contact/cone.h"

#include <stdlib.h>
#include <string.h>

static void *take(rows_rig *rig, size_t count, size_t size) {
    void *memory = cr_arena_take(rig->arena, count + 1, size);
    if (!memory) abort();
    return memory;
}

rows_rig rows_rig_new(int most_bodies, int most_blocks) {
    rows_rig rig = {.arena = cr_arena_new(cr_allocator_default()),
                    .scratch = cr_arena_new(cr_allocator_default()),
                    .most_blocks = most_blocks,
                    .most_bodies = most_bodies};
    if (!rig.arena || !rig.scratch) abort();
    size_t n = (size_t)most_blocks;
    rig.freedoms = take(&rig, (size_t)most_bodies, sizeof *rig.freedoms);
    rig.body = take(&rig, 2 * n, sizeof *rig.body);
    rig.arms = take(&rig, 2 * n, sizeof *rig.arms);
    rig.compliance = take(&rig, 3 * n, sizeof *rig.compliance);
    rig.q = take(&rig, 3 * n, sizeof *rig.q);
    rig.mu = take(&rig, n, sizeof *rig.mu);
    rig.radius = take(&rig, 2 * n, sizeof *rig.radius);
    rig.kind = take(&rig, n, sizeof *rig.kind);
    rig.r = take(&rig, 3 * n, sizeof *rig.r);
    rig.rows = (cr_rows){.freedoms = rig.freedoms,
                         .body = rig.body,
                         .arms = (const double *const *)rig.arms,
                         .compliance = rig.compliance,
                         .q = rig.q,
                         .kind = rig.kind,
                         .mu = rig.mu,
                         .radius = rig.radius,
                         .hold = true};
    return rig;
}

void rows_rig_free(rows_rig *rig) {
    cr_arena_free(rig->arena);
    cr_arena_free(rig->scratch);
}

int rows_rig_body(rows_rig *rig, int freedoms) {
    if (rig->rows.bodies == rig->most_bodies) abort();
    rig->freedoms[rig->rows.bodies] = freedoms;
    rig->y = NULL;
    return rig->rows.bodies++;
}

int rows_rig_block(rows_rig *rig, cr_rows_kind kind, int a, int b, double compliance) {
    int i = rig->rows.blocks++, body[2] = {a, b};
    if (i == rig->most_blocks) abort();
    rig->kind[i] = (unsigned char)kind;
    for (int side = 0; side < 2; side++) {
        rig->body[2 * i + side] = body[side];
        if (body[side] >= 0)
            rig->arms[2 * i + side] = take(rig, 3 * (size_t)rig->freedoms[body[side]], sizeof(double));
    }
    for (int k = 0; k < 3; k++) rig->compliance[3 * i + k] = compliance;
    return i;
}

static int all_freedoms(const rows_rig *rig) {
    int sum = 0;
    for (int b = 0; b < rig->rows.bodies; b++) sum += rig->freedoms[b];
    return sum;
}

cr_status rows_rig_solve(rows_rig *rig, double tolerance) {
    if (!rig->y) rig->y = take(rig, (size_t)all_freedoms(rig), sizeof *rig->y);
    return cr_rows_solve(&rig->rows, tolerance, rig->scratch, rig->r, rig->y, &rig->result, &rig->error);
}

// A_i . A_j of one side each, times r_j
static void add_pair(const rows_rig *rig, int i, int j, double u[3]) {
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++) {
            int body = rig->body[2 * i + s];
            if (body < 0 || body != rig->body[2 * j + t]) continue;
            const double *a = rig->arms[2 * i + s], *b = rig->arms[2 * j + t];
            int n = rig->freedoms[body];
            for (int k = 0; k < n; k++) {
                double pushed =
                    b[k] * rig->r[3 * j] + b[n + k] * rig->r[3 * j + 1] + b[2 * n + k] * rig->r[3 * j + 2];
                for (int c = 0; c < 3; c++) u[c] += a[c * n + k] * pushed;
            }
        }
}

void rows_rig_velocity(const rows_rig *rig, int i, double u[3]) {
    for (int c = 0; c < 3; c++) u[c] = rig->q[3 * i + c] + rig->compliance[3 * i + c] * rig->r[3 * i + c];
    for (int j = 0; j < rig->rows.blocks; j++) add_pair(rig, i, j, u);
}

double rows_rig_energy(const rows_rig *rig) {
    double sum = 0.0;
    for (int i = 0; i < rig->rows.blocks; i++) {
        double u[3];
        rows_rig_velocity(rig, i, u);
        for (int c = 0; c < 3; c++) sum += 0.5 * rig->r[3 * i + c] * (rig->q[3 * i + c] + u[c]);
    }
    return sum;
}

typedef struct violation {
    double force, motion;
} violation;

// Two rows within a disk: inside it they stick, on it they slip against the reaction.
static void judge_disk(violation *v, const double r[2], const double u[2], double radius, double close) {
    double size = cr_length2(r[0], r[1]), slip = cr_length2(u[0], u[1]);
    v->force = cr_max(v->force, size - radius);
    if (size < radius - close) v->motion = cr_max(v->motion, slip);
    else if (radius > close)
        v->motion = cr_max(v->motion, cr_length2(u[0] + slip * r[0] / size, u[1] + slip * r[1] / size));
}

static void judge(const rows_rig *rig, int i, double close, violation *v) {
    const double *r = rig->r + 3 * i, *radius = rig->radius + 2 * i;
    double u[3];
    rows_rig_velocity(rig, i, u);
    if (rig->kind[i] == CR_ROWS_JOINT) {
        for (int c = 0; c < 3; c++) v->motion = cr_max(v->motion, fabs(u[c]));
    } else if (rig->kind[i] == CR_ROWS_CONTACT) {
        v->force = cr_max(v->force, -r[0]);
        v->motion = cr_max(v->motion, r[0] > close ? fabs(u[0]) : -u[0]);
        judge_disk(v, r + 1, u + 1, rig->mu[i] * r[0] + radius[0], close);
    } else {
        double third[2] = {r[2], 0.0}, turn[2] = {u[2], 0.0};
        judge_disk(v, r, u, radius[0], close);
        judge_disk(v, third, turn, radius[1], close);
    }
}

double rows_rig_violation(const rows_rig *rig) {
    double greatest = 0.0, push = 0.0;
    violation v = {0.0, 0.0};
    for (int k = 0; k < 3 * rig->rows.blocks; k++) {
        greatest = cr_max(greatest, fabs(rig->r[k]));
        push = cr_max(push, fabs(rig->q[k]));
    }
    for (int i = 0; i < rig->rows.blocks; i++) judge(rig, i, 1e-9 * greatest, &v);
    return cr_max(greatest > 0.0 ? v.force / greatest : 0.0, push > 0.0 ? v.motion / push : v.motion);
}
