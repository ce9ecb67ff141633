// Edges and balls that roll on planes and in channels: contact points that move are silent, and what lies
// flat rests. Bands of force are dB of the weight.
#include "force_record.h"
#include "precession.h"
#include "test.h"

#include <math.h>

static const double g = 9.81, pi = 3.14159265358979323846;

// Exact: the force is the weight and the tilt stays. Fixed points on the edge tick at +5 dB and fall flat.
// Steps of the turn x = W h about the vertical have a steady precession of their own. At small tilts a the
// axis goes along chords by the mean of two spins, 2 sin(a) sin(x/2) = h w cos(x/2), and angular momentum
// likewise, 2 I w sin(x/2) = h m g R; together W is smaller by the part x^2/48 and w larger by x^2/16. Begun
// with the w of no steps it nutates by that, -109 dB at 0.2 degrees.
static void ring(double degrees) {
    const cr_setting size[] = {{"radius", 0.06}, {"thickness", 0.004}, {0}};
    const edge e = {0.06, 0.0, 0.002};
    const int steps = TEST_AMOUNT(32768, 2048); // a second
    cr_world_def def = quiet_world(3.05e-5);
    world_rig rig = world_begin(&def);
    const cr_form *form = cr_form_new("ring", size, rig.arena, NULL);
    cr_body_def body = precessing(&e, degrees * pi / 180, form->inertia, form->volume);
    double turn = cr_vec_length(body.spin) / sin(degrees * pi / 180) * def.step;
    body.spin = cr_vec_scale(1.0 + turn * turn / 16.0, body.spin);
    body.at.z -= g * 0.1 * 0.01 * def.step * def.step; // its spring is pressed by the weight: m g/k
    world_floor(&rig, cr_quat_none, 0.4);
    int r = world_add(&rig, "ring", "ring", size, body);
    world_start(&rig);
    force_record record = force_record_new(def.step, (steps + 512) * def.step, -1);
    cr_world_sink sink = force_record_sink(&record);
    double energy = world_energy(&rig), weight = g * cr_world_model_mass(rig.model, r), band[FORCE_BANDS];
    world_run(&rig, (steps + 300) * def.step, &sink);
    force_record_bands(&record, 256, steps, weight, band);
    tilted t = tilt_of(cr_world_body(rig.world, r).pose.turn, &e);
    double tilt = asin(hypot(t.axis.x, t.axis.y)) * 180 / pi / degrees,
           change = world_energy(&rig) / energy - 1.0;
    printf("ring at %g degrees: %.0f %.0f %.0f %.0f dB, tilt 1%+.1e, energy %.1e\n", degrees, band[0],
           band[1], band[2], band[3], tilt - 1.0, change);
    CHECK(!record.uneven, "steps of other lengths");
    CHECK(force_record_worst(band) < TEST_AMOUNT(-110.0, -60.0), "%g dB", force_record_worst(band));
    CHECK_NEAR(tilt, 1.0, 1e-3);
    CHECK_NEAR(change, 0.0, 1e-6);
    force_record_free(&record);
    world_end(&rig);
}

// A coin that rolls round; its greatest slip.
static double coin(double step) {
    const cr_setting size[] = {{"radius", 0.06}, {"thickness", 0.003}, {"round", 5e-4}, {0}};
    const edge e = {0.06 - 5e-4, 0.001, 5e-4};
    cr_world_def def = quiet_world(step);
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 0.8);
    cr_body_def body = body_at(0, 0, 0);
    body.grip.rest = body.grip.dynamic = 0.8;
    body.turn = turn_about((cr_vec){1, 0, 0}, 0.5 * pi - 0.35);
    tilted t = tilt_of(body.turn, &e);
    body.at.z = -t.contact.z;
    body.spin = cr_quat_turn(body.turn, (cr_vec){0.5, 1, 18});
    body.velocity = cr_vec_scale(-1.0, cr_vec_cross(body.spin, t.contact));
    int c = world_add(&rig, "coin", "disc", size, body);
    world_start(&rig);
    double energy = world_energy(&rig), slip = 0.0;
    int steps = (int)(TEST_AMOUNT(1.0, 0.1) / step + 0.5);
    for (int i = 1; i <= steps; i++) {
        world_run(&rig, i * step, NULL);
        cr_body_state s = cr_world_body(rig.world, c);
        t = tilt_of(s.pose.turn, &e);
        cr_vec v = cr_vec_add(s.velocity, cr_vec_cross(s.spin, t.contact));
        if (i > 10) slip = fmax(slip, hypot(v.x, v.y));
    }
    double change = world_energy(&rig) / energy - 1.0;
    printf("coin, step %g s: slips at %.2e m/s, energy %.1e\n", step, slip, change);
    // 6e-7 at 1e-3, and at least of second order.
    CHECK(fabs(change) <= 0.6 * step * step, "energy changes by %g", change);
    world_end(&rig);
    return slip;
}

static void test_coin(void) {
    double coarse = coin(1e-3), fine = coin(1e-4);
    CHECK(fine <= 3e-7, "slips at %g m/s", fine);
    CHECK_NEAR(log10(coarse / fine), 2.0, 0.1);
}

// From rest down a helical channel; the error of energy as a part of what gravity gave.
static double marble(double step, bool listen) {
    const double r = 0.008, channel = 0.02, helix = 0.1, rise = 0.08 / (2 * pi), a = 2 * pi - 0.3;
    const double speed = sqrt(helix * helix + rise * rise), end = TEST_AMOUNT(1.05, 0.1);
    cr_world_def def = quiet_world(step);
    world_rig rig = world_begin(&def);
    cr_body_def pipe = body_at(0, 0, 0), body = pipe;
    pipe.fixed = pipe.from_origin = true;
    world_add(&rig, "pipe", "half-pipe", NULL, pipe);
    cr_vec up = {rise / speed * sin(a), -rise / speed * cos(a), helix / speed};
    body.at = cr_vec_along((cr_vec){helix * cos(a), helix * sin(a), rise * a}, r - channel, up);
    body.density = 2500;
    int m = world_add(&rig, "marble", "sphere", (cr_setting[]){{"radius", r}, {0}}, body);
    world_start(&rig);
    double energy = world_energy(&rig), weight = g * cr_world_model_mass(rig.model, m), band[FORCE_BANDS];
    force_record record = force_record_new(step, end, -1);
    record.stiffness = 2.0 * weight / g / (0.2 * 0.01 * step * step);
    cr_world_sink sink = force_record_sink(&record);
    world_run(&rig, end, &sink);
    double fell = body.at.z - cr_world_body(rig.world, m).pose.at.z;
    double error = (world_energy(&rig) - energy) / (weight * fell);
    printf("marble, step %g s: energy %.1e, %.1e m too deep\n", step, error, -record.deepest);
    CHECK(record.deepest >= -1e-10, "%g m too deep", -record.deepest);
    if (listen) {
        force_record_bands(&record, 0, TEST_AMOUNT(32768, 2048), weight, band);
        printf("marble: %.0f %.0f %.0f %.0f dB\n", band[0], band[1], band[2], band[3]);
        CHECK(force_record_worst(band) < TEST_AMOUNT(-120.0, -60.0), "%g dB", force_record_worst(band));
        CHECK(!record.uneven, "steps of other lengths");
    }
    force_record_free(&record);
    world_end(&rig);
    return error;
}

static void test_marble(void) {
    double error[3] = {marble(3e-4, false), marble(1e-4, false), marble(3e-5, true)};
    CHECK(fabs(error[2]) <= 1e-8, "energy is off by %g", error[2]);
    for (int i = 0; i < 2; i++)
        CHECK(fabs(error[i]) >= 8.0 * fabs(error[i + 1]), "from %g to %g only", error[i], error[i + 1]);
}

// A ring that spins in a trough touches it at two points, which stay while the ring turns under them.
static void test_trough(void) {
    const double trough = 0.1, radius = 0.04, round = 0.002, step = 3.05e-5;
    const double deep = sqrt((trough - round) * (trough - round) - radius * radius);
    const int steps = TEST_AMOUNT(4096, 512);
    cr_world_def def = quiet_world(step);
    world_rig rig = world_begin(&def);
    cr_body_def pipe = body_at(0, 0, 0), body = body_at(0, 0, -deep);
    pipe.fixed = true;
    pipe.turn = turn_about((cr_vec){0, 1, 0}, 0.5 * pi);
    pipe.grip.rest = pipe.grip.dynamic = body.grip.rest = body.grip.dynamic = 0.0;
    body.spin.z = 20.0;
    world_add(&rig, "pipe", "tube",
              (cr_setting[]){{"radius", trough + 0.004}, {"thickness", 0.004}, {"length", 0.4}, {0}}, pipe);
    int r = world_add(&rig, "ring", "ring", (cr_setting[]){{"radius", radius}, {"thickness", 2 * round}, {0}},
                      body);
    world_start(&rig);
    force_record record = force_record_new(step, (steps + 64) * step, -1);
    cr_world_sink sink = force_record_sink(&record);
    world_run(&rig, (steps + 34) * step, &sink);
    double expected = g * cr_world_model_mass(rig.model, r) * (trough - round) / deep, worst = 0.0,
           band[FORCE_BANDS];
    for (int i = 32; i < steps + 32; i++) worst = fmax(worst, fabs(record.force[i] / expected - 1.0));
    force_record_bands(&record, 32, steps, expected, band);
    printf("trough: force within %.1e, %.0f %.0f %.0f %.0f dB\n", worst, band[0], band[1], band[2], band[3]);
    CHECK(worst <= 1e-6, "force is off by %g", worst);
    CHECK(force_record_worst(band) < -110.0, "%g dB", force_record_worst(band));
    CHECK(record.lasts == 2, "%d points", record.lasts);
    force_record_free(&record);
    world_end(&rig);
}

// A ring that is slowed until it lies flat: then nothing varies.
static void test_spin_down(void) {
    const double tilt = 0.01, spin = 1.7;
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.06 * sin(tilt) + 0.002);
    body.turn = turn_about((cr_vec){0, 1, 0}, tilt);
    body.spin = (cr_vec){-spin * cos(tilt), 0, spin * sin(tilt)};
    body.grip.rolling = 0.5;
    int r =
        world_add(&rig, "ring", "ring", (cr_setting[]){{"radius", 0.06}, {"thickness", 0.004}, {0}}, body);
    world_start(&rig);
    force_record record = force_record_new(def.step, 0.6, -1);
    cr_world_sink sink = force_record_sink(&record);
    world_run(&rig, 0.6, &sink);
    double weight = g * cr_world_model_mass(rig.model, r),
           flicker = force_record_turning(&record, 500) / weight;
    cr_world_stats s = cr_world_statistics(rig.world);
    double turns = cr_vec_length(cr_world_body(rig.world, r).spin);
    printf("spin down: forces vary by %.1e of the weight, turns at %.1e rad/s\n", flicker, turns);
    CHECK(flicker <= 1e-12, "forces vary by %g of the weight", flicker);
    CHECK(turns <= 1e-9, "turns at %g rad/s", turns);
    CHECK(s.gain_greatest <= 1e-14, "a step gained %g J", s.gain_greatest);
    CHECK(s.penetration_greatest <= 1e-6, "%g m deep", s.penetration_greatest);
    force_record_free(&record);
    world_end(&rig);
}

int main(void) {
    ring(5.0);
    ring(1.0);
    ring(0.2);
    test_coin();
    test_marble();
    test_trough();
    test_spin_down();
    return test_summary();
}
