#include "io/sound/grain.h"

#include "base/array.h"
#include "base/maths.h"

#include <math.h>
#include <stdlib.h>

enum { VARIANTS = 32, POINTS = 65536 }; // 2 MB each

typedef struct variant {
    cr_rough_preset finish;
    int radius, patch; // half octaves above 1 m
    cr_rough *surface;
} variant;

struct cr_sound_grain {
    cr_arena *arena;
    double seed;
    CR_ARRAY(variant) variants;
};

cr_sound_grain *cr_sound_grain_new(unsigned long long seed, cr_arena *arena, cr_error *error) {
    cr_sound_grain *grain = cr_arena_take(arena, 1, sizeof *grain);
    if (grain) *grain = (cr_sound_grain){.arena = arena, .seed = (double)(seed % (1ull << 53))};
    else cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for rough surfaces");
    return grain;
}

static int half_octaves(double size) {
    return (int)lrint(2.0 * cr_log(size) / cr_log(2.0));
}

static double size_of(int half_octaves) {
    return cr_pow(2.0, 0.5 * half_octaves);
}

// The one that is asked for, or with all places taken the nearest of the same finish.
static const variant *find(const cr_sound_grain *grain, const variant *wanted) {
    const variant *best = NULL;
    int least = 1;
    for (int i = 0; i < grain->variants.count; i++) {
        const variant *v = &grain->variants.items[i];
        int away = abs(v->radius - wanted->radius) + abs(v->patch - wanted->patch);
        bool same = v->finish.rms == wanted->finish.rms && v->finish.hurst == wanted->finish.hurst &&
                    v->finish.correlation == wanted->finish.correlation;
        if (!same || (best && away >= least)) continue;
        best = v;
        least = away;
    }
    return best && (least == 0 || grain->variants.count >= VARIANTS) ? best : NULL;
}

// Four points per patch: shorter waves do not count.
static cr_status make(cr_sound_grain *grain, variant *v, cr_error *error) {
    const double finest = 2.5e-6, coarsest = 0.01; // m
    double patch = size_of(v->patch), radius = fmin(fmax(size_of(v->radius), 1e-9), 1e3);
    cr_roughness roughness = cr_roughness_default(&v->finish);
    roughness.dx = fmin(fmax(0.25 * patch, finest), coarsest);
    roughness.count = POINTS;
    roughness.seed = grain->seed;
    cr_rough profile;
    v->surface = cr_arena_take(grain->arena, 1, sizeof *v->surface);
    if (!v->surface) return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for rough surfaces");
    cr_status status = cr_rough_make(&roughness, grain->arena, &profile, error);
    return status == CR_OK ? cr_rough_ball(&profile, radius, patch, grain->arena, v->surface, error) : status;
}

cr_status cr_sound_grain_find(cr_sound_grain *grain, const cr_rough_preset *finish, double radius,
                              double patch, const cr_rough **surface, cr_error *error) {
    variant wanted = {.finish = *finish, .radius = half_octaves(radius), .patch = half_octaves(patch)};
    *surface = NULL;
    if (!(finish->rms > 0.0)) return CR_OK;
    const variant *found = find(grain, &wanted);
    if (!found) {
        cr_status status = make(grain, &wanted, error);
        variant *added = status == CR_OK ? CR_ARRAY_ADD(&grain->variants, grain->arena) : NULL;
        if (!added)
            return status == CR_OK ? cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for rough surfaces")
                                   : status;
        *added = wanted;
        found = added;
    }
    *surface = found->surface;
    return CR_OK;
}
