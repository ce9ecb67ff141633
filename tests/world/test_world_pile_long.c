// label: long
// A thousand spheres are let go in a box and settle: to rest, within the box, without gain, nearly all
// solved. The time of a step grows with the number of spheres to the power of 1.2 at most. About ten minutes.
//     CAROM_PILE=n   n^3 spheres
#include "stacks.h"
#include "test.h"

#include <stdlib.h>
#include <time.h>

typedef struct pile {
    world_rig rig;
    int side;
    double seconds;
    long contacts;
} pile;

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static cr_status count_contact(void *context, const cr_world_contact *contact) {
    pile *p = context;
    p->contacts += contact->t1 > contact->t0;
    return CR_OK;
}

static pile begin(int side, double step) {
    cr_world_def def = cr_world_def_default();
    def.step = step;
    pile p = {.rig = world_begin(&def), .side = side};
    stack_pile(&p.rig, side);
    world_start(&p.rig);
    return p;
}

static void run(pile *p, double until) {
    cr_world_sink sink = {.context = p, .contact = count_contact};
    double begun = seconds_now();
    world_run(&p->rig, until, &sink);
    p->seconds += seconds_now() - begun;
}

// s for a step of a pile that falls together, from when its spheres have 1.3 contacts each: columns that
// stand on their own before that are islands of a few spheres, and more of them than of a large pile at the
// same time. 1/(k W_ii) is about 1 at this step.
static double cost(int side) {
    const double step = 1e-4, wanted = 1.3;
    enum { FEW = 20 };
    int spheres = side * side * side;
    double time = 0.0;
    pile p = begin(side, step);
    do {
        p.contacts = 0;
        p.seconds = 0.0;
        run(&p, time += FEW * step);
    } while (time < 0.5 && (double)p.contacts < FEW * wanted * spheres);
    double least = p.seconds; // of three: the machine may have other work
    for (int i = 0; i < 2; i++) {
        p.contacts = 0;
        p.seconds = 0.0;
        run(&p, time += FEW * step);
        least = fmin(least, p.seconds);
    }
    printf("%d spheres at %.3f s: %.2f contacts each, %.3f ms a step, %.1f us by contact\n", spheres, time,
           (double)p.contacts / FEW / spheres, 1e3 * least / FEW, 1e6 * least / (double)p.contacts);
    CHECK((double)p.contacts >= FEW * spheres, "%ld contacts", p.contacts);
    world_end(&p.rig);
    return least / FEW;
}

static void check_inside(const pile *p) {
    double wall = stack_pile_wall(p->side), worst = 0.0;
    for (int i = 0; i < cr_world_model_bodies(p->rig.model); i++) {
        if (!isfinite(cr_world_model_mass(p->rig.model, i))) continue;
        cr_vec at = cr_world_body(p->rig.world, i).pose.at;
        worst = fmax(worst, fmax(fabs(at.x), fabs(at.y)) + stack_ball - wall);
        worst = fmax(worst, stack_ball - at.z);
    }
    CHECK(worst < 1e-6, "a sphere is %g m in a wall", worst); // springs give by some 1e-7 m
}

static void settles(int side) {
    pile p = begin(side, 3e-4);
    double time = 0.0, kinetic = 0.0, most = 0.0;
    while (time < 1.95 && !cr_world_at_rest(p.rig.world)) {
        run(&p, time += 0.1);
        kinetic = cr_world_ledger(p.rig.world).kinetic;
        most = fmax(most, kinetic);
        printf("%.1f s: kinetic %.2g J, %.0f s of work\n", time, kinetic, p.seconds);
        fflush(stdout);
    }
    cr_world_energy e = cr_world_ledger(p.rig.world);
    cr_world_stats s = cr_world_statistics(p.rig.world);
    double passed = fabs(e.impacts) + fabs(e.friction), solves = (double)(s.kicks + s.holds);
    printf(
        "%d spheres at rest after %.1f s, %.0f s of work, %.1f us by contact; at most %d contacts, %g m too "
        "deep; %lld of %.0f solves unsolved, gain %.2g J of %.2g J\n",
        side * side * side, time, p.seconds, 1e6 * p.seconds / (double)p.contacts, s.contacts_greatest,
        s.penetration_greatest, s.unsolved, solves, s.gain_greatest, passed);
    // Falling lasts 0.2 s; nothing but rolling, which nothing here resists, goes on for longer.
    CHECK(kinetic <= 1e-3 * most, "kinetic energy %g J of %g J after %g s", kinetic, most, time);
    CHECK(s.penetration_greatest < 1e-6, "%g m too deep", s.penetration_greatest);
    CHECK((double)s.unsolved <= 1e-3 * solves, "%lld of %.0f unsolved", s.unsolved, solves);
    CHECK(s.gain_greatest <= 1e-9 * passed, "a step gained %g J", s.gain_greatest);
    CHECK(fabs(e.residual) <= 1e-9 * passed, "the ledger is open by %g J", e.residual);
    check_inside(&p);
    world_end(&p.rig);
}

int main(void) {
    const char *asked = getenv("CAROM_PILE");
    int side = asked ? atoi(asked) : TEST_AMOUNT(10, 4);
    if (!asked) {
        double small = cost(4), large = cost(10), exponent = log(large / small) / log(1000.0 / 64.0);
        printf("exponent %.3f\n", exponent);
        CHECK(exponent <= 1.2, "a step takes %g s of 64 spheres, %g s of 1000", small, large);
    }
    settles(side);
    return test_summary();
}
