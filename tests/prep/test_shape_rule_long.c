// label: long
// What the rule of resolution is worth: the first six modes of shapes with their defaults against those of a
// finer mesh. The figures are those of docs/shapes.md.
#include "carom/prep.h"
#include "carom/shape.h"
#include "test.h"

#include <string.h>

enum { MODES = 6 };

static int modes(const cr_shape_type *type, double finer, double *frequency) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {0};
    double value[CR_SHAPE_PARAM_MAX];
    cr_param_defaults(type->params, type->param_count, value);
    cr_shape_detail detail = {.order = 2, .finer = {finer, finer, finer}};
    cr_mesh mesh;
    cr_modal_result result = {0};
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.3, 0, 0);
    cr_modal_job job = {
        .name = type->name, .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .count = MODES, .threads = 1};
    cr_status status = cr_shape_mesh(type, value, &detail, arena, &mesh, &error);
    if (status == CR_OK) status = cr_modal_compute(&job, arena, &result, &error);
    CHECK(status == CR_OK, "%s: %s: %s", type->name, error.place, error.reason);
    if (status == CR_OK) memcpy(frequency, result.frequency, MODES * sizeof *frequency);
    cr_arena_free(arena);
    return result.dof;
}

int main(void) {
    // How much finer the reference is: as much as leaves it below 170 000 unknowns, 1.5 at most.
    static const struct {
        const char *name;
        double finer;
    } shapes[] = {{"box", 1.5}, {"bowl", 1.5},        {"cup", 1.4},      {"bell", 1.5}, {"mug", 1.1},
                  {"bar", 1.2}, {"tuning-fork", 1.4}, {"cylinder", 1.5}, {"disc", 1.3}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const cr_shape_type *type = cr_shape_find(shapes[i].name, NULL);
        double rule[MODES] = {0}, fine[MODES] = {1, 1, 1, 1, 1, 1}, worst = 0.0;
        int dof = modes(type, 1.0, rule), more = modes(type, shapes[i].finer, fine);
        for (int k = 0; k < MODES; k++) {
            double high = rule[k] / fine[k] - 1.0;
            if (fabs(high) > fabs(worst)) worst = high;
        }
        printf("%-12s %6d dof, against %7d: %+.2f %%\n", shapes[i].name, dof, more, 100.0 * worst);
        CHECK(fabs(worst) < 0.01, "%s: %g", shapes[i].name, worst);
    }
    return test_summary();
}
