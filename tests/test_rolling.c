// Rolling: a rough surface that passes under a contact, and what it takes from the motion.
#include "rub_tools.h"

static const double rate = 44100.0, weight = 9.81;

// --- a wavy wall, B sin(w t): for small B the mass moves by -k_c B/(k_c - m w^2) sin(w t)

static double sine_error(double frequency) {
    enum { POINTS = 256, SAMPLES = 4410 };
    const double mass = 0.01, k = 1e8, depth = pow(mass * weight / k, 1.0 / 1.5), rise = 1e-4 * depth;
    const double stiffness = 1.5 * k * sqrt(depth), w = 2.0 * cr_pi * frequency;
    double height[POINTS];
    for (int i = 0; i < POINTS; i++) height[i] = rise * sin(2.0 * cr_pi * i / POINTS);
    rig it = rig_open(rate);
    cr_surface surface;
    cr_measured measured = {.height = height, .count = POINTS, .length = 1e-3, .rms = CR_NAN};
    CHECK(cr_surface_measured(&measured, it.arena, &surface, NULL) == CR_OK, "surface");
    int ball = add_mass(&it, mass, 0.0, 0.0, weight);
    cr_contact_def def = {.a = {ball, {0}}, .b = {-1, {0}}, .law = hertz(k, 0.0)};
    def.track = (cr_track_def){.surface = &surface, .speed = frequency * 1e-3};
    add_contact(&it, &def);
    double answer = -stiffness * rise / (stiffness - mass * w * w);
    set_state(&it, ball, depth, answer * w);
    prepare(&it);
    double off = 0.0, power = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        step(&it);
        double x = position(&it, ball) - depth;
        off += cr_square(x - answer * sin(w * (i + 1) / rate));
        power += x * x;
    }
    printf("wavy wall %g Hz: off by %.2g, ledger %.2g of m g depth\n", frequency, sqrt(off / power),
           it.error / (mass * weight * depth));
    CHECK(it.error <= 1e-13 * mass * weight * depth, "ledger off by %g J", it.error);
    rig_close(&it);
    return sqrt(off / power);
}

// --- a steel ball of 1 cm on 32 damped modes

enum { MODES = 32 };
static const double radius = 0.01;

static double ball_mass(void) {
    return 4.0 / 3.0 * cr_pi * radius * radius * radius * 7800.0;
}

typedef struct roll {
    cr_track_def track;
    double seconds;
    int least, most; // level
} roll;

typedef struct outcome {
    double mean, airborne, speed; // force over weight, share of the samples, m/s
    double error, work, lost, stored;
    cr_contact_effort effort;
    double *heard; // velocity of the plate
    int count;
} outcome;

static int add_plate(rig *it, double *given) {
    for (int i = 0; i < MODES; i++) {
        double w = 2.0 * cr_pi * (150.0 + 430.0 * i);
        given[2 * i] = 150.0 + 430.0 * i;
        given[2 * i + 1] = 0.5 * (10.0 + 1e-7 * w * w);
        given[2 * MODES + i] = 2.0 * cos(0.4 + 1.1 * i);
    }
    return add_modal(it, MODES, given, 3 * MODES);
}

static outcome run_roll(const roll *r) {
    static double given[3 * MODES];
    rig it = rig_open(rate);
    double mass = ball_mass(), k = 1e9, depth = pow(mass * weight / k, 1.0 / 1.5);
    int ball = add_mass(&it, mass, 0.0, 0.0, weight), plate = add_plate(&it, given), pickup = -1;
    cr_contact_def def = {.a = {ball, {0}}, .b = {plate, {0}}, .law = hertz(k, 0.1), .track = r->track};
    int contact = add_contact(&it, &def);
    cr_network_add_pickup(it.network, (cr_place){plate, {0}}, &pickup, NULL);
    double start = r->track.surface ? cr_surface_height(r->track.surface, 0.0) : 0.0;
    set_state(&it, ball, depth - start - r->track.out_of_round, 0.0);
    cr_network_divide(it.network, r->least, r->most);
    prepare(&it);
    int count = (int)(r->seconds * rate), apart = 0;
    outcome o = {.heard = calloc((size_t)count, sizeof(double)), .count = count};
    cr_ledger l = {0};
    for (int i = 0; i < count; i++) {
        l = step(&it);
        double force = cr_network_contact_force(it.network, contact);
        o.mean += force / (count * mass * weight);
        apart += force == 0.0;
        o.heard[i] = cr_network_velocity(it.network, pickup);
    }
    o.airborne = (double)apart / count;
    o.speed = cr_network_track_speed(it.network, contact);
    o.error = it.error;
    o.work = l.work;
    o.lost = l.lost_contacts + l.lost_elements;
    o.stored = cr_ledger_stored(&l);
    o.effort = cr_network_effort(it.network);
    rig_close(&it);
    return o;
}

static void tell(const char *what, const outcome *o) {
    const long *s = o->effort.samples;
    printf("%s: f/mg %.4f, airborne %.1f %%, speed %.5f, lost %.3g J, work %.3g J, ledger %.2g J, "
           "steps %ld %ld %ld %ld %ld\n",
           what, o->mean, 100.0 * o->airborne, o->speed, o->lost, o->work, o->error, s[0], s[1], s[2], s[3],
           s[4]);
}

static void make_floor(double rms, cr_arena *arena, cr_surface *surface) {
    cr_roughness r = cr_roughness_default(NULL);
    r.rms = rms;
    CHECK(cr_surface_rough(&r, arena, surface, NULL) == CR_OK, "surface");
    CHECK(cr_surface_ball(surface, radius, 0.0, arena, surface, NULL) == CR_OK, "ball");
}

int main(void) {
    double f[] = {200, 2000, 8000};
    for (int i = 0; i < 3; i++) sine_error(f[i]);
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_surface floor;
    make_floor(1e-6, arena, &floor);
    double v[] = {.05, .2, .8, -.2};
    int lv[][2] = {{0, 4}, {0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}};
    for (int i = 0; i < 4; i++) {
        outcome ref = {0};
        for (int j = 5; j >= 0; j--) {
            roll r = {{.surface = &floor, .speed = v[i], .inertia = 1.4 * ball_mass(), .radius = radius},
                      .3,
                      lv[j][0],
                      lv[j][1]};
            outcome o = run_roll(&r);
            if (j == 5) ref = o;
            char name[64];
            double e[3] = {0};
            for (int k = 0; k < o.count; k++)
                for (int q = 0; q < 3; q++)
                    if (k < 441 << (2 * q)) e[q] += cr_square(o.heard[k] - ref.heard[k]);
            snprintf(name, 64, "%g m/s levels %d..%d", v[i], lv[j][0], lv[j][1]);
            tell(name, &o);
            double p = 0;
            for (int k = 0; k < o.count; k++) p += cr_square(ref.heard[k]) / o.count;
            printf("   error 10 ms %.2g 40 ms %.2g 160 ms %.2g; rms %.3g\n", sqrt(e[0] / 441 / p),
                   sqrt(e[1] / 441 / 4 / p), sqrt(e[2] / 441 / 16 / p), sqrt(p));
        }
    }
    return test_summary();
}
