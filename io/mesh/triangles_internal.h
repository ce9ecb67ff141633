// Readers of surfaces: each runs twice over the bytes, first to count, then to keep.
#ifndef CAROM_IO_TRIANGLES_INTERNAL_H
#define CAROM_IO_TRIANGLES_INTERNAL_H

#include "io/file/scan.h"
#include "io/mesh/gltf.h"
#include "io/mesh/mesh_file.h"

typedef struct soup {
    scan in;
    bool counting;
    int points, triangles;
    int announced; // points there will be, from the first pass
    double *point;
    int *triangle;
    int *corners; // per triangle: of the polygon whose fan begins with it; 0 for the rest of the fan
    int fan[2];   // of the face that is being read: its first corner and its last
    int fan_corners;
    const cr_gltf_mesh *gltf; // of such a file, from the first pass
} soup;

bool soup_point(soup *s, const double position[3]);
// A face corner by corner, kept as a fan of triangles until all vertices are known.
void soup_face_begin(soup *s);
bool soup_face_corner(soup *s, int corner);
bool soup_face_end(soup *s);
// Fans of polygons that are not convex become triangles that lie in them.
bool soup_cut_polygons(soup *s);

// gmsh finds no patches on a surface of fewer triangles than a box has, and looks for ever.
enum { CR_TRIANGLES_FEW = 12 };
// Each triangle cut into four at the middles of its edges; the result is the arena's. CR_ERR_MEMORY.
cr_status cr_triangles_split(const cr_triangles *triangles, const char *path, cr_arena *arena,
                             cr_triangles *split, cr_error *error);

bool soup_read_stl(soup *s);
bool soup_read_obj(soup *s);
bool soup_read_ply(soup *s);
bool soup_read_gltf(soup *s);

#endif
