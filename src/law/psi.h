// The quadratised potential psi = sqrt(2 V) and what every clock that steps it shares: the predicted discrete
// gradient and the exact release.
#ifndef CAROM_LAW_PSI_H
#define CAROM_LAW_PSI_H

#include "carom/law.h"

// Gradient of psi and mean damping for a step that is predicted to go from one depth to another.
typedef struct cr_psi_segment {
    double gradient; // (psi(to) - psi(from))/(to - from)
    double damping;  // mean of r over the way
} cr_psi_segment;
cr_psi_segment cr_psi_predict(const cr_law *law, double from, double to);

// The largest gradient that leaves psi >= 0 after a step, and with it a force >= 0: with this gradient psi
// returns to 0 exactly. psi: now; reach: free change of depth in the step; compliance: change per unit force;
// a: 2 for the three-level clock, 1 for the one-step clocks.
//     g_max = 2 a psi / (sqrt(D^2 + 2 a c psi^2) - D)
double cr_psi_release_gradient(double psi, double reach, double compliance, double a);

#endif
