#include "prep/bem/coarse.h"

#include "prep/bem/vector.h"
#include "prep/bem/wide.h"

#include <complex.h>
#define lapack_complex_float float _Complex
#define lapack_complex_double double _Complex
#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

enum { FUNCTIONS = CR_COARSE_PER_GROUP, MEMBERS_MOST = 32, AXES = 6 };

// --- groups -----------------------------------------------------------------------------------------------

typedef struct place {
    double key;
    int triangle;
} place;

typedef struct splitter {
    const cr_bem_surface *surface;
    double turn; // what a turn of the normal counts, m
    place *list;
    cr_coarse *coarse;
} splitter;

static int compare(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static double coordinate(const splitter *s, int triangle, int axis) {
    return axis < 3 ? s->surface->middle[triangle][axis] : s->turn * s->surface->normal[triangle][axis - 3];
}

static int widest_axis(const splitter *s, int first, int count) {
    double widest = -1.0;
    int best = 0;
    for (int axis = 0; axis < AXES; axis++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = first; i < first + count; i++) {
            double x = coordinate(s, s->list[i].triangle, axis);
            low = fmin(low, x);
            high = fmax(high, x);
        }
        if (high - low <= widest) continue;
        widest = high - low;
        best = axis;
    }
    return best;
}

// Halves, along the axis of space or of the normals on which they differ most, until they are small.
static void split(splitter *s, int first, int count) {
    cr_coarse *c = s->coarse;
    if (count <= MEMBERS_MOST) {
        for (int i = first; i < first + count; i++) c->of[s->list[i].triangle] = c->groups;
        if (count > c->slots) c->slots = count;
        c->groups++;
        return;
    }
    int axis = widest_axis(s, first, count);
    for (int i = first; i < first + count; i++) s->list[i].key = coordinate(s, s->list[i].triangle, axis);
    qsort(s->list + first, (size_t)count, sizeof *s->list, compare);
    split(s, first, count / 2);
    split(s, first + count / 2, count - count / 2);
}

// --- functions --------------------------------------------------------------------------------------------

// Two ways in the plane of a group.
static void plane_of(const cr_bem_surface *s, const int *member, int count, double middle[3],
                     double way[2][3]) {
    double normal[3] = {0.0, 0.0, 0.0}, axis[3] = {0.0, 0.0, 0.0};
    memset(middle, 0, 3 * sizeof *middle);
    for (int i = 0; i < 3 * count; i++) {
        middle[i % 3] += s->middle[member[i / 3]][i % 3] / count;
        normal[i % 3] += s->normal[member[i / 3]][i % 3];
    }
    int least = fabs(normal[1]) < fabs(normal[0]);
    if (fabs(normal[2]) < fabs(normal[least])) least = 2;
    axis[least] = 1.0;
    cr_cross3(normal, axis, way[0]);
    cr_cross3(normal, way[0], way[1]);
}

// Orthonormal by Gram and Schmidt; a function that the others hold already is 0.
static void make_orthonormal(double (*w)[FUNCTIONS], int count, int f) {
    double before = 0.0, after = 0.0;
    for (int i = 0; i < count; i++) before += w[i][f] * w[i][f];
    for (int other = 0; other < f; other++) {
        double product = 0.0;
        for (int i = 0; i < count; i++) product += w[i][f] * w[i][other];
        for (int i = 0; i < count; i++) w[i][f] -= product * w[i][other];
    }
    for (int i = 0; i < count; i++) after += w[i][f] * w[i][f];
    double scale = after > 1e-6 * before ? 1.0 / sqrt(after) : 0.0;
    for (int i = 0; i < count; i++) w[i][f] *= scale;
}

static void fill_functions(const cr_bem_surface *s, const int *member, int count, double (*w)[FUNCTIONS]) {
    double middle[3], way[2][3], off[3];
    plane_of(s, member, count, middle, way);
    for (int f = 0; f < FUNCTIONS; f++) {
        for (int i = 0; i < count; i++) {
            cr_sub3(s->middle[member[i]], middle, off);
            w[i][f] = f ? cr_dot3(off, way[f - 1]) : 1.0;
        }
        make_orthonormal(w, count, f);
    }
}

static void fill_group(const cr_bem_surface *s, int group, cr_coarse *c) {
    int member[MEMBERS_MOST], count = 0;
    double w[MEMBERS_MOST][FUNCTIONS];
    for (int t = 0; t < c->triangles; t++)
        if (c->of[t] == group) member[count++] = t;
    fill_functions(s, member, count, w);
    for (int i = 0; i < count; i++) {
        size_t at = (size_t)i * (size_t)c->groups + (size_t)group;
        c->member[at] = member[i];
        for (int f = 0; f < FUNCTIONS; f++) c->weight[member[i]][f] = c->weight_at[f][at] = (float)w[i][f];
    }
}

bool cr_coarse_make(const cr_bem_surface *surface, cr_arena *arena, cr_coarse *coarse) {
    const double turn_share = 0.6; // of the radius: the faces of a thin wall and the sides of an edge part
    size_t n = (size_t)surface->triangles;
    double centre[3], radius;
    *coarse = (cr_coarse){.triangles = surface->triangles};
    coarse->of = cr_arena_take(arena, n, sizeof *coarse->of);
    coarse->weight = cr_arena_take(arena, n, sizeof *coarse->weight);
    place *list = cr_arena_take(arena, n, sizeof *list);
    if (!coarse->of || !coarse->weight || !list) return false;
    cr_bem_surface_ball(surface, centre, &radius);
    splitter s = {surface, turn_share * radius, list, coarse};
    for (int t = 0; t < surface->triangles; t++) list[t].triangle = t;
    split(&s, 0, surface->triangles);
    size_t places = (size_t)coarse->slots * (size_t)coarse->groups;
    coarse->member = cr_arena_take(arena, places, sizeof *coarse->member);
    bool whole = coarse->member != NULL;
    for (int f = 0; f < FUNCTIONS; f++) {
        coarse->weight_at[f] = cr_arena_take(arena, places, sizeof(float));
        whole = whole && coarse->weight_at[f];
    }
    for (int g = 0; g < coarse->groups && whole; g++) fill_group(surface, g, coarse);
    return whole;
}

// --- the small system -------------------------------------------------------------------------------------

bool cr_coarse_work_take(cr_coarse_work *work, const cr_coarse *coarse, cr_arena *arena) {
    size_t side = (size_t)(FUNCTIONS * coarse->groups);
    *work = (cr_coarse_work){.coarse = coarse, .side = (int)side};
    work->matrix = cr_arena_take(arena, side * side, sizeof *work->matrix);
    work->pivot = cr_arena_take(arena, side, sizeof *work->pivot);
    bool whole = work->matrix && work->pivot;
    for (int i = 0; i < 2; i++) {
        work->small[i] = cr_arena_take(arena, side, sizeof(cr_complex));
        work->sums[i] = cr_arena_take(arena, side, sizeof(float));
        whole = whole && work->small[i] && work->sums[i];
    }
    return whole;
}

void cr_coarse_begin(cr_coarse_work *work) {
    size_t side = (size_t)work->side;
    memset(work->matrix, 0, side * side * sizeof *work->matrix);
    for (size_t i = 0; i < side; i++) work->matrix[i * side + i] = 0.5f;
}

// Sums over the groups of row times function: neighbours in memory are groups, not members.
CR_EVERYWHERE void sum_row(const cr_coarse *c, const float *row, float *restrict sums) {
    int groups = c->groups;
    memset(sums, 0, (size_t)(FUNCTIONS * groups) * sizeof *sums);
    float *restrict one = sums, *restrict two = sums + groups, *restrict three = sums + 2 * groups;
    for (int s = 0; s < c->slots; s++) {
        size_t at = (size_t)s * (size_t)groups;
        const int *member = c->member + at;
        const float *a = c->weight_at[0] + at, *b = c->weight_at[1] + at, *d = c->weight_at[2] + at;
        for (int g = 0; g < groups; g++) {
            float x = row[member[g]];
            one[g] += a[g] * x;
            two[g] += b[g] * x;
            three[g] += d[g] * x;
        }
    }
}

static void sum_row_any(const cr_coarse *c, const float *row, float *sums) {
    sum_row(c, row, sums);
}

CR_WIDE_TARGET static void sum_row_wide(const cr_coarse *c, const float *row, float *sums) {
    sum_row(c, row, sums);
}

void cr_coarse_add(cr_coarse_work *work, int i, const float *re, const float *im) {
    const cr_coarse *c = work->coarse;
    void (*sum)(const cr_coarse *, const float *, float *) = cr_is_wide() ? sum_row_wide : sum_row_any;
    sum(c, re, work->sums[0]);
    sum(c, im, work->sums[1]);
    for (int f = 0; f < FUNCTIONS; f++) {
        float w = c->weight[i][f];
        float *to = (float *)(work->matrix + (size_t)(f * c->groups + c->of[i]) * (size_t)work->side);
        for (int q = 0; q < work->side; q++) {
            to[2 * q] -= w * work->sums[0][q];
            to[2 * q + 1] -= w * work->sums[1][q];
        }
    }
}

// The matrix by rows is its transpose by columns, which is factored.
bool cr_coarse_factor(cr_coarse_work *work) {
    int side = work->side;
    return LAPACKE_cgetrf_work(LAPACK_COL_MAJOR, side, side, work->matrix, side, work->pivot) == 0;
}

void cr_coarse_apply(const cr_coarse_work *work, const cr_complex *in, cr_complex *out) {
    const cr_coarse *c = work->coarse;
    cr_complex *smooth = work->small[0], *solved = work->small[1];
    int side = work->side;
    memset(smooth, 0, (size_t)side * sizeof *smooth);
    for (int j = 0; j < c->triangles; j++)
        for (int f = 0; f < FUNCTIONS; f++) smooth[f * c->groups + c->of[j]] += c->weight[j][f] * in[j];
    memcpy(solved, smooth, (size_t)side * sizeof *solved);
    LAPACKE_cgetrs_work(LAPACK_COL_MAJOR, 'T', side, 1, work->matrix, side, work->pivot, solved, side);
    for (int q = 0; q < side; q++) solved[q] -= 2.0f * smooth[q];
    for (int j = 0; j < c->triangles; j++) {
        cr_complex sum = 2.0f * in[j];
        for (int f = 0; f < FUNCTIONS; f++) sum += c->weight[j][f] * solved[f * c->groups + c->of[j]];
        out[j] = sum;
    }
}
