#include "world/flow.h"

#include "base/numeric.h"

bool cr_rigid_prepare(cr_rigid *r) {
    const double *i = r->inertia;
    double *l = r->root;
    l[0] = sqrt(i[0]);
    l[1] = i[5] / l[0];
    l[2] = sqrt(i[1] - l[1] * l[1]);
    l[3] = i[4] / l[0];
    l[4] = (i[3] - l[3] * l[1]) / l[2];
    l[5] = sqrt(i[2] - l[3] * l[3] - l[4] * l[4]);
    return r->mass > 0.0 && l[0] > 0.0 && l[2] > 0.0 && l[5] > 0.0 && isfinite(l[0] + l[2] + l[5]);
}

cr_vec cr_rigid_momentum(const cr_rigid *r, cr_vec w) {
    const double *i = r->inertia;
    return (cr_vec){i[0] * w.x + i[5] * w.y + i[4] * w.z, i[5] * w.x + i[1] * w.y + i[3] * w.z,
                    i[4] * w.x + i[3] * w.y + i[2] * w.z};
}

cr_vec cr_rigid_root_solve(const cr_rigid *r, cr_vec v) {
    const double *l = r->root;
    double x = v.x / l[0], y = (v.y - l[1] * x) / l[2];
    return (cr_vec){x, y, (v.z - l[3] * x - l[4] * y) / l[5]};
}

cr_vec cr_rigid_root_solve_back(const cr_rigid *r, cr_vec v) {
    const double *l = r->root;
    double z = v.z / l[5], y = (v.y - l[4] * z) / l[2];
    return (cr_vec){(v.x - l[1] * y - l[3] * z) / l[0], y, z};
}

cr_vec cr_rigid_root_apply(const cr_rigid *r, cr_vec v) {
    const double *l = r->root;
    return (cr_vec){l[0] * v.x, l[1] * v.x + l[2] * v.y, l[3] * v.x + l[4] * v.y + l[5] * v.z};
}

cr_vec cr_rigid_root_apply_back(const cr_rigid *r, cr_vec v) {
    const double *l = r->root;
    return (cr_vec){l[0] * v.x + l[1] * v.y + l[3] * v.z, l[2] * v.y + l[4] * v.z, l[5] * v.z};
}

static cr_vec inertia_solve(const cr_rigid *r, cr_vec v) {
    return cr_rigid_root_solve_back(r, cr_rigid_root_solve(r, v));
}

double cr_rigid_kinetic(const cr_rigid *r, const cr_rigid_state *s) {
    return 0.5 * (r->mass * cr_vec_dot(s->velocity, s->velocity) +
                  cr_vec_dot(s->spin, cr_rigid_momentum(r, s->spin)));
}

// What is left of I (m - w0) - h/2 (I m x m + torque) = 0, over I.
static cr_vec midpoint_rest(const cr_rigid *r, cr_vec start, double h, cr_vec mean) {
    cr_vec gyro = cr_vec_cross(cr_rigid_momentum(r, mean), mean);
    return cr_vec_sub(cr_vec_along(start, 0.5 * h, inertia_solve(r, gyro)), mean);
}

// x of (1 - A) x = b with A x = h/2 I^-1 (I x x m + I m x x), whose columns are those of three unit vectors.
static cr_vec midpoint_step(const cr_rigid *r, double h, cr_vec mean, cr_vec b) {
    const cr_vec unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    cr_vec column[3], momentum = cr_rigid_momentum(r, mean);
    for (int k = 0; k < 3; k++) {
        cr_vec change =
            cr_vec_add(cr_vec_cross(cr_rigid_momentum(r, unit[k]), mean), cr_vec_cross(momentum, unit[k]));
        column[k] = cr_vec_along(unit[k], -0.5 * h, inertia_solve(r, change));
    }
    cr_vec across = cr_vec_cross(column[1], column[2]);
    double per = 1.0 / cr_vec_dot(column[0], across);
    return (cr_vec){per * cr_vec_dot(b, across), per * cr_vec_dot(b, cr_vec_cross(column[2], column[0])),
                    per * cr_vec_dot(b, cr_vec_cross(column[0], column[1]))};
}

// Newton's method, half as far each time until what is left falls: for what turns by more than a radian, or
// is far easier to turn about one axis than about the others.
static cr_vec midpoint_by_newton(const cr_rigid *r, cr_vec start, double h) {
    enum { PASSES = 60, HALVES = 30 };
    cr_vec mean = start, rest = midpoint_rest(r, start, h, mean);
    for (int i = 0; i < PASSES && cr_vec_dot(rest, rest) > 1e-33 * cr_vec_dot(mean, mean); i++) {
        cr_vec step = midpoint_step(r, h, mean, rest), next = mean, left = rest;
        double part = 1.0;
        for (int half = 0; half < HALVES; half++, part *= 0.5) {
            next = cr_vec_along(mean, part, step);
            left = midpoint_rest(r, start, h, next);
            if (cr_vec_dot(left, left) < cr_vec_dot(rest, rest)) break;
        }
        if (!(cr_vec_dot(left, left) < cr_vec_dot(rest, rest))) break;
        mean = next;
        rest = left;
    }
    return mean;
}

// The Jacobian 1 - A is near 1, so that fixed-point passes converge like (h w)^n; a few suffice, and their
// number does not depend on the machine.
cr_vec cr_flow_mean_spin(const cr_rigid *r, cr_vec spin, cr_vec torque, double h) {
    cr_vec kick = cr_vec_scale(0.5 * h, inertia_solve(r, torque)), mean = cr_vec_add(spin, kick);
    enum { PASSES = 40 };
    for (int i = 0; i < PASSES; i++) {
        cr_vec gyro = cr_vec_cross(cr_rigid_momentum(r, mean), mean);
        cr_vec next = cr_vec_add(cr_vec_along(spin, 0.5 * h, inertia_solve(r, gyro)), kick);
        cr_vec change = cr_vec_sub(next, mean);
        mean = next;
        if (!isfinite(cr_vec_dot(mean, mean))) break;
        if (cr_vec_dot(change, change) <= 1e-34 * cr_vec_dot(mean, mean)) return mean;
    }
    cr_vec start = cr_vec_add(spin, kick), off = midpoint_rest(r, start, h, mean);
    return cr_vec_dot(off, off) < 1e-31 * cr_vec_dot(mean, mean) ? mean : midpoint_by_newton(r, start, h);
}

void cr_flow_rigid(const cr_rigid *r, const cr_rigid_state *start, cr_vec force, cr_vec torque, double h,
                   cr_rigid_state *end) {
    cr_vec rise = cr_vec_scale(h / r->mass, force);
    cr_vec mean = cr_flow_mean_spin(r, start->spin, torque, h);
    cr_rigid_state s;
    s.at = cr_vec_along(cr_vec_along(start->at, h, start->velocity), 0.5 * h, rise);
    s.velocity = cr_vec_add(start->velocity, rise);
    s.spin = cr_vec_sub(cr_vec_scale(2.0, mean), start->spin);
    s.turn = cr_quat_unit(cr_quat_mul(start->turn, cr_quat_cayley(cr_vec_scale(h, mean))));
    *end = s;
}
