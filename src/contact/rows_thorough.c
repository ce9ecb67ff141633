// Contacts of a hold given to the cascade of carom/coulomb.h. Disks keep the reactions that they have. A
// joint is a contact under a great load P along its first row, far inside a wide cone, where it sticks:
//   u = W r + q = W (r + P e_1) + (q - W P e_1).
#include "base/numeric.h"
#include "contact/cone.h"
#include "contact/rows_work.h"

#include <string.h>

enum { CONTACTS_FEW = 400, EFFORT_FEW = 600, EFFORT_MANY = 82 };
static const double load_share = 30.0, wide_cone = 10.0;

typedef struct mapped {
    cr_coulomb_problem problem;
    int *block; // of each contact
    int *body;
    const double **arms;
    double *q, *mu, *compliance, *r, load;
} mapped;

static bool stated(const cr_rows *rows) {
    for (int i = 0; i < rows->blocks; i++)
        if (rows->kind[i] == CR_ROWS_CONTACT && rows->radius[2 * i] > 0.0) return false;
    return rows->hold;
}

static bool take(mapped *m, const cr_rows *rows, cr_arena *arena) {
    size_t n = (size_t)rows->blocks + 1;
    m->block = cr_arena_take(arena, n, sizeof *m->block);
    m->body = cr_arena_take(arena, 2 * n, sizeof *m->body);
    m->arms = cr_arena_take(arena, 2 * n, sizeof *m->arms);
    m->mu = cr_arena_take(arena, n, sizeof *m->mu);
    m->q = cr_arena_take(arena, 3 * n, sizeof *m->q);
    m->compliance = cr_arena_take(arena, 3 * n, sizeof *m->compliance);
    m->r = cr_arena_take(arena, 3 * n, sizeof *m->r);
    return m->block && m->body && m->arms && m->mu && m->q && m->compliance && m->r;
}

static void copy_block(mapped *m, const cr_rows *rows, int i) {
    int at = m->problem.contacts++;
    m->block[at] = i;
    m->mu[at] = rows->kind[i] == CR_ROWS_JOINT ? wide_cone : rows->mu[i];
    for (int side = 0; side < 2; side++) {
        m->body[2 * at + side] = rows->body[2 * i + side];
        m->arms[2 * at + side] = rows->arms[2 * i + side];
    }
    memcpy(m->compliance + 3 * at, rows->compliance + 3 * i, 3 * sizeof *m->compliance);
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

// The velocities under the disks' reactions and, backwards, under the load of the joints.
static void fill_velocities(mapped *m, cr_rows_work *work) {
    const cr_rows *rows = work->rows;
    double *fixed = work->trial;
    for (int i = 0; i < rows->blocks; i++)
        for (int a = 0; a < 3; a++) {
            fixed[3 * i + a] = rows->kind[i] == CR_ROWS_DISK ? work->best[3 * i + a] : 0.0;
            if (rows->kind[i] == CR_ROWS_JOINT && a == 0) fixed[3 * i] = -m->load;
        }
    cr_operator_apply(&work->op, fixed, work->u);
    work->measured = false;
    for (int at = 0; at < m->problem.contacts; at++)
        memcpy(m->q + 3 * at, work->u + 3 * m->block[at], 3 * sizeof *m->q);
}

static cr_status solve(mapped *m, cr_rows_work *work, cr_arena *arena, bool *solved, cr_error *error) {
    cr_coulomb_options options = cr_coulomb_options_default();
    cr_coulomb_result result;
    options.tolerance = 0.5 * work->tolerance;
    options.effort = m->problem.contacts <= CONTACTS_FEW ? EFFORT_FEW : EFFORT_MANY;
    options.scale = cr_rows_scale(work, work->best);
    cr_status status = cr_coulomb_solve(&m->problem, &options, arena, m->r, &result, error);
    if (status != CR_OK) return status;
    work->factorisations += result.factorisations;
    work->sweeps += result.iterations - result.factorisations;
    memcpy(work->trial, work->best, 3 * (size_t)work->rows->blocks * sizeof *work->trial);
    for (int at = 0; at < m->problem.contacts; at++) {
        double *r = work->trial + 3 * m->block[at];
        memcpy(r, m->r + 3 * at, 3 * sizeof *r);
        if (work->rows->kind[m->block[at]] == CR_ROWS_JOINT) r[0] -= m->load;
    }
    cr_rows_admit(work, work->trial);
    *solved = cr_rows_keep(work, work->trial) <= work->tolerance;
    return CR_OK;
}

cr_status cr_rows_thorough(cr_rows_work *work, cr_arena *arena, bool *solved, cr_error *error) {
    const cr_rows *rows = work->rows;
    *solved = false;
    if (!stated(rows)) return CR_OK;
    cr_arena_mark mark = cr_arena_here(arena);
    mapped m = {.load = great_load(work)};
    if (!take(&m, rows, arena))
        return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %d blocks", rows->blocks);
    m.problem = (cr_coulomb_problem){.q = m.q,
                                     .mu = m.mu,
                                     .bodies = rows->bodies,
                                     .freedoms = rows->freedoms,
                                     .body = m.body,
                                     .arms = m.arms,
                                     .compliance = m.compliance};
    for (int i = 0; i < rows->blocks; i++)
        if (rows->kind[i] != CR_ROWS_DISK) copy_block(&m, rows, i);
    fill_velocities(&m, work);
    cr_status status = solve(&m, work, arena, solved, error);
    cr_arena_rewind(arena, mark);
    return status;
}
