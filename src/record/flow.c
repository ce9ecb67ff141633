#include "record/flow.h"

#if __has_include("world/flow.h")
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
#else
#include "base/maths.h"

typedef struct matrix {
    double m[3][3];
} matrix;

static cr_vec times(const matrix *a, cr_vec x) {
    double y[3];
    for (int i = 0; i < 3; i++) y[i] = a->m[i][0] * x.x + a->m[i][1] * x.y + a->m[i][2] * x.z;
    return cr_vec_make(y[0], y[1], y[2]);
}

static matrix tensor(const double t[6]) {
    return (matrix){{{t[0], t[5], t[4]}, {t[5], t[1], t[3]}, {t[4], t[3], t[2]}}};
}

// a x = b by Cramer's rule with columns; zero where a is singular.
static cr_vec solve(const matrix *a, cr_vec b) {
    cr_vec c[3];
    for (int j = 0; j < 3; j++) c[j] = cr_vec_make(a->m[0][j], a->m[1][j], a->m[2][j]);
    cr_vec c12 = cr_vec_cross(c[1], c[2]);
    double det = cr_vec_dot(c[0], c12);
    if (!(fabs(det) > 0.0)) return cr_vec_make(0.0, 0.0, 0.0);
    return cr_vec_scale(1.0 / det, cr_vec_make(cr_vec_dot(b, c12), cr_vec_dot(c[0], cr_vec_cross(b, c[2])),
                                               cr_vec_dot(c[0], cr_vec_cross(c[1], b))));
}

// The derivative 2 I + s ([w] I - [I w]) of the equation below; [w] is the matrix of the cross product.
static matrix slope(const matrix *inertia, cr_vec w, cr_vec momentum, double s) {
    const double v[3] = {w.x, w.y, w.z}, l[3] = {momentum.x, momentum.y, momentum.z};
    matrix a;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int p = (i + 1) % 3, q = (i + 2) % 3;
            double cross = v[p] * inertia->m[q][j] - v[q] * inertia->m[p][j];
            double own = j == q ? l[p] : j == p ? -l[q] : 0.0;
            a.m[i][j] = 2.0 * inertia->m[i][j] + s * (cross - own);
        }
    return a;
}

// Implicit midpoint of Euler's equations with constant torque in the frame of the body,
//     2 I (w - w0) + s (w x I w) = s torque,
// w the spin of the middle of the step, w0 that of its begin, by Newton's method. The rotation is Cayley's
// map of s w, with which the angular momentum in space is kept exactly.
static cr_vec middle_spin(const matrix *inertia, cr_vec w0, cr_vec torque, double s) {
    enum { MOST = 20 };
    cr_vec w = w0;
    for (int i = 0; i < MOST; i++) {
        cr_vec momentum = times(inertia, w);
        cr_vec rest = cr_vec_scale(2.0, times(inertia, cr_vec_sub(w, w0)));
        rest = cr_vec_along(rest, s, cr_vec_sub(cr_vec_cross(w, momentum), torque));
        matrix a = slope(inertia, w, momentum, s);
        cr_vec change = solve(&a, rest);
        w = cr_vec_sub(w, change);
        if (!(cr_vec_length(change) > 1e-16 * cr_vec_length(w))) break;
    }
    return w;
}

void cr_record_flow(const cr_record_body *body, const cr_body_state *start, cr_vec force, cr_vec torque,
                    double s, cr_body_state *end) {
    cr_body_state from = *start; // start and end may be the same
    bool moves = isfinite(body->mass);
    cr_vec acceleration = moves ? cr_vec_scale(1.0 / body->mass, force) : cr_vec_make(0.0, 0.0, 0.0);
    cr_vec w0 = cr_quat_back(from.pose.turn, from.spin), w = w0;
    if (moves) {
        matrix inertia = tensor(body->inertia);
        w = middle_spin(&inertia, w0, torque, s);
    }
    end->pose.at = cr_vec_along(cr_vec_along(from.pose.at, s, from.velocity), 0.5 * s * s, acceleration);
    end->velocity = cr_vec_along(from.velocity, s, acceleration);
    end->pose.turn = cr_quat_unit(cr_quat_mul(from.pose.turn, cr_quat_cayley(cr_vec_scale(s, w))));
    end->spin = cr_quat_turn(end->pose.turn, cr_vec_sub(cr_vec_scale(2.0, w), w0));
}

// q'' + 2 sigma q' + omega^2 q = push, solved exactly; y = q - push/omega^2:
//     y(s) = y c + (y' + sigma y) n,   y'(s) = y' c - (sigma y' + omega^2 y) n,
// c = e^(-sigma s) cos(d s), n = e^(-sigma s) sin(d s)/d, d^2 = omega^2 - sigma^2; cosh and sinh where that
// is negative.
void cr_record_flow_mode(double frequency, double sigma, double push, double s, double *shape, double *rate) {
    double omega = 2.0 * cr_pi * frequency, square = omega * omega - sigma * sigma, d = sqrt(fabs(square));
    double decay = cr_exp(-sigma * s), c = decay, n = decay * s;
    if (!(omega > 0.0)) {
        *shape += s * (*rate + 0.5 * s * push);
        *rate += s * push;
        return;
    }
    if (square > 0.0) {
        c = decay * cr_cos(d * s);
        n = decay * cr_sin(d * s) / d;
    } else if (square < 0.0) {
        double slow = cr_exp((d - sigma) * s), fast = cr_exp(-(d + sigma) * s);
        c = 0.5 * (slow + fast);
        n = 0.5 * (slow - fast) / d;
    }
    double rest = push / (omega * omega), y = *shape - rest, v = *rate;
    *shape = rest + y * c + (v + sigma * y) * n;
    *rate = v * c - (sigma * v + omega * omega * y) * n;
}
#endif
