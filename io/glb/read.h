// Modes in a glTF file that is open.
#ifndef CAROM_IO_GLB_READ_H
#define CAROM_IO_GLB_READ_H

#include "carom/modes.h"
#include "io/mesh/gltf.h"

// The modes of the object of a name; NULL: of the only one that has a model. See cr_glb_read_modes.
cr_status cr_glb_decode_modes(const cr_gltf_file *file, const char *name, cr_arena *arena, cr_modes *modes,
                              cr_error *error);

#endif
