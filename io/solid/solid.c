#include "carom/solid.h"
#include "base/def.h"
#include "io/file/file.h"
#include "io/glb/glb.h"
#include "io/mesh/gltf.h"
#include "io/solid/cache.h"
#include "io/solid/internal.h"
#include "io/solid/load.h"

#include <string.h>

cr_solid_kind cr_solid_kind_of(const char *path) {
    if (cr_file_ends_with(path, ".modes")) return CR_SOLID_MODES;
    if (cr_gltf_is_path(path) && cr_glb_has_modes(path)) return CR_SOLID_GLB;
    return cr_mesh_file_is_surface(path) ? CR_SOLID_SURFACE : CR_SOLID_MESH;
}

bool cr_solid_is_ready(const cr_solid_def *solid) {
    return !solid->shape && cr_solid_file_has_modes(solid->file);
}

bool cr_solid_file_has_modes(const char *path) {
    cr_solid_kind kind = cr_solid_kind_of(path);
    return kind == CR_SOLID_MODES || kind == CR_SOLID_GLB;
}

static void add_elastic(cr_modes_key *key, const cr_elastic *elastic) {
    cr_modes_key_add_number(key, elastic->density);
    for (int i = 0; i < 3; i++) {
        cr_modes_key_add_number(key, elastic->young[i]);
        cr_modes_key_add_number(key, elastic->shear[i]);
        cr_modes_key_add_number(key, elastic->poisson[i]);
    }
    cr_modes_key_add_number(key, elastic->rayleigh[0]);
    cr_modes_key_add_number(key, elastic->rayleigh[1]);
}

static void add_support(cr_modes_key *key, const cr_support *support) {
    cr_modes_key_add_text(key, support->place);
    for (int i = 0; i < 3; i++) cr_modes_key_add_number(key, support->axis[i]);
    cr_modes_key_add_number(key, support->stiffness);
}

static void add_frame(cr_modes_key *key, const cr_frame *frame) {
    for (int i = 0; i < frame->nodes; i++) {
        cr_modes_key_add_number(key, frame->node[i].x);
        cr_modes_key_add_number(key, frame->node[i].y);
        cr_modes_key_add_number(key, frame->node[i].z);
    }
    for (int i = 0; i < frame->rods; i++) {
        cr_modes_key_add_number(key, frame->rod[i].from);
        cr_modes_key_add_number(key, frame->rod[i].to);
        cr_modes_key_add_number(key, frame->rod[i].radius);
    }
}

// An object of a glTF file, whose numbers may lie in several.
static cr_status add_surface(cr_modes_key *key, const char *path, cr_error *error) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_triangles surface;
    if (!arena)
        return cr_fail(error, CR_ERR_MEMORY, cr_file_place_at(path, 0, 0).text, "no memory to read it");
    cr_status status = cr_triangles_file_read(path, 1, NULL, arena, &surface, error);
    if (status == CR_OK) {
        cr_modes_key_add(key, surface.position, 3 * (size_t)surface.vertices * sizeof(double));
        cr_modes_key_add(key, surface.triangle, 3 * (size_t)surface.triangles * sizeof(int));
    }
    cr_arena_free(arena);
    return status;
}

static cr_status add_file(cr_modes_key *key, const cr_solid_def *solid, cr_error *error) {
    const char *end = strrchr(solid->file, '.');
    bool gltf = cr_gltf_is_path(solid->file);
    cr_modes_key_add_text(key, gltf ? ".gltf" : end ? end : "");
    cr_modes_key_add_number(key, solid->unit);
    return gltf ? add_surface(key, solid->file, error) : cr_modes_key_add_file(key, solid->file, error);
}

// Everything the modes depend on: a shape by its values, a file by its bytes, so that neither has to be
// meshed to find the modes again.
static cr_status find_key(const cr_solid_def *solid, cr_modes_key *key, cr_error *error) {
    cr_shape_detail detail = cr_solid_detail(solid);
    cr_status status = CR_OK;
    *key = cr_modes_key_begin();
    cr_modes_key_add_number(key, CR_PREP_VERSION);
    if (solid->shape) {
        cr_modes_key_add_text(key, solid->shape->name);
        if (solid->frame) add_frame(key, solid->frame);
        else
            for (int i = 0; i < solid->shape->param_count; i++) cr_modes_key_add_number(key, solid->value[i]);
    } else {
        status = add_file(key, solid, error);
    }
    const double numbers[] = {detail.order,  detail.edge,
                              detail.layers, detail.wavelength,
                              solid->fmax,   cr_solid_may_refine(solid) ? solid->accuracy : 0.0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) cr_modes_key_add_number(key, numbers[i]);
    cr_modes_key_add_number(key, isnan(solid->fmax) ? solid->count : 0);
    add_elastic(key, &solid->elastic);
    for (int i = 0; i < solid->supports; i++) add_support(key, &solid->support[i]);
    return status;
}

// The shape, or the file without its folder, as long as there is room for whole characters.
static void set_name(const cr_solid_def *solid, char name[64]) {
    const char *text = solid->shape ? solid->shape->name : solid->file, *slash = strrchr(text, '/');
    if (slash) text = slash + 1;
    size_t length = strlen(text);
    if (length > 63) {
        length = 63;
        while (length && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    }
    memset(name, 0, 64);
    memcpy(name, text, length);
}

// Names are not in the key: the same body may have two.
static void set_names(const cr_solid_def *solid, cr_modes *modes) {
    set_name(solid, modes->name);
    memset(modes->material, 0, sizeof modes->material);
    memcpy(modes->material, solid->material, strlen(solid->material));
}

static void warn_size(const cr_solid_def *solid, const cr_solid_watch *watch, const cr_modes *modes) {
    const cr_mesh_listener listener = cr_solid_listener(watch);
    double low[3], high[3];
    for (int i = 0; i < 3; i++) low[i] = high[i] = (double)modes->position[i];
    for (int i = 0; i < 3 * modes->vertices; i++) {
        low[i % 3] = fmin(low[i % 3], (double)modes->position[i]);
        high[i % 3] = fmax(high[i % 3], (double)modes->position[i]);
    }
    cr_solid_warn_size(solid, &listener, low, high);
}

static cr_status compute_once(const cr_solid_def *solid, const cr_solid_watch *watch, const cr_mesh *mesh,
                              cr_arena *work, cr_arena *arena, cr_modes *modes, cr_modal_result *result,
                              cr_error *error) {
    char name[64];
    cr_elastic *elastic = cr_arena_take(work, (size_t)mesh->regions + 1, sizeof *elastic);
    if (!elastic) return cr_fail(error, CR_ERR_MEMORY, "solid", "no memory for %d regions", mesh->regions);
    for (int i = 0; i <= mesh->regions; i++) elastic[i] = solid->elastic;
    set_name(solid, name);
    const cr_modal_job job = {.name = name,
                              .mesh = mesh,
                              .elastic = elastic,
                              .support = solid->support,
                              .supports = solid->supports,
                              .fmax = solid->fmax,
                              .count = solid->count,
                              .threads = solid->threads,
                              .round = cr_solid_round(solid),
                              .progress = watch ? watch->progress : NULL,
                              .context = watch ? watch->context : NULL};
    cr_modes_solver solve = watch ? watch->solve : NULL;
    cr_status status = solve ? CR_OK : cr_modes_solver_load("cr_modes_compute", &solve, error);
    return status == CR_OK ? solve(&job, solid->material, arena, modes, result, error) : status;
}

// On finer and finer meshes, until the modes are as good as was asked for.
static cr_status compute(const cr_solid_def *solid, const cr_solid_watch *watch, cr_arena *work,
                         cr_arena *arena, cr_modes *modes, cr_modal_result *result, cr_error *error) {
    enum { ROUNDS = 4 };
    cr_solid_def finer = *solid;
    cr_mesh mesh;
    modes->count = 0;
    cr_status status = cr_solid_mesh(solid, watch, work, &mesh, error);
    if (status == CR_OK) status = compute_once(solid, watch, &mesh, work, arena, modes, result, error);
    for (int i = 1; i < ROUNDS && status == CR_OK && cr_solid_refine(&finer, result); i++) {
        cr_modes better;
        cr_modal_result how;
        bool worth = false;
        status = cr_solid_finer_mesh(&finer, result, work, &mesh, &worth, error);
        if (status != CR_OK || !worth) break;
        status = compute_once(&finer, watch, &mesh, work, arena, &better, &how, error);
        if (status != CR_OK) break;
        *modes = better;
        *result = how;
    }
    if (status == CR_ERR_MEMORY && modes->count > 0) status = CR_OK; // those of the coarser mesh are there
    if (status == CR_OK) cr_solid_warn_accuracy(solid, watch, modes);
    return status;
}

// Computes; when the cache is on and the file did not change meanwhile, keeps.
static cr_status compute_and_keep(const cr_solid_def *solid, const cr_solid_watch *watch, const char *folder,
                                  cr_modes_key key, cr_arena *arena, cr_modes *modes, cr_modal_result *result,
                                  cr_error *error) {
    cr_arena *work = cr_arena_new(cr_arena_allocator(arena));
    if (!work) return cr_fail(error, CR_ERR_MEMORY, "solid", "no memory to compute modes");
    cr_modal_result here;
    cr_status status = compute(solid, watch, work, arena, modes, result ? result : &here, error);
    cr_arena_free(work);
    if (status != CR_OK) return status;
    set_names(solid, modes);
    cr_modes_key now;
    bool same = find_key(solid, &now, NULL) == CR_OK && memcmp(&now, &key, sizeof key) == 0;
    if (folder && same) cr_modes_cache_store(folder, key, watch, modes);
    return CR_OK;
}

static cr_status modes_of_file(const cr_solid_def *solid, cr_arena *arena, cr_modes *modes, cr_error *error) {
    if (cr_solid_kind_of(solid->file) == CR_SOLID_MODES)
        return cr_modes_read(solid->file, arena, modes, error);
    return cr_glb_read_modes(solid->file, arena, modes, error);
}

// What can be wrong with a file is told all the same.
static cr_status refuse_to_compute(const cr_solid_def *solid, const cr_solid_watch *watch, cr_arena *arena,
                                   cr_error *error) {
    const cr_mesh_listener listener = cr_solid_listener(watch);
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = CR_OK;
    cr_mesh mesh;
    if (!solid->shape && cr_solid_kind_of(solid->file) == CR_SOLID_MESH)
        status = cr_solid_mesh(solid, watch, arena, &mesh, error);
    else if (!solid->shape)
        status = cr_triangles_file_check(solid->file, solid->unit, &listener, arena, error);
    cr_arena_rewind(arena, mark);
    return status == CR_OK ? cr_fail(error, CR_STOPPED, "solid", "its modes are not computed yet") : status;
}

cr_status cr_solid_modes(const cr_solid_def *solid, const cr_solid_watch *watch, cr_arena *arena,
                         cr_modes *modes, cr_modal_result *result, cr_error *error) {
    char folder[CR_MODES_CACHE_PATH];
    cr_modes_key key;
    if (result) *result = (cr_modal_result){.dof = 0};
    cr_status status = cr_def_check(solid->made, "solid", error);
    if (status != CR_OK) return status;
    if (cr_solid_is_ready(solid)) return modes_of_file(solid, arena, modes, error);
    status = find_key(solid, &key, error);
    if (status != CR_OK) return status;
    cr_arena_mark mark = cr_arena_here(arena);
    bool cached = cr_modes_cache_folder(folder);
    if (cached && !(watch && watch->fresh) && cr_modes_cache_load(folder, key, watch, arena, modes)) {
        set_names(solid, modes);
        warn_size(solid, watch, modes);
        return CR_OK;
    }
    if (watch && watch->stored) return refuse_to_compute(solid, watch, arena, error);
    status = compute_and_keep(solid, watch, cached ? folder : NULL, key, arena, modes, result, error);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
