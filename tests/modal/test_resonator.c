// A body of modes as contacts see it: exact frequency and decay, answers to forces, energy of every way to
// push.
#include "base/numeric.h"
#include "modal/resonator.h"
#include "test.h"

#include <complex.h>

static const double h = 1.0 / 44100;

static cr_resonator make_body(cr_arena *arena, int modes, const double *f, const double *sigma, int taps,
                              const double *shapes, bool meets) {
    cr_resonator body;
    int index;
    CHECK(cr_resonator_make(&body, modes, f, sigma, h, taps, arena, NULL) == CR_OK, "make");
    for (int k = 0; k < taps; k++) {
        CHECK(cr_resonator_tap(&body, shapes + k * modes, true, arena, &index, NULL) == CR_OK, "tap");
        if (meets) CHECK(cr_resonator_meet(&body, index, arena, NULL) == CR_OK, "meet");
        CHECK(cr_resonator_hold(&body, index, arena, NULL) == CR_OK, "hold");
    }
    CHECK(cr_resonator_prepare(&body, arena, NULL) == CR_OK, "prepare");
    return body;
}

// Eigenvalues of the map of one mode against exp((-sigma +- i w_d) h). What limits them is the last digit of
// cos(theta), 1e-16/theta^2 at 20 Hz.
static void check_eigenvalues(void) {
    double worst_frequency = 0, worst_decay = 0;
    for (int i = 0; i < 200; i++)
        for (int j = 0; j < 4; j++) {
            double f = 20 * pow(1000, i / 199.0), w = 2 * cr_pi * f, sigmas[] = {0, 1, 100, 0.4 * w};
            double sigma = sigmas[j], shape = 1;
            if (sigma >= w) continue;
            cr_arena *arena = cr_arena_new(cr_allocator_default());
            cr_resonator body = make_body(arena, 1, &f, &sigma, 1, &shape, false);
            const cr_mode_table *t = &body.table[0];
            double half = 0.5 * (t->m11[0] + t->m22[0]), det = t->m11[0] * t->m22[0] + t->m12[0] * t->m12[0];
            double complex value = half + csqrt(half * half - det);
            double turn = sqrt(w * w - sigma * sigma) * h, decay = -log(cabs(value));
            worst_frequency = fmax(worst_frequency, fabs(carg(value) / turn - 1));
            worst_decay = fmax(worst_decay, sigma > 0 ? fabs(decay / (sigma * h) - 1) : fabs(decay));
            cr_arena_free(arena);
        }
    printf("eigenvalues: frequency %.1e, decay %.1e\n", worst_frequency, worst_decay);
    CHECK(worst_frequency <= 5e-11 && worst_decay <= 5e-11, "%g %g", worst_frequency, worst_decay);
}

// Points and weights of Gauss and Legendre on -1..1.
enum { GAUSS = 20 };
static void gauss(double *x, double *weight) {
    for (int i = 0; i < GAUSS; i++) {
        double z = cos(cr_pi * (i + 0.75) / (GAUSS + 0.5)), slope = 1;
        for (int round = 0; round < 20; round++) {
            double before = 1, now = z;
            for (int n = 2; n <= GAUSS; n++) {
                double next = ((2 * n - 1) * z * now - (n - 1) * before) / n;
                before = now;
                now = next;
            }
            slope = GAUSS * (z * now - before) / (z * z - 1);
            z -= now / slope;
        }
        x[i] = z;
        weight[i] = 2 / ((1 - z * z) * slope * slope);
    }
}

// Travel and moment of an oscillator under forces 1 and xi, as double integrals of Green's function sin(w
// t)/w: the displacement at time s is int_0^s g(s-u) f(u) du, its moment int xi y' ds.
static void integrate_green(double w, double step, double *c, double *e, double *m) {
    double x[GAUSS], weight[GAUSS];
    gauss(x, weight);
    *c = *e = *m = 0;
    for (int i = 0; i < GAUSS; i++) {
        double s = 0.5 * step * (1 + x[i]), end = step - s;
        *c += 0.5 * step * weight[i] * (w > 0 ? sin(w * end) / w : end); // at the end, force 1
        for (int j = 0; j < GAUSS; j++) {                                // u = s (1 + x_j)/2 < s
            double u = 0.5 * s * (1 + x[j]), xi = 2 * u / step - 1;
            double both = 0.25 * step * weight[i] * s * weight[j] * cos(w * (s - u)) * x[i];
            *e += both;
            *m += both * xi;
        }
    }
}

static void check_pairs(void) {
    double worst = 0;
    for (int i = 0; i < 40; i++)
        for (int level = 0; level < CR_LEVELS; level++) {
            double f = 20 * pow(1000, i / 39.0), sigma = 0, shapes[] = {2, -0.7}, c, e, m;
            cr_arena *arena = cr_arena_new(cr_allocator_default());
            cr_resonator body = make_body(arena, 1, &f, &sigma, 2, shapes, false);
            integrate_green(2 * cr_pi * f, h / (1 << level), &c, &e, &m);
            for (int j = 0; j < 4; j++) {
                double both = shapes[j / 2] * shapes[j % 2];
                const cr_tap_pair *pair = &body.pairs[level][j];
                worst = fmax(worst, fabs(pair->c / (both * c) - 1));
                worst = fmax(worst, fabs(pair->e / (both * e) - 1));
                worst = fmax(worst, fabs(pair->m - both * m) / fabs(both * c));
            }
            cr_arena_free(arena);
        }
    printf("answers to forces: %.1e\n", worst);
    CHECK(worst <= 5e-12, "%g", worst);
}

static void check_overdamped(void) {
    for (int i = 0; i < 40; i++) {
        double f = 20 * pow(1000, i / 39.0), sigma = 2 * cr_pi * f * (1 + 10 * (i % 5)), shape = 1, q, v;
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_resonator body = make_body(arena, 1, &f, &sigma, 1, &shape, false);
        for (int level = 0; level < CR_LEVELS; level++) {
            cr_resonator_set_level(&body, level);
            cr_resonator_set(&body, 0, 1e-3, 1);
            cr_resonator_start(&body);
            double before = cr_resonator_energy(&body), first = before;
            for (int n = 0; n < 1000; n++) {
                cr_resonator_step(&body, true);
                double now = cr_resonator_energy(&body);
                CHECK(isfinite(now) && now <= before * (1 + 1e-15), "%g Hz: %g after %g", f, now, before);
                before = now;
            }
            cr_resonator_get(&body, 0, &q, &v);
            CHECK(isfinite(q) && isfinite(v) && before < first, "%g Hz, level %d", f, level);
        }
        cr_arena_free(arena);
    }
}

// Body with a rigid motion, gravity and three modes; its taps.
static const double frequency[] = {0, 300, 2500, 15000}, damping[] = {2, 3, 40, 900};
static const double shapes[] = {3, 1, -2, 1.5, 3, 0.5, 1, -2};

static cr_resonator make_mixed(cr_arena *arena) {
    cr_resonator body = make_body(arena, 4, frequency, damping, 2, shapes, true);
    body.gravity = -5;
    for (int i = 0; i < 4; i++) cr_resonator_set(&body, i, 1e-4 * (i + 1), 0.3 - 0.2 * i);
    cr_resonator_start(&body);
    return body;
}

static double books(const cr_resonator *body) {
    return cr_resonator_energy(body) + body->lost;
}

// Work of a + b xi over a step is a travel + b moment with all forces in them, and of a force held in it
// force x way.
static void check_work_of_forces(int level) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_resonator body = make_mixed(arena);
    double work = cr_resonator_set_level(&body, level), start = books(&body), worst = 0;
    work = 0;
    for (int n = 0; n < 2000; n++) {
        double a[2] = {sin(0.1 * n), 2 * cos(0.3 * n)}, b[2] = {0.7 * cos(0.2 * n), -0.5};
        double held[2] = {n % 3 ? 0.4 * sin(0.7 * n) : 0, n % 2 ? cos(0.9 * n) : 0};
        for (int j = 0; j < 2; j++)
            if (held[j] != 0) cr_resonator_drive(&body, j, held[j], true);
        for (int j = 0; j < 2; j++) {
            double travel = body.taps[j].travel, moment = body.taps[j].moment;
            for (int k = 0; k < 2; k++) {
                const cr_tap_pair *pair = &body.pairs[level][2 * j + k];
                travel += pair->c * a[k] - pair->e * b[k];
                moment += pair->e * a[k] + pair->m * b[k];
            }
            work += (a[j] + held[j]) * travel + b[j] * moment;
            body.taps[j].force = a[j];
            body.taps[j].slope = b[j];
        }
        cr_resonator_step(&body, true);
        worst = fmax(worst, fabs(books(&body) - start - work));
    }
    CHECK(worst <= 1e-12 * fabs(start), "level %d: %g of %g", level, worst, start);
    cr_arena_free(arena);
}

// Work of a drive is force x way; of a kick what it says; of a blow between the clocks f way/2.
static void check_other_pushes(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_resonator body = make_mixed(arena);
    double start = books(&body), work = 0, worst = 0;
    for (int n = 0; n < 2000; n++) {
        double f = sin(0.11 * n), momentum = 1e-3 * cos(n), from = body.taps[0].y;
        if (n % 3 == 0) {
            double part = n % 2 ? 0 : n % 7 / 7.0 * h, y = body.taps[0].y;
            work += cr_resonator_kick(&body, 1, momentum, part);
            CHECK_NEAR(body.taps[0].y, y + momentum * cr_resonator_answer(&body, 0, 1, -part),
                       1e-15 * fabs(y));
            from = body.taps[0].y;
        }
        if (n % 3 == 1) {
            cr_resonator_begin_meeting(&body);
            cr_resonator_meet_push(&body, 0, 3 * f, true);
            cr_resonator_meet_push(&body, 1, f, true);
            work += 0.5 * (3 * f * body.taps[0].way + f * body.taps[1].way);
            cr_resonator_end_meeting(&body);
        }
        cr_tap before = body.taps[1];
        cr_resonator_read(&body, 0); // what the pushes said of the coming step is what the state says
        CHECK_NEAR(body.taps[1].travel, before.travel, 1e-18 + 1e-13 * fabs(before.travel));
        CHECK_NEAR(body.taps[1].moment, before.moment, 1e-18 + 1e-12 * fabs(before.travel));
        cr_resonator_drive(&body, 0, f, true);
        cr_resonator_step(&body, true);
        work += f * (body.taps[0].y - from);
        worst = fmax(worst, fabs(books(&body) - start - work));
    }
    CHECK(worst <= 1e-12 * fabs(start), "%g of %g", worst, start);
    cr_arena_free(arena);
}

// Another length of step keeps q and v of every mode, and says what it adds to the energy.
static void check_levels(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_resonator body = make_mixed(arena);
    const double size[] = {1e-4, 2e-4, 3e-4, 4e-4};
    for (int level = 0; level < 2 * CR_LEVELS; level++) {
        double before = cr_resonator_energy(&body);
        double added = cr_resonator_set_level(&body, (3 * level + 1) % CR_LEVELS);
        CHECK_NEAR(cr_resonator_energy(&body), before + added, 1e-15);
        for (int i = 0; i < 4; i++) {
            double q, v;
            cr_resonator_get(&body, i, &q, &v);
            CHECK_NEAR(q, 1e-4 * (i + 1), 1e-13 * size[i]);
            CHECK_NEAR(v, 0.3 - 0.2 * i, 1e-13 * (1 + 2 * cr_pi * frequency[i] * size[i]));
        }
    }
    cr_arena_free(arena);
}

// Displacement of a tap, carried from step to step, against the state: one rounding per step at most.
static void check_carried(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_resonator body = make_mixed(arena);
    const int steps = 441000;
    double most = 0;
    for (int n = 0; n < steps; n++) {
        cr_resonator_step(&body, false);
        most = fmax(most, fabs(body.taps[0].y));
    }
    double carried = body.taps[0].y;
    cr_resonator_start(&body);
    CHECK_NEAR(carried, body.taps[0].y, 1.1e-16 * steps * most);
    cr_arena_free(arena);
}

int main(void) {
    check_eigenvalues();
    check_pairs();
    check_overdamped();
    for (int level = 0; level < CR_LEVELS; level++) check_work_of_forces(level);
    check_other_pushes();
    check_levels();
    check_carried();
    return test_summary();
}
