// The spring of S1 (32f): k1 mean of eta over three samples, k3 eta^2 times the mean of the outer two, 2 r
// times the rate, each chosen so that a stored energy exists. Affine: f = a (eta+ - eta-) + e.
// On a body, whose way over two samples is the difference of its displacements only to second order, the
// spring keeps its energy as psi^2/2 instead: f = g (psi + g way/4) + r way/h, psi+ = psi + g way/2.
#include "network/network_internal.h"

// psi = x sqrt(k1 + k3 x^2/2)
static double psi_of(const cr_interaction *s, double x) {
    return x * sqrt(s->k1 + 0.5 * s->k3 * x * x);
}

// psi'(x), and what leads psi back to psi(eta)
static double gradient(const cr_interaction *s) {
    double x = s->x, root = sqrt(s->k1 + 0.5 * s->k3 * x * x);
    double g = root > 0.0 ? (s->k1 + s->k3 * x * x) / root : 0.0;
    double drift = 0.5 * (psi_of(s, x) + psi_of(s, s->before)) - s->psi, way = s->reach;
    double window = 0.01 * x * x + way * way;
    return window > 0.0 ? g + drift * way / window : g;
}

void cr_spring_start(cr_interaction *s, double h) {
    s->viscous = s->r / h;
    s->on_body = false;
    for (int e = 0; e < s->end_count; e++) s->on_body = s->on_body || s->end[e].body;
    s->psi = 0.5 * (psi_of(s, s->x) + psi_of(s, s->before));
}

void cr_spring_affine(cr_interaction *s, double *a, double *e) {
    if (s->on_body) {
        s->gradient = gradient(s);
        *a = 0.25 * s->gradient * s->gradient + s->viscous;
        *e = s->gradient * s->psi;
        return;
    }
    double x = s->x, both = 0.25 * s->k1 + 0.5 * s->k3 * x * x;
    *a = both + s->viscous;
    *e = 0.5 * s->k1 * x + 2.0 * both * s->before;
}

void cr_spring_settle(cr_interaction *s, double way) {
    s->loss = 0.5 * s->viscous * way * way;
    if (s->on_body) s->psi += 0.5 * s->gradient * way;
}

// k1/2 (mean of the last two)^2 + k3/4 eta^2 eta-^2
double cr_spring_stored(const cr_interaction *s) {
    if (s->on_body) return 0.5 * s->psi * s->psi;
    double mean = 0.5 * (s->x + s->before), product = s->x * s->before;
    return 0.5 * s->k1 * mean * mean + 0.25 * s->k3 * product * product;
}
