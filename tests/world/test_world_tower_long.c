// label: long
// Forty boxes on each other for ten seconds: gaps are what the weight on them gives, no energy comes, nothing
// wanders.
#include "stacks.h"
#include "test.h"

#include <math.h>

enum { BOXES = 40 };

// The greatest difference between a gap and what its force presses the spring of the point by.
typedef struct give {
    double floor, box; // N/m
    double worst;      // m
} give;

static cr_status measure(void *context, const cr_world_contact *c) {
    give *s = context;
    double k = c->a == 0 ? s->floor : s->box;
    s->worst = fmax(s->worst, fabs(c->gap + cr_vec_dot(c->force, c->normal) / k));
    return CR_OK;
}

int main(void) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    stack_tower(&rig, BOXES);
    world_start(&rig);
    // kappa = 0.2 at a tenth of the step; the mass of a pair of boxes is half that of one.
    double k = cr_world_model_mass(rig.model, 1) / (0.2 * 1e-8), start = world_energy(&rig);
    give s = {2.0 * k, k, 0.0};
    cr_world_sink sink = {.context = &s, .contact = measure};
    world_run(&rig, 0.2, NULL);
    double settled = world_energy(&rig), last = settled, rise = 0.0, drift = 0.0;
    cr_vec at[BOXES + 1];
    for (int i = 1; i <= BOXES; i++) at[i] = cr_world_body(rig.world, i).pose.at;
    for (int second = 1; second <= 10; second++) {
        world_run(&rig, second, &sink);
        double now = world_energy(&rig);
        rise = fmax(rise, now - last);
        last = now;
        for (int i = 1; i <= BOXES; i++)
            drift = fmax(drift, cr_vec_length(cr_vec_sub(cr_world_body(rig.world, i).pose.at, at[i])));
    }
    cr_world_stats stats = cr_world_statistics(rig.world);
    printf("tower: gaps off by %.2g m, drift %.2g m, energy rises by %.2g J in a second, %.2g J in all, gain "
           "%.2g J, "
           "%lld unsolved\n",
           s.worst, drift, rise, last - settled, stats.gain_greatest, stats.unsolved);
    CHECK(s.worst > 0.0 && s.worst <= 1e-9, "a gap is off by %g m", s.worst);
    // Of an energy of about 250 J the rounding is 1e-13 J and more.
    CHECK(rise <= 1e-12 * fabs(start) && last - settled <= 1e-12 * fabs(start), "energy rises by %g J", rise);
    CHECK(stats.gain_greatest <= 1e-12, "a step gains %g J", stats.gain_greatest);
    CHECK(drift <= 1e-12, "a box wanders by %g m", drift);
    CHECK(stats.unsolved == 0, "%lld unsolved", stats.unsolved);
    world_end(&rig);
    return test_summary();
}
