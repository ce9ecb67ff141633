// S2 II-C: a ball is dropped and bounces until it rests, every contact located.
#include "base/numeric.h"
#include "carom/impact.h"

cr_status cr_drop_run(const cr_law *law, const cr_drop *drop, cr_drop_result *result, cr_error *error) {
    double weight = drop->mass * drop->gravity, v_fall = sqrt(2.0 * drop->gravity * drop->height);
    cr_located sim;
    cr_event event;
    cr_located_init(&sim, law, drop->mass, weight, -drop->height, 0.0, v_fall);
    *result = (cr_drop_result){.t_small = CR_NAN};
    while (sim.t < drop->duration) {
        cr_status status = cr_located_run(&sim, drop->duration, true, &event);
        if (status != CR_OK) return cr_fail(error, status, "drop", "the reference failed at t = %g s", sim.t);
        if (event == CR_EVENT_BREAK) result->t_last_break = sim.t;
        bool small = event == CR_EVENT_TURN && -sim.x < drop->small;
        if (!small || !isnan(result->t_small)) continue;
        result->t_small = sim.t;
        result->contacts_before = sim.contacts;
    }
    result->contacts_after = sim.contacts - result->contacts_before;
    result->depth = sim.x;
    result->frequency = cr_equilibrium_frequency(law, drop->mass, weight);
    return CR_OK;
}
