// The whole pass against a closed form: a block that sways after a blow, heard at rest, in passing, and by
// microphones that a body carries.
#include "passing.h"
#include "plain_modes.h"
#include "test.h"

#include <string.h>

enum { RATE = PASSING_RATE, FRAMES = 8820 }; // 0.2 s
static const double blow = 1e-4, struck = 0.01, frequency = 1000, zeta = 0.01, modal_mass = 2, side = 0.1,
                    speed = 343.2, air = 1.204;

// A block of 10 kg that is struck along x at its middle while it flies along y.
static world_rig make(cr_vec at, cr_vec velocity, const cr_modes *modes) {
    cr_world_def def = quiet_world(1e-3);
    def.gravity = (cr_vec){0, 0, 0};
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", side}, {"y", side}, {"z", side}, {0}};
    cr_body_def body = body_at(at.x, at.y, at.z);
    cr_load_def load = cr_load_def_default();
    body.velocity = velocity;
    body.modes = modes;
    world_add(&rig, "block", "box", size, body);
    load.body = 0;
    load.force = (cr_vec){blow, 0, 0};
    load.start = load.end = struck;
    CHECK(cr_world_model_load(rig.model, &load, &rig.error) == 0, "%s", rig.error.reason);
    world_start(&rig);
    return rig;
}

// The last body of the world has the modes; all others are rigid.
static long long listen(world_rig *rig, cr_record_memory *r, const cr_modes *modes,
                        const cr_radiation *radiation, const cr_scene_listener *listener, passing *h) {
    const cr_body_def rigid = cr_body_def_default();
    cr_body_def def = rigid;
    def.modes = modes;
    cr_sound_body body[2] = {{.def = &rigid}, {.def = &rigid}};
    body[cr_world_model_bodies(rig->model) - 1] =
        (cr_sound_body){.def = &def, .radiation = radiation, .damped = true};
    const cr_scene_sound sound = passing_bare();
    passing_listen(rig, r, body, &sound, listener, (double)FRAMES / RATE, h);
    CHECK(h->count == FRAMES, "%d frames", h->count);
    return h->outcome.contacts;
}

// q = U J e^(-sigma t) sin(w t)/w of a blow J; its second derivative.
static double acceleration(double t) {
    double w0 = 2 * cr_pi * frequency, sigma = zeta * w0, w = sqrt(w0 * w0 - sigma * sigma);
    if (t <= 0) return 0;
    return blow / sqrt(modal_mass) * exp(-sigma * t) *
           (-2 * sigma * cos(w * t) + (sigma * sigma - w * w) / w * sin(w * t));
}

// What one point of a body that flies along gives off, times its strength [Pa m per acceleration].
static double pressure_of(double t, cr_vec at, cr_vec velocity, cr_vec ear, double strength) {
    double given_off = t, distance = 0;
    for (int i = 0; i < 60; i++) {
        cr_vec body = cr_vec_along(at, given_off, velocity);
        distance = cr_vec_length(cr_vec_sub(ear, body));
        given_off = t - distance / speed;
    }
    return strength / distance * acceleration(given_off - struck);
}

// Without a solution for the air every mode is heard as rho A a/(4 pi r): two of six faces move.
static double pressure(double t, cr_vec at, cr_vec velocity, cr_vec ear) {
    double area = 6 * side * side, mean = air * area * sqrt(1.0 / 3) / (4 * cr_pi) / sqrt(modal_mass);
    return pressure_of(t, at, velocity, ear, mean);
}

// Greatest error over the greatest pressure, after the onset, whose upper half of the band is cut off.
static double error_of(const passing *h, int channel, cr_vec at, cr_vec velocity, cr_vec ear) {
    double worst = 0, peak = 0, onset = struck + 0.012;
    for (int n = (int)(onset * RATE); n < FRAMES; n++) {
        double exact = pressure((double)n / RATE, at, velocity, ear);
        peak = fmax(peak, fabs(exact));
        worst = fmax(worst, fabs(h->sample[channel][n] - exact));
    }
    return worst / peak;
}

static void test_at(cr_vec at, cr_vec velocity, const cr_scene_listener *listener, const cr_vec *ear,
                    double bound, const char *what) {
    static passing h, again;
    cr_record_memory r = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    const cr_modes modes = sway_modes(side, side, side, 10, 0, modal_mass, frequency, zeta, arena);
    world_rig rig = make(at, velocity, &modes);
    passing_record(&rig, &r, (double)FRAMES / RATE);
    long long blows = listen(&rig, &r, &modes, NULL, listener, &h);
    CHECK(blows == 1, "%lld blows", blows);
    for (int c = 0; c < listener->ear_count; c++) {
        double error = error_of(&h, c, at, velocity, ear[c]);
        printf("%s, channel %d: %.2g of the peak\n", what, c, error);
        CHECK(error <= bound, "%s, channel %d: %g", what, c, error);
    }
    listen(&rig, &r, &modes, NULL, listener, &again);
    CHECK(memcmp(&h, &again, sizeof h) == 0, "%s: another run, another sound", what);
    world_end(&rig);
    cr_arena_free(arena);
    cr_record_memory_free(&r);
}

// A large body: two patches 0.8 m apart, each with a delay of its own, from the first sample on.
static void test_parts(cr_vec velocity, const cr_scene_listener *listener, cr_vec ear, double bound) {
    static passing h;
    cr_record_memory r = {0};
    float at[2][3] = {{0.0f, -0.4f, 0.0f}, {0.0f, 0.4f, 0.0f}},
          patch[2][CR_RADIATION_PATCH] = {{2.0f}, {-1.0f}};
    cr_patches set = {.count = 2, .side = 0.1, .at = at};
    cr_multipoles mode = {.route = CR_RADIATION_KIRCHHOFF,
                          .wave_number = 2 * cr_pi * frequency / speed,
                          .set = 1,
                          .patch = patch[0]};
    const cr_radiation radiation = {
        .radius = 0.45, .speed = speed, .density = air, .sets = 1, .set = &set, .count = 1, .mode = &mode};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    const cr_modes modes = sway_modes(side, side, side, 10, 0, modal_mass, frequency, zeta, arena);
    world_rig rig = make((cr_vec){0}, velocity, &modes);
    double worst = 0, peak = 0;
    passing_record(&rig, &r, (double)FRAMES / RATE);
    listen(&rig, &r, &modes, &radiation, listener, &h);
    for (int n = 0; n < FRAMES; n++) {
        double exact = 0, t = (double)n / RATE, near = 1;
        for (int i = 0; i < 2; i++) {
            cr_vec from = {0, (double)at[i][1], 0};
            exact += pressure_of(t, from, velocity, ear, (double)patch[i][0] / (4 * cr_pi));
            double arrival =
                struck + cr_vec_length(cr_vec_sub(ear, cr_vec_along(from, struck, velocity))) / speed;
            near = fmin(near, fabs(t - arrival));
        }
        if (near < 1e-3) continue; // the upper half of the band of an onset is cut off
        peak = fmax(peak, fabs(exact));
        worst = fmax(worst, fabs(h.sample[0][n] - exact));
    }
    printf("two parts at %g m/s: %.2g of the peak\n", velocity.y, worst / peak);
    CHECK(worst / peak <= bound, "%g", worst / peak);
    world_end(&rig);
    cr_arena_free(arena);
    cr_record_memory_free(&r);
}

// A contact is heard when it happened: a block that falls on a floor, sqrt(2 h/g) after it was let go, and
// the way later. Steps are of 0.1 ms.
static void test_contact(const cr_scene_listener *listener) {
    static passing h;
    cr_record_memory r = {0};
    const double fall = 0.05, g = 9.81;
    cr_world_def def = quiet_world(1e-4);
    world_rig rig = world_begin(&def);
    const cr_modes modes = sway_modes(side, side, side, 10, 2, modal_mass, frequency, zeta, rig.arena);
    const cr_setting size[] = {{"x", side}, {"y", side}, {"z", side}, {0}};
    cr_body_def body = body_at(0, 0, 0.5 * side + fall);
    body.modes = &modes;
    world_floor(&rig, cr_quat_none, 0.3);
    world_add(&rig, "block", "box", size, body);
    world_start(&rig);
    passing_record(&rig, &r, (double)FRAMES / RATE);
    CHECK(listen(&rig, &r, &modes, NULL, listener, &h) > 0, "nothing touched");
    double peak = 0, way = cr_vec_length(cr_vec_sub(listener->pose.at, (cr_vec){0, 0, 0.5 * side})),
           expected = sqrt(2 * fall / g) + way / speed;
    for (int n = 0; n < FRAMES; n++) peak = fmax(peak, fabs(h.sample[0][n]));
    int n = 0;
    while (fabs(h.sample[0][n]) < 0.01 * peak) n++;
    double heard_at = (double)n / RATE;
    printf("a blow at %.5f s is heard at %.5f s\n", expected, heard_at);
    CHECK(heard_at > expected - 2e-4 && heard_at < expected + 3e-4, "heard at %g s, not %g", heard_at,
          expected);
    world_end(&rig);
    cr_record_memory_free(&r);
}

// The loudest of a block that is set on a floor, in the first eighth, after it, and in the last one [Pa].
static void set_down(const cr_scene_listener *listener, double contact_fmax, double load, double most[3]) {
    static passing h;
    cr_record_memory r = {0};
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    const double heavy = 0.2;
    const cr_modes modes = sway_modes(side, side, side, 10, 2, modal_mass, frequency, heavy, rig.arena);
    const cr_setting size[] = {{"x", side}, {"y", side}, {"z", side}, {0}};
    cr_body_def body = body_at(0, 0, 0.5 * side);
    body.modes = &modes;
    body.contact_fmax = contact_fmax;
    world_floor(&rig, cr_quat_none, 0.3);
    cr_load_def hand = cr_load_def_default();
    hand.body = world_add(&rig, "block", "box", size, body);
    hand.force.z = -load;
    if (load > 0) CHECK(cr_world_model_load(rig.model, &hand, &rig.error) == 0, "%s", rig.error.reason);
    world_start(&rig);
    passing_record(&rig, &r, (double)FRAMES / RATE);
    CHECK(cr_world_at_rest(rig.world), "it does not sleep");
    CHECK(listen(&rig, &r, &modes, NULL, listener, &h) > 0, "nothing touched");
    most[0] = most[1] = most[2] = 0;
    for (int n = 0; n < FRAMES; n++) {
        double size_of = fabs(h.sample[0][n]);
        int part = n < FRAMES / 8 ? 0 : 1;
        most[part] = fmax(most[part], size_of);
        if (n >= FRAMES - FRAMES / 8) most[2] = fmax(most[2], size_of);
    }
    world_end(&rig);
    cr_record_memory_free(&r);
}

// Let go at the beginning: its weight acted before, nothing ticks until it lands. A step of g would give
// 0.003 Pa.
static void test_let_go(const cr_scene_listener *listener) {
    static passing h;
    cr_record_memory r = {0};
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", side}, {"y", side}, {"z", side}, {0}};
    world_floor(&rig, cr_quat_none, 0.3);
    world_add(&rig, "block", "box", size, body_at(0, 0, 0.5 * side + 0.05)); // 0.101 s
    world_start(&rig);
    passing_record(&rig, &r, (double)FRAMES / RATE);
    const cr_body_def rigid = cr_body_def_default();
    const cr_sound_body body[2] = {{.def = &rigid}, {.def = &rigid}};
    cr_scene_sound sound = passing_bare();
    sound.clicks = true;
    passing_listen(&rig, &r, body, &sound, listener, (double)FRAMES / RATE, &h);
    double falling = 0, landing = 0;
    for (int n = 0; n < FRAMES; n++) {
        double *most = n < 0.1 * RATE ? &falling : &landing;
        *most = fmax(*most, fabs(h.sample[0][n]));
    }
    printf("let go: %.2g Pa, landing: %.2g Pa\n", falling, landing);
    CHECK(falling < 1e-4 && landing > 0.1, "%g Pa, then %g Pa", falling, landing);
    world_end(&rig);
    cr_record_memory_free(&r);
}

// A body that falls asleep goes on pressing on what carries it: nothing is heard of that.
static void test_sleep(const cr_scene_listener *listener) {
    double soft[3], rigid[3];
    set_down(listener, 5000, 0, soft);
    // What its weight began with has decayed by e^(-sigma t), 1257/s, and nothing came after it.
    printf("asleep: %.2g of the start\n", soft[1] / soft[0]);
    CHECK(soft[0] > 0 && soft[1] < 0.5 * soft[0], "%g Pa after %g Pa", soft[1], soft[0]);
    CHECK(soft[2] < 1e-3 * soft[0], "%g Pa at the end", soft[2]);
    // Where contact does not feel the modes it has been at rest ever since: the load of the first step is no
    // blow. What is left is that the springs at its points give way by some nanometres at first.
    set_down(listener, 0, 0, rigid);
    printf("at rest: %.2g of it\n", fmax(rigid[0], rigid[1]) / soft[0]);
    CHECK(rigid[1] < 1e-9 * soft[0], "%g Pa later", rigid[1]);
    CHECK(fmax(rigid[0], rigid[1]) < 0.02 * soft[0], "%g and %g Pa", rigid[0], rigid[1]);
    // A hand presses on it from the beginning to the end, and goes on while it sleeps.
    set_down(listener, 0, 100, rigid);
    printf("pressed: %.2g at its end\n", rigid[2] / rigid[0]);
    CHECK(rigid[2] < 1e-6 * rigid[0], "%g Pa after %g Pa", rigid[2], rigid[0]);
}

// What lies on a fixed body that is heard, but does not feel contact, goes on pressing on it while it sleeps.
// It falls on it first, so that there is something to compare with.
static void test_sleep_on(const cr_scene_listener *listener) {
    static passing h;
    cr_record_memory r = {0};
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    const double heavy = 0.2;
    const cr_modes modes = sway_modes(side, side, side, 10, 2, modal_mass, frequency, heavy, rig.arena);
    const cr_setting size[] = {{"x", side}, {"y", side}, {"z", side}, {0}}, ball[] = {{"radius", 0.01}, {0}};
    cr_body_def board = body_at(0, 0, 0);
    board.fixed = true;
    board.modes = &modes;
    board.contact_fmax = 0;
    world_add(&rig, "ball", "sphere", ball, body_at(0, 0, 0.5 * side + 0.011));
    world_add(&rig, "board", "box", size, board);
    world_start(&rig);
    passing_record(&rig, &r, (double)FRAMES / RATE);
    CHECK(cr_world_at_rest(rig.world), "it does not sleep");
    CHECK(listen(&rig, &r, &modes, NULL, listener, &h) > 0, "nothing touched");
    double landing = 0, later = 0;
    for (int n = 0; n < FRAMES; n++) {
        double *most = n < FRAMES / 4 ? &landing : &later;
        *most = fmax(*most, fabs(h.sample[0][n]));
    }
    // After 35 ms the landing has decayed by e^(-1257 0.035).
    printf("on a fixed body: %.2g of the landing\n", later / landing);
    CHECK(landing > 0 && later < 1e-9 * landing, "%g Pa after %g Pa", later, landing);
    world_end(&rig);
    cr_record_memory_free(&r);
}

int main(void) {
    const cr_vec still = {0, 0, 0}, flying = {0, 5, 0}, ahead[] = {{1.5, 0, 0}, {1.5, 0.3, 0}};
    cr_ear ears[] = {{.side = -1}, {.at = {0, 0.3, 0}, .side = -1}};
    cr_scene_listener listener = {.kind = CR_LISTENER_ARRAY,
                                  .ears = ears,
                                  .ear_count = 2,
                                  .body = -1,
                                  .pose = {{1.5, 0, 0}, cr_quat_none}};
    // Heard in float, 1e-6 or so; the blow throws the block away by 1e-5 m/s.
    test_at(still, still, &listener, ahead, 1e-5, "at rest");
    // Between blocks of 64 samples the way goes straight: off by v^2/r (1.45 ms)^2/8 = 4e-6 m, 8e-5 rad.
    test_at((cr_vec){0, -0.5, 0}, flying, &listener, ahead, 3e-4, "in passing at 5 m/s");
    test_parts(still, &listener, ahead[0], 1e-5);
    test_parts(flying, &listener, ahead[0], 3e-4);
    test_contact(&listener);
    test_sleep(&listener);
    test_sleep_on(&listener);
    test_let_go(&listener);
    return test_summary();
}
