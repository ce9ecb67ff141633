// One contact alone: the reaction is exact, whatever the matrix, and a contact in a row of them is too.
#include "test.h"

#include "base/numeric.h"
#include "base/random.h"
#include "contact/cone.h"
#include "contact/local.h"
#include "seeds.h"

#include <string.h>

// The relative natural map of one contact; rounding of a 3 x 3 product leaves some 1e-16 of its terms.
static double residual(const double w[9], const double q[3], double mu, const double r[3]) {
    double u[3], z[3], mean = (w[0] + w[4] + w[8]) / 3.0, error = 0.0, terms = 0.0;
    cr_apply3(w, r, u);
    for (int a = 0; a < 3; a++) {
        u[a] += q[a];
        terms += fabs(q[a]);
        for (int b = 0; b < 3; b++) terms += fabs(w[3 * a + b] * r[b]);
    }
    u[0] += mu * cr_length2(u[1], u[2]);
    for (int a = 0; a < 3; a++) z[a] = r[a] - u[a] / mean;
    cr_cone_project(mu, z);
    for (int a = 0; a < 3; a++) error = cr_max(error, mean * fabs(r[a] - z[a]));
    return error / cr_max(terms, 1e-300);
}

// w = a a^T of a random 3 x 3 matrix and a share of the identity, rows scaled apart by up to e^(2 apart).
static void random_contact(uint64_t *state, double share, double apart, double w[9], double q[3]) {
    double a[9], scale[3];
    for (int i = 0; i < 3; i++) scale[i] = exp(apart * cr_random_uniform(state));
    for (int i = 0; i < 9; i++) a[i] = scale[i / 3] * cr_random_gaussian(state);
    for (int i = 0; i < 9; i++)
        w[i] = a[i / 3 * 3] * a[i % 3 * 3] + a[i / 3 * 3 + 1] * a[i % 3 * 3 + 1] +
               a[i / 3 * 3 + 2] * a[i % 3 * 3 + 2];
    for (int i = 0; i < 3; i++) {
        w[4 * i] += share * scale[i] * scale[i];
        q[i] = cr_random_gaussian(state);
    }
}

static void contacts(uint64_t seed, int count, double share, double apart, double bound) {
    uint64_t state = cr_random_seed(seed);
    double worst = 0.0, push = 0.0;
    int opened = 0, stuck = 0, slipped = 0;
    for (int i = 0; i < count; i++) {
        double w[9], q[3], r[3] = {0.0, 0.0, 0.0}, mu = i % 8 ? exp(2.0 * cr_random_uniform(&state)) : 0.0;
        random_contact(&state, share, apart, w, q);
        if (i % 3 == 0) w[1] = w[2] = w[3] = w[6] = 0.0; // as of a ball
        cr_contact_local(w, q, mu, r);
        worst = cr_max(worst, residual(w, q, mu, r));
        double size = cr_length2(r[1], r[2]);
        push = cr_max(push, size - mu * r[0] - 1e-15 * size);
        if (r[0] == 0.0) opened++;
        else if (size < (1.0 - 1e-12) * mu * r[0]) stuck++;
        else slipped++;
    }
    printf("%d contacts, rows apart by %.0f: residual %.1e\n", count, exp(2.0 * apart), worst);
    CHECK(worst <= bound, "seed %llu: residual %g", (unsigned long long)seed, worst);
    CHECK(push <= 1e-14, "seed %llu: outside its cone by %g", (unsigned long long)seed, push);
    CHECK(opened > count / 10 && stuck > count / 100 && slipped > count / 10, "%d open, %d stuck, %d slip",
          opened, stuck, slipped);
}

int main(void) {
    for (TEST_SEEDS(seed, 1, 2, 3, 4)) {
        // As of bodies: the greatest and the least mass that a contact feels are some ten times apart.
        contacts(seed, TEST_AMOUNT(250000, 5000), 1.0, 0.0, 1e-14);
        // Nearly singular: rounding times how far apart they are.
        contacts(seed, TEST_AMOUNT(50000, 5000), 1e-3, 2.3, 1e-12);
    }
    return test_summary();
}
