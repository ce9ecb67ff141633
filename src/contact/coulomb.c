// Stages from quick to thorough, until one solves the problem. Each keeps the best reactions so far.
#include "carom/coulomb.h"

#include "base/numeric.h"
#include "contact/cone.h"
#include "contact/stages.h"

#include <string.h>

enum { CONTACTS_BY_BLOCKS = 400 };

static const char *const names[] = {
#define X(name, text, doc) text,
    CR_COULOMB_METHOD_LIST(X)
#undef X
};

const char *cr_coulomb_method_name(cr_coulomb_method method) {
    return (size_t)method < sizeof names / sizeof *names ? names[method] : "?";
}

cr_coulomb_options cr_coulomb_options_default(void) {
    return (cr_coulomb_options){.tolerance = 1e-8, .effort = 20000};
}

double cr_coulomb_residual(const cr_coulomb_problem *p, const double *r, double scale, cr_arena *scratch) {
    cr_arena_mark mark = cr_arena_here(scratch);
    cr_operator op;
    cr_status status = cr_operator_make(&op, p, scratch, NULL);
    double residual = status == CR_OK ? cr_operator_residual(&op, r, scale) : HUGE_VAL;
    cr_arena_rewind(scratch, mark);
    return residual;
}

double cr_coulomb_energy(const cr_coulomb_problem *p, const double *r, cr_arena *scratch) {
    cr_arena_mark mark = cr_arena_here(scratch);
    cr_operator op;
    double linear, square, energy = CR_NAN;
    if (cr_operator_make(&op, p, scratch, NULL) == CR_OK) {
        cr_operator_energy(&op, r, &linear, &square);
        energy = linear + 0.5 * square;
    }
    cr_arena_rewind(scratch, mark);
    return energy;
}

// What was not solved may still bring energy, and so may a W that no masses have: shrunk to the share s that
// takes away most, -r.q/(r.W r), it stays in the cones and takes (r.q)^2/(2 r.W r) away.
static double guard(const cr_operator *op, double *r) {
    double linear, square, share = 1.0;
    cr_operator_energy(op, r, &linear, &square);
    if (linear + 0.5 * square <= 0.0) return 1.0;
    share = square > 0.0 ? cr_clamp(-linear / square, 0.0, 1.0) : 0.0;
    for (int k = 0; k < 3 * op->p->contacts; k++) r[k] *= share;
    return share;
}

static cr_status verify_blocks(const cr_coulomb_problem *p, int i, double *sum, cr_error *error) {
    bool own = false, rising = true;
    for (int k = p->row[i]; k < p->row[i + 1]; k++) {
        int column = p->column[k];
        own = own || column == i;
        rising =
            rising && column >= 0 && column < p->contacts && (k == p->row[i] || column > p->column[k - 1]);
        for (int a = 0; a < 9; a++) *sum += p->block[9 * (size_t)k + (size_t)a];
    }
    if (rising && own) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, "contact problem",
                   "blocks of contact %d are out of order or lack the diagonal", i + 1);
}

static cr_status verify_bodies(const cr_coulomb_problem *p, int i, double *sum, cr_error *error) {
    const int *body = p->body + 2 * i;
    for (int side = 0; side < 2; side++) {
        if (body[side] < -1 || body[side] >= p->bodies)
            return cr_fail(error, CR_ERR_INPUT, "contact problem", "contact %d names body %d of %d", i + 1,
                           body[side], p->bodies);
        for (int k = 0; body[side] >= 0 && k < 3 * p->freedoms[body[side]]; k++)
            *sum += p->arms[2 * i + side][k];
    }
    for (int a = 0; p->compliance && a < 3; a++) *sum += p->compliance[3 * i + a];
    if (body[0] != body[1]) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, "contact problem", "contact %d is of a body with itself", i + 1);
}

static cr_status verify(const cr_coulomb_problem *p, cr_error *error) {
    for (int i = 0; i < p->contacts; i++) {
        double sum = p->mu[i] + p->q[3 * i] + p->q[3 * i + 1] + p->q[3 * i + 2];
        cr_status status = (p->row ? verify_blocks : verify_bodies)(p, i, &sum, error);
        if (status != CR_OK) return status;
        if (!isfinite(sum))
            return cr_fail(error, CR_ERR_INPUT, "contact problem",
                           "contact %d has a number that is not finite", i + 1);
        if (!(p->mu[i] >= 0.0))
            return cr_fail(error, CR_ERR_INPUT, "contact problem",
                           "mu of contact %d is %g, must be 0 or more", i + 1, p->mu[i]);
    }
    return CR_OK;
}

typedef struct cascade {
    const cr_coulomb_problem *p;
    const cr_coulomb_options *options;
    cr_arena *arena;
    cr_operator op;
    cr_scaled scaled;
    cr_stage stage;
    double *best, residual;
    cr_coulomb_result *result;
} cascade;

// Keeps what the stage found if it is the best so far; true when it is good enough.
static bool keep(cascade *c, cr_coulomb_method method) {
    if (c->stage.residual < c->residual) {
        c->residual = c->stage.residual;
        memcpy(c->best, c->stage.r, 3 * (size_t)c->p->contacts * sizeof *c->best);
    }
    if (c->residual > c->options->tolerance) return false;
    c->result->method = method;
    return true;
}

static bool closes(const cr_coulomb_problem *p) {
    for (int i = 0; i < p->contacts; i++)
        if (p->q[3 * i] < 0.0) return true;
    return false;
}

// Newton's method ends what another stage came near to.
static cr_status polish(cascade *c, int iterations, cr_error *error) {
    return c->stage.residual < 1e-2 ? cr_stage_newton(&c->stage, iterations, c->arena, error) : CR_OK;
}

static cr_status follow(cascade *c, const cr_path_rule *rule, cr_error *error) {
    c->stage.residual = HUGE_VAL;
    cr_status status = cr_stage_path(&c->stage, rule, c->arena, error);
    if (status == CR_OK) status = polish(c, 30, error);
    if (status == CR_OK && c->stage.residual < 1e-4)
        status = cr_stage_proximal(&c->stage, 100, c->arena, error);
    return status;
}

static cr_status paths(cascade *c, bool *solved, cr_error *error) {
    static const cr_path_rule rules[] = {{400, 3.0, 0, false},  {4000, 3.0, 0, true}, {4000, 1.0, 0, false},
                                         {1000, 3.0, 1, false}, {1000, 3.0, 2, true}, {1000, 3.0, 3, false},
                                         {1000, 3.0, 4, true}};
    for (int i = 0; i < (int)(sizeof rules / sizeof *rules) && !*solved; i++) {
        cr_status status = follow(c, &rules[i], error);
        if (status != CR_OK) return status;
        *solved = keep(c, i ? CR_COULOMB_SLOW_PATH : CR_COULOMB_PATH);
    }
    return CR_OK;
}

// With factorisations of W: Newton, interior point, paths.
static cr_status thorough(cascade *c, bool *solved, cr_error *error) {
    int n = c->p->contacts;
    cr_status status = cr_scaled_make(&c->scaled, &c->op, c->options->effort, c->arena, error);
    if (status != CR_OK) return status;
    c->stage.scaled = &c->scaled;
    if (n <= 60 || c->options->warm || c->stage.residual < 1e-2) {
        status = cr_stage_newton(&c->stage, n <= 10 ? 12 : 8, c->arena, error);
        if (status != CR_OK || (*solved = keep(c, CR_COULOMB_NEWTON))) return status;
    }
    c->stage.residual = HUGE_VAL;
    status = cr_stage_interior(&c->stage, 50, c->arena, error);
    if (status != CR_OK || (*solved = keep(c, CR_COULOMB_INTERIOR))) return status;
    status = polish(c, 12, error);
    if (status != CR_OK || (*solved = keep(c, CR_COULOMB_POLISHED))) return status;
    return paths(c, solved, error);
}

// Paths turn at other folds and round otherwise with W by blocks: a second chance for problems by bodies.
static cr_status by_blocks(cascade *c, bool *solved, cr_error *error) {
    cr_coulomb_problem blocks;
    cr_operator op;
    int left = c->options->effort - c->scaled.factorisations, done = c->scaled.factorisations;
    cr_status status = cr_coulomb_assemble(c->p, c->arena, &blocks, error);
    if (status == CR_OK) status = cr_operator_make(&op, &blocks, c->arena, error);
    if (status == CR_OK) status = cr_scaled_make(&c->scaled, &op, left, c->arena, error);
    if (status != CR_OK) return status;
    c->stage.origin = &op;
    status = paths(c, solved, error);
    c->stage.origin = &c->op;
    c->scaled.factorisations += done;
    return status;
}

static cr_status run(cascade *c, cr_error *error) {
    int n = c->p->contacts;
    size_t bytes = 3 * (size_t)n * sizeof *c->best;
    bool solved = false, warm = c->options->warm;
    if (warm) {
        for (int i = 0; i < n; i++) cr_cone_project(c->p->mu[i], c->stage.r + 3 * i);
        c->stage.residual = cr_operator_residual(&c->op, c->stage.r, c->options->scale);
        if (keep(c, CR_COULOMB_WARM)) return CR_OK;
    } else {
        memset(c->stage.r, 0, bytes);
    }
    double *room = cr_arena_take(c->arena, 3 * (size_t)n + 1, sizeof *room);
    if (!room) return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %d contacts", n);
    // Few contacts: Newton's method is quicker from here on. Many: sweeps, as long as they help.
    cr_stage_sweeps(&c->stage, room, warm || n <= 60 ? 8 : 4, n <= 60 && c->options->effort > 0 ? 8 : 60);
    if (keep(c, CR_COULOMB_SWEEPS)) return CR_OK;
    cr_status status = c->options->effort > 0 ? thorough(c, &solved, error) : CR_OK;
    bool again = !solved && !c->p->row && c->scaled.factorisations < c->options->effort;
    if (status == CR_OK && again && n <= CONTACTS_BY_BLOCKS) status = by_blocks(c, &solved, error);
    if (status != CR_OK || solved) return status;
    memcpy(c->stage.r, c->best, bytes);
    cr_stage_sweeps(&c->stage, room, 300, 300);
    if (!keep(c, CR_COULOMB_SWEEPS)) c->result->method = CR_COULOMB_UNSOLVED;
    return CR_OK;
}

cr_status cr_coulomb_solve(const cr_coulomb_problem *p, const cr_coulomb_options *options, cr_arena *scratch,
                           double *r, cr_coulomb_result *result, cr_error *error) {
    *result = (cr_coulomb_result){.scaled = 1.0};
    cr_status status = verify(p, error);
    if (status != CR_OK) return status;
    if (!closes(p)) {
        memset(r, 0, 3 * (size_t)p->contacts * sizeof *r);
        return CR_OK;
    }
    cr_arena_mark mark = cr_arena_here(scratch);
    cascade c = {.p = p, .options = options, .arena = scratch, .residual = HUGE_VAL, .result = result};
    c.stage = (cr_stage){.origin = &c.op, .tolerance = options->tolerance, .scale = options->scale, .r = r};
    c.stage.residual = HUGE_VAL;
    c.best = cr_arena_take(scratch, 3 * (size_t)p->contacts + 1, sizeof *c.best);
    status = c.best ? cr_operator_make(&c.op, p, scratch, error)
                    : cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %d contacts", p->contacts);
    if (status == CR_OK) status = run(&c, error);
    if (status == CR_OK) {
        memcpy(r, c.best, 3 * (size_t)p->contacts * sizeof *r);
        result->iterations = c.stage.iterations;
        result->factorisations = c.scaled.factorisations;
        result->scaled = guard(&c.op, r);
        result->residual = cr_operator_residual(&c.op, r, options->scale);
        if (!(result->residual <= options->tolerance)) result->method = CR_COULOMB_UNSOLVED;
    }
    cr_arena_rewind(scratch, mark);
    return status;
}
