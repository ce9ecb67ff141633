// One impact, from first touch to release, by the best means there are.
#include "base/numeric.h"
#include "carom/exact.h"

static double patience(const cr_law *law, double m, double force, double v_in) {
    double frequency = cr_equilibrium_frequency(law, m, force);
    return 300.0 * (cr_law_duration(law, m, v_in) + (frequency > 0.0 ? 1.0 / frequency : 0.0));
}

cr_impact_exact cr_impact_never_released(double x_max) {
    return (cr_impact_exact){
        .v_out = CR_NAN, .x_max = x_max, .duration = CR_NAN, .x_out = CR_NAN, .energy_ratio = CR_NAN};
}

// Contact may be lost and made again below the surface before it ends for good.
cr_status cr_impact_located(const cr_law *law, double m, double force, double v_in, cr_impact_exact *exact) {
    cr_located sim;
    cr_located_init(&sim, law, m, force, 0.0, v_in, v_in);
    sim.touching = true;
    double t_end = patience(law, m, force, v_in);
    while (sim.t < t_end) {
        cr_event event = CR_EVENT_NONE;
        cr_status status = cr_located_run(&sim, t_end, true, &event);
        if (status != CR_OK) return status;
        if (event != CR_EVENT_BREAK || !cr_located_left(&sim)) continue;
        *exact = (cr_impact_exact){.v_out = sim.v,
                                   .x_max = sim.x_deepest,
                                   .duration = sim.t,
                                   .x_out = sim.x,
                                   .energy_ratio = cr_square(sim.v / v_in),
                                   .released = true};
        return CR_OK;
    }
    *exact = cr_impact_never_released(sim.x_deepest);
    return CR_OK;
}

cr_status cr_impact_reference(const cr_law *law, double m, double force, double v_in,
                              cr_impact_exact *exact) {
    const cr_law_ops *ops = law->type->ops;
    if (force == 0.0 && ops->rebound && ops->rebound(law, m, v_in, exact)) return CR_OK;
    return cr_impact_located(law, m, force, v_in, exact);
}
