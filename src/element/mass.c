// A mass, on a spring if it has a frequency: M u'' + 2 sigma0 M u' + M w0^2 u = f, stepped so that frequency
// and decay are exact: d+ = e^(-2 s h) d - (1 - 2 e^(-s h) cos(w h) + e^(-2 s h)) u, s = sigma0, w^2 = w0^2 -
// s^2.
#include "element/element_internal.h"
#include "element/oscillator.h"

enum { MASS, FREQUENCY, SIGMA0, GRAVITY, PARAMS };

static const cr_param params[] = {
    {"mass", "kg", "mass", 0.001, 1e-12, 1e6},
    {"frequency", "Hz", "frequency on its spring, 0: none", 0, 0, 1e6},
    CR_PARAM_SIGMA0(0),
    {"gravity", "m/s^2", "acceleration in the direction of its displacement", 0, -1e4, 1e4},
};

static cr_status plan(cr_element *e, cr_error *error) {
    cr_oscillator o;
    e->points = 1;
    e->mass = e->value[MASS];
    e->sigma0 = e->value[SIGMA0];
    e->gravity = e->value[GRAVITY];
    cr_status status = cr_oscillator_make(e->value[FREQUENCY], e->sigma0, e->h, &o, error);
    e->keep = o.keep;
    e->pull = o.pull;
    e->margin = o.margin;
    return status;
}

// Gravity is a force that is always held. Without a spring it begins half a sample before the start.
static double fall_per_step(const cr_element *e) {
    cr_oscillator_reading r = cr_oscillator_read(e->value[FREQUENCY], e->sigma0, e->h);
    return e->gravity * (r.now + r.later) * cr_oscillator_push(1.0, e->keep, e->h);
}

static cr_status fill(cr_element *e, cr_arena *arena, cr_error *error) {
    e->mode_frequency = cr_arena_take(arena, 1, sizeof(double));
    e->mode_sigma = cr_arena_take(arena, 1, sizeof(double));
    if (!e->mode_frequency || !e->mode_sigma) return cr_fail(error, CR_ERR_MEMORY, "mass", "no memory");
    e->mode_frequency[0] = e->value[FREQUENCY];
    e->mode_sigma[0] = e->sigma0;
    e->fall = fall_per_step(e);
    cr_element_set_motion(e, 0, 0.0, 0.0);
    return CR_OK;
}

static void predict(cr_element *e) {
    e->d_next[0] = e->keep * e->d[0] - e->pull * e->u[0] + e->fall;
    e->u_next[0] = e->u[0] + e->d_next[0];
}

static double energy(const cr_element *e) {
    double height = e->u[0] - 0.5 * e->d[0]; // between the last two samples
    return cr_oscillator_energy(e->mass, e->keep, e->pull, e->h, e->u[0], e->d[0]) -
           e->fall / cr_oscillator_push(e->mass, e->keep, e->h) * height;
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
                                         .param_count = PARAMS,
                                         .traits = CR_TRAIT_POINT | CR_TRAIT_MODES | CR_TRAIT_THROWN,
                                         .plan = plan,
                                         .fill = fill,
                                         .predict = predict,
                                         .energy = energy,
                                         .loss = loss,
                                         .locate = locate};
