// Parts of reading modes from glTF: the model (read_modes.c), its surface (read_surface.c), its mass
// (read_mass.c).
#ifndef CAROM_IO_GLB_READ_INTERNAL_H
#define CAROM_IO_GLB_READ_INTERNAL_H

#include "io/glb/read.h"

typedef struct cr_glb_source {
    cr_gltf_tree tree;
    int node; // -1: no node has the model
    const cr_json_value *model;
    cr_gltf_frame frame; // of the node
    double turn[3][3];   // its rotation, with a mirror if it has one
    bool cloud;          // its points have no surface
} cr_glb_source;

// Takes positions and shapes from the node to the scene.
cr_status cr_glb_place_modes(const cr_gltf_file *file, cr_glb_source *source, cr_modes *modes,
                             cr_error *error);
// The triangles.
cr_status cr_glb_read_surface(const cr_gltf_file *file, cr_glb_source *source, cr_arena *arena,
                              cr_modes *modes, cr_error *error);
// Mass, centre and inertia.
cr_status cr_glb_read_mass(const cr_gltf_file *file, const cr_glb_source *source, cr_modes *modes,
                           cr_error *error);
// The rotation, with a mirror if there is one, that is nearest to a frame; false when the frame has no
// volume.
bool cr_glb_rotation(const cr_gltf_frame *frame, double turn[3][3]);

#endif
