// Laws of compression at contact points.
#ifndef CAROM_WORLD_COMPRESS_H
#define CAROM_WORLD_COMPRESS_H

#include "world/hold.h"

// Laws with k = 1 and no loss, for each kind but the stiff.
cr_status cr_compress_prepare(cr_law law[CR_COMPRESS_BY_BODIES], cr_error *error);
// The number that damping follows from, of a restitution; 0: no loss.
double cr_compress_loss(cr_compress kind, double restitution);
// How stiff the points of a pair by materials are, as they are found.
void cr_compress_find(const cr_world *w, cr_pair *pair, const cr_meeting *meeting);
// The law of a point, and that of the stiffest of a pair, without loss where it follows from materials.
cr_law cr_compress_law(const cr_meeting_rule *rule, const cr_point_memory *m);
cr_law cr_compress_stiffest(const cr_pair *pair);
// The law of a point in a hold in which its gap changes by `ahead` without contact, and by `diagonal` for
// each newton. Sets law_depth and law_psi of the point, and what it remembers of depth and speed.
void cr_compress_begin(const cr_hold *hold, cr_point *p, double ahead, double diagonal, cr_law *law);

#endif
