// Compression that follows from materials and curvature: Hertz's contact of two balls, of ellipsoids' kin,
// and bounces with the restitution that is asked for.
#include "carom/material.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

static const double steel = 2e11, glass = 6.2e10;

// --- elliptic contact -----------------------------------------------------------------------------------

// Integrals of the pressure's potential by the trapezoidal rule, which converges like exp for periodic
// integrands: K = int dt/D, E = int D dt over a quarter, D^2 = 1 - e^2 sin^2 t.
static void integrals(double axis, double *k, double *e) {
    enum { POINTS = 400 };
    *k = *e = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double s = sin(cr_pi * i / POINTS), d = sqrt(1.0 - (1.0 - axis * axis) * s * s);
        *k += 0.5 * cr_pi / d / POINTS;
        *e += 0.5 * cr_pi * d / POINTS;
    }
}

// An ellipse of semi-axes a, b under the load P of pressure p0 sqrt(1 - x^2/a^2 - y^2/b^2) sinks by
// 3 P K/(2 pi a E*) and needs the curvatures 1/R' = 3 P (K - E)/(pi a^3 e^2 E*), 1/R'' = 3 P (E a^2/b^2 -
// K)/(pi a^3 e^2 E*) (Johnson, 4.2): the stiffness from these radii must give back P.
static void test_ellipse(void) {
    const double axes[] = {0.99, 0.7, 0.3, 0.1};
    for (int i = 0; i < 4; i++) {
        double k, e, b = axes[i], load = 2.0, squared = 1.0 - b * b;
        integrals(b, &k, &e);
        double depth = 1.5 * load * k / cr_pi;
        double large = cr_pi * squared / (3.0 * load * (k - e));
        double small = cr_pi * squared / (3.0 * load * (e / (b * b) - k));
        CHECK_REL(cr_hertz_stiffness_ellipse(1.0, small, large) * pow(depth, 1.5), load, 1e-9);
        CHECK_REL(cr_hertz_stiffness_ellipse(1.0, large, small) * pow(depth, 1.5), load, 1e-9);
    }
    CHECK_REL(cr_hertz_stiffness_ellipse(3.0, 0.04, 0.04), 4.0 * 0.2, 1e-15);
    CHECK_REL(cr_hertz_stiffness_ellipse(3.0, 0.04, 0.04 * (1.0 + 1e-6)), 4.0 * 0.2, 1e-6);
}

// --- bounces --------------------------------------------------------------------------------------------

typedef struct pulse {
    double from, to, peak;
} pulse;

static cr_status watch(void *context, const cr_world_contact *c) {
    pulse *p = context;
    double force = cr_vec_length(c->force);
    if (!(force > 0.0)) return CR_OK;
    if (p->peak == 0.0) p->from = c->t0;
    p->to = c->t1;
    p->peak = fmax(p->peak, force);
    return CR_OK;
}

typedef struct hit {
    cr_compress kind;
    double restitution, speed, step;
} hit;

// A body meets another along x without gravity; the speed of parting over that of approach.
static double bounce(const hit *h, pulse *p, double *mass) {
    cr_world_def def = quiet_world(h->step);
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    const cr_setting small[] = {{"radius", 0.01}, {0}}, large[] = {{"radius", 0.03}, {0}};
    cr_body_def a = body_at(0, 0, 0), b = body_at(0.04 + 3.7e-6, 0, 0);
    a.velocity.x = h->speed;
    a.compress = b.compress = h->kind;
    b.young = glass;
    b.poisson = 0.2;
    b.density = 2600.0;
    a.restitution = h->restitution;
    b.restitution = 1.0;
    int first = world_add(&rig, "a", "sphere", small, a), second = world_add(&rig, "b", "sphere", large, b);
    double ma = cr_world_model_mass(rig.model, first), mb = cr_world_model_mass(rig.model, second);
    *mass = ma * mb / (ma + mb);
    world_start(&rig);
    cr_world_sink sink = {.context = p, .contact = watch};
    world_run(&rig, 2e-3, &sink);
    cr_world_energy e = cr_world_ledger(rig.world);
    CHECK(fabs(e.residual) < 1e-14 * (e.kinetic + e.impacts) + 1e-18, "ledger open by %g J", e.residual);
    double apart = cr_world_body(rig.world, second).velocity.x - cr_world_body(rig.world, first).velocity.x;
    world_end(&rig);
    return apart / h->speed;
}

// tau = 2.86827 (m^2/(E*^2 R v))^(1/5), and F = k d^(3/2) at the depth where k d^(5/2)/(5/2) = m v^2/2. Steps
// of a 500th of the contact see its begin and end to a step, and the peak, flat over many steps, to second
// order.
static void test_hertz(void) {
    const double modulus = 1.0 / ((1.0 - 0.29 * 0.29) / steel + (1.0 - 0.2 * 0.2) / glass), radius = 0.0075;
    const double speeds[] = {0.05, 1.0, 10.0};
    for (int i = 0; i < 3; i++) {
        pulse p = {0};
        double mass, v = speeds[i];
        hit h = {CR_COMPRESS_HERTZ, 1.0, v, 1.0};
        h.step = 2e-7 / pow(v, 0.2);
        double e = bounce(&h, &p, &mass);
        double tau = 2.86827 * pow(mass * mass / (modulus * modulus * radius * v), 0.2);
        double k = 4.0 / 3.0 * modulus * sqrt(radius), depth = pow(1.25 * mass * v * v / k, 0.4);
        double force = k * depth * sqrt(depth);
        printf("Hertz at %g m/s: e - 1 = %.2g, %.4g us (%.4g), %.5g N (%.5g)\n", v, e - 1.0,
               1e6 * (p.to - p.from), 1e6 * tau, p.peak, force);
        CHECK(fabs(e - 1.0) < 1e-10, "e = %.12g", e);
        CHECK(fabs(p.to - p.from - tau) < 2.0 * h.step, "lasts %g s, not %g", p.to - p.from, tau);
        CHECK_REL(p.peak, force, 1e-3);
    }
}

// As long as the program itself makes its steps.
static void test_restitution(void) {
    const double wanted[] = {0.95, 0.7, 0.4}, speeds[] = {0.02, 0.5, 5.0};
    for (int kind = CR_COMPRESS_HUNT_CROSSLEY; kind <= CR_COMPRESS_AZAD_FEATHERSTONE; kind++)
        for (int i = 0; i < 9; i++) {
            pulse p = {0};
            double mass, e = wanted[i % 3];
            hit h = {(cr_compress)kind, e, speeds[i / 3], 1e-3};
            double found = bounce(&h, &p, &mass);
            printf("kind %d, %g m/s: e %.6f, asked %g\n", kind, h.speed, found, e);
            CHECK(fabs(found - e) < 1e-3, "e = %g, not %g", found, e);
        }
}

// Two capsules across each other touch like balls where they are equally thick, else in an ellipse; a capsule
// on a ball likewise. The greatest force of a lossless impact tells k: F = k (5 m v^2/4k)^(3/5).
static double stiffness_found(const cr_setting *a, const cr_setting *b, cr_quat turn) {
    cr_world_def def = quiet_world(2e-7);
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    cr_body_def first = body_at(0, 0, 0), second = body_at(a->value + b->value + 2e-6, 0, 0);
    first.velocity.x = 1.0;
    first.compress = CR_COMPRESS_HERTZ;
    second.turn = turn;
    int one = world_add(&rig, "a", a[1].name ? "capsule" : "sphere", a, first);
    int two = world_add(&rig, "b", "capsule", b, second);
    double ma = cr_world_model_mass(rig.model, one), mb = cr_world_model_mass(rig.model, two);
    double m = ma * mb / (ma + mb);
    pulse p = {0};
    cr_world_sink sink = {.context = &p, .contact = watch};
    world_start(&rig);
    world_run(&rig, 3e-4, &sink);
    world_end(&rig);
    return pow(p.peak, 2.5) / pow(1.25 * m, 1.5);
}

static void test_capsules(void) {
    const double modulus = 0.5 * steel / (1.0 - 0.29 * 0.29);
    const cr_setting thick[] = {{"radius", 0.02}, {"length", 0.1}, {0}},
                     thin[] = {{"radius", 0.005}, {"length", 0.1}, {0}}, ball[] = {{"radius", 0.02}, {0}};
    cr_quat across = turn_about((cr_vec){1, 0, 0}, 0.5 * cr_pi);
    double alike = stiffness_found(thick, thick, across), unlike = stiffness_found(thick, thin, across),
           on_ball = stiffness_found(ball, thin, cr_quat_none);
    printf("capsules: %.5g, %.5g, on a ball %.5g N/m^1.5\n", alike, unlike, on_ball);
    CHECK_REL(alike, 4.0 / 3.0 * modulus * sqrt(0.02), 1e-3);
    CHECK_REL(unlike, cr_hertz_stiffness_ellipse(modulus, 0.02, 0.005), 1e-3);
    CHECK_REL(on_ball, cr_hertz_stiffness_ellipse(modulus, 0.02, 0.004), 1e-3);
}

// A ball that begins 30 um deep in the floor, 20 times as deep as it lies at rest, comes up at the speed
// `push` and rests in the end as deep as its weight presses it. What lifts it is booked.
static void test_sunken(void) {
    const double radius = 0.02, mass = 7850.0 * 4.0 / 3.0 * cr_pi * radius * radius * radius;
    for (int kind = CR_COMPRESS_HUNT_CROSSLEY; kind <= CR_COMPRESS_AZAD_FEATHERSTONE; kind++) {
        cr_world_def def = quiet_world(1e-4);
        world_rig rig = world_begin(&def);
        cr_body_def body = body_at(0, 0, radius - 3e-5);
        body.compress = (cr_compress)kind;
        body.young = 1e9;
        world_floor(&rig, cr_quat_none, 0.4);
        int ball = world_add(&rig, "ball", "sphere", NULL, body);
        world_start(&rig);
        double modulus = 1.0 / ((1.0 - 0.29 * 0.29) * (1.0 / 1e9 + 1.0 / steel)), top = 0.0;
        for (int i = 1; i <= 100; i++) {
            world_run(&rig, 0.01 * i, NULL);
            top = fmax(top, cr_world_body(rig.world, ball).pose.at.z);
        }
        double rest = pow(mass * 9.81 / (4.0 / 3.0 * modulus * sqrt(radius)), 2.0 / 3.0);
        double depth = radius - cr_world_body(rig.world, ball).pose.at.z;
        cr_world_energy e = cr_world_ledger(rig.world);
        printf("sunken: at last %.4g um deep (%.4g), pushed %.3g J of %.3g\n", 1e6 * depth, 1e6 * rest,
               e.pushed, mass * 9.81 * (3e-5 - rest));
        CHECK_REL(depth, rest, 1e-3);
        CHECK(top < radius, "thrown up to %g um above the floor", 1e6 * (top - radius));
        CHECK(e.pushed > mass * 9.81 * (3e-5 - rest), "pushed %g J", e.pushed);
        CHECK(fabs(e.residual) < 1e-15, "ledger open by %g J", e.residual);
        world_end(&rig);
    }
}

int main(void) {
    test_capsules();
    test_sunken();
    test_ellipse();
    test_hertz();
    test_restitution();
    return test_summary();
}
