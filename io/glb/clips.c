// One clip per mode: a morph target for its shape and a weight that swings.
#include "io/glb/glb.h"
#include "io/glb/write.h"
#include "io/modes/surface_tools.h"

#include <string.h>

enum { POSITIONS, TRIANGLES, COLORS, TIMES, FIRST_MODE }; // then shape, colours and weights of each mode
enum { SHAPE, TINT, WEIGHTS, PER_MODE };
enum { KEYS = 25 }; // a straight line between two of them is off by at most 1 % of the amplitude

static const double period = 1.5;   // s
static const double largest = 0.08; // displacement over the size

typedef struct clips {
    const cr_modes *modes;
    int count;
} clips;

static int array_of(int mode, int which) {
    return FIRST_MODE + PER_MODE * mode + which;
}

static const char *clip_name(const cr_modes *modes, int mode, char text[64]) {
    snprintf(text, 64, "mode %d, %.1f Hz", mode + 1, modes->frequency[mode]);
    return text;
}

static void put_names(cr_json *json, const clips *c) {
    char name[64];
    cr_json_key(json, "extras");
    cr_json_object_begin(json);
    cr_json_key(json, "targetNames");
    cr_json_array_begin(json);
    for (int m = 0; m < c->count; m++) cr_json_string(json, clip_name(c->modes, m, name));
    cr_json_array_end(json);
    cr_json_object_end(json);
}

static void put_attributes(cr_json *json, int position, int color) {
    cr_glb_put_integer(json, "POSITION", position);
    cr_glb_put_integer(json, "COLOR_0", color);
}

static void put_mesh(cr_json *json, const clips *c) {
    cr_glb_list(json, "meshes");
    cr_glb_list(json, "primitives");
    cr_json_key(json, "attributes");
    cr_json_object_begin(json);
    put_attributes(json, POSITIONS, COLORS);
    cr_json_object_end(json);
    cr_glb_put_integer(json, "indices", TRIANGLES);
    cr_glb_put_integer(json, "material", 0);
    cr_json_key(json, "targets");
    cr_json_array_begin(json);
    for (int m = 0; m < c->count; m++) {
        cr_json_object_begin(json);
        put_attributes(json, array_of(m, SHAPE), array_of(m, TINT));
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
    cr_glb_list_end(json);
    put_names(json, c);
    cr_glb_list_end(json);
}

static void put_clip(cr_json *json, const clips *c, int mode) {
    char name[64];
    cr_json_object_begin(json);
    cr_glb_put_text(json, "name", clip_name(c->modes, mode, name));
    cr_glb_list(json, "samplers");
    cr_glb_put_integer(json, "input", TIMES);
    cr_glb_put_integer(json, "output", array_of(mode, WEIGHTS));
    cr_glb_list_end(json);
    cr_glb_list(json, "channels");
    cr_glb_put_integer(json, "sampler", 0);
    cr_json_key(json, "target");
    cr_json_object_begin(json);
    cr_glb_put_integer(json, "node", 0);
    cr_glb_put_text(json, "path", "weights");
    cr_json_object_end(json);
    cr_glb_list_end(json);
    cr_json_object_end(json);
}

static void put_members(const void *context, cr_json *json) {
    const clips *c = context;
    cr_glb_put_asset(json);
    cr_glb_list(json, "nodes");
    cr_glb_put_text(json, "name", c->modes->name);
    cr_glb_put_integer(json, "mesh", 0);
    cr_glb_put_upright(json);
    cr_glb_list_end(json);
    put_mesh(json, c);
    cr_glb_put_materials(json, (const double[][3]){{1.0, 1.0, 1.0}}, 1);
    cr_json_key(json, "animations");
    cr_json_array_begin(json);
    for (int m = 0; m < c->count; m++) put_clip(json, c, m);
    cr_json_array_end(json);
}

// Red grows and blue shrinks by the outward displacement, so that a negative weight swaps them.
static void tint(const cr_modes *modes, int mode, const float *normal, double scale, unsigned char *byte) {
    const double red = 50.0, blue = -50.0; // of 127
    const float *shape = modes->shape + (size_t)mode * 3 * (size_t)modes->vertices;
    for (int v = 0; v < modes->vertices; v++) {
        const float *u = shape + 3 * (size_t)v, *n = normal + 3 * (size_t)v;
        double outward = (double)(u[0] * n[0] + u[1] * n[1] + u[2] * n[2]) * scale;
        const signed char color[4] = {(signed char)lround(red * outward), 0,
                                      (signed char)lround(blue * outward), 0};
        memcpy(byte + 4 * (size_t)v, color, 4);
    }
}

static void swing(float *weight, int count, int mode) {
    const double two_pi = 6.28318530717958648;
    for (int key = 0; key < KEYS; key++) weight[key * count + mode] = (float)sin(two_pi * key / (KEYS - 1));
}

// The arrays of one mode. False when there is no memory.
static bool add_mode(const cr_modes *modes, int mode, int count, const float *normal, double size,
                     cr_arena *arena, cr_glb_array *array) {
    size_t vertices = (size_t)modes->vertices;
    double peak = fmax(cr_modes_largest(modes, mode), 1e-30);
    unsigned char *byte = cr_arena_take(arena, vertices, 4);
    float *weight = cr_arena_take(arena, (size_t)(KEYS * count), sizeof *weight);
    if (!byte || !weight) return false;
    tint(modes, mode, normal, 1.0 / peak, byte);
    swing(weight, count, mode);
    array[SHAPE] = (cr_glb_array){.type = CR_GLTF_FLOAT,
                                  .use = CR_GLB_VERTICES,
                                  .width = 3,
                                  .count = vertices,
                                  .number = modes->shape + (size_t)mode * 3 * vertices,
                                  .scale = (float)(largest * size / peak),
                                  .bounds = true};
    array[TINT] = (cr_glb_array){
        .type = CR_GLTF_BYTE, .use = CR_GLB_VERTICES, .width = 4, .count = vertices, .byte = byte};
    array[WEIGHTS] =
        (cr_glb_array){.type = CR_GLTF_FLOAT, .width = 1, .count = (size_t)(KEYS * count), .number = weight};
    return true;
}

static cr_status write_clips(const char *path, const clips *c, cr_arena *arena, cr_error *error) {
    static const unsigned char ground[4] = {150, 150, 150, 255};
    const cr_modes *modes = c->modes;
    size_t vertices = (size_t)modes->vertices;
    int arrays = FIRST_MODE + PER_MODE * c->count;
    double middle[3], size = cr_modes_extent(modes, middle);
    float *normal = cr_arena_take(arena, 3 * vertices, sizeof *normal), time[KEYS];
    unsigned char *color = cr_arena_take(arena, vertices, 4);
    cr_glb_array *array = cr_arena_take(arena, (size_t)arrays, sizeof *array);
    bool good = normal && color && array;
    if (good) cr_modes_normals(modes, normal);
    for (int m = 0; m < c->count && good; m++)
        good = add_mode(modes, m, c->count, normal, size, arena, array + array_of(m, 0));
    if (!good) return cr_fail(error, CR_ERR_MEMORY, path, "out of memory");
    for (size_t v = 0; v < vertices; v++) memcpy(color + 4 * v, ground, 4);
    for (int key = 0; key < KEYS; key++) time[key] = (float)(period * key / (KEYS - 1));
    array[POSITIONS] = (cr_glb_array){.type = CR_GLTF_FLOAT,
                                      .use = CR_GLB_VERTICES,
                                      .width = 3,
                                      .count = vertices,
                                      .number = modes->position,
                                      .bounds = true};
    array[TRIANGLES] = (cr_glb_array){.type = CR_GLTF_UNSIGNED_INT,
                                      .use = CR_GLB_TRIANGLES,
                                      .width = 1,
                                      .count = 3 * (size_t)modes->triangles,
                                      .index = modes->triangle};
    array[COLORS] = (cr_glb_array){
        .type = CR_GLTF_UNSIGNED_BYTE, .use = CR_GLB_VERTICES, .width = 4, .count = vertices, .byte = color};
    array[TIMES] =
        (cr_glb_array){.type = CR_GLTF_FLOAT, .width = 1, .count = KEYS, .number = time, .bounds = true};
    return cr_glb_write(path, array, arrays, put_members, c, error);
}

cr_status cr_glb_write_clips(const char *path, const cr_modes *modes, int most, cr_arena *arena,
                             cr_error *error) {
    clips c = {modes, modes->count < most ? modes->count : most};
    if (c.count < 1 || !modes->triangles)
        return cr_fail(error, CR_ERR_INPUT, path, "%.40s has no %s to show", modes->name,
                       modes->triangles ? "modes" : "triangles");
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = write_clips(path, &c, arena, error);
    cr_arena_rewind(arena, mark);
    return status;
}
