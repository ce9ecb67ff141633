// What a ball feels of a profile: it rests on peaks and does not reach into valleys.
#include "base/numeric.h"
#include "surface/surface_internal.h"

#include <string.h>

// b(x) = max_j [s_j - (x - x_j)^2/(2R)]: the parabola is the ball near its lowest point
static cr_status dilate(const cr_rough *profile, double radius, cr_arena *arena, double *result,
                        cr_error *error) {
    size_t points = (size_t)profile->count + 1;
    cr_dilation_work work = {cr_arena_take(arena, points, sizeof(double)),
                             cr_arena_take(arena, points, sizeof(double)),
                             cr_arena_take(arena, points, sizeof(int))};
    if (!work.height || !work.start || !work.apex)
        return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory to roll over %d points", profile->count);
    cr_rough_dilate(profile->height, profile->count, cr_square(profile->dx) / (2.0 * radius), work, result);
    return CR_OK;
}

// The mean of the curve over a patch around each point
static cr_status smooth(cr_rough *surface, double patch, cr_arena *arena, cr_error *error) {
    cr_rough sharp;
    cr_status status = cr_rough_begin(&sharp, surface->count, surface->dx, arena, error);
    if (status) return status;
    memcpy(sharp.height, surface->height, (size_t)sharp.count * sizeof(double));
    cr_rough_finish(&sharp);
    for (int i = 0; i < sharp.count; i++)
        surface->height[i] = cr_rough_mean(&sharp, i * sharp.dx - patch, i * sharp.dx + patch);
    return CR_OK;
}

static cr_status roll(const cr_rough *profile, double radius, double patch, cr_arena *arena,
                      cr_rough *surface, cr_error *error) {
    cr_status status = cr_rough_begin(surface, profile->count, profile->dx, arena, error);
    if (status) return status;
    cr_arena_mark scratch = cr_arena_here(arena);
    if (radius > 0.0) status = dilate(profile, radius, arena, surface->height, error);
    else memcpy(surface->height, profile->height, (size_t)profile->count * sizeof(double));
    cr_arena_rewind(arena, scratch);
    if (!status && patch > 0.0) status = smooth(surface, patch, arena, error);
    cr_arena_rewind(arena, scratch);
    if (!status) cr_rough_finish(surface);
    return status;
}

cr_status cr_rough_ball(const cr_rough *profile, double radius, double patch, cr_arena *arena,
                        cr_rough *surface, cr_error *error) {
    if (radius != 0.0 && !(radius >= 1e-9 && radius <= 1e3))
        return cr_fail(error, CR_ERR_RANGE, "radius", "a ball needs 1e-9 to 1000 m, or 0 for none, got %g",
                       radius);
    if (!(patch >= 0.0 && patch <= 0.5 * profile->length))
        return cr_fail(error, CR_ERR_RANGE, "patch",
                       "a contact patch needs 0 to %g m, half of the period, got %g", 0.5 * profile->length,
                       patch);
    cr_arena_mark before = cr_arena_here(arena);
    cr_rough path; // the caller may put it in the place of the profile
    cr_status status = roll(profile, radius, patch, arena, &path, error);
    if (status) cr_arena_rewind(arena, before);
    else *surface = path;
    return status;
}
