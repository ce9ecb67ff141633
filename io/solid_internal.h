// Parts of io/solid.h: the mesh (solid_mesh.c), the modes (solid.c).
#ifndef CAROM_IO_SOLID_INTERNAL_H
#define CAROM_IO_SOLID_INTERNAL_H

#include "io/mesh_file.h"
#include "io/solid.h"

typedef enum cr_solid_kind { CR_SOLID_MESH, CR_SOLID_SURFACE, CR_SOLID_MODES, CR_SOLID_GLB } cr_solid_kind;

// By the end of the name; what is not known counts as a mesh, whose reader says so.
cr_solid_kind cr_solid_kind_of(const char *path);

// The detail with the wavelength that follows from fmax.
cr_shape_detail cr_solid_detail(const cr_solid *solid);

// Warns of sizes that look like a wrong unit.
void cr_solid_warn_size(const cr_solid *solid, const cr_mesh_listener *listener, const double low[3],
                        const double high[3]);

static inline cr_mesh_listener cr_solid_listener(const cr_solid_watch *watch) {
    if (!watch) return (cr_mesh_listener){.warn = NULL};
    return (cr_mesh_listener){.warn = watch->warn, .progress = watch->progress, .context = watch->context};
}

#endif
