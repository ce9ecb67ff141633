// The preset s3 with many bodies: steps that are rolled back, contacts that are reduced, what it refuses.
#include "modal/propagate.h"
#include "seeds.h"
#include "stacks.h"
#include "swarm.h"
#include "test.h"
#include "world/model.h"

#include <math.h>
#include <string.h>

// What is told of each step ends where the next begins: places, turns and modes, cut or not.
typedef struct told {
    const cr_world_model *model;
    double end[SWARM_ALL];
    cr_rigid_state state[SWARM_ALL];
    double mode[SWARM_ALL][8], off, modes_off;
    int steps;
} told;

static cr_status follow(void *context, const cr_world_motion *m) {
    told *t = context;
    const cr_body *b = &t->model->bodies.items[m->body];
    double h = m->t1 - m->t0;
    cr_rigid_state *s = &t->state[m->body];
    if (t->end[m->body] == m->t0 && m->t0 > 0.0) {
        t->steps++;
        t->off = fmax(t->off, cr_vec_length(cr_vec_sub(s->at, m->start.pose.at)));
        cr_quat turn = cr_quat_mul(cr_quat_inverse(s->turn), m->start.pose.turn);
        t->off = fmax(t->off, fabs(turn.x) + fabs(turn.y) + fabs(turn.z));
        for (int j = 0; j < m->modes; j++)
            t->modes_off = fmax(t->modes_off, fabs(t->mode[m->body][j] - m->shape[j]));
    }
    cr_rigid_state start = {m->start.pose.at, m->start.pose.turn, m->start.velocity,
                            cr_quat_back(m->start.pose.turn, m->start.spin)};
    cr_flow_rigid(&b->rigid, &start, m->force, m->torque, h, s);
    for (int j = 0; j < m->modes; j++) {
        cr_response r = cr_response_after(b->w[j], b->sigma[j], h);
        cr_propagator one = {1, &b->w[j], &b->sigma[j], h, &r};
        double rate;
        cr_propagator_run(&one, &m->shape[j], &m->rate[j], &m->push[j], &t->mode[m->body][j], &rate);
    }
    t->end[m->body] = m->t1;
    return CR_OK;
}

// Linear interpolation at a cut: momentum is that of the share of the impulse, energy is not, and the ledger
// says how much of it the scheme took or gave. A cut step is cut for all that shared it.
static void test_rollback(void) {
    long long cuts = 0;
    for (TEST_SEEDS(seed, 5, 7)) {
        cr_world_def def = cr_world_def_s3();
        def.adaptive = false; // rods step 16 times as often as balls
        world_rig rig = swarm(&def, seed, NULL, 0.3);
        cr_vec p0, l0, p1, l1;
        double start = world_energy(&rig);
        cr_world_momentum(rig.world, &p0, &l0);
        told t = {.model = rig.model};
        cr_world_sink sink = {.context = &t, .motion = follow};
        world_run(&rig, 0.3, &sink);
        cr_world_momentum(rig.world, &p1, &l1);
        cr_world_stats s = cr_world_statistics(rig.world);
        cr_world_energy e = cr_world_ledger(rig.world);
        double p = cr_vec_length(cr_vec_sub(p1, p0)), l = cr_vec_length(cr_vec_sub(l1, l0));
        printf("seed %llu: %lld steps, %lld cut; momentum off by %.2g, angular by %.2g; %.3g J lost, %.2g J "
               "by the "
               "scheme, a step gained %.2g of %.3g J; ledger %.2g J, %lld unsolved\n",
               (unsigned long long)seed, s.steps, s.rollbacks, p, l, e.impacts + e.friction, -e.scheme,
               s.gain_greatest, start, e.residual, s.unsolved);
        CHECK(p < 1e-13, "momentum off by %g kg m/s", p);
        CHECK(fabs(e.residual) < 1e-13, "ledger open by %g J", e.residual);
        CHECK(e.impacts > 1e-3 && e.scheme != 0.0, "nothing happened");
        CHECK(world_energy(&rig) < start, "%g J of %g", world_energy(&rig), start);
        CHECK(t.steps > 1000 && t.off < 1e-13 && t.modes_off < 1e-15, "told otherwise by %g m, %g", t.off,
              t.modes_off);
        cuts += s.rollbacks;
        world_end(&rig);
    }
    CHECK(cuts > 0, "no step was cut");
}

// A tower at rest. Friction is left out as long as nothing slips, and without it the boxes slide apart by
// rounding, ten times as fast every ten steps, until it is not. Contacts are where bodies overlap: one side
// of the lowest box, up by a rounding, is none, and falls for two steps, 3 g h^2, until it is caught. Of the
// points between two boxes no more than six bear load.
static void test_tower(void) {
    enum { BOXES = 8 };
    cr_world_def def = cr_world_def_s3();
    world_rig rig = world_begin(&def);
    stack_tower(&rig, BOXES);
    world_start(&rig);
    world_run(&rig, 0.1, NULL);
    double first = cr_world_body(rig.world, BOXES).pose.at.z;
    world_run(&rig, TEST_AMOUNT(0.4, 0.2), NULL);
    double late = cr_world_body(rig.world, BOXES).pose.at.z;
    cr_world_stats s = cr_world_statistics(rig.world);
    double reduced = (double)s.contacts_before / (double)s.contacts_after;
    printf(
        "tower: %lld contacts to %lld (%.1f), friction left out in %lld of %lld solves, %.3g mm deep, moves "
        "%.2g m, %lld unsolved, residual %.2g\n",
        s.contacts_before, s.contacts_after, reduced, s.friction_culled, s.holds,
        1e3 * s.penetration_greatest, late - first, s.unsolved, s.residual_greatest);
    CHECK(reduced > 2.0, "%lld of %lld", s.contacts_after, s.contacts_before);
    CHECK(s.friction_culled > 0, "friction is never left out");
    CHECK(fabs(late - first) <= 3.0 * 9.81 * 1e-6, "moved by %g m", late - first);
    CHECK(s.penetration_greatest < 1e-4, "%g m deep", s.penetration_greatest);
    CHECK(s.unsolved == 0 && s.residual_greatest < 1e-8, "%lld unsolved, residual %g", s.unsolved,
          s.residual_greatest);
    world_end(&rig);
}

// A laid table that bends: modes of the plate in the solve.
static void test_table(void) {
    cr_world_def def = cr_world_def_s3();
    world_rig rig = world_begin(&def);
    stack_table(&rig, 1e-3, 0.02);
    world_start(&rig);
    world_run(&rig, 0.03, NULL);
    cr_world_stats s = cr_world_statistics(rig.world);
    cr_world_energy e = cr_world_ledger(rig.world);
    printf("table: %lld steps, %d contacts and %d freedoms together, reduced %.1f, culled %lld of %lld, %lld "
           "unsolved, residual %.2g, ledger %.2g J\n",
           s.steps, s.contacts_greatest, s.freedoms_greatest,
           (double)s.contacts_before / (double)s.contacts_after, s.friction_culled, s.holds, s.unsolved,
           s.residual_greatest, e.residual);
    CHECK(fabs(e.residual) < 1e-12, "ledger open by %g J", e.residual);
    world_end(&rig);
}

// Forward Euler gains where a body turns about its middle axis, and beyond about 1 rad in a step without
// bound: a reason, not numbers.
static void test_fast_turning(void) {
    cr_world_def def = cr_world_def_s3();
    def.gravity = (cr_vec){0, 0, 0};
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.06}, {"z", 0.02}, {0}};
    cr_body_def body = body_at(0, 0, 0);
    body.spin = (cr_vec){100.0, 2000.0, 100.0};
    world_add(&rig, "brick", "box", size, body);
    world_start(&rig);
    CHECK(cr_world_run(rig.world, 1.0, NULL, &rig.error) == CR_ERR_NUMERIC, "it bears it");
    CHECK(strstr(rig.error.reason, "shorter steps"), "%s", rig.error.reason);
    world_end(&rig);
}

static void test_refusals(void) {
    cr_world_def def = cr_world_def_s3();
    world_rig rig = world_begin(&def);
    int ball = world_add(&rig, "ball", "sphere", NULL, body_at(0, 0, 0));
    cr_joint_def joint = cr_joint_def_default();
    joint.a = ball;
    CHECK(cr_world_model_join(rig.model, &joint, &rig.error) >= 0, "%s", rig.error.reason);
    CHECK(cr_world_model_seal(rig.model, &rig.error) == CR_ERR_UNSUPPORTED, "joints");
    def.sleeping = true;
    CHECK(!cr_world_model_new(rig.arena, &def, &rig.error) && rig.error.status == CR_ERR_UNSUPPORTED,
          "sleep");
    cr_arena_free(rig.arena);
}

int main(void) {
    test_rollback();
    test_tower();
    test_table();
    test_fast_turning();
    test_refusals();
    return test_summary();
}
