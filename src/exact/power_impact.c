// What the power family answers in closed form: how long a contact lasts, and how an impact ends.
#include "base/numeric.h"
#include "carom/exact.h"
#include "law/law_internal.h"

double cr_law_power_duration(const cr_law *law, double m, double v) {
    return cr_lossless_duration(m, law->k, law->n, v);
}

static void from_hunt_crossley(const cr_law *law, double mu, double m, double v_in, cr_impact_exact *exact) {
    cr_hc hc = cr_hc_make(m, law->k, law->n, mu, v_in);
    *exact = (cr_impact_exact){.v_out = hc.v_out,
                               .x_max = hc.x_max,
                               .duration = hc.duration,
                               .energy_ratio = cr_hc_energy_ratio(&hc),
                               .closed_form = true,
                               .released = true};
}

// k x + lambda v = 0 at release, unless the damper may pull.
static void from_linear(const cr_law *law, double m, double v_in, cr_impact_exact *exact) {
    cr_linear_impact linear = cr_linear_exact(m, law->k, law->lambda, v_in, law->adhesive);
    double e = linear.restitution;
    *exact = cr_impact_never_released(linear.x_max);
    if (!isfinite(linear.duration)) return;
    *exact = (cr_impact_exact){.v_out = -e * v_in,
                               .x_max = linear.x_max,
                               .duration = linear.duration,
                               .x_out = law->adhesive ? 0.0 : law->mu * e * v_in,
                               .energy_ratio = e * e,
                               .closed_form = true,
                               .released = true};
}

bool cr_law_power_rebound(const cr_law *law, double m, double v_in, cr_impact_exact *exact) {
    double mu;
    bool linear = law->n == 1.0 && law->p == 0.0 && law->q == 1.0 && !law->two_sided;
    if (cr_law_is_hunt_crossley(law, &mu)) from_hunt_crossley(law, mu, m, v_in, exact);
    else if (linear) from_linear(law, m, v_in, exact);
    else return false;
    return true;
}
