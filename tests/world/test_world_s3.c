// The preset s3: what the paper's step does to single bodies, in figures. docs/theory/worlds.md has them.
#include "plain_modes.h"
#include "ruler.h"
#include "silence.h"
#include "stacks.h"
#include "test.h"

#include <math.h>

static cr_world_def preset(cr_world_preset which) {
    cr_world_def def = which == CR_WORLD_CAROM ? quiet_world(1e-3) : cr_world_def_s3();
    def.preset = which;
    return def;
}

static void test_numbers_of_the_paper(void) {
    cr_world_def def = cr_world_def_s3();
    CHECK(def.preset == CR_WORLD_S3 && def.step == 1e-3 && def.steps_per_period == 6.5, "steps");
    CHECK(def.awake == 1e-5 && def.asleep == 1e-7 && def.hold == 0.0 && !def.sleeping, "thresholds");
}

// A rod of length, mass and wave speed 1 hits a wall with J modes at 6.5 steps per period. An impulse that
// stops the end leaves the modes where they are, so that the end closes in again: the rod comes back with
// half its speed, having gone almost half of its length into the wall, whatever J. (Exact: 1 - 1/(2 J + 1),
// 0; tests/world/test_world_modes.c.)
static void test_rod(int modes, double expected) {
    cr_world_def def = preset(CR_WORLD_S3);
    def.step = 1.0;
    def.gravity = (cr_vec){0, 0, 0};
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    cr_modes m = rod_modes(modes, rig.arena);
    world_floor(&rig, turn_about((cr_vec){0, 1, 0}, 0.5 * cr_pi), 0.0);
    cr_body_def body = body_at(0.513, 0, 0);
    body.modes = &m;
    body.contact_fmax = 1e9;
    body.velocity.x = -1.0;
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    int rod = world_add(&rig, "rod", "box", size, body);
    world_start(&rig);
    world_run(&rig, 4.0, NULL);
    cr_world_energy e = cr_world_ledger(rig.world);
    cr_world_stats s = cr_world_statistics(rig.world);
    double back = cr_world_body(rig.world, rod).velocity.x, lost = 1.0 - (e.kinetic + e.vibration) / 0.5;
    printf("rod of %d modes: comes back with %.4f, lost %.1f %%, %.3f of its length deep, a step gained %.1e "
           "J\n",
           modes, back, 100.0 * lost, s.penetration_greatest, s.gain_greatest);
    CHECK_NEAR(back, expected, 1e-3); // phases differ by less
    CHECK_NEAR(lost, 0.72, 0.01);
    CHECK_NEAR(s.penetration_greatest, 0.47, 0.01);
    CHECK(s.gain_greatest > 1e-6, "Newmark's energy does not waver: %g J", s.gain_greatest);
    CHECK(fabs(e.residual) < 1e-14, "ledger open by %g J", e.residual);
    world_end(&rig);
}

// The vertex of the surface nearest to a point of the top.
static int vertex_at(const cr_modes *m, double x, double y) {
    int found = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < m->vertices; i++) {
        const float *p = m->position + 3 * i;
        double far = hypot((double)p[0] - x, (double)p[1] - y);
        if ((double)p[2] < 0.0 || far >= least) continue;
        least = far;
        found = i;
    }
    return found;
}

// A ball on a plate: where impulses J = F h and Newmark's steps balance, modes stand still and yet have the
// rate h U F (1 + h sigma)/2 after each impulse; the ball goes down with what that is at its point, W F h/2
// and a little, and the plate does not.
static void test_sinking(double steps_per_period) {
    cr_world_def def = preset(CR_WORLD_S3);
    def.steps_per_period = steps_per_period;
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    cr_modes m;
    int ball = stack_ball_on_plate(&rig, &m);
    world_start(&rig);
    world_run(&rig, 1.0, NULL); // the lowest mode has died away
    double before = cr_world_body(rig.world, ball).pose.at.z;
    world_run(&rig, 1.5, NULL);
    double sinks = (before - cr_world_body(rig.world, ball).pose.at.z) / 0.5, expected = 0.0;
    double h = 1.0 / (steps_per_period * m.frequency[m.count - 1]);
    double force = 9.81 * cr_world_model_mass(rig.model, ball);
    for (int j = 0; j < m.count; j++) {
        double shape = (double)m.shape[3 * (j * m.vertices + vertex_at(&m, 0.1, 0.05)) + 2];
        expected += 0.5 * h * force * shape * shape * (1.0 + h * m.sigma[j]);
    }
    printf("%g steps per period: the ball sinks with %.4f mm/s, expected %.4f\n", steps_per_period,
           1e3 * sinks, 1e3 * expected);
    CHECK_REL(sinks, expected, 1e-3); // the point of contact wanders by a micrometre
    world_end(&rig);
}

// Impulses brake a block by exactly mu g h in each step, along a corner of the octagon; its way is too short
// by v h/2, first order.
static void test_slide(double h) {
    const double mu = 0.4, g = 9.81;
    cr_world_def def = preset(CR_WORLD_S3);
    def.step = h;
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, mu);
    cr_body_def body = body_at(0, 0, 0.01);
    body.velocity.x = 1.0;
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.06}, {"z", 0.02}, {0}};
    int block = world_add(&rig, "block", "box", size, body);
    world_start(&rig);
    world_run(&rig, 0.05, NULL);
    double fast = cr_world_body(rig.world, block).velocity.x;
    world_run(&rig, 0.15, NULL);
    double brakes = (fast - cr_world_body(rig.world, block).velocity.x) / 0.1;
    world_run(&rig, 0.5, NULL);
    cr_body_state end = cr_world_body(rig.world, block);
    double short_of = 0.5 / (mu * g) - end.pose.at.x;
    cr_world_stats s = cr_world_statistics(rig.world);
    printf("steps of %g ms: brakes with %.12g m/s^2, stops %.4f mm early, residual %.1e\n", 1e3 * h, brakes,
           1e3 * short_of, s.residual_greatest);
    CHECK_REL(brakes, mu * g, 1e-12);
    CHECK_NEAR(short_of, 0.5 * h, 0.01 * h); // of 1 m/s; it falls into contact for part of a step
    CHECK(fabs(end.velocity.x) < 1e-12, "creeps with %g m/s", end.velocity.x);
    CHECK(s.unsolved == 0 && s.residual_greatest < 1e-9, "%lld unsolved, residual %g", s.unsolved,
          s.residual_greatest);
    world_end(&rig);
}

// Across the corners friction pulls aside: of the directions of the octagon it takes the nearest, and a block
// that moves at 10 degrees loses its speed along one axis alone.
static void test_octagon(void) {
    cr_world_def def = preset(CR_WORLD_S3);
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.01 - 1e-6);
    body.velocity = (cr_vec){cos(cr_pi / 18.0), sin(cr_pi / 18.0), 0.0};
    const cr_setting size[] = {{"x", 0.04}, {"y", 0.04}, {"z", 0.02}, {0}};
    int block = world_add(&rig, "block", "box", size, body);
    world_start(&rig);
    world_run(&rig, 0.05, NULL);
    cr_vec v = cr_world_body(rig.world, block).velocity;
    double lost_x = body.velocity.x - v.x, lost_y = body.velocity.y - v.y;
    printf("at 10 degrees: %.6f m/s along x and %.2g m/s along y in 50 ms\n", lost_x, lost_y);
    CHECK_NEAR(lost_x, 0.4 * 9.81 * 0.05, 1e-10);
    CHECK_NEAR(lost_y, 0.0, 1e-10);
    world_end(&rig);
}

// (10): below 1e-8 m/s of all points together friction is left out, and the block creeps on; above, it stops.
// Not where it is asked to be solved always.
static void test_culling(double speed, bool allowed, bool culled) {
    cr_world_def def = preset(CR_WORLD_S3);
    def.culling = allowed;
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.01 - 1e-6);
    body.velocity.x = speed;
    const cr_setting size[] = {{"x", 0.04}, {"y", 0.04}, {"z", 0.02}, {0}};
    int block = world_add(&rig, "block", "box", size, body);
    world_start(&rig);
    world_run(&rig, 0.1, NULL);
    double left = cr_world_body(rig.world, block).velocity.x / speed;
    cr_world_stats s = cr_world_statistics(rig.world);
    printf("%g m/s at four points: %g of it left, friction left out in %lld of %lld steps\n", speed, left,
           s.friction_culled, s.holds);
    CHECK_NEAR(left, culled ? 1.0 : 0.0, 1e-4); // staggered projections end at 1e-9 of g h
    CHECK(s.friction_culled <= s.holds && s.friction_culled >= (allowed ? s.holds - 2 : 0), "%lld",
          s.friction_culled);
    CHECK(allowed || s.friction_culled == 0, "%lld", s.friction_culled);
    CHECK((s.friction_culled == s.holds) == culled, "%lld of %lld", s.friction_culled, s.holds);
    world_end(&rig);
}

// S3's Figure 7. Contacts that come and go with the sign of the velocity: the slab falls for a step and is
// caught in the next, now here, now there, as loud as its weight. Contacts wherever surfaces overlap: silence
// to rounding, on as few points as carry it; Carom: silence on all points.
static void test_silence(bool curved) {
    static silence s;
    double level[3];
    int points[3];
    for (int p = 0; p < 3; p++) {
        cr_world_def def = preset((cr_world_preset)p);
        level[p] = silence_of_slab(&def, curved, &s);
        points[p] = s.points;
    }
    printf("%s slab, level of its contact forces re weight [dB] (points): naive %.1f (%d), s3 %.1f (%d), "
           "Carom %.1f (%d)\n",
           curved ? "curved" : "flat", level[CR_WORLD_S3_NAIVE], points[CR_WORLD_S3_NAIVE],
           level[CR_WORLD_S3], points[CR_WORLD_S3], level[CR_WORLD_CAROM], points[CR_WORLD_CAROM]);
    CHECK_NEAR(level[CR_WORLD_S3_NAIVE], -5.0, 3.0);
    CHECK(level[CR_WORLD_S3] < -280.0, "the preset s3 is at %g dB", level[CR_WORLD_S3]);
    CHECK(level[CR_WORLD_CAROM] < -180.0, "Carom is at %g dB", level[CR_WORLD_CAROM]);
    CHECK(points[CR_WORLD_S3] <= 3, "%d points", points[CR_WORLD_S3]);
    CHECK(points[CR_WORLD_CAROM] == (curved ? 16 : 4), "%d points", points[CR_WORLD_CAROM]);
}

// Modes that come and go: many steps fewer. Without a hold a mode that comes has less energy than one that
// goes, and they change at every third step; modes that go take their energy with them.
static void test_ruler(void) {
    cr_world_def def = preset(CR_WORLD_S3);
    ruler_run fast = ruler_beats_in(&def, 0.15);
    def.adaptive = false;
    ruler_run full = ruler_beats_in(&def, 0.15);
    const cr_world_stats *s = &fast.stats;
    printf("ruler: %lld steps with all modes, %lld with those that ring, %lld ups, %lld downs; left %.3f and "
           "%.3f "
           "of the energy\n",
           full.stats.steps, s->steps, s->ups, s->downs, full.ledger.vibration / full.start,
           fast.ledger.vibration / fast.start);
    CHECK(5 * s->steps < full.stats.steps, "%lld steps, all modes %lld", s->steps, full.stats.steps);
    CHECK(4 * (s->ups + s->downs) > s->steps, "%lld ups, %lld downs", s->ups, s->downs);
    CHECK(full.stats.ups == 0 && full.stats.downs == 0, "all modes are simulated");
    CHECK(fast.ledger.vibration < 0.7 * full.ledger.vibration, "nothing went with the modes");
    CHECK(fabs(fast.ledger.residual) < 1e-14 && fabs(full.ledger.residual) < 1e-14, "ledger open by %g, %g J",
          fast.ledger.residual, full.ledger.residual);
    CHECK(s->unsolved == 0, "%lld unsolved", s->unsolved);
}

int main(void) {
    test_numbers_of_the_paper();
    test_rod(64, 0.5193);
    test_rod(256, 0.5261);
    test_sinking(6.5);
    test_sinking(13.0);
    test_slide(1e-3);
    test_slide(5e-4);
    test_octagon();
    test_culling(2e-9, true, true);
    test_culling(1e-7, true, false);
    test_culling(2e-9, false, false);
    test_silence(false);
    test_silence(true);
    test_ruler();
    return test_summary();
}
