// What a board does to the air, point by point.
#include "prep/bem/vector.h"
#include "prep/thin/board.h"

#include <complex.h>
#include <string.h>

cr_board_grid cr_board_grid_of(const cr_board *board, double side) {
    const int least = 24; // along the longer side
    cr_board_grid grid = {.board = board};
    double widest = fmin(side, fmax(board->length[0], board->length[1]) / least);
    for (int a = 0; a < 2; a++) grid.cells[a] = (int)fmax(4.0, ceil(board->length[a] / widest - 1e-9));
    grid.sources = 2 * grid.cells[0] * grid.cells[1] + board->count[CR_BOARD_REST];
    return grid;
}

static const float *shape_at(const cr_modes *modes, int mode, int vertex) {
    return modes->shape + 3 * ((size_t)mode * (size_t)modes->vertices + (size_t)vertex);
}

static double area_of(const cr_board_grid *g) {
    return g->board->length[0] * g->board->length[1] / ((double)g->cells[0] * g->cells[1]);
}

void cr_board_place(const cr_board_grid *grid, cr_bem_source *source) {
    const cr_board *b = grid->board;
    for (int face = 0; face < 2; face++)
        for (int i = 0; i < grid->cells[0] * grid->cells[1]; i++, source++) {
            double sign = face == CR_BOARD_UPPER ? 1.0 : -1.0,
                   x = b->length[0] * ((i % grid->cells[0] + 0.5) / grid->cells[0] - 0.5),
                   y = b->length[1] * ((i / grid->cells[0] + 0.5) / grid->cells[1] - 0.5);
            *source = (cr_bem_source){.monopole = 0.0};
            for (int d = 0; d < 3; d++) {
                source->along[d] = sign * b->axis[2][d];
                source->at[d] = b->middle[d] + x * b->axis[0][d] + y * b->axis[1][d] +
                                0.5 * b->thickness * source->along[d];
            }
        }
    for (int i = 0; i < b->count[CR_BOARD_REST]; i++, source++) {
        *source = (cr_bem_source){.monopole = 0.0};
        memcpy(source->at, b->centre[b->triangle[CR_BOARD_REST][i]], sizeof source->at);
        memcpy(source->along, b->normal[b->triangle[CR_BOARD_REST][i]], sizeof source->along);
    }
}

// --- the shape on a grid ----------------------------------------------------------------------------------

// Middles of cells along both sides, no farther out than the board.
typedef struct raster {
    int cells[2];
    double *at[2];
} raster;

static bool take_raster(const cr_board *b, const int cells[2], const double side[2], cr_arena *arena,
                        raster *r) {
    for (int a = 0; a < 2; a++) {
        const double within = 0.5 * (1.0 - 1e-6) * b->length[a];
        r->cells[a] = cells[a];
        r->at[a] = cr_arena_take(arena, (size_t)cells[a], sizeof *r->at[a]);
        if (!r->at[a]) return false;
        for (int i = 0; i < cells[a]; i++)
            r->at[a][i] = fmax(-within, fmin(within, (i - 0.5 * (cells[a] - 1)) * side[a]));
    }
    return true;
}

typedef struct corners {
    double x[3], y[3], w[3];
} corners;

static corners corners_of(const cr_board *b, const cr_modes *m, int mode, int t) {
    corners c = {.w = {0.0}};
    for (int i = 0; i < 3; i++) {
        int v = m->triangle[3 * t + i];
        const float *at = m->position + 3 * (ptrdiff_t)v, *moved = shape_at(m, mode, v);
        for (int d = 0; d < 3; d++) {
            double off = (double)at[d] - b->middle[d];
            c.x[i] += off * b->axis[0][d];
            c.y[i] += off * b->axis[1][d];
            c.w[i] += (double)moved[d] * b->axis[2][d];
        }
    }
    return c;
}

// Linear on the triangle, where cells have their middles in it.
static void fill_triangle(const raster *r, const corners *c, float *w) {
    const double slack = 1e-5;
    double low[2] = {fmin(c->x[0], fmin(c->x[1], c->x[2])), fmin(c->y[0], fmin(c->y[1], c->y[2]))};
    double high[2] = {fmax(c->x[0], fmax(c->x[1], c->x[2])), fmax(c->y[0], fmax(c->y[1], c->y[2]))};
    double x1 = c->x[1] - c->x[0], y1 = c->y[1] - c->y[0], x2 = c->x[2] - c->x[0], y2 = c->y[2] - c->y[0];
    double twice = x1 * y2 - x2 * y1, margin = slack * (high[0] - low[0] + high[1] - low[1]);
    if (twice == 0.0) return;
    for (int j = 0; j < r->cells[1]; j++) {
        double y = r->at[1][j];
        if (y < low[1] - margin || y > high[1] + margin) continue;
        for (int i = 0; i < r->cells[0]; i++) {
            double x = r->at[0][i];
            if (x < low[0] - margin || x > high[0] + margin) continue;
            double u = ((x - c->x[0]) * y2 - (y - c->y[0]) * x2) / twice,
                   v = ((y - c->y[0]) * x1 - (x - c->x[0]) * y1) / twice;
            if (u < -slack || v < -slack || u + v > 1.0 + slack) continue;
            w[(ptrdiff_t)j * r->cells[0] + i] =
                (float)(c->w[0] + u * (c->w[1] - c->w[0]) + v * (c->w[2] - c->w[0]));
        }
    }
}

// How far a face moves along the normal of the upper one; NaN where it has no triangle.
static void fill_face(const cr_board *b, int face, const cr_modes *m, int mode, const raster *r, float *w) {
    for (int i = 0; i < r->cells[0] * r->cells[1]; i++) w[i] = NAN;
    for (int i = 0; i < b->count[face]; i++) {
        corners c = corners_of(b, m, mode, b->triangle[face][i]);
        fill_triangle(r, &c, w);
    }
}

// The motion of a board on a grid: as one, and of both faces outwards.
typedef struct motion {
    float *bend, *swell;
} motion;

// Momentum tells the mean deflection of a bare board better than triangles do, on which w is linear: their
// errors have one sign where a board twists, and a dipole of numerical origin would drown what it radiates at
// low frequencies. What is missing from the mean over cells; 0: unknown.
static double missing_mean(const cr_board *b, const cr_modes *m, int mode, const motion *on_faces,
                           int cells) {
    double mean = 0.0, right = 0.0;
    if (!b->bare || !(m->mass > 0.0) || (!m->participation && m->rigid < 6)) return 0.0;
    for (int d = 0; d < 3 && m->participation; d++)
        right += m->participation[CR_PARTICIPATION * mode + d] * b->axis[2][d] / m->mass;
    for (int i = 0; i < cells; i++) mean += (double)on_faces->bend[i] / cells;
    return right - mean;
}

static bool take_motion(const cr_board *b, const cr_modes *m, int mode, const int cells[2],
                        const double side[2], cr_arena *arena, motion *to) {
    size_t count = (size_t)cells[0] * (size_t)cells[1];
    raster r;
    to->bend = cr_arena_take(arena, count, sizeof *to->bend);
    to->swell = cr_arena_take(arena, count, sizeof *to->swell);
    if (!to->bend || !to->swell || !take_raster(b, cells, side, arena, &r)) return false;
    fill_face(b, CR_BOARD_UPPER, m, mode, &r, to->bend);
    fill_face(b, CR_BOARD_LOWER, m, mode, &r, to->swell);
    for (size_t i = 0; i < count; i++) {
        if (isnan(to->bend[i])) to->bend[i] = isnan(to->swell[i]) ? 0.0f : to->swell[i];
        float up = to->bend[i], down = isnan(to->swell[i]) ? up : to->swell[i]; // a leg moves as the board
        to->bend[i] = 0.5f * (up + down);
        to->swell[i] = 0.5f * (up - down);
    }
    return true;
}

// --- pressure ---------------------------------------------------------------------------------------------

// Between the middles of cells, and on beyond the outer ones.
static cr_wide between(const cr_sheet *s, const cr_complex *q, double x, double y) {
    double share[2];
    int first[2];
    const double at[2] = {x, y};
    for (int a = 0; a < 2; a++) {
        double u = at[a] / s->side[a] + 0.5 * (s->cells[a] - 1);
        first[a] = (int)fmax(0.0, fmin(s->cells[a] - 2, floor(u)));
        share[a] = u - first[a];
    }
    const cr_complex *row = q + (ptrdiff_t)first[1] * s->cells[0] + first[0];
    return (1.0 - share[1]) * ((1.0 - share[0]) * (cr_wide)row[0] + share[0] * (cr_wide)row[1]) +
           share[1] *
               ((1.0 - share[0]) * (cr_wide)row[s->cells[0]] + share[0] * (cr_wide)row[s->cells[0] + 1]);
}

typedef struct board_job {
    const cr_board_grid *grid;
    const cr_modes *modes;
    int mode;
    double k, density;
    bool quick;
} board_job;

// The jump of the pressure for bending, and the pressure on both faces for swelling: as much as in a wall, as
// by symmetry nothing moves in the plane of the board.
static cr_status find_pressure(const board_job *j, double missing, cr_arena *scratch, cr_sheet *sheet,
                               cr_complex **jump, cr_complex **both, cr_error *error) {
    const cr_board *b = j->grid->board;
    const int *cells = j->grid->cells;
    size_t count = (size_t)cells[0] * (size_t)cells[1];
    double side[2];
    motion m;
    for (int a = 0; a < 2; a++)
        side[a] = cr_sheet_side(b->length[a], j->quick ? 0.0 : b->thickness, cells[a]);
    cr_status status = cr_sheet_make(cells, side, j->k, scratch, sheet, error);
    if (status != CR_OK) return status;
    *jump = cr_arena_take(scratch, count, sizeof **jump);
    *both = cr_arena_take(scratch, count, sizeof **both);
    if (!*jump || !*both || !take_motion(b, j->modes, j->mode, cells, side, scratch, &m))
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a board");
    for (size_t i = 0; i < count; i++) {
        m.bend[i] = (float)(-j->density * ((double)m.bend[i] + missing));
        m.swell[i] *= (float)-j->density;
    }
    int steps = 0;
    if (j->quick) cr_sheet_wall(sheet, m.bend, *jump);
    else steps = cr_sheet_solve(sheet, m.bend, *jump);
    cr_sheet_wall(sheet, m.swell, *both); // twice the pressure
    return steps >= 0 ? CR_OK
                      : cr_fail(error, CR_ERR_NUMERIC, "radiation",
                                "the equations of the board do not settle at the wave number %g 1/m", j->k);
}

static double put_faces(const board_job *j, const cr_sheet *sheet, const motion *m, const cr_complex *jump,
                        const cr_complex *both, cr_bem_source *source) {
    const cr_board *b = j->grid->board;
    const int *cells = j->grid->cells;
    double area = area_of(j->grid), square = 0.0;
    for (int i = 0; i < cells[0] * cells[1]; i++) {
        double x = b->length[0] * ((i % cells[0] + 0.5) / cells[0] - 0.5),
               y = b->length[1] * ((i / cells[0] + 0.5) / cells[1] - 0.5);
        cr_wide q = between(sheet, jump, x, y), swell = 0.5 * between(sheet, both, x, y);
        for (int face = 0; face < 2; face++) {
            double sign = face == CR_BOARD_UPPER ? 1.0 : -1.0,
                   g = -j->density * (sign * (double)m->bend[i] + (double)m->swell[i]);
            cr_bem_source *to = source + (ptrdiff_t)face * cells[0] * cells[1] + i;
            to->monopole = -area * g;
            to->dipole = area * (0.5 * sign * q + swell);
            square += area * g * g;
        }
    }
    return square;
}

// Whether a triangle is of something below or above the board.
static bool is_beyond(const cr_board *b, int t) {
    double off[3];
    cr_sub3(b->centre[t], b->middle, off);
    return fabs(cr_dot3(off, b->axis[2])) > 0.501 * b->thickness && b->area[t] > 0.0;
}

// Edges move air without any pressure on them.
static cr_status put_rest(const board_job *j, cr_arena *scratch, cr_bem_source *source, double *square,
                          cr_error *error) {
    const cr_board *b = j->grid->board;
    const int *rest = b->triangle[CR_BOARD_REST];
    int count = b->count[CR_BOARD_REST], found = 0;
    int *beyond = cr_arena_take(scratch, (size_t)count + 1, sizeof *beyond);
    if (!beyond) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a board");
    for (int i = 0; i < count; i++) {
        int t = rest[i];
        double area = b->area[t], moved = 0.0;
        if (is_beyond(b, t)) beyond[found++] = i;
        for (int c = 0; c < 9; c++)
            moved += (double)shape_at(j->modes, j->mode, j->modes->triangle[3 * t + c / 3])[c % 3] *
                     b->normal[t][c % 3] / 3.0;
        source[i].monopole = area * j->density * moved;
        source[i].dipole = 0.0;
        *square += area * j->density * j->density * moved * moved;
    }
    return found ? cr_board_walls(b, j->k, beyond, found, scratch, source, error) : CR_OK;
}

cr_status cr_board_solve(const cr_board_grid *grid, const cr_modes *modes, int mode, double k, double density,
                         bool quick, cr_arena *scratch, cr_bem_source *source, double *square,
                         cr_error *error) {
    const board_job j = {grid, modes, mode, k, density, quick};
    const double side[2] = {grid->board->length[0] / grid->cells[0], grid->board->length[1] / grid->cells[1]};
    cr_sheet sheet;
    cr_complex *jump, *both;
    motion faces;
    int cells = grid->cells[0] * grid->cells[1];
    if (!take_motion(grid->board, modes, mode, grid->cells, side, scratch, &faces))
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for a board");
    double missing = missing_mean(grid->board, modes, mode, &faces, cells);
    for (int i = 0; i < cells; i++) faces.bend[i] += (float)missing;
    cr_status status = find_pressure(&j, missing, scratch, &sheet, &jump, &both, error);
    if (status != CR_OK) return status;
    *square = put_faces(&j, &sheet, &faces, jump, both, source);
    return put_rest(&j, scratch, source + 2 * (ptrdiff_t)cells, square, error);
}
