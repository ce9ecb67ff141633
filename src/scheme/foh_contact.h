// One contact step with a force that is linear in time inside the step, f = a + b xi, xi from -1 to 1, whose
// shape is predicted and whose size comes from the quadratised energy psi: fourth order, no iteration, and an
// energy balance that closes for any prediction (derivations H3, T3).
#ifndef CAROM_SCHEME_FOH_CONTACT_H
#define CAROM_SCHEME_FOH_CONTACT_H

#include "carom/law.h"

// How depth answers the force over one step: change of depth D - C0 a + E0 b, first moment X - E0 a - E1 b.
typedef struct cr_foh_response {
    double h, c0, e0, e1;
} cr_foh_response;

// Prediction of the step: depths at both ends and the first moment of the motion.
typedef struct cr_foh_path {
    double from, to, moment;
} cr_foh_path;

// Elastic force y (g0 + g1 xi), y the mean of psi, and damper r0 + r1 xi of one step.
typedef struct cr_foh_shape {
    double g0, g1, r0, r1;
} cr_foh_shape;

typedef struct cr_foh_force {
    double a, b;   // mean force and half its rise over the step [N]
    double travel; // change of depth [m]
    double loss;   // energy that the damper took [J]
} cr_foh_force;

// depth: at the start of the step; free_travel, free_moment: D and X; *psi is carried from step to step.
cr_foh_force cr_foh_contact(const cr_law *law, const cr_foh_response *response, double depth,
                            double free_travel, double free_moment, double *psi);

// The parts, for contacts that are solved together: a first prediction, and the shape that follows from one.
cr_foh_path cr_foh_guess(const cr_law *law, const cr_foh_response *response, double depth, double free_travel,
                         double free_moment);
// The shape by which an open contact gives left-over psi back to its bodies; zero if that would not part
// them.
cr_foh_shape cr_foh_give_back(const cr_foh_response *response, double free_travel, double psi);
cr_foh_shape cr_foh_shape_of(const cr_law *law, const cr_foh_path *path, double e0, double psi);

#endif
