// One impact, from first touch to release, by the best means there are.
#include "base/numeric.h"
#include "carom/exact.h"

static double patience(const cr_law *law, double m, double force, double v_in) {
    double frequency = cr_equilibrium_frequency(law, m, force);
    return 300.0 *
           (cr_lossless_duration(m, law->k, law->n, v_in) + (frequency > 0.0 ? 1.0 / frequency : 0.0));
}

static cr_impact_exact never_released(double x_max) {
    return (cr_impact_exact){CR_NAN, x_max, CR_NAN, CR_NAN, false, false};
}

cr_status cr_impact_located(const cr_law *law, double m, double force, double v_in, cr_impact_exact *exact) {
    cr_located sim;
    cr_located_init(&sim, law, m, force, 0.0, v_in, v_in);
    sim.touching = true;
    cr_event event = CR_EVENT_NONE;
    cr_status status = cr_located_run(&sim, patience(law, m, force, v_in), true, &event);
    if (status != CR_OK) return status;
    *exact = never_released(sim.x_deepest);
    if (event != CR_EVENT_BREAK) return CR_OK;
    *exact = (cr_impact_exact){sim.v, sim.x_deepest, sim.t, cr_square(sim.v / v_in), false, true};
    return CR_OK;
}

static void from_hunt_crossley(const cr_law *law, double mu, double m, double v_in, cr_impact_exact *exact) {
    cr_hc hc = cr_hc_make(m, law->k, law->n, mu, v_in);
    *exact = (cr_impact_exact){hc.v_out, hc.x_max, hc.duration, cr_hc_energy_ratio(&hc), true, true};
}

static void from_linear(const cr_law *law, double m, double v_in, cr_impact_exact *exact) {
    cr_linear_impact linear = cr_linear_exact(m, law->k, law->lambda, v_in, law->adhesive);
    double e = linear.restitution;
    *exact = isfinite(linear.duration)
                 ? (cr_impact_exact){-e * v_in, linear.x_max, linear.duration, e * e, true, true}
                 : never_released(linear.x_max);
}

cr_status cr_impact_reference(const cr_law *law, double m, double force, double v_in,
                              cr_impact_exact *exact) {
    double mu;
    bool unforced = force == 0.0 && !law->two_sided;
    if (unforced && cr_law_is_hunt_crossley(law, &mu)) from_hunt_crossley(law, mu, m, v_in, exact);
    else if (unforced && law->n == 1.0 && law->p == 0.0 && law->q == 1.0) from_linear(law, m, v_in, exact);
    else return cr_impact_located(law, m, force, v_in, exact);
    return CR_OK;
}
