// Modes in the draft extension KHR_audio_rigid_bodies.
#include "io/glb/glb.h"
#include "io/glb/write.h"
#include "io/modes/export.h"
#include "io/modes/inertia.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS, TRIANGLES, FREQUENCIES, DECAYS, SHAPES, ARRAYS };

typedef struct ranked {
    double energy;
    int mode;
} ranked;

static int compare(const void *a, const void *b) {
    const ranked *p = a, *q = b;
    if (p->energy != q->energy) return p->energy < q->energy ? 1 : -1;
    return p->mode - q->mode;
}

// After a blow J at a point with shape u a mode has the energy (J u)^2/2 and rings for 1/(2 sigma): their
// product, averaged over the surface, ranks the modes.
static void rank_modes(const cr_modes *modes, ranked *rank) {
    size_t numbers = 3 * (size_t)modes->vertices;
    for (int m = 0; m < modes->count; m++) {
        const float *shape = modes->shape + (size_t)m * numbers;
        double sum = 0.0;
        for (size_t i = 0; i < numbers; i++) sum += (double)shape[i] * (double)shape[i];
        rank[m] = (ranked){sum / fmax(modes->sigma[m], 1e-3), m};
    }
    qsort(rank, (size_t)modes->count, sizeof *rank, compare);
}

static void put_mass(cr_json *json, const cr_modes *modes) {
    double moment[3], quaternion[4];
    cr_inertia_principal(modes->inertia, moment, quaternion);
    cr_json_key(json, "massProperties");
    cr_json_object_begin(json);
    cr_glb_put_number(json, "mass", modes->mass);
    cr_glb_put_numbers(json, "centerOfMass", modes->centre, 3);
    cr_glb_put_numbers(json, "inertiaDiagonal", moment, 3);
    cr_glb_put_numbers(json, "inertiaOrientation", quaternion, 4);
    cr_json_object_end(json);
}

static void put_model(cr_json *json, const cr_modes *modes) {
    cr_glb_list(json, "modalModels");
    cr_glb_put_text(json, "name", modes->name);
    cr_glb_put_integer(json, "frequencies", FREQUENCIES);
    cr_glb_put_integer(json, "decayRates", DECAYS);
    cr_glb_put_integer(json, "positions", POSITIONS);
    cr_glb_put_integer(json, "shapes", SHAPES);
    cr_glb_put_integer(json, "indices", TRIANGLES);
    cr_glb_put_integer(json, "material", 0);
    put_mass(json, modes);
    cr_json_key(json, "extras");
    cr_json_object_begin(json);
    cr_glb_put_integer(json, "rigidModes", modes->rigid);
    cr_glb_put_number(json, "completeBelow", modes->limit);
    cr_json_object_end(json);
    cr_glb_list_end(json);
}

static void put_extension(cr_json *json, const cr_modes *modes) {
    cr_json_key(json, "extensions");
    cr_json_object_begin(json);
    cr_json_key(json, cr_gltf_audio);
    cr_json_object_begin(json);
    put_model(json, modes);
    cr_glb_list(json, "acousticMaterials");
    if (*modes->material) cr_glb_put_text(json, "name", modes->material);
    cr_glb_put_number(json, "density", modes->density);
    cr_glb_put_number(json, "youngsModulus", modes->young);
    cr_glb_put_number(json, "poissonRatio", modes->poisson);
    cr_glb_put_number(json, "alpha", modes->rayleigh_mass);
    cr_glb_put_number(json, "beta", modes->rayleigh_stiff);
    cr_glb_list_end(json);
    cr_json_object_end(json);
    cr_json_object_end(json);
}

static void put_node(cr_json *json, const cr_modes *modes) {
    cr_glb_list(json, "nodes");
    cr_glb_put_text(json, "name", modes->name);
    cr_glb_put_integer(json, "mesh", 0);
    cr_glb_put_upright(json);
    cr_json_key(json, "extensions");
    cr_json_object_begin(json);
    cr_json_key(json, cr_gltf_audio);
    cr_json_object_begin(json);
    cr_glb_put_integer(json, "modalModel", 0);
    cr_json_object_end(json);
    cr_json_object_end(json);
    cr_glb_list_end(json);
}

static void put_mesh(cr_json *json) {
    cr_glb_list(json, "meshes");
    cr_glb_list(json, "primitives");
    cr_json_key(json, "attributes");
    cr_json_object_begin(json);
    cr_glb_put_integer(json, "POSITION", POSITIONS);
    cr_json_object_end(json);
    cr_glb_put_integer(json, "indices", TRIANGLES);
    cr_glb_put_integer(json, "material", 0);
    cr_glb_list_end(json);
    cr_glb_list_end(json);
}

static void put_members(const void *context, cr_json *json) {
    const cr_modes *modes = context;
    cr_glb_put_asset(json);
    cr_json_key(json, "extensionsUsed");
    cr_json_array_begin(json);
    cr_json_string(json, cr_gltf_audio);
    cr_json_array_end(json);
    put_node(json, modes);
    put_mesh(json);
    cr_glb_put_materials(json, (const double[][3]){{0.55, 0.58, 0.62}}, 1);
    put_extension(json, modes);
}

static cr_status write_ranked(const char *path, const cr_modes *modes, cr_arena *arena, cr_error *error) {
    size_t count = (size_t)modes->count, numbers = 3 * (size_t)modes->vertices;
    ranked *rank = cr_arena_take(arena, count, sizeof *rank);
    float *frequency = cr_arena_take(arena, count, sizeof *frequency);
    float *decay = cr_arena_take(arena, count, sizeof *decay);
    float *shape = cr_arena_take(arena, count * numbers, sizeof *shape);
    if (!rank || !frequency || !decay || !shape) return cr_fail(error, CR_ERR_MEMORY, path, "out of memory");
    rank_modes(modes, rank);
    for (size_t i = 0; i < count; i++) {
        int m = rank[i].mode;
        frequency[i] = (float)cr_modes_damped(modes->frequency[m], modes->sigma[m]);
        decay[i] = (float)modes->sigma[m];
        memcpy(shape + i * numbers, modes->shape + (size_t)m * numbers, numbers * sizeof *shape);
    }
    size_t vertices = (size_t)modes->vertices;
    const cr_glb_array arrays[ARRAYS] = {
        [POSITIONS] = {.type = CR_GLTF_FLOAT,
                       .use = CR_GLB_VERTICES,
                       .width = 3,
                       .count = vertices,
                       .number = modes->position,
                       .bounds = true},
        [TRIANGLES] = {.type = CR_GLTF_UNSIGNED_INT,
                       .use = CR_GLB_TRIANGLES,
                       .width = 1,
                       .count = 3 * (size_t)modes->triangles,
                       .index = modes->triangle},
        [FREQUENCIES] = {.type = CR_GLTF_FLOAT, .width = 1, .count = count, .number = frequency},
        [DECAYS] = {.type = CR_GLTF_FLOAT, .width = 1, .count = count, .number = decay},
        [SHAPES] = {.type = CR_GLTF_FLOAT, .width = 3, .count = count * vertices, .number = shape}};
    return cr_glb_write(path, arrays, ARRAYS, put_members, modes, error);
}

cr_status cr_glb_write_modes(const char *path, const cr_modes *modes, cr_arena *arena, cr_error *error) {
    if (!modes->count || !modes->triangles)
        return cr_fail(error, CR_ERR_INPUT, path, "%.40s has no %s to write", modes->name,
                       modes->count ? "triangles" : "modes");
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = write_ranked(path, modes, arena, error);
    cr_arena_rewind(arena, mark);
    return status;
}
