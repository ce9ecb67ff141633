// The triangles of a body's surface: the nearest of them to a point, from which the shapes of its modes are
// read.
#ifndef CAROM_GEOM_SKIN_H
#define CAROM_GEOM_SKIN_H

#include "carom/space.h"

typedef struct cr_skin cr_skin;

typedef struct cr_skin_place {
    int triangle;
    double weight[3]; // of its corners, each >= 0, their sum 1
    double distance;  // m, from the point to the surface, not signed
} cr_skin_place;

// A tree over triangles given as in cr_modes (not copied). NULL without memory.
cr_skin *cr_skin_new(const float *position, int vertices, const int *triangle, int triangles,
                     cr_arena *arena);
// The nearest place; hint: a triangle that is likely near (the last one), or -1.
cr_skin_place cr_skin_find(const cr_skin *skin, cr_vec p, int hint);
// The same, sooner: the true nearest is at least (1 - loose) times as far away.
cr_skin_place cr_skin_find_about(const cr_skin *skin, cr_vec p, int hint, double loose);

// A place that was found for a moving point: as long as that is nearer than `clear` to where it was then, no
// other triangle is the nearest.
typedef struct cr_skin_hint {
    int triangle; // -1: none yet
    cr_vec about;
    double clear; // m
} cr_skin_hint;

// The nearest place, at once while the point stays about where it was; the hint is renewed. The answer does
// not depend on it.
cr_skin_place cr_skin_follow(const cr_skin *skin, cr_vec p, cr_skin_hint *hint);

#endif
