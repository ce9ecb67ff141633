#include "contact/arms.h"
#include "world/world_internal.h"

#include <string.h>

static void *take(cr_system *s, size_t count, size_t size) {
    void *memory = cr_arena_take(s->arena, count + 1, size);
    if (!memory) s->failed = true;
    return memory;
}

bool cr_system_begin(cr_system *s, const cr_world *w, const cr_group *g, int blocks, cr_arena *arena) {
    *s = (cr_system){.group = g, .arena = arena, .room = blocks, .members = g->members, .kept = {.body = -1}};
    size_t n = (size_t)blocks, m = (size_t)g->members;
    s->freedoms = take(s, m, sizeof *s->freedoms);
    s->metric = take(s, m, sizeof *s->metric);
    s->offset = take(s, m, sizeof *s->offset);
    s->free = take(s, m, sizeof *s->free);
    s->body = take(s, 2 * n, sizeof *s->body);
    s->arms = take(s, 2 * n, sizeof *s->arms);
    s->compliance = take(s, 3 * n, sizeof *s->compliance);
    s->q = take(s, 3 * n, sizeof *s->q);
    s->r = take(s, 3 * n, sizeof *s->r);
    s->mu = take(s, n, sizeof *s->mu);
    s->radius = take(s, 2 * n, sizeof *s->radius);
    s->kind = take(s, n, sizeof *s->kind);
    if (s->failed) return false;
    size_t freedoms = 0;
    for (int i = 0; i < g->members; i++) {
        s->freedoms[i] = cr_body_of(w, g->member[i])->freedoms;
        s->offset[i] = freedoms;
        freedoms += (size_t)s->freedoms[i];
        s->free[i] = take(s, (size_t)s->freedoms[i], sizeof **s->free);
    }
    s->y = take(s, freedoms, sizeof *s->y);
    return !s->failed;
}

int cr_system_block(cr_system *s, cr_rows_kind kind, int a, int b) {
    int block = s->blocks++, end[2] = {a, b};
    s->kind[block] = (unsigned char)kind;
    for (int i = 0; i < 2; i++) {
        s->body[2 * block + i] = end[i];
        s->arms[2 * block + i] =
            end[i] < 0 ? NULL : take(s, 3 * (size_t)s->freedoms[end[i]], sizeof **s->arms);
    }
    return block;
}

double *cr_system_rows(cr_system *s, int block, int end) {
    return (double *)(size_t)s->arms[2 * block + end];
}

void cr_system_free(const cr_system *s, int block, double u[3]) {
    u[0] = u[1] = u[2] = 0.0;
    for (int end = 0; end < 2; end++) {
        int member = s->body[2 * block + end];
        if (member >= 0) cr_arms_along(s->arms[2 * block + end], s->freedoms[member], s->free[member], u);
    }
}

void cr_system_answer(const cr_system *s, int block, double u[3]) {
    u[0] = u[1] = u[2] = 0.0;
    for (int end = 0; end < 2; end++) {
        int member = s->body[2 * block + end];
        if (member >= 0)
            cr_arms_along(s->arms[2 * block + end], s->freedoms[member], s->y + s->offset[member], u);
    }
}

void cr_system_diagonal(const cr_system *s, int block, double w[3]) {
    w[0] = w[1] = w[2] = 0.0;
    for (int end = 0; end < 2; end++) {
        int member = s->body[2 * block + end];
        if (member < 0) continue;
        int n = s->freedoms[member];
        const double *arms = s->arms[2 * block + end];
        for (int k = 0; k < 3; k++) w[k] += cr_arms_along_first(arms + k * n, n, arms + k * n);
    }
}

void cr_system_keep(cr_system *s) {
    enum { MOST = 128 }; // rows; of more the factors take far longer
    cr_rows_kept *kept = &s->kept;
    int most = CR_ARMS_RIGID, rows = 3 * s->blocks < MOST ? 3 * s->blocks : MOST;
    *kept = (cr_rows_kept){.body = -1};
    for (int i = 0; i < s->members; i++) {
        if (s->freedoms[i] <= most) continue;
        most = s->freedoms[i];
        kept->body = i;
    }
    for (int i = 0; i < 2 * s->blocks; i++)
        if (s->kind[i / 2] == CR_ROWS_JOINT && s->body[i] == kept->body) kept->body = -1;
    if (kept->body < 0) return;
    kept->block = cr_arena_take_unset(s->arena, (size_t)rows + 1, sizeof *kept->block);
    kept->product = cr_arena_take_unset(s->arena, (size_t)rows * (size_t)rows + 1, sizeof *kept->product);
    if (kept->block && kept->product) kept->room = rows;
}

cr_status cr_system_solve(cr_system *s, double tolerance, double scale, bool hold, cr_rows_result *result,
                          cr_error *error) {
    cr_rows rows = {.blocks = s->blocks,
                    .bodies = s->members,
                    .freedoms = s->freedoms,
                    .body = s->body,
                    .arms = s->arms,
                    .compliance = s->compliance,
                    .q = s->q,
                    .kind = s->kind,
                    .mu = s->mu,
                    .radius = s->radius,
                    .scale = scale,
                    .hold = hold,
                    .kept = &s->kept};
    return cr_rows_solve(&rows, tolerance, s->arena, s->r, s->y, result, error);
}
