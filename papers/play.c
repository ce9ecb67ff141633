// A scene that ships, played in memory.
#include "carom/sim.h"
#include "papers/papers.h"

const double *cr_rows_play(cr_rows *rows, const char *name, int rate, int frames) {
    enum { BLOCK = 64, CHANNELS = 8 };
    char path[1100];
    double block[BLOCK * CHANNELS];
    cr_scene *scene;
    cr_sim *sim;
    if (!rows->means->scenes) return NULL;
    double *samples = cr_arena_take(rows->arena, (size_t)frames, sizeof *samples);
    snprintf(path, sizeof path, "%.1000s/%.80s.yaml", rows->means->scenes, name);
    if (!samples) {
        cr_fail(&rows->error, CR_ERR_MEMORY, name, "out of memory");
        return NULL;
    }
    if (cr_scene_load(path, NULL, 0, rows->arena, &scene, &rows->error) != CR_OK) return NULL;
    if (cr_scene_build(scene, rate, rows->arena, &sim, NULL, &rows->error) != CR_OK) return NULL;
    int channels = cr_sim_channels(sim), each = BLOCK * CHANNELS / channels;
    for (int i = 0; i < frames; i += each) {
        int count = frames - i < each ? frames - i : each;
        cr_sim_run(sim, count, block);
        for (int j = 0; j < count; j++) samples[i + j] = block[channels * j];
    }
    return samples;
}

void cr_rows_hear(cr_rows *rows, const double *samples, int rate, int frames, const char *caption) {
    cr_heard *heard = cr_arena_take(rows->arena, 1, sizeof *heard);
    double peak = 0.0;
    if (!heard) {
        cr_fail(&rows->error, CR_ERR_MEMORY, "", "out of memory");
        return;
    }
    for (int i = 0; i < frames; i++) peak = fmax(peak, fabs(samples[i]));
    *heard =
        (cr_heard){.samples = samples, .frames = frames, .channels = 1, .rate = rate, .gain = 0.9 / peak};
    snprintf(heard->caption, sizeof heard->caption, "%s", caption);
    cr_rows_sound(rows, heard);
}
