// The excitation `strike`, places that are left out and pickups that are left out: each is the same, bit by
// bit, as the scene that says it all.
#include "carom/scene.h"
#include "test.h"

#include <string.h>

enum { FRAMES = 4000 };

typedef struct sound {
    int channels;
    double out[FRAMES * 2];
} sound;

static void play(const char *text, sound *s) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_sim *sim;
    cr_error error = {.reason = ""};
    memset(s, 0, sizeof *s);
    cr_status status = cr_scene_parse("scene", text, strlen(text), NULL, 0, arena, &scene, &error);
    if (status == CR_OK) status = cr_scene_build(scene, 44100, arena, &sim, NULL, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    if (status == CR_OK) {
        s->channels = cr_sim_channels(sim);
        CHECK(s->channels <= 2, "%d channels", s->channels);
        cr_sim_run(sim, FRAMES, s->out);
    }
    cr_arena_free(arena);
}

static double loudest(const sound *s, int from, int to) {
    double most = 0;
    for (int i = from * s->channels; i < to * s->channels; i++) most = fmax(most, fabs(s->out[i]));
    return most;
}

static void test_written_out(void) {
    static sound brief, full;
    play("carom: 1\n"
         "elements: {glass: {type: glass}}\n"
         "excitations: {tap: {type: strike, at: glass}}\n",
         &brief);
    play("carom: 1\n"
         "elements: {glass: {type: glass}, hammer: {type: mass, mass: 0.005}}\n"
         "contacts: {tap: {a: glass@0.0275 0.05, b: hammer, law: hunt-crossley, k: 1e8, alpha: 1.5, mu: "
         "0.2}}\n"
         "excitations: {tap: {type: throw, element: hammer, velocity: -1}}\n"
         "pickups: {left: {at: glass@0.0355 0}, right: {at: glass@0.061 0, channel: 2}}\n",
         &full);
    CHECK(brief.channels == 2 && full.channels == 2, "%d, %d channels", brief.channels, full.channels);
    CHECK(loudest(&brief, 0, FRAMES) > 0.1, "too quiet: %g m/s", loudest(&brief, 0, FRAMES));
    CHECK(memcmp(brief.out, full.out, sizeof brief.out) == 0, "written out it sounds different");
}

// Nothing moves before the hammer arrives, within one sample.
static void test_start(void) {
    static sound s;
    play("carom: 1\n"
         "elements: {bar: {type: modal-bar}}\n"
         "excitations: {tap: {type: strike, at: bar@0.3, start: 0.05, velocity: 2}}\n",
         &s);
    int arrival = (int)(0.05 * 44100);
    CHECK(loudest(&s, 0, arrival - 1) == 0, "sounds too early: %g", loudest(&s, 0, arrival - 1));
    CHECK(loudest(&s, arrival - 1, arrival + 3) > 0, "sounds too late");
}

// A material fills what is not given beside it; own materials may have a loss.
static void test_material(void) {
    static sound named, numbers;
    play("carom: 1\n"
         "materials: {jade: {density: 3300, young: 1.3e11, loss: 4e-4}}\n"
         "elements: {bowl: {type: bowl, material: jade, poisson: 0.25}}\n"
         "excitations: {tap: {type: strike, at: bowl@0.1}}\n",
         &named);
    play("carom: 1\n"
         "elements: {bowl: {type: bowl, density: 3300, young: 1.3e11, loss: 4e-4, poisson: 0.25}}\n"
         "excitations: {tap: {type: strike, at: bowl@0.1 0}}\n",
         &numbers);
    CHECK(memcmp(named.out, numbers.out, sizeof named.out) == 0, "the material is not the numbers");
    play("carom: 1\n"
         "elements: {bowl: {type: bowl, material: bronze}}\n"
         "excitations: {tap: {type: strike, at: bowl@0.1}}\n",
         &named);
    play("carom: 1\n"
         "elements: {bowl: {type: bowl, material: glass, density: 8700, young: 1e11, poisson: 0.34, loss: "
         "3e-4}}\n"
         "excitations: {tap: {type: strike, at: bowl@0.1}}\n",
         &numbers);
    CHECK(memcmp(named.out, numbers.out, sizeof named.out) == 0, "numbers do not come before the material");
}

int main(void) {
    test_written_out();
    test_start();
    test_material();
    return test_summary();
}
