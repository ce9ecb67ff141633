#include "random_shape.h"

#include "base/random.h"

#include <stdio.h>
#include <string.h>

int shape_euler(const char *name) {
    static const char *const with_a_hole[] = {"mug", "tube", "ring"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, with_a_hole[i]) == 0) return 0;
    return strcmp(name, "shell") == 0 ? 4 : 2; // two spheres, one in the other
}

static void draw(const cr_shape_type *type, uint64_t *state, double *value) {
    for (int i = 0; i < type->param_count; i++) {
        const cr_param *p = &type->params[i];
        double drawn = p->value * pow(2.5, cr_random_uniform(state));
        value[i] = drawn < p->min ? p->min : drawn > p->max ? p->max : drawn;
    }
}

static void note(random_shapes *r, const cr_shape_type *type, const double *value, const char *reason) {
    if (r->bad++) return;
    int length = snprintf(r->what, sizeof r->what, "%s:", reason);
    for (int i = 0; i < type->param_count && length < (int)sizeof r->what; i++)
        length += snprintf(r->what + length, sizeof r->what - (size_t)length, " %s=%.5g",
                           type->params[i].name, value[i]);
}

static void judge(random_shapes *r, const cr_shape_type *type, const double *value, const cr_mesh *mesh,
                  cr_arena *arena) {
    cr_error error = {0};
    cr_mesh_surface surface;
    mesh_topology topology = {0};
    if (cr_mesh_check(mesh, type->name, &error) != CR_OK) {
        note(r, type, value, error.reason);
        return;
    }
    r->meshed++;
    if (mesh->beams) return; // the surface of a frame is made with its modes
    bool found = cr_mesh_surface_find(mesh, arena, &surface, &error) == CR_OK &&
                 mesh_topology_find(mesh, &surface, arena, &topology);
    if (!found || topology.open_edges || topology.turned_edges || topology.euler != shape_euler(type->name))
        note(r, type, value, "surface");
    double quality = mesh_quality(mesh), jacobian = mesh_least_jacobian(mesh);
    if (quality < r->quality) r->quality = quality;
    if (jacobian < r->jacobian) r->jacobian = jacobian;
}

random_shapes random_shape_run(const cr_shape_type *type, int sets, unsigned seed) {
    random_shapes r = {.quality = 1.0, .jacobian = 1.0};
    uint64_t state = cr_random_seed(seed);
    for (int i = 0; i < sets; i++) {
        double value[CR_SHAPE_PARAM_MAX];
        draw(type, &state, value);
        cr_error error = {0};
        cr_mesh mesh;
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_shape_detail detail = {.order = 2};
        cr_status status = cr_shape_mesh(type, value, &detail, arena, &mesh, &error);
        if (status == CR_OK) judge(&r, type, value, &mesh, arena);
        else if (status == CR_ERR_RANGE && *error.place && *error.reason) r.refused++;
        else note(&r, type, value, error.reason);
        cr_arena_free(arena);
    }
    return r;
}
