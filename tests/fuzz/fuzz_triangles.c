// libFuzzer entry: any bytes as an STL, OBJ, PLY or glTF file, by their first byte; a surface that is read is
// checked.
// ./check --all builds and runs it.
#include "fuzz_budget.h"
#include "io/mesh/mesh_file.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_budget b = {64 << 20};
    cr_triangles triangles;
    cr_error error = {.reason = ""};
    cr_triangles_format format = CR_TRIANGLES_OBJ;
    if (size && (*data == 's' || !*data)) format = CR_TRIANGLES_STL;
    if (size && *data == 'p') format = CR_TRIANGLES_PLY;
    if (size && (*data == 'g' || *data == '{')) format = CR_TRIANGLES_GLTF;
    cr_arena *arena = fuzz_arena(&b);
    if (!arena) return 0;
    cr_status status =
        cr_triangles_parse(format, "fuzz", (const char *)data, size, 1, NULL, arena, &triangles, &error);
    if (status == CR_OK) status = cr_triangles_check(&triangles, "fuzz", NULL, arena, &error);
    if (status != CR_OK && !*error.reason) abort();
    cr_arena_free(arena);
    return 0;
}
