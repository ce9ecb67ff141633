// Renders the scenes of a table of promises and measures whether they are kept, and what every sound has to
// be: a sound, without an offset, that ends quietly and is left when its channels are added up. CAROM_TELL
// prints the figures, CAROM_SCENE=world/coin looks at one scene alone.
#ifndef CAROM_TESTS_PROMISES_H
#define CAROM_TESTS_PROMISES_H

#include "io/audio/audio.h"
#include "sound.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// Reads a sound; `ends`: it is to end quietly.
static inline bool read_sound(const char *path, const char *name, bool ends, cr_arena *arena, sound *s) {
    cr_audio_info info;
    bool good = cr_audio_read_info(path, &info, NULL) == CR_OK &&
                cr_audio_read(path, arena, &s->sample, &s->count, NULL) == CR_OK;
    CHECK(good, "%s is no sound", name);
    if (!good) return false;
    s->rate = info.rate;
    double squares = 1e-30;
    for (int i = 0; i < s->count; i++) squares += s->sample[i] * s->sample[i];
    double loss = 10.0 * log10(info.rms * info.rms * s->count / squares);
    // more than 6 dB is less than a quarter of the power: two channels of their own lose 3
    CHECK(info.channels == 1 || loss < 6.0, "%s loses %.1f dB in mono", name, loss);
    CHECK(info.finite && info.offset < 0.01, "%s: offset %g", name, info.offset);
    double end = sound_end(s, NULL);
    CHECK(!ends || end < -30.0, "%s ends at %.1f dB: it is cut off", name, end);
    return true;
}

static inline bool promised_sound(const promise *row, cr_arena *arena, sound *s) {
    char command[1024];
    snprintf(command, sizeof command, "'%s' render '%s/scenes/%s.yaml' %s -o promise.wav >promise.txt",
             getenv("CAROM"), getenv("CAROM_SOURCE"), row->scene, row->args ? row->args : "");
    bool good = system(command) == 0;
    CHECK(good, "%s does not render", row->scene);
    return good && read_sound("promise.wav", row->scene, !row->args, arena, s);
}

static inline void check_promise(const promise *row, const char *scene, const sound *s) {
    double figure = s ? row->measure(s, row->p) : (double)NAN;
    CHECK(figure >= row->least && figure <= row->most, "%s: %s: %.4g is not in %g to %g", scene, row->what,
          figure, row->least, row->most);
    if (getenv("CAROM_TELL")) printf("%-24s %-40s %.4g\n", scene, row->what, figure);
}

static inline void check_promises(const promise *table, int count) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_arena_mark mark = cr_arena_here(arena);
    sound s = {0};
    const char *scene = "", *only = getenv("CAROM_SCENE");
    bool there = false;
    for (int i = 0; i < count; i++) {
        const promise *row = &table[i];
        if (row->scene) scene = row->scene;
        if (only && strcmp(only, scene) != 0) continue;
        if (row->scene) {
            cr_arena_rewind(arena, mark);
            there = promised_sound(row, arena, &s);
        }
        check_promise(row, scene, there ? &s : NULL);
    }
    cr_arena_free(arena);
}

#endif
