// Solids of a network heard at a microphone, against closed forms: a sphere that sways after a push or a
// blow, one that is pushed away as a whole, and what is held, which is silent.
#include "budget.h"
#include "io/sound/air.h"
#include "plain_modes.h"
#include "test.h"

#include <complex.h>
#include <string.h>

enum { RATE = 44100, FRAMES = 4410, ROOM = FRAMES + 2 * CR_SOUND_BLOCK }; // 0.1 s
static const double frequency = 1000, zeta = 1e-3, modal_mass = 2, side = 0.1, radius = 0.05, density = 1000,
                    speed = 343.2, air = 1.204, away = 0.8, push_time = 1.3e-3, peak_force = 3;

static const double complex i1 = (double complex)I;

typedef struct rig {
    cr_arena *arena;
    cr_modes *modes;
    cr_radiation radiation;
    cr_multipoles multipoles;
    double c[8];
    cr_network *network;
    cr_sim *sim;
    cr_error error;
} rig;

// p/a of a sphere that sways, its surface moving by a/sqrt(modal mass), along the axis and without the delay
// r/c; s in 1/s: the field of a dipole that fits the motion of the surface (Lamb; docs/theory/sound.md, U6).
static double complex transfer(double complex s) {
    double t = radius / speed;
    return air * pow(radius, 3) * (1 + s * away / speed) * cexp(s * radius / speed) /
           (away * away * (2 + 2 * t * s + t * t * s * s)) / sqrt(modal_mass);
}

// The same as the one multipole it is, of Y_11 = sqrt(3/(4 pi)) x/r: h_1(kr) = -i (1 - ikr) e^(ikr)/(kr)^2.
static void set_radiation(rig *r) {
    double k = 2 * cr_pi * frequency / speed;
    double complex at = air * pow(radius, 3) * cexp(-i1 * k * radius) / sqrt(modal_mass) /
                        (2 - 2 * i1 * k * radius - k * k * radius * radius);
    double complex c = i1 * k * k * at / sqrt(3 / (4 * cr_pi));
    r->c[6] = creal(c);
    r->c[7] = cimag(c);
    r->multipoles = (cr_multipoles){.route = CR_RADIATION_EXACT,
                                    .wave_number = k,
                                    .order = 1,
                                    .c = r->c,
                                    .efficiency = 1,
                                    .triangles = 1};
    r->radiation =
        (cr_radiation){.radius = radius, .speed = speed, .density = air, .count = 1, .mode = &r->multipoles};
}

static double usual_sigma(void) {
    return zeta * 2 * cr_pi * frequency;
}

static rig begin(double support, double sigma) {
    rig r = {.arena = cr_arena_new(cr_allocator_default())};
    double mass = density * 4 * cr_pi / 3 * pow(radius, 3);
    r.modes = cr_arena_take(r.arena, 1, sizeof *r.modes);
    *r.modes = sway_modes(side, side, side, mass, 0, modal_mass, frequency, zeta, r.arena);
    r.modes->density = density;
    r.modes->sigma[0] = sigma;
    for (int i = 0; i < 3; i++) r.modes->inertia[i] = 0.4 * mass * radius * radius;
    cr_element solid = cr_element_default(cr_element_find("solid", NULL));
    int index;
    solid.solid = r.modes;
    if (support > 0) cr_element_set(&solid, "support", support, NULL);
    r.network = cr_network_new(r.arena, RATE);
    CHECK(cr_network_add_element(r.network, &solid, &index, &r.error) == CR_OK, "%s", r.error.reason);
    r.sim = cr_sim_new(r.network, 1);
    return r;
}

static void excite(rig *r, const char *type, const cr_setting *settings) {
    cr_excitation x = cr_excitation_default(cr_excitation_find(type, NULL));
    x.at = (cr_place){0, {1, 0.5, 0.5}};
    for (; settings->name; settings++)
        CHECK(cr_excitation_set(&x, settings->name, settings->value, &r->error) == CR_OK, "%s",
              r->error.reason);
    CHECK(cr_sim_add_excitation(r->sim, &x, &r->error) == CR_OK, "%s", r->error.reason);
}

static void listen(rig *r, bool moves, double *heard) {
    static double room[ROOM];
    cr_ear ear = {.side = -1};
    cr_scene_listener me = {.kind = CR_LISTENER_MONO,
                            .ears = &ear,
                            .ear_count = 1,
                            .body = -1,
                            .pose = {{away, 0, 0}, cr_quat_none}};
    cr_scene_heard solid = {
        .name = "ball", .modes = r->modes, .moves = moves, .pose = {{0, 0, 0}, cr_quat_none}};
    if (!moves) solid.radiation = &r->radiation;
    cr_scene_air scene = {.solids = &solid,
                          .solid_count = 1,
                          .listeners = &me,
                          .listener_count = 1,
                          .sound = {.ground = CR_NAN, .clicks = true}};
    CHECK(cr_sim_prepare(r->sim, &r->error) == CR_OK, "%s", r->error.reason);
    cr_sound_air *made = cr_sound_air_new(&scene, r->sim, NULL, r->arena, &r->error);
    CHECK(made && cr_sound_air_channels(made) == 1, "%s", r->error.reason);
    int count = made ? cr_sound_air_run(made, FRAMES + cr_sound_air_lag(), room) : 0;
    CHECK(count >= FRAMES, "%d frames", count);
    memcpy(heard, room, FRAMES * sizeof *heard);
}

static double complex lambda_of(void) {
    double w = 2 * cr_pi * frequency, sigma = zeta * w;
    return -sigma + i1 * sqrt(w * w - sigma * sigma);
}

// y = q' - conj(lambda) q after a force that is held over each step: exact.
static double complex after(const double *force, int steps, double shape) {
    double complex l = lambda_of(), turn = cexp(l / RATE), y = 0;
    for (int n = 0; n < steps; n++) y = turn * y + shape * force[n] * (turn - 1) / l;
    return y;
}

// Greatest difference from p = Re{transfer a e^(lambda t)} over the greatest pressure, from when all forces
// have ended; y: of the mode after `steps`.
static double error_of(const double *heard, double complex y, int steps) {
    double complex l = lambda_of(), a = -i1 * l * l * y / cimag(l), p = transfer(l) * a;
    double worst = 0, peak = 0, delay = away / speed;
    for (int n = steps + (int)(delay * RATE) + 40; n < FRAMES; n++) {
        double exact = creal(p * cexp(l * ((n + 1 - steps) / (double)RATE - delay)));
        worst = fmax(worst, fabs(heard[n] - exact));
        peak = fmax(peak, fabs(exact));
    }
    return worst / peak;
}

// A smooth push: only the solid is there, which nothing touches.
static void test_push(void) {
    static double heard[FRAMES], force[FRAMES];
    rig r = begin(0, usual_sigma());
    set_radiation(&r);
    excite(&r, "force",
           (cr_setting[]){{"amplitude", peak_force}, {"shape", 1}, {"duration", push_time}, {0}});
    listen(&r, false, heard);
    int steps = (int)(push_time * RATE) + 2;
    for (int n = 0; n < steps; n++) {
        double t = (double)n / RATE;
        force[n] = t < push_time ? peak_force * (0.5 - 0.5 * cos(2 * cr_pi * t / push_time)) : 0;
    }
    double error = error_of(heard, after(force, steps, 1 / sqrt(modal_mass)), steps);
    printf("pushed: %.2g of the peak\n", error);
    // The transfer is that at the real frequency: zeta times how steeply it rises, f^2 at most.
    CHECK(error < 3 * zeta, "%g", error);
    cr_arena_free(r.arena);
}

// A blow of a mass: the force of its contact is read from the network.
static void test_blow(void) {
    static double heard[FRAMES], force[FRAMES], ignored[2];
    const cr_setting blow[] = {{"mass", 0.02}, {"velocity", 0.5}, {"k", 1e7}, {0}};
    rig r = begin(0, usual_sigma()), same = begin(0, usual_sigma());
    set_radiation(&r);
    excite(&r, "strike", blow);
    excite(&same, "strike", blow);
    listen(&r, false, heard);
    CHECK(cr_sim_prepare(same.sim, &same.error) == CR_OK, "%s", same.error.reason);
    int last = 0;
    for (int n = 0; n < FRAMES; n++) {
        cr_sim_run(same.sim, 1, ignored);
        force[n] = cr_network_contact_force(same.network, 0);
        if (force[n] > 0) last = n + 1;
    }
    CHECK(last > 5 && last < 200, "%d steps of contact", last);
    double error = error_of(heard, after(force, last, -1 / sqrt(modal_mass)), last);
    printf("struck, %d steps in contact: %.2g of the peak\n", last, error);
    // Mean forces of steps instead of straight ones: (w h)^2/12 = 1.7e-3 besides.
    CHECK(error < 3 * zeta + 2e-3, "%g", error);
    cr_arena_free(r.arena);
    cr_arena_free(same.arena);
}

// What is held presses, and makes no sound once the mode has settled: e^(-sigma t) is left of its beginning,
// 2e-16, and rounding.
static void test_held(void) {
    static double heard[FRAMES];
    const double sigma = 400;
    rig r = begin(0, sigma);
    set_radiation(&r);
    excite(&r, "force", (cr_setting[]){{"amplitude", peak_force}, {"shape", 0}, {0}});
    listen(&r, false, heard);
    double peak = 0, end = 0;
    for (int n = 0; n < FRAMES; n++) peak = fmax(peak, fabs(heard[n]));
    for (int n = FRAMES - 100; n < FRAMES; n++) end = fmax(end, fabs(heard[n]));
    printf("held: %.2g of the beginning\n", end / peak);
    CHECK(peak > 0 && end < 1e-14 * peak, "%g Pa after %g Pa", end, peak);
    cr_arena_free(r.arena);
}

// A ball that is pushed away as a whole: T^2 y'' + 2 T y' + 2 y = a, p = rho R^3/r^2 (y + (r/c) y') after (r
// - R)/c, stepped finely here. Its mode does not sound: nothing but its mean motion would be heard of it.
static void test_click(void) {
    static double heard[FRAMES];
    enum { FINE = 64, PUSH = 44 }; // steps per sample; samples
    const double support = 0.1, t = radius / speed, h = 1.0 / (RATE * FINE),
                 late = (away - radius) / speed * RATE;
    rig r = begin(support, usual_sigma());
    double mass = r.modes->mass, y = 0, v = 0, worst = 0, peak = 0;
    excite(&r, "force",
           (cr_setting[]){{"amplitude", peak_force}, {"shape", 1}, {"duration", (double)PUSH / RATE}, {0}});
    for (int i = 0; i < 8; i++) r.modes->shape[3 * i] = 0; // the mode is silent
    listen(&r, true, heard);
    for (int n = 0; n < 2 * PUSH * FINE; n++) {
        double at = (double)n / FINE,
               force = at < PUSH ? peak_force * (0.5 - 0.5 * cos(2 * cr_pi * at / PUSH)) : 0;
        v += h / (t * t) * (force / mass - 2 * t * v - 2 * y);
        y += h * v;
        double exact = air * pow(radius, 3) / (away * away) * (y + away / speed * v);
        // Forces are held over a sample: half a sample later on the mean. Frame n is heard after step n.
        double frame = at + late - 0.5;
        int before = (int)frame;
        double share = frame - before, got = heard[before] + share * (heard[before + 1] - heard[before]);
        worst = fmax(worst, fabs(got - exact));
        peak = fmax(peak, fabs(exact));
    }
    printf("pushed away: %.2g of %.3g Pa\n", worst / peak, peak);
    // Straight lines between samples: (2 pi/44)^2/8 = 2.5e-3, and as much for the force that is held.
    CHECK(worst < 8e-3 * peak, "%g of %g Pa", worst, peak);
    cr_arena_free(r.arena);
}

// Memory may run out at any allocation.
static void test_memory(void) {
    rig r = begin(1, usual_sigma());
    cr_ear ear = {.side = -1};
    cr_scene_listener me = {.ears = &ear, .ear_count = 1, .body = -1, .pose = {{1, 0, 0}, cr_quat_none}};
    cr_scene_heard solid = {.name = "ball", .modes = r.modes, .moves = true, .pose = {.turn = cr_quat_none}};
    const cr_scene_air scene = {
        .solids = &solid, .solid_count = 1, .listeners = &me, .listener_count = 1, .sound = {.clicks = true}};
    CHECK(cr_sim_prepare(r.sim, &r.error) == CR_OK, "%s", r.error.reason);
    int enough = 1;
    for (cr_sound_air *made = NULL; !made && enough < 100; enough++) {
        budget b = {enough, 0};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        if (!arena) continue;
        made = cr_sound_air_new(&scene, r.sim, NULL, arena, &r.error);
        CHECK(made || r.error.status == CR_ERR_MEMORY, "status %d", r.error.status);
        cr_arena_free(arena);
        CHECK(b.live == 0, "leaks");
    }
    CHECK(enough > 2 && enough < 100, "%d allocations", enough);
    cr_arena_free(r.arena);
}

int main(void) {
    test_memory();
    test_push();
    test_blow();
    test_held();
    test_click();
    return test_summary();
}
