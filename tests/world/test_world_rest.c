// Things at rest are silent, and what lands stays.
#include "plain_modes.h"
#include "test.h"
#include "world/model.h"
#include "worlds.h"

#include <math.h>

static const double g = 9.81;
enum { MOST = 512 };

// Forces of the last step and how much they changed from the one before.
typedef struct silence {
    double time, sum, change, gap, last[MOST];
    int count;
} silence;

static cr_status listen(void *context, const cr_world_contact *c) {
    silence *s = context;
    if (c->t0 != s->time) {
        s->time = c->t0;
        s->sum = s->change = 0.0;
        s->count = 0;
    }
    double force = cr_vec_dot(c->force, c->normal);
    s->sum += force;
    s->gap = fmin(s->gap, c->gap);
    if (s->count < MOST) {
        s->change += fabs(force - s->last[s->count]);
        s->last[s->count++] = force;
    }
    return CR_OK;
}

// A slab that was put down a little askew, rigid or with modes that bend it both ways: its forces add to its
// weight and do not vary, and its points are no deeper than the springs of all of them give.
static void test_slab(bool bends) {
    const double x = 0.3, y = 0.2, z = 0.01;
    const int cells[2] = {12, 8};
    cr_world_def def = quiet_world(1e-3);
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    silence s = {.time = -1.0};
    cr_world_sink sink = {.context = &s, .contact = listen};
    cr_modes modes = {0};
    if (bends) modes = guided_modes(x, y, z, 2500.0, 0.05, cells, rig.arena);
    modes.inertia[0] = modes.mass * (y * y + z * z) / 12.0;
    modes.inertia[1] = modes.mass * (x * x + z * z) / 12.0;
    modes.inertia[2] = modes.mass * (x * x + y * y) / 12.0;
    int floor = world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.0055);
    body.turn = turn_about((cr_vec){1, 2, 0}, 1e-3);
    body.modes = bends ? &modes : NULL;
    int slab =
        world_add(&rig, "slab", "plate", (cr_setting[]){{"x", x}, {"y", y}, {"thickness", z}, {0}}, body);
    world_start(&rig);
    world_run(&rig, 0.5, &sink);
    double weight = cr_world_model_mass(rig.model, slab) * g, worst = 0.0;
    s.gap = 0.0;
    for (int i = 1; i <= 50; i++) {
        world_run(&rig, 0.5 + 0.01 * i, &sink);
        CHECK_NEAR(s.sum / weight, 1.0, 1e-10);
        worst = fmax(worst, s.change / weight);
    }
    double give = weight / (s.count * cr_world_model_rule(rig.model, floor, slab).stiffness);
    printf("slab with %d modes: %d points, forces vary by %.2g of the weight, %.2g of what springs give\n",
           cr_world_model_modes(rig.model, slab), s.count, worst, -s.gap / give);
    CHECK(worst <= 1e-10, "forces vary by %g of the weight", worst);
    CHECK(s.gap >= -2.0 * give, "%g m deep, springs give %g m", -s.gap, give);
    world_end(&rig);
}

// A ball that lands stays, at whatever part of a step it comes. It arrives with its spring unpressed, which
// is to bear m g: with s = 2 m/k h^2 the hold gives F (1 + s) = m g + s F of the last step, so that each step
// leaves the share s/(1 + s) of what the last one fell by, g h at first; the first such step is that in which
// it arrives, or the next. No kick takes that away, for at the end of a step the spring is not yet where it
// rests. With s = 1/500 that is 1e-12 m/s after four steps; after two only with springs 200 times as stiff,
// with which piles take ten times as long.
static void test_landing(void) {
    const double step = 1e-3;
    double worst[4] = {0}, least = HUGE_VAL, most = 0.0;
    for (int phase = 0; phase < 100; phase++) {
        cr_world_def def = quiet_world(step);
        world_rig rig = world_begin(&def);
        int floor = world_floor(&rig, cr_quat_none, 0.4);
        double height = 0.01 + 4.4e-6 * phase; // falls 0.44 mm in the last step
        int ball = world_add(&rig, "ball", "sphere", NULL, body_at(0, 0, 0.02 + height));
        world_start(&rig);
        double k = cr_world_model_rule(rig.model, floor, ball).stiffness, landed = sqrt(2.0 * height / g);
        double s = 2.0 * cr_world_model_mass(rig.model, ball) / (k * step * step), left = g * step;
        for (int i = 0; i < 4; i++) {
            world_run(&rig, (ceil(landed / step) + i + 1) * step, NULL);
            double speed = fabs(cr_world_body(rig.world, ball).velocity.z);
            left *= s / (1.0 + s);
            worst[i] = fmax(worst[i], speed);
            if (i == 3) continue; // rounding
            most = fmax(most, speed / left);
            least = fmin(least, speed / (left * s / (1.0 + s)));
        }
        world_end(&rig);
    }
    printf("landed: at most %.1e, %.1e, %.1e, %.1e m/s one to four steps later\n", worst[0], worst[1],
           worst[2], worst[3]);
    CHECK(worst[3] <= 1e-12, "moves at %g m/s", worst[3]);
    CHECK(most <= 1.001 && least >= 0.8, "%g and %g of what springs leave", most, least);
}

// A box thrown down turning lies on one of its faces in the end, on four points, each pressed in by a quarter
// of its weight.
static void test_box_at_last(void) {
    const double half[3] = {0.05, 0.03, 0.02};
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    int floor = world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.2);
    body.velocity.x = 0.5;
    body.spin = (cr_vec){12.0, 5.0, 3.0};
    int box =
        world_add(&rig, "box", "box",
                  (cr_setting[]){{"x", 2 * half[0]}, {"y", 2 * half[1]}, {"z", 2 * half[2]}, {0}}, body);
    world_start(&rig);
    world_run(&rig, 2.0, NULL);
    double sunk = cr_world_model_mass(rig.model, box) * g / 4.0 /
                  cr_world_model_rule(rig.model, floor, box).stiffness,
           height = cr_world_body(rig.world, box).pose.at.z, off = HUGE_VAL;
    for (int i = 0; i < 3; i++) off = fmin(off, fabs(height - half[i] + sunk));
    printf("box at last: %.2e m in the floor, %.1e m off that\n", sunk, off);
    CHECK(off <= 1e-3 * sunk, "off by %g m of %g m", off, sunk);
    CHECK(fabs(cr_world_ledger(rig.world).residual) <= 1e-12, "ledger open by %g J",
          cr_world_ledger(rig.world).residual);
    world_end(&rig);
}

// The greatest difference between a gap and what its force presses the springs of the point by.
typedef struct give {
    double floor, box; // N/m
    double worst;
} give;

static cr_status measure(void *context, const cr_world_contact *c) {
    give *s = context;
    double k = c->a == 0 ? s->floor : s->box;
    s->worst = fmax(s->worst, fabs(c->gap + cr_vec_dot(c->force, c->normal) / k));
    return CR_OK;
}

// Forty boxes: gaps are what the weight on them gives; no energy comes in.
static void test_tower(void) {
    enum { BOXES = 40 };
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.1}, {"z", 0.02}, {0}};
    char name[BOXES][16];
    world_floor(&rig, cr_quat_none, 0.4);
    for (int i = 0; i < BOXES; i++) {
        snprintf(name[i], sizeof name[i], "box%d", i);
        world_add(&rig, name[i], "box", size, body_at(0, 0, 0.01 + 0.02 * i));
    }
    world_start(&rig);
    // kappa = 0.2 at a tenth of the step; the mass of a pair of boxes is half that of one.
    double start = world_energy(&rig), k = cr_world_model_mass(rig.model, 1) / (0.2 * 1e-8);
    give s = {2.0 * k, k, 0.0};
    cr_world_sink sink = {.context = &s, .contact = measure};
    world_run(&rig, TEST_AMOUNT(0.2, 0.05), NULL);
    world_run(&rig, TEST_AMOUNT(0.3, 0.06), &sink);
    CHECK(s.worst > 0.0 && s.worst <= TEST_AMOUNT(1e-11, 1e-9), "a gap is off by %g m", s.worst);
    cr_world_stats stats = cr_world_statistics(rig.world);
    CHECK(stats.unsolved == 0 && stats.gain_greatest <= 1e-12, "%lld unsolved, a step gained %g J",
          stats.unsolved, stats.gain_greatest);
    CHECK(world_energy(&rig) <= start, "energy rose by %g J", world_energy(&rig) - start);
    world_end(&rig);
}

// A ball of restitution e leaves with e of its speed: heights fall by e^2 from bounce to bounce.
static void test_restitution(void) {
    const double e = 0.9, start = 0.1;
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    cr_body_def floor = body_at(0, 0, 0);
    floor.fixed = true;
    floor.restitution = 1.0;
    world_add(&rig, "floor", "plane", NULL, floor);
    cr_body_def body = body_at(0, 0, 0.02 + start);
    body.restitution = e;
    int ball = world_add(&rig, "ball", "sphere", NULL, body);
    world_start(&rig);
    double time = sqrt(2.0 * start / g), height = start;
    for (int bounce = 1; bounce <= 5; bounce++) {
        height *= e * e;
        double up = sqrt(2.0 * height / g);
        world_run(&rig, time + up, NULL);
        // It rebounds at most a margin (20 um) above the floor.
        CHECK_NEAR(cr_world_body(rig.world, ball).pose.at.z - 0.02, height, 2e-5 * bounce + 1e-3 * height);
        time += 2.0 * up;
    }
    world_end(&rig);
}

// Boxes thrown down and each other: books close through every impact, and all come to rest.
static void test_tumble(void) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.06}, {"z", 0.04}, {0}};
    world_floor(&rig, cr_quat_none, 0.4);
    for (int i = 0; i < 3; i++) {
        cr_body_def body = body_at(0.04 * i - 0.05, 0.01 * i, 0.2 + 0.2 * i);
        body.velocity.x = 1.0;
        body.spin = (cr_vec){20.0, 5.0, 3.0};
        world_add(&rig, (const char *[]){"a", "b", "c"}[i], "box", size, body);
    }
    world_start(&rig);
    world_run(&rig, 3.0, NULL);
    cr_world_energy e = cr_world_ledger(rig.world);
    CHECK(fabs(e.residual) < 1e-11, "ledger open by %g J", e.residual); // 26 J came through it
    CHECK(e.kinetic < 1e-12 && cr_world_at_rest(rig.world), "%g J of motion is left", e.kinetic);
    CHECK(cr_world_statistics(rig.world).unsolved == 0, "unsolved");
    world_end(&rig);
}

int main(void) {
    test_slab(false);
    test_slab(true);
    test_landing();
    test_box_at_last();
    test_tower();
    test_restitution();
    test_tumble();
    return test_summary();
}
