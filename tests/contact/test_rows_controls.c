// label: plain
// What makes the rows of a table cheap and true, each against the same without it: bristles in the hold, a
// tenth of give in the kick, sixteen points on a ring. A ball of 3 kg strikes at 2 m/s; the blow takes 20 ms.
#include "test.h"

#include "base/numeric.h"
#include "linear_world.h"

enum { DISHES = 9 };
static const double dish_mass = 0.35; // kg

typedef struct clatter {
    double lost;                  // J, by kicks and holds
    double fastest;               // m/s, up, of the dishes at the end
    int factorisations, unsolved; // of holds; of all
} clatter;

static double energy_of(const linear_world *w) {
    double sum = 0.0;
    for (int k = 0; k < w->freedoms; k++)
        sum += 0.5 * (cr_square(w->v[k]) + cr_square(w->omega[k] * w->x[k])) - w->pull[k] * w->x[k];
    for (int i = 0; i < 3 * w->contacts; i++) sum += 0.5 * cr_square(w->force[i]) / w->spring[i / 3];
    return sum;
}

static clatter strike(int points, double kick_soft, bool bristle) {
    linear_world w = linear_table(points);
    clatter c = {0};
    w.kick_soft = kick_soft;
    w.bristle = bristle;
    for (int i = 0; i < 20; i++) linear_step(&w, 1e-8);
    for (int k = 0; k < w.freedoms; k++) w.zeta[k] = 0.0; // all that is lost is lost by contacts
    linear_table_ball(&w, 2.0);
    c.lost = energy_of(&w);
    for (double time = 0.0; time < 0.02; time += w.h) {
        if (!linear_step(&w, 1e-8)) {
            CHECK(false, "%s; %s", w.kick.error.reason, w.hold.error.reason);
            break;
        }
    }
    c.lost -= energy_of(&w);
    for (int d = 1; d <= DISHES; d++) c.fastest = cr_max(c.fastest, w.v[w.offset[d] + 2] / sqrt(dish_mass));
    c.factorisations = w.holds.factorisations;
    c.unsolved = w.holds.unsolved + w.kicks.unsolved;
    printf("%2d points, give %g%s: %.3f J lost, %.3f m/s, %d holds by %d factorisations, %d unsolved\n",
           points, kick_soft, bristle ? "" : " without bristles", c.lost, c.fastest, w.holds.solves,
           c.factorisations, c.unsolved);
    linear_world_free(&w);
    return c;
}

int main(void) {
    clatter ours = strike(16, 0.1, true), loose = strike(16, 0.1, false), soft = strike(16, 1.0, true),
            stiff = strike(16, 0.01, true), fine = strike(64, 0.1, true), coarse = strike(3, 0.1, true);
    CHECK(ours.unsolved == 0 && fine.unsolved == 0, "%d and %d unsolved", ours.unsolved, fine.unsolved);
    // Forces across are one with bristles; without them Newton's method searches.
    CHECK(loose.factorisations >= 2 * ours.factorisations, "%d factorisations without bristles, %d with",
          loose.factorisations, ours.factorisations);
    // A tenth of give is as good as a hundredth; as much as W_ii is a blow on rubber.
    CHECK_REL(ours.lost, stiff.lost, 0.1);
    CHECK_REL(ours.fastest, stiff.fastest, 0.05);
    CHECK(fabs(soft.fastest / stiff.fastest - 1.0) > 0.1, "give 1: %g m/s, %g", soft.fastest, stiff.fastest);
    // Sixteen points are as good as many, three are not.
    CHECK_REL(ours.lost, fine.lost, 0.05);
    CHECK_REL(ours.fastest, fine.fastest, 0.05);
    CHECK_REL(coarse.lost, fine.lost, 0.25);
    CHECK(fabs(coarse.lost / fine.lost - 1.0) > 0.05, "three points lose %g J of %g J", coarse.lost,
          fine.lost);
    return test_summary();
}
