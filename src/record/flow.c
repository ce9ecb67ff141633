#include "record/flow.h"

#include "modal/propagate.h"
#include "world/flow.h"

void cr_record_flow(const cr_record_body *body, const cr_body_state *start, cr_vec force, cr_vec torque,
                    double s, cr_body_state *end) {
    cr_rigid rigid = {.mass = body->mass};
    cr_rigid_state state = {start->pose.at, start->pose.turn, start->velocity,
                            cr_quat_back(start->pose.turn, start->spin)};
    for (int i = 0; i < 6; i++) rigid.inertia[i] = body->inertia[i];
    if (isfinite(body->mass) && cr_rigid_prepare(&rigid)) {
        cr_flow_rigid(&rigid, &state, force, torque, s, &state);
    } else {
        state.at = cr_vec_along(state.at, s, state.velocity);
        state.turn = cr_quat_unit(cr_quat_mul(state.turn, cr_quat_cayley(cr_vec_scale(s, state.spin))));
    }
    *end = (cr_body_state){{state.at, state.turn}, state.velocity, cr_quat_turn(state.turn, state.spin)};
}

void cr_record_flow_mode(double frequency, double sigma, double push, double s, double *shape, double *rate) {
    double w = 2.0 * cr_pi * frequency;
    if (!(w > 0.0)) {
        *shape += s * (*rate + 0.5 * s * push);
        *rate += s * push;
        return;
    }
    cr_propagator mode = {.count = 1, .w = &w, .sigma = &sigma, .h = -1.0, .response = &(cr_response){0}};
    cr_propagator_set(&mode, s);
    cr_propagator_run(&mode, shape, rate, &push, shape, rate);
}
