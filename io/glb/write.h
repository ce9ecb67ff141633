// Writing the container of a .glb file: JSON first, then one buffer of arrays.
#ifndef CAROM_IO_GLB_WRITE_H
#define CAROM_IO_GLB_WRITE_H

#include "carom/base.h"
#include "io/file/json.h"
#include "io/mesh/gltf.h"

typedef enum cr_glb_use { CR_GLB_DATA = 0, CR_GLB_VERTICES = 34962, CR_GLB_TRIANGLES = 34963 } cr_glb_use;

// One array: an accessor with a buffer view of its own, both with the array's index. Bytes stand for
// fractions of 127 or 255.
typedef struct cr_glb_array {
    cr_gltf_type type; // float from `number`, unsigned int from `index`, bytes from `byte`
    cr_glb_use use;
    int width; // numbers per element: 1, 3 or 4
    size_t count;
    const float *number;
    float scale; // of the numbers; 0: 1
    const int *index;
    const unsigned char *byte;
    bool bounds; // least and greatest numbers go into the JSON, as positions and times need
} cr_glb_array;

// Writes a file that appears complete or not at all. `put_members` writes the members of the root object
// except accessors, bufferViews and buffers.
cr_status cr_glb_write(const char *path, const cr_glb_array *arrays, int count,
                       void (*put_members)(const void *context, cr_json *json), const void *context,
                       cr_error *error);

// --- members that every file has

// A list whose first entry is an object, and the end of its last one.
void cr_glb_list(cr_json *json, const char *key);
void cr_glb_list_end(cr_json *json);
void cr_glb_put_text(cr_json *json, const char *key, const char *text);
void cr_glb_put_integer(cr_json *json, const char *key, long long value);
// Nothing when it is not finite.
void cr_glb_put_number(cr_json *json, const char *key, double value);
void cr_glb_put_numbers(cr_json *json, const char *key, const double *values, int count);
// asset, scene, scenes: one scene of node 0.
void cr_glb_put_asset(cr_json *json);
// materials: matte, seen from both sides, of the given colours.
void cr_glb_put_materials(cr_json *json, const double (*rgb)[3], int count);
// "rotation" of a node: z points upwards, where glTF has y.
void cr_glb_put_upright(cr_json *json);

#endif
