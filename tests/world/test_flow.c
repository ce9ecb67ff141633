// Exact motion under constant forces: modes, and rigid bodies in free flight.
#include "base/random.h"
#include "modal/propagate.h"
#include "seeds.h"
#include "test.h"
#include "world/flow.h"

static double even(uint64_t *random) { // in [0, 1)
    return 0.5 + 0.5 * cr_random_uniform(random);
}

typedef struct mode {
    double w, sigma, q, rate, force;
} mode;

static mode random_mode(uint64_t *random) {
    mode m = {.w = 1.0 + 1e4 * even(random) * even(random)};
    double u = even(random);
    m.sigma = m.w * (u < 0.2 ? 15.0 * u : 0.05 * u); // up to three times critical
    m.q = even(random) - 0.5;
    m.rate = (even(random) - 0.5) * m.w;
    m.force = (even(random) - 0.5) * m.w * m.w;
    return m;
}

static void run(mode *m, double h) {
    cr_response response;
    cr_propagator p = {1, &m->w, &m->sigma, -1.0, &response};
    cr_propagator_set(&p, h);
    CHECK(response.b >= 0.0, "b = %g", response.b);
    cr_propagator_run(&p, &m->q, &m->rate, &m->force, &m->q, &m->rate);
}

// Two steps are one; steps from a thousandth of a period to several.
static void test_two_steps(void) {
    for (TEST_SEEDS(seed, 1, 2, 3, 4)) {
        uint64_t random = cr_random_seed(seed);
        double worst = 0.0;
        for (int i = 0; i < 2000; i++) {
            mode whole = random_mode(&random), parts = whole;
            double h = (1e-3 + 20.0 * even(&random) * even(&random)) / whole.w;
            double first = h * even(&random);
            run(&whole, h);
            run(&parts, first);
            run(&parts, h - first);
            worst = fmax(worst, fabs(whole.q - parts.q) + fabs(whole.rate - parts.rate) / whole.w);
        }
        CHECK(worst < 1e-14, "seed %llu: differ by %g", (unsigned long long)seed, worst);
    }
}

// What a step loses, force times way less what the mode gains, is the integral of 2 sigma q'^2 (Simpson).
static void test_loss(void) {
    for (TEST_SEEDS(seed, 1, 2, 3)) {
        uint64_t random = cr_random_seed(seed);
        for (int i = 0; i < 20; i++) {
            enum { PARTS = 4000 };
            mode m = random_mode(&random), at = m;
            double h = 3.0 * even(&random) / m.w, sum = 0.0, start = m.q;
            double before = 0.5 * (m.rate * m.rate + m.w * m.w * m.q * m.q);
            for (int k = 0; k <= PARTS; k++) {
                double weight = k == 0 || k == PARTS ? 1.0 : k % 2 ? 4.0 : 2.0;
                sum += weight * 2.0 * m.sigma * at.rate * at.rate;
                if (k < PARTS) run(&at, h / PARTS);
            }
            double exact = sum * h / (3.0 * PARTS);
            run(&m, h);
            double after = 0.5 * (m.rate * m.rate + m.w * m.w * m.q * m.q);
            double lost = m.force * (m.q - start) - (after - before);
            CHECK_NEAR(lost, exact, 1e-10 * (before + after + fabs(exact)));
            CHECK(lost >= -1e-14 * (before + after), "gained %g J", -lost);
        }
    }
}

// A tumbling body in free flight keeps the vector of its angular momentum and its energy.
static void test_tumbling(void) {
    cr_rigid r = {.mass = 2.0, .inertia = {1.0, 2.0, 3.0, 0.1, 0.2, -0.3}};
    CHECK(cr_rigid_prepare(&r), "inertia");
    cr_rigid_state s = {.turn = cr_quat_none, .spin = {3.0, 10.0, -4.0}};
    cr_vec before = cr_rigid_momentum(&r, s.spin);
    double energy = cr_rigid_kinetic(&r, &s);
    for (int i = 0; i < TEST_AMOUNT(100000, 20000); i++)
        cr_flow_rigid(&r, &s, (cr_vec){0, 0, 0}, (cr_vec){0, 0, 0}, 1e-3, &s);
    cr_vec after = cr_quat_turn(s.turn, cr_rigid_momentum(&r, s.spin));
    double off = cr_vec_length(cr_vec_sub(after, before)) / cr_vec_length(before);
    CHECK(off < 1e-12, "angular momentum off by %g", off);
    CHECK_REL(cr_rigid_kinetic(&r, &s), energy, 1e-12);
}

// Two halves of a step of free rotation are not the whole: they differ by the third order in its length, and
// whatever part of a step is asked for, momentum and energy are those of the start.
static void test_dense_rotation(void) {
    cr_rigid r = {.mass = 2.0, .inertia = {1.0, 2.0, 3.0, 0.1, 0.2, -0.3}};
    CHECK(cr_rigid_prepare(&r), "inertia");
    const cr_rigid_state start = {.turn = cr_quat_none, .spin = {3.0, 10.0, -4.0}};
    const cr_vec none = {0, 0, 0}, momentum = cr_rigid_momentum(&r, start.spin);
    double last = 0.0;
    for (double h = 8e-3; h > 4e-4; h *= 0.5) {
        cr_rigid_state whole, half;
        cr_flow_rigid(&r, &start, none, none, h, &whole);
        cr_flow_rigid(&r, &start, none, none, 0.5 * h, &half);
        cr_flow_rigid(&r, &half, none, none, 0.5 * h, &half);
        cr_vec moved = cr_quat_turn(whole.turn, (cr_vec){1, 2, 3}),
               other = cr_quat_turn(half.turn, (cr_vec){1, 2, 3}),
               kept = cr_quat_turn(half.turn, cr_rigid_momentum(&r, half.spin));
        double off = cr_vec_length(cr_vec_sub(moved, other));
        if (last > 0.0) CHECK_NEAR(last / off, 8.0, 0.5);
        last = off;
        CHECK(cr_vec_length(cr_vec_sub(kept, momentum)) <= 1e-14 * cr_vec_length(momentum), "momentum");
        CHECK_REL(cr_rigid_kinetic(&r, &half), cr_rigid_kinetic(&r, &start), 1e-14);
    }
}

// A rod that whirls about its own axis turns by eight radians in a step, and is 833 times easier to turn
// about that axis than about the others: fixed-point passes diverge. The midpoint keeps energy and angular
// momentum for every step all the same, to a rounding of the spin, 833 times as heavy about the other axes,
// in each of 50 steps: 1e-16 x 833 x 50.
static void test_whirl(void) {
    cr_rigid r = {.mass = 1.0, .inertia = {1e-4, 1.0 / 12.0, 1.0 / 12.0}};
    CHECK(cr_rigid_prepare(&r), "inertia");
    for (double h = 1e-3; h > 1e-8; h *= 0.5) {
        cr_rigid_state s = {.turn = cr_quat_none, .spin = {7825.0, -2.3, 290.0}};
        double energy = cr_rigid_kinetic(&r, &s);
        cr_vec momentum = cr_rigid_momentum(&r, s.spin);
        for (int i = 0; i < 50; i++) cr_flow_rigid(&r, &s, (cr_vec){0}, (cr_vec){0}, h, &s);
        cr_vec now = cr_quat_turn(s.turn, cr_rigid_momentum(&r, s.spin)), off = cr_vec_sub(now, momentum);
        CHECK_REL(cr_rigid_kinetic(&r, &s), energy, 5e-12);
        CHECK(cr_vec_length(off) <= 5e-12 * cr_vec_length(momentum), "h %g: momentum off by %g", h,
              cr_vec_length(off) / cr_vec_length(momentum));
    }
}

int main(void) {
    test_whirl();
    test_two_steps();
    test_dense_rotation();
    test_loss();
    test_tumbling();
    return test_summary();
}
