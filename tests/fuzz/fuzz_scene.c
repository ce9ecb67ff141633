// libFuzzer entry: any bytes as a scene, loaded and, when it is small, built and stepped. Build with
//   clang -fsanitize=fuzzer,address,undefined -Iinclude -I. tests/fuzz/fuzz_scene.c io/scene*.c ... -lyaml
//   -lm
// and start it with scenes/ and tests/scenes-bad/ as the corpus.
#include "carom/modes.h"
#include "carom/scene.h"
#include "io/audio/audio.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY = 32 << 20, FRAMES = 16, CHANNELS = 64 };

typedef struct budget {
    size_t left;
} budget;

static void *allocate(void *context, size_t bytes) {
    budget *b = context;
    if (bytes > b->left) return NULL;
    b->left -= bytes;
    return malloc(bytes);
}

static void release(void *context, void *memory) {
    (void)context;
    free(memory);
}

// The first line may be an override: "!path=value".
static cr_scene_override take_override(const char **text, size_t *size, char *line, size_t room) {
    const char *end = memchr(*text, '\n', *size);
    if (!end || **text != '!' || (size_t)(end - *text) >= room) return (cr_scene_override){NULL, NULL};
    size_t length = (size_t)(end - *text) - 1;
    memcpy(line, *text + 1, length);
    line[length] = '\0';
    *size -= length + 2;
    *text = end + 1;
    return (cr_scene_override){line, "--set"};
}

// Nothing is computed: every solid is the same tetrahedron with one mode.
static cr_status solve(void *context, const char *name, const struct cr_solid_def *solid, cr_arena *arena,
                       cr_modes *modes, cr_error *error) {
    static double frequency = 500, sigma = 3;
    static float position[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
                 shape[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    static int triangle[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    (void)context, (void)name, (void)solid, (void)arena, (void)error;
    *modes = (cr_modes){.name = "fuzz",
                        .mass = 1,
                        .inertia = {1, 1, 1},
                        .count = 1,
                        .rigid = 6,
                        .frequency = &frequency,
                        .sigma = &sigma,
                        .vertices = 4,
                        .triangles = 4,
                        .position = position,
                        .triangle = triangle,
                        .shape = shape};
    return CR_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const double rate = 8000;
    const char *text = size ? (const char *)data : "";
    char line[200];
    double out[FRAMES * CHANNELS];
    budget b = {MEMORY};
    cr_scene *scene;
    cr_sim *sim;
    cr_world_model *model;
    cr_error error = {.reason = ""};
    cr_arena *arena = cr_arena_new((cr_allocator){allocate, release, &b});
    if (!arena) return 0;
    cr_scene_override override = take_override(&text, &size, line, sizeof line);
    cr_status status =
        cr_scene_parse("fuzz", text, size, &override, override.assignment != NULL, arena, &scene, &error);
    if (status == CR_OK) cr_scene_set_reader(scene, cr_audio_read);
    if (status == CR_OK && cr_scene_solids(scene))
        status = cr_scene_resolve(scene, solve, NULL, arena, &error);
    bool bodies = status == CR_OK && cr_scene_has_bodies(scene);
    if (bodies) status = cr_scene_world(scene, arena, &model, NULL, &error);
    else if (status == CR_OK) status = cr_scene_build(scene, rate, arena, &sim, NULL, &error);
    if (status == CR_OK && !bodies) cr_sim_run(sim, FRAMES, out);
    if (status != CR_OK && !*error.reason) abort();
    cr_arena_free(arena);
    return 0;
}
