// The spring of S1 (32f): k1 mean of eta over three samples, k3 eta^2 times the mean of the outer two, 2 r
// times the rate, each chosen so that a stored energy exists. Affine: f = a (eta+ - eta-) + e.
#include "network/network_internal.h"

void cr_spring_affine(const cr_interaction *s, double h, double *a, double *e) {
    double x = s->x, both = 0.25 * s->k1 + 0.5 * s->k3 * x * x;
    *a = both + s->r / h;
    *e = 0.5 * s->k1 * x + 2.0 * both * s->before;
}

// k1/2 (mean of the last two)^2 + k3/4 eta^2 eta-^2
double cr_spring_stored(const cr_interaction *s) {
    double mean = 0.5 * (s->x + s->before), product = s->x * s->before;
    return 0.5 * s->k1 * mean * mean + 0.25 * s->k3 * product * product;
}
