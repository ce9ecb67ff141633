// label: long
// What the rule of resolution is worth: the first six modes of shapes with their defaults against those of a
// mesh with shorter edges. The figures are those of docs/shapes.md.
#include "carom/prep.h"
#include "carom/shape.h"
#include "test.h"

#include <string.h>

enum { MODES = 6 };

static int modes(const cr_shape_type *type, double edge, double *frequency) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {0};
    double value[CR_SHAPE_PARAM_MAX];
    cr_param_defaults(type->params, type->param_count, value);
    cr_shape_detail detail = {.order = 2, .edge = edge};
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
    // The edge of the reference: about 0.6 of the rule's, whose error of order 4 it has an eighth of.
    static const struct {
        const char *name;
        double edge;
    } shapes[] = {{"box", 0.003},          {"bowl", 0.0035},    {"cup", 0.003},
                  {"bell", 0.0038},        {"mug", 0.003},      {"bar", 0.0033},
                  {"tuning-fork", 0.0015}, {"cylinder", 0.004}, {"disc", 0.005}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const cr_shape_type *type = cr_shape_find(shapes[i].name, NULL);
        double rule[MODES] = {0}, fine[MODES] = {1, 1, 1, 1, 1, 1}, worst = 0.0;
        int dof = modes(type, 0.0, rule), more = modes(type, shapes[i].edge, fine);
        for (int k = 0; k < MODES; k++) {
            double high = rule[k] / fine[k] - 1.0;
            if (fabs(high) > fabs(worst)) worst = high;
        }
        printf("%-12s %6d dof, against %7d: %+.2f %%\n", shapes[i].name, dof, more, 100.0 * worst);
        CHECK(fabs(worst) < 0.01, "%s: %g", shapes[i].name, worst);
    }
    return test_summary();
}
