#include "io/film/raster.h"

#include "base/numeric.h"

#include <math.h>
#include <stddef.h>

void cr_raster_clear(cr_raster *raster, float nothing) {
    size_t count = (size_t)raster->width * (size_t)raster->rows;
    for (size_t i = 0; i < count; i++) raster->near[i] = nothing;
}

typedef struct edges {
    double a[3], b[3], c[3]; // weight k at (x, y): a x + b y + c; 1 at corner k, 0 at the others
} edges;

// Twice its area; y goes down: counter-clockwise is negative.
static double area_of(const cr_raster_triangle *t) {
    const double x[3] = {(double)t->x[0], (double)t->x[1], (double)t->x[2]};
    const double y[3] = {(double)t->y[0], (double)t->y[1], (double)t->y[2]};
    return (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
}

bool cr_raster_faces(const cr_raster_triangle *t) {
    return area_of(t) < 0.0;
}

static bool weigh(const cr_raster_triangle *t, edges *e) {
    const double x[3] = {(double)t->x[0], (double)t->x[1], (double)t->x[2]};
    const double y[3] = {(double)t->y[0], (double)t->y[1], (double)t->y[2]};
    double area = area_of(t);
    if (!(area < 0.0)) return false;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        e->a[k] = (y[i] - y[j]) / area;
        e->b[k] = (x[j] - x[i]) / area;
        e->c[k] = (x[i] * y[j] - x[j] * y[i]) / area;
    }
    return true;
}

static float least(const float v[3]) {
    return fminf(v[0], fminf(v[1], v[2]));
}
static float most(const float v[3]) {
    return fmaxf(v[0], fmaxf(v[1], v[2]));
}
static int within(float x, int low, int high) {
    return x < (float)low ? low : x > (float)high ? high : (int)x;
}

void cr_raster_reach(const cr_raster_triangle *t, int rows, int *first, int *last) {
    *first = within(ceilf(least(t->y) - 0.5f), 0, rows);
    *last = within(floorf(most(t->y) - 0.5f), -1, rows - 1);
}

static void weights(const edges *e, double y, int column, float w[3]) {
    for (int k = 0; k < 3; k++) w[k] = (float)(e->a[k] * (column + 0.5) + e->b[k] * y + e->c[k]);
}

static bool is_inside(const edges *e, double y, int column) {
    float w[3];
    weights(e, y, column, w);
    return !(w[0] < 0.0f || w[1] < 0.0f || w[2] < 0.0f);
}

// The whole columns of a row in which a triangle is. Each weight grows or falls along a row, rounded as it
// is: between the first and the last sample that are inside all are.
static void span(const edges *e, double y, int *from, int *to) {
    double low = *from, high = *to;
    for (int k = 0; k < 3; k++) {
        double rest = e->b[k] * y + e->c[k], at = -rest / e->a[k] - 0.5;
        if (e->a[k] > 0.0) low = fmax(low, fmin(floor(at), high + 1.0));
        else if (e->a[k] < 0.0) high = fmin(high, fmax(ceil(at), low - 1.0));
        else if (rest < 0.0) high = low - 1.0;
    }
    *from = (int)low;
    *to = (int)high;
    while (*from <= *to && !is_inside(e, y, *from)) ++*from;
    while (*from <= *to && !is_inside(e, y, *to)) --*to;
}

// Nearness of `count` samples of a row from a column on.
CR_CLONES static void nearness(const edges *e, const cr_raster_triangle *t, double y, int column, int count,
                               float *near) {
    const double b0 = e->b[0] * y, b1 = e->b[1] * y, b2 = e->b[2] * y;
    for (int i = 0; i < count; i++) {
        double x = column + i + 0.5;
        float w0 = (float)(e->a[0] * x + b0 + e->c[0]), w1 = (float)(e->a[1] * x + b1 + e->c[1]),
              w2 = (float)(e->a[2] * x + b2 + e->c[2]);
        near[i] = w0 * t->near[0] + w1 * t->near[1] + w2 * t->near[2];
    }
}

static void put(cr_raster *r, size_t at, const cr_raster_triangle *t, const float w[3]) {
    for (int c = 0; c < 3; c++)
        r->normal[3 * at + (size_t)c] =
            w[0] * t->normal[0][c] + w[1] * t->normal[1][c] + w[2] * t->normal[2][c];
    r->thing[at] = t->thing;
}

static void fill_row(cr_raster *r, const cr_raster_triangle *t, const edges *e, int row, int from, int to,
                     int every) {
    enum { PIECE = 128 };
    const double y = row + 0.5;
    float near[PIECE];
    for (int first = from; first <= to; first += PIECE) {
        int count = to - first < PIECE ? to - first + 1 : PIECE;
        size_t at = (size_t)(row - r->top) * (size_t)r->width + (size_t)first;
        nearness(e, t, y, first, count, near);
        if (!r->normal && every == 1) {
            for (int i = 0; i < count; i++)
                r->near[at + (size_t)i] =
                    near[i] > r->near[at + (size_t)i] ? near[i] : r->near[at + (size_t)i];
            continue;
        }
        for (int i = (first + row) % every; i < count; i += every) {
            float w[3];
            if (!(near[i] > r->near[at + (size_t)i])) continue;
            r->near[at + (size_t)i] = near[i];
            if (!r->normal) continue;
            weights(e, y, first + i, w);
            put(r, at + (size_t)i, t, w);
        }
    }
}

void cr_raster_fill(cr_raster *r, const cr_raster_triangle *t, int every) {
    edges e;
    int first = within(ceilf(least(t->y) - 0.5f), r->top, r->top + r->rows);
    int last = within(floorf(most(t->y) - 0.5f), r->top - 1, r->top + r->rows - 1);
    int left = within(ceilf(least(t->x) - 0.5f), 0, r->width);
    int right = within(floorf(most(t->x) - 0.5f), -1, r->width - 1);
    if (first > last || left > right || !weigh(t, &e)) return;
    for (int row = first; row <= last; row++) {
        int from = left, to = right;
        span(&e, row + 0.5, &from, &to);
        fill_row(r, t, &e, row, from, to, every);
    }
}
