// label: long
// By default the frequencies of thin walls are within 0.3 %, by estimate and in truth: against meshes that
// are made as fine as their bound allows; for the mug, which is near that bound already, against 283 788
// unknowns (1.5 times as many cells each way), whose estimates are below 0.1 %. The table has inner corners,
// and is near the bound already: of it only the estimate is known. So it is of wine glass, fork
// and half-pipe, which do not reach 0.3 % below the bound on unknowns.
#include "carom/solid.h"
#include "test.h"

#include <string.h>

enum { MODES_MOST = 60 };

typedef struct shape_case {
    const char *name;
    int modes;
    double value[3];      // 0: all by default
    double estimate, off; // the largest; off 0: not known
} shape_case;

// Of the mug, of stoneware.
static const double mug_exact[20] = {1675.32,  1797.90,  3791.68,  4417.28,  5115.30,  7635.41, 8070.73,
                                     8229.53,  8306.58,  8640.26,  8807.53,  8879.52,  9790.03, 10267.85,
                                     10956.14, 11334.66, 12468.00, 12771.23, 13107.98, 13616.17};

static bool modes_of(const shape_case *c, double accuracy, cr_arena *arena, cr_modes *modes) {
    const cr_solid_watch watch = {.fresh = true};
    cr_solid_def solid = cr_solid_def_default();
    cr_error error = {0};
    solid.shape = cr_shape_find(c->name, &error);
    cr_param_defaults(solid.shape->params, solid.shape->param_count, solid.value);
    for (int i = 0; i < 3 && c->value[0] > 0; i++) solid.value[i] = c->value[i];
    if (strcmp(c->name, "mug") == 0) solid.elastic = cr_elastic_isotropic(2300, 6.2e10, 0.25, 0, 0);
    solid.count = c->modes;
    solid.accuracy = accuracy;
    bool good = cr_solid_modes(&solid, &watch, arena, modes, NULL, &error) == CR_OK;
    CHECK(good, "%s: %s", c->name, error.reason);
    return good;
}

static void check_mug(void) {
    static const shape_case mug = {"mug", 20, {0}, 0.003, 0.003};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes;
    bool good = modes_of(&mug, 0.003, arena, &modes);
    for (int k = 0; good && k < mug.modes; k++) {
        double off = modes.frequency[k] / mug_exact[k] - 1.0, estimate = modes.error[k] / modes.frequency[k];
        CHECK(estimate <= mug.estimate && off > 0.0 && off < estimate, "mug, mode %d: off by %g, estimate %g",
              k + 1, off, estimate);
    }
    if (good) printf("mug    %2d modes, %6d unknowns\n", mug.modes, modes.dof);
    cr_arena_free(arena);
}

static void check_case(const shape_case *c) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes, finer;
    double estimate = 0, off = 0;
    if (modes_of(c, 0.003, arena, &modes) && modes_of(c, c->off > 0 ? 0.0005 : 0.003, arena, &finer)) {
        for (int k = 0; k < c->modes; k++) {
            estimate = fmax(estimate, modes.error[k] / modes.frequency[k]);
            off = fmax(off, modes.frequency[k] / finer.frequency[k] - 1.0);
        }
        printf("%-6s %2d modes, %6d unknowns: estimate %.2f %%, above %6d unknowns %.2f %%\n", c->name,
               c->modes, modes.dof, 100 * estimate, finer.dof, 100 * off);
    }
    CHECK(estimate <= c->estimate, "%s: estimate %g", c->name, estimate);
    CHECK(off <= c->off, "%s: off by %g", c->name, off);
    cr_arena_free(arena);
}

int main(void) {
    static const shape_case cases[] = {
        {"plate", 60, {0.4, 0.25, 0.006}, 0.003, 0.003},
        {"bowl", 20, {0}, 0.003, 0.003},
        {"bell", 20, {0}, 0.003, 0.003},
        {"cup", 20, {0}, 0.003, 0.003},
        {"wine-glass", 20, {0}, 0.008, 0},
        {"tuning-fork", 20, {0}, 0.0055, 0},
        {"half-pipe", 20, {0}, 0.0035, 0},
        {"table", 30, {0}, 0.003, 0},
    };
    check_mug();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i]);
    return test_summary();
}
