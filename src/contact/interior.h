// The interior point method, for its own stage and for the end of a path.
#ifndef CAROM_CONTACT_INTERIOR_H
#define CAROM_CONTACT_INTERIOR_H

#include "contact/inner.h"
#include "contact/stages.h"

typedef struct cr_interior {
    cr_inner *inner;
    double *rd, *f, *c, *ax, *az, *dx, *dz, *r;
    cr_inner_state before;
} cr_interior;

// CR_ERR_MEMORY.
cr_status cr_interior_make(cr_interior *method, cr_inner *inner, cr_arena *arena, cr_error *error);
// One step towards centre tau or what the predictor finds, if that is more; `second` with its second-order
// term. The share of it that was taken, 0 where there is no way on.
double cr_interior_step(cr_interior *method, double centre, bool second);
// Takes the point as the stage's result if it is better; true when it is good enough.
bool cr_interior_better(cr_interior *method, cr_stage *stage);
// Steps until that is true, or they no longer help.
bool cr_interior_run(cr_interior *method, cr_stage *stage, int iterations, double centre, bool second);

#endif
