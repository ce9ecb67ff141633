#include "io/mesh/mesh_file.h"

#include "io/file/file.h"
#include "io/mesh/gltf.h"

static const size_t longest = CR_FILE_GIB(4);

enum { KIND_MSH = 100 };

// What the end of the name says, -1 when nothing that is known.
static int kind_of(const char *path) {
    static const struct {
        const char *ending;
        int kind;
    } kinds[] = {
        {".msh", KIND_MSH},
        {".stl", CR_TRIANGLES_STL},
        {".obj", CR_TRIANGLES_OBJ},
        {".ply", CR_TRIANGLES_PLY},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (cr_file_ends_with(path, kinds[i].ending)) return kinds[i].kind;
    return cr_gltf_is_path(path) ? CR_TRIANGLES_GLTF : -1;
}

bool cr_mesh_file_is_surface(const char *path) {
    int kind = kind_of(path);
    return kind >= 0 && kind != KIND_MSH;
}

static cr_status read_surface(cr_triangles_format format, const char *path, double unit,
                              const cr_mesh_listener *listener, cr_arena *work, cr_triangles *triangles,
                              cr_error *error) {
    char *bytes;
    size_t size;
    cr_status status = format == CR_TRIANGLES_GLTF
                           ? cr_gltf_read_all(path, work, &bytes, &size, error)
                           : cr_file_read_all(path, longest, work, &bytes, &size, error);
    if (status == CR_OK)
        status = cr_triangles_parse(format, path, bytes, size, unit, listener, work, triangles, error);
    return status == CR_OK ? cr_triangles_check(triangles, path, listener, work, error) : status;
}

static cr_status read_tetrahedra(const char *path, double unit, const cr_mesh_listener *listener,
                                 cr_arena *work, cr_arena *arena, cr_mesh *mesh, cr_error *error) {
    char *bytes;
    size_t size;
    cr_status status = cr_file_read_all(path, longest, work, &bytes, &size, error);
    return status == CR_OK ? cr_msh_parse(path, bytes, size, unit, listener, arena, mesh, error) : status;
}

static cr_status unknown_kind(const char *path, cr_error *error) {
    if (cr_file_ends_with(path, ".csv") || cr_file_ends_with(path, ".json"))
        return cr_fail(error, CR_ERR_INPUT, cr_file_place_at(path, 0, 0).text,
                       "a list of modes has no shape: an element of `type: modal` takes it");
    return cr_fail(error, CR_ERR_INPUT, cr_file_place_at(path, 0, 0).text,
                   "not a mesh by its name: .msh .stl .obj .ply .glb .gltf are read");
}

cr_status cr_triangles_file_read(const char *path, double unit, const cr_mesh_listener *listener,
                                 cr_arena *arena, cr_triangles *surface, cr_error *error) {
    if (!cr_mesh_file_is_surface(path)) return unknown_kind(path, error);
    return read_surface((cr_triangles_format)kind_of(path), path, unit, listener, arena, surface, error);
}

cr_status cr_triangles_file_check(const char *path, double unit, const cr_mesh_listener *listener,
                                  cr_arena *arena, cr_error *error) {
    cr_triangles triangles;
    return cr_triangles_file_read(path, unit, listener, arena, &triangles, error);
}

cr_status cr_mesh_file_read(const char *path, double unit, double edge, int order,
                            const cr_mesh_listener *listener, cr_arena *arena, cr_mesh *mesh,
                            cr_error *error) {
    int kind = kind_of(path);
    cr_triangles triangles;
    if (kind < 0) return unknown_kind(path, error);
    cr_arena *work = cr_arena_new(cr_arena_allocator(arena));
    if (!work)
        return cr_fail(error, CR_ERR_MEMORY, cr_file_place_at(path, 0, 0).text, "no memory to read it");
    cr_status status = kind == KIND_MSH ? read_tetrahedra(path, unit, listener, work, arena, mesh, error)
                                        : read_surface((cr_triangles_format)kind, path, unit, listener, work,
                                                       &triangles, error);
    if (status == CR_OK && kind != KIND_MSH)
        status = cr_triangles_fill(&triangles, path, edge, order, listener, arena, mesh, error);
    cr_arena_free(work);
    return status;
}
