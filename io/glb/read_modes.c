// Modes in the draft extension KHR_audio_rigid_bodies, at the size they have in the scene: positions go the
// whole way from their node, shapes turn with it. Frequencies, decays and masses are those of that size.
#include "io/glb/glb.h"
#include "io/glb/read_internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double two_pi = 6.28318530717958648;

typedef struct pair {
    double frequency, sigma;
    int from;
} pair;

static int compare(const void *a, const void *b) {
    const pair *p = a, *q = b;
    if (p->frequency != q->frequency) return p->frequency > q->frequency ? 1 : -1;
    return p->from - q->from;
}

static cr_status bad(const cr_gltf_file *file, const char *reason, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, file->place, "%s", reason);
}

// Sorts by frequency: f = sqrt(f_d^2 + (sigma/2 pi)^2).
static cr_status sort_modes(const cr_gltf_file *file, const float *frequency, const float *decay,
                            const float *shape, cr_arena *arena, cr_modes *modes, cr_error *error) {
    size_t count = (size_t)modes->count, numbers = 3 * (size_t)modes->vertices;
    pair *pairs = cr_arena_take(arena, count, sizeof *pairs);
    modes->frequency = cr_arena_take(arena, count, sizeof *modes->frequency);
    modes->sigma = cr_arena_take(arena, count, sizeof *modes->sigma);
    modes->shape = cr_arena_take(arena, count * numbers, sizeof *modes->shape);
    if (!pairs || !modes->frequency || !modes->sigma || !modes->shape)
        return cr_fail(error, CR_ERR_MEMORY, file->place, "out of memory");
    for (int m = 0; m < modes->count; m++) {
        double f = (double)frequency[m], sigma = (double)decay[m];
        if (!(f > 0.0) || !(sigma >= 0.0))
            return cr_fail(error, CR_ERR_INPUT, file->place,
                           "mode %d: %g Hz, decay %g/s; needs more than 0, and "
                           "no negative decay",
                           m, f, sigma);
        pairs[m] = (pair){hypot(f, sigma / two_pi), sigma, m};
    }
    qsort(pairs, count, sizeof *pairs, compare);
    for (size_t m = 0; m < count; m++) {
        modes->frequency[m] = pairs[m].frequency;
        modes->sigma[m] = pairs[m].sigma;
        memcpy(modes->shape + m * numbers, shape + (size_t)pairs[m].from * numbers, numbers * sizeof *shape);
    }
    return CR_OK;
}

static cr_status read_arrays(const cr_gltf_file *file, const cr_json_value *model, cr_arena *arena,
                             cr_modes *modes, cr_error *error) {
    float *frequency, *decay, *shape;
    size_t count, decays, vertices, shapes;
    cr_status status = cr_gltf_floats(file, cr_json_member(model, "frequencies"), "frequencies", 1, arena,
                                      &frequency, &count, error);
    if (status == CR_OK)
        status = cr_gltf_floats(file, cr_json_member(model, "decayRates"), "decayRates", 1, arena, &decay,
                                &decays, error);
    if (status == CR_OK)
        status = cr_gltf_floats(file, cr_json_member(model, "positions"), "positions", 3, arena,
                                &modes->position, &vertices, error);
    if (status == CR_OK)
        status =
            cr_gltf_floats(file, cr_json_member(model, "shapes"), "shapes", 3, arena, &shape, &shapes, error);
    if (status != CR_OK) return status;
    if (count != decays || count > INT_MAX || vertices > INT_MAX / 3 || shapes / count != vertices ||
        shapes % count)
        return cr_fail(error, CR_ERR_INPUT, file->place,
                       "%zu frequencies, %zu decay rates and %zu positions do not fit %zu shapes", count,
                       decays, vertices, shapes);
    modes->count = (int)count;
    modes->vertices = (int)vertices;
    return sort_modes(file, frequency, decay, shape, arena, modes, error);
}

static void read_material(const cr_gltf_file *file, const cr_json_value *model, cr_modes *modes) {
    const cr_json_value *all =
        cr_json_member(cr_gltf_extension(file->root, cr_gltf_audio), "acousticMaterials");
    const cr_json_value *m = cr_json_element(all, cr_json_as_number(cr_json_member(model, "material"), -1.0));
    snprintf(modes->material, sizeof modes->material, "%s", cr_json_as_text(cr_json_member(m, "name"), ""));
    modes->density = cr_json_as_number(cr_json_member(m, "density"), 0.0);
    modes->young = cr_json_as_number(cr_json_member(m, "youngsModulus"), 0.0);
    modes->poisson = cr_json_as_number(cr_json_member(m, "poissonRatio"), 0.0);
    modes->rayleigh_mass = cr_json_as_number(cr_json_member(m, "alpha"), 0.0);
    modes->rayleigh_stiff = cr_json_as_number(cr_json_member(m, "beta"), 0.0);
}

// The only node below `root` that has a model; without any node, the only model.
static cr_status find_model(const cr_gltf_file *file, const cr_gltf_tree *tree, int root,
                            cr_glb_source *source, cr_error *error) {
    const cr_json_value *models = cr_json_member(cr_gltf_extension(file->root, cr_gltf_audio), "modalModels");
    int found = 0, index = 0;
    for (int i = 0; i < tree->count; i++) {
        if (tree->node[i].model < 0 || !cr_gltf_below(tree, i, root)) continue;
        if (!found++) source->node = i;
    }
    if (found > 1) return cr_gltf_ask(file, tree, "objects with modes", found, error);
    if (found) index = tree->node[source->node].model;
    else if (root >= 0) models = NULL;
    else if (models && models->count > 1) return bad(file, "modal models that no node uses", error);
    source->model = cr_json_element(models, index);
    return source->model ? CR_OK : bad(file, "has no modal model (extension KHR_audio_rigid_bodies)", error);
}

static cr_status find_source(const cr_gltf_file *file, const char *name, cr_arena *arena,
                             cr_glb_source *source, cr_error *error) {
    int root;
    *source = (cr_glb_source){.node = -1};
    cr_status status = cr_gltf_nodes(file, arena, &source->tree, error);
    if (status == CR_OK) status = cr_gltf_choose(file, &source->tree, name, &root, error);
    return status == CR_OK ? find_model(file, &source->tree, root, source, error) : status;
}

cr_status cr_glb_decode_modes(const cr_gltf_file *file, const char *name, cr_arena *arena, cr_modes *modes,
                              cr_error *error) {
    cr_glb_source source;
    *modes = (cr_modes){.count = 0};
    cr_status status = find_source(file, name, arena, &source, error);
    if (status != CR_OK) return status;
    const cr_json_value *model = source.model, *extras = cr_json_member(model, "extras");
    const char *of_node = source.node >= 0 ? source.tree.node[source.node].name : "";
    snprintf(modes->name, sizeof modes->name, "%s", cr_json_as_text(cr_json_member(model, "name"), of_node));
    status = read_arrays(file, model, arena, modes, error);
    if (status == CR_OK) status = cr_glb_place_modes(file, &source, modes, error);
    if (status == CR_OK) status = cr_glb_read_surface(file, &source, arena, modes, error);
    if (status != CR_OK) return status;
    read_material(file, model, modes);
    status = cr_glb_read_mass(file, &source, modes, error);
    double rigid = cr_json_as_number(cr_json_member(extras, "rigidModes"), 6.0);
    double limit = cr_json_as_number(cr_json_member(extras, "completeBelow"), 0.0);
    modes->rigid = rigid >= 0.0 && rigid <= 6.0 ? (int)rigid : 6;
    modes->limit = limit > 0.0 ? limit : 0.0;
    return status == CR_OK ? cr_modes_check(modes, file->place, error) : status;
}

cr_status cr_glb_read_modes(const char *path, cr_arena *arena, cr_modes *modes, cr_error *error) {
    const char *name;
    cr_gltf_file file;
    *modes = (cr_modes){.count = 0};
    cr_gltf_split(path, &name);
    cr_status status = cr_gltf_open(path, arena, &file, error);
    return status == CR_OK ? cr_glb_decode_modes(&file, name, arena, modes, error) : status;
}
