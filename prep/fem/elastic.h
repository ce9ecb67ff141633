// Hooke's law of a material whose axes are those of the mesh.
#ifndef CAROM_PREP_ELASTIC_H
#define CAROM_PREP_ELASTIC_H

#include "carom/prep.h"

// Stress from strain: the upper 3 x 3 of normal components, and the three shear moduli yz xz xy.
typedef struct cr_hooke {
    double normal[3][3], shear[3]; // Pa
} cr_hooke;

// The material must have passed cr_elastic_check.
cr_hooke cr_hooke_of(const cr_elastic *elastic);

#endif
