// label: long
// By default the frequencies of thin walls are within 0.3 %, by estimate and in truth: against meshes that
// are made as fine as their bound allows. Mug and table have inner corners and are near that bound already:
// of them only the estimate is known, and not reached.
#include "carom/solid.h"
#include "test.h"

enum { MODES_MOST = 60 };

typedef struct shape_case {
    const char *name;
    int modes;
    double value[3];      // 0: all by default
    double estimate, off; // the largest; off 0: not known
} shape_case;

static bool modes_of(const shape_case *c, double accuracy, cr_arena *arena, cr_modes *modes) {
    const cr_solid_watch watch = {.fresh = true};
    cr_solid_def solid = cr_solid_def_default();
    cr_error error = {0};
    solid.shape = cr_shape_find(c->name, &error);
    cr_param_defaults(solid.shape->params, solid.shape->param_count, solid.value);
    for (int i = 0; i < 3 && c->value[0] > 0; i++) solid.value[i] = c->value[i];
    solid.count = c->modes;
    solid.accuracy = accuracy;
    bool good = cr_solid_modes(&solid, &watch, arena, modes, NULL, &error) == CR_OK;
    CHECK(good, "%s: %s", c->name, error.reason);
    return good;
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
        {"mug", 20, {0}, 0.011, 0},
        {"table", 30, {0}, 0.012, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i]);
    return test_summary();
}
