// A rough surface: normals stray within what is asked, are the same at the same place whatever the steps, and
// other with another seed.
#include "test.h"
#include "worlds.h"

#include <math.h>

enum { PLACES = 40 };
static const double tilt = 0.02, spacing = 1e-3;

typedef struct trail {
    cr_vec normal[PLACES]; // at the first contact beyond each place
    double offset[PLACES]; // how far beyond
    int seen;
    double worst;
} trail;

static cr_status follow(void *context, const cr_world_contact *c) {
    trail *t = context;
    double stray = acos(fmin(1.0, fabs(c->normal.z)));
    t->worst = fmax(t->worst, stray);
    while (t->seen < PLACES && c->point.x >= spacing * (t->seen + 1)) {
        t->normal[t->seen] = c->normal;
        t->offset[t->seen] = c->point.x - spacing * (t->seen + 1);
        t->seen++;
    }
    return CR_OK;
}

// A ball that slides over the floor at 0.4 m/s without friction.
static trail slide(double step, unsigned long long seed, double noise) {
    cr_world_def def = quiet_world(step);
    def.seed = seed;
    world_rig rig = world_begin(&def);
    cr_body_def floor = body_at(0, 0, 0);
    floor.fixed = true;
    floor.grip.rest = floor.grip.dynamic = 0.0;
    floor.normal_noise = noise;
    world_add(&rig, "floor", "plane", NULL, floor);
    cr_body_def body = body_at(0, 0, 0.02);
    body.velocity.x = 0.4;
    world_add(&rig, "ball", "sphere", NULL, body);
    trail t = {0};
    cr_world_sink sink = {.context = &t, .contact = follow};
    world_start(&rig);
    world_run(&rig, 0.12, &sink);
    CHECK(fabs(cr_world_ledger(rig.world).residual) < 1e-12, "ledger open by %g J",
          cr_world_ledger(rig.world).residual);
    CHECK(t.seen == PLACES, "came %d mm far", t.seen);
    world_end(&rig);
    return t;
}

static double difference(const trail *a, const trail *b) {
    double worst = 0.0;
    for (int i = 0; i < PLACES; i++)
        worst = fmax(worst, cr_vec_length(cr_vec_sub(a->normal[i], b->normal[i])));
    return worst;
}

int main(void) {
    trail coarse = slide(2e-4, 1, tilt), fine = slide(1e-4, 1, tilt), other = slide(1e-4, 2, tilt),
          plain = slide(1e-4, 1, 0.0);
    CHECK(fine.worst <= 1.5 * tilt && fine.worst > 0.3 * tilt, "strays by %g rad", fine.worst);
    CHECK(plain.worst < 1e-7, "strays by %g rad without noise", plain.worst);
    // Points of the two runs are up to 80 um apart; over 2 mm the tilt changes by at most 3 times itself.
    CHECK(difference(&coarse, &fine) < 3.0 * tilt * 8e-5 / 2e-3 + 1e-4, "differ by %g",
          difference(&coarse, &fine));
    CHECK(difference(&other, &fine) > 0.3 * tilt, "another seed differs by %g only",
          difference(&other, &fine));
    return test_summary();
}
