// e + k W' by blocks. Contacts with equal rows of the pattern are eliminated together: fewer and wider
// blocks.
#include "contact/cone.h"
#include "contact/scaled.h"

#include <string.h>

enum { GROUP_MOST = 8 }; // contacts

static bool same_pattern(const cr_coulomb_problem *p, int i, int j) {
    int length = p->row[i + 1] - p->row[i];
    return length == p->row[j + 1] - p->row[j] &&
           memcmp(p->column + p->row[i], p->column + p->row[j], (size_t)length * sizeof *p->column) == 0;
}

// The groups, their first contacts and widths; how many.
static int group_contacts(cr_scaled *s, int *first, int *width) {
    const cr_coulomb_problem *p = &s->problem;
    int count = 0;
    for (int i = 0; i < s->contacts; i++) s->group[i] = -1;
    for (int i = 0; i < s->contacts; i++) {
        if (s->group[i] >= 0) continue;
        first[count] = i;
        // Contacts with the same pattern are among each other's columns.
        for (int k = p->row[i]; k < p->row[i + 1] && width[count] < 3 * GROUP_MOST; k++) {
            int j = p->column[k];
            if (s->group[j] >= 0 || !same_pattern(p, i, j)) continue;
            s->group[j] = count;
            s->place[j] = width[count];
            width[count] += 3;
        }
        count++;
    }
    return count;
}

// The columns of a group, rising.
static int group_columns(const cr_scaled *s, int contact, bool *met, int groups, int *column) {
    int count = 0;
    memset(met, 0, (size_t)groups * sizeof *met);
    for (int k = s->problem.row[contact]; k < s->problem.row[contact + 1]; k++)
        met[s->group[s->problem.column[k]]] = true;
    for (int g = 0; g < groups; g++)
        if (met[g]) column[count++] = g;
    return count;
}

cr_status cr_scaled_plan_contacts(cr_scaled *s, cr_arena *arena, cr_error *error) {
    size_t n = (size_t)s->contacts, blocks = (size_t)s->problem.row[s->contacts];
    s->group = cr_arena_take(arena, n + 1, sizeof *s->group);
    s->place = cr_arena_take(arena, n + 1, sizeof *s->place);
    s->pushed = cr_arena_take(arena, 3 * n + 1, sizeof *s->pushed);
    int *first = cr_arena_take(arena, n + 1, sizeof *first),
        *width = cr_arena_take(arena, n + 1, sizeof *width);
    int *row = cr_arena_take(arena, n + 1, sizeof *row),
        *column = cr_arena_take(arena, blocks + 1, sizeof *column);
    bool *met = cr_arena_take(arena, n + 1, sizeof *met);
    if (!s->group || !s->place || !s->pushed || !first || !width || !row || !column || !met)
        return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %zu contacts", n);
    int groups = group_contacts(s, first, width);
    for (int g = 0; g < groups; g++)
        row[g + 1] = row[g] + group_columns(s, first[g], met, groups, column + row[g]);
    return cr_block_lu_plan(&s->lu, groups, width, row, column, arena, error);
}

bool cr_scaled_factor_contacts(cr_scaled *s, const double *e, const double *k) {
    const cr_coulomb_problem *p = &s->problem;
    for (int i = 0; i < s->contacts; i++)
        for (int b = p->row[i]; b < p->row[i + 1]; b++) {
            double product[9];
            int stride, j = p->column[b];
            double *at = cr_block_lu_at(&s->lu, s->group[i], s->group[j], &stride);
            const double *block = p->block + 9 * (size_t)b;
            if (k) {
                cr_multiply3(k + 9 * i, block, product);
                block = product;
            }
            at += s->place[i] * stride + s->place[j];
            for (int a = 0; a < 9; a++) at[a / 3 * stride + a % 3] = block[a] + (j == i ? e[9 * i + a] : 0.0);
        }
    return cr_block_lu_factor(&s->lu);
}

void cr_scaled_solve_contacts(cr_scaled *s, const double *f, double *x) {
    for (int i = 0; i < s->contacts; i++)
        memcpy(s->pushed + s->lu.offset[s->group[i]] + s->place[i], f + 3 * i, 3 * sizeof *f);
    cr_block_lu_solve(&s->lu, s->pushed);
    for (int i = 0; i < s->contacts; i++)
        memcpy(x + 3 * i, s->pushed + s->lu.offset[s->group[i]] + s->place[i], 3 * sizeof *x);
}
