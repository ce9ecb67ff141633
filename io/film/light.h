// How samples take light: a sun with shadows, a sky, a haze in which the ground ends.
#ifndef CAROM_IO_FILM_LIGHT_H
#define CAROM_IO_FILM_LIGHT_H

#include "io/film/picture.h"
#include "io/film/raster.h"

enum { CR_SHADOW_SIZE = 2048 };

// What the sun sees: a parallel projection onto two axes, its nearness counted towards it.
typedef struct cr_shadow {
    cr_vec right, up, sun, middle;
    double scale; // samples per metre
    cr_raster map;
} cr_shadow;

// Looks along the sun at all of the stage's box; the map is the caller's and cleared here.
void cr_shadow_aim(cr_shadow *shadow, const cr_stage *stage, float *map);
// A point on the map: x, y and nearness.
void cr_shadow_place(const cr_shadow *shadow, cr_vec p, float at[3]);

// A sample of a picture.
typedef struct cr_sample {
    cr_vec at, normal, ray; // where the surface is, its normal, and the unit direction from the eye; m
    double width;           // m, that the sample has there
    const cr_thing *thing;  // NULL: nothing is there
} cr_sample;

// Linear red, green, blue.
void cr_light(const cr_stage *stage, const cr_shadow *shadow, const cr_sample *sample, float color[3]);

#endif
