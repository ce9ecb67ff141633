// label: long
// What is heard of scenes/s3/contraption, stage by stage, as tools/contraption renders them; its squeaks are
// in tests/rigs/scene_promises.c.
#include "promises.h"

#define ANY HUGE_VAL

static const promise rows[] = {
    {"1-feeder", 0, "balls drop into pockets", sound_change, {2000, 2e4, 0.76, 0.8, 0.8, 0.82}, 10, ANY},
    {0, 0, "and fall on their rails", sound_change, {2000, 2e4, 1.42, 1.46, 1.48, 1.5}, 10, ANY},
    {0, 0, "more and more rumble", sound_change, {0, 2e4, 2, 3, 5, 6}, 4, 11},
    {"2-tracks", 0, "a ball knocks on the cup", sound_change, {0, 2e4, 0.45, 0.49, 0.55, 0.59}, 12, ANY},
    {0, 0, "the lever strikes its stop", sound_change, {0, 2e4, 4.8, 4.9, 5, 5.04}, 12, ANY},
    {"3-cart", 0, "the heavy ball lands", sound_change, {0, 2e4, 0.05, 0.1, 0.1, 0.2}, 20, ANY},
    {0, 0, "the kerb", sound_change, {0, 2e4, 1.5, 1.62, 1.64, 1.74}, 5, ANY},
    {0, 0, "rests", sound_change, {0, 2e4, 1.64, 1.74, 3.2, 3.4}, -ANY, -50},
};

int main(void) {
    char command[1024], path[64];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    sound s = {0};
    bool there = false;
    snprintf(command, sizeof command,
             "rm -rf contraption; '%s/tools/contraption' '%s' contraption >contraption.txt 2>&1",
             getenv("CAROM_SOURCE"), getenv("CAROM"));
    keep_modes();
    CHECK(system(command) == 0, "does not run");
    CHECK(system("! command -v ffmpeg >/dev/null || test -s contraption/contraption.mp4") == 0, "no film");
    const char *stage = "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].scene) {
            stage = rows[i].scene;
            snprintf(path, sizeof path, "contraption/%s.wav", stage);
            there = read_sound(path, stage, false, arena, &s);
        }
        check_promise(&rows[i], stage, there ? &s : NULL);
    }
    cr_arena_free(arena);
    return test_summary();
}
