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

// Newton's method on I (m - w0) - h/2 (I m x m + torque) = 0: the Jacobian I - h/2 ([I m] - [m] I) is near I,
// so that fixed-point passes converge like (h w)^n; a few suffice, and their number does not depend on the
// machine.
cr_vec cr_flow_mean_spin(const cr_rigid *r, cr_vec spin, cr_vec torque, double h) {
    cr_vec kick = cr_vec_scale(0.5 * h, inertia_solve(r, torque)), mean = cr_vec_add(spin, kick);
    enum { PASSES = 40 };
    for (int i = 0; i < PASSES; i++) {
        cr_vec gyro = cr_vec_cross(cr_rigid_momentum(r, mean), mean);
        cr_vec next = cr_vec_add(cr_vec_along(spin, 0.5 * h, inertia_solve(r, gyro)), kick);
        cr_vec change = cr_vec_sub(next, mean);
        mean = next;
        if (cr_vec_dot(change, change) <= 1e-34 * cr_vec_dot(mean, mean)) break;
    }
    return mean;
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
