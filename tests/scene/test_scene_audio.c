// A scene rendered in memory by the public headers has the samples that `carom render` writes to a file, bit
// by bit; what does not fit together is refused.
#include "app.h"
#include "carom/audio.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct render {
    const char *scene, *changes[4];
    cr_audio_end end;
} render;

// With a fade and without, automatic, oversampled, at another rate, and without normalisation.
static const render renders[] = {
    {"scenes/bouncing-ball.yaml", {"output.duration=0.5"}, CR_AUDIO_FULL},
    {"scenes/objects/bell.yaml", {"output.duration=auto", "output.rate=22050"}, CR_AUDIO_SILENT},
    {"scenes/s1/mass-string.yaml",
     {"output.duration=0.3", "output.oversample=3", "output.fade=0.1", "output.rate=16000"},
     CR_AUDIO_FULL},
    {"scenes/guitar-frets.yaml", {"output.duration=0.2", "output.normalize=none"}, CR_AUDIO_FULL},
};

// The samples of a WAV file of 32-bit floats, and how many there are; the caller's.
static float *read_wav(const char *path, size_t *count) {
    char *bytes = malloc(1 << 25), *data = NULL;
    FILE *file = fopen(path, "rb");
    size_t size = file && bytes ? fread(bytes, 1, 1 << 25, file) : 0;
    if (file) fclose(file);
    for (size_t i = 12; !data && i + 8 < size; i++)
        if (memcmp(bytes + i, "data", 4) == 0) data = bytes + i;
    float *samples = malloc(size + 1);
    *count = 0;
    if (data && samples) {
        *count = (size - (size_t)(data + 8 - bytes)) / sizeof *samples;
        memcpy(samples, data + 8, *count * sizeof *samples);
    }
    free(bytes);
    return samples;
}

static void render_by_program(const char *path, const render *r) {
    char words[16][2100] = {"carom", "render"}, *argv[16];
    int argc = 2;
    snprintf(words[argc++], sizeof *words, "%s", path);
    for (int i = 0; i < 4 && r->changes[i]; i++) {
        strcpy(words[argc++], "--set");
        snprintf(words[argc++], sizeof *words, "%s", r->changes[i]);
    }
    strcpy(words[argc++], "-o");
    strcpy(words[argc++], "program.wav");
    for (int i = 0; i < argc; i++) argv[i] = words[i];
    CHECK(cr_app_main(argc, argv) == CR_EXIT_OK, "%s", path);
}

static void test_samples(const char *path, const render *r) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene_override overrides[4];
    int count = 0;
    for (; count < 4 && r->changes[count]; count++)
        overrides[count] = (cr_scene_override){.assignment = r->changes[count]};
    cr_scene *scene;
    cr_audio audio = {.frames = 0};
    cr_error error = {.reason = ""};
    cr_status status = cr_scene_load(path, overrides, count, arena, &scene, &error);
    if (status == CR_OK) status = cr_scene_render(scene, arena, &audio, &error);
    CHECK(status == CR_OK && audio.frames > 0, "%s: %s: %s", path, error.place, error.reason);
    CHECK(audio.end == r->end, "%s: ended by %d", path, (int)audio.end);
    render_by_program(path, r);
    size_t wanted, samples = (size_t)audio.frames * (size_t)audio.channels;
    float *program = read_wav("program.wav", &wanted), *library = malloc((samples + 1) * sizeof *library);
    cr_audio_to_float(&audio, library);
    CHECK(samples == wanted, "%s: %zu samples, the program has %zu", path, samples, wanted);
    CHECK(samples == wanted && memcmp(program, library, samples * sizeof *library) == 0, "%s: other samples",
          path);
    free(program);
    free(library);
    cr_audio_free(&audio);
    CHECK(!audio.samples && !audio.frames, "free");
    cr_arena_free(arena);
}

static const char ball[] = "carom: 1\n"
                           "elements: {ball: {type: mass, mass: 0.01, frequency: 100}}\n"
                           "excitations: {throw: {type: throw, element: ball, velocity: 1}}\n"
                           "pickups: {out: {at: ball}}\n";

static cr_status render_ball(double rate, const cr_audio_def *def, cr_audio *audio, cr_error *error) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_sim *sim = NULL;
    cr_status status = cr_scene_parse("ball", ball, strlen(ball), NULL, 0, arena, &scene, error);
    if (status == CR_OK) status = cr_scene_build(scene, rate, arena, &sim, NULL, error);
    CHECK(status == CR_OK, "%s", error->reason);
    if (status == CR_OK) status = cr_audio_render(sim, def, audio, error);
    cr_arena_free(arena);
    return status;
}

static void test_refusals(void) {
    cr_audio audio;
    cr_error error;
    cr_audio_def def = cr_audio_def_default();
    def.duration = 0.01;
    CHECK(render_ball(44100, &def, &audio, &error) == CR_OK && audio.frames == 441, "%s", error.reason);
    CHECK_NEAR(audio.gain * audio.peak, 0.891250938133745, 1e-14); // -1 dB, rounded
    cr_audio_free(&audio);
    CHECK(render_ball(48000, &def, &audio, &error) == CR_ERR_RANGE && strstr(error.reason, "48000"), "%s",
          error.reason);
    CHECK(!audio.samples, "nothing to free");
    def.duration = -1;
    CHECK(render_ball(44100, &def, &audio, &error) == CR_ERR_RANGE, "a duration below 0");
    def = cr_audio_def_default();
    static const double fades[] = {-1.0, (double)INFINITY};
    for (int i = 0; i < 2; i++) {
        def.fade = fades[i];
        CHECK(render_ball(44100, &def, &audio, &error) == CR_ERR_RANGE && strstr(error.reason, "fade"),
              "a fade of %g s: %s", fades[i], error.reason);
    }
    def = cr_audio_def_default();
    def.rate = 0;
    CHECK(render_ball(44100, &def, &audio, &error) == CR_ERR_RANGE, "no rate");
}

int main(void) {
    const char *source = getenv("CAROM_SOURCE");
    for (size_t i = 0; i < sizeof renders / sizeof *renders; i++) {
        char path[2048];
        snprintf(path, sizeof path, "%s/%s", source ? source : ".", renders[i].scene);
        test_samples(path, &renders[i]);
    }
    test_refusals();
    return test_summary();
}
