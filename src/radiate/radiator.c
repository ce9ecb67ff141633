// All modes at one point: by their series, harmonics once and then LANES modes at a time, and by patches.
#include "base/numeric.h"
#include "radiate/patches.h"
#include "radiate/waves.h"

enum { LANES = 8 };

// Neighbouring modes have nearly the same order: beyond its own, a mode has zeros.
typedef struct group {
    int order;
    double wave_number[LANES]; // 1 where there is no mode
    double (*term)[2][LANES];  // [(order + 1)^2] real and imaginary parts
} group;

struct cr_radiator {
    double centre[3], radius;
    int count, groups, order;
    group *group;
    cr_patch_bank patches;
    bool *has_series, *has_patches; // by mode
};

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for its multipoles");
}

static cr_status fill_group(const cr_radiation *radiation, int first, cr_arena *arena, group *g,
                            cr_error *error) {
    int last = first + LANES < radiation->count ? first + LANES : radiation->count;
    g->order = 0;
    for (int i = first; i < last; i++)
        if (radiation->mode[i].c && radiation->mode[i].order > g->order) g->order = radiation->mode[i].order;
    g->term = cr_arena_take(arena, (size_t)((g->order + 1) * (g->order + 1)), sizeof *g->term);
    if (!g->term) return no_memory(error);
    for (int lane = 0; lane < LANES; lane++) g->wave_number[lane] = 1.0;
    for (int i = first; i < last; i++) {
        const cr_multipoles *mode = &radiation->mode[i];
        if (!mode->c) continue;
        g->wave_number[i - first] = mode->wave_number;
        for (int t = 0; t < (mode->order + 1) * (mode->order + 1); t++)
            for (int part = 0; part < 2; part++) g->term[t][part][i - first] = mode->c[2 * t + part];
    }
    return CR_OK;
}

static cr_status fill(const cr_radiation *radiation, int parts, cr_arena *arena, cr_radiator *made,
                      cr_error *error) {
    size_t count = radiation->count ? (size_t)radiation->count : 1;
    made->has_series = cr_arena_take(arena, count, sizeof *made->has_series);
    made->has_patches = cr_arena_take(arena, count, sizeof *made->has_patches);
    made->group = cr_arena_take(arena, count, sizeof *made->group);
    if (!made->has_series || !made->has_patches || !made->group) return no_memory(error);
    cr_status status = CR_OK;
    for (int i = 0; i < 3; i++) made->centre[i] = radiation->centre[i];
    for (int g = 0; g < made->groups && status == CR_OK; g++) {
        status = fill_group(radiation, g * LANES, arena, &made->group[g], error);
        if (made->group[g].order > made->order) made->order = made->group[g].order;
    }
    for (int j = 0; j < radiation->count; j++) {
        made->has_series[j] = radiation->mode[j].c;
        made->has_patches[j] = radiation->mode[j].patch;
    }
    return status == CR_OK ? cr_patch_bank_make(radiation, parts, arena, &made->patches, error) : status;
}

cr_radiator *cr_radiator_new_divided(const cr_radiation *radiation, int parts, cr_arena *arena,
                                     cr_error *error) {
    if (cr_radiation_check(radiation, "radiation", error) != CR_OK) return NULL;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_radiator *made = cr_arena_take(arena, 1, sizeof *made);
    if (!made) {
        no_memory(error);
        return NULL;
    }
    *made = (cr_radiator){.radius = radiation->radius,
                          .count = radiation->count,
                          .groups = (radiation->count + LANES - 1) / LANES};
    if (fill(radiation, parts, arena, made, error) == CR_OK) return made;
    cr_arena_rewind(arena, mark);
    return NULL;
}

cr_radiator *cr_radiator_new(const cr_radiation *radiation, cr_arena *arena, cr_error *error) {
    return cr_radiator_new_divided(radiation, 1, arena, error);
}

int cr_radiator_count(const cr_radiator *radiator) {
    return radiator->count;
}

void cr_radiator_centre(const cr_radiator *radiator, double centre[3]) {
    for (int i = 0; i < 3; i++) centre[i] = radiator->centre[i];
}

double cr_radiator_radius(const cr_radiator *radiator) {
    return radiator->radius;
}

// T = sum over n of h_n(k r) e^(-i k r) sum over m of c_nm Y_nm, the Hankel functions by their recurrence
// (bessel.c) along the way.
static void sum_group(const group *g, double distance, const double *y, double re[LANES], double im[LANES]) {
    double inverse[LANES], now[2][LANES], last[2][LANES];
    for (int i = 0; i < LANES; i++) {
        inverse[i] = 1.0 / (g->wave_number[i] * distance);
        now[0][i] = last[1][i] = re[i] = im[i] = 0.0; // h_-1 = e^ix/x
        now[1][i] = -inverse[i];
        last[0][i] = inverse[i];
    }
    for (int n = 0; n <= g->order; n++) {
        double sum[2][LANES] = {{0.0}};
        for (int t = n * n; t < (n + 1) * (n + 1); t++)
            for (int part = 0; part < 2; part++)
                for (int i = 0; i < LANES; i++) sum[part][i] += g->term[t][part][i] * y[t];
        for (int i = 0; i < LANES; i++) {
            re[i] += now[0][i] * sum[0][i] - now[1][i] * sum[1][i];
            im[i] += now[0][i] * sum[1][i] + now[1][i] * sum[0][i];
        }
        for (int part = 0; part < 2; part++)
            for (int i = 0; i < LANES; i++) {
                double next = (2 * n + 1) * inverse[i] * now[part][i] - last[part][i];
                last[part][i] = now[part][i];
                now[part][i] = next;
            }
    }
}

static void sum_series(const cr_radiator *radiator, const double unit[3], double r, double *re, double *im) {
    const double nearest = 1.02; // times the radius
    double y[CR_WAVES_TERMS], distance = cr_max(r, nearest * radiator->radius);
    cr_harmonics(radiator->order, unit, y);
    for (int g = 0; g < radiator->groups; g++) {
        double sums[2][LANES];
        sum_group(&radiator->group[g], distance, y, sums[0], sums[1]);
        for (int i = 0; i < LANES && g * LANES + i < radiator->count; i++) {
            re[g * LANES + i] = sums[0][i];
            im[g * LANES + i] = sums[1][i];
        }
    }
}

// The part of the series where a mode has both.
static double series_share(double distance) {
    const double first = 1.4, last = 1.6; // radii
    return cr_clamp((distance - first) / (last - first), 0.0, 1.0);
}

void cr_radiator_transfer(const cr_radiator *radiator, const double listener[3], double *re, double *im) {
    double unit[3] = {0.0, 0.0, 1.0}, square = 0.0;
    for (int i = 0; i < 3; i++) square += cr_square(listener[i] - radiator->centre[i]);
    double r = sqrt(square), share = series_share(r / radiator->radius);
    bool series = false, patches = false;
    for (int i = 0; i < 3 && r > 0.0; i++) unit[i] = (listener[i] - radiator->centre[i]) / r;
    for (int j = 0; j < radiator->count; j++) {
        series = series || (radiator->has_series[j] && (share > 0.0 || !radiator->has_patches[j]));
        patches = patches || (radiator->has_patches[j] && (share < 1.0 || !radiator->has_series[j]));
        re[j] = im[j] = 0.0;
    }
    if (series) sum_series(radiator, unit, r, re, im);
    if (!patches) return;
    for (int j = 0; j < radiator->count; j++) {
        double kept = radiator->has_patches[j] ? share : 1.0;
        re[j] *= kept;
        im[j] *= kept;
    }
    cr_patch_bank_add(&radiator->patches, -1, listener, r, share, radiator->has_series, re, im);
}

int cr_radiator_parts(const cr_radiator *radiator) {
    return radiator->patches.parts;
}

void cr_radiator_part_centre(const cr_radiator *radiator, int part, double centre[3]) {
    const double *from = cr_radiator_parts(radiator) > 1 ? radiator->patches.centre[part] : radiator->centre;
    for (int i = 0; i < 3; i++) centre[i] = from[i];
}

void cr_radiator_part_transfer(const cr_radiator *radiator, int part, const double listener[3], double *re,
                               double *im) {
    double centre[3], square = 0.0;
    if (cr_radiator_parts(radiator) == 1) {
        cr_radiator_transfer(radiator, listener, re, im);
        return;
    }
    cr_radiator_part_centre(radiator, part, centre);
    for (int i = 0; i < 3; i++) square += cr_square(listener[i] - centre[i]);
    for (int j = 0; j < radiator->count; j++) re[j] = im[j] = 0.0;
    cr_patch_bank_add(&radiator->patches, part, listener, sqrt(square), 0.0, radiator->has_series, re, im);
}
