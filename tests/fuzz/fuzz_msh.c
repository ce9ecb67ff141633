// libFuzzer entry: any bytes as a .msh file; a mesh that is read is checked, and one that passes is changed
// to the other order and its surface found. ./check --all builds and runs it.
#include "fuzz_budget.h"
#include "io/mesh/mesh_file.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static cr_status use(const cr_mesh *mesh, cr_arena *arena, cr_error *error) {
    cr_mesh other;
    cr_mesh_surface surface;
    cr_status status = cr_mesh_check(mesh, "fuzz", error);
    if (status != CR_OK) return status;
    status = mesh->order == 2 ? cr_mesh_linear(mesh, arena, &other, error)
                              : cr_mesh_quadratic(mesh, arena, &other, error);
    if (status == CR_OK) status = cr_mesh_surface_find(&other, arena, &surface, error);
    if (status == CR_OK && surface.faces < 4) abort(); // no solid has fewer
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_budget b = {64 << 20};
    cr_mesh mesh;
    cr_error error = {.reason = ""};
    cr_arena *arena = fuzz_arena(&b);
    if (!arena) return 0;
    cr_status status = cr_msh_parse("fuzz.msh", (const char *)data, size, 0.001, NULL, arena, &mesh, &error);
    if (status == CR_OK) status = use(&mesh, arena, &error);
    if (status != CR_OK && !*error.reason) abort();
    cr_arena_free(arena);
    return 0;
}
