// Readers of surfaces: each runs twice over the bytes, first to count, then to keep.
#ifndef CAROM_IO_TRIANGLES_INTERNAL_H
#define CAROM_IO_TRIANGLES_INTERNAL_H

#include "io/file/scan.h"
#include "io/mesh/mesh_file.h"

typedef struct soup {
    scan in;
    bool counting;
    int points, triangles;
    int announced; // points there will be, from the first pass
    double *point;
    int *triangle;
} soup;

bool soup_point(soup *s, const double position[3]);
bool soup_triangle(soup *s, int a, int b, int c);

bool soup_read_stl(soup *s);
bool soup_read_obj(soup *s);
bool soup_read_ply(soup *s);

#endif
