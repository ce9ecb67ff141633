// Grids of distances in the cache: the text of the key, then the bytes of the form.
#include "geom/grid.h"
#include "io/file/file.h"
#include "io/solid/cache.h"

#include <stdlib.h>
#include <string.h>

static const size_t longest = (size_t)1 << 30; // bytes

static cr_status read_grid(const char *path, const char *key, cr_arena *arena, void *thing, cr_error *error) {
    cr_form **form = thing;
    const cr_file_place place = cr_file_place_at(path, 0, 0);
    size_t size, prefix = strlen(key);
    char *bytes;
    cr_arena *scratch = cr_arena_new(cr_allocator_default());
    if (!scratch) return cr_fail(error, CR_ERR_MEMORY, place.text, "no memory to read it");
    cr_status status = cr_file_read_all(path, longest, scratch, &bytes, &size, error);
    if (status == CR_OK && (size < prefix || memcmp(bytes, key, prefix) != 0))
        status = cr_fail(error, CR_ERR_INPUT, place.text, "distances of something else");
    if (status == CR_OK) {
        *form = cr_form_grid_decode((const unsigned char *)bytes + prefix, size - prefix, place.text, arena,
                                    error);
        if (!*form) status = CR_ERR_INPUT;
    }
    cr_arena_free(scratch);
    return status;
}

static cr_status write_grid(const char *path, const char *key, const void *thing, cr_error *error) {
    const cr_form *form = thing;
    size_t size = cr_form_grid_size(form);
    unsigned char *bytes = malloc(size);
    if (!bytes)
        return cr_fail(error, CR_ERR_MEMORY, cr_file_place_at(path, 0, 0).text, "no memory for %zu bytes",
                       size);
    cr_form_grid_encode(form, bytes);
    cr_file_out *file = cr_file_create(path, error);
    cr_status status = CR_ERR_IO;
    if (file) {
        fputs(key, cr_file_stream(file));
        fwrite(bytes, 1, size, cr_file_stream(file));
        status = cr_file_commit(file, error);
    }
    free(bytes);
    return status;
}

static const cr_cache_kind grid_kind = {"distances", "grid", read_grid, write_grid};

static cr_modes_key key_of(const float *position, int vertices, const int *triangle, int triangles,
                           const cr_grid_def *def) {
    cr_modes_key key = cr_modes_key_begin();
    const double numbers[] = {CR_GRID_VERSION, vertices,  triangles,          def->wall,
                              def->cell,       def->most, def->middle != NULL};
    cr_modes_key_add_text(&key, "grid");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) cr_modes_key_add_number(&key, numbers[i]);
    cr_modes_key_add(&key, position, 3 * (size_t)vertices * sizeof *position);
    cr_modes_key_add(&key, triangle, 3 * (size_t)triangles * sizeof *triangle);
    if (def->middle) cr_modes_key_add(&key, def->middle, 3 * (size_t)triangles * sizeof *def->middle);
    return key;
}

cr_form *cr_solid_form(const float *position, int vertices, const int *triangle, int triangles,
                       const cr_grid_def *def, const cr_solid_watch *watch, cr_arena *arena,
                       cr_error *error) {
    char folder[CR_MODES_CACHE_PATH];
    cr_form *form = NULL;
    cr_modes_key key = key_of(position, vertices, triangle, triangles, def);
    bool cached = cr_modes_cache_folder(folder);
    if (cached && !(watch && watch->fresh) && cr_cache_load(folder, key, &grid_kind, watch, arena, &form))
        return form;
    form = cr_form_triangles(position, vertices, triangle, triangles, def, arena, error);
    if (form && cached) cr_cache_store(folder, key, &grid_kind, watch, form);
    return form;
}
