// A mass, on a spring if it has a frequency: M u'' + 2 sigma0 M u' + M w0^2 u = f, stepped so that frequency
// and decay are exact: d+ = e^(-2 s h) d - (1 - 2 e^(-s h) cos(w h) + e^(-2 s h)) u, s = sigma0, w^2 = w0^2 -
// s^2.
#include "element/element_internal.h"
#include "element/oscillator.h"

enum { MASS, FREQUENCY, SIGMA0 };

static const cr_param params[] = {
    {"mass", "kg", "mass", 0.001, 1e-12, 1e6},
    {"frequency", "Hz", "frequency on its spring, 0: none", 0, 0, 1e6},
    CR_PARAM_SIGMA0(0),
};

static cr_status plan(cr_element *e, cr_error *error) {
    cr_oscillator o;
    e->points = 1;
    e->mass = e->value[MASS];
    e->sigma0 = e->value[SIGMA0];
    cr_status status = cr_oscillator_make(e->value[FREQUENCY], e->sigma0, e->h, &o, error);
    e->keep = o.keep;
    e->pull = o.pull;
    e->margin = o.margin;
    return status;
}

static void predict(cr_element *e) {
    e->d_next[0] = e->keep * e->d[0] - e->pull * e->u[0];
    e->u_next[0] = e->u[0] + e->d_next[0];
}

static double energy(const cr_element *e) {
    return cr_oscillator_energy(e->mass, e->keep, e->pull, e->h, e->u[0], e->d[0]);
}

static double loss(const cr_element *e) {
    return cr_oscillator_loss(e->mass, e->keep, e->h, e->d[0], e->d_next[0]);
}

static cr_status locate(const cr_element *e, const double *where, cr_port *port, cr_error *error) {
    (void)where;
    (void)error;
    port->count = 1;
    port->at[0] = 0;
    port->read[0] = 1.0;
    port->push[0] = cr_oscillator_push(e->mass, e->keep, e->h);
    return CR_OK;
}

const cr_element_type cr_element_mass = {.name = "mass",
                                         .doc = "a mass, free or on a spring to its rest position",
                                         .source = "S1 2, 3",
                                         .params = params,
                                         .param_count = 3,
                                         .plan = plan,
                                         .predict = predict,
                                         .energy = energy,
                                         .loss = loss,
                                         .locate = locate};
