// Frames of beams: their system, what they weigh, and their modes with the error of the division.
#ifndef CAROM_PREP_FEM_FRAME_H
#define CAROM_PREP_FEM_FRAME_H

#include "prep/fem/body.h"

// Assembles a mesh of beams with its supports: node i of the mesh has the shift 2i and the turn 2i + 1. What
// is held along x, y and z is clamped: it does not turn either. Errors as cr_system_assemble.
cr_status cr_frame_assemble(const cr_modal_job *job, cr_arena *arena, cr_system *system, cr_error *error);
cr_mass_props cr_frame_measure(const cr_modal_job *job);

// The same frame with two beams for each; the nodes that there were come first.
cr_status cr_frame_halve(const cr_mesh *mesh, cr_arena *arena, cr_mesh *halved, cr_error *error);

// Shapes of a frame on its surface.
cr_status cr_frame_pack(const cr_mesh *mesh, const cr_modal_result *result, cr_arena *arena, cr_modes *modes,
                        cr_error *error);

#endif
