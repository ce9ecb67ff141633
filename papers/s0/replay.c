// S0's cells that only come out when the simulation is done otherwise than the text says.
#include "papers/s0/s0.h"

#include "carom/exact.h"

static double square(double x) {
    return x * x;
}

// Errors of a simulated release against another v_out [m/s] than the exact one.
static void measure_against(const cr_impact *impact, const cr_impact_result *r, double v_out, double *err_v,
                            double *dev_H, double *end_H) {
    double loss = square(impact->velocity) - square(v_out);
    *err_v = 100.0 * (r->v_out / v_out - 1.0);
    *dev_H = r->dev_H_percent * (square(impact->velocity) - square(r->exact.v_out)) / loss;
    *end_H = 100.0 * (square(r->v_out) - square(v_out)) / loss;
}

void cr_s0_against_loose_root(const cr_impact *impact, const cr_impact_result *r, double *err_v,
                              double *dev_H) {
    const double off = 2e-8; // 2e-6 %, from the cells of Verlet and RK4
    double end_H;
    measure_against(impact, r, r->exact.v_out * (1.0 - off), err_v, dev_H, &end_H);
    *dev_H = fmax(*dev_H, fabs(end_H));
}

void cr_s0_against_approx(const cr_impact *impact, const cr_impact_result *r, double *err_v, double *dev_H) {
    double mu = impact->law.mu, end_H;
    double v_out = cr_hc_rebound_approx(mu * impact->velocity, 4) / mu;
    measure_against(impact, r, v_out, err_v, dev_H, &end_H);
}

// --- series of rebounds ------------------------------------------------------------------------------------

// One mass and its force, stepped from x = 0, f = 0 until it is out again.
typedef struct contact {
    const cr_law *law;
    double m, h, x, v, f;
    double restart; // velocity that the next impact begins with, negative
} contact;

// S0 (25), f -> -f.
static void step_heun(contact *c) {
    double predicted = c->v - c->h / c->m * c->f;
    c->x += 0.5 * c->h * (c->v + predicted);
    double f = cr_law_force(c->law, c->x, predicted);
    c->v -= 0.5 * c->h / c->m * (c->f + f);
    c->f = f;
    c->restart = predicted;
}

// S0 (23), f -> -f: Newton for the new force, from the last one on, until it changes by less than 1 N.
static void step_loose_am1(contact *c) {
    enum { MOST = 50 };
    const double stop = 1.0;
    double cv = 0.5 * c->h / c->m, cx = 0.5 * c->h * cv, f = c->f, change = HUGE_VAL;
    double x0 = c->x + c->h * c->v - cx * c->f, v0 = c->v - cv * c->f;
    for (int i = 0; i < MOST && fabs(change) >= stop; i++) {
        double in_x, in_v, x = x0 - cx * f, v = v0 - cv * f;
        cr_law_force_slopes(c->law, x, v, &in_x, &in_v);
        change = (f - cr_law_force(c->law, x, v)) / (1.0 + cx * in_x + cv * in_v);
        f -= change;
    }
    c->x = x0 - cx * f;
    c->v = c->restart = v0 - cv * f;
    c->f = f;
}

// Table III counts deviations in contact and that of the state after release.
static cr_rebounds rebound(const cr_s0_case *s0, int count, void (*step)(contact *c)) {
    cr_impact impact = cr_s0_impact(s0, CR_S0_HEUN);
    cr_rebounds r = {.count = count, .v_last_exact = s0->v_in};
    double v_in = s0->v_in, mu = s0->mu;
    for (int i = 0; i < count; i++) {
        contact c = {&impact.law, impact.mass, 1.0 / impact.rate, 0.0, v_in, 0.0, 0.0};
        cr_hc hc = cr_hc_make(c.m, s0->k, s0->alpha, mu, v_in);
        double loss = 0.5 * c.m * (square(v_in) - square(hc.v_out)), off = 0.0;
        for (step(&c); c.x > 0.0; step(&c)) {
            double H = 0.5 * c.m * square(c.v) + s0->k * pow(c.x, s0->alpha + 1.0) / (s0->alpha + 1.0);
            off = fmax(off, fabs(H - cr_hc_energy_of_v(&hc, c.v)));
        }
        off = fmax(off, 0.5 * c.m * fabs(square(c.v) - square(hc.v_out)));
        r.dev_H_percent = fmax(r.dev_H_percent, 100.0 * off / loss);
        r.v_last = -c.v;
        r.v_last_exact = -cr_hc_rebound(mu * r.v_last_exact) / mu;
        v_in = -c.restart;
    }
    r.H_error_percent = 100.0 * (square(r.v_last / r.v_last_exact) - 1.0);
    return r;
}

cr_rebounds cr_s0_rebounds_predicted(const cr_s0_case *c, int count) {
    return rebound(c, count, step_heun);
}

cr_rebounds cr_s0_rebounds_loose_newton(const cr_s0_case *c, int count) {
    return rebound(c, count, step_loose_am1);
}
