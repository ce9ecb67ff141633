// Parts of carom/solid.h: the mesh (solid_mesh.c), the modes (solid.c).
#ifndef CAROM_IO_SOLID_INTERNAL_H
#define CAROM_IO_SOLID_INTERNAL_H

#include "carom/solid.h"
#include "io/mesh/mesh_file.h"

typedef enum cr_solid_kind { CR_SOLID_MESH, CR_SOLID_SURFACE, CR_SOLID_MODES, CR_SOLID_GLB } cr_solid_kind;

// By the end of the name, glTF by what it holds; what is not known counts as a mesh, whose reader says so.
cr_solid_kind cr_solid_kind_of(const char *path);

// The detail with the wavelength that follows from fmax.
cr_shape_detail cr_solid_detail(const cr_solid_def *solid);

// Warns of sizes that look like a wrong unit.
void cr_solid_warn_size(const cr_solid_def *solid, const cr_mesh_listener *listener, const double low[3],
                        const double high[3]);

// Whether its mesh is left to the rule: a shape of order 2 without edge and layers.
bool cr_solid_may_refine(const cr_solid_def *solid);
// Makes the detail as much finer as its accuracy needs by the errors of the last result; false: it is good
// enough, or may not be refined.
bool cr_solid_refine(cr_solid_def *solid, const cr_modal_result *last);
// The mesh that follows; less fine where it would have too many unknowns. Not worth computing when it then
// has not many more than the last.
cr_status cr_solid_finer_mesh(cr_solid_def *solid, const cr_modal_result *last, cr_arena *arena,
                              cr_mesh *mesh, bool *worth, cr_error *error);
// Tells when the accuracy was not reached.
void cr_solid_warn_accuracy(const cr_solid_def *solid, const cr_solid_watch *watch, const cr_modes *modes);
// How round the solid is with its material and supports.
cr_round cr_solid_round(const cr_solid_def *solid);

static inline cr_mesh_listener cr_solid_listener(const cr_solid_watch *watch) {
    if (!watch) return (cr_mesh_listener){.warn = NULL};
    return (cr_mesh_listener){.warn = watch->warn, .progress = watch->progress, .context = watch->context};
}

#endif
