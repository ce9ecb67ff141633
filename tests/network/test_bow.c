// The default bow finds Helmholtz's motion and does not ring at half the rate. tests/network/test_bow_long.c
// has the whole grid of positions, strings, forces, speeds and rates, and many more random ones.
#include "bowing.h"
#include "seeds.h"
#include "test.h"

static void sings(const bowed_string *string, double position, double share, double velocity,
                  int oversample) {
    bowing how = bowing_between(string, position, share, velocity, oversample);
    CHECK_SINGS(string, &how);
}

// Every string at two positions and forces, at one with the sanitizers; some at a higher rate.
static void test_sings(void) {
    const double positions[] = {0.05, 0.08, 0.1, 0.13, 0.2}, shares[] = {0.3, 0.5, 0.7};
    for (int s = 0; s < BOWED_STRINGS; s++)
        for (int i = 0; i < TEST_AMOUNT(2, 1); i++)
            sings(&bowed_strings[s], positions[(s + 2 * i) % 5], shares[(s + i) % 3], 0.2, 1);
    sings(&bowed_strings[0], 0.05, 0.5, 0.2, 2);
    sings(&bowed_strings[2], 0.1, 0.5, 0.2, 4);
}

// A slip of three samples and a third is too short to be followed in that many steps.
static void test_short_slips(void) {
    bowing how = bowing_between(&bowed_strings[4], 0.05, 0.8, 0.2, 1), given = how;
    given.as_given = true;
    bowed_tone few = bow_string(&bowed_strings[4], &given);
    printf("660 Hz at 0.05 by %.2g N, one step per sample: periodicity %.3f, %+.1f cents, slip %.2f\n",
           how.force, few.periodicity, few.cents, few.slip_share);
    CHECK(!bowed_tone_sings(&few), "sings in any case");
    CHECK_SINGS(&bowed_strings[4], &how);
}

// Any string, position, speed and force of the stated part, which was chosen by other draws.
static void test_random(void) {
    enum { DRAWS = TEST_AMOUNT(20, 3) };
    for (TEST_SEEDS(seed, 101, 102))
        for (uint64_t i = 0; i < DRAWS; i++) {
            bowed_string string;
            bowing how;
            random_bowing(1000 * seed + i, 1 + (i % 6 == 0), &string, &how);
            CHECK_SINGS(&string, &how);
        }
}

// A point that sticks follows the bow: of the power of the motion, less than 1 % is at the half rate. The
// point that obeyed the mean of two steps alone held up to 18 % there.
static void test_ringing(void) {
    for (int s = 0; s < BOWED_STRINGS; s++) {
        schelleng law = schelleng_forces(&bowed_strings[s], 0.1, 0.2);
        bowing how = {.position = 0.1,
                      .force = 0.3 * law.most,
                      .velocity = 0.2,
                      .attack = 0.05,
                      .model = CR_BOW_STICK_SLIP,
                      .oversample = 1};
        bowed_tone tone = bow_string(&bowed_strings[s], &how);
        printf("%g Hz: %.2g of the power at the half rate\n", bowed_strings[s].f0, tone.ringing);
        CHECK(tone.ringing < 0.01, "%g Hz: %g of the power at the half rate", bowed_strings[s].f0,
              tone.ringing);
    }
}

// A string by its modes has the firm start as well: a light bow sings. With its own force from the start it
// slips several times per period.
static void test_modal_string(void) {
    bowed_string string = bowed_strings[2];
    string.by_modes = true;
    bowing how = bowing_between(&string, 0.1, 0.3, 0.2, 1);
    CHECK_SINGS(&string, &how);
}

// What the bent hair holds is stored; what is lost never comes back.
static void test_hair(cr_bow_model model) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    bowing how = {.position = 0.1, .force = 0.4, .velocity = 0.2, .model = model, .oversample = 1};
    int steps;
    cr_network *n = string_under_bow(arena, &bowed_strings[2], &how, &steps);
    double hair = 0.0, back = 0.0, lost = 0.0, work = 0.0;
    for (int i = 0; i < 8820 * steps; i++) {
        cr_network_bow(n, 0, how.force, how.velocity);
        cr_network_step(n);
        cr_ledger l = cr_network_ledger(n);
        hair = fmax(hair, l.bristles);
        back = fmax(back, lost - l.lost_bows);
        lost = l.lost_bows;
        work = l.work;
    }
    CHECK(hair > 0.0 && back <= 1e-13 * work, "hair holds up to %g J; of %g J, %g J came back", hair, work,
          back);
    cr_arena_free(arena);
}

// A faster stroke with as much more force is the same motion, larger: the same tone.
static void test_scaling(void) {
    bowing slow = bowing_between(&bowed_strings[2], 0.1, 0.4, 0.1, 1), fast = slow;
    fast.force *= 4.0;
    fast.velocity *= 4.0;
    bowed_tone a = bow_string(&bowed_strings[2], &slow), b = bow_string(&bowed_strings[2], &fast);
    CHECK_NEAR(b.cents, a.cents, 1e-6);
    CHECK_NEAR(b.periodicity, a.periodicity, 1e-6);
}

int main(void) {
    test_sings();
    test_short_slips();
    test_random();
    test_ringing();
    test_modal_string();
    test_hair(CR_BOW_STICK_SLIP);
    test_hair(CR_BOW_ELASTO_PLASTIC);
    test_scaling();
    return test_summary();
}
