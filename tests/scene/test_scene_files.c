// The scenes that come with the program load, build and run, and the schema beside them is the one the reader
// has.
#include "carom/scene.h"
#include "folder.h"
#include "solid_beam.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static char root[1024];

// All solids are the same beam, which here moves along all axes: nothing is computed.
static cr_status solve(void *context, const char *name, const struct cr_solid_def *solid, cr_arena *arena,
                       cr_modes *modes, cr_error *error) {
    (void)context, (void)name, (void)solid, (void)arena, (void)error;
    *modes = beam_modes();
    for (int i = 0; i < 3 * modes->count * modes->vertices; i += 3)
        modes->shape[i] = modes->shape[i + 1] = modes->shape[i + 2];
    return CR_OK;
}

static void run(const char *path) {
    enum { FRAMES = 2000, CHANNELS = 64, BLOCKS = 20 };
    static double out[FRAMES * CHANNELS];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_sim *sim;
    cr_error error = {.reason = ""};
    cr_status status = cr_scene_load(path, NULL, 0, arena, &scene, &error);
    if (status == CR_OK) {
        const cr_scene_output *o = cr_scene_output_of(scene);
        CHECK(*o->title, "%s has no title", path);
        if (cr_scene_solids(scene)) status = cr_scene_resolve(scene, solve, NULL, arena, &error);
    }
    if (status == CR_OK) {
        const cr_scene_output *o = cr_scene_output_of(scene);
        status = cr_scene_build(scene, o->rate * o->oversample, arena, &sim, NULL, &error);
    }
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    if (status == CR_OK) {
        double loudest = 0;
        for (int block = 0; block < BLOCKS && loudest == 0; block++) { // until it is heard
            cr_sim_run(sim, FRAMES, out);
            for (int i = 0; i < FRAMES * cr_sim_channels(sim); i++) loudest = fmax(loudest, fabs(out[i]));
        }
        cr_sim_summary summary = cr_sim_summarise(sim);
        CHECK(summary.warnings.unsettled == 0 && summary.warnings.not_finite == 0,
              "%s: %ld unsettled, %ld not finite", path, summary.warnings.unsettled,
              summary.warnings.not_finite);
        CHECK(loudest > 0 && loudest < 1e6, "%s: loudest sample %g", path, loudest);
    }
    cr_arena_free(arena);
}

static void test_schema(void) {
    char path[1100];
    snprintf(path, sizeof path, "%s/scenes/carom.schema.json", root);
    FILE *shipped = fopen(path, "r"), *made = tmpfile();
    CHECK(shipped && made, "cannot open %s", path);
    if (!shipped || !made) return;
    cr_scene_write_schema(made);
    rewind(made);
    long at = 0;
    int a, b;
    do {
        a = fgetc(shipped);
        b = fgetc(made);
        at++;
    } while (a == b && a != EOF);
    CHECK(a == b, "scenes/carom.schema.json differs from the reader at byte %ld; write it anew", at);
    fclose(shipped);
    fclose(made);
}

int main(void) {
    char folder[1100];
    const char *source = getenv("CAROM_SOURCE");
    snprintf(root, sizeof root, "%s", source ? source : ".");
    snprintf(folder, sizeof folder, "%s/scenes", root);
    CHECK(for_each_file(folder, ".yaml", run) >= 13, "scenes are missing");
    snprintf(folder, sizeof folder, "%s/scenes/s1", root);
    CHECK(for_each_file(folder, ".yaml", run) >= 9, "scenes of S1 are missing");
    snprintf(folder, sizeof folder, "%s/scenes/objects", root);
    CHECK(for_each_file(folder, ".yaml", run) >= 9, "scenes of objects are missing");
    snprintf(folder, sizeof folder, "%s/scenes/solids", root);
    CHECK(for_each_file(folder, ".yaml", run) >= 8, "scenes of solids are missing");
    test_schema();
    return test_summary();
}
