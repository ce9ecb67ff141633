// Blocks of a few contacts of which each moves at most the `width` next ones, as those along a string do.
// Contact k with f = a way + e, that feels c and would go r without what is behind it, acts with
//     f = (a r + e)/(1 + a c),   way = (r - c e)/(1 + a c)
// and those that it moves by c_ik then feel and would go
//     c_ij - c_ik a/(1 + a c) c_kj,   r_i - c_ik f
// (derivation N10: the Schur complement, one contact at a time and without roots). Contacts are taken in from
// the left; each that is emptied, whose slopes change in turn, meets there what was taken in from the right
// before.
#include "network/network_internal.h"

enum { FEW = CR_BLOCK_FEW, WIDE = CR_BLOCK_WIDE, NARROW = 3 };

// Compiled twice: for NARROW, without loops over the width, and for any.
#define CR_FOR_WIDTH static inline __attribute__((always_inline))

bool cr_block_make_few(const cr_network *n, cr_block *b) {
    int m = b->count, width = NARROW;
    for (int c = 0; c < m; c++) {
        if (cr_network_interaction(n, b->member[c])->kind != CR_INTERACTION_CONTACT) return true;
        if (c - b->skyline.first[c] > width) width = c - b->skyline.first[c];
    }
    if (m <= NARROW || m > FEW || width > WIDE) return true;
    b->few = cr_arena_take(n->arena, 1, sizeof *b->few);
    if (!b->few) return false;
    b->few->width = width;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) b->few->c[i][j] = cr_block_mobility(b, i, j);
    return true;
}

// Neighbours: mobilities between the i-th and the j-th, i <= j, and their ways, while some of the others act.
typedef struct window {
    double c[WIDE][WIDE], way[WIDE];
} window;

// Those that act and those that are emptied, and behind them members that do not exist, without mobilities.
typedef struct line {
    int count, member[FEW + WIDE];
    double c[FEW + WIDE][WIDE + 1], reach[FEW + WIDE]; // of each with the i-th behind it
    window right[FEW + 1]; // members k - 1, k - 2, ... k - width while those from k on act
    double row[FEW][WIDE + 1], way[FEW], per[FEW]; // of each, while those before it act; 1/(1 + a c)
} line;

CR_FOR_WIDTH void list_members(const cr_block *b, line *l, int width) {
    const cr_block_few *f = b->few;
    int m = 0;
    for (int c = 0; c < b->count; c++) {
        l->member[m] = c;
        m += b->slope[c] > 0.0 || f->emptied[c];
    }
    for (int i = 0; i < width; i++) {
        l->member[m + i] = FEW;
        l->reach[m + i] = 0.0;
        for (int j = 0; j < width; j++) l->c[m + i][j] = 0.0;
    }
    for (int k = 0; k < m; k++) {
        const double *from = f->c[l->member[k]];
        l->reach[k] = b->reach[l->member[k]];
        for (int i = 0; i <= width; i++) l->c[k][i] = from[l->member[k + i]];
    }
    l->count = m;
}

// What a contact does once it acts: the stiffness that others meet in it, and its force while they stay.
typedef struct action {
    double stiffness, force, per;
} action;

static inline action act(const cr_block *b, int member, double c, double r) {
    double a = b->slope[member], per = 1.0 / (1.0 + a * c);
    return (action){a * per, (a * r + b->offset[member]) * per, per};
}

// The window one further, row[1], ... row[width] being the mobilities between the first of the old one, whose
// action this is, and the next ones. Nobody has moved the last of the new one: `fresh` are its mobilities
// with those before it and its own, and it has this reach.
CR_FOR_WIDTH void move_window(const window *w, window *next, int width, const double *row, action by,
                              const double *fresh, double reach) {
    for (int i = 0; i < width; i++) {
        double met = by.stiffness * row[i + 1];
        for (int j = i; j < width; j++)
            next->c[i][j] = (j + 1 < width ? w->c[i + 1][j + 1] : fresh[i]) - met * row[j + 1];
        next->way[i] = (i + 1 < width ? w->way[i + 1] : reach) - by.force * row[i + 1];
    }
}

// From the right down to what the first that is emptied needs.
CR_FOR_WIDTH void take_in_right(const cr_block *b, line *l, int width) {
    int m = l->count, first = 0;
    while (first < m && !b->few->emptied[l->member[first]]) first++;
    if (first + width > m) return;
    window *w = &l->right[m];
    for (int i = 0; i < width; i++) {
        for (int j = i; j < width; j++) w->c[i][j] = l->c[m - 1 - j][j - i];
        w->way[i] = l->reach[m - 1 - i];
    }
    for (int k = m - 1; k >= first + width; k--) {
        double row[WIDE + 1], fresh[WIDE];
        const double *last = l->c[k - width];
        for (int i = 0; i < width; i++) {
            row[i] = w->c[0][i];
            fresh[i] = last[width - 1 - i];
        }
        row[width] = last[width];
        action by = act(b, l->member[k], w->c[0][0], w->way[0]);
        move_window(w, w - 1, width, row, by, fresh, l->reach[k - width]);
        w--;
    }
}

// What the k-th feels and would go when all others act; `left` has those before it.
CR_FOR_WIDTH double meet(cr_block *b, const line *l, int k, const window *left, int width) {
    window w;
    const window *right = &l->right[k + width < l->count ? k + width : l->count];
    bool apart = k + width > l->count; // none is behind the window
    for (int i = 0; i < width; i++) {
        for (int j = i; j < width; j++)
            w.c[i][j] =
                left->c[i][j] + (apart ? 0.0 : right->c[width - 1 - j][width - 1 - i] - l->c[k + i][j - i]);
        w.way[i] = left->way[i] + (apart ? 0.0 : right->way[width - 1 - i] - l->reach[k + i]);
    }
    for (int e = width - 1; e > 0; e--) {
        if (k + e >= l->count) continue;
        action by = act(b, l->member[k + e], w.c[e][e], w.way[e]);
        for (int i = 0; i < e; i++) {
            double met = by.stiffness * w.c[i][e];
            for (int j = i; j < e; j++) w.c[i][j] -= met * w.c[j][e];
            w.way[i] -= by.force * w.c[i][e];
        }
    }
    b->way[l->member[k]] = w.way[0];
    return w.c[0][0];
}

CR_FOR_WIDTH void take_in_left(cr_block *b, line *l, cr_block_met *met, const void *context, int width) {
    window w;
    for (int i = 0; i < width; i++) {
        for (int j = i; j < width; j++) w.c[i][j] = l->c[i][j - i];
        w.way[i] = l->reach[i];
    }
    for (int k = 0; k < l->count; k++) {
        int c = l->member[k];
        double *row = l->row[k], fresh[WIDE];
        if (b->few->emptied[c]) met(context, b, c, meet(b, l, k, &w, width));
        for (int i = 0; i < width; i++) {
            row[i] = w.c[0][i];
            fresh[i] = l->c[k + 1 + i][width - 1 - i];
        }
        row[width] = l->c[k][width];
        action by = act(b, c, w.c[0][0], w.way[0]);
        l->way[k] = w.way[0];
        l->per[k] = by.per;
        move_window(&w, &w, width, row, by, fresh, l->reach[k + width]);
    }
}

// The last has its way once all are taken in, and then one after the other back to the first.
CR_FOR_WIDTH void go_back(cr_block *b, const line *l, int width) {
    double force[FEW + WIDE];
    for (int i = 0; i < width; i++) force[l->count + i] = 0.0;
    for (int k = l->count - 1; k >= 0; k--) {
        int c = l->member[k];
        double way = l->way[k] - l->row[k][0] * b->offset[c];
        for (int i = 1; i <= width; i++) way -= l->row[k][i] * force[k + i];
        b->way[c] = way * l->per[k];
        force[k] = b->slope[c] * b->way[c] + b->offset[c];
    }
    for (int c = 0; c < b->count; c++) {
        if (b->slope[c] > 0.0 || b->few->emptied[c]) continue;
        b->way[c] = b->reach[c];
        for (int k = 0; k < l->count; k++) b->way[c] -= b->few->c[c][l->member[k]] * force[k];
    }
}

CR_FOR_WIDTH void solve(cr_block *b, cr_block_met *met, const void *context, int width) {
    line l;
    list_members(b, &l, width);
    take_in_right(b, &l, width);
    take_in_left(b, &l, met, context, width);
    go_back(b, &l, width);
}

void cr_block_few_solve(cr_block *b, cr_block_met *met, const void *context) {
    if (b->few->width == NARROW) solve(b, met, context, NARROW);
    else solve(b, met, context, b->few->width);
}
