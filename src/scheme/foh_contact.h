// One contact step with a force that is linear in time inside the step, f = a + b xi, xi from -1 to 1, whose
// shape is predicted and whose size comes from the quadratised energy psi: fourth order, no iteration, and an
// energy balance that closes for any prediction.
#ifndef CAROM_SCHEME_FOH_CONTACT_H
#define CAROM_SCHEME_FOH_CONTACT_H

#include "carom/law.h"

// How depth answers the force over one step: change of depth D - C0 a + E0 b, first moment X - E0 a - E1 b.
typedef struct cr_foh_response {
    double h, c0, e0, e1;
} cr_foh_response;

typedef struct cr_foh_force {
    double a, b;   // mean force and half its rise over the step [N]
    double travel; // change of depth [m]
    double loss;   // energy that the damper took [J]
} cr_foh_force;

// depth: at the start of the step; free_travel, free_moment: D and X; *psi is carried from step to step.
cr_foh_force cr_foh_contact(const cr_law *law, const cr_foh_response *response, double depth,
                            double free_travel, double free_moment, double *psi);

#endif
