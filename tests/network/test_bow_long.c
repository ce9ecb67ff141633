// label: long
// The default bow on strings from 65 to 660 Hz, at five positions, forces over the middle of Schelleng's
// triangle, three speeds and three rates: it sings everywhere. Then random strings, positions, speeds and
// forces.
#include "bowed_waves.h"
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

// The most misses that are no reason to doubt a chance of this much per draw: more come by that chance in
// fewer than one run in a thousand. Exact for any number of draws: P(k) = C(n, k) p^k (1 - p)^(n - k).
static int most_missed(int draws, double chance) {
    double term = pow(1.0 - chance, draws), sum = term;
    int missed = 0;
    while (1.0 - sum > 1e-3 && missed < draws) {
        term *= (draws - missed) * chance / ((missed + 1) * (1.0 - chance));
        sum += term;
        missed++;
    }
    return missed;
}

static void test_most_missed(void) {
    CHECK(most_missed(1, 1e-4) == 0 && most_missed(1, 0.5) == 1, "one draw");
    CHECK(most_missed(2, 0.01) == 1, "two draws: both miss once in 10 000");
    CHECK(most_missed(10, 0.5) == 9, "ten draws: all miss once in 1024, nine or more 11 times");
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

// How a tone fails, the first of these.
typedef enum verdict { SINGS, ROUGH, FLAT, SHARP, SLIPS, VERDICTS } verdict;

static verdict verdict_of(const bowed_tone *tone) {
    if (bowed_tone_sings(tone)) return SINGS;
    if (tone->periodicity < 0.97) return ROUGH;
    return tone->cents < -10.0 ? FLAT : tone->cents > 3.0 ? SHARP : SLIPS;
}

// Whether the same string by its exact waves does not sing either, at this force or at one within a tenth of
// it: where two motions are stable, the edges between them are as far apart.
static bool exact_fails(const bowed_string *string, const bowing *how) {
    for (int i = 0; i < 6; i++) {
        bowing exact = *how;
        exact.oversample = 8;
        exact.force *= 1.0 + 0.1 * (i % 3 == 1) - 0.1 * (i % 3 == 2);
        bowed_tone tone = bow_waves(string, &exact, i < 3 ? BOWED_FROM_HELMHOLTZ : BOWED_FROM_REST, true);
        if (!bowed_tone_sings(&tone)) return true;
    }
    return false;
}

// Forces anywhere in Schelleng's triangle, whose least force has the decay of the string that is bowed and
// whose greatest the friction of the bow: as likely in each ratio, by where they lie, with the oversampling
// that docs/bowing.md asks for, a slip of 20 steps or more. What does not sing lies above the edge of
// singing_forces(), and an exact string with the same friction does not sing there either; or below it, where
// another motion is stable too and the start decides (7 of 360 others). At oversample 1 a deviation of the
// count is 2.5 % of all draws.
static void test_triangle(void) {
    enum { ALL = 200, ZONES = 4 };
    static const double up_to[ZONES] = {0.55, 0.7, 0.85, 1.0}; // of F_max
    int count[ZONES][VERDICTS] = {{0}}, sing = 0, plain = 0, started = 0;
    for (uint64_t i = 0; i < ALL; i++) {
        bowed_string string;
        bowing how = {.oversample = 1};
        random_bowing(6000 + i, &string, &how);
        how = bowing_between(&string, how.position, ((double)i + 0.5) / ALL, how.velocity, 1);
        bowed_tone tone = bow_string(&string, &how);
        plain += bowed_tone_sings(&tone);
        if (slip_steps(&string, &how) < 20.0) {
            while (slip_steps(&string, &how) < 20.0) how.oversample *= 2;
            tone = bow_string(&string, &how);
        }
        double share = how.force / schelleng_forces(&string, how.position, how.velocity).most;
        int zone = 0;
        while (share > up_to[zone]) zone++;
        verdict v = verdict_of(&tone);
        count[zone][v]++;
        sing += v == SINGS;
        if (v == SINGS) continue;
        printf("%g Hz at %.3f by %.2f F_max, %d x: periodicity %.3f, %+.1f cents, slip %.2f\n", string.f0,
               how.position, share, how.oversample, tone.periodicity, tone.cents, tone.slip_share);
        bool light = how.force < singing_forces(&string, &how).least;
        started += light;
        CHECK(light || how.force > singing_forces(&string, &how).most, "by %.2f F_max", share);
        CHECK(light || exact_fails(&string, &how), "an exact string sings");
    }
    for (int zone = 0; zone < ZONES; zone++) {
        const int *n = count[zone];
        printf("up to %.1f F_max: %d sing, %d do not repeat, %d are flat, %d sharp, %d slip otherwise\n",
               up_to[zone], n[SINGS], n[ROUGH], n[FLAT], n[SHARP], n[SLIPS]);
    }
    printf("of %d in the whole triangle %d sing, %d at oversample 1\n", ALL, sing, plain);
    CHECK(started <= most_missed(ALL, 0.02), "%d light ones", started);
    CHECK(plain >= 0.84 * ALL, "%d sing at oversample 1", plain);
}

int main(void) {
    test_most_missed();
    test_grid();
    test_random();
    test_triangle();
    return test_summary();
}
