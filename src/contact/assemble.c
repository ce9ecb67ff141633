// W = A A^T + C by blocks.
#include "contact/operator.h"

#include <string.h>

// block += a b^T of the arms of one body.
static void add_arms(const double *a, const double *b, int n, double block[9]) {
    for (int k = 0; k < 9; k++)
        for (int l = 0; l < n; l++) block[k] += a[k / 3 * n + l] * b[k % 3 * n + l];
}

// The block of contacts i and j; false where they have no body in common.
static bool fill_block(const cr_coulomb_problem *p, int i, int j, double block[9]) {
    bool common = false;
    memset(block, 0, 9 * sizeof *block);
    for (int first = 2 * i; first < 2 * i + 2; first++)
        for (int second = 2 * j; second < 2 * j + 2; second++)
            if (p->body[first] >= 0 && p->body[first] == p->body[second]) {
                add_arms(p->arms[first], p->arms[second], p->freedoms[p->body[first]], block);
                common = true;
            }
    for (int a = 0; p->compliance && i == j && a < 3; a++) block[4 * a] += p->compliance[3 * i + a];
    return common || i == j;
}

static size_t count_blocks(const cr_coulomb_problem *p) {
    size_t count = 0;
    for (int i = 0; i < p->contacts; i++)
        for (int j = 0; j < p->contacts; j++) {
            const int *a = p->body + 2 * i, *b = p->body + 2 * j;
            count += i == j || (a[0] >= 0 && (a[0] == b[0] || a[0] == b[1])) ||
                     (a[1] >= 0 && (a[1] == b[0] || a[1] == b[1]));
        }
    return count;
}

cr_status cr_coulomb_assemble(const cr_coulomb_problem *p, cr_arena *arena, cr_coulomb_problem *blocks,
                              cr_error *error) {
    size_t count = count_blocks(p);
    int *row = cr_arena_take(arena, (size_t)p->contacts + 1, sizeof *row);
    int *column = cr_arena_take(arena, count + 1, sizeof *column);
    double *block = cr_arena_take(arena, 9 * count + 9, sizeof *block);
    if (!row || !column || !block)
        return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for %zu blocks", count);
    int at = 0;
    for (int i = 0; i < p->contacts; i++) {
        row[i] = at;
        for (int j = 0; j < p->contacts; j++)
            if (fill_block(p, i, j, block + 9 * (size_t)at)) column[at++] = j;
    }
    row[p->contacts] = at;
    *blocks = (cr_coulomb_problem){
        .contacts = p->contacts, .q = p->q, .mu = p->mu, .row = row, .column = column, .block = block};
    return CR_OK;
}
