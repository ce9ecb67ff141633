// Twelve bodies of several kinds thrown together: the order in which they were named does not matter, and the
// ledger balances whenever a sink reads it.
#include "plain_modes.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

enum { ALL = 12 };

// Balls that rebound or have a law, capsules and boxes, and rods that vibrate, which fall on a floor and each
// other. order: which of them is added when.
static world_rig heap(const int order[ALL], bool law) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    cr_modes *modes = cr_arena_take(rig.arena, 1, sizeof *modes);
    *modes = rod_modes(4, rig.arena);
    for (int j = 0; j < modes->count; j++) modes->frequency[j] *= 500.0;
    const cr_setting rod[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}},
                     box[] = {{"x", 0.06}, {"y", 0.05}, {"z", 0.04}, {0}},
                     capsule[] = {{"radius", 0.02}, {"length", 0.05}, {0}};
    world_floor(&rig, cr_quat_none, 0.3);
    for (int i = 0; i < ALL; i++) {
        int which = order[i], layer = which / 4;
        char name[16];
        snprintf(name, sizeof name, "b%d", which);
        cr_body_def body = body_at(0.11 * (which % 4) - 0.15, 0.007 * layer, 0.05 + 0.09 * layer);
        body.velocity = (cr_vec){0.1 * (1.5 - which % 4), 0.02 * layer, -0.5};
        body.spin = (cr_vec){0.3 * layer, 1.0 - 0.2 * which, 0.5};
        if (which < 2) {
            body.at = (cr_vec){0.1 * which, 0.3 * which - 0.1, 0.4};
            body.modes = modes;
            world_add(&rig, name, "box", rod, body);
        } else if (layer == 0) {
            world_add(&rig, name, "box", box, body);
        } else if (layer == 1) {
            if (law) body.compress = CR_COMPRESS_HUNT_CROSSLEY;
            body.young = 1e8;
            body.restitution = 0.8;
            world_add(&rig, name, "sphere", NULL, body);
        } else {
            world_add(&rig, name, "capsule", capsule, body);
        }
    }
    world_start(&rig);
    return rig;
}

static const int in_order[ALL] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

// Rounding, of 1e-17 m in each step, is made larger by every impact.
static void test_order(void) {
    const int other[ALL] = {5, 2, 11, 7, 0, 9, 3, 6, 1, 10, 4, 8};
    world_rig a = heap(in_order, false), b = heap(other, false);
    world_run(&a, 0.2, NULL);
    world_run(&b, 0.2, NULL);
    double worst = 0.0;
    for (int i = 0; i < ALL; i++) {
        cr_vec x = cr_world_body(a.world, 1 + other[i]).pose.at, y = cr_world_body(b.world, 1 + i).pose.at;
        worst = fmax(worst, cr_vec_length(cr_vec_sub(x, y)));
    }
    cr_world_stats s = cr_world_statistics(a.world);
    printf("another order: %.2g m elsewhere after %lld steps with %d contacts\n", worst, s.steps,
           s.contacts_greatest);
    CHECK(worst < 1e-9, "a body is %g m elsewhere", worst);
    CHECK(s.contacts_greatest > 4, "%d contacts", s.contacts_greatest);
    world_end(&a);
    world_end(&b);
}

typedef struct reader {
    const cr_world *world;
    double worst;
    int calls;
} reader;

static cr_status read_ledger(reader *r) {
    r->worst = fmax(r->worst, fabs(cr_world_ledger(r->world).residual));
    r->calls++;
    return CR_OK;
}

static cr_status at_motion(void *context, const cr_world_motion *motion) {
    (void)motion;
    return read_ledger(context);
}

static cr_status at_contact(void *context, const cr_world_contact *contact) {
    (void)contact;
    return read_ledger(context);
}

static void test_reading(void) {
    world_rig rig = heap(in_order, true);
    reader r = {.world = rig.world};
    cr_world_sink sink = {.context = &r, .motion = at_motion, .contact = at_contact};
    world_run(&rig, 0.15, &sink);
    cr_world_energy e = cr_world_ledger(rig.world);
    printf("ledger read %d times: open by at most %.2g J; %.3g J lost\n", r.calls, r.worst,
           e.impacts + e.friction);
    CHECK(r.worst < 1e-12, "ledger open by %g J", r.worst);
    CHECK(r.calls > 1000 && e.impacts > 0.1, "%d calls, %g J lost", r.calls, e.impacts);
    world_end(&rig);
}

int main(void) {
    test_order();
    test_reading();
    return test_summary();
}
