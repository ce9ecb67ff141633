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

// Contacts side by side, LANES at a time; those beyond the last have no wrench.
struct cr_redistribution {
    int room, count;            // multiples of LANES
    bool wide;                  // this processor has AVX2
    double *wrench[3][HALF];    // of unit impulses along the normal and two tangents; moments over `size`
    double *before[3], *now[3]; // N s, along them
    double *mu;
    double *part[ROWS + 2 * HALF]; // rows of the factors of the slope, see `slopes`
};

static int padded(int count) {
    return (count + LANES - 1) / LANES * LANES;
}

cr_redistribution *cr_redistribution_new(int contacts, cr_arena *arena, cr_error *error) {
    enum { ARRAYS = 3 * HALF + 3 + 3 + 1 + ROWS + 2 * HALF };
    cr_arena_mark mark = cr_arena_here(arena);
    cr_redistribution *r = cr_arena_take(arena, 1, sizeof *r);
    size_t room = (size_t)padded(contacts);
    double *memory = r ? cr_arena_take(arena, room * ARRAYS, sizeof *memory) : NULL;
    if (!memory) {
        cr_arena_rewind(arena, mark);
        cr_fail(error, CR_ERR_MEMORY, "redistribution", "no memory for %d contacts", contacts);
        return NULL;
    }
    r->room = (int)room;
#if CR_BANK_HAS_FMA
    r->wide = __builtin_cpu_supports("avx2");
#endif
    for (int d = 0; d < 3; d++) {
        for (int i = 0; i < HALF; i++, memory += room) r->wrench[d][i] = memory;
        r->before[d] = memory;
        r->now[d] = memory + room;
        memory += 2 * room;
    }
    r->mu = memory;
    for (int i = 0; i < ROWS + 2 * HALF; i++) r->part[i] = memory += room;
    return r;
}

static void load(cr_redistribution *r, int k, const cr_spread_contact *c, double size) {
    cr_vec axis[3] = {c->normal};
    cr_vec_frame(c->normal, &axis[1], &axis[2]);
    r->mu[k] = cr_max(c->friction, 0.0);
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
}

#define SPREAD_NAME(word) word##_any
#define SPREAD_TARGET
#include "sound/redistribute_kernel.h"
#if CR_BANK_HAS_FMA
#undef SPREAD_NAME
#undef SPREAD_TARGET
#define SPREAD_NAME(word) word##_wide
#define SPREAD_TARGET __attribute__((target("avx2")))
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

static void project(chunk c, const double dual[ROWS]) {
#if CR_BANK_HAS_FMA
    if (c.all->wide) {
        project_wide(c.all, c.from, c.count, dual);
        return;
    }
#endif
    project_any(c.all, c.from, c.count, dual);
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

// M P' M^T, below the diagonal.
static void add_slopes(chunk c, double h[ROWS][ROWS]) {
    const cr_redistribution *r = c.all;
    for (int i = 0; i < ROWS; i++) add_products(c, r->part[i], r->part, i + 1, h[i]);
    for (int set = 0; set < 2; set++) {
        double *const *part = r->part + ROWS + HALF * set;
        for (int i = 0; i < HALF; i++) add_products(c, part[i], part, i + 1, h[HALF + i] + HALF);
    }
}

// |P(x' + M^T dual)|^2/2; adds M x and its slope.
static double evaluate(const cr_redistribution *r, const double dual[ROWS], double sum[ROWS],
                       double h[ROWS][ROWS]) {
    double squares = 0.0;
    for (int from = 0; from < r->count; from += CHUNK) {
        chunk c = {r, from, r->count - from < CHUNK ? r->count - from : CHUNK};
        project(c, dual);
        add_wrenches(c, sum);
        add_slopes(c, h);
        for (int d = 0; d < 3; d++) add_products(c, r->now[d], &r->now[d], 1, &squares);
    }
    return 0.5 * squares;
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// A step of Newton's method: -(h + small)^-1 miss.
static void newton_step(double h[ROWS][ROWS], const double miss[ROWS], double step[ROWS]) {
    double trace = 0.0;
    for (int i = 0; i < ROWS; i++) {
        trace += h[i][i];
        for (int j = 0; j < i; j++) h[j][i] = h[i][j];
    }
    for (int i = 0; i < ROWS; i++) { // flat sets leave directions free: any step along them is as good
        h[i][i] += 1e-13 * trace + 1e-300;
        step[i] = -miss[i];
    }
    cr_lu_factor_positive(h[0], ROWS);
    cr_lu_solve(h[0], ROWS, NULL, step);
}

// The least of the convex function |P(x' + M^T dual)|^2/2 - d dual, whose slope is M x - d.
static bool solve(const cr_redistribution *r, const double d[ROWS], double tolerance) {
    double dual[ROWS] = {0}, step[ROWS] = {0}, from[ROWS] = {0}, length = 1.0, least = HUGE_VAL;
    for (int i = 0; i < ITERATIONS; i++) {
        double miss[ROWS], h[ROWS][ROWS] = {{0}};
        for (int j = 0; j < ROWS; j++) miss[j] = -d[j];
        double value = evaluate(r, dual, miss, h) - dot(d, dual, ROWS);
        if (dot(miss, miss, ROWS) <= cr_square(tolerance)) return true;
        if (value > least + 1e-14 * fabs(least) && length > 1e-4) length *= 0.5;
        else {
            least = value;
            length = 1.0;
            memcpy(from, dual, sizeof from);
            newton_step(h, miss, step);
        }
        for (int j = 0; j < ROWS; j++) dual[j] = from[j] + length * step[j];
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
