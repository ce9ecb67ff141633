#include "base/numeric.h"
#include "surface/surface_internal.h"

cr_status cr_rough_begin(cr_rough *surface, int count, double dx, cr_arena *arena, cr_error *error) {
    size_t n = (size_t)count;
    *surface = (cr_rough){
        .count = count, .dx = dx, .length = count * dx, .per_dx = 1.0 / dx, .per_count = 1.0 / count};
    surface->height = cr_arena_take(arena, n, sizeof(double));
    surface->spline = cr_arena_take(arena, n + 3, sizeof(double));
    surface->integral = cr_arena_take(arena, n + 1, sizeof(double));
    if (surface->height && surface->spline && surface->integral) return CR_OK;
    return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory for %d points", count);
}

// Coefficients c with (c[i-1] + 4 c[i] + c[i+1])/6 = s[i], periodic: with z^2 + 4z + 1 = 0 the inverse of the
// left side is -6z/((1 - z q)(1 - z/q)), q the shift by one point; one recursion upwards, one downwards
// (M. Unser, A. Aldroubi, M. Eden, B-spline signal processing II, 1993). |z|^TAIL is below rounding, so that
// each recursion can start from a sum of TAIL terms.
static void fit_spline(const double *s, int count, double *c) {
    enum { TAIL = 32 };
    const double z = sqrt(3.0) - 2.0;
    double start = 0.0;
    for (int m = TAIL; m >= 0; m--) start = z * start + s[(count - m % count) % count];
    c[0] = start;
    for (int i = 1; i < count; i++) c[i] = s[i] + z * c[i - 1];
    double end = 0.0;
    for (int m = TAIL; m >= 0; m--) end = z * end + c[(count - 1 + m) % count];
    c[count - 1] = end;
    for (int i = count - 2; i >= 0; i--) c[i] += z * c[i + 1];
    for (int i = 0; i < count; i++) c[i] *= -6.0 * z;
}

// A sum with what its roundings lost.
typedef struct exact_sum {
    double high, low;
} exact_sum;

static void add(exact_sum *sum, double term) { // Knuth's two-sum
    double next = sum->high + term, back = next - sum->high;
    sum->low += (sum->high - (next - back)) + (term - back);
    sum->high = next;
}

static void integrate(cr_rough *surface) {
    const double *c = surface->spline;
    exact_sum total = {0.0, 0.0}, part = {0.0, 0.0};
    for (int i = 1; i <= surface->count; i++) add(&total, c[i]);
    surface->average = (total.high + total.low) / surface->count;
    for (int i = 0; i < surface->count; i++) {
        add(&part, (c[i] + 11.0 * (c[i + 1] + c[i + 2]) + c[i + 3]) / 24.0);
        add(&part, -surface->average);
        surface->integral[i + 1] = part.high + part.low;
    }
}

// The curve is a mean of its coefficients with weights between 0 and 1: they bound it.
static void bound(cr_rough *surface) {
    surface->highest = surface->lowest = surface->spline[0];
    for (int i = 1; i < surface->count; i++) {
        surface->highest = cr_max(surface->highest, surface->spline[i]);
        surface->lowest = cr_min(surface->lowest, surface->spline[i]);
    }
}

void cr_rough_finish(cr_rough *surface) {
    int n = surface->count;
    double *c = surface->spline;
    fit_spline(surface->height, n, c + 1);
    c[0] = c[n];
    c[n + 1] = c[1];
    c[n + 2] = c[2];
    bound(surface);
    integrate(surface);
}

void cr_rough_scale(double *height, int count, double rms) {
    double power = 0.0;
    for (int i = 0; i < count; i++) power += cr_square(height[i]);
    if (power == 0.0) return;
    double scale = rms / sqrt(power / count);
    for (int i = 0; i < count; i++) height[i] *= scale;
}
