// label: long
// The default bow on strings from 65 to 660 Hz, at five positions, forces over the middle of Schelleng's
// triangle, three speeds and three rates: it sings everywhere. Then random strings, positions, speeds and
// forces.
#include "bowing.h"
#include "seeds.h"
#include "test.h"

enum { DRAWS = 60 };

static void sings(const bowed_string *string, double position, double share, double velocity,
                  int oversample) {
    bowing how = bowing_between(string, position, share, velocity, oversample);
    CHECK_SINGS(string, &how);
}

static void test_grid(void) {
    const double positions[] = {0.05, 0.08, 0.1, 0.13, 0.2}, shares[] = {0.3, 0.5, 0.7};
    for (int s = 0; s < BOWED_STRINGS; s++)
        for (int i = 0; i < 15; i++) {
            double position = positions[i / 3], share = shares[i % 3];
            sings(&bowed_strings[s], position, share, 0.05, 1);
            sings(&bowed_strings[s], position, share, 1.0, 1);
            for (int times = 1; times <= 4; times *= 2) sings(&bowed_strings[s], position, share, 0.2, times);
        }
}

// The fewest misses that fewer than one run in a thousand exceeds, when each draw misses with this chance
// (Poisson).
static int most_missed(int draws, double chance) {
    double mean = draws * chance, term = exp(-mean), sum = term;
    int missed = 0;
    while (1.0 - sum > 1e-3) sum += term *= mean / ++missed;
    return missed;
}

// Each at oversample 1, every third at 2 and every ninth at 4 as well. The start is a transient of many slips
// and may end in another motion that is stable too: the fixed seeds never do, and 1 of 1400 others did.
static void test_random(void) {
    int draws = 0, missed = 0;
    for (TEST_SEEDS(seed, 1, 2))
        for (uint64_t i = 0; i < DRAWS; i++)
            for (int times = 1; times <= (i % 9 == 0 ? 4 : i % 3 == 0 ? 2 : 1); times *= 2) {
                bowed_string string;
                bowing how = {.oversample = times};
                random_bowing(1000 * seed + i, &string, &how);
                bowed_tone tone = bow_string(&string, &how);
                bool good = bowed_tone_sings(&tone);
                draws++;
                missed += !good;
                CHECK(tone.books <= 5e-12, "books: %g", tone.books);
                if (good) continue;
                printf(
                    "%llu: %g Hz at %g by %.3g N, %g m/s, %d x: periodicity %.3f, %+.1f cents, slip %.2f\n",
                    (unsigned long long)(1000 * seed + i), string.f0, how.position, how.force, how.velocity,
                    times, tone.periodicity, tone.cents, tone.slip_share);
                CHECK(seed > 2, "seed %llu", (unsigned long long)seed);
            }
    printf("%d of %d random draws do not sing\n", missed, draws);
    CHECK(missed <= most_missed(draws, 1.0 / 1400), "%d of %d", missed, draws);
}

// Forces anywhere in Schelleng's triangle, as likely in each ratio: how many sing, and what is wrong with the
// others, each counted where it is the first of these to fail. A deviation of these shares is 2.5 % of the
// draws.
static void test_triangle(void) {
    enum { ALL = 200 };
    int sing = 0, flat = 0, sharp = 0, slips = 0, rough = 0;
    for (uint64_t i = 0; i < ALL; i++) {
        bowed_string string;
        bowing how = {.oversample = 1};
        random_bowing(5000 + i, &string, &how);
        how = bowing_between(&string, how.position, ((double)i + 0.5) / ALL, how.velocity, 1);
        bowed_tone tone = bow_string(&string, &how);
        if (bowed_tone_sings(&tone)) sing++;
        else if (tone.periodicity < 0.97) rough++;
        else if (tone.cents < -10.0) flat++;
        else if (tone.cents > 3.0) sharp++;
        else slips++;
    }
    printf(
        "of %d in the whole triangle %d sing, %d do not repeat, %d are flat, %d sharp, %d slip otherwise\n",
        ALL, sing, rough, flat, sharp, slips);
    CHECK(sing >= 0.79 * ALL, "%d sing", sing);
    CHECK(sharp <= 0.02 * ALL, "%d are sharp", sharp);
}

int main(void) {
    test_grid();
    test_random();
    test_triangle();
    return test_summary();
}
