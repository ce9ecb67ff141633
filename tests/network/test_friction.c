// Friction by bristles: stick-slip on a belt, a pad that comes to rest, a slope.
#include "rub_tools.h"

static const double rate = 44100.0;

typedef struct cycle {
    double frequency, amplitude;
} cycle;

// Frequency by rising zeros and largest velocity of the second half of a run.
static cycle cycle_of(const double *v, int count) {
    cycle c = {0};
    double first = 0.0, last = 0.0;
    int zeros = 0;
    for (int i = count / 2; i < count - 1; i++) {
        c.amplitude = cr_max(c.amplitude, fabs(v[i]));
        if (!(v[i] <= 0.0 && v[i + 1] > 0.0)) continue;
        last = i + v[i] / (v[i] - v[i + 1]);
        if (!zeros++) first = last;
    }
    c.frequency = (zeros - 1) / (last - first) * rate;
    return c;
}

typedef struct belt {
    double frequency, sigma, stiffness;
    double cents, share; // allowed
} belt;

static const double belt_speed = 0.1, belt_force = 5.0, belt_mass = 0.05;

static cr_bristle_law belt_law(const belt *b) {
    return (cr_bristle_law){.rest = 0.6,
                            .dynamic = 0.3,
                            .stribeck = 0.05,
                            .breakaway = 0.7,
                            .viscous = 0.05,
                            .stiffness = b->stiffness,
                            .damping = 1.0};
}

// --- the same belt as three differential equations, by Runge-Kutta

static double yielding(double z, double v, double z_ba, double z_ss) {
    if (z * v <= 0.0 || fabs(z) < z_ba) return 0.0;
    if (fabs(z) >= z_ss) return 1.0;
    return 0.5 + 0.5 * sin(cr_pi * (fabs(z) - 0.5 * (z_ss + z_ba)) / (z_ss - z_ba));
}

static void belt_slope(const belt *b, const double *y, double *dy) {
    cr_bristle_law law = belt_law(b);
    double w = 2.0 * cr_pi * b->frequency, v = belt_speed - y[1];
    double level = law.dynamic + (law.rest - law.dynamic) * exp(-cr_square(v / law.stribeck));
    double z_ss = level * belt_force / law.stiffness;
    double z_ba = law.breakaway * law.dynamic * belt_force / law.stiffness;
    double rate_z = v * (1.0 - yielding(y[2], v, z_ba, z_ss) * fabs(y[2]) / z_ss);
    double s1 = rate_z * v < 0.0 ? 0.0 : law.damping;
    double f = law.stiffness * y[2] + s1 * rate_z + law.viscous * v;
    dy[0] = y[1];
    dy[1] = -w * w * y[0] - 2.0 * b->sigma * y[1] + f / belt_mass;
    dy[2] = rate_z;
}

static void belt_step(const belt *b, double *y, double h) {
    double k[4][3], t[3];
    static const double part[] = {0.0, 0.5, 0.5, 1.0};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 3; i++) t[i] = y[i] + (s ? part[s] * h * k[s - 1][i] : 0.0);
        belt_slope(b, t, k[s]);
    }
    for (int i = 0; i < 3; i++) y[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
}

enum { BELT_SAMPLES = 8820, FINER = 300 };

static cycle exact_belt(const belt *b, double *v) {
    double y[3] = {0};
    for (int i = 0; i < BELT_SAMPLES; i++) {
        for (int k = 0; k < FINER; k++) belt_step(b, y, 1.0 / rate / FINER);
        v[i] = y[1];
    }
    return cycle_of(v, BELT_SAMPLES);
}

static cycle run_belt(const belt *b, double *v, bool mirrored) {
    rig it = rig_open(rate);
    int mass = add_mass(&it, belt_mass, b->frequency, b->sigma, 0.0);
    cr_place on = {mass, {0}}, ground = {-1, {0}};
    cr_friction_def def = cr_friction_def_default();
    def.force = belt_force;
    def.law = belt_law(b);
    def.a = mirrored ? on : ground;
    def.b = mirrored ? ground : on;
    def.velocity = mirrored ? -belt_speed : belt_speed;
    add_friction(&it, &def);
    prepare(&it);
    cr_ledger l = {0};
    double lost = 0.0, least = 0.0;
    for (int i = 0; i < BELT_SAMPLES; i++) {
        l = step(&it);
        v[i] = velocity(&it, mass);
        least = cr_min(least, l.lost_friction - lost);
        lost = l.lost_friction;
    }
    printf("  ledger %.2g of the work, least loss of a sample %.2g\n", it.error / l.work, least / l.work);
    CHECK(it.error <= 1e-13 * l.work, "ledger off by %g of the work", it.error / l.work);
    CHECK(least >= -1e-13 * l.work, "friction gave %g", least);
    rig_close(&it);
    return cycle_of(v, BELT_SAMPLES);
}

static void test_belt(void) {
    static const belt belts[] = {
        {100, 2, 2e5, 0.12, 1e-4}, {440, 5, 2e5, 0.25, 2e-3}, {2000, 20, 2e6, 0.02, 0.04}};
    static double v[BELT_SAMPLES], mirrored[BELT_SAMPLES];
    for (int i = 0; i < 3; i++) {
        const belt *b = &belts[i];
        cycle exact = exact_belt(b, v), ours = run_belt(b, v, false);
        double cents = 1200.0 * log2(ours.frequency / exact.frequency);
        double share = ours.amplitude / exact.amplitude - 1.0;
        printf("belt %g Hz: exact %.4f Hz %.6f m/s; off by %+.3f cent, %+.3f %%\n", b->frequency,
               exact.frequency, exact.amplitude, cents, 100.0 * share);
        CHECK(fabs(cents) <= b->cents, "belt at %g Hz: %g cent", b->frequency, cents);
        CHECK(fabs(share) <= b->share, "belt at %g Hz: amplitude off by %g", b->frequency, share);
        run_belt(b, mirrored, true);
        for (int k = 0; k < BELT_SAMPLES; k++)
            CHECK(v[k] == mirrored[k], "the belt from the other side differs at %d", k);
    }
}

// m 1 kg, K 1e4 N/m, F 1 N: dry friction moves the middle of each swing by F/K = 0.1 mm and takes 0.2 mm off
// it, so 0.85 mm turns at -0.65, 0.45, -0.25 and rests at 0.05 mm after four half swings, 4 pi/100 s.
// Bristles of 1e8 N/m add F/stiffness = 1e-8 m of creep.
static void test_pad(void) {
    rig it = rig_open(rate);
    int mass = add_mass(&it, 1.0, 100.0 / (2.0 * cr_pi), 0.0, 0.0);
    cr_bristle_law law = {.rest = 1.0, .dynamic = 1.0, .stribeck = 1.0, .breakaway = 0.7, .stiffness = 1e8};
    cr_friction_def def = cr_friction_def_default();
    def.a = (cr_place){mass, {0}};
    def.b = (cr_place){-1, {0}};
    def.contact = -1;
    def.force = 1.0;
    def.law = law;
    add_friction(&it, &def);
    set_state(&it, mass, 0.85e-3, 0.0);
    prepare(&it);
    double start = cr_network_ledger(it.network).start, turn[8], v = 0.0, rest = 0.0;
    int turns = 0;
    for (int i = 0; i < 8820; i++) {
        double x = position(&it, mass), before = v;
        step(&it);
        v = velocity(&it, mass);
        if (v * before < 0.0 && fabs(x) > 6e-5 && turns < 8) turn[turns++] = x;
        if (fabs(v) > 1e-4) rest = (i + 1) / rate;
    }
    printf("pad: turns %.5f %.5f %.5f, rest %.6f mm at %.6f s, v %.2g, ledger %.2g\n", 1e3 * turn[0],
           1e3 * turn[1], 1e3 * turn[2], 1e3 * position(&it, mass), rest, v, it.error / start);
    CHECK(turns == 3, "%d turning points", turns);
    static const double exact[] = {-0.65e-3, 0.45e-3, -0.25e-3};
    for (int i = 0; i < 3; i++) CHECK_NEAR(turn[i], exact[i], (i + 1) * 1e-8);
    CHECK_NEAR(position(&it, mass), 0.05e-3, 5e-8); // creep of every swing, and of the last stop
    CHECK_NEAR(rest, 4.0 * cr_pi / 100.0, 2.0 / rate);
    CHECK(fabs(v) < 1e-12, "still moves with %g m/s", v);
    CHECK(it.error <= 1e-12 * start, "ledger off by %g", it.error / start); // 8820 additions
    rig_close(&it);
}

// A mass on a slope: force below rest N bends the bristles, above it slides with (force - dynamic N)/m.
static double slope_way(double pull, double seconds, double *speed) {
    rig it = rig_open(rate);
    int mass = add_mass(&it, 0.1, 0.0, 0.0, pull / 0.1);
    cr_bristle_law law = cr_bristle_default();
    cr_friction_def def = cr_friction_def_default();
    def.a = (cr_place){mass, {0}};
    def.b = (cr_place){-1, {0}};
    def.contact = -1;
    def.force = 2.0;
    def.law = law;
    add_friction(&it, &def);
    prepare(&it);
    cr_ledger l = {0};
    for (int i = 0; i < (int)(seconds * rate); i++) l = step(&it);
    *speed = velocity(&it, mass);
    double way = position(&it, mass);
    double rounding = 1.2e-16 * way * seconds * rate; // of the place, in each sample [m]
    CHECK(it.error <= 3.0 * pull * rounding, "ledger off by %g J", it.error);
    CHECK(l.lost_friction >= 0.0, "friction gave %g J", -l.lost_friction);
    rig_close(&it);
    return way;
}

static void test_slope(void) {
    double speed, normal = 2.0, stiffness = normal / 5e-6; // of the defaults
    static const double pulls[] = {0.2, 0.35, 0.6, 0.8};   // of rest 1.0, dynamic 0.6 N
    for (int i = 0; i < 4; i++) {
        double way = slope_way(pulls[i], TEST_AMOUNT(10.0, 2.0), &speed);
        double later = slope_way(pulls[i], TEST_AMOUNT(20.0, 4.0), &speed);
        printf("slope %.2f N: crept %.4g um, then %.2g um\n", pulls[i], 1e6 * way, 1e6 * (later - way));
        CHECK(fabs(speed) < 1e-12, "%g N moves it at %g m/s", pulls[i], speed);
        // a force that comes at once swings by up to twice what it bends at rest
        CHECK(way <= 2.0 * 0.5 * normal / stiffness, "crept by %g m", way);
        CHECK(fabs(later - way) <= 1e-9 * way, "goes on creeping by %g m", later - way);
        if (pulls[i] < 0.7 * 0.6) CHECK_REL(way, pulls[i] / stiffness, 1e-9); // below yielding: a spring
    }
    slope_way(1.4, 0.5, &speed);
    CHECK_REL(speed, (1.4 - 0.6) / 0.1 * 0.5, 0.01); // the first mm is slower: friction falls from rest
    double later;
    slope_way(1.4, 1.0, &later);
    CHECK_REL(later - speed, (1.4 - 0.6) / 0.1 * 0.5, 1e-9); // friction has fallen to dynamic: exp(-80^2)
}

// Three points of one object on three belts: their bristles bend each other.
static void several(double stiffness, double mass, double damping) {
    rig it = rig_open(rate);
    static const double given[] = {0, 0, 310, 3, 870, 5, 1.0, 1.0, 1.0, 1.0, 1.3, -0.8, 1.0, -0.4, 0.9};
    double scaled[15];
    for (int i = 0; i < 15; i++) scaled[i] = i < 6 ? given[i] : given[i] / sqrt(mass);
    int body = add_modal(&it, 3, scaled, 15);
    cr_bristle_law law = cr_bristle_default();
    law.stiffness = stiffness;
    law.damping = damping;
    for (int i = 0; i < 3; i++) {
        cr_friction_def def = cr_friction_def_default();
        def.a = (cr_place){-1, {0}};
        def.b = (cr_place){body, {0.5 * i}};
        def.contact = -1;
        def.force = 1.0 + i;
        def.law = law;
        def.velocity = i == 1 ? -0.15 : 0.1;
        add_friction(&it, &def);
    }
    prepare(&it);
    cr_ledger l = {0};
    double lost[3] = {0}, least = 0.0, largest = 0.0;
    for (int i = 0; i < TEST_AMOUNT(44100, 4410); i++) {
        double sway = 1.0 + 0.9 * sin(2e-3 * i);
        for (int r = 0; r < 3; r++)
            cr_network_rub(it.network, r, (1.0 + r) * sway, r == 1 ? -0.15 : 0.1 * sway);
        l = step(&it);
        for (int r = 0; r < 3; r++) {
            double now = cr_network_rub_at(it.network, r)->lost;
            least = cr_min(least, now - lost[r]);
            largest = cr_max(largest, now - lost[r]);
            lost[r] = now;
        }
    }
    printf("three belts, %g N/m, %g kg: work %.3g J, ledger %.2g, loss of a sample %.2g to %.2g J, unsettled "
           "%ld\n",
           stiffness, mass, l.work, it.error / l.work, least, largest,
           cr_network_trouble(it.network).unsettled);
    CHECK(it.error <= 1e-12 * l.work, "ledger off by %g of the work", it.error / l.work);
    CHECK(least >= -1e-14 * l.work, "friction gave %g J in a sample, it took up to %g J", -least, largest);
    if (stiffness / mass <= rate * rate) // the bristles' own swing is slower than the samples
        CHECK(cr_network_trouble(it.network).unsettled == 0, "unsettled");
    rig_close(&it);
}

int main(void) {
    test_pad();
    test_slope();
    for (double stiffness = 1e4; stiffness < 1e9; stiffness *= 10.0)
        for (double mass = 1e-3; mass < 2.0; mass *= 10.0) {
            several(stiffness, mass, 0.0);
            several(stiffness, mass, 1e-6);
        }
    if (TEST_AMOUNT(true, false)) test_belt(); // against a reference of 300 steps per sample
    return test_summary();
}
