#include "base/maths.h"
#include "base/numeric.h"
#include "carom/exact.h"

static double length_unit(const cr_law *law, double m, double v) {
    return cr_pow(m * v * v / law->k, 1.0 / (law->n + 1.0));
}

// Lambda = lambda Z^(p+1) v^(q-2)/m   derivation X4
double cr_restitution_number(const cr_law *law, double m, double v) {
    return law->lambda * cr_pow(length_unit(law, m, v), law->p + 1.0) * cr_pow(v, law->q - 2.0) / m;
}

double cr_restitution_damping(const cr_law *law, double m, double v, double number) {
    return number * m * cr_pow(v, 2.0 - law->q) / cr_pow(length_unit(law, m, v), law->p + 1.0);
}

double cr_restitution_slope(double n, double p) {
    double a = (p + 1.0) / (n + 1.0);
    return 2.0 / (n + 1.0) * cr_pow(0.5 * (n + 1.0), a) * cr_beta(a, 1.5);
}

// Rational in sqrt(Lambda), fitted to the event-located reference over 0..20.
double cr_azad_restitution(double number) {
    double s = sqrt(number);
    double above = 1.0 + s * (27.925822 + s * (1.4832406 - s * 0.74613879));
    double below =
        1.0 + s * (27.925822 +
                   s * (2.6366895 + s * (31.338762 + s * (3.2043578 + s * (10.837419 - s * 1.644611)))));
    return above / below;
}
