// A rigid barrier: it is where it is told to be, whatever pushes it. d_next holds the motion of the coming
// step; the network books the work that a moving barrier does.
#include "element/element_internal.h"

static const cr_param params[] = {{"position", "m", "where it stands", 0, -1e3, 1e3}};

static cr_status plan(cr_element *e, cr_error *error) {
    (void)error;
    e->points = 1;
    e->margin = 1e9;
    return CR_OK;
}

static cr_status fill(cr_element *e, cr_arena *arena, cr_error *error) {
    (void)arena;
    (void)error;
    e->u[0] = e->value[0];
    return CR_OK;
}

static void predict(cr_element *e) {
    e->u_next[0] = e->u[0] + e->d_next[0];
}

static cr_status locate(const cr_element *e, const double *where, cr_port *port, cr_error *error) {
    (void)e;
    (void)where;
    (void)error;
    port->count = 1;
    port->at[0] = 0;
    port->read[0] = 1.0;
    port->push[0] = 0.0;
    return CR_OK;
}

const cr_element_type cr_element_barrier = {.name = "barrier",
                                            .doc = "a rigid wall, still or moving as told",
                                            .source = "S1 2",
                                            .params = params,
                                            .param_count = 1,
                                            .traits = CR_TRAIT_POINT | CR_TRAIT_FIXED,
                                            .plan = plan,
                                            .fill = fill,
                                            .predict = predict,
                                            .energy = cr_element_nothing,
                                            .loss = cr_element_nothing,
                                            .locate = locate};
