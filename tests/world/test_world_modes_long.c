// label: long
// A rod on a wall over many phases of the step and up to 256 modes: restitution, duration, and how even
// its force is; steps far beyond the rate that its highest mode would ask for.
#include "plain_modes.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

typedef struct pulse {
    double begin, end, gap; // s, m
    double least, most;     // N, between a quarter and three quarters of the pulse
} pulse;

static cr_status feel(void *context, const cr_world_contact *c) {
    pulse *p = context;
    double force = cr_vec_length(c->force);
    if (p->begin < 0.0) p->begin = c->t0;
    p->end = c->t1;
    p->gap = fmin(p->gap, c->gap);
    if (c->t0 < p->begin + 0.5 || c->t1 > p->begin + 1.5) return CR_OK;
    p->least = fmin(p->least, force);
    p->most = fmax(p->most, force);
    return CR_OK;
}

// Speed that is left of 1 m/s. The rod touches with four corners: the force of each is a quarter of the
// whole.
static double bounce(int modes, double steps_per_period, double phase, pulse *p) {
    cr_world_def def = quiet_world(1.0);
    def.gravity = (cr_vec){0, 0, 0};
    def.steps_per_period = steps_per_period;
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    cr_modes m = rod_modes(modes, rig.arena);
    world_floor(&rig, turn_about((cr_vec){0, 1, 0}, 0.5 * cr_pi), 0.0);
    double h = 4.0 / (steps_per_period * modes);
    cr_body_def body = body_at(0.5 + 0.013 + phase * h, 0, 0);
    body.modes = &m;
    body.contact_fmax = 1e9;
    body.velocity.x = -1.0;
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    int rod = world_add(&rig, "rod", "box", size, body);
    *p = (pulse){.begin = -1.0, .least = HUGE_VAL};
    cr_world_sink sink = {.context = p, .contact = feel};
    world_start(&rig);
    world_run(&rig, 3.0, &sink);
    double e = cr_world_body(rig.world, rod).velocity.x;
    cr_world_stats s = cr_world_statistics(rig.world);
    CHECK(fabs(cr_world_ledger(rig.world).residual) < 1e-12, "ledger open by %g J",
          cr_world_ledger(rig.world).residual);
    CHECK(s.gain_greatest < 1e-13 && s.unsolved == 0, "gained %g J, %lld unsolved", s.gain_greatest,
          s.unsolved);
    world_end(&rig);
    return e;
}

int main(void) {
    const int modes[] = {16, 64, 256};
    for (int i = 0; i < 3; i++) {
        int phases = modes[i] > 64 ? 3 : 16;
        double low = HUGE_VAL, high = -HUGE_VAL, uneven = 0.0, longest = 0.0,
               exact = 1.0 - 1.0 / (2.0 * modes[i] + 1.0);
        for (int phase = 0; phase < phases; phase++) {
            pulse p;
            double e = bounce(modes[i], 6.5, (double)phase / phases, &p);
            low = fmin(low, e);
            high = fmax(high, e);
            uneven = fmax(uneven, (p.most - p.least) / (p.most + p.least));
            longest = fmax(longest, fabs(p.end - p.begin - 2.0));
        }
        printf("%d modes: e %.5f to %.5f (exact %.5f), force even to %.2g, duration 2 to %.2g s\n", modes[i],
               low, high, exact, uneven, longest);
        CHECK(low > exact - 5e-4 && high < exact + 5e-4, "e %g to %g, exact %g", low, high, exact);
        CHECK(longest < 0.03 + 8.0 / (6.5 * modes[i]), "lasts 2 s but for %g s", longest);
        CHECK(uneven < 0.02, "the force varies by %g of it", uneven);
    }
    pulse p;
    double e = bounce(256, 0.5, 0.3, &p);
    printf("256 modes at 0.5 steps per period: e %.4f\n", e);
    CHECK(e >= 0.99, "e = %g", e);
    return test_summary();
}
