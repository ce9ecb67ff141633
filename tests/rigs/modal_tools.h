// Cuboids of a given number of cells and their modes, for the tests of prep/.
#ifndef CAROM_TEST_MODAL_TOOLS_H
#define CAROM_TEST_MODAL_TOOLS_H

#include "carom/prep.h"
#include "prep/mesh/grid.h"
#include "test.h"

typedef struct cuboid {
    double size[3]; // m, from the origin
    int cells[3];
} cuboid;

static inline void cuboid_map(const void *context, const double u[3], double x[3]) {
    const cuboid *c = context;
    for (int i = 0; i < 3; i++) x[i] = u[i] * c->size[i];
}

// A block of cells through `map`, whose sides are the groups x- x+ y- y+ z- z+ of the mesh.
static inline bool mesh_mapped(const int cells[3], cr_block_map map, const void *context, double near,
                               int order, cr_arena *arena, cr_mesh *mesh) {
    cr_cells grid;
    cr_error error;
    cr_cells_begin(&grid, "test", near, arena, &error);
    cr_cell_block block = {{cells[0], cells[1], cells[2]}, map, context, {0}};
    cr_cells_block(&grid, &block);
    cr_status status = cr_cells_end(&grid, order, arena, mesh);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    return status == CR_OK;
}

static inline bool mesh_cuboid(const cuboid *c, int order, cr_arena *arena, cr_mesh *mesh) {
    double thin = fmin(c->size[0], fmin(c->size[1], c->size[2]));
    return mesh_mapped(c->cells, cuboid_map, c, thin, order, arena, mesh);
}

// Computes and checks what must hold on every run: nothing missed, residual, orthogonality, rigid modes.
static inline bool modes_of(const cr_modal_job *job, cr_arena *arena, cr_modal_result *r) {
    cr_error error = {0};
    cr_status status = cr_modal_compute(job, arena, r, &error);
    CHECK(status == CR_OK, "%s: %s: %s", job->name, error.place, error.reason);
    if (status) return false;
    int below = r->rigid;
    for (int k = 0; k < r->elastic; k++) below += r->frequency[k] < r->limit;
    CHECK(r->inertia_count == below, "%s: %d by inertia, %d found", job->name, r->inertia_count, below);
    CHECK(r->residual_max <= 1e-8, "%s: residual %g", job->name, r->residual_max);
    CHECK(r->orthogonality <= 1e-10, "%s: orthogonality %g", job->name, r->orthogonality);
    for (int k = 0; k < r->rigid; k++)
        CHECK(r->rigid_frequency[k] < 0.1, "%s: rigid mode at %g Hz", job->name, r->rigid_frequency[k]);
    return true;
}

#endif
