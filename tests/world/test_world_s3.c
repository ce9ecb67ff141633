// The preset s3: what the paper's step does, in figures.
#include "plain_modes.h"
#include "ruler.h"
#include "silence.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

static void rod(int modes, cr_world_preset preset, double phase) {
    cr_world_def def = cr_world_def_s3();
    def.preset = preset;
    def.step = 1.0;
    def.gravity = (cr_vec){0, 0, 0};
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    cr_modes m = rod_modes(modes, rig.arena);
    world_floor(&rig, turn_about((cr_vec){0, 1, 0}, 0.5 * cr_pi), 0.0);
    cr_body_def body = body_at(0.5 + 0.013 + phase, 0, 0);
    body.modes = &m;
    body.contact_fmax = 1e9;
    body.velocity.x = -1.0;
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    int b = world_add(&rig, "rod", "box", size, body);
    world_start(&rig);
    world_run(&rig, 4.0, NULL);
    cr_world_energy e = cr_world_ledger(rig.world);
    cr_world_stats s = cr_world_statistics(rig.world);
    printf("rod %d preset %d: e %.4f, kin %.4f vib %.4f impacts %.4f scheme %.3g residual %.2g, deep %.3g "
           "gain %.2g before %lld after %lld\n",
           modes, preset, cr_world_body(rig.world, b).velocity.x, e.kinetic, e.vibration, e.impacts, e.scheme,
           e.residual, s.penetration_greatest, s.gain_greatest, s.contacts_before, s.contacts_after);
    world_end(&rig);
}

static void plate(cr_world_preset preset, double spp) {
    const int cells[2] = {16, 10};
    cr_world_def def = preset ? cr_world_def_s3() : quiet_world(1e-3);
    def.steps_per_period = spp;
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    cr_modes m = plate_modes(0.8, 0.5, 0.02, 1000.0, 0.08, cells, rig.arena);
    cr_body_def plate = body_at(0, 0, -0.01);
    plate.modes = &m;
    plate.fixed = true;
    const cr_setting size[] = {{"x", 0.8}, {"y", 0.5}, {"thickness", 0.02}, {0}};
    world_add(&rig, "plate", "plate", size, plate);
    cr_body_def ball = body_at(0.1, 0.05, 0.05);
    const cr_setting radius[] = {{"radius", 0.05}, {0}};
    int body = world_add(&rig, "ball", "sphere", radius, ball);
    world_start(&rig);
    world_run(&rig, 1.0, NULL); // the lowest mode has died away
    double before = cr_world_body(rig.world, body).pose.at.z;
    world_run(&rig, 2.0, NULL);
    double after = cr_world_body(rig.world, body).pose.at.z;
    cr_world_stats s = cr_world_statistics(rig.world);
    printf("plate preset %d: %g spp: at %.4g, moved %.4g m in 1 s; steps %lld deep %g\n", preset, spp,
           before - 0.05, after - before, s.steps, s.penetration_greatest);
    world_end(&rig);
}

static void quiet(void) {
    static silence s;
    for (int curved = 0; curved < 2; curved++)
        for (int p = 0; p < 3; p++) {
            cr_world_def def = p ? cr_world_def_s3() : quiet_world(1e-3);
            def.preset = (cr_world_preset)p;
            double l = silence_of_slab(&def, curved, &s);
            printf("curved %d preset %d: %.1f dB, %d points\n", curved, p, l, s.points);
        }
}

static void slide(double h) {
    cr_world_def def = cr_world_def_s3();
    def.step = h;
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.01);
    body.velocity.x = 1.0;
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.06}, {"z", 0.02}, {0}};
    int b = world_add(&rig, "block", "box", size, body);
    world_start(&rig);
    world_run(&rig, 0.05, NULL);
    double v1 = cr_world_body(rig.world, b).velocity.x;
    world_run(&rig, 0.15, NULL);
    double v2 = cr_world_body(rig.world, b).velocity.x;
    world_run(&rig, 0.5, NULL);
    double x = cr_world_body(rig.world, b).pose.at.x, v3 = cr_world_body(rig.world, b).velocity.x;
    cr_world_stats s = cr_world_statistics(rig.world);
    printf("slide h %g: a %.17g of %g, stops at %.9g (%.9g), %.2g then; residual %.2g turns\n", h,
           (v1 - v2) / 0.1, 0.4 * 9.81, x, 1 / (2 * 0.4 * 9.81), v3, s.residual_greatest);
    world_end(&rig);
}

static void ruler(void) {
    for (int p = 0; p < 2; p++)
        for (int a = 0; a < 2; a++) {
            cr_world_def def = p ? cr_world_def_s3() : quiet_world(1e-3);
            def.adaptive = a;
            ruler_run r = ruler_beats_in(&def, 0.15);
            printf("ruler preset %d adaptive %d: %lld steps %lld ups %lld downs; ledger %.2g of %g: left %g "
                   "gain %.2g deep %.3g scheme %g\n",
                   p, a, r.stats.steps, r.stats.ups, r.stats.downs, r.ledger.residual, r.start,
                   r.ledger.vibration, r.stats.gain_greatest, r.stats.penetration_greatest, r.ledger.scheme);
        }
}

int main(void) {
    slide(1e-3);
    slide(5e-4);
    ruler();
    quiet();
    for (int p = 1; p < 3; p++) {
        rod(64, p, 0.0);
        rod(64, p, 0.0021);
        rod(256, p, 0.0);
    }
    plate(0, 6.5);
    plate(1, 6.5);
    plate(1, 13);
    return test_summary();
}
