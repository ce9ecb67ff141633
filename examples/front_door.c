// Renders a scene to memory, plays it in real time with three strikes, and computes the modes of a mug.
#include <carom/carom.h>

#include <stdio.h>
#include <stdlib.h>

static void need(cr_status status, const cr_error *error) {
    if (status != CR_OK) exit((fprintf(stderr, "%s: %s\n", error->place, error->reason), 1));
}
static cr_status build(void *scene, int voice, cr_arena *arena, cr_sim **sim, cr_error *error) {
    return (void)voice, cr_scene_build(scene, 44100, arena, sim, NULL, error);
}
int main(int argc, char **argv) {
    cr_error error;
    cr_scene *scene;
    cr_audio audio;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    const cr_scene_override change = {.assignment = "output.duration=1"};
    const char *file = argc > 1 ? argv[1] : "scenes/objects/bell.yaml";
    need(cr_scene_load(file, &change, 1, arena, &scene, &error), &error);
    need(cr_scene_render(scene, arena, &audio, &error), &error);
    printf("rendered %lld frames, %d channels\n", audio.frames, audio.channels);
    cr_audio_free(&audio);

    cr_rt *engine;
    cr_rt_def def = cr_rt_def_default();
    def.build = build, def.context = scene;
    need(cr_rt_new(&def, &engine, &error), &error);
    cr_rt_event strike = {.kind = CR_RT_TRIGGER, .value = 1.0};
    for (; strike.time < 44100; strike.time += 14700) cr_rt_push(cr_rt_port_at(engine, 0), &strike);
    for (float out[2 * 441]; cr_rt_time(engine) < 44100;) cr_rt_process_float(engine, 441, out);
    printf("played %lld frames, %lld strikes\n", cr_rt_time(engine), cr_rt_look(engine).applied);
    cr_rt_free(engine);

    cr_modes modes;
    cr_solid_def mug = cr_solid_def_default();
    const cr_solid_watch watch = {.solve = cr_modes_compute};
    mug.count = 2, mug.detail.edge = 0.015, mug.detail.layers = 1; // a rough mesh: half a second
    need(cr_solid_def_shape(&mug, "mug", (cr_setting[]){{"radius", 0.04}, {0}}, &error), &error);
    need(cr_solid_modes(&mug, &watch, arena, &modes, NULL, &error), &error);
    printf("a mug of %s rings at %.0f Hz\n", modes.material, modes.frequency[0]);
    cr_arena_free(arena);
}
