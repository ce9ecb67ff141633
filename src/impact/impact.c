#include "carom/impact.h"

#include "base/numeric.h"
#include "exact/parabola.h"
#include "impact/measure.h"

cr_impact cr_impact_default(void) {
    cr_impact impact = {.law = cr_law_default(cr_law_find("hunt-crossley", NULL)),
                        .mass = 0.01,
                        .velocity = 0.5,
                        .rate = 44100.0,
                        .oversample = 1,
                        .scheme = cr_scheme_find("psi-foh", NULL)};
    cr_law_prepare(&impact.law, NULL);
    return impact;
}

cr_status cr_impact_correct(cr_impact *impact, const char *name, cr_error *error) {
    const cr_correction *correction = cr_correction_find(name, error);
    if (!correction) return CR_ERR_UNKNOWN;
    cr_status status = correction->check(impact->scheme, &impact->law, impact->force, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < impact->correction_count; i++)
        if (impact->corrections[i] == correction)
            return cr_fail(error, CR_ERR_INPUT, "correction", "%s is given twice", name);
    impact->corrections[impact->correction_count++] = correction;
    return CR_OK;
}

static cr_status need(bool good, const char *field, const char *what, double value, cr_error *error) {
    return good ? CR_OK : cr_fail(error, CR_ERR_RANGE, field, "%s, got %g", what, value);
}

cr_status cr_impact_check(const cr_impact *i, cr_error *e) {
    cr_status status = CR_OK;
    bool force_ok = isfinite(i->force) && fabs(i->force) <= 1e9;
    if (status == CR_OK)
        status = need(i->mass >= 1e-12 && i->mass <= 1e9, "mass", "needs 1e-12 to 1e9 kg", i->mass, e);
    if (status == CR_OK)
        status = need(i->velocity >= 1e-9 && i->velocity <= 1e6, "velocity", "needs 1e-9 to 1e6 m/s",
                      i->velocity, e);
    if (status == CR_OK)
        status = need(i->rate >= 1.0 && i->rate <= 1e9, "rate", "needs 1 to 1e9 Hz", i->rate, e);
    if (status == CR_OK)
        status = need(i->phase >= 0.0 && i->phase < 1.0, "phase", "needs 0 <= phase < 1", i->phase, e);
    if (status == CR_OK && i->law.two_sided)
        status = need(i->phase == 0.0, "phase", "a two-sided connection has no entry: needs 0", i->phase, e);
    if (status == CR_OK) status = need(force_ok, "external-force", "needs -1e9 to 1e9 N", i->force, e);
    if (status == CR_OK)
        status = need(i->oversample >= 1 && i->oversample <= 65536, "oversample", "needs 1 to 65536",
                      i->oversample, e);
    return status;
}

static cr_status begin_corrections(const cr_impact *impact, cr_stepper *s, cr_correction_state *state,
                                   cr_error *error) {
    for (int i = 0; i < impact->correction_count; i++) {
        cr_status status = impact->corrections[i]->begin(s, impact->velocity, state, error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}

static void step_corrected(const cr_impact *impact, cr_stepper *s, const cr_correction_state *state) {
    bool inside_before = s->x > 0.0;
    cr_stepper_step(s);
    for (int i = 0; i < impact->correction_count; i++)
        if (impact->corrections[i]->after_step) impact->corrections[i]->after_step(s, inside_before, state);
}

// Steps until a mass that does not leave is given up.
static long patience(const cr_impact *impact, const cr_impact_exact *exact, double h) {
    double frequency = cr_equilibrium_frequency(&impact->law, impact->mass, impact->force);
    double tau = cr_law_duration(&impact->law, impact->mass, impact->velocity);
    double span = 20.0 * tau + (frequency > 0.0 ? 10.0 / frequency : 0.0);
    if (exact->released) { // samples tell that it has left once it is outside
        cr_parabola flight = {exact->x_out, exact->v_out, impact->force / impact->mass};
        span = fmax(span, 5.0 * (exact->duration + cr_parabola_time_out(flight)));
    }
    return (long)cr_min(100.0 + span / h, 9e15);
}

enum { STEPS_MAX = 50000000 };

static cr_status check_length(const cr_impact *impact, const cr_impact_exact *exact, double h,
                              cr_error *error) {
    double tau =
        exact->released ? exact->duration : cr_law_duration(&impact->law, impact->mass, impact->velocity);
    if (tau / h < STEPS_MAX) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "rate", "the contact lasts %.3g steps, more than %d; lower the rate",
                   tau / h, STEPS_MAX);
}

// Outside, and nothing brings it back.
static bool gone(const cr_stepper *s) {
    return s->x <= 0.0 && s->v < 0.0 && s->force <= 0.0 && !s->law.two_sided;
}

static cr_status missed(const cr_impact *impact, const cr_impact_exact *exact, double h, cr_error *error) {
    return cr_fail(
        error, CR_ERR_RANGE, "rate",
        "the force of %g N takes the mass out after %.3g steps, before %s sees a contact; raise the "
        "rate",
        impact->force, exact->duration / h, impact->scheme->name);
}

cr_status cr_impact_run(const cr_impact *impact, cr_sample_sink sink, cr_impact_result *result,
                        cr_error *error) {
    cr_status status = cr_impact_check(impact, error);
    if (status != CR_OK) return status;
    double h = 1.0 / (impact->rate * impact->oversample), x, v;
    cr_stepper s;
    cr_correction_state state = {0};
    cr_measure measure;
    cr_approach(impact->mass, h, impact->force, impact->velocity, impact->phase, &x, &v);
    status = cr_stepper_init(&s, impact->scheme, &impact->law, impact->mass, h, impact->force, x, v, error);
    if (status == CR_OK) status = begin_corrections(impact, &s, &state, error);
    if (status == CR_OK) status = cr_measure_begin(&measure, impact, &s, error);
    if (status == CR_OK) status = check_length(impact, &measure.result.exact, h, error);
    if (status != CR_OK) return status;
    bool touched = false, apart = false;
    for (long left = patience(impact, &measure.result.exact, h); left > 0 && !apart; left--) {
        step_corrected(impact, &s, &state);
        if (!isfinite(s.x) || !isfinite(s.v))
            return cr_fail(error, CR_ERR_NUMERIC, impact->scheme->name,
                           "the simulation left the numbers at step %ld", s.steps);
        touched = touched || s.f_mean != 0.0;
        apart = touched && cr_stepper_apart(&s);
        if (!touched && gone(&s)) return missed(impact, &measure.result.exact, h, error);
        cr_measure_step(&measure, &s, sink);
    }
    cr_measure_end(&measure, &s, apart, result);
    return apart ? CR_OK : CR_RESTING;
}
