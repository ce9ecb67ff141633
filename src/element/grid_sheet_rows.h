// The rows of a sheet in vectors of LANES points, `vector`, compiled as TARGET says into ROWS(predict_...);
// see grid_sheet.c, which includes this once for each kind of vector.

#define at(a) (*(vector *)(void *)(a))
#define of(a) (*(const vector *)(const void *)(a))

// What damping took in the step before (grid_loss.c), lane by lane, while d_next still holds the change
// before d: no pass of its own over the grid. The ways z = d + d- vanish at the edges, so that the squares of
// their differences need no sums of their own: sum (z[i+1] - z[i])^2 = 2 sum z[i] (z[i] - z[i+1]). These are
// the sums of z^2, of z times its right neighbour and of z times its upper one; nothing of them is fed back.
typedef struct ROWS(ways) {
    vector plain, right, up;
} ROWS(ways);

// A sheet that does not bend needs no neighbours: what they would add is zero.
TARGET CR_INTO_CLONES vector ROWS(stress_at)(const terms *t, int stride, const double *u, const double *d,
                                             const bool bends) {
    vector own = t->own * of(u) - t->smooth * of(d);
    if (!bends) return own;
    return (t->bend * (of(u - 1) + of(u + 1)) + t->bend_y * (of(u - stride) + of(u + stride))) + own;
}

// Where dx is dy, the aspect is 1 and costs nothing.
TARGET CR_INTO_CLONES vector ROWS(change_at)(const terms *t, const double *d, vector w, vector beside,
                                             vector across, const bool square) {
    if (!square) across *= t->aspect;
    return (t->keep * of(d) + t->own_w * w) - (beside + across);
}

// The stress of rows 0 and 1, and the ways of row 1.
TARGET CR_INTO_CLONES void ROWS(first_rows)(const cr_element *e, int row, int count, const terms *t,
                                            const sheet_work *k, const bool books, const bool bends) {
    for (int i = 0; i < count; i += LANES) {
        at(k->w_beside + i) = t->edge_y * of(e->u + row + i);
        at(k->w + i) = ROWS(stress_at)(t, e->grid.stride, e->u + row + i, e->d + row + i, bends);
        if (books) at(k->ways + i) = of(e->d + row + i) + of(e->d_next + row + i);
    }
}

// Displacements are updated in place: the stress of the row ahead needs those of this row only at the same
// points. Without books d_next is written only, and wide vectors would wait for it. Books make loads scarce:
// the stress beside a point then comes from the vectors that are there already, if they are short.
TARGET CR_INTO_CLONES void ROWS(inner_row)(cr_element *e, int row, int count, const terms *t,
                                           const sheet_work *k, ROWS(ways) * lost, const bool bends,
                                           const bool square) {
    int stride = e->grid.stride;
    const double *d = e->d + row, *w = k->w;
    double *u = e->u + row, *d_next = e->d_next + row, *w_beside = k->w_beside, *ways = k->ways;
    ROWS(ways) sum = {{0.0}, {0.0}, {0.0}};
    if (lost) sum = *lost;
    const bool turns = lost && LANES < CR_GRID_WIDE;
    vector here = of(w), before = of(w - 2), next = here, turned = before, beside;
    CR_UNROLL
    for (int i = 0; i < count; i += LANES) {
        if (!lost && LANES == CR_GRID_WIDE) __builtin_prefetch(d_next + i + stride, 1);
        vector ahead = ROWS(stress_at)(t, stride, u + i + stride, d + i + stride, bends);
        if (turns) {
            next = of(w + i + LANES);
            turned = TURNED(here, next);
            beside = BETWEEN(before, here) + BETWEEN(here, turned);
        } else {
            here = of(w + i);
            beside = of(w + i - 1) + of(w + i + 1);
        }
        vector change = ROWS(change_at)(t, d + i, here, beside, of(w_beside + i) + ahead, square);
        if (lost) {
            vector way = of(ways + i), up = of(d + i + stride) + of(d_next + i + stride);
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

TARGET CR_INTO_CLONES void ROWS(last_row)(cr_element *e, int row, int count, const terms *t,
                                          const sheet_work *k, ROWS(ways) * lost, const bool square) {
    double *u = e->u + row, *d_next = e->d_next + row;
    for (int i = 0; i < count; i += LANES) {
        const double *w = k->w + i;
        vector across = of(k->w_beside + i) + t->edge_y * of(u + i);
        vector change = ROWS(change_at)(t, e->d + row + i, of(w), of(w - 1) + of(w + 1), across, square);
        if (lost) {
            vector way = of(k->ways + i);
            lost->plain += way * way;
            lost->right += way * of(k->ways + i + 1);
        }
        at(d_next + i) = change;
        at(u + i) += change;
    }
}

TARGET CR_INTO_CLONES void ROWS(predict)(cr_element *e, ROWS(ways) * lost, const bool bends,
                                         const bool square) {
    const cr_grid *g = &e->grid;
    terms t = terms_of(e);
    int stride = g->stride, count = g->n[0] - 1, whole = (count + LANES - 1) / LANES * LANES,
        row = cr_grid_at(g, 1, 1);
    double *w = e->stress + row;
    sheet_work k = {w, w + stride, w + 2 * stride};
    ROWS(first_rows)(e, row, whole, &t, &k, lost != NULL, bends);
    for (int j = 1; j < g->n[1]; j++, row += stride) {
        end_columns(count, &t, e->u + row, k.w);
        if (j < g->n[1] - 1) ROWS(inner_row)(e, row, whole, &t, &k, lost, bends, square);
        else ROWS(last_row)(e, row, whole, &t, &k, lost, square);
        clear_border(LANES, e->u + row + count, e->d_next + row + count);
        k = (sheet_work){k.w_beside, k.w, k.ways};
    }
}

TARGET static void ROWS(predict_plate)(cr_element *e) {
    ROWS(predict)(e, NULL, true, false);
}

TARGET static void ROWS(predict_membrane)(cr_element *e) {
    if (e->grid.aspect == 1.0) ROWS(predict)(e, NULL, false, true);
    else ROWS(predict)(e, NULL, false, false);
}

TARGET CR_INTO_CLONES double ROWS(total)(const vector *lanes) {
    double sum = 0.0;
    for (int l = 0; l < LANES; l++) sum += (*lanes)[l];
    return sum;
}

TARGET CR_INTO_CLONES double ROWS(book)(cr_element *e, const bool bends, const bool square) {
    ROWS(ways) lost = {{0.0}, {0.0}, {0.0}};
    ROWS(predict)(e, &lost, bends, square);
    terms t = terms_of(e);
    return t.lose * ROWS(total)(&lost.plain) - t.lose_x * ROWS(total)(&lost.right) -
           t.lose_y * ROWS(total)(&lost.up);
}

TARGET static double ROWS(book_plate)(cr_element *e) {
    return ROWS(book)(e, true, false);
}

TARGET static double ROWS(book_membrane)(cr_element *e) {
    return e->grid.aspect == 1.0 ? ROWS(book)(e, false, true) : ROWS(book)(e, false, false);
}

#undef at
#undef of
