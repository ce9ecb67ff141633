// label: plain
// A heavy ball falls on a laid table: dishes stay on one that is rigid and jump on one that bends.
#include "plain_modes.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

enum { DISHES = 6 };

typedef struct heights {
    int first;           // dish
    double rest[DISHES]; // m
    double most[DISHES]; // m above it
} heights;

static cr_status watch(void *context, const cr_world_motion *m) {
    heights *h = context;
    int dish = m->body - h->first;
    if (dish < 0 || dish >= DISHES) return CR_OK;
    if (m->t0 < 0.19) h->rest[dish] = m->start.pose.at.z; // the ball lands at 0.202 s
    else h->most[dish] = fmax(h->most[dish], m->start.pose.at.z - h->rest[dish]);
    return CR_OK;
}

// fmax [Hz]: of the table's modes; 0: it is rigid.
static void test_table(double fmax, double friction, double duration, double least) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    const int cells[2] = {32, 20};
    cr_modes m = {0};
    if (fmax > 0.0) m = plate_modes(0.8, 0.5, 0.02, fmax, 0.01, cells, rig.arena);
    cr_body_def table = body_at(0, 0, -0.01), heavy = body_at(0.03, 0.01, 0.25);
    table.modes = fmax > 0.0 ? &m : NULL;
    table.fixed = true;
    table.grip.rest = table.grip.dynamic = friction;
    const cr_setting top[] = {{"x", 0.8}, {"y", 0.5}, {"thickness", 0.02}, {0}};
    const cr_setting dish[] = {{"x", 0.06}, {"y", 0.06}, {"z", 0.04}, {0}};
    const cr_setting radius[] = {{"radius", 0.05}, {0}};
    world_add(&rig, "table", "plate", top, table);
    heights h = {0};
    for (int i = 0; i < DISHES; i++) {
        char name[16];
        snprintf(name, sizeof name, "dish%d", i);
        cr_body_def body = body_at(-0.25 + 0.1 * i, i % 2 ? 0.1 : -0.12, 0.02);
        body.density = 0.15 / (0.06 * 0.06 * 0.04);
        int number = world_add(&rig, name, "box", dish, body);
        if (i == 0) h.first = number;
    }
    heavy.density = 3.0 / (4.0 / 3.0 * cr_pi * 0.05 * 0.05 * 0.05);
    world_add(&rig, "heavy", "sphere", radius, heavy);
    world_start(&rig);
    double start = world_energy(&rig);
    cr_world_sink sink = {.context = &h, .motion = watch};
    world_run(&rig, duration, &sink);
    cr_world_energy e = cr_world_ledger(rig.world);
    cr_world_stats s = cr_world_statistics(rig.world);
    printf("%d modes, mu %g: jumps [mm]", cr_world_model_modes(rig.model, 0), friction);
    for (int i = 0; i < DISHES; i++) printf(" %.3f", 1e3 * h.most[i]);
    printf("; %lld steps, %lld unsolved, ledger %.2g of %.3g J, gain %.2g J\n", s.steps, s.unsolved,
           e.residual, start, s.gain_greatest);
    for (int i = 0; i < DISHES; i++) {
        if (fmax > 0.0) CHECK(h.most[i] > least, "dish %d rises %g m", i, h.most[i]);
        else CHECK(h.most[i] < 1e-9, "dish %d rises %g m", i, h.most[i]);
    }
    CHECK(fabs(e.residual) < 1e-11, "ledger open by %g J", e.residual);
    CHECK(s.gain_greatest < 1e-12, "a step gained %g J", s.gain_greatest);
    CHECK(s.unsolved == 0, "%lld unsolved", s.unsolved);
    world_end(&rig);
}

int main(void) {
    test_table(0.0, 0.4, 0.35, 0.0);
    test_table(1000.0, 0.4, 0.35, 4e-3);
    return test_summary();
}
