#ifndef CAROM_SURFACE_INTERNAL_H
#define CAROM_SURFACE_INTERNAL_H

#include "carom/surface.h"

enum { CR_SURFACE_LEAST = 4 }; // points

// Arrays for a surface in the arena, the heights still 0: write them, then call cr_rough_finish.
// CR_ERR_MEMORY.
cr_status cr_rough_begin(cr_rough *surface, int count, double dx, cr_arena *arena, cr_error *error);
// The curve through the heights, its integral and its bounds.
void cr_rough_finish(cr_rough *surface);

// Scales heights of mean 0 to this root mean square; heights that are all 0 stay so.
void cr_rough_scale(double *height, int count, double rms);

// result_i = max_j [profile_j - kappa (i - j)^2] over all points of the periodic profile; `work` is for
// count + 1 points.
typedef struct cr_dilation_work {
    double *height, *start;
    int *apex;
} cr_dilation_work;
void cr_rough_dilate(const double *profile, int count, double kappa, cr_dilation_work work, double *result);

#endif
