// What a file is that carom wrote.
#include "app.h"
#include "info/modes.h"
#include "info/recording.h"
#include "io/audio/audio.h"
#include "io/file/file.h"
#include "io/file/json_pairs.h"
#include "io/file/npy.h"
#include "io/file/text.h"
#include "io/record/record_file.h"

#include <string.h>

static const cr_option options[] = {
    {"--json", NULL, "print one JSON object instead of text", false},
};

static double decibels(double level) {
    return level > 0.0 ? 20.0 * log10(level) : -HUGE_VAL;
}

static void put_note(const char *label, const char *text) {
    if (!*text) return;
    printf("%-9s  ", label);
    cr_text_plain(stdout, text);
    putchar('\n');
}

static void put_sound(const char *path, const cr_audio_info *info) {
    cr_text_plain(stdout, path);
    printf(": %s\n", info->format);
    printf("length     %.6g s, %lld frames at %d Hz, %d channel%s\n", info->duration, info->frames,
           info->rate, info->channels, info->channels == 1 ? "" : "s");
    printf("peak       %.6g, %.2f dB\n", info->peak, decibels(info->peak));
    printf("rms        %.6g, %.2f dB\n", info->rms, decibels(info->rms));
    printf("offset     %.3g\n", info->offset);
    if (isfinite(info->loudness.lufs))
        printf("loudness   %.1f LUFS%s, true peak %.1f dB\n", info->loudness.lufs,
               info->loudness.integrated ? "" : " over 0.4 s with silence added",
               decibels(info->loudness.true_peak));
    if (info->cut_off) puts("warning    cut off: shorter than its header says; copy it again");
    if (!info->finite) puts("warning    some samples are not numbers");
    put_note("software", info->software);
    put_note("title", info->title);
    put_note("comment", info->comment);
}

static void put_sound_json(const char *path, const cr_audio_info *info) {
    cr_json json = cr_json_on(stdout);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "file", path);
    cr_json_pair_text(&json, "kind", "sound");
    cr_json_pair_text(&json, "format", info->format);
    cr_json_pair_integer(&json, "channels", info->channels);
    cr_json_pair_integer(&json, "rate", info->rate);
    cr_json_pair_integer(&json, "frames", (long)info->frames);
    cr_json_pair(&json, "duration", info->duration);
    cr_json_pair(&json, "peak", info->peak);
    cr_json_pair(&json, "rms", info->rms);
    cr_json_pair(&json, "offset", info->offset);
    cr_json_pair(&json, "loudness", info->loudness.lufs);
    cr_json_pair(&json, "true_peak",
                 isnan(info->loudness.lufs) ? CR_NAN : decibels(info->loudness.true_peak));
    cr_json_pair_bool(&json, "finite", info->finite);
    cr_json_pair_bool(&json, "cut_off", info->cut_off);
    cr_json_pair_text(&json, "software", info->software);
    cr_json_pair_text(&json, "title", info->title);
    cr_json_pair_text(&json, "comment", info->comment);
    cr_json_object_end(&json);
}

static void put_array(const char *path, const cr_npy_info *info) {
    cr_text_plain(stdout, path);
    fputs(": NumPy array, type ", stdout);
    cr_text_plain(stdout, info->type);
    fputs(", shape (", stdout);
    for (int i = 0; i < info->axes; i++) printf("%s%lld", i ? ", " : "", info->shape[i]);
    printf("%s)%s\n", info->axes == 1 ? "," : "", info->column_major ? ", column by column" : "");
}

static void put_array_json(const char *path, const cr_npy_info *info) {
    cr_json json = cr_json_on(stdout);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "file", path);
    cr_json_pair_text(&json, "kind", "array");
    cr_json_pair_text(&json, "type", info->type);
    cr_json_key(&json, "shape");
    cr_json_array_begin(&json);
    for (int i = 0; i < info->axes; i++) cr_json_integer(&json, info->shape[i]);
    cr_json_array_end(&json);
    cr_json_object_end(&json);
}

static int run(const cr_command *command) {
    cr_error error = {0};
    cr_audio_info sound;
    cr_npy_info array;
    if (command->word_count == 0) return cr_command_usage(command, "FILE", "needs a file");
    const char *path = command->words[0];
    bool json = cr_command_has(command, "--json");
    bool modes = cr_info_is_modes(path);
    if (modes || cr_record_is_file(path)) {
        cr_status told = (modes ? cr_info_modes : cr_info_recording)(command, path, json, &error);
        return told == CR_OK ? CR_EXIT_OK : cr_command_fail(command, &error);
    }
    cr_status status = cr_npy_read_info(path, &array, &error);
    if (status == CR_OK) {
        (json ? put_array_json : put_array)(path, &array);
        return CR_EXIT_OK;
    }
    if (status == CR_ERR_INPUT) status = cr_audio_read_info(path, &sound, &error);
    if (status == CR_ERR_INPUT)
        cr_fail(&error, CR_ERR_INPUT, path, "%s",
                cr_file_ends_with(path, ".yaml")
                    ? "a scene, not what came of one; `carom check` tells of it"
                    : "no sound, no array (.npy), no modes (.modes, glTF), no recording (.rec)");
    if (status != CR_OK) return cr_command_fail(command, &error);
    (json ? put_sound_json : put_sound)(path, &sound);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_info = {
    .name = "info",
    .usage = "FILE",
    .doc = "tell what a sound file, an array, a file of modes or a recording holds",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_max = 1,
    .details =
        "Sound files are read to their end: peak and rms over all channels, offset the greatest mean of a\n"
        "channel, loudness by ITU-R BS.1770, and the notes that carom render leaves: version, scene and "
        "seed.\n"
        "Recordings of bodies (.rec, or .rec.part of a run that did not end) are read to their last whole "
        "block.\n",
    .run = run};
