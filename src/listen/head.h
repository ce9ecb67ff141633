// Filters of a head on a grid of directions.
#ifndef CAROM_LISTEN_HEAD_H
#define CAROM_LISTEN_HEAD_H

#include "carom/listen.h"

enum {
    CR_HEAD_AZIMUTH_STEP = 5, // degrees
    CR_HEAD_ELEVATION_STEP = 10,
    CR_HEAD_AZIMUTHS = 360 / CR_HEAD_AZIMUTH_STEP,
    CR_HEAD_ELEVATIONS = 180 / CR_HEAD_ELEVATION_STEP + 1, // from straight below
    CR_HEAD_SPAN = 16384                                   // of the transform
};

struct cr_head {
    cr_head_filter grid[CR_HEAD_ELEVATIONS][CR_HEAD_AZIMUTHS];
};

// A unit vector of the grid.
cr_vec cr_head_direction(int azimuth, int elevation);
// Delay and filter of least phase of every measured response.
cr_status cr_head_part(const cr_head_def *def, cr_head_filter *measured, cr_arena *arena, cr_error *error);
// Delays read off responses jump by samples on the far side of the head: kept are eight harmonics of the
// azimuth. They count from the mean of both ears for sound from ahead.
void cr_head_smooth_delays(cr_head *head);

#endif
