// Which points two forms can touch at depends on what they are: see the matrix in pair.c.
#ifndef CAROM_GEOM_PAIR_H
#define CAROM_GEOM_PAIR_H

#include "geom/track.h"

void cr_pair_find(cr_generation *g);

#endif
