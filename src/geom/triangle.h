// One triangle: its normal, its angles, and the point of it nearest to another.
#ifndef CAROM_GEOM_TRIANGLE_H
#define CAROM_GEOM_TRIANGLE_H

#include "carom/space.h"

// The unit normal of corners seen counter-clockwise; 0 when the triangle has no area.
cr_vec cr_triangle_normal(const cr_vec corner[3]);
// The angle at a corner, rad.
double cr_triangle_angle(const cr_vec corner[3], int at);
// weight[0] corner[0] + ...
cr_vec cr_triangle_mix(const cr_vec corner[3], const double weight[3]);
// The square of the distance of p [m^2] and the weights of the nearest point. On a side the weight of the
// corner opposite is 0, at a corner those of the two others are. A triangle without area is its sides.
double cr_triangle_nearest(const cr_vec corner[3], cr_vec p, double weight[3]);

#endif
