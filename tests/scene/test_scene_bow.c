// label: once
// Scenes with a bow on a string are computed in as many steps as its slips need: they sing at oversample 1, 2
// and 4 alike, also where a slip lasts three samples, and a scene that has enough steps keeps them.
#include "bowing.h"
#include "carom/audio.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void write_scene(const bowed_string *s, const bowing *how, char *text, size_t room) {
    snprintf(text, room,
             "carom: 1\n"
             "elements:\n"
             "  s: {type: string, length: %.9g, f0: %.9g, radius: %.9g, density: 7850, young: %.9g}\n"
             "excitations:\n"
             "  bow: {type: bow, at: s@%.9g, force: %.9g, velocity: %.9g, attack: %.9g, duration: 2}\n"
             "pickups: {under: {at: s@%.9g, quantity: velocity}}\n"
             "output: {duration: 1.6, oversample: %d, normalize: none, fade: 0}\n",
             s->length, s->f0, s->radius, s->young, how->position, how->force, how->velocity, how->attack,
             how->position, how->oversample);
}

static cr_scene *scene_of(const bowed_string *s, const bowing *how, cr_arena *arena) {
    char text[1000];
    cr_scene *scene = NULL;
    cr_error error;
    write_scene(s, how, text, sizeof text);
    cr_status status = cr_scene_parse("bowed", text, strlen(text), NULL, 0, arena, &scene, &error);
    CHECK(status == CR_OK, "%s", error.reason);
    return scene;
}

static int steps_of(const bowed_string *s, const bowing *how) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_sim *sim;
    cr_error error;
    int steps = how->oversample;
    cr_status status =
        cr_scene_build_steps(scene_of(s, how, arena), BOWED_RATE, &steps, arena, &sim, NULL, &error);
    CHECK(status == CR_OK, "%s", error.reason);
    CHECK_NEAR(cr_network_rate(cr_sim_network(sim)), BOWED_RATE * steps, 1e-6);
    cr_arena_free(arena);
    return steps;
}

static bowed_tone render(const bowed_string *s, const bowing *how) {
    static double heard[BOWED_HEARD];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_audio audio;
    cr_error error;
    bowed_tone tone = {0};
    cr_status status = cr_scene_render(scene_of(s, how, arena), arena, &audio, &error);
    CHECK(status == CR_OK && audio.frames >= BOWED_HEARD, "%s", error.reason);
    if (status == CR_OK) {
        memcpy(heard, audio.samples + audio.frames - BOWED_HEARD, sizeof heard);
        bowed_tone_measure(heard, s, how, &tone);
    }
    cr_audio_free(&audio);
    cr_arena_free(arena);
    return tone;
}

// A slip begins and ends up to half a step late, of 400 in a period.
static void test_same_at_every_oversample(void) {
    const double positions[] = {0.05, 0.2}, shares[] = {0.5, 0.8}; // the last about half of F_max
    for (int i = 0; i < 4 * BOWED_STRINGS; i++) {
        const bowed_string *s = &bowed_strings[i / 4];
        bowing how = bowing_between(s, positions[i / 2 % 2], shares[i % 2], 0.2, 1);
        double cents = 0.0;
        for (how.oversample = 1; how.oversample <= 4; how.oversample *= 2) {
            bowed_tone tone = render(s, &how);
            printf("%g Hz at %g by %.3g N, %d x: periodicity %.3f, %+.1f cents, slip %.2f\n", s->f0,
                   how.position, how.force, how.oversample, tone.periodicity, tone.cents, tone.slip_share);
            CHECK(bowed_tone_sings(&tone), "does not sing");
            if (how.oversample == 1) cents = tone.cents;
            CHECK_NEAR(tone.cents, cents, 1200.0 * log2(1.0 + 0.5 / 400.0));
        }
    }
}

static void test_steps(void) {
    bowing how = bowing_between(&bowed_strings[4], 0.05, 0.5, 0.2, 1);
    CHECK(steps_of(&bowed_strings[4], &how) == 6, "660 Hz: 400 steps per period");
    how.oversample = 2;
    CHECK(steps_of(&bowed_strings[4], &how) == 6, "the same");
    how.oversample = 4;
    CHECK(steps_of(&bowed_strings[4], &how) == 8, "a multiple");
    how.oversample = 7;
    CHECK(steps_of(&bowed_strings[4], &how) == 7, "enough");
    how.oversample = 1;
    how.position = 0.025;
    CHECK(steps_of(&bowed_strings[4], &how) == 12, "20 steps per slip");
    how.position = 0.05;
    CHECK(steps_of(&bowed_strings[0], &how) == 1, "65 Hz");
}

int main(void) {
    test_steps();
    test_same_at_every_oversample();
    return test_summary();
}
