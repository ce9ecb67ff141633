// Steps that are cut short at any moment: a cut step is a shorter step, with the same promises.
#include "base/random.h"
#include "law/law_internal.h"
#include "plain_modes.h"
#include "seeds.h"
#include "test.h"
#include "world/world_internal.h"
#include "world_laws.h"

#include <math.h>
#include <string.h>

static double even(uint64_t *random) {
    return 0.5 + 0.5 * cr_random_uniform(random);
}

// Ends the step of a body at a time, as one does that comes in its way.
static void cut(world_rig *rig, int body, double time) {
    cr_world *w = rig->world;
    cr_group *g = &w->group[w->mover[body].group];
    CHECK(cr_group_cut(w, g, time, &rig->error) == CR_OK, "%s", rig->error.reason);
    CHECK(cr_group_finish(w, g, NULL, &rig->error) == CR_OK, "%s", rig->error.reason);
    CHECK(cr_world_begin_steps(w, time, NULL, &rig->error) == CR_OK, "%s", rig->error.reason);
    w->time = time;
}

// Runs with about half of the steps of a body cut, anywhere within them, and ends with a step.
static void run_with_cuts(world_rig *rig, int body, double until, uint64_t seed) {
    uint64_t random = cr_random_seed(seed);
    const cr_mover *m = &rig->world->mover[body];
    world_run(rig, cr_world_time(rig->world), NULL);
    while (m->t1 < until) {
        double time = m->t0 + even(&random) * (m->t1 - m->t0);
        if (even(&random) < 0.5) cut(rig, body, time);
        else world_run(rig, m->t1, NULL);
    }
    cut(rig, body, until); // angular momentum is that of whole steps
}

// A ball that meets a plane by a law, at height and speed; g [m/s^2].
static world_rig ball_on_plane(const cr_law *law, double step, double height, cr_vec velocity, double g,
                               int *ball) {
    cr_world_def def = quiet_world(step);
    def.gravity = (cr_vec){0, 0, -g};
    world_rig rig = world_begin(&def);
    int floor = world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.02 + height);
    body.velocity = velocity;
    *ball = world_add(&rig, "ball", "sphere", NULL, body);
    cr_pair_def pair = cr_pair_def_default();
    pair.a = floor;
    pair.b = *ball;
    pair.law = law;
    CHECK(cr_world_model_pair(rig.model, &pair, &rig.error) == CR_OK, "%s", rig.error.reason);
    world_start(&rig);
    return rig;
}

// Hertz: as fast as it came, however it is cut; with a damper as without cuts.
static void test_law(void) {
    cr_law hertz = law_of("power", 1e10, 0.0), azad = law_of("azad-featherstone", 1e10, 2.5e5);
    double worst = 0.0, mean[2] = {0.0, 0.0}, ledger = 0.0;
    int seeds = 0;
    long long cuts = 0;
    for (TEST_SEEDS(seed, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)) {
        int ball;
        world_rig rig = ball_on_plane(&hertz, 5e-6, 1.7e-5, (cr_vec){0, 0, -1.0}, 0.0, &ball);
        run_with_cuts(&rig, ball, 5e-4, seed);
        worst = fmax(worst, fabs(cr_world_body(rig.world, ball).velocity.z - 1.0));
        ledger = fmax(ledger, fabs(cr_world_ledger(rig.world).residual));
        cuts += cr_world_statistics(rig.world).rollbacks;
        world_end(&rig);
        for (int i = 0; i < 2; i++) {
            rig = ball_on_plane(&azad, 1e-6, 1.7e-5 + 5e-8 * seeds, (cr_vec){0, 0, -1.0}, 0.0, &ball);
            if (i) run_with_cuts(&rig, ball, 5e-4, seed);
            else world_run(&rig, 5e-4, NULL);
            mean[i] += cr_world_body(rig.world, ball).velocity.z;
            ledger = fmax(ledger, fabs(cr_world_ledger(rig.world).residual));
            world_end(&rig);
        }
        seeds++;
    }
    printf("Hertz with %lld cuts: e = 1 %+.2g; Azad e %.5f, with cuts %+.2g; ledger %.2g J\n", cuts, worst,
           mean[0] / seeds, (mean[1] - mean[0]) / seeds, ledger);
    CHECK(cuts > 20 * seeds, "%lld cuts", cuts);
    CHECK(worst < 1e-10, "e off by %g", worst);
    CHECK(fabs(mean[1] - mean[0]) < 1e-4 * seeds, "e off by %g", (mean[1] - mean[0]) / seeds);
    CHECK(ledger < 1e-13, "ledger open by %g J", ledger);
}

// A ball that swings and rolls on its law: what the spring stores stays what its depth says.
static void test_law_at_rest(void) {
    cr_law hertz = law_of("power", 1e10, 0.0);
    double depth = pow(7850.0 * 4.0 / 3.0 * cr_pi * 8e-6 * 9.81 / 1e10, 1.0 / 1.5);
    double still = hertz.type->ops->psi(&hertz, depth), worst = 0.0;
    int ball;
    world_rig rig = ball_on_plane(&hertz, 2e-5, 0.0, (cr_vec){0.1, 0, 0}, 9.81, &ball);
    for (int i = 1; i <= TEST_AMOUNT(300, 10); i++) {
        run_with_cuts(&rig, ball, 1e-3 * i, (uint64_t)i);
        const cr_pair *pair = &rig.world->pairs.items[0];
        CHECK(pair->points.count == 1, "%d points", pair->points.count);
        double psi = pair->points.items[0].psi,
               own = hertz.type->ops->psi(&hertz, -pair->points.items[0].gap);
        worst = fmax(worst, fabs(psi - own) / still);
    }
    cr_world_stats s = cr_world_statistics(rig.world);
    printf("law at rest: %lld cuts, psi off psi(depth) by %.2g\n", s.rollbacks, worst);
    CHECK(worst < 5e-3, "psi off by %g", worst);
    world_end(&rig);
}

// A ball that rolls in a free tube, nothing else there: energy and momentum through every cut.
static void test_ring(double step, double loss) {
    cr_world_def def = quiet_world(step);
    def.gravity = (cr_vec){0, 0, 0};
    def.push = 0.0; // which would give energy
    world_rig rig = world_begin(&def);
    const cr_setting tube[] = {{"radius", 0.06}, {"thickness", 0.01}, {"length", 0.1}, {0}};
    const cr_setting radius[] = {{"radius", 0.02}, {0}};
    cr_body_def ring = body_at(0, 0, 0), inside = body_at(0.03, 0, 0);
    inside.velocity = (cr_vec){0, 1, 0};
    inside.spin = (cr_vec){0, 0, -50.0};
    world_add(&rig, "ring", "tube", tube, ring);
    int ball = world_add(&rig, "ball", "sphere", radius, inside);
    world_start(&rig);
    cr_vec p0, l0, p1, l1;
    run_with_cuts(&rig, ball, 0.05, 1); // it comes to roll
    cr_world_momentum(rig.world, &p0, &l0);
    double start = world_energy(&rig);
    run_with_cuts(&rig, ball, TEST_AMOUNT(0.35, 0.1), 2);
    cr_world_momentum(rig.world, &p1, &l1);
    cr_world_stats s = cr_world_statistics(rig.world);
    cr_world_energy e = cr_world_ledger(rig.world);
    double p = cr_vec_length(cr_vec_sub(p1, p0)), l = cr_vec_length(cr_vec_sub(l1, l0));
    printf("ring at %g s: %lld steps, %lld cut; gain %.2g J, dE/E %.2g, momentum %.2g, angular %.2g, ledger "
           "%.2g J\n",
           step, s.steps, s.rollbacks, s.gain_greatest, world_energy(&rig) / start - 1.0, p, l, e.residual);
    CHECK(s.rollbacks > 30, "%lld cuts", s.rollbacks);
    CHECK(s.gain_greatest < 1e-15, "a step gained %g J", s.gain_greatest);
    double change = world_energy(&rig) / start - 1.0;
    CHECK(change > -loss && change < 1e-14, "energy changed by %g", change);
    CHECK(p < 1e-14 && l < 1e-14, "momentum off by %g and %g", p, l);
    CHECK(fabs(e.residual) < 1e-13, "ledger open by %g J", e.residual);
    world_end(&rig);
}

// A ball that rolls over a ball, which forces with the columns of the whole step would drive (1.6e-9 J).
static void test_convex(void) {
    world_rig rig;
    cr_world_def def = quiet_world(1e-4);
    rig = world_begin(&def);
    const cr_setting large[] = {{"radius", 0.2}, {0}}, small[] = {{"radius", 0.03}, {0}};
    cr_body_def hill = body_at(0, 0, 0), body = body_at(0, 0, 0.23);
    hill.fixed = true;
    body.velocity = (cr_vec){0.3, 0, 0};
    world_add(&rig, "hill", "sphere", large, hill);
    int ball = world_add(&rig, "ball", "sphere", small, body);
    world_start(&rig);
    run_with_cuts(&rig, ball, 0.2, 3);
    cr_world_stats s = cr_world_statistics(rig.world);
    cr_world_energy e = cr_world_ledger(rig.world);
    printf("convex: %lld cut, gain %.2g J, ledger %.2g J, slid and lost %.3g J\n", s.rollbacks,
           s.gain_greatest, e.residual, e.friction);
    CHECK(s.gain_greatest < 1e-15, "a step gained %g J", s.gain_greatest);
    CHECK(fabs(e.residual) < 1e-13, "ledger open by %g J", e.residual);
    world_end(&rig);
}

// The same, with every step cut at many parts of it, the last of which stays: none gains.
static void test_any_cut(void) {
    cr_world_def def = quiet_world(1e-4);
    world_rig rig = world_begin(&def);
    cr_body_def hill = body_at(0, 0, 0), body = body_at(0, 0, 0.23);
    hill.fixed = true;
    body.velocity.x = 0.3;
    body.spin.y = 0.3 / 0.03; // it rolls, and friction takes nothing
    world_add(&rig, "hill", "sphere", (cr_setting[]){{"radius", 0.2}, {0}}, hill);
    int ball = world_add(&rig, "ball", "sphere", (cr_setting[]){{"radius", 0.03}, {0}}, body);
    world_start(&rig);
    world_run(&rig, 0.0, NULL);
    cr_world *w = rig.world;
    const cr_mover *m = &w->mover[ball];
    double most = -HUGE_VAL;
    for (int i = 0; i < TEST_AMOUNT(500, 50); i++) {
        cr_group *group = &w->group[m->group];
        double t0 = m->t0, length = m->t1 - m->t0;
        for (int part = 15; part > 6; part--) {
            CHECK(cr_group_cut(w, group, t0 + part / 16.0 * length, &rig.error) == CR_OK, "%s",
                  rig.error.reason);
            most = fmax(most, -group->hold.impacts - group->hold.friction);
        }
        CHECK(cr_group_finish(w, group, NULL, &rig.error) == CR_OK, "%s", rig.error.reason);
        double time = t0 + 7.0 / 16.0 * length;
        CHECK(cr_world_begin_steps(w, time, NULL, &rig.error) == CR_OK, "%s", rig.error.reason);
        w->time = time;
    }
    printf("convex, cut anywhere: gain %.2g J\n", most);
    CHECK(most < 1e-15, "a cut step gained %g J", most);
    world_end(&rig);
}

// The same ring, struck by another's impulse wherever it is cut: what an impulse brings is all that comes.
static void test_struck_ring(void) {
    cr_world_def def = quiet_world(1e-4);
    def.gravity = (cr_vec){0, 0, 0};
    def.push = 0.0;
    world_rig rig = world_begin(&def);
    const cr_setting tube[] = {{"radius", 0.06}, {"thickness", 0.01}, {"length", 0.1}, {0}};
    cr_body_def inside = body_at(0.03, 0, 0);
    inside.velocity.y = 1.0;
    world_add(&rig, "ring", "tube", tube, body_at(0, 0, 0));
    int ball = world_add(&rig, "ball", "sphere", (cr_setting[]){{"radius", 0.02}, {0}}, inside);
    world_start(&rig);
    world_run(&rig, 0.0, NULL);
    cr_world *w = rig.world;
    cr_mover *m = &w->mover[ball];
    uint64_t random = cr_random_seed(7);
    double brought = 0.0;
    for (int i = 0; i < TEST_AMOUNT(400, 100); i++) {
        double time = m->t0 + even(&random) * (m->t1 - m->t0);
        cr_group *g = &w->group[m->group];
        CHECK(cr_group_cut(w, g, time, &rig.error) == CR_OK, "%s", rig.error.reason);
        CHECK(cr_group_finish(w, g, NULL, &rig.error) == CR_OK, "%s", rig.error.reason);
        brought -= cr_mover_energy(w, ball);
        cr_vec blow = {0.02 * cr_random_uniform(&random), 0.02 * cr_random_uniform(&random), 0.0};
        m->before.velocity = cr_vec_add(m->before.velocity, blow);
        brought += cr_mover_energy(w, ball);
        CHECK(cr_world_begin_steps(w, time, NULL, &rig.error) == CR_OK, "%s", rig.error.reason);
        w->time = time;
    }
    cr_world_stats s = cr_world_statistics(w);
    double open = cr_world_ledger(w).residual;
    printf("ring struck at every cut: gain %.2g J, ledger %.2g J besides %.3g J brought\n", s.gain_greatest,
           fmin(fabs(open - brought), fabs(open + brought)), brought);
    CHECK(s.gain_greatest < 1e-14, "a step gained %g J", s.gain_greatest);
    CHECK(fmin(fabs(open - brought), fabs(open + brought)) < 1e-13, "ledger open by %g of %g J", open,
          brought);
    world_end(&rig);
}

// A ball that rolls in the hollow of another: the force of the step after a cut is that of the motion,
// m (g cos + v^2/(R - r)), 80 dB above what the cut leaves: some times what that changes by in a step.
static void test_tick(void) {
    const double r = 0.02, wide = 0.02, wall = 0.004;
    cr_world_def def = quiet_world(3.05e-5);
    world_rig rig = world_begin(&def);
    cr_body_def shell = body_at(0, 0, 0), body = body_at(wide * sin(0.1), 0, -wide * cos(0.1));
    shell.fixed = true;
    world_add(&rig, "shell", "shell",
              (cr_setting[]){{"radius", r + wide + 0.5 * wall}, {"thickness", wall}, {0}}, shell);
    int ball = world_add(&rig, "ball", "sphere", (cr_setting[]){{"radius", r}, {0}}, body);
    world_start(&rig);
    world_run(&rig, 0.02, NULL);
    const cr_mover *m = &rig.world->mover[ball];
    double mass = cr_world_model_mass(rig.model, ball), worst = 0.0;
    uint64_t random = cr_random_seed(11);
    for (int i = 0; i < TEST_AMOUNT(3000, 300); i++) {
        if (i % 2) cut(&rig, ball, m->t0 + even(&random) * (m->t1 - m->t0));
        else world_run(&rig, m->t1, NULL);
        const cr_group *g = &rig.world->group[m->group];
        CHECK(g->points == 1, "%d points", g->points);
        cr_vec at = cr_vec_scale(0.5, cr_vec_add(m->start.at, m->end.at)),
               v = cr_vec_scale(0.5, cr_vec_add(m->start.velocity, m->end.velocity));
        double force = g->point[0].force[0] + g->point[0].impulse.x / (g->t1 - g->t0);
        double expected = mass * (-9.81 * at.z / cr_vec_length(at) + cr_vec_dot(v, v) / wide);
        worst = fmax(worst, fabs(force / expected - 1.0));
    }
    printf("rolling, every second step cut: forces off by %.2g\n", worst);
    CHECK(worst < 1e-4, "forces off by %g", worst);
    world_end(&rig);
}

// What holds a ball on a slope against rolling remembers through every cut.
static void test_held(void) {
    const double rolling = 0.05;
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    cr_quat turn = turn_about((cr_vec){0, 1, 0}, atan(0.9 * rolling));
    cr_vec up = cr_quat_turn(turn, (cr_vec){0, 0, 1});
    world_floor(&rig, turn, 0.4);
    cr_body_def body = body_at(0.02 * up.x, 0, 0.02 * up.z);
    body.grip.rolling = rolling;
    int ball = world_add(&rig, "ball", "sphere", NULL, body);
    world_start(&rig);
    world_run(&rig, 0.2, NULL);
    cr_vec start = cr_world_body(rig.world, ball).pose.at;
    run_with_cuts(&rig, ball, 0.7, 4);
    double way = cr_vec_length(cr_vec_sub(cr_world_body(rig.world, ball).pose.at, start));
    printf("held on a slope through cuts: creeps %.1e m in half a second\n", way);
    CHECK(way < 1e-12, "creeps by %g m", way);
    CHECK(cr_world_statistics(rig.world).gain_greatest < 1e-15, "a step gained energy");
    world_end(&rig);
}

// ---- A step that is cut twice is the step that is cut once, bit by bit.
static world_rig heap(int *top) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.05}, {"y", 0.04}, {"z", 0.03}, {0}};
    world_floor(&rig, cr_quat_none, 0.3);
    cr_body_def low = body_at(0, 0, 0.015), high = body_at(0.01, 0.005, 0.0451);
    low.spin = (cr_vec){0, 0, 3.0};
    high.velocity = (cr_vec){0.5, 0.2, 0};
    high.spin = (cr_vec){1.0, 2.0, 3.0};
    world_add(&rig, "low", "box", size, low);
    *top = world_add(&rig, "high", "box", size, high);
    world_start(&rig);
    world_run(&rig, 0.0123, NULL);
    return rig;
}

static void test_twice(void) {
    for (int i = 1; i < 8; i++) {
        int top;
        world_rig once = heap(&top), twice = heap(&top);
        cr_group *g = &once.world->group[once.world->mover[top].group],
                 *other = &twice.world->group[twice.world->mover[top].group];
        double early = g->t0 + 0.1 * i * (g->t1 - g->t0), late = early + 0.13 * (g->t1 - g->t0);
        CHECK(g->points > 2 && g->members == 2, "%d points, %d bodies", g->points, g->members);
        CHECK(cr_group_cut(twice.world, other, late, &twice.error) == CR_OK, "%s", twice.error.reason);
        cut(&once, top, early);
        cut(&twice, top, early);
        twice.world->stats.rollbacks--;
        size_t size = cr_world_size(once.world);
        unsigned char *a = malloc(2 * size), *b = a + size;
        if (!a) exit(1);
        CHECK(cr_world_size(twice.world) == size, "another size");
        cr_world_save(once.world, a);
        cr_world_save(twice.world, b);
        CHECK(memcmp(a, b, size) == 0, "cut %d differs", i);
        free(a);
        world_end(&once);
        world_end(&twice);
    }
}

// A slow rod pushes a ball; in the middle of their step, and at 24 parts of it, a quick rod comes from
// behind: all that step together are cut together, or momentum is lost (2e-3 kg m/s).
static void test_closure(void) {
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}}, radius[] = {{"radius", 0.03}, {0}};
    double worst = 0.0, open = 0.0;
    long long cuts = 0;
    for (int delay = 0; delay < 24; delay++) {
        cr_world_def def = quiet_world(1e-3);
        def.gravity = (cr_vec){0, 0, 0};
        def.adaptive = false;
        world_rig rig = world_begin(&def);
        cr_modes modes[2] = {rod_modes(2, rig.arena), rod_modes(8, rig.arena)};
        for (int j = 0; j < 2; j++) modes[0].frequency[j] *= 100.0;
        for (int j = 0; j < 8; j++) modes[1].frequency[j] *= 3000.0;
        cr_body_def slow = body_at(0, 0, 0), quick = body_at(-1.002 - 5e-5 * delay, 0, 0),
                    ball = body_at(0.530001, 0, 0);
        slow.modes = &modes[0];
        quick.modes = &modes[1];
        quick.contact_fmax = 20000.0;
        slow.velocity.x = 0.1;
        quick.velocity.x = 1.0;
        world_add(&rig, "slow", "box", size, slow);
        world_add(&rig, "quick", "box", size, quick);
        world_add(&rig, "ball", "sphere", radius, ball);
        world_start(&rig);
        cr_vec p0, p1, l;
        cr_world_momentum(rig.world, &p0, &l);
        world_run(&rig, 0.006, NULL);
        cr_world_momentum(rig.world, &p1, &l);
        worst = fmax(worst, cr_vec_length(cr_vec_sub(p1, p0)));
        open = fmax(open, fabs(cr_world_ledger(rig.world).residual));
        cuts += cr_world_statistics(rig.world).rollbacks;
        world_end(&rig);
    }
    printf("closure: %lld cuts, momentum %.2g kg m/s, ledger %.2g J\n", cuts, worst, open);
    CHECK(cuts >= 24, "%lld cuts", cuts);
    CHECK(worst < 1e-14, "momentum off by %g", worst);
    CHECK(open < 1e-13, "ledger open by %g J", open);
}

int main(void) {
    test_twice();
    test_closure();
    test_law();
    test_law_at_rest();
    test_ring(1e-3, 3e-6);
    test_ring(1e-4, 2e-8);
    test_convex();
    test_any_cut();
    test_struck_ring();
    test_tick();
    test_held();
    return test_summary();
}
