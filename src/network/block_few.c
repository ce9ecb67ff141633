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
#define FOR_WIDTH static inline __attribute__((always_inline))

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
    for (int c = 0; c < m; c++)
        for (int i = 0; i <= width && c + i < m; i++) b->few->c[c][i] = cr_block_mobility(b, c, c + i);
    return true;
}

// Neighbours: mobilities between the i-th and the j-th, i <= j, and their ways, while some of the others act.
typedef struct window {
    double c[WIDE][WIDE], way[WIDE];
} window;

// From the first to the last that acts or is emptied: members k, k + 1, ... k + width - 1 while those before
// k act; k - 1, k - 2, ... k - width while those from k on do; 1/(1 + a c) of each.
typedef struct line {
    int begin, end;
    window left[FEW + 1], right[FEW + WIDE];
    double per[FEW];
} line;

FOR_WIDTH bool is_told(const cr_block *b, int c) {
    return b->state[c] == CR_BLOCK_EMPTIES || b->state[c] == CR_BLOCK_LOOSENS;
}

FOR_WIDTH bool is_in(const cr_block *b, int c) {
    return b->slope[c] > 0.0 || is_told(b, c);
}

// What a contact does once it acts: the stiffness that others meet in it, and its force while they stay.
typedef struct action {
    double stiffness, force, per;
} action;

FOR_WIDTH action act(const cr_block *b, int member, double c, double r) {
    double a = b->slope[member], per = 1.0 / (1.0 + a * c);
    return (action){a * per, (a * r + b->offset[member]) * per, per};
}

// The window one further, once the first of the old one acts. Nobody has moved the last of the new one:
// `edge` is its mobility with that first, `fresh` those with the others before it and its own, and it has
// this reach.
FOR_WIDTH void move_window(const window *restrict w, window *restrict next, int width, action by, double edge,
                           const double *fresh, double reach) {
    for (int i = 0; i < width; i++) {
        double own = i + 1 < width ? w->c[0][i + 1] : edge, met = by.stiffness * own;
        for (int j = i; j < width; j++)
            next->c[i][j] = j + 1 < width ? w->c[i + 1][j + 1] - met * w->c[0][j + 1] : fresh[i] - met * edge;
        next->way[i] = (i + 1 < width ? w->way[i + 1] : reach) - by.force * own;
    }
}

// From the right down to what the first that is emptied needs.
FOR_WIDTH void take_in_right(const cr_block *b, line *l, int width) {
    const cr_block_few *f = b->few;
    int first = l->begin;
    while (first < l->end && !is_told(b, first)) first++;
    if (first + width > l->end) return;
    window *w = &l->right[l->end];
    for (int i = 0; i < width; i++) {
        for (int j = i; j < width; j++) w->c[i][j] = f->c[l->end - 1 - j][j - i];
        w->way[i] = b->reach[l->end - 1 - i];
    }
    for (int k = l->end - 1; k >= first + width; k--, w--) {
        double fresh[WIDE];
        const double *last = f->c[k - width];
        for (int i = 0; i < width; i++) fresh[i] = last[width - 1 - i];
        move_window(w, w - 1, width, act(b, k, w->c[0][0], w->way[0]), last[width], fresh,
                    b->reach[k - width]);
    }
}

// What member c feels and would go when all others act.
FOR_WIDTH double meet(cr_block *b, const line *l, int c, int width) {
    const cr_block_few *f = b->few;
    const window *left = &l->left[c], *right = &l->right[c + width];
    bool none = c + width > l->end; // is behind the window
    window w;
    for (int i = 0; i < width; i++) {
        for (int j = i; j < width; j++)
            w.c[i][j] =
                left->c[i][j] + (none ? 0.0 : right->c[width - 1 - j][width - 1 - i] - f->c[c + i][j - i]);
        w.way[i] = left->way[i] + (none ? 0.0 : right->way[width - 1 - i] - b->reach[c + i]);
    }
    for (int e = width - 1; e > 0; e--) {
        if (c + e >= l->end || !(b->slope[c + e] > 0.0)) continue;
        action by = act(b, c + e, w.c[e][e], w.way[e]);
        for (int i = 0; i < e; i++) {
            double met = by.stiffness * w.c[i][e];
            for (int j = i; j < e; j++) w.c[i][j] -= met * w.c[j][e];
            w.way[i] -= by.force * w.c[i][e];
        }
    }
    b->way[c] = w.way[0];
    return w.c[0][0];
}

FOR_WIDTH void take_in_left(cr_block *b, line *l, cr_block_met *met, const void *context, int width) {
    const cr_block_few *f = b->few;
    window *w = &l->left[l->begin];
    for (int i = 0; i < width; i++) {
        for (int j = i; j < width; j++) w->c[i][j] = f->c[l->begin + i][j - i];
        w->way[i] = b->reach[l->begin + i];
    }
    for (int k = l->begin; k < l->end; k++, w++) {
        double fresh[WIDE];
        if (is_told(b, k)) met(context, b, k, meet(b, l, k, width));
        for (int i = 0; i < width; i++) fresh[i] = f->c[k + 1 + i][width - 1 - i];
        action by = act(b, k, w->c[0][0], w->way[0]);
        l->per[k] = by.per;
        move_window(w, w + 1, width, by, f->c[k][width], fresh, b->reach[k + width]);
    }
}

// The last has its way once all are taken in, and then one after the other back to the first.
FOR_WIDTH void go_back(cr_block *b, const line *l, double *force, int width) {
    for (int k = l->end - 1; k >= l->begin; k--) {
        const window *w = &l->left[k];
        double way = w->way[0] - w->c[0][0] * b->offset[k];
        for (int i = 1; i < width; i++) way -= w->c[0][i] * force[k + i];
        way -= b->few->c[k][width] * force[k + width];
        b->way[k] = way * l->per[k];
        force[k] = b->slope[k] * b->way[k] + b->offset[k];
    }
}

// Those before the line and behind it do not act.
FOR_WIDTH void follow(cr_block *b, const line *l, const double *force, int width) {
    const cr_block_few *f = b->few;
    for (int c = 0; c < l->begin; c++) {
        b->way[c] = b->reach[c];
        for (int i = l->begin - c; i <= width; i++) b->way[c] -= f->c[c][i] * force[c + i];
    }
    for (int c = l->end; c < b->count; c++) {
        b->way[c] = b->reach[c];
        for (int i = c - l->end + 1; i <= width && i <= c; i++) b->way[c] -= f->c[c - i][i] * force[c - i];
    }
}

FOR_WIDTH void solve(cr_block *b, cr_block_met *met, const void *context, int width) {
    line l;
    l.begin = 0;
    l.end = b->count;
    while (l.begin < l.end && !is_in(b, l.begin)) l.begin++;
    while (l.end > l.begin && !is_in(b, l.end - 1)) l.end--;
    take_in_right(b, &l, width);
    take_in_left(b, &l, met, context, width);
    double forces[WIDE + FEW + WIDE], *force = forces + WIDE;
    for (int i = 0; i < width; i++) force[l.begin - 1 - i] = force[l.end + i] = 0.0;
    go_back(b, &l, force, width);
    follow(b, &l, force, width);
}

CR_CLONES static void solve_narrow(cr_block *b, cr_block_met *met, const void *context) {
    solve(b, met, context, NARROW);
}

void cr_block_few_solve(cr_block *b, cr_block_met *met, const void *context) {
    if (b->few->width == NARROW) solve_narrow(b, met, context);
    else solve(b, met, context, b->few->width);
}
