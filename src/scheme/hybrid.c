// S0 IV-A1: only the velocity is simulated; the compression follows from it by S0 (3).
#include "scheme/scheme_internal.h"

static cr_status check(const cr_scheme *scheme, const cr_law *law, double force, cr_error *error) {
    double mu;
    if (!(scheme->traits & CR_SAMPLES_STATE))
        return cr_fail(error, CR_ERR_UNSUPPORTED, "correction", "hybrid does not apply to %s; it does to %s",
                       scheme->name, "am1, verlet, heun, rk4 and two-point");
    if (!cr_law_is_hunt_crossley(law, &mu) || force != 0.0)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "correction",
                       "hybrid needs x(v) in closed form: hunt-crossley or power, without external force");
    return CR_OK;
}

static cr_status begin(cr_stepper *s, double v_in, cr_correction_state *state, cr_error *error) {
    (void)error;
    double mu;
    cr_law_is_hunt_crossley(&s->law, &mu);
    // only what x(v) needs: contact time and release take a hundred times as long as a step
    state->hc = (cr_hc){.m = s->m, .k = s->law.k, .alpha = s->law.n, .mu = mu, .v_in = v_in};
    state->hc.residue = cr_log1p_residue(mu * v_in);
    return CR_OK;
}

static void after_step(cr_stepper *s, bool inside_before, const cr_correction_state *state) {
    (void)inside_before;
    if (s->x <= 0.0) return;
    s->x = cr_max(cr_hc_x_of_v(&state->hc, s->v), 0.0);
    s->f = cr_law_force(&s->law, s->x, s->v);
}

const cr_correction cr_correction_hybrid = {
    "hybrid",  "compression from the simulated velocity by its closed form", "S0 IV-A1", check, begin,
    after_step};
