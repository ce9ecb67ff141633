#include "base/maths.h"
#include "base/numeric.h"
#include "surface/surface_internal.h"

enum { LONGEST = 10000, GREATEST = 1000000 }; // [m]; NaN is not within them either

static bool within_range(const double *height, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabs(height[i]) <= GREATEST)) return false;
    return true;
}

static cr_status check(const cr_measured *m, cr_error *error) {
    if (m->count < CR_SURFACE_LEAST)
        return cr_fail(error, CR_ERR_RANGE, "count", "a surface needs at least %d heights, got %d",
                       CR_SURFACE_LEAST, m->count);
    if (!(m->length >= 1e-9 && m->length <= LONGEST))
        return cr_fail(error, CR_ERR_RANGE, "length", "heights need 1e-9 to %d m, got %g", LONGEST,
                       m->length);
    if (!(m->fade >= 0.0 && m->fade <= 0.5 * m->length))
        return cr_fail(error, CR_ERR_RANGE, "fade", "needs 0 to half of the length, %g m, got %g",
                       0.5 * m->length, m->fade);
    if (!isnan(m->rms) && !(m->rms >= 0.0 && m->rms <= 1.0))
        return cr_fail(error, CR_ERR_RANGE, "rms", "needs 0 to 1 m, got %g", m->rms);
    if (!within_range(m->height, m->count))
        return cr_fail(error, CR_ERR_RANGE, "height", "needs numbers from -%d to %d", GREATEST, GREATEST);
    return CR_OK;
}

// What follows the end of the new period passes into its beginning with weights (1 +- cos)/2: they add up to
// 1, so that heights with this period stay as they are.
static void fade(const double *height, int count, int faded, double *result) {
    for (int i = 0; i < count; i++) result[i] = height[i];
    for (int i = 0; i < faded; i++) {
        double late = 0.5 + 0.5 * cr_cos(cr_pi * i / faded);
        result[i] += late * (height[count + i] - height[i]);
    }
}

static void remove_mean(double *height, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum += height[i];
    for (int i = 0; i < count; i++) height[i] -= sum / count;
}

cr_status cr_rough_measured(const cr_measured *measured, cr_arena *arena, cr_rough *surface,
                            cr_error *error) {
    cr_status status = check(measured, error);
    if (status) return status;
    double dx = measured->length / measured->count;
    int faded = (int)round(measured->fade / dx), count = measured->count - faded;
    if (count < CR_SURFACE_LEAST)
        return cr_fail(error, CR_ERR_RANGE, "fade", "leaves %d heights, a surface needs %d", count,
                       CR_SURFACE_LEAST);
    cr_arena_mark before = cr_arena_here(arena);
    status = cr_rough_begin(surface, count, dx, arena, error);
    if (status) {
        cr_arena_rewind(arena, before);
        return status;
    }
    fade(measured->height, count, faded, surface->height);
    remove_mean(surface->height, count);
    if (!isnan(measured->rms)) cr_rough_scale(surface->height, count, measured->rms);
    cr_rough_finish(surface);
    return CR_OK;
}
