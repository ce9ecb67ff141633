#include "io/glb/glb.h"
#include "io/glb/read.h"
#include "io/modes/inertia.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char extension[] = "KHR_audio_rigid_bodies";
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

static const cr_json_value *extension_of(const cr_json_value *owner) {
    return cr_json_member(cr_json_member(owner, "extensions"), extension);
}

static cr_status bad(const cr_glb_file *file, const char *reason, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, file->place, "%s", reason);
}

// The node that the first modal model belongs to, or NULL.
static const cr_json_value *find_node(const cr_glb_file *file) {
    const cr_json_value *nodes = cr_json_member(file->root, "nodes");
    for (const cr_json_value *node = nodes ? nodes->first : NULL; node; node = node->next)
        if (cr_json_as_number(cr_json_member(extension_of(node), "modalModel"), -1.0) == 0.0) return node;
    return NULL;
}

static cr_status read_triangles(const cr_glb_file *file, const cr_json_value *accessor, cr_arena *arena,
                                cr_modes *modes, cr_error *error) {
    size_t count;
    cr_status status =
        cr_glb_indices(file, accessor, "indices", modes->vertices, arena, &modes->triangle, &count, error);
    if (status != CR_OK) return status;
    if (count % 3 || count / 3 > INT_MAX / 3) return bad(file, "indices: not three per triangle", error);
    modes->triangles = (int)(count / 3);
    return CR_OK;
}

// Triangles of the model; else of the mesh of its node, when they run over as many vertices; else none.
static cr_status read_surface(const cr_glb_file *file, const cr_json_value *model, cr_arena *arena,
                              cr_modes *modes, cr_error *error) {
    const cr_json_value *accessor = cr_json_member(model, "indices");
    if (!accessor) {
        const cr_json_value *mesh =
            cr_json_element(cr_json_member(file->root, "meshes"),
                            cr_json_as_number(cr_json_member(find_node(file), "mesh"), -1.0));
        const cr_json_value *part = cr_json_element(cr_json_member(mesh, "primitives"), 0.0);
        const cr_json_value *position = cr_json_member(cr_json_member(part, "attributes"), "POSITION");
        const cr_json_value *vertices =
            cr_json_element(cr_json_member(file->root, "accessors"), cr_json_as_number(position, -1.0));
        bool same = cr_json_as_number(cr_json_member(vertices, "count"), -1.0) == modes->vertices &&
                    cr_json_as_number(cr_json_member(part, "mode"), 4.0) == 4.0;
        if (same) accessor = cr_json_member(part, "indices");
    }
    if (!accessor)
        return cr_fail(
            error, CR_ERR_UNSUPPORTED, file->place,
            "the modal model has points but no triangles: needs indices, or a mesh of the same points");
    return read_triangles(file, accessor, arena, modes, error);
}

// Sorts by frequency: f = sqrt(f_d^2 + (sigma/2 pi)^2).
static cr_status sort_modes(const cr_glb_file *file, const float *frequency, const float *decay,
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

static cr_status read_arrays(const cr_glb_file *file, const cr_json_value *model, cr_arena *arena,
                             cr_modes *modes, cr_error *error) {
    float *frequency, *decay, *shape;
    size_t count, decays, vertices, shapes;
    cr_status status = cr_glb_floats(file, cr_json_member(model, "frequencies"), "frequencies", 1, arena,
                                     &frequency, &count, error);
    if (status == CR_OK)
        status = cr_glb_floats(file, cr_json_member(model, "decayRates"), "decayRates", 1, arena, &decay,
                               &decays, error);
    if (status == CR_OK)
        status = cr_glb_floats(file, cr_json_member(model, "positions"), "positions", 3, arena,
                               &modes->position, &vertices, error);
    if (status == CR_OK)
        status =
            cr_glb_floats(file, cr_json_member(model, "shapes"), "shapes", 3, arena, &shape, &shapes, error);
    if (status != CR_OK) return status;
    if (count != decays || count > INT_MAX || vertices > INT_MAX / 3 || shapes / count != vertices ||
        shapes % count)
        return cr_fail(error, CR_ERR_INPUT, file->place,
                       "%zu frequencies, %zu decay rates and %zu positions do not fit %zu shapes", count,
                       decays, vertices, shapes);
    modes->count = (int)count;
    modes->vertices = (int)vertices;
    status = sort_modes(file, frequency, decay, shape, arena, modes, error);
    return status == CR_OK ? read_surface(file, model, arena, modes, error) : status;
}

static bool read_numbers(const cr_json_value *array, double *to, int count) {
    for (int i = 0; i < count; i++) {
        const cr_json_value *item = cr_json_element(array, i);
        to[i] = cr_json_as_number(item, CR_NAN);
        if (!isfinite(to[i])) return false;
    }
    return true;
}

static void read_material(const cr_glb_file *file, const cr_json_value *model, cr_modes *modes) {
    const cr_json_value *all = cr_json_member(extension_of(file->root), "acousticMaterials");
    const cr_json_value *m = cr_json_element(all, cr_json_as_number(cr_json_member(model, "material"), -1.0));
    snprintf(modes->material, sizeof modes->material, "%s", cr_json_as_text(cr_json_member(m, "name"), ""));
    modes->density = cr_json_as_number(cr_json_member(m, "density"), 0.0);
    modes->young = cr_json_as_number(cr_json_member(m, "youngsModulus"), 0.0);
    modes->poisson = cr_json_as_number(cr_json_member(m, "poissonRatio"), 0.0);
    modes->rayleigh_mass = cr_json_as_number(cr_json_member(m, "alpha"), 0.0);
    modes->rayleigh_stiff = cr_json_as_number(cr_json_member(m, "beta"), 0.0);
}

// From massProperties; what they leave open, from the surface and the density.
static cr_status read_mass(const cr_glb_file *file, const cr_json_value *model, cr_modes *modes,
                           cr_error *error) {
    const cr_json_value *mass = cr_json_member(model, "massProperties");
    double volume, moment[3], quaternion[4] = {0.0, 0.0, 0.0, 1.0}, square = 0.0;
    cr_inertia_of_surface(modes->position, modes->triangle, modes->triangles, &volume, modes->centre,
                          modes->inertia);
    bool solid = volume > 0.0 && isfinite(modes->inertia[0]);
    modes->mass = cr_json_as_number(cr_json_member(mass, "mass"), solid ? modes->density * volume : 0.0);
    if (!(modes->mass > 0.0) || !isfinite(modes->mass))
        return bad(file, "mass unknown: needs massProperties.mass, or triangles all around and a density",
                   error);
    for (int i = 0; i < 6; i++) modes->inertia[i] *= solid ? modes->mass / volume : 0.0;
    if (modes->density == 0.0 && solid) modes->density = modes->mass / volume;
    double centre[3];
    if (read_numbers(cr_json_member(mass, "centerOfMass"), centre, 3))
        memcpy(modes->centre, centre, sizeof centre);
    else if (!solid) memset(modes->centre, 0, sizeof modes->centre);
    if (!read_numbers(cr_json_member(mass, "inertiaDiagonal"), moment, 3)) {
        if (!solid) memset(modes->inertia, 0, sizeof modes->inertia);
        return CR_OK;
    }
    const cr_json_value *turn = cr_json_member(mass, "inertiaOrientation");
    if (turn && !read_numbers(turn, quaternion, 4))
        return bad(file, "inertiaOrientation: needs four numbers", error);
    for (int i = 0; i < 4; i++) square += quaternion[i] * quaternion[i];
    if (!(fabs(square - 1.0) < 0.1)) return bad(file, "inertiaOrientation: not of length 1", error);
    cr_inertia_from_principal(moment, quaternion, modes->inertia);
    return CR_OK;
}

cr_status cr_glb_decode_modes(const cr_glb_file *file, cr_arena *arena, cr_modes *modes, cr_error *error) {
    *modes = (cr_modes){.count = 0};
    const cr_json_value *model =
        cr_json_element(cr_json_member(extension_of(file->root), "modalModels"), 0.0);
    if (!model) return bad(file, "has no modal model (extension KHR_audio_rigid_bodies)", error);
    const char *name = cr_json_as_text(cr_json_member(find_node(file), "name"), "");
    snprintf(modes->name, sizeof modes->name, "%s", cr_json_as_text(cr_json_member(model, "name"), name));
    cr_status status = read_arrays(file, model, arena, modes, error);
    if (status != CR_OK) return status;
    read_material(file, model, modes);
    status = read_mass(file, model, modes, error);
    const cr_json_value *extras = cr_json_member(model, "extras");
    double rigid = cr_json_as_number(cr_json_member(extras, "rigidModes"), 6.0);
    double limit = cr_json_as_number(cr_json_member(extras, "completeBelow"), 0.0);
    modes->rigid = rigid >= 0.0 && rigid <= 6.0 ? (int)rigid : 6;
    modes->limit = limit > 0.0 ? limit : 0.0;
    return status == CR_OK ? cr_modes_check(modes, file->place, error) : status;
}

cr_status cr_glb_read_modes(const char *path, cr_arena *arena, cr_modes *modes, cr_error *error) {
    cr_glb_file file;
    *modes = (cr_modes){.count = 0};
    cr_status status = cr_glb_open(path, arena, &file, error);
    return status == CR_OK ? cr_glb_decode_modes(&file, arena, modes, error) : status;
}

static int count_of(const cr_json_value *array) {
    return array && array->kind == CR_JSON_ARRAY ? array->count : 0;
}

cr_status cr_glb_read_info(const char *path, cr_arena *arena, cr_glb_info *info, cr_error *error) {
    cr_glb_file file;
    *info = (cr_glb_info){.meshes = 0};
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = cr_glb_open(path, arena, &file, error);
    if (status == CR_OK) {
        const cr_json_value *asset = cr_json_member(file.root, "asset");
        snprintf(info->generator, sizeof info->generator, "%s",
                 cr_json_as_text(cr_json_member(asset, "generator"), ""));
        info->meshes = count_of(cr_json_member(file.root, "meshes"));
        info->clips = count_of(cr_json_member(file.root, "animations"));
        info->modal_models = count_of(cr_json_member(extension_of(file.root), "modalModels"));
    }
    cr_arena_rewind(arena, mark);
    return status;
}
