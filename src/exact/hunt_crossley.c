// The Hunt-Crossley impact is the lossless one in disguise: with s = mu v and s - log(1+s) = q^2/2 (q with
// the sign of s) the motion conserves k x^(alpha+1)/(alpha+1) + (m/mu^2) q^2/2, so v_out is the mirror point
// -q.
#include "base/maths.h"
#include "base/numeric.h"
#include "carom/exact.h"

// v as a function of y = q/q0.
static double rate_of(const cr_hc *impact, double y) {
    if (impact->mu == 0.0) return impact->v_in * y;
    double q0 = sqrt(2.0 * impact->residue);
    return cr_log1p_residue_inverse(q0 * y) / impact->mu;
}

typedef struct partial {
    const cr_hc *impact;
    double sign, length; // half of the motion (+ in, - out), 1 - |y| at the end of the integral
} partial;

// dt along the way in (or out) with y = sign (1 - z), z = length r^(alpha+1), which removes the singularity:
// (q/v) (2 - z)^(-p), p = alpha/(alpha+1)
static double partial_integrand(double r, double one_minus_r, const void *context) {
    (void)one_minus_r;
    const partial *part = context;
    const cr_hc *impact = part->impact;
    double n = impact->alpha + 1.0, z = part->length * cr_pow(r, n), y = part->sign * (1.0 - z);
    double v = rate_of(impact, y),
           at_turn = impact->mu == 0.0 ? 1.0 / impact->v_in : impact->mu / sqrt(2.0 * impact->residue);
    double ratio = v == 0.0 ? at_turn : y / v;
    return impact->v_in * ratio * cr_pow(2.0 - z, -impact->alpha / n);
}

// Time from the wall to the point 1 - |y| = length, on the way in (sign +1) or to the wall, out (-1):
// dt = dx/v with x = x_max (1 - y^2)^(1/(alpha+1)).
static double time_to(const cr_hc *impact, double sign, double length) {
    partial part = {impact, sign, length};
    double n = impact->alpha + 1.0;
    double scale = 2.0 * impact->x_max / impact->v_in * cr_pow(length, 1.0 / n);
    return scale * cr_integrate_unit(partial_integrand, &part);
}

cr_hc cr_hc_make(double m, double k, double alpha, double mu, double v_in) {
    cr_hc impact = {.m = m, .k = k, .alpha = alpha, .mu = mu, .v_in = v_in};
    double u = mu * v_in;
    impact.residue = cr_log1p_residue(u);
    double energy = mu == 0.0 ? 0.5 * m * v_in * v_in : m / (mu * mu) * impact.residue;
    impact.x_max = cr_pow((alpha + 1.0) * energy / k, 1.0 / (alpha + 1.0));
    impact.v_out = mu == 0.0 ? -v_in : cr_hc_rebound(u) / mu;
    impact.t_max = time_to(&impact, 1.0, 1.0);
    impact.duration = impact.t_max + time_to(&impact, -1.0, 1.0);
    return impact;
}

// q0^2/2 - q^2/2 in units of the invariant: log1p_residue(mu v_in) - log1p_residue(mu v), without loss by
// squares.
static double potential_of_v(const cr_hc *impact, double v) {
    if (impact->mu == 0.0) return 0.5 * impact->m * (impact->v_in - v) * (impact->v_in + v);
    return impact->m / cr_square(impact->mu) * (impact->residue - cr_log1p_residue(impact->mu * v));
}

double cr_hc_x_of_v(const cr_hc *impact, double v) {
    double potential = potential_of_v(impact, v), n = impact->alpha + 1.0;
    return copysign(cr_pow(n * fabs(potential) / impact->k, 1.0 / n), potential);
}

double cr_hc_energy_of_v(const cr_hc *impact, double v) {
    return 0.5 * impact->m * v * v + potential_of_v(impact, v);
}

double cr_hc_energy_ratio(const cr_hc *impact) {
    return cr_square(impact->v_out / impact->v_in);
}

double cr_hc_invariant(const cr_hc *impact, double x, double v) {
    double n = impact->alpha + 1.0, stored = x > 0.0 ? impact->k * cr_pow(x, n) / n : 0.0;
    if (impact->mu == 0.0) return stored + 0.5 * impact->m * v * v;
    return stored + impact->m / cr_square(impact->mu) * cr_log1p_residue(impact->mu * v);
}

typedef struct time_search {
    const cr_hc *impact;
    double sign, time;
} time_search;

// Unknown: w = length^(1/(alpha+1)), nearly proportional to time. dt/dw from the integrand's end point.
static double time_mismatch(double w, double *slope, const void *context) {
    const time_search *search = context;
    double n = search->impact->alpha + 1.0, length = cr_pow(w, n);
    partial part = {search->impact, search->sign, length};
    *slope = 2.0 * search->impact->x_max / search->impact->v_in * partial_integrand(1.0, 0.0, &part);
    return time_to(search->impact, search->sign, length) - search->time;
}

void cr_hc_state(const cr_hc *impact, double t, double *x, double *v) {
    if (t <= 0.0 || t >= impact->duration) {
        *v = t <= 0.0 ? impact->v_in : impact->v_out;
        *x = *v * (t <= 0.0 ? t : t - impact->duration);
        return;
    }
    bool inward = t <= impact->t_max;
    double whole = inward ? impact->t_max : impact->duration - impact->t_max;
    time_search search = {impact, inward ? 1.0 : -1.0, inward ? t : impact->duration - t};
    double w = cr_root_increasing(time_mismatch, &search, 0.0, 1.0, search.time / whole, 1e-15, NULL);
    double length = cr_pow(w, impact->alpha + 1.0);
    *x = impact->x_max * w * cr_pow(2.0 - length, 1.0 / (impact->alpha + 1.0));
    *v = rate_of(impact, search.sign * (1.0 - length));
}
