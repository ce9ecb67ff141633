// Membranes and plates: one step of the update on a rectangle, d+ = keep d - L w with w = bend L u - pull u -
// smooth d. One pass over the rows finds w of the row ahead and updates the present one, so that only two
// rows of w are ever kept: w of row j + 1 takes the place of w of row j - 1. u_next is u: three grids, not
// four, stay in the cache. The loops are in grid_sheet_rows.h, for any processor and for vectors of 32 and
// 64 bytes, of doubles and of floats; the sounds of a kind of number are the same, bit by bit. Books
// alone may fuse multiplications and additions.
#include "element/element_internal.h"

#ifdef CR_TARGET_WIDE
#include <immintrin.h>
#endif
#include <stdint.h>

typedef struct terms {
    double bend, bend_y, own, smooth; // of w
    double keep, aspect, own_w;       // of the update
    double lose, lose_x, lose_y;      // of the books: of a way, of those of its neighbours beside and above
    double edge,
        edge_y; // w at an edge over u of the row inside: 0 if supported; if clamped, the image doubles it
} terms;

static terms terms_of(const cr_element *e) {
    const cr_grid *g = &e->grid;
    double rough = 2.0 * e->sigma1 / cr_square(g->spacing[0]), bend_y = g->bend * g->aspect,
           images = g->edge == CR_EDGE_CLAMPED ? 2.0 : 0.0;
    return (terms){.bend = g->bend,
                   .bend_y = bend_y,
                   .own = -2.0 * (g->bend + bend_y) - g->pull,
                   .smooth = g->smooth,
                   .keep = g->keep,
                   .aspect = g->aspect,
                   .own_w = 2.0 * (1.0 + g->aspect),
                   .lose = e->sigma0 + rough * (1.0 + g->aspect),
                   .lose_x = rough,
                   .lose_y = rough * g->aspect,
                   .edge = images * g->bend,
                   .edge_y = images * bend_y};
}

// Sums for the books over all rows: see ways in grid_sheet_rows.h.
typedef struct ways_sum {
    double plain, right, up;
} ways_sum;

enum { ROWS_SUMMED = 8 }; // in floats
// Ways of floats are taken so many times as long for the books: the squares of what has died away to 1e-24 m
// are then no subnormal numbers, on which some processors spend a hundred cycles each.
static const double scaled = 0x1p50;

#define DOUBLES(e) ((cr_points){(e)->u, (e)->d, (e)->d_next, (e)->stress})
#define FLOATS(e) (*(e)->single)

// Of two neighbouring vectors: the one that begins in the middle of the first; and of two that begin half a
// vector apart, the one that begins a point before the second (left) or after the first (right).
#define TURNED_DOUBLES(a, b) __builtin_shufflevector(a, b, 2, 3, 4, 5)
#define BETWEEN_DOUBLES(a, b) __builtin_shufflevector(a, b, 1, 4, 3, 6)
#define TURNED_FLOATS(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 8, 9, 10, 11)
#define LEFT_FLOATS(a, b) __builtin_shufflevector(a, b, 3, 8, 9, 10, 7, 12, 13, 14)
#define RIGHT_FLOATS(a, b) __builtin_shufflevector(a, b, 1, 2, 3, 8, 5, 6, 7, 12)
#define NOT_TURNED(a, b) (a)
#define PLAIN_FUSED(a, b, c) ((a) * (b) + (c))

typedef double cr_wide_vector
    __attribute__((vector_size(CR_GRID_WIDE * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef float cr_float_vector
    __attribute__((vector_size(CR_GRID_WIDE * sizeof(float)), aligned(sizeof(float)), may_alias));
typedef float cr_long_vector
    __attribute__((vector_size(CR_GRID_LONG * sizeof(float)), aligned(sizeof(float)), may_alias));

// For any processor, in short vectors for processors with AVX2 and in long ones for those with AVX-512; of
// doubles, then of floats, of which a vector has twice as many. Long vectors are loaded faster than turned.
#define real double
#define integer int64_t
#define POINTS DOUBLES

#define ROWS(name) name##_any
#define TARGET
#define LANES CR_GRID_VECTOR
#define vector cr_vector
#define TURNED TURNED_DOUBLES
#define LEFT BETWEEN_DOUBLES
#define RIGHT BETWEEN_DOUBLES
#define FUSED PLAIN_FUSED
#include "element/grid_sheet_rows.h"

#ifdef CR_TARGET_WIDE
#define ROWS(name) name##_short
#define TARGET CR_TARGET_FUSED
#define LANES CR_GRID_VECTOR
#define vector cr_vector
#define TURNED TURNED_DOUBLES
#define LEFT BETWEEN_DOUBLES
#define RIGHT BETWEEN_DOUBLES
#define FUSED _mm256_fmadd_pd
#include "element/grid_sheet_rows.h"

#define ROWS(name) name##_long
#define TARGET CR_TARGET_WIDE
#define LANES CR_GRID_WIDE
#define vector cr_wide_vector
#define TURNED NOT_TURNED
#define LEFT NOT_TURNED
#define RIGHT NOT_TURNED
#define FUSED _mm512_fmadd_pd
#include "element/grid_sheet_rows.h"
#endif

#undef real
#undef integer
#undef POINTS
#define real float
#define integer int32_t
#define POINTS FLOATS

#define ROWS(name) name##_floats_any
#define TARGET
#define LANES CR_GRID_WIDE
#define vector cr_float_vector
#define TURNED TURNED_FLOATS
#define LEFT LEFT_FLOATS
#define RIGHT RIGHT_FLOATS
#define FUSED PLAIN_FUSED
#include "element/grid_sheet_rows.h"

#ifdef CR_TARGET_WIDE
#define ROWS(name) name##_floats_short
#define TARGET CR_TARGET_FUSED
#define LANES CR_GRID_WIDE
#define vector cr_float_vector
#define TURNED TURNED_FLOATS
#define LEFT LEFT_FLOATS
#define RIGHT RIGHT_FLOATS
#define FUSED _mm256_fmadd_ps
#include "element/grid_sheet_rows.h"

#define ROWS(name) name##_floats_long
#define TARGET CR_TARGET_WIDE
#define LANES CR_GRID_LONG
#define vector cr_long_vector
#define TURNED NOT_TURNED
#define LEFT NOT_TURNED
#define RIGHT NOT_TURNED
#define FUSED _mm512_fmadd_ps
#include "element/grid_sheet_rows.h"

typedef enum kind { ANY, SHORT, LONG } kind;
static kind best(void) {
    if (__builtin_cpu_supports("avx512f")) return LONG;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? SHORT : ANY;
}
#define CHOOSE(name) (best() == LONG ? name##_long : best() == SHORT ? name##_short : name##_any)
#else
#define CHOOSE(name) name##_any
#endif
#define PICK(e, name) ((e)->single ? CHOOSE(name##_floats) : CHOOSE(name))

void cr_sheet_predict(cr_element *e) {
    if (e->grid.bend == 0.0) PICK(e, predict_membrane)(e);
    else PICK(e, predict_plate)(e);
}

double cr_sheet_predict_booked(cr_element *e) {
    if (e->sigma0 == 0.0 && e->sigma1 == 0.0) {
        cr_sheet_predict(e);
        return 0.0;
    }
    double lost = e->grid.bend == 0.0 ? PICK(e, book_membrane)(e) : PICK(e, book_plate)(e);
    return 0.5 * e->grid.cell * e->grid.density / e->h * lost;
}
