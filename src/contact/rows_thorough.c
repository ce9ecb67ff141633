// The rows of a hold given to the cascade of carom/coulomb.h, in which all are contacts:
// - A joint is a contact under a great load P along its first row, far inside a wide cone, where it sticks:
//     u = W r + q = W (r + P e_1) + (q - W P e_1).
// - Rows within a disk of radius R are the tangents of a contact of mu = 1 whose normal row moves nothing but
//   a spring that presses it with R: u_n = c (r_n - R).
#include "base/numeric.h"
#include "contact/cone.h"
#include "contact/rows_work.h"

#include <string.h>

enum { CONTACTS_FEW = 400, EFFORT_FEW = 600, EFFORT_MANY = 82, KICK_FEW = 60 };
static const double load_share = 30.0, wide_cone = 10.0;

// Which rows of a block a contact stands for.
typedef enum part { ALL_ROWS, FIRST_TWO, THIRD } part;

typedef struct mapped {
    cr_coulomb_problem problem;
    int *block; // of each contact
    part *part;
    int *body;
    const double **arms;
    double *q, *mu, *compliance, *r, load;
} mapped;

bool cr_rows_are_coulomb(const cr_rows *rows) {
    for (int i = 0; i < rows->blocks; i++)
        if (rows->kind[i] == CR_ROWS_CONTACT && rows->radius[2 * i] > 0.0) return false;
    return rows->hold || rows->blocks <= KICK_FEW; // many kicks are better left
}

static bool take(mapped *m, const cr_rows *rows, cr_arena *arena) {
    size_t n = 2 * (size_t)rows->blocks + 1;
    m->block = cr_arena_take(arena, n, sizeof *m->block);
    m->part = cr_arena_take(arena, n, sizeof *m->part);
    m->body = cr_arena_take(arena, 2 * n, sizeof *m->body);
    m->arms = cr_arena_take(arena, 2 * n, sizeof *m->arms);
    m->mu = cr_arena_take(arena, n, sizeof *m->mu);
    m->q = cr_arena_take(arena, 3 * n, sizeof *m->q);
    m->compliance = cr_arena_take(arena, 3 * n, sizeof *m->compliance);
    m->r = cr_arena_take(arena, 3 * n, sizeof *m->r);
    return m->block && m->part && m->body && m->arms && m->mu && m->q && m->compliance && m->r;
}

// A contact for block i that has its bodies, as yet without arms.
static int begin_contact(mapped *m, const cr_rows *rows, int i, part which) {
    int at = m->problem.contacts++;
    m->block[at] = i;
    m->part[at] = which;
    for (int side = 0; side < 2; side++) m->body[2 * at + side] = rows->body[2 * i + side];
    return at;
}

static void add_whole(mapped *m, const cr_rows *rows, int i) {
    int at = begin_contact(m, rows, i, ALL_ROWS);
    m->mu[at] = rows->kind[i] == CR_ROWS_JOINT ? wide_cone : rows->mu[i];
    for (int side = 0; side < 2; side++) m->arms[2 * at + side] = rows->arms[2 * i + side];
    memcpy(m->compliance + 3 * at, rows->compliance + 3 * i, 3 * sizeof *m->compliance);
}

// `count` rows of a disk from `first` on as tangents.
static bool add_disk(mapped *m, const cr_rows_work *work, int i, part which, int first, int count,
                     cr_arena *arena) {
    const cr_rows *rows = work->rows;
    if (!(rows->radius[2 * i + (which == THIRD)] > 0.0)) return true;
    int at = begin_contact(m, rows, i, which);
    double *soft = m->compliance + 3 * at;
    m->mu[at] = 1.0;
    soft[0] = soft[1] = soft[2] = work->weight[i];
    memcpy(soft + 1, rows->compliance + 3 * i + first, (size_t)count * sizeof *soft);
    for (int side = 0; side < 2; side++) {
        int body = rows->body[2 * i + side];
        if (body < 0) continue;
        size_t n = (size_t)rows->freedoms[body];
        double *arm = cr_arena_take(arena, 3 * n + 1, sizeof *arm);
        if (!arm) return false;
        memcpy(arm + n, rows->arms[2 * i + side] + (size_t)first * n, (size_t)count * n * sizeof *arm);
        m->arms[2 * at + side] = arm;
    }
    return true;
}

// More than any joint bears: what the bodies would need to stop all of q, and what is borne already.
static double great_load(const cr_rows_work *work) {
    double most = 0.0;
    for (int i = 0; i < work->rows->blocks; i++) {
        const double *q = work->rows->q + 3 * i, *r = work->best + 3 * i;
        most = cr_max(most, sqrt(cr_dot3(q, q)) / work->weight[i]);
        most = cr_max(most, sqrt(cr_dot3(r, r)));
    }
    return load_share * most;
}

// The velocities under the loads of the joints, backwards.
static void fill_velocities(mapped *m, cr_rows_work *work) {
    const cr_rows *rows = work->rows;
    memset(work->trial, 0, 3 * (size_t)rows->blocks * sizeof *work->trial);
    for (int i = 0; i < rows->blocks; i++)
        if (rows->kind[i] == CR_ROWS_JOINT) work->trial[3 * i] = -m->load;
    cr_operator_apply(&work->op, work->trial, work->u);
    work->measured = false;
    for (int at = 0; at < m->problem.contacts; at++) {
        int i = m->block[at];
        double *q = m->q + 3 * at;
        const double *u = work->u + 3 * i;
        memcpy(q, u, 3 * sizeof *q);
        if (m->part[at] == ALL_ROWS) continue;
        bool third = m->part[at] == THIRD;
        q[0] = -work->weight[i] * rows->radius[2 * i + third];
        q[1] = u[third ? 2 : 0];
        q[2] = third ? 0.0 : u[1];
    }
}

// The reactions of the blocks.
static void map_back(const mapped *m, const cr_rows *rows, double *r) {
    memset(r, 0, 3 * (size_t)rows->blocks * sizeof *r);
    for (int at = 0; at < m->problem.contacts; at++) {
        int i = m->block[at];
        const double *found = m->r + 3 * at;
        if (m->part[at] == ALL_ROWS) memcpy(r + 3 * i, found, 3 * sizeof *r);
        else if (m->part[at] == FIRST_TWO) memcpy(r + 3 * i, found + 1, 2 * sizeof *r);
        else r[3 * i + 2] = found[1];
        if (rows->kind[i] == CR_ROWS_JOINT) r[3 * i] -= m->load;
    }
}

static cr_status solve(mapped *m, cr_rows_work *work, cr_arena *arena, cr_coulomb_method *method,
                       cr_error *error) {
    cr_coulomb_options options = cr_coulomb_options_default();
    cr_coulomb_result result;
    options.tolerance = 0.5 * work->tolerance;
    options.effort = m->problem.contacts <= CONTACTS_FEW ? EFFORT_FEW : EFFORT_MANY;
    options.scale = cr_rows_scale(work, work->best);
    cr_status status = cr_coulomb_solve(&m->problem, &options, arena, m->r, &result, error);
    if (status != CR_OK) return status;
    work->factorisations += result.factorisations;
    work->sweeps += result.iterations - result.factorisations;
    map_back(m, work->rows, work->trial);
    cr_rows_admit(work, work->trial);
    cr_rows_keep(work, work->trial);
    *method = result.method;
    return CR_OK;
}

cr_status cr_rows_thorough(cr_rows_work *work, cr_arena *arena, cr_coulomb_method *method, cr_error *error) {
    const cr_rows *rows = work->rows;
    cr_arena_mark mark = cr_arena_here(arena);
    mapped m = {.load = great_load(work)};
    bool all = take(&m, rows, arena);
    for (int i = 0; i < rows->blocks && all; i++)
        if (rows->kind[i] != CR_ROWS_DISK) add_whole(&m, rows, i);
        else all = add_disk(&m, work, i, FIRST_TWO, 0, 2, arena) && add_disk(&m, work, i, THIRD, 2, 1, arena);
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %d blocks", rows->blocks);
    m.problem.q = m.q;
    m.problem.mu = m.mu;
    m.problem.bodies = rows->bodies;
    m.problem.freedoms = rows->freedoms;
    m.problem.body = m.body;
    m.problem.arms = m.arms;
    m.problem.compliance = m.compliance;
    fill_velocities(&m, work);
    cr_status status = solve(&m, work, arena, method, error);
    cr_arena_rewind(arena, mark);
    return status;
}
