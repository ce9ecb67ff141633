#include "carom/solid.h"
#include "io/file/file.h"

#include <stdlib.h>

static const size_t longest = CR_FILE_GIB(8);

cr_status cr_modes_write(const char *path, const cr_modes *modes, cr_error *error) {
    const cr_file_place place = cr_file_place_at(path, 0, 0);
    cr_status status = cr_modes_check(modes, place.text, error);
    if (status != CR_OK) return status;
    size_t size = cr_modes_size(modes);
    unsigned char *bytes = malloc(size);
    if (!bytes) return cr_fail(error, CR_ERR_MEMORY, place.text, "no memory for %zu bytes", size);
    cr_modes_encode(modes, bytes);
    cr_error reason = {.status = CR_OK};
    cr_file_out *file = cr_file_create(path, &reason);
    if (file) {
        fwrite(bytes, 1, size, cr_file_stream(file));
        cr_file_commit(file, &reason);
    }
    free(bytes);
    if (error && reason.status != CR_OK) *error = reason;
    return reason.status;
}

cr_status cr_modes_read(const char *path, cr_arena *arena, cr_modes *modes, cr_error *error) {
    cr_arena *scratch = cr_arena_new(cr_allocator_default());
    char *bytes;
    size_t size;
    const cr_file_place place = cr_file_place_at(path, 0, 0);
    if (!scratch) return cr_fail(error, CR_ERR_MEMORY, place.text, "no memory to read it");
    cr_status status = cr_file_read_all(path, longest, scratch, &bytes, &size, error);
    if (status == CR_OK)
        status = cr_modes_decode((const unsigned char *)bytes, size, place.text, arena, modes, error);
    cr_arena_free(scratch);
    return status;
}
