// cr_solid_radiation: the radiation of modes by way of the cache, whole or in parts that become a whole.
#include "carom/solid.h"
#include "io/file/file.h"
#include "io/solid/cache.h"
#include "io/solid/load.h"

#include <stdlib.h>
#include <string.h>

static const size_t longest = (size_t)1 << 30; // bytes

static cr_status read_radiation(const char *path, const char *key, cr_arena *arena, void *thing,
                                cr_error *error) {
    const cr_file_place place = cr_file_place_at(path, 0, 0);
    cr_arena *scratch = cr_arena_new(cr_allocator_default());
    size_t size;
    char *bytes;
    if (!scratch) return cr_fail(error, CR_ERR_MEMORY, place.text, "no memory to read it");
    cr_status status = cr_file_read_all(path, longest, scratch, &bytes, &size, error);
    if (status == CR_OK)
        status =
            cr_radiation_decode((const unsigned char *)bytes, size, key, place.text, arena, thing, error);
    cr_arena_free(scratch);
    return status;
}

static cr_status write_radiation(const char *path, const char *key, const void *thing, cr_error *error) {
    size_t size = cr_radiation_size(thing);
    unsigned char *bytes = malloc(size);
    if (!bytes)
        return cr_fail(error, CR_ERR_MEMORY, cr_file_place_at(path, 0, 0).text, "no memory for %zu bytes",
                       size);
    cr_radiation_encode(thing, key, bytes);
    cr_file_out *file = cr_file_create(path, error);
    cr_status status = CR_ERR_IO;
    if (file) {
        fwrite(bytes, 1, size, cr_file_stream(file));
        status = cr_file_commit(file, error);
    }
    free(bytes);
    return status;
}

static const cr_cache_kind kind = {"radiation", "radiation", read_radiation, write_radiation};

// Everything that the radiation depends on: not names, damping or material.
static cr_modes_key key_of(const cr_modes *modes, const cr_radiation_def *def) {
    cr_modes_key key = cr_modes_key_begin();
    const double numbers[] = {CR_RADIATION_VERSION, def->way,        def->speed,      def->density,
                              modes->count,         modes->vertices, modes->triangles};
    size_t values = 3 * (size_t)modes->vertices;
    cr_modes_key_add_text(&key, "radiation");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) cr_modes_key_add_number(&key, numbers[i]);
    cr_modes_key_add(&key, modes->frequency, (size_t)modes->count * sizeof *modes->frequency);
    cr_modes_key_add(&key, modes->position, values * sizeof *modes->position);
    cr_modes_key_add(&key, modes->triangle, 3 * (size_t)modes->triangles * sizeof *modes->triangle);
    cr_modes_key_add(&key, modes->shape, (size_t)modes->count * values * sizeof *modes->shape);
    if (modes->rods) cr_modes_key_add(&key, modes->rod, (size_t)modes->rods * sizeof *modes->rod);
    return key;
}

static cr_modes_key key_of_part(cr_modes_key whole, int part, int parts) {
    cr_modes_key_add_number(&whole, part);
    cr_modes_key_add_number(&whole, parts);
    return whole;
}

static bool load(const char *folder, cr_modes_key key, const cr_modes *modes, const cr_solid_watch *watch,
                 cr_arena *arena, cr_radiation *radiation) {
    return cr_cache_load(folder, key, &kind, watch, arena, radiation) && radiation->count == modes->count;
}

static cr_status compute(const cr_modes *modes, const cr_radiation_def *def, const cr_solid_watch *watch,
                         cr_arena *arena, cr_radiation *radiation, cr_error *error) {
    cr_radiation_def job = *def;
    cr_radiation_solver solve;
    if (watch) {
        job.progress = watch->progress;
        job.warn = watch->warn;
        job.context = watch->context;
    }
    cr_status status = cr_prep_load("cr_radiation_compute", "radiation", &solve, sizeof solve, error);
    return status == CR_OK ? solve(modes, &job, arena, radiation, error) : status;
}

static bool is_same(const cr_patches *a, const cr_patches *b) {
    size_t count = (size_t)a->count;
    return a->count == b->count && a->side == b->side && !a->along == !b->along &&
           memcmp(a->at, b->at, count * sizeof *a->at) == 0 &&
           (!a->along || memcmp(a->along, b->along, count * sizeof *a->along) == 0);
}

// Where the patches of another part are among those of a radiation: they join them unless they are there. 0:
// no memory.
static int place_of(cr_radiation *to, const cr_patches *set, cr_arena *arena) {
    for (int i = 0; i < to->sets; i++)
        if (is_same(&to->set[i], set)) return i + 1;
    cr_patches *grown = cr_arena_take(arena, (size_t)to->sets + 1, sizeof *grown);
    if (!grown) return 0;
    memcpy(grown, to->set, (size_t)to->sets * sizeof *grown);
    grown[to->sets] = *set;
    to->set = grown;
    return ++to->sets;
}

// The modes of all other parts that the cache has; whether it has every part.
static bool add_parts(const char *folder, cr_modes_key whole, const cr_modes *modes, int own, int parts,
                      cr_arena *arena, cr_radiation *radiation) {
    bool all = true;
    for (int part = 0; part < parts; part++) {
        cr_radiation other;
        if (part == own) continue;
        if (!load(folder, key_of_part(whole, part, parts), modes, NULL, arena, &other)) {
            all = false;
            continue;
        }
        for (int i = part; i < modes->count; i += parts) {
            cr_multipoles mode = other.mode[i];
            if (mode.set) mode.set = place_of(radiation, &other.set[mode.set - 1], arena);
            if (mode.set || !mode.patch) radiation->mode[i] = mode;
            else all = false;
        }
    }
    return all;
}

cr_status cr_solid_radiation(const cr_modes *modes, const cr_radiation_def *def, const cr_solid_watch *watch,
                             cr_arena *arena, cr_radiation *radiation, cr_error *error) {
    char folder[CR_MODES_CACHE_PATH];
    cr_modes_key whole = key_of(modes, def), key = whole;
    bool cached = cr_modes_cache_folder(folder), fresh = watch && watch->fresh;
    if (def->parts > 1) key = key_of_part(whole, def->part, def->parts);
    if (cached && !fresh && load(folder, whole, modes, watch, arena, radiation)) return CR_OK;
    if (!cached || fresh || def->parts == 1 || !load(folder, key, modes, watch, arena, radiation)) {
        if (watch && watch->stored) return cr_fail(error, CR_STOPPED, "radiation", "it is not computed yet");
        cr_status status = compute(modes, def, watch, arena, radiation, error);
        if (status != CR_OK) return status;
        if (cached) cr_cache_store(folder, key, &kind, watch, radiation);
    }
    if (def->parts > 1 && cached && add_parts(folder, whole, modes, def->part, def->parts, arena, radiation))
        cr_cache_store(folder, whole, &kind, watch, radiation);
    return CR_OK;
}
