#include "io/record/record_file.h"

#include <stdlib.h>

cr_status cr_record_file_checkpoint_world(cr_record_file *file, const cr_world *world, cr_error *error) {
    size_t size = cr_world_size(world);
    unsigned char *bytes = malloc(size);
    if (!bytes) return cr_fail(error, CR_ERR_MEMORY, "checkpoint", "no memory for %zu bytes", size);
    cr_world_save(world, bytes);
    cr_status status = cr_record_file_checkpoint(file, bytes, size, error);
    free(bytes);
    return status;
}
