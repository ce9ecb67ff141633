// The columns of a free plate, compiled as TARGET says; see plate_free.c, which includes this once for any
// processor and once for those that fuse.

TARGET CR_INTO_CLONES column_sums COLUMNS(update_column)(cr_element *e, int at, const bool books,
                                                         const choice *before) {
    int stride = e->grid.stride, rows = e->grid.n[1];
    double keep = e->grid.keep, aspect = e->grid.aspect;
    const double *w = e->stress + at, *d = e->d + at;
    double *d_next = e->d_next + at;
    column c = {e->u + at,        d_next,           d, w, *cr_vector_at(w - stride), *cr_vector_at(w),
                *cr_vector_at(d), way_at(d, d_next)};
    column_sums s = {{0.0}, {0.0}, {0.0}};
    if (books) { // the first row counts half
        s.plain = -0.5 * (c.ways * c.ways);
        s.right = -0.5 * (c.ways * way_at(d + 1, d_next + 1));
    }
    CR_UNROLL
    for (int j = 0; j < rows; j++) {
        cr_vector change = *cr_vector_at(c.d + stride);
        if (books) {
            cr_vector right = way_at(c.d + 1, c.d_next + 1), up = change + *cr_vector_at(c.d_next + stride);
            s.plain = FUSED(c.ways, c.ways, s.plain);
            s.right = FUSED(c.ways, right, s.right);
            s.up = FUSED(c.ways, up, s.up);
            c.ways = up;
        }
        update_point(&c, stride, keep, aspect, before);
        c.change = change;
    }
    if (books) { // and so does the last
        s.plain += 0.5 * (c.ways * c.ways);
        s.right += 0.5 * (c.ways * way_at(c.d + 1, c.d_next + 1));
    }
    update_point(&c, stride, keep, aspect, before);
    return s;
}

// The first and last point of a row count half.
TARGET CR_INTO_CLONES void COLUMNS(update_columns)(cr_element *e, cr_grid_ways *all) {
    int n = e->grid.n[0], at = cr_grid_at(&e->grid, 0, 0), last = n / CR_GRID_VECTOR * CR_GRID_VECTOR;
    choice before = points_before(n + 1 - last);
    column_sums sum = {{0.0}, {0.0}, {0.0}};
    for (int i = 0; i <= n; i += CR_GRID_VECTOR) {
        column_sums s = i < last ? COLUMNS(update_column)(e, at + i, all != NULL, NULL)
                                 : COLUMNS(update_column)(e, at + i, all != NULL, &before);
        if (i == 0) s.plain[0] *= 0.5, s.up[0] *= 0.5;
        if (i == last) s.plain[n - last] *= 0.5, s.up[n - last] *= 0.5;
        sum.plain += s.plain;
        sum.right += s.right;
        sum.up += s.up;
    }
    if (!all) return;
    all->plain = lanes(&sum.plain);
    all->along = 2.0 * (all->plain - lanes(&sum.right));
    all->across = 2.0 * (all->plain - lanes(&sum.up));
}

ENTRY static cr_grid_ways COLUMNS(update_booked)(cr_element *e) {
    cr_grid_ways all;
    COLUMNS(update_columns)(e, &all);
    return all;
}
