// Contact that stays pressed while it swings, without loss: what its law has stored is that of its depth, and
// its force stays between those at which the body turns round. Derivation W5.
#include "carom/exact.h"
#include "plain_modes.h"
#include "test.h"
#include "world/world_internal.h"
#include "world_laws.h"

#include <math.h>

typedef struct forces {
    double least, most, from;
} forces;

static cr_status listen(void *context, const cr_world_contact *c) {
    forces *f = context;
    double force = cr_vec_dot(c->force, c->normal);
    if (c->t0 < f->from) return CR_OK;
    f->least = fmin(f->least, force);
    f->most = fmax(f->most, force);
    return CR_OK;
}

// How far psi is from that of its depth, over it: the worst of all points.
static double drift(const world_rig *rig, const cr_law *law) {
    double worst = 0.0;
    for (int i = 0; i < rig->world->pairs.count; i++) {
        const cr_pair *pair = &rig->world->pairs.items[i];
        for (int k = 0; k < pair->points.count; k++) {
            const cr_point_memory *m = &pair->points.items[k];
            double psi = law->type->ops->psi(law, -m->gap);
            if (psi > 0.0) worst = fmax(worst, fabs(m->psi / psi - 1.0));
        }
    }
    return worst;
}

static void press(world_rig *rig, int body, cr_vec force, double start, double attack) {
    cr_load_def load = {.body = body, .force = force, .start = start, .end = 10.0, .attack = attack};
    CHECK(cr_world_model_load(rig->model, &load, &rig->error) >= 0, "%s", rig->error.reason);
}

// The force where a body turns round that rested under `load` when `more` came: V(to) - V(from) = (load +
// more)(to - from).
static double turning_force(const cr_law *law, double load, double more) {
    const cr_law_ops *ops = law->type->ops;
    double from = pow(load / law->k, 1.0 / law->n), low = from * (1.0 + 1e-9), high = 10.0 * from, slope;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (ops->mean_elastic(law, from, middle, &slope) < load + more) low = middle;
        else high = middle;
    }
    return ops->elastic(law, low);
}

// A ball on a floor, or in a groove of 90 degrees with friction, under 1 kN, to which more comes at once.
// drift: bound of what psi is off after some hundred periods.
static void test_ball(bool groove, double more, double bound) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    cr_law law = law_of("power", 1e9, 0.0);
    const double tilt = cr_pi / 4.0, load = 1000.0;
    int wall[2], walls = groove ? 2 : 1;
    for (int i = 0; i < walls; i++)
        wall[i] =
            world_floor(&rig, groove ? turn_about((cr_vec){0, 1, 0}, i ? -tilt : tilt) : cr_quat_none, 0.2);
    int ball = world_add(&rig, "ball", "sphere", NULL, body_at(0, 0, groove ? 0.02 * sqrt(2.0) : 0.02));
    for (int i = 0; i < walls; i++) pair_by(&rig, wall[i], ball, &law);
    press(&rig, ball, (cr_vec){0, 0, -load}, 0.0, 0.04);
    press(&rig, ball, (cr_vec){groove ? 0.3 * more : 0.0, 0, -more}, 0.05, 0.0);
    forces f = {.least = HUGE_VAL, .from = 0.051};
    cr_world_sink sink = {.context = &f, .contact = listen};
    world_start(&rig);
    world_run(&rig, 0.3, &sink);
    double off = drift(&rig, &law), open = cr_world_ledger(rig.world).residual;
    cr_world_stats s = cr_world_statistics(rig.world);
    printf("%s, %g N more: %lld steps, psi off by %.2g, force %.1f to %.1f N, ledger %.2g J, gain %.2g J\n",
           groove ? "groove" : "floor", more, s.steps, off, f.least, f.most, open, s.gain_greatest);
    CHECK(off < bound, "psi off by %g", off);
    CHECK(fabs(open) < 1e-11 && s.gain_greatest < 1e-14, "ledger open by %g J, gain %g J", open,
          s.gain_greatest);
    if (!groove) {
        double weight = cr_world_model_mass(rig.model, ball) * 9.81,
               turns = turning_force(&law, load + weight, more);
        CHECK(f.least > 0.99 * (load + weight) && f.most < 1.01 * turns, "%g to %g N, not %g to %g N",
              f.least, f.most, load + weight, turns);
    }
    world_end(&rig);
}

typedef struct pulse {
    double from, to;
    int steps;
} pulse;

static cr_status feel(void *context, const cr_world_contact *c) {
    pulse *p = context;
    if (!(cr_vec_dot(c->force, c->normal) > 0.0)) return CR_OK;
    if (p->steps++ == 0) p->from = c->t0;
    p->to = c->t1;
    return CR_OK;
}

// A block that is held and sways at 5 Hz as a mass of 10 g is struck, so that it meets a ball that is fixed:
// only a mode moves, and the contact has its steps all the same and lasts as long as that mass has it.
static void test_held(void) {
    const double mass = 0.01, speed = 0.5, gap = 1e-4;
    cr_world_def def = quiet_world(1e-3);
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    cr_law law = law_of("power", 1e9, 0.0);
    cr_modes m = sway_modes(0.2, 0.1, 0.05, 1.0, 2, mass, 5.0, 0.0, rig.arena);
    m.rigid = 0;
    cr_body_def held = body_at(0, 0, 0.025 + gap), stone = body_at(0, 0, -0.02);
    held.modes = &m;
    held.fixed = stone.fixed = true;
    const cr_setting size[] = {{"x", 0.2}, {"y", 0.1}, {"z", 0.05}, {0}};
    int block = world_add(&rig, "block", "box", size, held),
        ball = world_add(&rig, "ball", "sphere", NULL, stone);
    pair_by(&rig, block, ball, &law);
    cr_load_def blow = {.body = block, .force = {0, 0, -mass * speed}, .start = 0.01, .end = 0.01};
    CHECK(cr_world_model_load(rig.model, &blow, &rig.error) >= 0, "%s", rig.error.reason);
    pulse p = {0};
    cr_world_sink sink = {.context = &p, .contact = feel};
    world_start(&rig);
    world_run(&rig, 0.02, &sink);
    double exact = cr_law_duration(&law, mass, speed);
    printf("held: %d steps in contact, %.2f us, exact %.2f us\n", p.steps, 1e6 * (p.to - p.from),
           1e6 * exact);
    CHECK(p.steps >= 5 && p.steps <= 9, "%d steps in contact", p.steps);
    CHECK(p.to - p.from < 1.35 * exact && p.to - p.from > 0.9 * exact, "lasts %g s, not %g s", p.to - p.from,
          exact);
    world_end(&rig);
}

int main(void) {
    test_ball(false, 300.0, 1e-10);
    test_ball(false, 900.0, 1e-10);
    test_ball(true, 300.0, 1e-3);
    test_ball(true, 900.0, 1e-3);
    test_held();
    return test_summary();
}
