#ifndef CAROM_SURFACE_SAMPLE_H
#define CAROM_SURFACE_SAMPLE_H

#include "carom/surface.h"

// Of a way from x0 to x1 [m]: the mean height, and the height at its end, as cr_rough_mean and
// cr_rough_height have them.
typedef struct cr_rough_way {
    double mean, end;
} cr_rough_way;

cr_rough_way cr_rough_along(const cr_rough *surface, double x0, double x1);

#endif
