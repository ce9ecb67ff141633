// Meshes from files: tetrahedra of gmsh (.msh 2.2 and 4.1, text or binary, order 1 and 2), and closed
// surfaces (STL, OBJ, PLY, glTF), which the program gmsh fills with tetrahedra when it is installed.
#ifndef CAROM_IO_MESH_FILE_H
#define CAROM_IO_MESH_FILE_H

#include "carom/mesh.h"

// Somebody who hears of what is odd but no error. NULL: nobody.
typedef struct cr_mesh_listener {
    void (*warn)(void *context, const char *text);
    // False stops long work.
    bool (*progress)(void *context, const char *stage, double share);
    void *context;
} cr_mesh_listener;

// `format` is filled like that of printf.
void cr_mesh_warn(const cr_mesh_listener *listener, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The tetrahedra of a .msh file given as bytes, in the order of the file, without nodes that none of them
// uses. `unit` is that of its coordinates in metres. Physical volumes become regions (rising by their
// number), all other physical groups groups of nodes, called by their names or else numbers. CR_ERR_INPUT
// with a line or a byte, CR_ERR_MEMORY. The result is the arena's, which is as it was when this fails. The
// mesh is not checked beyond its indices: cr_mesh_check.
cr_status cr_msh_parse(const char *path, const char *bytes, size_t size, double unit,
                       const cr_mesh_listener *listener, cr_arena *arena, cr_mesh *mesh, cr_error *error);

// A surface of triangles; the corners of neighbours are the same vertices.
typedef struct cr_triangles {
    int vertices, triangles;
    double *position; // 3 per vertex, m
    int *triangle;    // 3 per triangle
    int *component;   // per triangle, after cr_triangles_check; 0 is the outer one
    int components;
} cr_triangles;

typedef enum cr_triangles_format {
    CR_TRIANGLES_STL,
    CR_TRIANGLES_OBJ,
    CR_TRIANGLES_PLY,
    CR_TRIANGLES_GLTF // .glb and .gltf; the path may end with #NAME of an object
} cr_triangles_format;

// The triangles of a file given as bytes; polygons are cut into triangles, vertices at one place become one,
// triangles with a corner twice are left out. Buffers of glTF may lie beside the path. CR_ERR_INPUT,
// CR_ERR_MEMORY; the result is the arena's.
cr_status cr_triangles_parse(cr_triangles_format format, const char *path, const char *bytes, size_t size,
                             double unit, const cr_mesh_listener *listener, cr_arena *arena,
                             cr_triangles *surface, cr_error *error);

// That the surface encloses one body: no holes, no edge of three triangles, no flat triangle, one outer
// component; components inside it are cavities. Triangles are turned round where that is all that is wrong,
// and seen from outside counter-clockwise afterwards. CR_ERR_INPUT with the number of holes and where the
// first is.
cr_status cr_triangles_check(cr_triangles *surface, const char *path, const cr_mesh_listener *listener,
                             cr_arena *arena, cr_error *error);

// The surface of a file, if it encloses a body: the two above. What they take stays in the arena.
cr_status cr_triangles_file_read(const char *path, double unit, const cr_mesh_listener *listener,
                                 cr_arena *arena, cr_triangles *surface, cr_error *error);
// Whether there is such a surface.
cr_status cr_triangles_file_check(const char *path, double unit, const cr_mesh_listener *listener,
                                  cr_arena *arena, cr_error *error);

// Fills a checked surface with tetrahedra by running gmsh. `edge` [m] makes new triangles of that size; 0
// keeps those of the surface unless they are too long for the body. CR_ERR_UNSUPPORTED when gmsh is not
// installed.
cr_status cr_triangles_fill(const cr_triangles *surface, const char *path, double edge, int order,
                            const cr_mesh_listener *listener, cr_arena *arena, cr_mesh *mesh,
                            cr_error *error);

// Whether a file holds a surface by its name: .stl .obj .ply .glb .gltf.
bool cr_mesh_file_is_surface(const char *path);
// A mesh by the end of its file's name. Not checked yet: cr_mesh_check.
cr_status cr_mesh_file_read(const char *path, double unit, double edge, int order,
                            const cr_mesh_listener *listener, cr_arena *arena, cr_mesh *mesh,
                            cr_error *error);

#endif
