// glTF 2.0 (.glb, .gltf): modes of a solid as the draft extension KHR_audio_rigid_bodies describes them,
// and moving pictures of modes for any viewer.
#ifndef CAROM_IO_GLB_H
#define CAROM_IO_GLB_H

#include "carom/modes.h"

// Writes the surface and, by the draft extension, its modes in the order of decreasing energy of their
// ringing after a blow. Everything that cr_modes holds is kept, frequencies and shapes in single precision.
// The node turns the z axis of the solid upwards. CR_ERR_IO, CR_ERR_MEMORY, CR_ERR_RANGE beyond 4 GB. Scratch
// memory is taken from the arena and given back.
cr_status cr_glb_write_modes(const char *path, const cr_modes *modes, cr_arena *arena, cr_error *error);

// Reads the modal model of a .glb or .gltf file, by anyone, sorted by frequency; of several, the one of the
// object that "FILE#NAME" names. It has the size and the position that it has in the scene, z upwards. What
// the file leaves open: the triangles are those of the mesh of its node, whose vertices move as the nearest
// points of the model if they are others; mass, centre and inertia are those of the node's motion
// (KHR_physics_rigid_bodies), else they follow from the surface and the density, the density from the mass;
// `limit` is 0. CR_ERR_IO; CR_ERR_INPUT when it
// is no such file, broken, or has values that no solid has; CR_ERR_UNSUPPORTED for what glTF allows and this
// does not read; CR_ERR_MEMORY. The arrays are the arena's.
cr_status cr_glb_read_modes(const char *path, cr_arena *arena, cr_modes *modes, cr_error *error);
// Whether there is such a model in the file, or in the object that the path names; false also when it cannot
// be read.
bool cr_glb_has_modes(const char *path);

// Moving pictures: one clip per mode, called "mode 7, 2345.6 Hz", of the first `most` modes, slowed down to
// one swing in 1.5 s, the largest displacement 8 % of the size; warm colours move outwards, cold ones
// inwards. Fails as cr_glb_write_modes does.
cr_status cr_glb_write_clips(const char *path, const cr_modes *modes, int most, cr_arena *arena,
                             cr_error *error);

typedef struct cr_glb_info {
    char generator[64]; // "" when it does not say
    int meshes, clips, modal_models;
    int sounding;      // objects with modes, in the one that the path names if it does
    char objects[150]; // names of nodes with a mesh or modes
} cr_glb_info;

// CR_ERR_INPUT when it is no glTF file or has no such object; else as cr_glb_read_modes. Takes and gives back
// scratch memory.
cr_status cr_glb_read_info(const char *path, cr_arena *arena, cr_glb_info *info, cr_error *error);

#endif
