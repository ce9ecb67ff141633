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
    cr_friction_def def = {.contact = -1, .force = belt_force, .law = belt_law(b)};
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

int main(void) {
    test_belt();
    return test_summary();
}
