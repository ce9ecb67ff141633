#include "modal/propagate.h"

#include "base/numeric.h"

// Taylor's series where w h and sigma h are small and closed forms would cancel: from the equation of b,
// c_(n+2) (n+2)(n+1) = -2 sigma (n+1) c_(n+1) - w^2 c_n.
static cr_response by_series(double w2, double sigma, double h) {
    enum { TERMS = 18 };
    double before = 0.0, c = 0.5 * h * h; // c_n h^n for n = 1, 2
    double b = c, slope = 2.0 * c;        // sums of c_n h^n and n c_n h^n
    for (int n = 1; n < TERMS; n++) {
        double next = (-2.0 * sigma * h * (n + 1) * c - w2 * h * h * before) / ((n + 2) * (n + 1));
        before = c;
        c = next;
        b += c;
        slope += (n + 2) * c;
    }
    return (cr_response){b, slope / h};
}

cr_response cr_response_after(double w, double sigma, double h) {
    if (h <= 0.0) return (cr_response){0.0, 0.0};
    double w2 = w * w, x = cr_max(w, sigma) * h;
    if (x < 0.5) return by_series(w2, sigma, h);
    double inside = w2 - sigma * sigma, e, s, c; // e c and e s: decaying cosine and sine over the root
    if (inside > 0.0) {
        double wd = sqrt(inside);
        e = cr_exp(-sigma * h);
        c = cr_cos(wd * h);
        s = cr_sin(wd * h) / wd;
    } else {
        double root = sqrt(-inside);
        double slow = cr_exp(-(w2 / (sigma + root)) * h), fast = cr_exp(-(sigma + root) * h);
        e = 1.0;
        c = 0.5 * (slow + fast);
        s = root * h > 1e-8 ? 0.5 * (slow - fast) / root : slow * h;
    }
    return (cr_response){(1.0 - e * (c + sigma * s)) / w2, e * s};
}

void cr_propagator_set(cr_propagator *p, double h) {
    if (p->h == h) return;
    for (int j = 0; j < p->count; j++) p->response[j] = cr_response_after(p->w[j], p->sigma[j], h);
    p->h = h;
}

void cr_propagator_run(const cr_propagator *p, const double *q, const double *rate, const double *f,
                       double *q_end, double *rate_end) {
    for (int j = 0; j < p->count; j++) {
        double w2 = p->w[j] * p->w[j], b = p->response[j].b, slope = p->response[j].rate;
        double force = (f ? f[j] : 0.0) - w2 * q[j] - 2.0 * p->sigma[j] * rate[j];
        // The force that is not yet in balance drives b; what rate there is goes on with b'.
        double moved = b * (force + 2.0 * p->sigma[j] * rate[j]) + slope * rate[j];
        double gained = slope * force - w2 * b * rate[j];
        q_end[j] = q[j] + moved;
        rate_end[j] = rate[j] + gained;
    }
}

double cr_propagator_energy(const cr_propagator *p, const double *q, const double *rate) {
    double energy = 0.0;
    for (int j = 0; j < p->count; j++) energy += 0.5 * (rate[j] * rate[j] + cr_square(p->w[j] * q[j]));
    return energy;
}
