#include "contact/body_pairs.h"

#include "base/dense.h"
#include "base/numeric.h"

#include <string.h>

static int lower(const int *body) {
    return body[0] < body[1] ? body[0] : body[1];
}

static int upper(const int *body) {
    return body[0] < body[1] ? body[1] : body[0];
}

// Stable, by the number of a body (-1 comes first); start: room for bodies + 2.
static void sort_by(const cr_coulomb_problem *p, int (*key)(const int *), const int *from, int *to,
                    int *start) {
    memset(start, 0, ((size_t)p->bodies + 2) * sizeof *start);
    for (int k = 0; k < p->contacts; k++) start[key(p->body + 2 * k) + 2]++;
    for (int b = 1; b <= p->bodies; b++) start[b] += start[b - 1];
    for (int k = 0; k < p->contacts; k++) {
        int i = from ? from[k] : k;
        to[start[key(p->body + 2 * i) + 1]++] = i;
    }
}

static bool same_pair(const cr_coulomb_problem *p, int i, int j) {
    return lower(p->body + 2 * i) == lower(p->body + 2 * j) &&
           upper(p->body + 2 * i) == upper(p->body + 2 * j);
}

// Where pairs begin; the most contacts of one.
static int part(cr_body_pairs *pairs, const cr_coulomb_problem *p) {
    int most = 0;
    for (int k = 0; k < p->contacts; k++)
        if (k == 0 || !same_pair(p, pairs->contact[k - 1], pairs->contact[k]))
            pairs->first[pairs->count++] = k;
    pairs->first[pairs->count] = p->contacts;
    for (int g = 0; g < pairs->count; g++) {
        int length = pairs->first[g + 1] - pairs->first[g];
        most = length > most ? length : most;
    }
    return most;
}

// The pattern by rows, rising: bodies below, the body itself, bodies above.
static void pattern(const cr_body_pairs *pairs, const cr_coulomb_problem *p, int *row, int *column,
                    int *fill) {
    for (int b = 0; b < p->bodies; b++) row[b + 1] = 1;
    for (int g = 0; g < pairs->count; g++) {
        const int *body = p->body + 2 * pairs->contact[pairs->first[g]];
        if (lower(body) < 0) continue;
        row[body[0] + 1]++;
        row[body[1] + 1]++;
    }
    for (int b = 0; b < p->bodies; b++) row[b + 1] += row[b];
    memcpy(fill, row, (size_t)p->bodies * sizeof *fill);
    // Pairs rise by their lower body, so that each row first gets the bodies below its own, rising.
    for (int g = 0, b = 0; b < p->bodies; b++) {
        while (g < pairs->count && lower(p->body + 2 * pairs->contact[pairs->first[g]]) < b) g++;
        column[fill[b]++] = b;
        for (int h = g; h < pairs->count; h++) {
            const int *body = p->body + 2 * pairs->contact[pairs->first[h]];
            if (lower(body) != b) break;
            column[fill[b]++] = upper(body);
            column[fill[upper(body)]++] = b;
        }
    }
}

static int widest(const cr_coulomb_problem *p) {
    int most = 0;
    for (int b = 0; b < p->bodies; b++) most = p->freedoms[b] > most ? p->freedoms[b] : most;
    return most;
}

cr_status cr_body_pairs_plan(cr_body_pairs **made, const cr_coulomb_problem *p, cr_block_lu *lu,
                             cr_arena *arena, cr_error *error) {
    size_t n = (size_t)p->contacts, bodies = (size_t)p->bodies;
    cr_body_pairs *pairs = *made = cr_arena_take(arena, 1, sizeof *pairs);
    int *sorted = cr_arena_take(arena, n + 1, sizeof *sorted);
    int *start = cr_arena_take(arena, bodies + 2, sizeof *start),
        *row = cr_arena_take(arena, bodies + 1, sizeof *row);
    int *column = cr_arena_take(arena, bodies + 2 * n + 1, sizeof *column);
    bool all = pairs && sorted && start && row && column;
    all = all && (pairs->first = cr_arena_take(arena, n + 1, sizeof *pairs->first));
    all = all && (pairs->contact = cr_arena_take(arena, n + 1, sizeof *pairs->contact));
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for pairs of %d bodies", p->bodies);
    sort_by(p, upper, NULL, sorted, start);
    sort_by(p, lower, sorted, pairs->contact, start);
    size_t most = (size_t)part(pairs, p), wide = 3 * most * (size_t)widest(p) + 1;
    all = all && (pairs->turned = cr_arena_take_unset(arena, wide, sizeof *pairs->turned));
    all = all && (pairs->left = cr_arena_take_unset(arena, 3 * most + 1, sizeof *pairs->left));
    all = all && (pairs->right = cr_arena_take_unset(arena, 3 * most + 1, sizeof *pairs->right));
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "contact", "no memory for pairs of %d bodies", p->bodies);
    pattern(pairs, p, row, column, start);
    return cr_block_lu_plan(lu, p->bodies, p->freedoms, row, column, arena, error);
}

// out = one row of d times a, a 3 x n
CR_CLONES static void turn(const double d[3], const double *restrict a, int n, double *restrict out) {
    double d0 = d[0], d1 = d[1], d2 = d[2];
    for (int j = 0; j < n; j++) out[j] = d0 * a[j] + d1 * a[n + j] + d2 * a[2 * n + j];
}

static bool is_zero(const double d[3]) {
    return d[0] == 0.0 && d[1] == 0.0 && d[2] == 0.0;
}

// The arms of a contact on a body of its pair.
static const double *arm_on(const cr_coulomb_problem *p, int contact, int body) {
    return p->arms[2 * contact + (p->body[2 * contact] == body ? 0 : 1)];
}

// The rows of D A of one body, those that are not 0.
static void turn_all(cr_body_pairs *pairs, const cr_coulomb_problem *p, int g, const double *d, int body) {
    int rows = 0, n = p->freedoms[body];
    for (int k = pairs->first[g]; k < pairs->first[g + 1]; k++) {
        int i = pairs->contact[k];
        for (int c = 9 * i; c < 9 * i + 9; c += 3)
            if (!is_zero(d + c)) turn(d + c, arm_on(p, i, body), n, pairs->turned + rows++ * n);
    }
    for (int k = 0; k < rows; k++) pairs->right[k] = pairs->turned + k * n;
}

// The rows of A of the other that belong to them; how many.
static int gather(cr_body_pairs *pairs, const cr_coulomb_problem *p, int g, const double *d, int body) {
    int rows = 0, n = p->freedoms[body];
    for (int k = pairs->first[g]; k < pairs->first[g + 1]; k++) {
        int i = pairs->contact[k];
        const double *arm = arm_on(p, i, body);
        for (int c = 0; c < 3; c++)
            if (!is_zero(d + 9 * i + 3 * c)) pairs->left[rows++] = arm + c * n;
    }
    return rows;
}

void cr_body_pairs_add(cr_body_pairs *pairs, const cr_coulomb_problem *p, const double *d, cr_block_lu *lu) {
    for (int g = 0; g < pairs->count; g++) {
        const int *body = p->body + 2 * pairs->contact[pairs->first[g]];
        for (int s = 0; s < 2; s++) {
            int b = body[s];
            if (b < 0) continue;
            turn_all(pairs, p, g, d, b);
            for (int t = 0; t < 2; t++) {
                int a = body[t], stride;
                if (a < 0) continue;
                int rows = gather(pairs, p, g, d, a);
                double *at = cr_block_lu_at(lu, a, b, &stride);
                cr_dense_add_products(p->freedoms[a], p->freedoms[b], rows, pairs->left, pairs->right, at,
                                      stride);
            }
        }
    }
}
