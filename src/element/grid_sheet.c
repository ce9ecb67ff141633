// Membranes and plates: one step of the update on a rectangle, d+ = keep d - L w with w = bend L u - pull u -
// smooth d. One pass over the rows finds w of the row ahead and updates the present one, so that only two
// rows of w are ever kept: w of row j + 1 takes the place of w of row j - 1. u_next is u: three grids, not
// four, stay in the cache. The loops are in grid_sheet_rows.h, for any processor and for vectors of four and
// of eight points; their sounds are the same, bit by bit. Books alone may fuse multiplications and additions.
#include "element/element_internal.h"

#ifdef CR_TARGET_WIDE
#include <immintrin.h>
#endif

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

// Stress at both ends of a row whose points inside begin at u and w.
CR_INTO_CLONES void end_columns(int count, const terms *t, const double *u, double *w) {
    if (t->edge != 0.0) w[-1] = t->edge * u[0]; // else it is zero already, and a write would hold up the loop
    w[count] = t->edge * u[count - 1];
}

// In short stores, which measure faster here than whole vectors.
CR_INTO_CLONES void clear_border(const int count, double *u, double *d) {
    for (int i = 0; i < count; i++) u[i] = 0.0;
    for (int i = 0; i < count; i++) d[i] = 0.0;
}

// Rows that are kept: the stress of this row, of the one behind and then ahead; the ways d + d- of this one.
typedef struct sheet_work {
    double *w, *w_beside, *ways;
} sheet_work;

// Of two neighbouring vectors: the one that begins two points into the first; and of two that begin two
// points apart, the one between them.
#define TURNED_4(a, b) __builtin_shufflevector(a, b, 2, 3, 4, 5)
#define BETWEEN_4(a, b) __builtin_shufflevector(a, b, 1, 4, 3, 6)
#define TURNED_8(a, b) __builtin_shufflevector(a, b, 2, 3, 4, 5, 6, 7, 8, 9)
#define BETWEEN_8(a, b) __builtin_shufflevector(a, b, 1, 8, 3, 10, 5, 12, 7, 14)

// For any processor.
#define ROWS(name) name##_any
#define TARGET
#define LANES CR_GRID_VECTOR
#define vector cr_vector
#define TURNED TURNED_4
#define BETWEEN BETWEEN_4
#define FUSED(a, b, c) ((a) * (b) + (c))
#include "element/grid_sheet_rows.h"

#ifdef CR_TARGET_WIDE
#undef ROWS
#undef TARGET
#undef FUSED
#define ROWS(name) name##_4
#define TARGET CR_TARGET_FUSED
#define FUSED(a, b, c) _mm256_fmadd_pd(a, b, c)
#include "element/grid_sheet_rows.h"

typedef double cr_wide_vector
    __attribute__((vector_size(CR_GRID_WIDE * sizeof(double)), aligned(sizeof(double)), may_alias));
#undef ROWS
#undef TARGET
#undef LANES
#undef vector
#undef TURNED
#undef BETWEEN
#undef FUSED
#define ROWS(name) name##_8
#define TARGET CR_TARGET_WIDE
#define LANES CR_GRID_WIDE
#define vector cr_wide_vector
#define TURNED TURNED_8
#define BETWEEN BETWEEN_8
#define FUSED(a, b, c) _mm512_fmadd_pd(a, b, c)
#include "element/grid_sheet_rows.h"

typedef enum kind { ANY, FOUR, EIGHT } kind;
static kind best(void) {
    if (__builtin_cpu_supports("avx512f")) return EIGHT;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? FOUR : ANY;
}
#define CHOOSE(name) (best() == EIGHT ? name##_8 : best() == FOUR ? name##_4 : name##_any)
#else
#define CHOOSE(name) name##_any
#endif

void cr_sheet_predict(cr_element *e) {
    if (e->grid.bend == 0.0) CHOOSE(predict_membrane)(e);
    else CHOOSE(predict_plate)(e);
}

double cr_sheet_predict_booked(cr_element *e) {
    if (e->sigma0 == 0.0 && e->sigma1 == 0.0) {
        cr_sheet_predict(e);
        return 0.0;
    }
    double lost = e->grid.bend == 0.0 ? CHOOSE(book_membrane)(e) : CHOOSE(book_plate)(e);
    return 0.5 * e->grid.cell * e->grid.density / e->h * lost;
}
