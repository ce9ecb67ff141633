// Sliding, rolling and stopping against closed forms.
#include "test.h"
#include "world/world_internal.h"
#include "worlds.h"

#include <math.h>

static const double g = 9.81;

static void check_books(const world_rig *rig, double scale) {
    cr_world_energy e = cr_world_ledger(rig->world);
    cr_world_stats s = cr_world_statistics(rig->world);
    // Sums over thousands of steps of numbers of this size.
    CHECK(fabs(e.residual) <= 1e-12 * scale, "ledger open by %g J of %g", e.residual, scale);
    CHECK(s.gain_greatest <= 1e-13 * scale, "a step gained %g J of %g", s.gain_greatest, scale);
    CHECK(s.unsolved == 0, "%lld unsolved", s.unsolved);
}

// v = v0 - mu g t until it stops at v0^2/(2 mu g), and then nothing moves.
static void test_block(void) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.06}, {"z", 0.02}, {0}};
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.01);
    body.velocity.x = 1.0;
    int block = world_add(&rig, "block", "box", size, body);
    world_start(&rig);
    double off = 0.0;
    for (int i = 1; i <= 4; i++) {
        world_run(&rig, 0.05 * i, NULL);
        cr_body_state s = cr_world_body(rig.world, block);
        off = fmax(off, fabs(s.velocity.x - (1.0 - 0.4 * g * 0.05 * i)));
    }
    world_run(&rig, 0.5, NULL);
    cr_body_state s = cr_world_body(rig.world, block);
    CHECK_NEAR(s.pose.at.x, 1.0 / (2.0 * 0.4 * g), 1e-6);
    printf("block: speed within %.1e m/s, stopped to %.1e m/s\n", off, cr_vec_length(s.velocity));
    CHECK(off <= 1e-12, "speed off by %g m/s", off);
    CHECK(cr_vec_length(s.velocity) <= 1e-10, "creeps at %g m/s", cr_vec_length(s.velocity));
    double stopped = s.pose.at.x;
    world_run(&rig, 1.5, NULL);
    CHECK_NEAR(cr_world_body(rig.world, block).pose.at.x, stopped, 1e-10);
    check_books(&rig, 1.0);
    world_end(&rig);
}

// A block on a slope: how far it is and how fast after 0.5 s, and how far and how much faster a second later.
typedef struct slope_run {
    double way, speed, later, gained;
} slope_run;

static slope_run way_down(double tangent, double mu) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    double angle = atan(tangent);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.06}, {"z", 0.02}, {0}};
    cr_quat turn = turn_about((cr_vec){0, 1, 0}, angle);
    world_floor(&rig, turn, mu);
    cr_body_def body = body_at(0.01 * sin(angle), 0, 0.01 * cos(angle));
    body.turn = turn;
    body.grip.rest = body.grip.dynamic = mu;
    int block = world_add(&rig, "block", "box", size, body);
    world_start(&rig);
    world_run(&rig, 0.5, NULL);
    cr_body_state mid = cr_world_body(rig.world, block);
    world_run(&rig, 1.5, NULL);
    cr_body_state end = cr_world_body(rig.world, block);
    check_books(&rig, 1.0);
    world_end(&rig);
    double speed = cr_vec_length(mid.velocity);
    return (slope_run){cr_vec_length(cr_vec_sub(mid.pose.at, body.at)), speed,
                       cr_vec_length(cr_vec_sub(end.pose.at, mid.pose.at)),
                       cr_vec_length(end.velocity) - speed};
}

// tan(angle) = mu parts rest from sliding; beyond, g (sin - mu cos).
static void test_threshold(void) {
    const double mu = 0.4, t = 0.5;
    double slow = 1e-6 * g * mu / sqrt(1.0 + mu * mu) * t;
    // A millionth below, it stays: a hundredth of the speed that it has a millionth above.
    slope_run r = way_down(mu * (1.0 - 1e-6), mu);
    CHECK(r.way < 1e-7 && r.speed < 0.01 * slow, "slides by %g m at %g m/s below the threshold", r.way,
          r.speed);
    r = way_down(mu * (1.0 + 1e-6), mu);
    printf("a millionth above the threshold: %.4g m/s (%.4g)\n", r.speed, slow);
    CHECK_REL(r.speed, slow, 0.05);
    r = way_down(0.9 * mu, mu);
    printf("at 0.9 of the threshold: creeps %.1e m in a second\n", r.later);
    CHECK(r.way < 1e-7 && r.speed < 1e-10, "slides by %g m at %g m/s", r.way, r.speed);
    CHECK(r.later <= 1e-12, "creeps by %g m in a second", r.later); // what holds it remembers
    r = way_down(1.1 * mu, mu);
    double angle = atan(1.1 * mu), faster = g * (sin(angle) - mu * cos(angle)), exact = 0.5 * faster * t * t;
    printf("at 1.1 of it: gains speed within %.1e of exact\n", r.gained / faster - 1.0);
    // The springs at the points give by about 1e-8 m at the start; after that it is exact but for rounding.
    CHECK_NEAR(r.way, exact, 1e-6 * exact + 3e-8);
    CHECK_REL(r.gained, faster, 1e-12);
}

// 5/7 g sin(angle) without slip; with slip where tan(angle) > 7/2 mu: g (sin - mu cos).
static void test_ball_on_incline(void) {
    const double angle = 0.2, t = 0.3;
    for (int slips = 0; slips < 2; slips++) {
        double mu = slips ? 0.9 * tan(angle) / 3.5 : 1.1 * tan(angle) / 3.5;
        cr_world_def def = quiet_world(2e-4);
        world_rig rig = world_begin(&def);
        world_floor(&rig, turn_about((cr_vec){0, 1, 0}, angle), mu);
        cr_body_def body = body_at(0.02 * sin(angle), 0, 0.02 * cos(angle));
        body.grip.rest = body.grip.dynamic = mu;
        int ball = world_add(&rig, "ball", "sphere", NULL, body);
        world_start(&rig);
        world_run(&rig, t, NULL);
        cr_body_state s = cr_world_body(rig.world, ball);
        double a = slips ? g * (sin(angle) - mu * cos(angle)) : 5.0 / 7.0 * g * sin(angle);
        CHECK_NEAR(cr_vec_length(s.velocity), a * t, 1e-6 * a * t);
        double slip = cr_vec_length(s.velocity) - 0.02 * cr_vec_length(s.spin);
        CHECK(slips ? slip > 0.01 : fabs(slip) < 1e-7, "slips at %g m/s", slip);
        check_books(&rig, 1.0);
        world_end(&rig);
    }
}

// A ball that is thrown along the floor slips until it rolls, with 5/7 of its speed whatever mu is.
static void test_ball_takes_hold(void) {
    cr_world_def def = quiet_world(2e-4);
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 0.3);
    cr_body_def body = body_at(0, 0, 0.02);
    body.velocity.x = 1.0;
    int ball = world_add(&rig, "ball", "sphere", NULL, body);
    world_start(&rig);
    world_run(&rig, 0.3, NULL); // rolls after 2 v/(7 mu g) = 0.097 s
    cr_body_state s = cr_world_body(rig.world, ball);
    CHECK_NEAR(s.velocity.x, 5.0 / 7.0, 1e-7);
    CHECK_NEAR(0.02 * s.spin.y, s.velocity.x, 2e-8); // pressed by m g/k, 2e-10 m of its radius
    check_books(&rig, 1.0);
    world_end(&rig);
}

// A ball that spins on the floor against the torque s m g, I = 2/5 m r^2: evenly slower, then still.
static void test_spinning_resistance(void) {
    const double spin = 20.0, length = 1e-4, radius = 0.02;
    cr_world_def def = quiet_world(2e-4);
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, radius);
    body.spin.z = spin;
    body.grip.spinning = length;
    int ball = world_add(&rig, "ball", "sphere", NULL, body);
    world_start(&rig);
    double brake = length * g / (0.4 * radius * radius), stop = spin / brake;
    world_run(&rig, 0.5 * stop, NULL);
    // The floor has no force before its first hold: it brakes a step later.
    CHECK_NEAR(cr_world_body(rig.world, ball).spin.z, 0.5 * spin, 2.0 * brake * def.step);
    world_run(&rig, stop + 10.0 * def.step, NULL);
    cr_vec left = cr_world_body(rig.world, ball).spin;
    CHECK(cr_vec_length(left) <= 1e-10, "still spins at %g rad/s", cr_vec_length(left));
    check_books(&rig, 0.1);
    world_end(&rig);
}

// The speed that is left after 2 s in a world whose kicks do not know what held each point in the last step.
static double left_without_budgets(world_rig *rig, int body, double step) {
    for (int i = 0; i < (int)(2.0 / step); i++) {
        world_run(rig, (i + 0.5) * step, NULL);
        cr_group *group = &rig->world->group[rig->world->mover[body].group];
        for (int k = 0; k < group->points; k++) {
            cr_point_memory *m = &group->point[k].after;
            m->budget = m->bend_budget[0] = m->bend_budget[1] = 0.0;
        }
    }
    double speed = 0.0;
    for (int i = 0; i < 20; i++) {
        world_run(rig, cr_world_time(rig->world) + 0.3 * step, NULL);
        speed = fmax(speed, cr_vec_length(cr_world_body(rig->world, body).velocity));
    }
    world_end(rig);
    return speed;
}

// With them less than 1e-10 m/s is left (test_block, test_rolling_resistance).
static void test_without_budgets(void) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.06}, {"z", 0.02}, {0}};
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.01);
    body.velocity.x = 0.5;
    int block = world_add(&rig, "block", "box", size, body);
    world_start(&rig);
    double slides = left_without_budgets(&rig, block, def.step);
    rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 0.4);
    body = body_at(0, 0, 0.02);
    body.velocity.x = 0.1;
    body.spin.y = 5.0;
    body.grip.rolling = 0.02;
    int ball = world_add(&rig, "ball", "sphere", NULL, body);
    world_start(&rig);
    double rolls = left_without_budgets(&rig, ball, def.step);
    printf("without budgets a block is left with %.1e m/s, a ball with %.1e m/s\n", slides, rolls);
    CHECK(slides > 1e-8 && rolls > 1e-8, "stop without what they are to need: %g and %g m/s", slides, rolls);
}

// A ball that rolls against resistance c comes (1 + 2/5) v^2/(2 c g) far. Pressed into the floor by d = m
// g/k, 2e-8 of its radius R, it rolls on r = R - d: m v^2 (1 + 2/5 R^2/r^2)/2 = c R m g x/r. It begins
// pressed, or the floor bears less in its first step.
static void test_rolling_resistance(void) {
    const double c = 0.02, radius = 0.02, speed = 0.2;
    cr_world_def def = quiet_world(2e-4);
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 0.4);
    double r = radius - g * 0.1 * 0.01 * def.step * def.step;
    cr_body_def body = body_at(0, 0, r);
    body.velocity.x = speed;
    body.spin.y = speed / r;
    body.grip.rolling = c;
    int ball = world_add(&rig, "ball", "sphere", NULL, body);
    world_start(&rig);
    world_run(&rig, 2.0, NULL);
    double exact = r / radius * (1.0 + 0.4 * radius * radius / (r * r)) * speed * speed / (2.0 * c * g);
    cr_body_state s = cr_world_body(rig.world, ball);
    printf("rolling: stops %.1e of its way off\n", s.pose.at.x / exact - 1.0);
    CHECK_NEAR(s.pose.at.x, exact, 1e-8 * exact);
    CHECK(cr_vec_length(s.velocity) < 1e-10, "still rolls at %g m/s", cr_vec_length(s.velocity));
    check_books(&rig, 0.1);
    world_end(&rig);
}

// On a slope below its resistance to rolling, and under a couple below that to spinning, a ball stays where
// it is: what holds it remembers how far it has given.
static void test_turning_holds(void) {
    const double rolling = 0.05, spinning = 1e-3, share = 0.9;
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    cr_quat turn = turn_about((cr_vec){0, 1, 0}, atan(share * rolling));
    cr_vec up = cr_quat_turn(turn, (cr_vec){0, 0, 1});
    world_floor(&rig, turn, 0.4);
    cr_body_def body = body_at(0.02 * up.x, 0, 0.02 * up.z);
    body.grip.rolling = rolling;
    body.grip.spinning = spinning;
    int ball = world_add(&rig, "ball", "sphere", NULL, body);
    double weight = g * cr_world_model_mass(rig.model, ball), side = share * spinning * weight * up.z / 0.02;
    for (int i = 0; i < 2; i++) {
        double sign = i == 0 ? 1.0 : -1.0;
        cr_load_def load = {
            .body = ball, .at = {0.01 * sign, 0, 0}, .force = {0, side * sign, 0}, .end = 2.0};
        CHECK(cr_world_model_load(rig.model, &load, &rig.error) >= 0, "%s", rig.error.reason);
    }
    world_start(&rig);
    world_run(&rig, 0.5, NULL);
    cr_body_state s = cr_world_body(rig.world, ball);
    world_run(&rig, 1.5, NULL);
    cr_body_state e = cr_world_body(rig.world, ball);
    double way = cr_vec_length(cr_vec_sub(e.pose.at, s.pose.at)), spun = fabs(e.pose.turn.z - s.pose.turn.z);
    printf("held against rolling and spinning: creeps %.1e m, %.1e rad in a second\n", way, spun);
    // Without memory they give by a millionth of the answer in each step: 6e-10 m and 1e-8 rad.
    CHECK(way <= 1e-12, "rolls %g m down", way);
    CHECK(spun <= 1e-11, "spins by %g rad", spun);
    check_books(&rig, 1.0);
    world_end(&rig);
}

int main(void) {
    test_block();
    test_turning_holds();
    test_threshold();
    test_ball_on_incline();
    test_ball_takes_hold();
    test_without_budgets();
    test_rolling_resistance();
    test_spinning_resistance();
    return test_summary();
}
