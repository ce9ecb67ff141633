// Stacks, piles and tables: what is struck does not go through, what rests bears its weight, what sleeps
// costs nothing.
#include "stacks.h"
#include "test.h"
#include "world/model.h"

#include <math.h>

static const double g = 9.81;

// Boxes that fall on each other and turn: whatever an impact throws at another body is stopped there too,
// within the same step. Choosing contacts by the velocities before it lets corners through by 0.1 to 1 mm;
// what is left is of second order in the turn over a step.
static void test_tumble(void) {
    const unsigned seeds[] = {1, 2, 3, 4, 5, 6, 7, 8};
    double worst = 0.0;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        cr_world_def def = quiet_world(1e-3);
        world_rig rig = world_begin(&def);
        stack_tumble(&rig, seeds[i]);
        world_start(&rig);
        world_run(&rig, 0.8, NULL);
        cr_world_stats s = cr_world_statistics(rig.world);
        CHECK(s.penetration_greatest <= 1e-5, "seed %u: %g m deep", seeds[i], s.penetration_greatest);
        CHECK(s.unsolved == 0, "seed %u: %lld unsolved", seeds[i], s.unsolved);
        CHECK(fabs(cr_world_ledger(rig.world).residual) <= 1e-11, "seed %u: ledger open by %g J", seeds[i],
              cr_world_ledger(rig.world).residual);
        worst = fmax(worst, s.penetration_greatest);
        world_end(&rig);
    }
    printf("tumbling boxes: %.2g m deep\n", worst);
}

enum { BOXES = 20 };

typedef struct layers {
    double time, force[BOXES];
    int points[BOXES];
} layers;

static cr_status add_layer(void *context, const cr_world_contact *c) {
    layers *l = context;
    if (c->t0 != l->time) *l = (layers){.time = c->t0};
    l->force[c->a] += fabs(cr_vec_dot(c->force, c->normal));
    l->points[c->a]++;
    return CR_OK;
}

// The top of a tower sinks by the sum of what each layer gives: its weight over the springs of its points.
static void test_sink(void) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    layers l = {.time = -1.0};
    cr_world_sink sink = {.context = &l, .contact = add_layer};
    stack_tower(&rig, BOXES);
    world_start(&rig);
    double top = cr_world_body(rig.world, BOXES).pose.at.z, mass = cr_world_model_mass(rig.model, 1);
    world_run(&rig, 0.1, &sink);
    double sunk = top - cr_world_body(rig.world, BOXES).pose.at.z, give = 0.0;
    // kappa = 0.2 at a tenth of the step; the mass of a pair of boxes is half that of one.
    double k = mass / (0.2 * 1e-8);
    for (int i = 0; i < BOXES; i++) {
        double weight = (BOXES - i) * mass * g;
        CHECK_NEAR(l.force[i] / weight, 1.0, 1e-9);
        give += weight / (l.points[i] * (i == 0 ? 2.0 : 1.0) * k);
    }
    printf("tower: sinks %.6g m, springs give %.6g m\n", sunk, give);
    CHECK_NEAR(sunk / give, 1.0, 1e-3);
    world_end(&rig);
}

static cr_status add_floor(void *context, const cr_world_contact *c) {
    layers *l = context;
    if (c->t0 != l->time) *l = (layers){.time = c->t0};
    if (c->a == 0) l->force[0] += fabs(cr_vec_dot(c->force, c->normal));
    return CR_OK;
}

// A box that floats 0.1 mm above a tower (its weight is held by a load), within the margin: its open rows
// take nothing from the accuracy of the others.
static void test_open(void) {
    enum { TOWER = 4 };
    const cr_setting size[] = {{"x", stack_box[0]}, {"y", stack_box[1]}, {"z", stack_box[2]}, {0}};
    cr_world_def def = quiet_world(1e-3);
    def.margin = 2e-4;
    world_rig rig = world_begin(&def);
    layers l = {.time = -1.0};
    cr_world_sink sink = {.context = &l, .contact = add_floor};
    stack_tower(&rig, TOWER);
    cr_body_def body = body_at(0, 0, stack_box[2] * (TOWER + 0.5) + 1e-4);
    body.density = stack_density;
    int open = world_add(&rig, "open", "box", size, body);
    double mass = cr_world_model_mass(rig.model, open);
    cr_load_def lift = {.body = open, .force = {0, 0, mass * g}, .end = 1.0};
    CHECK(cr_world_model_load(rig.model, &lift, &rig.error) >= 0, "load: %s", rig.error.reason);
    world_start(&rig);
    world_run(&rig, 0.2, &sink);
    CHECK_NEAR(l.force[0] / (TOWER * mass * g), 1.0, 5e-7); // with a wrong scale 6e-6
    CHECK_NEAR(cr_world_body(rig.world, open).pose.at.z, body.at.z, 1e-12);
    world_end(&rig);
}

// A table of dishes at rest: forces hardly vary.
typedef struct support {
    double time, sum, last;
} support;

static cr_status add_support(void *context, const cr_world_contact *c) {
    support *s = context;
    if (c->t0 != s->time) s->last = s->sum, s->sum = 0.0, s->time = c->t0;
    s->sum += cr_vec_dot(c->force, c->normal) + cr_vec_dot(c->impulse, c->normal) / (c->t1 - c->t0);
    return CR_OK;
}

static void test_laid(void) {
    const double settled = TEST_AMOUNT(0.3, 0.02);
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    stack_table(&rig, 0.0, 0.3);
    world_start(&rig);
    world_run(&rig, settled, NULL);
    double worst = 0.0;
    support s = {.time = -1.0};
    cr_world_sink sink = {.context = &s, .contact = add_support};
    for (int i = 1; i <= 40; i++) {
        world_run(&rig, settled + i * def.step, &sink);
        if (i > 2) worst = fmax(worst, fabs(s.sum - s.last) / s.last);
    }
    printf("laid table: forces vary by %.1e\n", worst);
#ifndef CAROM_SANITIZED
    CHECK(worst <= 1e-4, "forces vary by %g", worst);
#endif
    CHECK(cr_world_statistics(rig.world).unsolved == 0, "%lld unsolved",
          cr_world_statistics(rig.world).unsolved);
    world_end(&rig);
}

// A ball strikes a table of dishes. Without push-out no step gains energy.
static void test_clatter(void) {
    cr_world_def def = quiet_world(1e-3);
    def.push = 0.0;
    world_rig rig = world_begin(&def);
    stack_table(&rig, 1e-4, 0.01);
    cr_body_def ball = body_at(0.125, 0.08, 0.0551);
    ball.velocity.z = -2.0;
    ball.density = 3.0 / (16.0 / 3.0 * atan(1.0) * 0.05 * 0.05 * 0.05);
    world_add(&rig, "ball", "sphere", (cr_setting[]){{"radius", 0.05}, {0}}, ball);
    world_start(&rig);
    world_run(&rig, TEST_AMOUNT(0.01, 0.002), NULL);
    cr_world_stats s = cr_world_statistics(rig.world);
    cr_world_energy e = cr_world_ledger(rig.world);
    printf("clatter: %lld steps, %d contacts, gain %.2g J, ledger %.2g J, %.2g m deep, %lld unsolved\n",
           s.steps, s.contacts_greatest, s.gain_greatest, e.residual, s.penetration_greatest, s.unsolved);
    CHECK(s.gain_greatest <= 1e-13, "a step gained %g J", s.gain_greatest);
    CHECK(fabs(e.residual) <= 1e-11 && e.pushed == 0.0, "ledger open by %g J", e.residual);
    CHECK(s.unsolved == 0, "%lld unsolved", s.unsolved);
    world_end(&rig);
}

// Steps follow the bodies that are awake: as many as there are, and none once they sleep.
static void test_sleep(void) {
    for (int spheres = 10; spheres <= 160; spheres *= 4) {
        cr_world_def def = cr_world_def_default();
        world_rig rig = world_begin(&def);
        stack_apart(&rig, spheres);
        world_start(&rig);
        world_run(&rig, 0.05, NULL);
        long long awake = cr_world_statistics(rig.world).steps;
        CHECK(awake <= 51LL * spheres, "%lld steps of %d spheres in 50 ms", awake, spheres);
        world_run(&rig, 0.5, NULL);
        long long before = cr_world_statistics(rig.world).steps;
        world_run(&rig, 100.0, NULL);
        long long after = cr_world_statistics(rig.world).steps;
        CHECK(cr_world_at_rest(rig.world) && after == before, "%lld steps while asleep", after - before);
        world_end(&rig);
    }
}

// Springs of so many balls on a floor, all in short steps: of the first on the floor, and of two of them.
static void springs(int balls, double *on_floor, double *on_ball) {
    cr_world_def def = quiet_world(1e-5);
    world_rig rig = world_begin(&def);
    stack_apart(&rig, balls);
    world_start(&rig);
    int first = cr_world_model_bodies(rig.model) - balls;
    *on_floor = cr_world_model_rule(rig.model, 0, first).stiffness;
    *on_ball = cr_world_model_rule(rig.model, first, first + 1).stiffness;
    world_end(&rig);
}

// How stiff contacts are does not jump with the number of balls: on the floor by (n/(n + 1))^2 from n to
// n + 1 at most, on each other not at all. F = K d^(3/2) under ten times the weight is some 1e6 to 1e7 N/m.
static void test_springs(void) {
    double floor = HUGE_VAL, ball = 0.0;
    for (int n = 2; n <= 104; n += n < 96 ? 47 : 1) {
        double now, with;
        springs(n, &now, &with);
        if (n > 96) {
            CHECK((n > 100 ? now == floor : now < floor) && now >= 0.97 * floor, "%d balls: %g after %g N/m",
                  n, now, floor);
            CHECK(with == ball, "%d balls: %g after %g N/m", n, with, ball);
        }
        CHECK(with > 1e6 && with < 1e8 && now >= with, "%d balls: %g and %g N/m", n, now, with);
        floor = now, ball = with;
    }
}

int main(void) {
    test_springs();
    test_tumble();
    test_sink();
    test_open();
    test_laid();
    test_clatter();
    test_sleep();
    return test_summary();
}
