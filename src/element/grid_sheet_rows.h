// The rows of a sheet in vectors of LANES points, `vector`, each a `real` and as long as an `integer`,
// compiled as TARGET says into ROWS(predict_...); see grid_sheet.c, which includes this once for each kind of
// vector.

#define at(a) (*(vector *)(void *)(a))
#define of(a) (*(const vector *)(const void *)(a))

// The state of a sheet and its terms as the loops take them, with the rows that are kept: the stress of this
// row, of the one behind and then ahead; the ways d + d- of this one.
typedef struct ROWS(sheet) {
    real *u, *d, *d_next, *w, *w_beside, *ways;
    int stride;
    real bend, bend_y, own, smooth, keep, aspect, own_w, edge, edge_y;
} ROWS(sheet);

typedef integer ROWS(bits) __attribute__((vector_size(sizeof(vector)), aligned(sizeof(real)), may_alias));

// What damping took in the step before (grid_loss.c), lane by lane, while d_next still holds the change
// before d: no pass of its own over the grid. The ways z = d + d- vanish at the edges, so that the squares of
// their differences need no sums of their own: sum (z[i+1] - z[i])^2 = 2 sum z[i] (z[i] - z[i+1]). These are
// the sums of z^2, of z times its right neighbour and of z times its upper one; nothing of them is fed back.
typedef struct ROWS(ways) {
    vector plain, right, up;
} ROWS(ways);

// A Laplacian of floats whose weights do not add up to zero would pull at what only stands aside: weights of
// y are then rounded so that the sum of both is a float.
TARGET CR_INTO_CLONES void ROWS(balance)(ROWS(sheet) * s, const terms *t) {
    real both = (real)(t->bend + t->bend_y), pull = (real)(-2.0 * (t->bend + t->bend_y) - t->own);
    s->bend = (s->bend + both) - both;
    s->bend_y = both - s->bend;
    s->own = -2 * both - pull;
    s->aspect = s->own_w / 2 - 1;
}

TARGET CR_INTO_CLONES ROWS(sheet) ROWS(sheet_of)(const cr_element *e, const terms *t) {
    const cr_points points = POINTS(e);
    real *w = (real *)points.stress + cr_grid_at(&e->grid, 1, 1);
    ROWS(sheet)
    s = {.u = points.u,
         .d = points.d,
         .d_next = points.d_next,
         .w = w,
         .w_beside = w + e->grid.stride,
         .ways = w + 2 * e->grid.stride,
         .stride = e->grid.stride,
         .bend = (real)t->bend,
         .bend_y = (real)t->bend_y,
         .own = (real)t->own,
         .smooth = (real)t->smooth,
         .keep = (real)t->keep,
         .aspect = (real)t->aspect,
         .own_w = (real)t->own_w,
         .edge = (real)t->edge,
         .edge_y = (real)t->edge_y};
    if (sizeof(real) < sizeof(double)) ROWS(balance)(&s, t);
    return s;
}

// A sheet that does not bend needs no neighbours: what they would add is zero.
TARGET CR_INTO_CLONES vector ROWS(stress_at)(const ROWS(sheet) * s, const real *u, const real *d,
                                             const bool bends) {
    vector own = s->own * of(u) - s->smooth * of(d);
    if (!bends) return own;
    return (s->bend * (of(u - 1) + of(u + 1)) + s->bend_y * (of(u - s->stride) + of(u + s->stride))) + own;
}

// Where dx is dy, the aspect is 1 and costs nothing.
TARGET CR_INTO_CLONES vector ROWS(change_at)(const ROWS(sheet) * s, const real *d, vector w, vector beside,
                                             vector across, const bool square) {
    if (!square) across *= s->aspect;
    return (s->keep * of(d) + s->own_w * w) - (beside + across);
}

// As the books take it, see scaled in grid_sheet.c.
TARGET CR_INTO_CLONES vector ROWS(way)(const real *d, const real *d_before) {
    vector way = of(d) + of(d_before);
    if (sizeof(real) < sizeof(double)) way *= (real)scaled;
    return way;
}

// The stress of rows 0 and 1, and the ways of row 1.
TARGET CR_INTO_CLONES void ROWS(first_rows)(const ROWS(sheet) * s, int row, int count, const bool books,
                                            const bool bends) {
    for (int i = 0; i < count; i += LANES) {
        at(s->w_beside + i) = s->edge_y * of(s->u + row + i);
        at(s->w + i) = ROWS(stress_at)(s, s->u + row + i, s->d + row + i, bends);
        if (books) at(s->ways + i) = ROWS(way)(s->d + row + i, s->d_next + row + i);
    }
}

// Stress at both ends of a row whose points inside begin at u and w.
TARGET CR_INTO_CLONES void ROWS(end_columns)(int count, real edge, const real *u, real *w) {
    if (edge != 0) w[-1] = edge * u[0]; // else it is zero already, and a write would hold up the loop
    w[count] = edge * u[count - 1];
}

// Points of a row's last vector that lie beyond the edge stay 0.
TARGET CR_INTO_CLONES void ROWS(clear_beyond)(real *last, const ROWS(bits) * inside) {
    at(last) = (vector)((ROWS(bits))of(last) & *inside);
}

// Displacements are updated in place: the stress of the row ahead needs those of this row only at the same
// points. Without books d_next is written only, and wide vectors would wait for it. Books make loads scarce:
// the stress beside a point then comes from the vectors that are there already, if they are short.
TARGET CR_INTO_CLONES void ROWS(inner_row)(const ROWS(sheet) * s, int row, int count, ROWS(ways) * lost,
                                           const bool bends, const bool square) {
    int stride = s->stride;
    const real *d = s->d + row, *w = s->w;
    real *u = s->u + row, *d_next = s->d_next + row, *w_beside = s->w_beside, *ways = s->ways;
    ROWS(ways) sum = {{0}, {0}, {0}};
    if (lost) sum = *lost;
    const bool longest = sizeof(vector) > sizeof(cr_vector), turns = lost && !longest;
    vector here = of(w), before = of(w - LANES / 2), next = here, turned = before, beside;
    CR_UNROLL
    for (int i = 0; i < count; i += LANES) {
        if (!lost && longest) __builtin_prefetch(d_next + i + stride, 1);
        vector ahead = ROWS(stress_at)(s, u + i + stride, d + i + stride, bends);
        if (turns) {
            next = of(w + i + LANES);
            turned = TURNED(here, next);
            beside = LEFT(before, here) + RIGHT(here, turned);
        } else {
            here = of(w + i);
            beside = of(w + i - 1) + of(w + i + 1);
        }
        vector change = ROWS(change_at)(s, d + i, here, beside, of(w_beside + i) + ahead, square);
        if (lost) {
            vector way = of(ways + i), up = ROWS(way)(d + i + stride, d_next + i + stride);
            sum.plain = FUSED(way, way, sum.plain);
            sum.right = FUSED(way, of(ways + i + 1), sum.right);
            sum.up = FUSED(way, up, sum.up);
            at(ways + i) = up;
        }
        at(w_beside + i) = ahead;
        at(d_next + i) = change;
        at(u + i) += change;
        before = turned;
        if (turns) here = next;
    }
    if (lost) *lost = sum;
}

TARGET CR_INTO_CLONES void ROWS(last_row)(const ROWS(sheet) * s, int row, int count, ROWS(ways) * lost,
                                          const bool square) {
    real *u = s->u + row, *d_next = s->d_next + row;
    for (int i = 0; i < count; i += LANES) {
        const real *w = s->w + i;
        vector across = of(s->w_beside + i) + s->edge_y * of(u + i);
        vector change = ROWS(change_at)(s, s->d + row + i, of(w), of(w - 1) + of(w + 1), across, square);
        if (lost) {
            vector way = of(s->ways + i);
            lost->plain += way * way;
            lost->right += way * of(s->ways + i + 1);
        }
        at(d_next + i) = change;
        at(u + i) += change;
    }
}

TARGET CR_INTO_CLONES double ROWS(total)(const vector *lanes) {
    double sum = 0.0;
    for (int l = 0; l < LANES; l++) sum += (double)(*lanes)[l];
    return sizeof(real) < sizeof(double) ? sum / (scaled * scaled) : sum;
}

// To the books; sums of floats go there after a few rows already, before they lose digits.
TARGET CR_INTO_CLONES void ROWS(carry)(ROWS(ways) * lost, ways_sum *sum) {
    sum->plain += ROWS(total)(&lost->plain);
    sum->right += ROWS(total)(&lost->right);
    sum->up += ROWS(total)(&lost->up);
    *lost = (ROWS(ways)){{0}, {0}, {0}};
}

TARGET CR_INTO_CLONES void ROWS(predict)(cr_element *e, ways_sum *sum, const bool bends, const bool square) {
    const cr_grid *g = &e->grid;
    terms t = terms_of(e);
    ROWS(sheet) s = ROWS(sheet_of)(e, &t);
    ROWS(ways) ways = {{0}, {0}, {0}}, *lost = sum ? &ways : NULL;
    int count = g->n[0] - 1, whole = (count + LANES - 1) / LANES * LANES, row = cr_grid_at(g, 1, 1);
    ROWS(bits) inside;
    for (int l = 0; l < LANES; l++) inside[l] = whole - LANES + l < count ? -1 : 0;
    ROWS(first_rows)(&s, row, whole, lost != NULL, bends);
    for (int j = 1; j < g->n[1]; j++, row += s.stride) {
        ROWS(end_columns)(count, s.edge, s.u + row, s.w);
        if (j < g->n[1] - 1) ROWS(inner_row)(&s, row, whole, lost, bends, square);
        else ROWS(last_row)(&s, row, whole, lost, square);
        ROWS(clear_beyond)(s.u + row + whole - LANES, &inside);
        ROWS(clear_beyond)(s.d_next + row + whole - LANES, &inside);
        real *w = s.w;
        s.w = s.w_beside;
        s.w_beside = w;
        if (sum && sizeof(real) < sizeof(double) && j % ROWS_SUMMED == 0) ROWS(carry)(lost, sum);
    }
    if (sum) ROWS(carry)(lost, sum);
}

TARGET static void ROWS(predict_plate)(cr_element *e) {
    ROWS(predict)(e, NULL, true, false);
}

TARGET static void ROWS(predict_membrane)(cr_element *e) {
    if (e->grid.aspect == 1.0) ROWS(predict)(e, NULL, false, true);
    else ROWS(predict)(e, NULL, false, false);
}

TARGET CR_INTO_CLONES double ROWS(book)(cr_element *e, const bool bends, const bool square) {
    ways_sum sum = {0.0, 0.0, 0.0};
    ROWS(predict)(e, &sum, bends, square);
    terms t = terms_of(e);
    return t.lose * sum.plain - t.lose_x * sum.right - t.lose_y * sum.up;
}

TARGET static double ROWS(book_plate)(cr_element *e) {
    return ROWS(book)(e, true, false);
}

TARGET static double ROWS(book_membrane)(cr_element *e) {
    return e->grid.aspect == 1.0 ? ROWS(book)(e, false, true) : ROWS(book)(e, false, false);
}

#undef at
#undef of
#undef ROWS
#undef TARGET
#undef LANES
#undef vector
#undef TURNED
#undef LEFT
#undef RIGHT
#undef FUSED
