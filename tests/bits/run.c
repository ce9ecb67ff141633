// scene_bits SECONDS EVERY DIRECTORY SCENE...: runs each scene for its duration, at most SECONDS, and prints
// "SCENE STEPS CHANNELS HASH LOUDEST": FNV-1a over the bits of all samples before they are brought to the
// rate and level of a file. With EVERY > 0 also a line each time so many steps are done.
#include "bits.h"
#include "io/file/text.h"

#include <stdlib.h>

enum { BLOCK = 256, CHANNELS = 16 };

static int complain(const char *name, const cr_error *error) {
    fprintf(stderr, "%s: %s: %s\n", name, error->place, error->reason);
    return 1;
}

static void run(const char *name, cr_sim *sim, long steps, int every) {
    double block[BLOCK * CHANNELS], loudest = 0.0;
    int channels = cr_sim_channels(sim);
    unsigned long long hash = CR_TEXT_HASH;
    for (long done = 0; done < steps;) {
        int now = steps - done < BLOCK ? (int)(steps - done) : BLOCK;
        cr_sim_run(sim, now, block);
        hash = cr_text_hash(hash, (const char *)block, sizeof *block * (size_t)(now * channels));
        for (int i = 0; i < now * channels; i++) loudest = fmax(loudest, fabs(block[i]));
        done += now;
        if (every && done % every < now)
            printf("%s@%ld %d %016llx %a\n", name, done, channels, hash, block[0]);
    }
    printf("%s %ld %d %016llx %a\n", name, steps, channels, hash, loudest);
}

static int run_scene(bits_place at, double seconds, int every, cr_arena *arena) {
    cr_error error = {.place = ""};
    cr_scene *scene;
    cr_sim *sim;
    if (bits_load(&at, arena, &scene, &error) != CR_OK) return complain(at.scene, &error);
    const cr_scene_output *output = cr_scene_output_of(scene);
    double rate = output->rate * output->oversample;
    if (cr_scene_solids(scene) && cr_scene_resolve(scene, bits_solve, &at, arena, &error) != CR_OK)
        return complain(at.scene, &error);
    if (cr_scene_build(scene, rate, arena, &sim, NULL, &error) != CR_OK) return complain(at.scene, &error);
    if (cr_sim_channels(sim) > CHANNELS)
        return complain(at.scene, &(cr_error){.reason = "too many channels"});
    if (!output->automatic_duration && output->duration < seconds) seconds = output->duration;
    run(at.scene, sim, (long)(seconds * rate), every);
    return 0;
}

int main(int argc, char **argv) {
    int status = argc > 4 ? 0 : 2;
    for (int i = 4; i < argc; i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        if (!arena) return 1;
        status |= run_scene((bits_place){argv[3], argv[i]}, atof(argv[1]), atoi(argv[2]), arena);
        cr_arena_free(arena);
    }
    return status;
}
