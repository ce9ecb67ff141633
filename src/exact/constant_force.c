#include "base/numeric.h"
#include "carom/exact.h"

// m x'' + r(x_eq) x' + k'(x_eq) x = 0
double cr_equilibrium_frequency(const cr_law *law, double m, double force) {
    double depth = cr_equilibrium_depth(law, force);
    if (depth == 0.0) return 0.0;
    double stiffness, damping;
    cr_law_force_slopes(law, depth, 0.0, &stiffness, &damping);
    double ww = stiffness / m - cr_square(0.5 * damping / m);
    return ww > 0.0 ? sqrt(ww) / (2.0 * cr_pi) : 0.0;
}
