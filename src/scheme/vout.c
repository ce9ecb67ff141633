// S0 IV-A2: at the first sample outside the wall the velocity is set to the release velocity and the
// compression to zero. As in S0 the release velocity is the approximation (7) where that is good to 0.1 %;
// outside that range it is exact, and under a constant force, S0's open case, it is located numerically.
#include "exact/parabola.h"
#include "scheme/scheme_internal.h"

// mu v_in between which S0 (7) is off by more than 0.1 %.
static const double approx_fails_from = 0.799, approx_fails_to = 8.054;

static cr_status check(const cr_scheme *scheme, const cr_law *law, double force, cr_error *error) {
    (void)law;
    (void)force;
    if (scheme->traits & CR_SAMPLES_STATE) return CR_OK;
    return cr_fail(error, CR_ERR_UNSUPPORTED, "correction", "vout does not apply to %s; it does to %s",
                   scheme->name, "am1, verlet, heun, rk4 and two-point");
}

static cr_status begin(cr_stepper *s, double v_in, cr_correction_state *state, cr_error *error) {
    double mu, u;
    cr_impact_exact exact;
    bool closed = cr_law_is_hunt_crossley(&s->law, &mu) && s->force == 0.0;
    u = closed ? mu * v_in : 0.0;
    if (closed && u > 0.0 && !(u > approx_fails_from && u < approx_fails_to)) {
        state->v_out = cr_hc_rebound_approx(u, 4) / mu;
        return CR_OK;
    }
    cr_status status = cr_impact_reference(&s->law, s->m, s->force, v_in, &exact);
    if (status != CR_OK) return cr_fail(error, status, "vout", "the release velocity could not be located");
    cr_parabola flight = {exact.x_out, exact.v_out,
                          s->force / s->m}; // on to the surface, if released below it
    state->v_out = exact.released ? cr_parabola_at(flight, cr_parabola_time_out(flight)).v : exact.v_out;
    return CR_OK;
}

static void after_step(cr_stepper *s, bool inside_before, const cr_correction_state *state) {
    bool released = inside_before && s->x <= 0.0 && s->v < 0.0;
    if (!released || isnan(state->v_out)) return;
    s->v = state->v_out;
    s->x = 0.0;
    s->f = 0.0;
}

const cr_correction cr_correction_vout = {
    "vout", "release velocity imposed when contact ends", "S0 IV-A2", check, begin, after_step};
