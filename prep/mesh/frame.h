// Frames of round rods: their axes divided into beams.
#ifndef CAROM_PREP_FRAME_H
#define CAROM_PREP_FRAME_H

#include "carom/form.h"
#include "carom/shape.h"

// Beams of all rods, as long as the detail says. Node i of the frame is node i of the mesh, those within rods
// follow. Groups: none. CR_ERR_INPUT as cr_frame_check, CR_ERR_RANGE, CR_ERR_MEMORY. The mesh is the arena's.
cr_status cr_frame_mesh(const cr_frame *frame, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                        cr_error *error);
// A group of nodes of the frame for which `is_in` is true, and of those within rods between two of them.
// false: no memory.
bool cr_frame_group(const cr_frame *frame, cr_mesh *mesh, const char *name, const char *is_in,
                    cr_arena *arena);

#endif
