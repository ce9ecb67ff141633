#include "staggered/work.h"

#include "base/numeric.h"

#include <string.h>

enum { TURNS_MOST = 1000 }; // they converge by a factor, 0.94 a turn in the worst of random problems
static const double settled = 1e-9;

static double length(const double *x, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

// What friction's change of this turn does, relative to all that contacts do.
static double change_of(cr_staggered_work *w) {
    double all = length(w->y, w->freedoms);
    for (size_t i = 0; i < w->freedoms; i++) w->before[i] -= w->y[i];
    double change = length(w->before, w->freedoms);
    return change > 0.0 ? change / all : 0.0;
}

static void clear_friction(const cr_staggered_work *w) {
    for (int i = 0; i < w->rows->blocks; i++) w->r[3 * i + 1] = w->r[3 * i + 2] = 0.0;
}

static bool take_turns(cr_staggered_work *w, cr_staggered_result *result) {
    while (result->turns < TURNS_MOST) {
        result->turns++;
        cr_staggered_normals(w);
        memcpy(w->before, w->y, w->freedoms * sizeof *w->y);
        cr_staggered_friction(w);
        result->change = change_of(w);
        if (result->change <= settled) return true;
    }
    return false;
}

static cr_status solve(const cr_rows *rows, cr_staggered_kind kind, cr_arena *arena, double *r, double *y,
                       cr_staggered_result *result, cr_error *error) {
    cr_staggered_work w;
    cr_status status = cr_staggered_begin(&w, rows, arena, r, y, error);
    if (status != CR_OK) return status;
    if (kind == CR_STAGGERED_FRICTIONLESS) clear_friction(&w);
    if (kind == CR_STAGGERED_BOTH) result->solved = take_turns(&w, result);
    else result->solved = cr_staggered_normals(&w);
    double scale = cr_staggered_scale(&w);
    result->normal = cr_staggered_normal_residual(&w, scale);
    if (kind == CR_STAGGERED_BOTH) result->friction = cr_staggered_friction_residual(&w, scale);
    for (int i = 0; i < rows->blocks; i++) result->active += r[3 * i] > 0.0;
    return CR_OK;
}

cr_status cr_staggered_solve(const cr_rows *rows, cr_staggered_kind kind, cr_arena *scratch, double *r,
                             double *y, cr_staggered_result *result, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(scratch);
    *result = (cr_staggered_result){0};
    cr_status status = solve(rows, kind, scratch, r, y, result, error);
    cr_arena_rewind(scratch, mark);
    return status;
}
