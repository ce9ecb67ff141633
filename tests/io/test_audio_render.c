// What makes a sound file of a simulation: a spectrogram of a tone that is known, samples kept
// in memory or in a file, and a render that leaves the numbers.
#include "carom/render/job.h"
#include "io/plot/spectrum.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double pi = 3.14159265358979323846;

enum { RATE = 48000, BLOCK = 1000 };

static cr_status read_tone(void *context, long long first, int frames, double *samples, cr_error *error) {
    (void)error;
    const cr_spectrum_source *source = context;
    for (int i = 0; i < frames; i++) {
        long long n = first + i;
        bool inside = n >= 0 && n < source->frames;
        samples[i] = inside && n > source->frames / 2 ? 0.5 * sin(2 * pi * 2000.0 * (double)n / RATE) : 0.0;
    }
    return CR_OK;
}

static void test_spectrum(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_spectrum_source source = {.read = read_tone, .rate = RATE, .frames = RATE};
    source.context = &source;
    cr_spectrum s;
    CHECK(cr_spectrum_analyse(&source, arena, &s, NULL) == CR_OK, "analysed");
    CHECK_NEAR(cr_spectrum_level(&s, 0.8, 2000.0), -6.02, 1.5);
    CHECK_NEAR(s.loudest, -6.02, 1.5);
    CHECK(cr_spectrum_level(&s, 0.8, 8000.0) < -90, "%g", cr_spectrum_level(&s, 0.8, 8000.0));
    CHECK(cr_spectrum_level(&s, 0.2, 2000.0) < -200, "%g", cr_spectrum_level(&s, 0.2, 2000.0));
    cr_arena_free(arena);
}

// Bursts of 5 ms, each alone in its column, in a sound that is short, that has several windows at once, or
// several in a column.
static cr_status read_bursts(void *context, long long first, int frames, double *samples, cr_error *error) {
    (void)error;
    const cr_spectrum_source *source = context;
    for (int i = 0; i < frames; i++) {
        long long n = first + i, part = n * 10 / source->frames, begin = (4 * part + 1) * source->frames / 40;
        bool sounds = n >= 0 && n < source->frames && part % 2 == 0 && n >= begin && n < begin + RATE / 200;
        samples[i] = sounds ? 0.5 * sin(2 * pi * 3000.0 * (double)n / RATE) : 0.0;
    }
    return CR_OK;
}

static void test_bursts(void) {
    for (int k = 0; k < 3; k++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_spectrum_source source = {
            .read = read_bursts, .rate = RATE, .frames = (long long[]){2, 20, 200}[k] * RATE};
        source.context = &source;
        cr_spectrum s;
        CHECK(cr_spectrum_analyse(&source, arena, &s, NULL) == CR_OK, "analysed");
        for (int part = 0; part < 10; part++) {
            double begin = (4 * part + 1) * s.duration / 40 + 2.5e-3,
                   between = (part + 0.75) * s.duration / 10;
            double level = cr_spectrum_level(&s, begin, 3000.0),
                   rest = cr_spectrum_level(&s, between, 3000.0);
            CHECK((part % 2 == 0) == (level > -60), "%g s, part %d: %g dB", s.duration, part, level);
            CHECK(rest < -200, "%g s, between: %g dB", s.duration, rest);
        }
        cr_arena_free(arena);
    }
}

static double linear(unsigned char byte) {
    double v = byte / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static void test_colors(void) {
    double last = -1.0;
    for (int i = 0; i < 256; i += 5) {
        cr_rgb c = cr_spectrum_color(i / 255.0);
        double luminance = 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
        CHECK(luminance > last, "colour %d is no lighter than the one before: %g after %g", i, luminance,
              last);
        last = luminance;
    }
    CHECK(last > 0.8, "the loudest is light: %g", last);
}

static void test_store(size_t memory_most) {
    cr_render_store store = cr_render_store_default(2);
    double block[2 * BLOCK], back[2 * BLOCK];
    cr_error error = {0};
    store.memory_most = memory_most;
    for (int b = 0; b < 20; b++) {
        for (int i = 0; i < 2 * BLOCK; i++) block[i] = b * 2 * BLOCK + i;
        CHECK(cr_render_store_add(&store, block, BLOCK, &error) == CR_OK, "%s", error.reason);
    }
    CHECK(store.frames == 20 * BLOCK && (store.spill != NULL) == (memory_most < 40 * BLOCK), "%lld",
          store.frames);
    CHECK(cr_render_store_read(&store, 7777, 3, back, &error) == CR_OK, "%s", error.reason);
    CHECK(back[0] == 15554 && back[5] == 15559, "%g %g", back[0], back[5]);
    CHECK(cr_render_store_read(&store, -1, 2, back, &error) == CR_OK, "%s", error.reason);
    CHECK(back[0] == 0 && back[1] == 0 && back[2] == 0 && back[3] == 1, "before the beginning");
    CHECK(cr_render_store_read(&store, 20 * BLOCK - 1, 2, back, &error) == CR_OK, "%s", error.reason);
    CHECK(back[1] == 40 * BLOCK - 1 && back[2] == 0 && back[3] == 0, "beyond the end");
    for (int i = 0; i < 2; i++) {
        back[0] = back[3] = 1;
        CHECK(cr_render_store_read(&store, i ? 21 * BLOCK : -3, 2, back, &error) == CR_OK, "%s",
              error.reason);
        CHECK(back[0] == 0 && back[3] == 0, "outside: %g %g", back[0], back[3]);
    }
    cr_render_store_free(&store);
}

static const char scene[] = "carom: 1\n"
                            "elements:\n"
                            "  ball: {type: mass, mass: 0.01, frequency: 200}\n"
                            "excitations:\n"
                            "  throw: {type: throw, element: ball, velocity: 1}\n"
                            "pickups:\n"
                            "  out: {at: ball}\n"
                            "output: {duration: 0.5, oversample: 2}\n";

static int files_here(const char *const *names, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) found += access(names[i], F_OK) == 0;
    return found;
}

// A render whose state is spoilt at the start writes nothing; the same one left alone writes everything.
static void test_numbers(bool spoil) {
    static const char *const words[] = {"numbers.yaml"};
    static const char *const outputs[] = {"numbers.wav", "numbers.csv", "numbers.html", "numbers.npy"};
    static const cr_option options[] = {
        {"-o", "", "", 0}, {"--energy", "", "", 0}, {"--report", "", "", 0}, {"--probe", "", "", 0}};
    const cr_given given[] = {{&options[0], outputs[0]},
                              {&options[1], outputs[1]},
                              {&options[2], outputs[2]},
                              {&options[3], "out:velocity=numbers.npy"}};
    FILE *file = fopen(words[0], "w");
    fputs(scene, file);
    fclose(file);
    cr_verb verb = {.name = "render"};
    cr_command command = {.verb = &verb,
                          .arena = cr_arena_new(cr_allocator_default()),
                          .words = words,
                          .word_count = 1,
                          .given = given,
                          .given_count = 4};
    cr_render_job job;
    cr_render_outcome outcome;
    cr_error error = {0};
    CHECK(cr_render_job_open(&command, &job, &error) == CR_OK, "%s: %s", error.place, error.reason);
    CHECK(cr_render_job_complete(&job, &error) == CR_OK, "%s: %s", error.place, error.reason);
    if (spoil) cr_network_element(cr_sim_network(job.sim), 0)->d[0] = CR_NAN;
    cr_status status = cr_render_job_run(&job, &outcome, &error);
    CHECK(status == (spoil ? CR_ERR_NUMERIC : CR_OK), "%s: %s", error.place, error.reason);
    CHECK(files_here(outputs, 4) == (spoil ? 0 : 4), "%d files", files_here(outputs, 4));
    if (!spoil) CHECK_NEAR(outcome.peak, 1.0, 0.1);
    for (int i = 0; i < 4; i++) remove(outputs[i]);
    remove(words[0]);
    cr_arena_free(command.arena);
}

int main(void) {
    test_spectrum();
    test_bursts();
    test_colors();
    test_store(1 << 20);
    test_store(5000);
    test_numbers(true);
    test_numbers(false);
    return test_summary();
}
