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

enum { CR_SKIN_NEAR = 8 }; // as many triangles meet at a corner, and two or three more

// What was found for a moving point when all triangles were last asked: those that were nearest then, and how
// far all others were.
typedef struct cr_skin_hint {
    int triangle; // the nearest to the last point; -1: none yet
    int count;
    cr_vec about; // where the point was then
    int near[CR_SKIN_NEAR];
    float least[CR_SKIN_NEAR]; // m: none of them was nearer than this; rising
    double beyond;             // m: nor was any other than this
} cr_skin_hint;

// The nearest place, at once while the point stays about where it was; the hint is renewed. The answer does
// not depend on it.
cr_skin_place cr_skin_follow(const cr_skin *skin, cr_vec p, cr_skin_hint *hint);

#endif
