// front_door.c in C++.
#include <carom/carom.h>

#include <cstdlib>
#include <iostream>

static void need(cr_status status, const cr_error &error) {
    if (status != CR_OK) std::exit((std::cerr << error.place << ": " << error.reason << "\n", 1));
}
static cr_status build(void *scene, int, cr_arena *arena, cr_sim **sim, cr_error *error) {
    return cr_scene_build(static_cast<cr_scene *>(scene), 44100, arena, sim, nullptr, error);
}
int main(int argc, char **argv) {
    cr_error error;
    cr_scene *scene;
    cr_audio audio;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    const cr_scene_override change = {"output.duration=1", nullptr};
    need(cr_scene_load(argc > 1 ? argv[1] : "scenes/objects/bell.yaml", &change, 1, arena, &scene, &error),
         error);
    need(cr_scene_render(scene, arena, &audio, &error), error);
    std::cout << "rendered " << audio.frames << " frames, " << audio.channels << " channels\n";
    cr_audio_free(&audio);

    cr_rt *engine;
    cr_rt_def def = cr_rt_def_default();
    cr_rt_event strike = {};
    def.build = build, def.context = scene, strike.kind = CR_RT_TRIGGER, strike.value = 1;
    need(cr_rt_new(&def, &engine, &error), error);
    for (; strike.time < 44100; strike.time += 14700) cr_rt_push(cr_rt_port_at(engine, 0), &strike);
    for (float out[2 * 441]; cr_rt_time(engine) < 44100;) cr_rt_process_float(engine, 441, out);
    std::cout << "played " << cr_rt_time(engine) << " frames, " << cr_rt_look(engine).applied << " strikes\n";
    cr_rt_free(engine);

    cr_modes modes;
    cr_solid_watch watch = {};
    cr_solid_def mug = cr_solid_def_default();
    const cr_setting sizes[] = {{"radius", 0.04}, {}};
    mug.count = 2, mug.detail.edge = 0.015, mug.detail.layers = 1, watch.solve = cr_modes_compute;
    need(cr_solid_def_shape(&mug, "mug", sizes, &error), error);
    need(cr_solid_modes(&mug, &watch, arena, &modes, nullptr, &error), error);
    std::cout << "a mug of " << modes.material << " rings at " << lround(modes.frequency[0]) << " Hz\n";
    cr_arena_free(arena);
}
