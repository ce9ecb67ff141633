// libFuzzer: any bytes as a .glb file are modes that pass their check, or an error.
#include "io/glb/read.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_gltf_file file;
    cr_modes modes;
    cr_error error;
    if (!arena) return 0;
    cr_status status = cr_gltf_parse(data, size, "fuzz.glb", arena, &file, &error);
    if (status == CR_OK) status = cr_gltf_load(&file, "fuzz.glb", arena, &error);
    if (status == CR_OK) status = cr_glb_decode_modes(&file, NULL, arena, &modes, &error);
    if (status == CR_OK && cr_modes_check(&modes, "fuzz.glb", &error) != CR_OK) abort();
    cr_arena_free(arena);
    return 0;
}
