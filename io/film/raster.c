#include "io/film/raster.h"

#include <math.h>
#include <stddef.h>

void cr_raster_clear(cr_raster *raster, float nothing) {
    size_t count = (size_t)raster->width * (size_t)raster->rows;
    for (size_t i = 0; i < count; i++) raster->near[i] = nothing;
}

typedef struct edges {
    double a[3], b[3], c[3]; // weight k at (x, y): a x + b y + c; 1 at corner k, 0 at the others
} edges;

// False where the triangle is turned away or has no area.
static bool weigh(const cr_raster_triangle *t, edges *e) {
    const double x[3] = {(double)t->x[0], (double)t->x[1], (double)t->x[2]};
    const double y[3] = {(double)t->y[0], (double)t->y[1], (double)t->y[2]};
    double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (!(area < 0.0)) return false; // y goes down: counter-clockwise is negative
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

static void put(cr_raster *r, size_t at, const cr_raster_triangle *t, const float w[3], float near) {
    r->near[at] = near;
    if (!r->normal) return;
    for (int c = 0; c < 3; c++)
        r->normal[3 * at + (size_t)c] =
            w[0] * t->normal[0][c] + w[1] * t->normal[1][c] + w[2] * t->normal[2][c];
    r->thing[at] = t->thing;
}

// The part of a row in which all weights may be above 0.
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
}

void cr_raster_fill(cr_raster *r, const cr_raster_triangle *t, int every) {
    edges e;
    int first = within(floorf(least(t->y)), r->top, r->top + r->rows);
    int last = within(ceilf(most(t->y)), r->top - 1, r->top + r->rows - 1);
    if (first > last || !weigh(t, &e)) return;
    for (int row = first; row <= last; row++) {
        double y = row + 0.5;
        int from = within(floorf(least(t->x)), 0, r->width), to = within(ceilf(most(t->x)), -1, r->width - 1);
        span(&e, y, &from, &to);
        size_t line = (size_t)(row - r->top) * (size_t)r->width;
        if (every > 1 && (from + row) % every) from++;
        for (int column = from; column <= to; column += every) {
            float w[3];
            for (int k = 0; k < 3; k++) w[k] = (float)(e.a[k] * (column + 0.5) + e.b[k] * y + e.c[k]);
            if (w[0] < 0.0f || w[1] < 0.0f || w[2] < 0.0f) continue;
            float near = w[0] * t->near[0] + w[1] * t->near[1] + w[2] * t->near[2];
            if (near > r->near[line + (size_t)column]) put(r, line + (size_t)column, t, w, near);
        }
    }
}
