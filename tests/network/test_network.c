// The systems of S1 as networks: the energy balance closes, nothing pulls, coupled contacts settle.
#include "base/numeric.h"
#include "carom/exact.h"
#include "papers/s1/s1.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

// A network of papers/s1, watched while it runs.
typedef struct rig {
    cr_s1_rig built;
    double worst, greatest, least_force; // of the energy balance error, of the energy, of contact forces
} rig;

static rig open_rig(double rate, cr_contact_mode mode) {
    return (rig){.built = cr_s1_open(rate, mode)};
}

static int add(rig *r, const char *type, const cr_setting *settings) {
    return cr_s1_add(&r->built, type, settings);
}

static void touch(rig *r, cr_place a, cr_place b, double gap, cr_law law) {
    cr_s1_touch(&r->built, a, b, gap, &law);
}

// Laws without one of these parameters go without.
static cr_law law_of(const char *name, double k, double alpha, double lambda) {
    cr_law law = cr_law_default(cr_law_find(name, NULL));
    cr_law_set(&law, "k", k, NULL);
    cr_law_set(&law, "alpha", alpha, NULL);
    if (lambda > 0) cr_law_set(&law, "lambda", lambda, NULL);
    cr_law_prepare(&law, NULL);
    return law;
}

static void prepare(rig *r) {
    CHECK(cr_s1_prepare(&r->built), "status %d", r->built.status);
}

static void run(rig *r, int steps) {
    cr_network *n = r->built.network;
    for (int i = 0; i < steps; i++) {
        cr_network_step(n);
        for (int c = 0; c < r->built.contacts; c++)
            if (!cr_network_contact_two_sided(n, c))
                r->least_force = fmin(r->least_force, cr_network_contact_force(n, c));
        if (i % 7) continue;
        cr_ledger l = cr_network_ledger(n);
        r->greatest = fmax(r->greatest, l.elements + l.contacts + l.springs);
        r->worst = fmax(r->worst, fabs(cr_ledger_error(&l)));
    }
}

static void close_rig(rig *r, const char *name, double limit) {
    CHECK(r->greatest > 0 && r->worst <= limit * r->greatest, "%s: energy balance error %g of the energy",
          name, r->worst / r->greatest);
    if (r->built.mode == CR_CONTACT_PREDICTED)
        CHECK(r->least_force >= 0, "%s: pulls by %g N", name, r->least_force);
    CHECK(cr_network_trouble(r->built.network).unsettled == 0, "%s: %ld unsettled", name,
          cr_network_trouble(r->built.network).unsettled);
    cr_s1_close(&r->built);
}

static const double limit = 5e-12;

static const cr_s1_system *find_system(const char *name) {
    const cr_s1_system *system = cr_s1_systems;
    while (strcmp(system->name, name) != 0) system++;
    return system;
}

// Every system of S1. A row of contacts between two strings takes as long as all others together.
static void test_systems(cr_contact_mode mode) {
    for (int i = 0; i < 2 * cr_s1_system_count; i++) {
        const cr_s1_system *system = &cr_s1_systems[i / 2];
        rig r = open_rig(44100, mode);
        system->build(&r.built, i % 2);
        prepare(&r);
        run(&r, r.built.contacts > 2 ? TEST_AMOUNT(4000, 400) : TEST_AMOUNT(44100, 4410));
        close_rig(&r, system->name, limit);
    }
}

// One mass on a membrane, a modal object and a bar at once: a full 3 x 3 block with loss.
static void test_full_block(void) {
    rig r = open_rig(44100, CR_CONTACT_PREDICTED);
    static const double modes[] = {200, 3, 563, 3, 1104, 3, 1825, 3, 5, -3, 4, 2};
    int skin = add(&r, "membrane", (cr_setting[]){{0}}),
        bar = add(&r, "bar", (cr_setting[]){{"edge", 0}, {0}});
    int m = add(&r, "mass", (cr_setting[]){{"mass", .02}, {0}});
    int object = cr_network_add_modal(r.built.network, 4, modes, 12, NULL);
    cr_place mass = {m, {0}};
    touch(&r, mass, (cr_place){skin, {.31, .52}}, 0, law_of("power", 1e8, 1.5, 0));
    touch(&r, mass, (cr_place){object, {0}}, 0, law_of("hunt-crossley", 1e8, 1.5, 1e7));
    touch(&r, mass, (cr_place){bar, {.337}}, 0, law_of("azad-featherstone", 1e8, 1.5, 3e3));
    cr_s1_throw(&r.built, m, -1e-4, 1.5);
    prepare(&r);
    run(&r, 8000);
    close_rig(&r, "mass on membrane, modal object and bar", limit);
}

// A mass between two barriers for many bounces, lossless.
static void test_long_bouncing(int steps) {
    rig r = open_rig(44100, CR_CONTACT_PREDICTED);
    int m = add(&r, "mass", (cr_setting[]){{"mass", .01}, {0}});
    cr_place mass = {m, {0}};
    touch(&r, mass, cr_s1_ground, 1e-3, law_of("power", 1e8, 1.5, 0));
    touch(&r, cr_s1_ground, mass, 1e-3, law_of("power", 1e8, 1.5, 0));
    cr_s1_throw(&r.built, m, 0, 1);
    prepare(&r);
    run(&r, steps);
    close_rig(&r, "between two barriers", 1e-10);
}

// Restitution at a fixed step against the closed form, through the network.
static void test_restitution(void) {
    const double lengths[] = {20, 50}, limits[] = {1.5e-3, 3e-4};
    for (int n = 0; n < 2; n++)
        for (int phase = 0; phase < 10; phase++) {
            rig r = open_rig(44100, CR_CONTACT_PREDICTED);
            double k = cr_lossless_stiffness(1, 1.5, 1, lengths[n] / 44100), mu = 0.2;
            int m = add(&r, "mass", (cr_setting[]){{"mass", 1}, {0}}), pickup;
            touch(&r, (cr_place){m, {0}}, cr_s1_ground, 0, law_of("hunt-crossley", k, 1.5, mu * k));
            cr_network_add_pickup(r.built.network, (cr_place){m, {0}}, &pickup, NULL);
            cr_s1_throw(&r.built, m, -(3 + phase / 10.0) / 44100, 1);
            prepare(&r);
            run(&r, (int)(20 + 3 * lengths[n]));
            CHECK_NEAR(-cr_network_velocity(r.built.network, pickup), -cr_hc_rebound(mu) / mu, limits[n]);
            close_rig(&r, "restitution", limit);
        }
}

// A driven input, a moving barrier and a change of pitch do work; the books still close.
static void test_work(void) {
    rig r = open_rig(44100, CR_CONTACT_PREDICTED);
    const cr_setting tuned[] = {{"f0", 110}, {"f0_max", 220}, {"sigma0", 1}, {"sigma1", 1e-3}, {0}};
    int s = add(&r, "string", tuned), wall = add(&r, "barrier", (cr_setting[]){{"position", 1e-3}, {0}}),
        input;
    touch(&r, (cr_place){s, {0.4}}, (cr_place){wall, {0}}, 0, law_of("hunt-crossley", 1e7, 1.5, 1e6));
    cr_network_add_input(r.built.network, (cr_place){s, {0.13}}, &input, NULL);
    prepare(&r);
    double pitch = 110;
    for (int n = 0; n < 6000; n++) {
        cr_network_drive(r.built.network, input, n < 3000 ? 0.5 * sin(2 * cr_pi * 110 * n / 44100.0) : 0);
        cr_network_move(r.built.network, wall, -2e-7 * sin(2 * cr_pi * n / 1500.0));
        if (n % 3 == 0)
            CHECK(cr_network_tune(r.built.network, s, pitch = fmin(pitch * 1.0003, 219), NULL) == CR_OK,
                  "tune");
        run(&r, 1);
    }
    cr_ledger l = cr_network_ledger(r.built.network);
    CHECK(l.work > 0 && l.lost_contacts > 0 && l.lost_elements > 0, "work %g, lost %g %g", l.work,
          l.lost_contacts, l.lost_elements);
    cr_error error;
    CHECK(cr_network_tune(r.built.network, s, 300, &error) == CR_ERR_RANGE, "above f0_max: %s", error.reason);
    close_rig(&r, "driven, moved, tuned", limit);
}

// Pitch between lo and hi Hz: the lag at which the signal is most like itself, refined by a parabola.
static double pitch_of(const double *x, int count, double rate, double lo, double hi) {
    int from = (int)(rate / hi), to = (int)(rate / lo), best = from;
    double score[3000], most = -1;
    for (int lag = from - 1; lag <= to + 1; lag++) {
        double sum = 0, power = 0;
        for (int n = 0; n + to + 1 < count; n++) sum += x[n] * x[n + lag], power += x[n + lag] * x[n + lag];
        score[lag] = sum / sqrt(power);
        if (lag >= from && lag <= to && score[lag] > most) most = score[lag], best = lag;
    }
    double a = score[best - 1], b = score[best], c = score[best + 1];
    return rate / (best + 0.5 * (a - c) / (a - 2 * b + c));
}

// Bowed tromba marina: pitch of the string between nut and bridge, a rattle that never pulls, books with bow
// work.
static void test_bow(void) {
    enum { SECOND = 44100 };
    static double signal[SECOND];
    for (int model = 0; model < TEST_AMOUNT(3, 1); model++) {
        rig r = open_rig(SECOND, CR_CONTACT_PREDICTED);
        find_system("tromba marina, two contacts")->build(&r.built, true);
        int bow, pickup;
        cr_bow_def def = cr_bow_def_default();
        def.at = (cr_place){0, {0.1 * 1.65 / 1.9}};
        def.model = (cr_bow_model)model;
        def.force = 0.3;
        def.velocity = 0;
        cr_element *string = cr_network_element(r.built.network, 0);
        memset(string->u, 0, (size_t)string->points * sizeof(double));
        CHECK(cr_network_add_bow(r.built.network, &def, &bow, NULL) == CR_OK, "bow");
        cr_network_add_pickup(r.built.network, (cr_place){0, {0.43}}, &pickup, NULL);
        prepare(&r);
        double least = 0, closed = 0;
        for (int n = 0; n < 2 * SECOND; n++) {
            cr_network_bow(r.built.network, bow, 0.3, 0.2 * fmin(1, n / (0.05 * SECOND)));
            run(&r, 1);
            least = fmin(least, cr_network_contact_force(r.built.network, 0));
            if (n == SECOND)
                printf("bow %d: energy balance error of a second %.1e\n", model, r.worst / r.greatest);
            if (n == SECOND)
                CHECK(r.worst <= limit * r.greatest, "energy balance error of a second: %g",
                      r.worst / r.greatest);
            if (n < SECOND) continue;
            signal[n - SECOND] = cr_network_velocity(r.built.network, pickup);
            closed += cr_network_contact_force(r.built.network, 0) > 0;
        }
        double pitch = pitch_of(signal, SECOND, SECOND, 33, 41);
        CHECK_NEAR(pitch, 36.85, 0.1);
        printf("bow %d: %.3f Hz, energy balance error of two seconds %.1e\n", model, pitch,
               r.worst / r.greatest);
        CHECK(least >= 0, "the rattle pulls by %g N", least);
        CHECK(closed / SECOND > 0.03 && closed / SECOND < 0.6, "it rattles: closed %g of the time",
              closed / SECOND);
        cr_ledger l = cr_network_ledger(r.built.network);
        CHECK(l.work > 0 && l.lost_bows > 0, "the hand works: %g J, rosin takes %g J", l.work, l.lost_bows);
        close_rig(&r, "bowed tromba", 2 * limit);
    }
}

int main(void) {
    for (int i = 0; i < 3; i++) test_systems(cr_s1_modes[i]);
    test_full_block();
    test_long_bouncing(TEST_AMOUNT(1000000, 10000));
    test_restitution();
    test_work();
    test_bow();
    return test_summary();
}
