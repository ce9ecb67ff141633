#include "prep/thin/board.h"

#include "prep/bem/vector.h"

#include <string.h>

static const float *shape_at(const cr_modes *modes, int mode, int vertex) {
    return modes->shape + 3 * ((size_t)mode * (size_t)modes->vertices + (size_t)vertex);
}

// A corner in the frame of the board, or what a mode does there.
static void in_frame(const cr_board *b, const float *from, bool place, double to[3]) {
    for (int a = 0; a < 3; a++) {
        to[a] = 0.0;
        for (int d = 0; d < 3; d++) to[a] += ((double)from[d] - (place ? b->middle[d] : 0.0)) * b->axis[a][d];
    }
}

static void corner(const cr_board *b, const cr_modes *m, int triangle, int c, double to[3]) {
    in_frame(b, m->position + 3 * (ptrdiff_t)m->triangle[3 * triangle + c], true, to);
}

// --- what is a board --------------------------------------------------------------------------------------

static const double same = 0.9998; // cosine of directions that are one: 1 degree

static bool take_facets(const cr_modes *m, cr_arena *arena, cr_board *b) {
    size_t count = (size_t)m->triangles;
    b->normal = cr_arena_take(arena, count, sizeof *b->normal);
    b->centre = cr_arena_take(arena, count, sizeof *b->centre);
    b->area = cr_arena_take(arena, count, sizeof *b->area);
    if (!b->normal || !b->centre || !b->area) return false;
    for (int t = 0; t < m->triangles; t++) {
        double p[3][3], along[3], across[3];
        for (int i = 0; i < 9; i++) {
            p[i / 3][i % 3] = (double)m->position[3 * (ptrdiff_t)m->triangle[3 * t + i / 3] + i % 3];
            b->centre[t][i % 3] += p[i / 3][i % 3] / 3.0;
        }
        cr_sub3(p[1], p[0], along);
        cr_sub3(p[2], p[0], across);
        cr_cross3(along, across, b->normal[t]);
        double twice = cr_length3(b->normal[t]);
        for (int d = 0; d < 3 && twice > 0.0; d++) b->normal[t][d] /= twice;
        b->area[t] = 0.5 * twice;
    }
    return true;
}

typedef struct facets {
    int count;
    const cr_board *of;
    double all; // area, m^2
} facets;

enum { TRIED = 200 };

// The direction that most of the area looks along, one way or the other, of those across `across`: which
// part of the area does.
static double main_direction(const facets *f, const double *across, double n[3]) {
    double best = 0.0;
    for (int i = 0; i < TRIED; i++) {
        int t = (int)((long long)i * f->count / TRIED);
        double sum = 0.0;
        if (!(f->of->area[t] > 0.0) || (across && fabs(cr_dot3(f->of->normal[t], across)) > 0.02)) continue;
        for (int s = 0; s < f->count; s++)
            if (fabs(cr_dot3(f->of->normal[t], f->of->normal[s])) > same) sum += f->of->area[s];
        if (sum <= best) continue;
        best = sum;
        memcpy(n, f->of->normal[t], 3 * sizeof *n);
    }
    return best / f->all;
}

static bool is_on(const facets *f, int t, const double n[3], double height, double slack) {
    return cr_dot3(f->of->normal[t], n) > same && fabs(cr_dot3(f->of->centre[t], n) - height) < slack;
}

// The plane with the normal n that most of the area lies in: how high it is, and its area.
static double main_plane(const facets *f, const double n[3], double slack, double *height) {
    double best = 0.0;
    for (int i = 0; i < TRIED; i++) {
        int t = (int)((long long)i * f->count / TRIED);
        double sum = 0.0, own = cr_dot3(f->of->centre[t], n);
        if (!is_on(f, t, n, own, slack)) continue;
        for (int s = 0; s < f->count; s++)
            if (is_on(f, s, n, own, slack)) sum += f->of->area[s];
        if (sum <= best) continue;
        best = sum;
        *height = own;
    }
    return best;
}

// The sides of the rectangle around the upper face, and its middle.
static void measure(const cr_modes *m, cr_board *b) {
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL}, at[3];
    for (int i = 0; i < b->count[CR_BOARD_UPPER]; i++)
        for (int c = 0; c < 3; c++) {
            corner(b, m, b->triangle[CR_BOARD_UPPER][i], c, at);
            for (int a = 0; a < 2; a++) {
                low[a] = fmin(low[a], at[a]);
                high[a] = fmax(high[a], at[a]);
            }
        }
    for (int a = 0; a < 2; a++) {
        b->length[a] = high[a] - low[a];
        for (int d = 0; d < 3; d++) b->middle[d] += 0.5 * (high[a] + low[a]) * b->axis[a][d];
    }
}

// Three lists: the upper face, the lower one, the rest.
static bool sort_out(const facets *f, double upper, double lower, double slack, cr_arena *arena,
                     cr_board *b) {
    const double *up = b->axis[2], down[3] = {-up[0], -up[1], -up[2]};
    for (int part = 0; part < 3; part++) {
        b->triangle[part] = cr_arena_take(arena, (size_t)f->count, sizeof *b->triangle[part]);
        if (!b->triangle[part]) return false;
    }
    for (int t = 0; t < f->count; t++) {
        int part = is_on(f, t, up, upper, slack)      ? CR_BOARD_UPPER
                   : is_on(f, t, down, -lower, slack) ? CR_BOARD_LOWER
                                                      : CR_BOARD_REST;
        b->triangle[part][b->count[part]++] = t;
    }
    return true;
}

static cr_status find(const cr_modes *modes, const facets *f, cr_arena *arena, cr_board *b, cr_error *error) {
    const double most = 0.2, whole = 0.97, partly = 0.5; // thickness over side; areas over the rectangle
    double down[3], upper = 0.0, lower = 0.0, slack = 1e-4 * sqrt(f->all);
    if (main_direction(f, NULL, b->axis[2]) < 0.5 || main_direction(f, b->axis[2], b->axis[0]) <= 0.0)
        return CR_OK;
    for (int d = 0; d < 3; d++) down[d] = -b->axis[2][d];
    double above = main_plane(f, b->axis[2], slack, &upper), below = main_plane(f, down, slack, &lower);
    if (below > above) { // the whole face is the upper one
        double height = upper, area = above;
        memcpy(b->axis[2], down, sizeof down);
        above = below, below = area;
        upper = lower, lower = height;
    }
    lower = -lower;
    double out = cr_dot3(b->axis[0], b->axis[2]);
    for (int d = 0; d < 3; d++) b->axis[0][d] -= out * b->axis[2][d];
    cr_cross3(b->axis[2], b->axis[0], b->axis[1]);
    for (int d = 0; d < 3; d++) b->middle[d] = 0.5 * (upper + lower) * b->axis[2][d];
    if (!sort_out(f, upper, lower, slack, arena, b))
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a board");
    measure(modes, b);
    double rectangle = b->length[0] * b->length[1], side = fmin(b->length[0], b->length[1]);
    bool good = above >= whole * rectangle && below >= partly * rectangle && upper > lower &&
                upper - lower < most * side;
    b->thickness = good ? upper - lower : 0.0;
    b->bare = good;
    for (int i = 0; i < b->count[CR_BOARD_REST]; i++) {
        double off[3];
        cr_sub3(b->centre[b->triangle[CR_BOARD_REST][i]], b->middle, off);
        b->bare = b->bare && fabs(cr_dot3(off, b->axis[2])) <= 0.5 * b->thickness + slack;
    }
    return CR_OK;
}

cr_status cr_board_find(const cr_modes *modes, cr_arena *arena, cr_board *board, cr_error *error) {
    facets f = {.count = modes->triangles, .of = board};
    *board = (cr_board){.thickness = 0.0};
    if (!take_facets(modes, arena, board))
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a board");
    for (int t = 0; t < f.count; t++) f.all += board->area[t];
    return f.all > 0.0 ? find(modes, &f, arena, board, error) : CR_OK;
}

// The mean over a triangle of the square of what is linear on it.
static double mean_square(const double w[3]) {
    return (w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + w[0] * w[1] + w[1] * w[2] + w[2] * w[0]) / 6.0;
}

// k_b^2 = int (grad w)^2 / int w^2, w linear on each triangle.
cr_board_bend cr_board_bend_of(const cr_board *board, const cr_modes *modes, int mode) {
    double slope = 0.0, square[3] = {0.0};
    for (int i = 0; i < board->count[CR_BOARD_UPPER]; i++) {
        int t = board->triangle[CR_BOARD_UPPER][i];
        double p[3][3], u[3], w[3][3];
        for (int c = 0; c < 3; c++) {
            corner(board, modes, t, c, p[c]);
            in_frame(board, shape_at(modes, mode, modes->triangle[3 * t + c]), false, u);
            for (int a = 0; a < 3; a++) w[a][c] = u[a];
        }
        double x1 = p[1][0] - p[0][0], y1 = p[1][1] - p[0][1], x2 = p[2][0] - p[0][0], y2 = p[2][1] - p[0][1],
               twice = x1 * y2 - x2 * y1;
        double a = w[2][1] - w[2][0], b = w[2][2] - w[2][0];
        if (!(twice > 0.0)) continue;
        double gx = (a * y2 - b * y1) / twice, gy = (b * x1 - a * x2) / twice;
        slope += 0.5 * twice * (gx * gx + gy * gy);
        for (int axis = 0; axis < 3; axis++) square[axis] += 0.5 * twice * mean_square(w[axis]);
    }
    double all = square[0] + square[1] + square[2];
    return (cr_board_bend){slope > 0.0 ? sqrt(square[2] / slope) : HUGE_VAL,
                           all > 0.0 ? square[2] / all : 0.0};
}
