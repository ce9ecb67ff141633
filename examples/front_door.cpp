// front_door.c in C++.
#include <carom/carom.h>

#include <iostream>

#define NEED(call)                                                                                           \
    if ((call) != CR_OK) return std::cerr << error.place << ": " << error.reason << "\n", 1

static cr_status build(void *scene, int, cr_arena *arena, cr_sim **sim, cr_error *error) {
    return cr_scene_build(static_cast<cr_scene *>(scene), 44100, arena, sim, nullptr, error);
}
int main(int argc, char **argv) {
    const cr_scene_override change = {"output.duration=1", nullptr};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error;
    cr_scene *scene;
    cr_audio audio;
    const cr_scene_param *params;
    int count;
    NEED(cr_scene_load(argc > 1 ? argv[1] : "scenes/objects/bell.yaml", &change, 1, arena, &scene, &error));
    NEED(cr_scene_params(scene, arena, &params, &count, &error));
    NEED(cr_scene_render(scene, arena, &audio, &error));
    std::cout << count << " numbers, the first " << params->path << ", " << audio.frames << " frames\n";
    cr_audio_free(&audio);

    cr_rt *engine;
    cr_rt_event event = {};
    cr_rt_def def = cr_rt_def_default();
    def.build = build, def.context = scene, def.mallets = 2;
    NEED(cr_rt_new(&def, &engine, &error));
    event.kind = CR_RT_TRIGGER, event.value = 1, event.mallet = cr_mallet_default();
    for (; event.time < 44100; event.time += 14700, event.kind = CR_RT_STRIKE)
        cr_rt_push(cr_rt_port_at(engine, 0), &event);
    for (float out[2 * 441]; cr_rt_time(engine) < 44100;) cr_rt_process_float(engine, 441, out);
    std::cout << "played " << cr_rt_time(engine) << " frames, " << cr_rt_look(engine).applied << " blows\n";
    cr_rt_free(engine);

    cr_modes modes;
    cr_solid_watch watch = {};
    cr_solid_def mug = cr_solid_def_default();
    mug.count = 2, mug.detail.edge = 0.015, mug.detail.layers = 1, watch.solve = cr_modes_compute;
    NEED(cr_solid_def_shape(&mug, "mug", nullptr, &error));
    NEED(cr_solid_modes(&mug, &watch, arena, &modes, nullptr, &error));
    std::cout << "a mug of " << modes.material << " rings at " << lround(modes.frequency[0]) << " Hz\n";
    cr_arena_free(arena);
}
