// label: plain
// Twelve variations of one stroke differ as strokes do: the levels of the strongest modes range over several
// dB, for any seed, and not only the level of the whole.
#include "carom/element.h"
#include "io/audio/audio.h"
#include "sound.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { STROKES = 12, MODES = 4, STRONGEST = 3 };

static const char cup[] = "carom: 1\n"
                          "elements: {cup: {type: glass}}\n"
                          "excitations: {tap: {type: strike, at: cup}}\n"
                          "output: {duration: 2}\n";

static void list_modes(cr_arena *arena, double *frequency) {
    cr_element e;
    CHECK(cr_element_make("glass", NULL, &e, NULL) == CR_OK, "glass");
    CHECK(cr_element_build(&e, 1 / 44100.0, arena, NULL) == CR_OK && e.modes >= MODES, "%d modes", e.modes);
    memcpy(frequency, e.mode_frequency, MODES * sizeof *frequency);
}

static void measure(int stroke, cr_arena *arena, const double *frequency, double *share) {
    char name[24];
    sound s = {.rate = 44100};
    snprintf(name, sizeof name, "cup-%02d.wav", stroke + 1);
    CHECK(cr_audio_read(name, arena, &s.sample, &s.count, NULL) == CR_OK, "%s", name);
    double all = s.sample ? sound_level(&s, (double[]){0, s.rate, 0, 2}) : 0;
    for (int m = 0; s.sample && m < MODES; m++) {
        double half = 1e-3 * frequency[m]; // half the distance of a pair
        share[m] = sound_level(&s, (double[]){frequency[m] - half, frequency[m] + half, 0, 2}) - all;
    }
}

static void test_seed(int seed) {
    char command[512];
    double frequency[MODES], share[STROKES][MODES], mean[MODES] = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    list_modes(arena, frequency);
    snprintf(command, sizeof command, "'%s' render cup.yaml --variations %d --seed %d -o cup.wav >cup.txt",
             getenv("CAROM"), STROKES, seed);
    CHECK(system(command) == 0, "%s", command);
    for (int i = 0; i < STROKES; i++) measure(i, arena, frequency, share[i]);
    for (int m = 0; m < MODES; m++)
        for (int i = 0; i < STROKES; i++) mean[m] += pow(10, share[i][m] / 10);
    for (int rank = 0; rank < STRONGEST; rank++) {
        int best = 0;
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (int m = 1; m < MODES; m++)
            if (mean[m] > mean[best]) best = m;
        for (int i = 0; i < STROKES; i++) {
            least = fmin(least, share[i][best]);
            most = fmax(most, share[i][best]);
        }
        CHECK(most - least >= 3, "seed %d: %.1f Hz ranges over %.2f dB", seed, frequency[best], most - least);
        if (getenv("CAROM_TELL")) printf("seed %d: %.1f Hz, %.2f dB\n", seed, frequency[best], most - least);
        mean[best] = 0;
    }
    cr_arena_free(arena);
}

int main(void) {
    FILE *scene = fopen("cup.yaml", "w");
    if (!scene || fputs(cup, scene) < 0 || fclose(scene) != 0) return 1;
    for (int seed = 1; seed <= 2; seed++) test_seed(seed);
    return test_summary();
}
