// Triangles to samples.
#ifndef CAROM_IO_FILM_RASTER_H
#define CAROM_IO_FILM_RASTER_H

#include <stdbool.h>
#include <stdint.h>

// A triangle on a screen. Nearness and what is interpolated with it are linear there: 1/depth and
// normal/depth of a perspective, minus the depth of a parallel projection.
typedef struct cr_raster_triangle {
    float x[3], y[3], near[3];
    float normal[3][3];
    int32_t thing;
} cr_raster_triangle;

// Rows `top` to top + rows - 1 of a screen. A sample lies in the middle of its square.
typedef struct cr_raster {
    int width, top, rows;
    float *near;    // of each sample; 0 in a perspective, or -inf: nothing
    float *normal;  // 3 per sample; NULL: not wanted
    int32_t *thing; // likewise
} cr_raster;

void cr_raster_clear(cr_raster *raster, float nothing);
// Whether its front is seen: it has an area and is not turned away.
bool cr_raster_faces(const cr_raster_triangle *triangle);
// The rows in which it may have samples, of those from 0 to `rows` - 1; *first > *last: none.
void cr_raster_reach(const cr_raster_triangle *triangle, int rows, int *first, int *last);
// every: 1: all samples; 2: every other one, like a chessboard, so that what lies behind is seen too.
void cr_raster_fill(cr_raster *raster, const cr_raster_triangle *triangle, int every);

#endif
