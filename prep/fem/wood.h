// Woods by name: orthotropic, the grain along x, the rings (radial) along y.
#ifndef CAROM_PREP_WOOD_H
#define CAROM_PREP_WOOD_H

#include "carom/prep.h"

typedef struct cr_wood {
    const char *name;
    double gravity;    // mass when dry over that of water in the volume at 12 % moisture
    double bending;    // modulus of elasticity from bending, Pa
    double ratio[5];   // E_T E_R G_LR G_LT G_RT over E_L
    double poisson[3]; // nu_LR nu_LT nu_RT
} cr_wood;

const cr_wood *cr_woods(int *count);
// NULL and a reason with the nearest name when there is no such wood.
const cr_wood *cr_wood_find(const char *name, cr_error *error);

// At 12 % moisture, with the damping of wood in S3 Table 1.
cr_elastic cr_wood_elastic(const cr_wood *wood);

#endif
