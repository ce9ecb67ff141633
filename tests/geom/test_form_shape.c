// Forms and the shapes of the same name: the same parameters with the same ranges, the vertices of the mesh
// on the surface of the form but for what rounding takes, the same mass.
#include "carom/shape.h"
#include "form_tools.h"
#include "mesh_tools.h"
#include "test.h"

#include <string.h>

typedef struct job {
    const cr_shape_type *shape;
    cr_form *form;
    cr_mesh mesh;
    cr_mesh_surface surface;
} job;

static void check_params(const cr_shape_type *shape, const cr_form_type *form) {
    CHECK(form->param_count >= shape->param_count, "%s: %d parameters", shape->name, form->param_count);
    CHECK(strcmp(form->doc, shape->doc) == 0, "%s: \"%s\"", shape->name, form->doc);
    for (int i = 0; i < shape->param_count; i++) {
        const cr_param *a = &shape->params[i], *b = &form->params[i];
        CHECK(strcmp(a->name, b->name) == 0 && strcmp(a->unit, b->unit) == 0 && strcmp(a->doc, b->doc) == 0,
              "%s: parameter %s is %s: %s", shape->name, a->name, b->name, b->doc);
        CHECK(a->value == b->value && a->min == b->min && a->max == b->max,
              "%s: %s %g %g %g instead of %g %g %g", shape->name, a->name, b->value, b->min, b->max, a->value,
              a->min, a->max);
    }
}

// How far a vertex may be out of the form: rounding of a corner of three faces takes (sqrt(3) - 1) of its
// radius. In: hollow roundings, and what is said of each form.
typedef struct slack {
    const char *name;
    double out, in; // m, for the default sizes
} slack;

// clang-format off
static const slack slacks[] = {
    {"cup", 0.0011, 0.00012},       // round rim of half the wall; 6 % of the difference of thicknesses
    {"mug", 0.0012, 0.0014},        // hollow roundings at the handle and inside
    {"bowl", 0.0011, 1e-8},         // round rim
    {"bell", 0.0015, 1e-8},         // the same
    {"wine-glass", 0.001, 0.001},   // and hollow roundings at the stem
    {"half-pipe", 0.0012, 0.0002},  // round lips; ends are off by their rounding over the radius of the helix
    {"tuning-fork", 0.0012, 0.0006},
    {"table", 0.0, 0.0007},
};
// clang-format on

static void check_vertices(const job *j) {
    double corner = 0.7321 * (j->form->round < j->form->wall ? j->form->round : 0.0) + 1e-9, out = corner,
           in = 1e-9;
    if (!(j->form->type->param_count > j->shape->param_count)) out = 1e-9;
    for (size_t i = 0; i < sizeof slacks / sizeof *slacks; i++)
        if (strcmp(slacks[i].name, j->shape->name) == 0) {
            out = fmax(out, slacks[i].out);
            in = slacks[i].in;
        }
    double most = -1.0, least = 1.0, mean = 0.0;
    int per = j->mesh.order == 2 ? 6 : 3;
    for (int i = 0; i < per * j->surface.faces; i++) {
        const double *x = &j->mesh.node[3 * j->surface.face[i]];
        double d = cr_form_near(j->form, (cr_vec){x[0], x[1], x[2]}, 0).distance;
        most = fmax(most, d);
        least = fmin(least, d);
        mean += fabs(d) / (per * j->surface.faces);
    }
    printf("%-12s vertices from %+.2e to %+.2e m, mean %.2e\n", j->shape->name, least, most, mean);
    CHECK(most <= out, "%s: a vertex %g m out of the form, at most %g", j->shape->name, most, out);
    CHECK(least >= -in, "%s: a vertex %g m in the form, at most %g", j->shape->name, -least, in);
}

// The mesh has curved faces of order 2: what it has of a round body is exact to about the fourth power of the
// cell over the radius.
static void check_mass(const job *j) {
    const cr_form *form = j->form;
    double volume = mesh_volume(&j->mesh), moment[6], about[6], scale = 0.0;
    mesh_moments(&j->mesh, moment); // xx yy zz xy xz yz about the origin
    const double *I = form->inertia;
    double c[3] = {form->centre.x, form->centre.y, form->centre.z}, trace = 0.5 * (I[0] + I[1] + I[2]);
    static const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}}, product[3] = {5, 4, 3};
    for (int i = 0; i < 3; i++) {
        about[i] = trace - I[i] + form->volume * c[i] * c[i];
        about[3 + i] = -I[product[i]] + form->volume * c[pair[i][0]] * c[pair[i][1]];
        scale = fmax(scale, fabs(about[i]));
    }
    double worst = 0.0;
    for (int i = 0; i < 6; i++) worst = fmax(worst, fabs(moment[i] - about[i]) / scale);
    printf("%-12s volume off by %.1e, second moments by %.1e\n", j->shape->name, volume / form->volume - 1.0,
           worst);
    CHECK(fabs(volume / form->volume - 1.0) < 5e-4, "%s: volume %g, of the mesh %g", j->shape->name,
          form->volume, volume);
    CHECK(worst < 5e-4, "%s: second moments off by %g", j->shape->name, worst);
}

int main(void) {
    int count;
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    for (int i = 0; i < count; i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_error error;
        job j = {.shape = shapes[i], .form = cr_form_new(shapes[i]->name, NULL, arena, &error)};
        CHECK(j.form != NULL, "%s: %s", shapes[i]->name, error.reason);
        double value[CR_SHAPE_PARAM_MAX];
        cr_param_defaults(shapes[i]->params, shapes[i]->param_count, value);
        cr_shape_detail detail = {.order = 2};
        cr_status status = cr_shape_mesh(shapes[i], value, &detail, arena, &j.mesh, &error);
        if (status == CR_OK) status = cr_mesh_surface_find(&j.mesh, arena, &j.surface, &error);
        CHECK(status == CR_OK, "%s: %s", shapes[i]->name, error.reason);
        if (j.form && status == CR_OK) {
            check_params(shapes[i], j.form->type);
            check_vertices(&j);
            check_mass(&j);
        }
        cr_arena_free(arena);
    }
    return test_summary();
}
