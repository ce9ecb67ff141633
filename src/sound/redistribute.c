// Redistribution of impulses among the contact points of a body, S3 (13)-(14), without bases of null spaces:
//   minimise |alpha - alpha'|^2 + |beta - beta'|^2  with  N alpha = c, D beta = f, |beta_k| <= mu_k alpha_k
// is the point of the cones nearest to that of the step before on an affine set. With multipliers (lambda,
// nu) of the 6 + 6 equations it is x = P(x' + M^T (lambda, nu)), P the projection onto each contact's cone,
// and M x = (c, f) is solved by Newton's method on the derivative of P (derivation U2).
#include "carom/sound.h"

#include "base/linear.h"
#include "base/numeric.h"
#include "modal/bank_internal.h"

#include <string.h>

enum {
    ROWS = 12,
    HALF = 6,
    ITERATIONS = 60,
    LANES = 4,
    CHUNK = 128
}; // the rows of a chunk of contacts stay in the cache

enum { SOME = 1, SOME_CONE = 2 };

// Contacts side by side, LANES at a time; those beyond the last have no wrench.
struct cr_redistribution {
    int room, count;            // multiples of 2 LANES
    bool wide;                  // this processor has AVX2 and FMA
    double *wrench[3][HALF];    // of unit impulses along the normal and two tangents; moments over `size`
    double *before[3], *now[3]; // N s, along them
    double *mu, *scale;         // 1/sqrt(1 + mu^2)
    double *part[4 * HALF];     // rows of the factors of the slope, see the kernel
};

static int padded(int count) {
    return (count + 2 * LANES - 1) / (2 * LANES) * (2 * LANES);
}

cr_redistribution *cr_redistribution_new(int contacts, cr_arena *arena, cr_error *error) {
    enum { ARRAYS = 3 * HALF + 3 + 3 + 2 + 4 * HALF };
    cr_arena_mark mark = cr_arena_here(arena);
    cr_redistribution *r = cr_arena_take(arena, 1, sizeof *r);
    size_t room = (size_t)padded(contacts);
    while (room % 512 != CHUNK + 8) room += 2 * LANES; // rows of a chunk side by side in a cache of 4 KB ways
    double *memory = r ? cr_arena_take(arena, room * ARRAYS, sizeof *memory) : NULL;
    if (!memory) {
        cr_arena_rewind(arena, mark);
        cr_fail(error, CR_ERR_MEMORY, "redistribution", "no memory for %d contacts", contacts);
        return NULL;
    }
    r->room = (int)room;
#if CR_BANK_HAS_FMA
    r->wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    for (int d = 0; d < 3; d++) {
        for (int i = 0; i < HALF; i++, memory += room) r->wrench[d][i] = memory;
        r->before[d] = memory;
        r->now[d] = memory + room;
        memory += 2 * room;
    }
    r->mu = memory;
    r->scale = memory += room;
    for (int i = 0; i < 4 * HALF; i++) r->part[i] = memory += room;
    return r;
}

static void load(cr_redistribution *r, int k, const cr_spread_contact *c, double size) {
    cr_vec axis[3] = {c->normal};
    cr_vec_frame(c->normal, &axis[1], &axis[2]);
    r->mu[k] = cr_max(c->friction, 0.0);
    r->scale[k] = 1.0 / sqrt(1.0 + cr_square(r->mu[k]));
    for (int d = 0; d < 3; d++) {
        cr_vec f = axis[d], m = cr_vec_scale(1.0 / size, cr_vec_cross(c->at, f));
        const double wrench[HALF] = {f.x, f.y, f.z, m.x, m.y, m.z};
        for (int i = 0; i < HALF; i++) r->wrench[d][i][k] = wrench[i];
        r->before[d][k] = d ? cr_vec_dot(f, c->rubbed_before) : c->before;
        r->now[d][k] = d ? cr_vec_dot(f, c->rubbed) : c->pressed;
    }
}

static void load_nothing(cr_redistribution *r, int k) {
    for (int d = 0; d < 3; d++) {
        for (int i = 0; i < HALF; i++) r->wrench[d][i][k] = 0.0;
        r->before[d][k] = r->now[d][k] = 0.0;
    }
    r->mu[k] = 0.0;
    r->scale[k] = 1.0;
}

#define SPREAD_NAME(word) word##_any
#define SPREAD_TARGET
#include "sound/redistribute_kernel.h"
#if CR_BANK_HAS_FMA
#undef SPREAD_NAME
#undef SPREAD_TARGET
#define SPREAD_NAME(word) word##_wide
#define SPREAD_TARGET __attribute__((target("avx2,fma")))
#include "sound/redistribute_kernel.h"
#endif

// Some of the contacts: [from, from + count).
typedef struct chunk {
    const cr_redistribution *all;
    int from, count;
} chunk;

static void products(chunk c, const double *a, double *const b[4], double out[4]) {
#if CR_BANK_HAS_FMA
    if (c.all->wide) {
        products_wide(c.from, c.count, a, b, out);
        return;
    }
#endif
    products_any(c.from, c.count, a, b, out);
}

static int project(chunk c, const double dual[ROWS]) {
#if CR_BANK_HAS_FMA
    if (c.all->wide) return project_wide(c.all, c.from, c.count, dual);
#endif
    return project_any(c.all, c.from, c.count, dual);
}

// sums[i] += a . b[i], i < rows
static void add_products(chunk c, const double *a, double *const *b, int rows, double *sums) {
    for (int j = 0; j < rows; j += 4) {
        double *four[4], out[4];
        for (int k = 0; k < 4; k++) four[k] = b[j + k < rows ? j + k : j];
        products(c, a, four, out);
        for (int k = 0; k < 4 && j + k < rows; k++) sums[j + k] += out[k];
    }
}

// Sum and moment of the impulses `now`.
static void add_wrenches(chunk c, double sum[ROWS]) {
    const cr_redistribution *r = c.all;
    for (int d = 0; d < 3; d++) add_products(c, r->now[d], r->wrench[d], HALF, sum + (d ? HALF : 0));
}

static void tile(chunk c, double *const a[3], double *const b[3], double *const out[3]) {
#if CR_BANK_HAS_FMA
    if (c.all->wide) {
        tile_wide(c.from, c.count, a, b, out);
        return;
    }
#endif
    tile_any(c.from, c.count, a, b, out);
}

// h[from + i][to + j] += a[i] . b[j]; of a row with itself only what lies below the diagonal.
static void add_block(chunk c, double *const *a, double *const *b, int from, int to, double h[ROWS][ROWS]) {
    for (int i = 0; i < HALF; i += 3)
        for (int j = 0; j < (a == b ? i + 3 : HALF); j += 3) {
            double *const out[3] = {&h[from + i][to + j], &h[from + i + 1][to + j], &h[from + i + 2][to + j]};
            tile(c, a + i, b + j, out);
        }
}

// M P' M^T, below the diagonal. Rows that are 0 all along are left out.
static void add_slopes(chunk c, int some, double h[ROWS][ROWS]) {
    double *const *normal = c.all->part, *const *leaning = normal + HALF, *const *along = normal + 2 * HALF,
                  *const *across = normal + 3 * HALF;
    if (!some) return;
    add_block(c, normal, normal, 0, 0, h);
    if (some & SOME_CONE) add_block(c, leaning, normal, HALF, 0, h);
    add_block(c, along, along, HALF, HALF, h);
    add_block(c, across, across, HALF, HALF, h);
}

// |P(x' + M^T dual)|^2/2; adds M x and its slope.
static double evaluate(const cr_redistribution *r, const double dual[ROWS], double sum[ROWS],
                       double h[ROWS][ROWS]) {
    double squares = 0.0;
    for (int from = 0; from < r->count; from += CHUNK) {
        chunk c = {r, from, r->count - from < CHUNK ? r->count - from : CHUNK};
        int some = project(c, dual);
        add_wrenches(c, sum);
        add_slopes(c, some, h);
        for (int d = 0; d < 3; d++) add_products(c, r->now[d], &r->now[d], 1, &squares);
    }
    return 0.5 * squares;
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// A step of Newton's method, held back: -(h + damped trace(h))^-1 miss. Flat sets leave directions free: any
// step along them is as good.
static void newton_step(const double h[ROWS][ROWS], const double miss[ROWS], double damped,
                        double step[ROWS]) {
    double trace = 0.0, a[ROWS][ROWS];
    for (int i = 0; i < ROWS; i++) trace += h[i][i];
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j <= i; j++) a[i][j] = a[j][i] = h[i][j];
        a[i][i] += damped * trace + 1e-300;
        step[i] = -miss[i];
    }
    cr_lu_factor_positive(a[0], ROWS);
    cr_lu_solve(a[0], ROWS, NULL, step);
}

// Where the search has come to.
typedef struct stand {
    double dual[ROWS], miss[ROWS], h[ROWS][ROWS], value;
} stand;

static void look(const cr_redistribution *r, const double d[ROWS], stand *s) {
    memset(s->h, 0, sizeof s->h);
    for (int j = 0; j < ROWS; j++) s->miss[j] = -d[j];
    s->value = evaluate(r, s->dual, s->miss, s->h) - dot(d, s->dual, ROWS);
}

// The least of the convex function |P(x' + M^T dual)|^2/2 - d dual, whose slope is M x - d. Steps that lead
// up are held back (Levenberg and Marquardt).
static bool solve(const cr_redistribution *r, const double d[ROWS], double tolerance) {
    const double free = 1e-13;
    double damped = free;
    stand stands[2] = {0}, *now = &stands[0], *next = &stands[1];
    look(r, d, now);
    for (int i = 0; i < ITERATIONS; i++) {
        double step[ROWS];
        if (dot(now->miss, now->miss, ROWS) <= cr_square(tolerance)) return true;
        newton_step((const double(*)[ROWS])now->h, now->miss, damped, step);
        for (int j = 0; j < ROWS; j++) next->dual[j] = now->dual[j] + step[j];
        look(r, d, next);
        bool lower = next->value <= now->value + 1e-14 * fabs(now->value) ||
                     dot(next->miss, next->miss, ROWS) <= cr_square(tolerance);
        damped = lower ? cr_max(0.01 * damped, free) : cr_max(30.0 * damped, 1e-7);
        if (!lower) continue;
        stand *left = now;
        now = next;
        next = left;
    }
    return false;
}

bool cr_redistribute(cr_redistribution *r, cr_spread_contact *contacts, int count) {
    if (count < 1 || count > r->room) return false;
    double size = 1e-9, d[ROWS] = {0};
    for (int k = 0; k < count; k++) size = cr_max(size, cr_vec_length(contacts[k].at));
    r->count = padded(count);
    for (int k = 0; k < count; k++) load(r, k, &contacts[k], size);
    for (int k = count; k < r->count; k++) load_nothing(r, k);
    add_wrenches((chunk){r, 0, r->count}, d);
    double whole = sqrt(dot(d, d, HALF));
    if (!(whole > 0.0) || !solve(r, d, 1e-11 * whole)) return false;
    for (int k = 0; k < count; k++) {
        cr_vec first, second;
        cr_vec_frame(contacts[k].normal, &first, &second);
        contacts[k].pressed = r->now[0][k];
        contacts[k].rubbed =
            cr_vec_add(cr_vec_scale(r->now[1][k], first), cr_vec_scale(r->now[2][k], second));
    }
    return true;
}
