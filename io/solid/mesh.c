#include "base/def.h"
#include "carom/solid.h"
#include "io/file/file.h"
#include "io/mesh/mesh_file.h"
#include "io/solid/internal.h"
#include "prep/mesh/frame.h"

#include <string.h>

cr_solid_def cr_solid_def_default(void) {
    cr_solid_def solid = {.unit = 1,
                          .material = "steel",
                          .fmax = CR_NAN,
                          .count = 30,
                          .detail = {.order = 2},
                          .accuracy = 0.003,
                          .threads = 1,
                          .made = CR_DEF_MADE};
    solid.elastic = cr_elastic_material(cr_material_find(solid.material, NULL));
    return solid;
}

// The shorter of the waves at f: shear, sqrt(G/rho)/f, and bending of a plate as thick as the wall,
// sqrt(2 pi c h/(sqrt(12) f)) with c^2 = E/(rho (1 - nu^2))   Cremer and Heckl, Structure-Borne Sound
static double shortest_wave(const cr_elastic *elastic, double wall, double f) {
    double young = elastic->young[0], shear = elastic->shear[0], nu = elastic->poisson[2];
    for (int i = 1; i < 3; i++) {
        young = fmin(young, elastic->young[i]);
        shear = fmin(shear, elastic->shear[i]);
    }
    double plate = sqrt(young / (elastic->density * (1 - nu * nu)));
    double bending = sqrt(2 * cr_pi * plate * wall / (sqrt(12) * f));
    return fmin(bending, sqrt(shear / elastic->density) / f);
}

cr_shape_detail cr_solid_detail(const cr_solid_def *solid) {
    cr_shape_detail detail = solid->detail;
    for (int i = 0; i < solid->supports; i++) detail.held |= isinf(solid->support[i].stiffness);
    if (!solid->shape || !(detail.wavelength == 0) || !(solid->fmax > 0)) return detail;
    double wall = solid->frame ? (double)INFINITY : solid->shape->wall(solid->value);
    for (int i = 0; solid->frame && i < solid->frame->rods; i++)
        wall = fmin(wall, 2 * solid->frame->rod[i].radius);
    double wave = shortest_wave(&solid->elastic, wall, solid->fmax);
    if (isfinite(wave) && wave > 0) detail.wavelength = wave;
    return detail;
}

void cr_solid_warn_size(const cr_solid_def *solid, const cr_mesh_listener *listener, const double low[3],
                        const double high[3]) {
    double size = 0;
    char guess[80] = "";
    for (int i = 0; i < 3; i++) size = fmax(size, high[i] - low[i]);
    if (size >= 0.001 && size <= 10) return;
    const char *name = solid->shape ? solid->shape->name : solid->file;
    if (!solid->shape && solid->unit == 1 && size > 10 && size <= 10000)
        snprintf(guess, sizeof guess, ": are these millimetres? `--unit 0.001`, in a scene `unit: 0.001`");
    else if (!solid->shape) snprintf(guess, sizeof guess, ": is `--unit %g` right?", solid->unit);
    cr_mesh_warn(listener, "%s: %.3g m across%s", cr_file_place_at(name, 0, 0).text, size, guess);
}

// To the order that is asked for.
static cr_status change_order(const cr_solid_def *solid, const cr_mesh_listener *listener, const char *place,
                              cr_arena *arena, cr_mesh *mesh, cr_error *error) {
    cr_mesh changed;
    if (mesh->order == solid->detail.order) return CR_OK;
    cr_status status = CR_OK;
    if (mesh->order == 2) {
        status = cr_mesh_linear(mesh, arena, &changed, error);
    } else {
        cr_mesh_warn(listener,
                     "%s: a mesh of order 1; edges stay straight, a mesh of order 2 follows curved walls",
                     place);
        status = cr_mesh_quadratic(mesh, arena, &changed, error);
    }
    if (status == CR_OK) *mesh = changed;
    return status;
}

static cr_status read_mesh(const cr_solid_def *solid, const cr_mesh_listener *listener, cr_arena *arena,
                           cr_mesh *mesh, cr_error *error) {
    const cr_file_place place = cr_file_place_at(solid->file, 0, 0);
    if (cr_solid_is_ready(solid))
        return cr_fail(error, CR_ERR_INPUT, place.text, "has modes, but no tetrahedra");
    if (!(solid->unit > 0 && isfinite(solid->unit)))
        return cr_fail(error, CR_ERR_RANGE, "unit", "needs a length in m above 0, got %g", solid->unit);
    cr_status status = cr_mesh_file_read(solid->file, solid->unit, solid->detail.edge, solid->detail.order,
                                         listener, arena, mesh, error);
    if (status != CR_OK) return status;
    status = cr_mesh_check(mesh, place.text, error);
    return status == CR_OK ? change_order(solid, listener, place.text, arena, mesh, error) : status;
}

cr_status cr_solid_mesh(const cr_solid_def *solid, const cr_solid_watch *watch, cr_arena *arena,
                        cr_mesh *mesh, cr_error *error) {
    const cr_mesh_listener listener = cr_solid_listener(watch);
    double low[3], high[3];
    if (solid->shape) {
        cr_shape_detail detail = cr_solid_detail(solid);
        cr_status status = solid->frame
                               ? cr_frame_mesh(solid->frame, &detail, arena, mesh, error)
                               : cr_shape_mesh(solid->shape, solid->value, &detail, arena, mesh, error);
        return status == CR_OK ? cr_mesh_check(mesh, solid->shape->name, error) : status;
    }
    cr_status status = read_mesh(solid, &listener, arena, mesh, error);
    if (status != CR_OK) return status;
    cr_mesh_bounds(mesh, low, high);
    cr_solid_warn_size(solid, &listener, low, high);
    return CR_OK;
}
