// A force that is held over each sample moves masses and modes as the closed form says, sample by sample, in
// displacement and velocity, whether something may touch them (one clock) or not (the other).
#include "base/numeric.h"
#include "base/random.h"
#include "rub_tools.h"

enum { MODES = 6, STEPS = 2000 };
static const double rate = 44100;

// q'' + 2 sigma q' + w^2 q = f with f held over h: (q, v) -> A (q, v) + B f
typedef struct mode {
    long double w, sigma, turn, slide, held, q, v;
} mode;

static mode exact_mode(double frequency, double sigma) {
    const long double h = 1.0L / (long double)rate, pi = 3.14159265358979323846264338327950288L;
    mode m = {.w = 2 * pi * (long double)frequency, .sigma = (long double)sigma};
    long double ww = m.w * m.w - m.sigma * m.sigma, wd = sqrtl(fabsl(ww)), e = expl(-m.sigma * h);
    m.turn = e * (ww > 0 ? cosl(wd * h) : coshl(wd * h));
    m.slide = wd == 0 ? e * h : e * (ww > 0 ? sinl(wd * h) : sinhl(wd * h)) / wd;
    m.held = m.w > 0     ? (1 - m.turn - m.sigma * m.slide) / (m.w * m.w)
             : sigma > 0 ? (h - m.slide) / (2 * m.sigma)
                         : h * h / 2;
    return m;
}

static void exact_step(mode *m, long double f) {
    long double q = m->q, v = m->v;
    m->q = (m->turn + m->sigma * m->slide) * q + m->slide * v + m->held * f;
    m->v = (m->turn - m->sigma * m->slide) * v - m->w * m->w * m->slide * q + m->slide * f;
}

typedef enum company { ALONE, UNTOUCHED_WALL, FINE_STEPS, IDLE_SPRING, COMPANIES } company;
static const char *const names[] = {"alone", "beside a wall", "beside a wall, 4 steps",
                                    "with an idle spring"};

// Something that never acts on the element.
static void add_company(rig *b, int element, company with) {
    int index;
    cr_contact_def wall =
        cr_contact_def_between((cr_place){element, {0}}, (cr_place){-1, {0}}, hertz(1e8, 0.1));
    wall.gap = 1e3;
    cr_spring_def idle = cr_spring_def_default();
    idle.a = (cr_place){element, {0}};
    idle.b = (cr_place){-1, {0}};
    idle.k1 = 0;
    if (with == UNTOUCHED_WALL || with == FINE_STEPS) add_contact(b, &wall);
    if (with == FINE_STEPS) cr_network_divide(b->network, 2, 2);
    if (with == IDLE_SPRING) CHECK(cr_network_add_spring(b->network, &idle, &index, NULL) == CR_OK, "spring");
}

typedef struct ear {
    int input, pickup;
} ear;

static ear open_ear(rig *b, int element) {
    ear e = {-1, -1};
    CHECK(cr_network_add_input(b->network, (cr_place){element, {0}}, &e.input, NULL) == CR_OK, "input");
    CHECK(cr_network_add_pickup(b->network, (cr_place){element, {1}}, &e.pickup, NULL) == CR_OK, "pickup");
    CHECK(cr_network_prepare(b->network, NULL) == CR_OK, "prepare");
    return e;
}

static double greater(double a, double b) { // not a number stays
    return b <= a ? a : b;
}

typedef struct errors {
    double q, v, energy; // greatest, of the greatest
} errors;

// A random force in every sample, then silence. `shapes` at the input and at the pickup.
static errors follow(rig *b, int element, mode *m, int modes, const double *in, const double *out) {
    ear e = open_ear(b, element);
    uint64_t noise = 7;
    double q_most = 0, v_most = 0, e_most = 0, stored_most = 0;
    errors worst = {0, 0, 0};
    b->stored = b->error = 0;
    for (int n = 0; n < STEPS; n++) {
        double f = n < STEPS / 2 ? cr_random_uniform(&noise) : 0;
        long double q = 0, v = 0, energy = 0;
        cr_network_drive(b->network, e.input, f);
        cr_network_step(b->network);
        for (int i = 0; i < modes; i++) {
            exact_step(&m[i], (long double)(in[i] * f));
            q += (long double)out[i] * m[i].q;
            v += (long double)out[i] * m[i].v;
            energy += (m[i].v * m[i].v + m[i].w * m[i].w * m[i].q * m[i].q) / 2;
        }
        q_most = fmax(q_most, fabs((double)q));
        v_most = fmax(v_most, fabs((double)v));
        worst.q = greater(worst.q, fabs(cr_network_displacement(b->network, e.pickup) - (double)q));
        worst.v = greater(worst.v, fabs(cr_network_velocity(b->network, e.pickup) - (double)v));
        cr_ledger l = cr_network_ledger(b->network);
        b->error = greater(b->error, fabs(cr_ledger_error(&l)));
        stored_most = fmax(stored_most, cr_ledger_stored(&l));
        e_most = fmax(e_most, (double)energy);
        if (n >= STEPS / 2) worst.energy = greater(worst.energy, fabs(cr_ledger_stored(&l) - (double)energy));
    }
    CHECK(b->error <= 1e-12 * stored_most, "books off by %g of %g J", b->error, stored_most);
    return (errors){worst.q / q_most, worst.v / v_most, worst.energy / e_most};
}

// Modes up to 0.45 of the rate. What rounding leaves is the last digit of cos(w h), 1e-16/(w h)^2 of the
// frequency, times the angle turned: up to 2000 steps x 1e-16/(w h) = 1e-10 at 50 Hz, four times that in
// quarters.
static void test_modes(void) {
    const double f[MODES] = {50, 700, 5000, 12000, 18500, 0.45 * 44100}, ratio[] = {0, 1e-4, 1e-2, 0.2};
    const double in[MODES] = {1, -0.5, 2, 1.5, -1, 1}, out[MODES] = {0.7, 1, -1.2, 0.4, 1, 1.1};
    for (int with = 0; with < COMPANIES; with++)
        for (int k = 0; k < 4; k++) {
            double given[4 * MODES];
            mode m[MODES];
            for (int i = 0; i < MODES; i++) {
                double sigma = ratio[k] * 2 * cr_pi * f[i];
                given[2 * i] = f[i];
                given[2 * i + 1] = sigma;
                given[2 * MODES + i] = in[i];
                given[3 * MODES + i] = out[i];
                m[i] = exact_mode(f[i], sigma);
            }
            rig b = rig_open(rate);
            int element = add_modal(&b, MODES, given, 4 * MODES);
            add_company(&b, element, (company)with);
            errors e = follow(&b, element, m, MODES, in, out);
            printf("modes %s, damping %g: displacement off by %.1e, velocity %.1e, energy %.1e\n",
                   names[with], ratio[k], e.q, e.v, e.energy);
            CHECK(e.q < 5e-10 && e.v < 5e-10, "%s, damping %g: %g, %g", names[with], ratio[k], e.q, e.v);
            if (ratio[k] == 0) CHECK(e.energy < 1e-10, "%s: energy off by %g", names[with], e.energy);
            rig_close(&b);
        }
}

static void test_masses(void) {
    const double f[] = {0, 0, 300, 12000, 18500, 300}, sigma[] = {0, 200, 10, 100, 0, 4000}, mass = 0.02;
    for (int with = 0; with < COMPANIES; with++)
        for (int k = 0; k < 6; k++) {
            rig b = rig_open(rate);
            int element = add_mass(&b, mass, f[k], sigma[k], 0);
            double root = 1 / sqrt(mass);
            mode m = exact_mode(f[k], sigma[k]);
            add_company(&b, element, (company)with);
            errors e = follow(&b, element, &m, 1, &root, &root);
            printf("mass %s, %g Hz, %g 1/s: displacement off by %.1e, velocity %.1e\n", names[with], f[k],
                   sigma[k], e.q, e.v);
            CHECK(e.q < 1e-10 && e.v < 1e-10, "%s, %g Hz: %g, %g", names[with], f[k], e.q, e.v);
            rig_close(&b);
        }
}

// A wall is added while the force acts: the motion goes on in the other clock.
static void test_change_of_clock(void) {
    const double at[] = {12000, 300, 0.7, 0.7};
    rig b = rig_open(rate);
    int element = add_modal(&b, 1, at, 4);
    mode m = exact_mode(at[0], at[1]);
    ear e = open_ear(&b, element);
    uint64_t noise = 3;
    double q_most = 0, v_most = 0, q_off = 0, v_off = 0;
    for (int n = 0; n < 200; n++) {
        double f = cr_random_uniform(&noise);
        if (n == 100) {
            add_company(&b, element, UNTOUCHED_WALL);
            CHECK(cr_network_prepare(b.network, NULL) == CR_OK, "prepare");
        }
        cr_network_drive(b.network, e.input, f);
        cr_network_step(b.network);
        exact_step(&m, (long double)(at[2] * f));
        q_most = fmax(q_most, at[3] * fabs((double)m.q));
        v_most = fmax(v_most, at[3] * fabs((double)m.v));
        q_off = greater(q_off, fabs(cr_network_displacement(b.network, e.pickup) - at[3] * (double)m.q));
        v_off = greater(v_off, fabs(cr_network_velocity(b.network, e.pickup) - at[3] * (double)m.v));
    }
    CHECK(q_off <= 1e-12 * q_most && v_off <= 1e-12 * v_most, "%g, %g", q_off / q_most, v_off / v_most);
    rig_close(&b);
}

// Amplitude of a sine of this angle per sample.
static double amplitude(const double *y, int count, double angle) {
    double c = 0, s = 0;
    for (int n = 0; n < count; n++) {
        c += y[n] * cos(angle * n);
        s += y[n] * sin(angle * n);
    }
    return 2 * hypot(c, s) / count;
}

// Steady sines, on and off the resonance: level against the transfer function of the closed form.
static void test_sines(void) {
    enum { WINDOW = 4410 };
    static double q[WINDOW], v[WINDOW], exact_q[WINDOW], exact_v[WINDOW];
    const double at[] = {12000, 300, 0.7, 0.7};
    double worst = 0;
    for (int with = 0; with < 2; with++)
        for (int k = 1; k <= 9; k++) {
            rig b = rig_open(rate);
            int element = add_modal(&b, 1, at, 4);
            mode m = exact_mode(at[0], at[1]);
            add_company(&b, element, (company)with);
            ear e = open_ear(&b, element);
            double angle = 2 * cr_pi * 0.05 * k; // up to 0.45 of the rate, whole periods in the window
            for (int n = -8820; n < WINDOW; n++) {
                double f = sin(angle * n);
                cr_network_drive(b.network, e.input, f);
                cr_network_step(b.network);
                exact_step(&m, (long double)(at[2] * f));
                if (n < 0) continue;
                q[n] = cr_network_displacement(b.network, e.pickup);
                v[n] = cr_network_velocity(b.network, e.pickup);
                exact_q[n] = at[3] * (double)m.q;
                exact_v[n] = at[3] * (double)m.v;
            }
            double level_q = 20 * log10(amplitude(q, WINDOW, angle) / amplitude(exact_q, WINDOW, angle));
            double level_v = 20 * log10(amplitude(v, WINDOW, angle) / amplitude(exact_v, WINDOW, angle));
            CHECK(fabs(level_q) < 1e-6 && fabs(level_v) < 1e-6, "%s, %g of the rate: %+.3g dB, %+.3g dB",
                  names[with], 0.05 * k, level_q, level_v);
            worst = fmax(worst, fmax(fabs(level_q), fabs(level_v)));
            rig_close(&b);
        }
    printf("sines: levels off by up to %.1e dB\n", worst);
}

typedef enum driver { BOW, SPRING, DRIVERS } driver;

// What a bow, or a swinging mass on a spring, makes of three modes: velocity at the pickup.
static void play(driver by, double damping, company with, int steps, double *heard) {
    const double f[] = {220, 5000, 12000}, in[] = {3, 2, 4}, out[] = {1, -2, 3};
    double given[12];
    for (int i = 0; i < 3; i++) {
        given[2 * i] = f[i];
        given[2 * i + 1] = damping * 2 * cr_pi * f[i];
        given[6 + i] = in[i];
        given[9 + i] = out[i];
    }
    rig b = rig_open(rate);
    int element = add_modal(&b, 3, given, 12), swing = add_mass(&b, 0.01, 9000, 0, 0), index;
    cr_bow_def bow = cr_bow_def_default();
    bow.at = (cr_place){element, {0}};
    bow.model = CR_BOW_SMOOTH;
    bow.force = 0.5;
    bow.velocity = 0.1;
    cr_spring_def spring = cr_spring_def_default();
    spring.a = (cr_place){element, {0}};
    spring.b = (cr_place){swing, {0}};
    spring.k1 = 1e5;
    if (by == BOW) CHECK(cr_network_add_bow(b.network, &bow, &index, NULL) == CR_OK, "bow");
    if (by == SPRING) CHECK(cr_network_add_spring(b.network, &spring, &index, NULL) == CR_OK, "spring");
    cr_element_set_motion(cr_network_element(b.network, swing), 0, 0, 1);
    add_company(&b, element, with);
    ear e = open_ear(&b, element);
    for (int n = 0; n < steps; n++) {
        cr_network_step(b.network);
        heard[n] = cr_network_velocity(b.network, e.pickup);
    }
    rig_close(&b);
}

// Bows and springs act as blows at the samples in both clocks. Without loss these differ by rounding under a
// bow, with loss by (sigma h)^2; a spring has its own form on a body, which in 2000 steps turns the phase of
// modes that nothing damps by a few hundredths.
static void test_clocks_agree(void) {
    static double heard[2][STEPS];
    const double damping[] = {0, 1e-3, 1e-2}, bound[DRIVERS][3] = {{1e-9, 1e-4, 1e-4}, {0.05, 0.01, 0.01}};
    for (int by = 0; by < DRIVERS; by++)
        for (int k = 0; k < 3; k++) {
            double off = 0, most = 0;
            for (int i = 0; i < 2; i++)
                play((driver)by, damping[k], i ? UNTOUCHED_WALL : ALONE, STEPS, heard[i]);
            for (int n = 0; n < STEPS; n++) {
                off = greater(off, fabs(heard[1][n] - heard[0][n]));
                most = greater(most, fabs(heard[0][n]));
            }
            printf("%s, damping %g: the clocks differ by %.1e\n", by == BOW ? "bow" : "spring", damping[k],
                   off / most);
            CHECK(off <= bound[by][k] * most, "driver %d, damping %g: %g", by, damping[k], off / most);
        }
}

int main(void) {
    test_clocks_agree();
    test_change_of_clock();
    test_modes();
    test_masses();
    test_sines();
    return test_summary();
}
