// label: long
// By default the frequencies of shapes are within 0.3 %, by estimate and in truth: against meshes that are
// made as fine as their bound allows; for those that are near that bound already, against frequencies that
// were computed once with up to twice as many unknowns: mug 283 788, tuning fork 277 947, half-pipe 277 875,
// tube 235 494, whose estimates are below 0.12 %. Of wine glass and table only the estimate is known.
#include "carom/solid.h"
#include "test.h"

#include <string.h>

enum { KNOWN = 20 };

typedef struct shape_case {
    const char *name;
    int modes;
    double value[3];      // 0: all by default
    double estimate, off; // the largest; off 0: not known
} shape_case;

typedef struct reference {
    const char *name;
    int modes; // asked for
    double exact[KNOWN];
} reference;

static const reference references[] = {
    {"mug", 20, {1675.32,  1797.90,  3791.68,  4417.28,  5115.30,  7635.41, 8070.73,
                 8229.53,  8306.58,  8640.26,  8807.53,  8879.52,  9790.03, 10267.85,
                 10956.14, 11334.66, 12468.00, 12771.23, 13107.98, 13616.17}}, // of stoneware
    {"tuning-fork", 30, {438.95,   1088.40,  1270.98,  1981.73,  2759.26,  3392.88, 5279.03,
                         5416.38,  5418.64,  6643.00,  7630.49,  8972.04,  9806.72, 10219.35,
                         11975.03, 13940.68, 14285.33, 15666.81, 16694.20, 17116.57}},
    {"half-pipe", 30, {58.77,   182.75,  302.86,  381.23,  621.26,  673.94,  930.24,
                       1161.75, 1429.59, 1551.85, 1955.70, 2269.90, 2383.64, 2616.08,
                       2774.45, 2813.04, 3019.16, 3175.19, 3184.21, 3448.66}},
    {"tube", 30, {1570.99,  1570.99,  4053.88,  4053.88,  5237.44,  7317.23, 7317.23,
                  8407.34,  9676.25,  9676.25,  9690.56,  9690.56,  9792.69, 9792.69,
                  10026.36, 10026.36, 10474.88, 10492.01, 10492.01, 11032.68}},
};

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

static void check_reference(const reference *r) {
    const shape_case c = {r->name, r->modes, {0}, 0.003, 0.003};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes;
    bool good = modes_of(&c, 0.003, arena, &modes);
    double worst = 0, most = 0;
    for (int k = 0; good && k < modes.count; k++) {
        double estimate = modes.error[k] / modes.frequency[k];
        worst = fmax(worst, estimate);
        CHECK(estimate <= c.estimate, "%s, mode %d: estimate %g", c.name, k + 1, estimate);
        if (k >= KNOWN) continue;
        // They are known to 0.01 Hz, and some are right to that; the meshes do not contain each other.
        double off = modes.frequency[k] / r->exact[k] - 1.0, rounded = 0.005 / r->exact[k] + 2e-5;
        most = fmax(most, off);
        CHECK(off > -rounded && off < estimate + rounded, "%s, mode %d: off by %g, estimate %g", c.name,
              k + 1, off, estimate);
    }
    if (good)
        printf("%-11s %2d modes, %6d unknowns: estimate %.2f %%, above the reference %.2f %%\n", c.name,
               modes.count, modes.dof, 100 * worst, 100 * most);
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
        {"wine-glass", 30, {0}, 0.003, 0},
        {"table", 30, {0}, 0.003, 0},
    };
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) check_reference(&references[i]);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i]);
    return test_summary();
}
