#include "base/fourier.h"
#include "base/maths.h"
#include "base/numeric.h"
#include "base/random.h"
#include "surface/surface_internal.h"

#include <string.h>

// Fields of cr_roughness: name, unit, meaning, default, least, greatest.
#define FIELD_LIST(X)                                                                                        \
    X(rms, "m", "root mean square height", 1e-6, 0, 0.01)                                                    \
    X(hurst, "", "0 jagged, 1 smooth: the spectrum falls with the power 1 + 2 hurst", 0.8, 0, 1)             \
    X(correlation, "m", "the longest wave of the rough part", 1e-3, 1e-6, 10)                                \
    X(dx, "m", "from point to point", 5e-6, 1e-8, 0.01)                                                      \
    X(count, "", "points, a power of two", 131072, 16, 4194304)                                              \
    X(seed, "", "which one of all surfaces with this spectrum", 1, 0, 9007199254740992)

static const cr_param params[] = {
#define X(name, unit, doc, value, least, greatest) {#name, unit, doc, value, least, greatest},
    FIELD_LIST(X)
#undef X
};

static const size_t offsets[] = {
#define X(name, unit, doc, value, least, greatest) offsetof(cr_roughness, name),
    FIELD_LIST(X)
#undef X
};

enum { FIELDS = sizeof params / sizeof *params };

static void load(const cr_roughness *roughness, double *values) {
    for (int i = 0; i < FIELDS; i++) memcpy(&values[i], (const char *)roughness + offsets[i], sizeof *values);
}

static void store(cr_roughness *roughness, const double *values) {
    for (int i = 0; i < FIELDS; i++) memcpy((char *)roughness + offsets[i], &values[i], sizeof *values);
}

const cr_param *cr_roughness_params(int *count) {
    *count = FIELDS;
    return params;
}

cr_roughness cr_roughness_default(const cr_rough_preset *preset) {
    double values[FIELDS];
    cr_roughness roughness;
    cr_param_defaults(params, FIELDS, values);
    store(&roughness, values);
    if (preset) {
        roughness.rms = preset->rms;
        roughness.hurst = preset->hurst;
        roughness.correlation = preset->correlation;
    }
    return roughness;
}

cr_status cr_roughness_set(cr_roughness *roughness, const char *name, double value, cr_error *error) {
    double values[FIELDS];
    load(roughness, values);
    cr_status status = cr_param_set(params, FIELDS, values, "a rough surface", name, value, error);
    if (!status) store(roughness, values);
    return status;
}

static cr_status check(const cr_roughness *roughness, cr_error *error) {
    double values[FIELDS];
    load(roughness, values);
    for (int i = 0; i < FIELDS; i++) {
        cr_status status =
            cr_param_set(params, FIELDS, values, "a rough surface", params[i].name, values[i], error);
        if (status) return status;
    }
    int exponent;
    if (frexp(roughness->count, &exponent) != 0.5)
        return cr_fail(error, CR_ERR_RANGE, "count", "a rough surface needs a power of two, got %g",
                       roughness->count);
    if (floor(roughness->seed) != roughness->seed)
        return cr_fail(error, CR_ERR_RANGE, "seed", "a rough surface needs a whole number, got %g",
                       roughness->seed);
    return CR_OK;
}

// s_j = Re sum_k sqrt(P(k)) (gauss + i gauss) e^(2 pi i j k/count), k counting waves per period;
// P = 1 up to k0 = length/correlation, (k/k0)^-(1 + 2 hurst) above. From long waves to short ones, so that a
// finer spacing adds to the same surface.
static void draw_waves(const cr_roughness *roughness, int count, double *z) {
    uint64_t random = cr_random_seed((uint64_t)roughness->seed);
    double flat = count * roughness->dx / roughness->correlation;
    for (int k = 1; k < count / 2; k++) {
        double size = k <= flat ? 1.0 : cr_pow(k / flat, -0.5 - roughness->hurst);
        z[2 * k] = size * cr_random_gaussian(&random);
        z[2 * k + 1] = size * cr_random_gaussian(&random);
    }
}

static cr_status draw_heights(const cr_roughness *roughness, cr_arena *arena, cr_rough *surface,
                              cr_error *error) {
    int count = surface->count;
    cr_fourier fourier;
    cr_status status = cr_fourier_plan(&fourier, count, arena, error);
    if (status) return status;
    double *z = cr_arena_take(arena, 2 * (size_t)count, sizeof *z);
    if (!z) return cr_fail(error, CR_ERR_MEMORY, "surface", "no memory for the waves of %d points", count);
    draw_waves(roughness, count, z);
    cr_fourier_backward(&fourier, z);
    for (int i = 0; i < count; i++) surface->height[i] = z[2 * i];
    cr_rough_scale(surface->height, count, roughness->rms);
    return CR_OK;
}

cr_status cr_rough_make(const cr_roughness *roughness, cr_arena *arena, cr_rough *surface, cr_error *error) {
    cr_status status = check(roughness, error);
    if (status) return status;
    cr_arena_mark before = cr_arena_here(arena), scratch;
    status = cr_rough_begin(surface, (int)roughness->count, roughness->dx, arena, error);
    scratch = cr_arena_here(arena);
    if (!status) status = draw_heights(roughness, arena, surface, error);
    cr_arena_rewind(arena, status ? before : scratch);
    if (!status) cr_rough_finish(surface);
    return status;
}
