// label: once
// A ball rolls down four turns of a helical half-pipe, as in scenes/s3/tracks.yaml, against the equations of
// a ball that rolls without slipping on that surface.
#include "carom/world.h"
#include "test.h"
#include "worlds.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846, g = 9.81;

enum { TURNS = 4 };

// The channel, the ball; its resistance to rolling, as a part of the radius of curvature, and to spinning
// [m].
typedef struct ride {
    double helix, pitch, channel, radius, rolling, spinning;
} ride;

// a: along the helix, phi: how far the ball is up the outer side; their speeds; w: spin about the normal.
typedef struct motion {
    double a, phi, da, dphi, w;
} motion;

static cr_vec sum(double x, cr_vec a, double y, cr_vec b) {
    return cr_vec_along(cr_vec_scale(x, a), y, b);
}

typedef struct surface {
    cr_vec n, n_a, n_phi, c_a, c_phi, bias; // normal, centre, and its second derivatives along the motion
} surface;

// The centre is c = h(a) - (b - r) n(a, phi), h the helix, n from the contact to the centre.
static surface surface_at(const ride *r, const motion *m) {
    double rise = r->pitch / (2 * pi), speed = sqrt(r->helix * r->helix + rise * rise), steep = rise / speed;
    double s = sin(m->a), c = cos(m->a), sp = sin(m->phi), cp = cos(m->phi), off = r->channel - r->radius;
    cr_vec out = {c, s, 0}, on = {-s, c, 0}, up = {steep * s, -steep * c, r->helix / speed};
    surface f = {
        .n = sum(-sp, out, cp, up), .n_a = sum(-sp, on, cp * steep, out), .n_phi = sum(-cp, out, -sp, up)};
    cr_vec n_aa = sum(sp, out, cp * steep, on), n_aphi = sum(-cp, on, -sp * steep, out);
    f.c_a = sum(1, (cr_vec){-r->helix * s, r->helix * c, rise}, -off, f.n_a);
    f.c_phi = cr_vec_scale(-off, f.n_phi);
    f.bias = sum(m->da * m->da, sum(-r->helix, out, -off, n_aa), -2 * off * m->da * m->dphi, n_aphi);
    f.bias = cr_vec_along(f.bias, off * m->dphi * m->dphi, f.n);
    return f;
}

// Lever arm of the resistance to rolling: a part of one over the relative curvature, the sum of the mean
// curvatures; along the helix the channel is curved as a torus.
static double arm_of(const ride *r, double phi) {
    double along = sin(phi) / (r->helix + r->channel * sin(phi));
    return r->rolling / (1.0 / r->radius - 0.5 * (1.0 / r->channel + along));
}

// With k = 2/5, u the velocity of the centre, Q the force across the contact, all over the mass:
//   (1 + k) u'_t = g_t + k r w n x n' - rolling Q u/(|u| r),  w' = n.(u x n')/r - spinning Q sign(w)/(k r^2)
// (the sign goes over within 0.1 rad/s), from m u' = m g + Q n + f, I omega' = -r n x f + torques, omega = n
// x u/r + w n.
static motion rate(const ride *r, const motion *m) {
    const double k = 0.4;
    surface f = surface_at(r, m);
    cr_vec u = sum(m->da, f.c_a, m->dphi, f.c_phi), dn = sum(m->da, f.n_a, m->dphi, f.n_phi);
    double force = cr_vec_dot(f.n, f.bias) + g * f.n.z;
    double slow = arm_of(r, m->phi) * force / r->radius / cr_vec_length(u);
    cr_vec push = sum(k * r->radius * m->w, cr_vec_cross(f.n, dn), -slow, u);
    push = cr_vec_along(push, -(1 + k), f.bias);
    push.z -= g;
    double aa = (1 + k) * cr_vec_dot(f.c_a, f.c_a), ap = (1 + k) * cr_vec_dot(f.c_a, f.c_phi);
    double pp = (1 + k) * cr_vec_dot(f.c_phi, f.c_phi), det = aa * pp - ap * ap;
    double x = cr_vec_dot(f.c_a, push), y = cr_vec_dot(f.c_phi, push);
    double brake = r->spinning * force / (k * r->radius * r->radius);
    return (motion){.a = m->da,
                    .phi = m->dphi,
                    .da = (pp * x - ap * y) / det,
                    .dphi = (aa * y - ap * x) / det,
                    .w = cr_vec_dot(f.n, cr_vec_cross(u, dn)) / r->radius - brake * tanh(10 * m->w)};
}

static motion moved(const motion *m, double h, const motion *d) {
    return (motion){m->a + h * d->a, m->phi + h * d->phi, m->da + h * d->da, m->dphi + h * d->dphi,
                    m->w + h * d->w};
}

static motion runge_kutta(const ride *r, motion m, double h) {
    motion k1 = rate(r, &m), at = moved(&m, 0.5 * h, &k1), k2 = rate(r, &at);
    at = moved(&m, 0.5 * h, &k2);
    motion k3 = rate(r, &at);
    at = moved(&m, h, &k3);
    motion k4 = rate(r, &at);
    m = moved(&m, h / 6, &k1);
    m = moved(&m, h / 3, &k2);
    m = moved(&m, h / 3, &k3);
    return moved(&m, h / 6, &k4);
}

static double speed_of(const ride *r, const motion *m) {
    surface f = surface_at(r, m);
    return cr_vec_length(sum(m->da, f.c_a, m->dphi, f.c_phi));
}

static double length_per_radian(const ride *r) {
    return hypot(r->helix, r->pitch / (2 * pi));
}

// Speeds after each turn.
static void reference(const ride *r, motion m, double speed[TURNS]) {
    double start = m.a;
    for (int turn = 0; turn < TURNS;) {
        m = runge_kutta(r, m, 2e-5);
        if (m.a <= start - 2 * pi * (turn + 1)) speed[turn++] = speed_of(r, &m);
    }
    printf("after %d turns %.1f degrees up, spin %.0f rad/s\n", TURNS, m.phi * 180 / pi, m.w);
}

static world_rig chute_and_ball(const ride *r, const motion *m, int *ball) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    cr_body_def chute = body_at(0, 0, 0), body = chute;
    chute.fixed = chute.from_origin = true;
    chute.grip.rest = chute.grip.dynamic = body.grip.rest = body.grip.dynamic = 0.9; // it never slips
    world_add(&rig, "chute", "half-pipe",
              (cr_setting[]){{"radius", r->channel},
                             {"thickness", 0.0015},
                             {"helix", r->helix},
                             {"pitch", r->pitch},
                             {"turns", TURNS + 0.1},
                             {0}},
              chute);
    surface f = surface_at(r, m);
    cr_vec on = {r->helix * cos(m->a), r->helix * sin(m->a), r->pitch * m->a / (2 * pi)};
    body.at = cr_vec_along(on, r->radius - r->channel, f.n);
    body.velocity = cr_vec_scale(m->da, f.c_a);
    body.spin = cr_vec_scale(1.0 / r->radius, cr_vec_cross(f.n, body.velocity));
    body.density = 7850;
    body.grip.rolling = r->rolling;
    body.grip.spinning = r->spinning;
    *ball = world_add(&rig, "ball", "sphere", (cr_setting[]){{"radius", r->radius}, {0}}, body);
    return rig;
}

static double angle_of(cr_vec at) {
    return atan2(at.y, at.x);
}

static void world_speeds(const ride *r, const motion *m, double speed[TURNS]) {
    int ball;
    world_rig rig = chute_and_ball(r, m, &ball);
    world_start(&rig);
    double gone = 0.0, before = angle_of(cr_world_body(rig.world, ball).pose.at), v_before = 0.0;
    for (int turn = 0, i = 1; turn < TURNS && i < 8000; i++) {
        world_run(&rig, 1e-3 * i, NULL);
        cr_body_state now = cr_world_body(rig.world, ball);
        double angle = angle_of(now.pose.at), went = remainder(before - angle, 2 * pi),
               v = cr_vec_length(now.velocity);
        double goal = 2 * pi * (turn + 1);
        if (gone + went >= goal) speed[turn++] = v_before + (v - v_before) * (goal - gone) / went;
        gone += went, before = angle, v_before = v;
    }
    world_end(&rig);
}

// Steps of 1 ms are of second order: at 1 m/s the ball turns by 7e-3 about the axis in one, and the square of
// that is far below the bound; what remains is the curvature of the channel along the helix, taken as that of
// a torus.
static void compare(double spinning, double found[TURNS]) {
    ride r = {.helix = 0.15,
              .pitch = 0.05,
              .channel = 0.009,
              .radius = 0.006,
              .rolling = 2.0 / 300,
              .spinning = spinning};
    motion start = {.a = 2 * pi * (TURNS + 0.05), .da = -0.07 / length_per_radian(&r)};
    double exact[TURNS];
    reference(&r, start, exact);
    world_speeds(&r, &start, found);
    for (int i = 0; i < TURNS; i++) {
        printf("spinning %g m, turn %d: %.4f m/s, exact %.4f\n", spinning, i + 1, found[i], exact[i]);
        CHECK(fabs(found[i] / exact[i] - 1.0) < 1e-3, "turn %d: %g instead of %g m/s", i + 1, found[i],
              exact[i]);
    }
}

int main(void) {
    double held[TURNS], free[TURNS], little[TURNS];
    // What does not spin about the normal keeps all of its energy for rolling; the twist of the helix and the
    // way up the side turn a ball that may: a ball without such resistance is a quarter slower in the end.
    compare(1e-3, held);
    compare(1e-5, little);
    compare(0.0, free);
    const double plain[TURNS] = {0.76, 1.06, 1.28, 1.46}; // energy and rolling resistance alone, from 0.1 m/s
    for (int i = 0; i < TURNS; i++)
        CHECK(fabs(held[i] / plain[i] - 1.0) < 0.015, "turn %d: %g instead of %g m/s", i + 1, held[i],
              plain[i]);
    CHECK(free[TURNS - 1] < 0.75 * held[TURNS - 1], "%g against %g m/s", free[TURNS - 1], held[TURNS - 1]);
    return test_summary();
}
