// label: long
// A heavy symmetric top on a ball joint, ten precessions against the exact integral.
#include "test.h"
#include "worlds.h"

#include <math.h>

static const double g = 9.81, l = 0.05, radius = 0.03, thickness = 0.01;

// Per unit of mass: about the axis, and across it through the joint.
static double axial(void) {
    return 0.5 * radius * radius;
}

static double across(void) {
    return 0.25 * radius * radius + thickness * thickness / 12.0 + l * l;
}

typedef struct angles {
    double tilt, azimuth;
} angles;

// With u = cos(tilt): precession a' = (b0 - b3 u)/(1 - u^2) and tilt'' from the energy, with the constant
// angular momenta b3 = I3 w3/I1 about the axis and b0 about the vertical (Lagrange's top), by the
// fourth-order Runge-Kutta method for tilt, its rate and azimuth.
static void rates(const double s[3], double b0, double b3, double out[3]) {
    double c = cos(s[0]), n = sin(s[0]), precession = (b0 - b3 * c) / (n * n);
    out[0] = s[1];
    out[1] = precession * precession * n * c - b3 * precession * n + g * l / across() * n;
    out[2] = precession;
}

static angles exact(double tilt, double precession, double spin, double time, int steps) {
    double b3 = axial() / across() * spin, s[3] = {tilt, 0.0, 0.0}, h = time / steps;
    double b0 = precession * sin(tilt) * sin(tilt) + b3 * cos(tilt);
    for (int i = 0; i < steps; i++) {
        double k[4][3], at[3];
        for (int stage = 0; stage < 4; stage++) {
            double part = stage == 0 ? 0.0 : stage == 3 ? h : 0.5 * h;
            for (int j = 0; j < 3; j++) at[j] = s[j] + (stage ? part * k[stage - 1][j] : 0.0);
            rates(at, b0, b3, k[stage]);
        }
        for (int j = 0; j < 3; j++) s[j] += h / 6.0 * (k[0][j] + 2.0 * k[1][j] + 2.0 * k[2][j] + k[3][j]);
    }
    return (angles){s[0], s[2]};
}

// The greatest differences of tilt and azimuth at 100 times on the way.
static angles run(double tilt, double precession, double spin, double time, double step) {
    cr_world_def def = quiet_world(step);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"radius", radius}, {"thickness", thickness}, {0}};
    cr_vec axis = {sin(tilt), 0, cos(tilt)};
    cr_body_def body = body_at(l * axis.x, 0, l * axis.z);
    body.turn = turn_about((cr_vec){0, 1, 0}, tilt);
    // spin: all of it along the axis
    body.spin = cr_vec_add(cr_vec_scale(spin - precession * cos(tilt), axis), (cr_vec){0, 0, precession});
    body.velocity = cr_vec_cross(body.spin, body.at);
    int top = world_add(&rig, "top", "disc", size, body);
    cr_joint_def joint = {.kind = CR_JOINT_BALL, .a = top, .b = -1};
    CHECK(cr_world_model_join(rig.model, &joint, &rig.error) >= 0, "%s", rig.error.reason);
    world_start(&rig);
    angles worst = {0.0, 0.0};
    for (int i = 1; i <= 100; i++) {
        angles wanted = exact(tilt, precession, spin, time * i / 100, 400 * i);
        world_run(&rig, time * i / 100, NULL);
        cr_vec at = cr_world_body(rig.world, top).pose.at;
        double turned = atan2(at.y, at.x) - wanted.azimuth;
        worst.tilt = fmax(worst.tilt, fabs(acos(at.z / cr_vec_length(at)) - wanted.tilt));
        worst.azimuth = fmax(worst.azimuth, fabs(turned - 2.0 * cr_pi * round(turned / (2.0 * cr_pi))));
    }
    world_end(&rig);
    return worst;
}

// The error is of second order in the step: 1.2e-4 rad after ten turns at 0.1 ms, below 1e-6 at 8 us.
int main(void) {
    const double tilt = 0.4, precession = 6.0, time = 10.0 * 2.0 * cr_pi / precession;
    double steady =
        (cos(tilt) * (across() - axial()) * precession * precession + g * l) / (axial() * precession) +
        precession * cos(tilt);
    angles coarse = run(tilt, precession, steady, time, 1e-4),
           fine = run(tilt, precession, steady, time, 8e-6);
    printf("steady: off by %.3g and %.3g rad at 0.1 ms, by %.3g and %.3g rad at 8 us\n", coarse.tilt,
           coarse.azimuth, fine.tilt, fine.azimuth);
    CHECK(fine.tilt < 1e-6 && fine.azimuth < 1e-6, "off by %g and %g rad", fine.tilt, fine.azimuth);
    CHECK_REL(coarse.azimuth / fine.azimuth, 12.5 * 12.5, 0.1);
    // Let go with its axis at rest it nods: cusps of the azimuth, whose mean is about 6 rad/s again.
    coarse = run(tilt, 0.0, steady, 0.2 * time, 1e-4);
    fine = run(tilt, 0.0, steady, 0.2 * time, 5e-5);
    printf("nodding: off by %.3g and %.3g rad at 0.1 ms, by %.3g and %.3g rad at 0.05 ms\n", coarse.tilt,
           coarse.azimuth, fine.tilt, fine.azimuth);
    CHECK_REL(coarse.tilt / fine.tilt, 4.0, 0.1);
    CHECK_REL(coarse.azimuth / fine.azimuth, 4.0, 0.1);
    // (h w3)^2/12 of two turns, by which Cayley's map turns less.
    CHECK(fine.azimuth < 1.2e-4, "off by %g rad", fine.azimuth);
    return test_summary();
}
