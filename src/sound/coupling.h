// Modes of a body that touches others through lossy springs: how much faster they decay, how much higher they
// sound (docs/theory/sound.md, U3-U5). Convention e^(+i w t).
#ifndef CAROM_SOUND_COUPLING_H
#define CAROM_SOUND_COUPLING_H

#include "carom/sound.h"

enum { CR_COUPLING_POINTS = 32, CR_COUPLING_EXACT = 8 }; // in the closed form; in the eigenproblem

// One contact point: directions 0 is the normal, 1 and 2 are tangents.
typedef struct cr_coupling_point {
    cr_vec at, axis[3];              // m, about the centre of mass
    double stiffness[3], loss[3];    // N/m, loss factors
    const cr_sound_support *support; // NULL: gives way by its modes alone
    const double *shape[3];          // of the modes along the axes, kg^-1/2
    double mass[3];                  // kg, that the rigid body opposes: by cr_coupling_seal
} cr_coupling_point;

typedef struct cr_coupling {
    int points;
    cr_coupling_point point[CR_COUPLING_POINTS];
    int modes;
    const double *omega, *sigma; // rad/s, undamped; 1/s
    double mass;                 // kg; infinite: held, no rigid motion
    const double *inertia;       // as in cr_modes
    double rigid_sigma;          // 1/s, decay of rigid motion
} cr_coupling;

// Stiffness along the normal, 1/k = 1/k_H + (h/2)/F, and along the tangents while it sticks.
void cr_coupling_springs(const cr_sound_pair *pair, double bulk, double load, double stiffness[3]);
// Loss factor along a tangent that slides to and fro by `amplitude` [m]: pair's own below the slip at x_s =
// mu F/k, more above.
double cr_coupling_slip(const cr_sound_pair *pair, double load, double stiffness, double amplitude);
// Mobility of the support [s/kg], real, along the normal or a tangent.
double cr_support_mobility(const cr_sound_support *support, double omega, bool normal);

// What the points have in common; after all of them are set.
void cr_coupling_seal(cr_coupling *coupling);
// Closed form for all modes: what is added to the decay [1/s], and kappa = sum k u^2/w^2 of each. Near-equal
// modes are rotated first; what comes out is shared among them as the rotation has it.
void cr_coupling_losses(const cr_coupling *coupling, double *extra, double *kappa);
// A mode of the body with its contacts.
typedef struct cr_coupled {
    int owner;           // the free mode that has most of its motion
    double sigma, omega; // 1/s, rad/s
} cr_coupled;
// What a free mode becomes when the contacts grow from nothing to what they are: the eigenproblem of all
// modes and the rigid body on at most CR_COUPLING_EXACT points. Two modes may change places on the way. False
// where it is not found.
bool cr_coupling_exact(const cr_coupling *coupling, int mode, cr_coupled *coupled);

#endif
