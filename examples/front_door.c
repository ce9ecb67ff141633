// Lists the numbers of a scene, renders it to memory, plays it in real time, strikes it twice more, and
// computes the modes of a mug.
#include <carom/carom.h>

#include <stdio.h>

#define NEED(call)                                                                                           \
    if ((call) != CR_OK) return fprintf(stderr, "%s: %s\n", error.place, error.reason), 1

static cr_status build(void *scene, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    return (void)voice, cr_scene_build(scene, 44100, arena, sim, NULL, error);
}
int main(int argc, char **argv) {
    const cr_scene_override change = {.assignment = "output.duration=1"};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error;
    cr_scene *scene;
    cr_audio audio;
    const cr_scene_param *params;
    int count;
    NEED(cr_scene_load(argc > 1 ? argv[1] : "scenes/objects/bell.yaml", &change, 1, arena, &scene, &error));
    NEED(cr_scene_params(scene, arena, &params, &count, &error));
    NEED(cr_scene_render(scene, arena, &audio, &error));
    printf("%d numbers, the first %s, %lld frames\n", count, params->path, audio.frames);
    cr_audio_free(&audio);

    cr_rt *engine;
    cr_rt_def def = cr_rt_def_default();
    def.build = build, def.context = scene, def.mallets = 2;
    NEED(cr_rt_new(&def, &engine, &error));
    cr_rt_event event = {.kind = CR_RT_TRIGGER, .value = 1.0, .mallet = cr_mallet_default()};
    for (; event.time < 44100; event.time += 14700, event.kind = CR_RT_STRIKE)
        cr_rt_push(cr_rt_port_at(engine, 0), &event);
    for (float out[2 * 441]; cr_rt_time(engine) < 44100;) cr_rt_process_float(engine, 441, out);
    printf("played %lld frames, %lld blows\n", cr_rt_time(engine), cr_rt_look(engine).applied);
    cr_rt_free(engine);

    cr_modes modes;
    const cr_solid_watch watch = {.solve = cr_modes_compute};
    cr_solid_def mug = cr_solid_def_default();
    mug.count = 2, mug.detail.edge = 0.015, mug.detail.layers = 1; // a rough mesh: half a second
    NEED(cr_solid_def_shape(&mug, "mug", NULL, &error));
    NEED(cr_solid_modes(&mug, &watch, arena, &modes, NULL, &error));
    printf("a mug of %s rings at %.0f Hz\n", modes.material, modes.frequency[0]);
    cr_arena_free(arena);
}
