// Renders the scenes of a table of promises and measures whether they are kept, and what every sound has to
// be: a sound, without an offset, that ends quietly and is left when its channels are added up. CAROM_TELL
// prints the figures, CAROM_SCENE=world/coin looks at one scene alone.
#ifndef CAROM_TESTS_PROMISES_H
#define CAROM_TESTS_PROMISES_H

#include "folder.h"
#include "io/audio/audio.h"
#include "sound.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static inline double mono_loss(const cr_audio_info *info, const sound *s) {
    double squares = 1e-30;
    for (int i = 0; i < s->count; i++) squares += s->sample[i] * s->sample[i];
    return 10.0 * log10(info->rms * info->rms * s->count / squares);
}

// What a whole scene of bodies has to be besides: left within 3 dB in mono, as two channels of their own are;
// without an offset beside what is heard of it; neither begun nor ended by a jump (-60 dB of the
// peak, what is not heard beside it), and with its level told.
static inline void check_whole(const char *name, const char *path, const sound *s) {
    cr_audio_info all, *info = &all;
    if (cr_audio_read_info(path, info, NULL) != CR_OK) return;
    double first = s->sample[0], last = s->sample[s->count - 1], loss = mono_loss(info, s);
    CHECK(info->channels == 1 || loss <= 3.0, "%s loses %.2f dB in mono", name, loss);
    CHECK(info->offset < 0.01 * info->rms, "%s: offset %g of %g", name, info->offset, info->rms);
    CHECK(fabs(first) < 1e-3 * info->peak && fabs(last) < 1e-3 * info->peak,
          "%s begins with %g, ends with %g", name, first, last);
    CHECK(system("grep -q 'Pa, .* dB SPL' promise.txt") == 0, "%s: its level is not told", name);
    if (getenv("CAROM_TELL"))
        printf("%-24s peak %.3f, %.2f dB lost in mono, offset %.1e of the rms, ends %.1e, %.1e\n", name,
               info->peak, loss, info->offset / info->rms, first, last);
}

// A scene of bodies as it is, or its beginning.
static inline bool is_whole(const promise *row) {
    bool of_bodies = strncmp(row->scene, "world/", 6) == 0 || strncmp(row->scene, "s3/", 3) == 0;
    return of_bodies && (!row->args || (!strstr(row->args, "--set") && !strstr(row->args, "--solo")));
}

// Reads a sound; `ends`: it is to end quietly.
static inline bool read_sound(const char *path, const char *name, bool ends, cr_arena *arena, sound *s) {
    cr_audio_info info;
    bool good = cr_audio_read_info(path, &info, NULL) == CR_OK &&
                cr_audio_read(path, arena, &s->sample, &s->count, NULL) == CR_OK;
    CHECK(good, "%s is no sound", name);
    if (!good) return false;
    s->rate = info.rate;
    double loss = mono_loss(&info, s);
    // more than 6 dB is less than a quarter of the power: two channels of their own lose 3
    CHECK(info.channels == 1 || loss < 6.0, "%s loses %.1f dB in mono", name, loss);
    CHECK(info.finite && info.offset < 0.01, "%s: offset %g", name, info.offset);
    CHECK(info.peak <= 1.0, "%s: %g of full scale", name, info.peak);
    double end = sound_end(s, NULL);
    CHECK(!ends || end < -30.0, "%s ends at %.1f dB: it is cut off", name, end);
    return true;
}

static inline bool promise_run(const char *verb, const char *what, const char *args, const char *output) {
    char command[1024];
    snprintf(command, sizeof command, "'%s' %s %s %s -o %s >promise.txt", getenv("CAROM"), verb, what, args,
             output);
    return system(command) == 0;
}

// What promise.rec has: a scene of bodies, as it is, up to a time.
typedef struct promise_recorded {
    const char *scene;
    double length; // s
} promise_recorded;

// Whether a row lets bodies move as its scene has it, and how long: only its sound may be another.
static inline bool promise_moves_plainly(const promise *row, double *length) {
    const char *args = row->args ? row->args : "", *cut = strstr(args, "-d ");
    *length = cut ? atof(cut + 3) : HUGE_VAL;
    for (const char *set = args; (set = strstr(set, "--set ")); set++)
        if (strncmp(set + 6, "sound.", 6) != 0) return false;
    return strncmp(row->scene, "s3/", 3) == 0 || strncmp(row->scene, "world/", 6) == 0;
}

// Rows that change nothing but the sound are heard from one recording.
static inline bool promised_sound(const promise *row, promise_recorded *recorded, cr_arena *arena, sound *s) {
    const char *args = row->args ? row->args : "";
    char path[512], cut[40] = "";
    double length;
    snprintf(path, sizeof path, "'%s/scenes/%s.yaml'", getenv("CAROM_SOURCE"), row->scene);
    bool good = true;
    if (!promise_moves_plainly(row, &length)) good = promise_run("render", path, args, "promise.wav");
    else {
        if (!recorded->scene || strcmp(recorded->scene, row->scene) != 0 || length > recorded->length) {
            if (isfinite(length)) snprintf(cut, sizeof cut, "-d %g", length);
            good = promise_run("simulate", path, cut, "promise.rec");
            *recorded = (promise_recorded){good ? row->scene : NULL, length};
        }
        good = good && promise_run("sound", "promise.rec", args, "promise.wav");
    }
    CHECK(good, "%s %s does not render", row->scene, args);
    if (!good || !read_sound("promise.wav", row->scene, !row->args, arena, s)) return false;
    if (is_whole(row)) check_whole(row->scene, "promise.wav", s);
    return true;
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
    promise_recorded recorded = {0};
    const char *scene = "", *only = getenv("CAROM_SCENE");
    bool there = false;
    keep_modes();
    for (int i = 0; i < count; i++) {
        const promise *row = &table[i];
        if (row->scene) scene = row->scene;
        if (only && strcmp(only, scene) != 0) continue;
        if (row->scene) {
            cr_arena_rewind(arena, mark);
            there = promised_sound(row, &recorded, arena, &s);
        }
        check_promise(row, scene, there ? &s : NULL);
    }
    remove("promise.rec"); // up to 2 GB
    cr_arena_free(arena);
}

#endif
