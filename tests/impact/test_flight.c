// Flights: where a block is flown, stepping it sample by sample finds no contact and ends at the same state.
#include "base/random.h"
#include "modal/flight.h"
#include "network/network_internal.h"
#include "seeds.h"
#include "test.h"

#include <string.h>

enum { MODES_MOST = 128 };

static double between(uint64_t *state, double lo, double hi) {
    return lo + (hi - lo) * 0.5 * (cr_random_uniform(state) + 1.0);
}

// A ball above an object that rings, both in a random state; the same for the same seed.
static cr_network *make(cr_arena *arena, uint64_t seed, int modes, double *given, int *ball, int *body) {
    uint64_t state = cr_random_seed(seed);
    cr_network *n = cr_network_new(arena, 44100);
    cr_law law;
    int contact, pickup;
    for (int i = 0; i < modes; i++) {
        given[2 * i] = between(&state, 60, 19000);
        given[2 * i + 1] = between(&state, 0, 50);
        given[2 * modes + i] = between(&state, -3, 3);
        given[3 * modes + i] = between(&state, -3, 3);
    }
    const cr_setting falls[] = {{"mass", 0.01}, {"gravity", between(&state, -20, 20)}, {0}};
    *ball = cr_network_add(n, "mass", falls, NULL);
    *body = cr_network_add_modal(n, modes, given, 4 * modes, NULL);
    cr_law_make("hunt-crossley", NULL, &law, NULL);
    cr_contact_def def = cr_contact_def_between((cr_place){*ball, {0}}, (cr_place){*body, {0}}, law);
    CHECK(cr_network_add_contact(n, &def, &contact, NULL) == CR_OK, "contact");
    cr_network_add_pickup(n, (cr_place){*body, {1}}, &pickup, NULL);
    n->pickups.items[pickup].heard[1] = seed % 2; // then its displacement is not followed
    cr_network_element(n, *ball)->u[0] = -pow(10, between(&state, -7, -1));
    cr_network_element(n, *ball)->d[0] = between(&state, -1, 1) / 44100;
    double size = pow(10, between(&state, -9, -4));
    for (int i = 0; i < modes; i++) {
        cr_network_element(n, *body)->u[i] = size * between(&state, -1, 1) * 100 / given[2 * i];
        cr_network_element(n, *body)->d[i] = size * between(&state, -1, 1) * 600 / 44100;
    }
    cr_network_set_booking(n, false);
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    return n;
}

static double largest(const double *x, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

// Rounding of 64 turns is a few times 64 epsilon; the recursion of what is heard loses digits in proportion
// to samples over angle per sample, 64/0.0085 at 60 Hz.
static void compare(const cr_resonator *flown, const cr_resonator *stepped, double heard[][CR_FLIGHT],
                    uint64_t seed) {
    double size = fmax(largest(stepped->p, stepped->modes), largest(stepped->r, stepped->modes)) + 1e-300;
    for (int i = 0; i < stepped->modes; i++) {
        CHECK(fabs(flown->p[i] - stepped->p[i]) <= 1e-12 * size, "seed %d, p of mode %d", (int)seed, i);
        CHECK(fabs(flown->r[i] - stepped->r[i]) <= 1e-12 * size, "seed %d, r of mode %d", (int)seed, i);
    }
    CHECK(fabs(flown->rigid_v - stepped->rigid_v) <= 1e-13 * (1e-3 + fabs(stepped->rigid_v)), "velocity");
    for (int k = 0; k < stepped->tap_count; k++) {
        if (stepped->taps[k].unfollowed) continue;
        double most = largest(heard[k], CR_FLIGHT) + 1e-300;
        for (int i = 0; i < CR_FLIGHT; i++)
            CHECK(fabs(flown->taps[k].flight[i] - heard[k][i]) <= 1e-11 * most,
                  "seed %d, tap %d, sample %d: %g", (int)seed, k, i,
                  flown->taps[k].flight[i] / heard[k][i] - 1);
        CHECK(fabs(flown->taps[k].y - stepped->taps[k].y) <= 1e-11 * (64 * most + fabs(stepped->taps[k].y)),
              "y");
    }
}

// The same network flown and stepped; false when it does not fly.
static bool fly_and_step(uint64_t seed) {
    static double given[4 * MODES_MOST], same[4 * MODES_MOST], heard[2][2][CR_FLIGHT];
    static const int modes[] = {1, 8, 13, 32, 128};
    double velocity[CR_FLIGHT], velocity_flown[CR_FLIGHT];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    int ball, body, count = modes[seed % 5];
    cr_network *a = make(arena, seed, count, given, &ball, &body),
               *b = make(arena, seed, count, same, &ball, &body);
    bool flies = cr_network_fly(a);
    for (int i = 0; flies && i < CR_FLIGHT; i++) {
        cr_network_step(b);
        CHECK(cr_network_contact_force(b, 0) == 0.0, "seed %d: contact in a flight", (int)seed);
        for (int e = 0; e < 2; e++)
            for (int k = 0; k < b->movers[e]->tap_count; k++) heard[e][k][i] = b->movers[e]->taps[k].change;
        cr_network_flown(a, i);
        velocity[i] = cr_network_velocity(b, 0);
        velocity_flown[i] = cr_network_velocity(a, 0);
    }
    if (flies) {
        double most = largest(velocity, CR_FLIGHT);
        for (int i = 0; i < CR_FLIGHT; i++)
            CHECK(fabs(velocity_flown[i] - velocity[i]) <= 1e-11 * (most + 1e-300),
                  "seed %d: velocity in sample %d", (int)seed, i);
        CHECK_NEAR(cr_network_displacement(a, 0), cr_network_displacement(b, 0),
                   1e-11 * (fabs(cr_network_displacement(b, 0)) + 64 * most / 44100));
        compare(a->movers[ball], b->movers[ball], heard[ball], seed);
        compare(a->movers[body], b->movers[body], heard[body], seed);
        CHECK_NEAR(cr_network_contact_depth(a, 0), cr_network_contact_depth(b, 0), 1e-13);
    }
    cr_arena_free(arena);
    return flies;
}

int main(void) {
    int flown = 0, refused = 0;
    for (TEST_SEEDS(first, 1))
        for (uint64_t seed = first; seed < first + 1500; seed++)
            *(fly_and_step(seed) ? &flown : &refused) += 1;
    printf("%d flights, %d refused\n", flown, refused);
    CHECK(flown > 300 && refused > 300, "both must happen");
    return test_summary();
}
