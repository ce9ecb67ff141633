// Scraping: friction that is pressed by a contact over a rough surface.
#include "base/random.h"
#include "rub_tools.h"
#include "seeds.h"

enum { MODES = 32 };
static const double rate = 44100.0;

// An object with two points: where it is pressed, and the same place along the surface.
static int add_object(rig *it, double *given) {
    for (int i = 0; i < MODES; i++) {
        double f = 180.0 + 520.0 * i, w = 2.0 * cr_pi * f;
        given[2 * i] = f;
        given[2 * i + 1] = 0.5 * (10.0 + 1e-7 * w * w);
        given[2 * MODES + i] = sqrt(5.0) * cos(0.4 + 1.1 * i);
        given[3 * MODES + i] = 0.5 * sqrt(5.0) * sin(0.9 + 1.7 * i);
    }
    return add_modal(it, MODES, given, 4 * MODES);
}

typedef struct scrape {
    double speed, rms, seconds;
    double press;   // N
    double mass, k; // kg, N/m^1.5
    cr_bristle_law law;
} scrape;

static const double slider = 0.005;
static const cr_bristle_law rubber = {.rest = 0.5,
                                      .dynamic = 0.3,
                                      .stribeck = 0.05,
                                      .breakaway = 0.7,
                                      .viscous = 0.02,
                                      .stiffness = 2e5,
                                      .damping = 0.5};

// F/N of steady sliding under a steady force
static double steady(double speed, double press) {
    double stribeck = exp(-cr_square(speed / rubber.stribeck));
    return rubber.dynamic + (rubber.rest - rubber.dynamic) * stribeck + rubber.viscous * fabs(speed) / press;
}

typedef struct outcome {
    double normal, tangential, airborne; // N, N, share of the samples
    double error, work, excess, least;   // J
    double most;                         // J, the greatest of the energies that the books add up
} outcome;

static scrape tip(double speed, double rms, double seconds) {
    return (scrape){speed, rms, seconds, 1.0, slider, 1e8, rubber};
}

static outcome run(const scrape *s) {
    static double given[4 * MODES];
    rig it = rig_open(rate);
    cr_rough surface;
    cr_roughness rough = cr_roughness_default(NULL);
    rough.rms = s->rms;
    rough.count = 16384;
    CHECK(cr_rough_make(&rough, it.arena, &surface, NULL) == CR_OK, "surface");
    CHECK(cr_rough_ball(&surface, 1e-3, 0.0, it.arena, &surface, NULL) == CR_OK, "tip");
    int mass = add_mass(&it, s->mass, 0.0, 0.0, s->press / s->mass), object = add_object(&it, given);
    cr_contact_def press =
        cr_contact_def_between((cr_place){mass, {0}}, (cr_place){object, {0}}, hertz(s->k, 0.2));
    press.track = (cr_track_def){.surface = &surface, .speed = s->speed};
    int contact = add_contact(&it, &press);
    cr_friction_def def = cr_friction_def_default();
    def.a = (cr_place){-1, {0}};
    def.b = (cr_place){object, {1.0}};
    def.contact = contact;
    def.velocity = s->speed;
    def.law = s->law;
    int friction = add_friction(&it, &def);
    set_state(&it, mass, pow(s->press / s->k, 1.0 / 1.5) - cr_rough_height(&surface, 0.0), 0.0);
    prepare(&it);
    outcome o = {0};
    int count = (int)(s->seconds * rate);
    double lost = 0.0;
    cr_ledger l = {0};
    for (int i = 0; i < count; i++) {
        l = step(&it);
        double height = it.network->movers[mass]->rigid_x / sqrt(s->mass);
        double parts[] = {fabs(l.elements), l.contacts, l.lost_contacts,
                          l.lost_friction,  l.work,     s->press * height};
        for (int k = 0; k < 6; k++) o.most = cr_max(o.most, fabs(parts[k]));
        double normal = cr_network_contact_force(it.network, contact);
        o.normal += normal / count;
        o.tangential += cr_network_friction_force(it.network, friction) / count;
        o.airborne += normal == 0.0 ? 1.0 / count : 0.0;
        o.excess = cr_max(o.excess, cr_ledger_stored(&l) - l.start - l.work);
        o.least = cr_min(o.least, l.lost_friction - lost);
        lost = l.lost_friction;
    }
    o.error = it.error;
    o.work = l.work;
    CHECK(cr_network_trouble(it.network).unsettled == 0, "unsettled");
    rig_close(&it);
    if (s->seconds >= 1.0)
        printf("scrape %g m/s over %g um: f_N %.4f N, f_t/f_N %.4f (steady %.4f), airborne %.1f %%, work "
               "%.3g J, "
               "ledger %.2g of it, least loss %.2g J\n",
               s->speed, 1e6 * s->rms, o.normal, o.tangential / o.normal, steady(s->speed, s->press),
               100.0 * o.airborne, o.work, o.error / o.work, o.least);
    return o;
}

// Over 10 s, or 1 with the sanitizers, a hand pulls a tip over fine and over coarse ground.
static void test_steady(void) {
    const double seconds = TEST_AMOUNT(10.0, 1.0);
    const scrape runs[] = {tip(0.1, 2e-7, 1.0), tip(0.1, 2e-6, 1.0), tip(0.5, 2e-7, seconds),
                           tip(0.5, 2e-6, seconds), tip(-0.5, 2e-6, 1.0)};
    static const double apart[] = {0.0, 0.05, 0.0, 0.7, 0.7};
    for (int i = 0; i < 5; i++) {
        outcome o = run(&runs[i]);
        double ratio = o.tangential / o.normal;
        CHECK_NEAR(o.normal, 1.0, 0.01);
        CHECK(fabs(ratio) > 0.3 && fabs(ratio) < 0.3115, "f_t/f_N %g", ratio);
        CHECK(ratio * runs[i].speed > 0.0, "friction pulls along");
        // always pressed, the ratio is that of steady sliding; a tip that jumps bends its bristles anew
        if (o.airborne == 0.0) CHECK_REL(ratio, steady(runs[i].speed, 1.0), 0.004);
        CHECK(o.airborne <= apart[i], "airborne %g", o.airborne);
        CHECK(o.error <= 1e-12 * o.work, "ledger off by %g of the work", o.error / o.work);
        CHECK(o.excess <= 1e-12 * o.work, "stored %g J beyond the work", o.excess);
        CHECK(o.least >= -1e-15 * o.work, "friction gave %g J", -o.least);
    }
}

static double between(uint64_t *random, double least, double most) { // in even steps of the logarithm
    return least * pow(most / least, 0.5 + 0.5 * cr_random_uniform(random));
}

// Light and heavy, soft and stiff, slow and fast: the books close and friction never gives. What the hand
// does may come to nothing in the end; rounding is a share of what went to and fro.
static void test_any(uint64_t seed) {
    uint64_t random = cr_random_seed(seed);
    for (int i = 0; i < 50; i++) {
        scrape s = tip(between(&random, 1e-3, 1e1), 0.0, 0.05);
        s.rms = between(&random, 1e-8, 1e-4);
        s.mass = between(&random, 1e-4, 1e0);
        s.press = between(&random, 1e-2, cr_min(1e2, 1e4 * s.mass)); // by gravity
        s.k = between(&random, 1e5, 1e13);
        s.law.stiffness = between(&random, 1e3, 1e9);
        s.law.damping = i % 2 ? 0.0 : between(&random, 1e-3, 1e1);
        outcome o = run(&s);
        CHECK(o.error <= 1e-11 * o.most, "seed %llu: ledger off by %g of the energy",
              (unsigned long long)seed, o.error / o.most);
        CHECK(o.least >= -1e-13 * o.most, "seed %llu: friction gave %g of the energy",
              (unsigned long long)seed, -o.least / o.most);
    }
}

// Three tips scrape one object in different directions: three contacts and three frictions solved together.
static void test_three_tips(void) {
    enum { STEPS = TEST_AMOUNT(88200, 44100) };
    static double given[4 * MODES];
    rig it = rig_open(rate);
    cr_rough surface;
    cr_roughness rough = cr_roughness_default(NULL);
    rough.rms = 2e-6;
    CHECK(cr_rough_make(&rough, it.arena, &surface, NULL) == CR_OK, "surface");
    CHECK(cr_rough_ball(&surface, 1e-3, 0.0, it.arena, &surface, NULL) == CR_OK, "tip");
    int object = add_object(&it, given);
    for (int i = 0; i < 3; i++) {
        double speed = i == 1 ? -0.4 : 0.2 + 0.1 * i;
        int mass = add_mass(&it, slider, 0.0, 0.0, 1.0 / slider);
        cr_contact_def press = cr_contact_def_between((cr_place){mass, {0}}, (cr_place){object, {0.1 * i}},
                                                      hertz(1e8 * (1 + i), 0.2));
        press.track = (cr_track_def){.surface = &surface, .speed = speed};
        int contact = add_contact(&it, &press);
        cr_friction_def def = cr_friction_def_default();
        def.a = (cr_place){-1, {0}};
        def.b = (cr_place){object, {1.0 - 0.1 * i}};
        def.law = rubber;
        def.contact = contact;
        def.velocity = speed;
        add_friction(&it, &def);
        set_state(&it, mass, -1e-6 * i, 0.0);
    }
    prepare(&it);
    double lost[3] = {0}, least = 0.0, mean[3] = {0};
    cr_ledger l = {0};
    for (int i = 0; i < STEPS; i++) {
        l = step(&it);
        for (int r = 0; r < 3; r++) {
            double now = cr_network_rub_at(it.network, r)->lost;
            least = cr_min(least, now - lost[r]);
            lost[r] = now;
            mean[r] += cr_network_contact_force(it.network, r) / STEPS;
        }
    }
    printf("three tips: f_N %.4f %.4f %.4f N, work %.3g J, ledger %.2g of it, least loss %.2g J\n", mean[0],
           mean[1], mean[2], l.work, it.error / l.work, least);
    for (int r = 0; r < 3; r++) CHECK_NEAR(mean[r], 1.0, 0.01);
    CHECK(it.error <= 1e-12 * l.work, "ledger off by %g of the work", it.error / l.work);
    CHECK(least >= -1e-15 * l.work, "friction gave %g J", -least);
    CHECK(cr_network_trouble(it.network).unsettled == 0, "unsettled");
    rig_close(&it);
}

// A tip that sticks is lifted: its bristles spring back, and what they held is lost.
static void test_lifted(void) {
    rig it = rig_open(rate);
    int tip = add_mass(&it, slider, 0.0, 0.0, 1.0 / slider), object = add_mass(&it, 0.1, 50.0, 20.0, 0.0);
    cr_contact_def press = cr_contact_def_between((cr_place){tip, {0}}, (cr_place){-1, {0}}, hertz(1e8, 0.2));
    int contact = add_contact(&it, &press), input = -1;
    cr_friction_def def = cr_friction_def_default();
    def.a = (cr_place){-1, {0}};
    def.b = (cr_place){object, {0}};
    def.contact = contact;
    def.law = rubber;
    add_friction(&it, &def);
    CHECK(cr_network_add_input(it.network, (cr_place){tip, {0}}, &input, NULL) == CR_OK, "input");
    set_state(&it, tip, pow(1.0 / 1e8, 1.0 / 1.5), 0.0);
    set_state(&it, object, 4e-6, 0.0); // its spring pulls with 0.04 N, less than friction holds
    prepare(&it);
    for (int i = 0; i < 44100; i++) step(&it);
    cr_ledger held = cr_network_ledger(it.network);
    double bend = fabs(cr_network_rub_at(it.network, 0)->bristle);
    CHECK(bend > 1e-8, "bent by %g m", bend);
    CHECK_REL(held.bristles, 0.5 * rubber.stiffness * bend * bend, 1e-12);
    cr_network_drive(it.network, input, -3.0);
    cr_ledger before = held, after = held;
    for (int i = 0; i < 4410 && after.bristles > 0.0; i++) {
        before = after;
        after = step(&it);
    }
    CHECK(after.bristles == 0.0 && before.bristles > 0.0, "%g J stay in the bristles", after.bristles);
    CHECK(after.lost_friction > held.lost_friction, "nothing was lost");
    CHECK(cr_network_rub_at(it.network, 0)->bristle == 0.0, "still bent");
    for (int i = 0; i < 4410; i++) step(&it);
    CHECK(cr_network_friction_force(it.network, 0) == 0.0, "friction in the air");
    CHECK(cr_network_ledger(it.network).lost_friction == after.lost_friction, "loss in the air");
    CHECK(it.error <= 1e-13 * cr_network_ledger(it.network).work, "ledger off by %g J", it.error);
    rig_close(&it);
}

int main(void) {
    test_steady();
    for (TEST_SEEDS(seed, 7, 1, 2)) test_any(seed);
    test_three_tips();
    test_lifted();
    return test_summary();
}
