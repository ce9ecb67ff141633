// From the solution on a surface to what the runtime keeps of a mode.
#ifndef CAROM_PREP_BEM_MULTIPOLES_H
#define CAROM_PREP_BEM_MULTIPOLES_H

#include "prep/bem/source.h"

// The order up to which a mode is projected; -1: more than CR_RADIATION_ORDER_MAX.
int cr_multipoles_order(double wave_number, double radius);
// Projects points that sound to out->c, which has room for that order, and drops orders that nobody hears at
// 1.5 radii or more. out->wave_number must be set; order and efficiency, from int g^2 over the surface,
// follow.
void cr_multipoles_fill(const cr_bem_source *source, int count, double square, const double centre[3],
                        double radius, cr_multipoles *out);

#endif
