// Laws of compression at contact points.
#ifndef CAROM_WORLD_COMPRESS_H
#define CAROM_WORLD_COMPRESS_H

#include "world/hold.h"

// Laws with k = 1 and no loss, for each kind but the stiff.
cr_status cr_compress_prepare(cr_law law[CR_COMPRESS_BY_BODIES], cr_error *error);
// The number that damping follows from, of a restitution; 0: no loss.
double cr_compress_loss(cr_compress kind, double restitution);
// The law of a point.
cr_law cr_compress_law(const cr_meeting_rule *rule, const cr_point_memory *m);
// The law of a point in a hold in which its gap changes by `ahead` without contact, and by `diagonal` for
// each newton. Sets law_depth and law_psi of the point, and what it remembers of depth and speed.
void cr_compress_begin(const cr_hold *hold, cr_point *p, double ahead, double diagonal, cr_law *law);
// Bias and compliance of its row, where it would go `reach` deeper without its law. False: no row, it gives
// nothing.
bool cr_compress_row(const cr_law *law, double h, double reach, double diagonal, cr_point *p, double *bias,
                     double *compliance);
// Makes rows again for the way that was found; whether one of them differs.
bool cr_hold_laws_differ(cr_hold *hold);

#endif
