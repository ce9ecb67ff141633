#include "impact/measure.h"

#include "base/maths.h"
#include "base/numeric.h"

static double kinetic(const cr_measure *m, double v) {
    return 0.5 * m->impact->mass * v * v;
}

// S0 (13): energy of a sample, without the potential of the constant force.
static double energy_H(const cr_measure *m, double x, double v) {
    return kinetic(m, v) + m->impact->law.type->ops->potential(&m->impact->law, x);
}

static double damping_power(const cr_stepper *s) {
    return (cr_law_force(&s->law, s->x, s->v) - s->law.type->ops->elastic(&s->law, s->x)) * s->v;
}

static double worse(double a, double b) {
    return fabs(b) <= a ? a : fabs(b);
}

cr_status cr_measure_begin(cr_measure *m, const cr_impact *impact, const cr_stepper *s, cr_error *error) {
    *m = (cr_measure){.impact = impact};
    cr_impact_exact *exact = &m->result.exact;
    double v_in = impact->velocity, mu = 0.0;
    cr_status status = cr_impact_reference(&impact->law, impact->mass, impact->force, v_in, exact);
    if (status != CR_OK)
        return cr_fail(error, status, "reference", "the reference could not be integrated for these values");
    m->closed = cr_law_is_hunt_crossley(&impact->law, &mu) && impact->force == 0.0;
    if (m->closed) m->hc = cr_hc_make(impact->mass, impact->law.k, impact->law.n, mu, v_in);
    cr_located_init(&m->reference, &impact->law, impact->mass, impact->force, s->x, s->v, v_in);
    double left = exact->released ? kinetic(m, exact->v_out) - impact->force * exact->x_out : 0.0;
    double loss = kinetic(m, v_in) - left;
    bool lossy = loss > 1e-9 * kinetic(m, v_in);
    m->range_H = lossy ? loss : kinetic(m, v_in);
    m->energy_start = cr_stepper_energy(s);
    m->result.force_min = HUGE_VAL;
    m->result.samples_in_contact = s->x == 0.0; // S0 counts the sample of the first touch
    return CR_OK;
}

// S0 (28) with the complex root that x(v) has outside v_out..v_in, as the paper's tables must have been made.
static double distance_from_x_of_v(const cr_measure *m, double x, double v) {
    double x_exact = cr_hc_x_of_v(&m->hc, v);
    if (x_exact >= 0.0) return x - x_exact;
    double angle = cr_pi / (m->hc.alpha + 1.0);
    return sqrt(cr_square(x + x_exact * cr_cos(angle)) + cr_square(x_exact * cr_sin(angle)));
}

static void compare(cr_measure *m, const cr_stepper *s) {
    cr_impact_result *r = &m->result;
    cr_located *exact = &m->reference;
    cr_event event;
    double scale = 100.0 / r->exact.x_max, v = cr_stepper_velocity(s), H = energy_H(m, s->x, v);
    if (isfinite(exact->x) && cr_located_run(exact, (double)s->steps * s->h, false, &event) != CR_OK)
        exact->x = exact->v = CR_NAN; // lost; the figures that need it say so
    r->err_x_percent = worse(r->err_x_percent, scale * (s->x - exact->x));
    if (s->x <= 0.0) return;
    double off_x = m->closed ? distance_from_x_of_v(m, s->x, v) : s->x - exact->x;
    double H_exact = m->closed ? cr_hc_energy_of_v(&m->hc, v) : energy_H(m, exact->x, exact->v);
    r->dev_x_percent = worse(r->dev_x_percent, scale * off_x);
    r->dev_H_percent = worse(r->dev_H_percent, 100.0 * (H - H_exact) / m->range_H);
}

static void balance(cr_measure *m, const cr_stepper *s) {
    bool books = s->scheme->traits & CR_BOOKS_LOSSES;
    double power = books ? 0.0 : damping_power(s);
    m->dissipated = books ? s->dissipated : m->dissipated + 0.5 * s->h * (m->power_before + power);
    m->power_before = power;
    double off = cr_stepper_energy(s) + m->dissipated - m->energy_start;
    m->result.energy_residual = worse(m->result.energy_residual, off / kinetic(m, m->impact->velocity));
}

void cr_measure_step(cr_measure *m, const cr_stepper *s, cr_sample_sink sink) {
    cr_impact_result *r = &m->result;
    compare(m, s);
    balance(m, s);
    r->x_max = fmax(r->x_max, s->x);
    bool on_sample = s->steps % m->impact->oversample == 0;
    if (s->x > 0.0 && on_sample) r->samples_in_contact++;
    if (s->f_mean != 0.0) {
        m->contact_steps++;
        r->force_min = fmin(r->force_min, s->f_mean);
    }
    if (!sink.put) return;
    double t = ((double)s->steps - m->impact->phase) * s->h, v = cr_stepper_velocity(s);
    cr_sample sample = {t, s->x, v, cr_law_force(&s->law, s->x, v), energy_H(m, s->x, v)};
    sink.put(sink.context, &sample);
}

static double percent_off(double value, double exact) {
    return 100.0 * (fabs(value) / fabs(exact) - 1.0);
}

void cr_measure_end(cr_measure *m, const cr_stepper *s, bool apart, cr_impact_result *result) {
    cr_impact_result *r = &m->result;
    r->released = apart;
    r->v_out = r->duration = CR_NAN;
    if (apart) {
        cr_stepper_release(s, &r->duration, &r->v_out);
        r->duration -= m->impact->phase * s->h;
    }
    r->err_v_out_percent = percent_off(r->v_out, r->exact.v_out);
    r->err_duration_percent = percent_off(r->duration, r->exact.duration);
    r->end_H_percent = 100.0 * (kinetic(m, r->v_out) - kinetic(m, r->exact.v_out)) / m->range_H;
    r->psi_left = fabs(s->psi);
    r->iterations = m->contact_steps ? (double)s->iterations / (double)m->contact_steps : 0.0;
    if (m->contact_steps == 0) r->force_min = 0.0;
    *result = *r;
}
