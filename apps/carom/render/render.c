#include "film/film.h"
#include "render/job.h"
#include "sound/job.h"

#include <string.h>

static const cr_option options[] = {
    {"-o", "FILE", "sound file, .wav, .flac, .ogg or .opus (the scene's name with .wav)", false},
    CR_RENDER_BITS_OPTION,
    CR_RENDER_OPTIONS,
    {"--mono", NULL, "one channel: the mean of all", false},
    {"--hrtf", "FILE", "SOFA file of the head of binaural listeners", false},
    {"--solo", "BODY", "of a scene of bodies: only this one is heard", false},
    {"--stems", "FOLDER", "of a scene of bodies: one more file for each, their sum is the sound", false},
    {"--variations", "N|FROM:TO", "render variations 1 to N, NAME-01.wav and so on", false},
    CR_RENDER_GAIN_OPTION,
    CR_RENDER_THREADS_OPTION,
    {"--keep-partial", NULL, "when interrupted, keep what was rendered", false},
    {"--json", NULL, "print one JSON object instead of the summary", false},
    {"--energy", "FILE", "write the energy ledger, every 64 steps, as .csv or .npy", false},
    {"--contacts", "FILE", "write force and depth of every contact at every step, as .csv or .npy", false},
    {"--probe", "NAME:QUANTITY=FILE", "write one quantity of a pickup, contact or bow at every step", true},
    {"--report", "FILE", "write a page with waveform, spectrogram, contacts and energy", false},
    CR_FILM_OPTIONS,
};

static bool takes_stdout(const char *path) {
    return path && strcmp(path, "-") == 0;
}

// Files of the command line that are the standard output.
static int takers_of_stdout(const cr_command *command) {
    static const char *const files[] = {"-o", "--energy", "--contacts", "--report"};
    int takers = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        takers += takes_stdout(cr_command_text(command, files[i], NULL));
    for (int i = 0; i < command->given_count; i++) {
        const char *equals = strchr(command->given[i].value, '=');
        bool probe = strcmp(command->given[i].option->name, "--probe") == 0;
        takers += probe && equals && takes_stdout(equals + 1);
    }
    return takers;
}

static int run(const cr_command *command) {
    cr_render_job job;
    cr_render_outcome outcome;
    cr_error error = {0};
    int exit = cr_render_check_usage(command);
    if (exit != CR_EXIT_OK) return exit;
    int takers = takers_of_stdout(command);
    bool json = cr_command_has(command, "--json");
    if (takers + json > 1)
        return cr_command_usage(command, "-", "the standard output can take one of the files and --json");
    bool variations = cr_command_has(command, "--variations");
    if (cr_command_has(command, "--gain") && !variations)
        return cr_command_usage(command, "--gain",
                                "is for --variations; the level of one sound is --normalize");
    cr_scene *scene;
    cr_status status = cr_render_job_open(command, &job, &error);
    if (status == CR_OK) status = cr_render_source_parse(command, &job.source, NULL, 0, &scene, &error);
    if (status == CR_OK && cr_scene_has_bodies(scene)) return cr_sound_render(command, &job.source);
    if (status == CR_OK && variations) return cr_render_variations(command, &job);
    const char *of_bodies = cr_command_has(command, "--solo")    ? "--solo"
                            : cr_command_has(command, "--stems") ? "--stems"
                                                                 : cr_film_is_asked(command);
    if (status == CR_OK && of_bodies)
        return cr_command_usage(command, of_bodies, "is for scenes of bodies; this one has elements");
    if (status == CR_OK && cr_command_has(command, "--hrtf") && !cr_scene_has_listeners(scene))
        return cr_command_usage(command, "--hrtf", "is for scenes with listeners; this one has pickups");
    if (status == CR_OK) status = cr_render_job_complete(&job, &error);
    if (status == CR_OK) status = cr_render_job_run(&job, &outcome, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    cr_render_tell_silence(&job, &outcome);
    cr_json writer = cr_json_on(stdout);
    if (json) cr_render_json(&job, &outcome, &writer);
    else if (takers == 0) cr_render_text(&job, &outcome, stdout);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_render = {
    .name = "render",
    .usage = "SCENE",
    .doc = "simulate a scene and write its sound",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_max = 1,
    .details = "SCENE is a YAML file, or the name of one that came with the program (gong, objects/bell).\n"
               "Without -o the sound is NAME.wav in the current folder, 32-bit float; .flac is 24 bit,\n"
               "16 bit has triangular dither; .ogg is Vorbis, .opus Opus, which needs -r 48000. -o - "
               "writes a\n"
               "WAV stream to the standard output.\n"
               "\n"
               "A variation changes the numbers and points that the scene names under `vary`, else speed, "
               "place and\n"
               "hardness of what strikes. It depends on its number and the seed alone.\n"
               "\n"
               "examples:\n"
               "  carom render scenes/s1/string-string.yaml --report string.html\n"
               "  carom render bell.yaml --set elements.bell.f0=440 -o bell.flac --json\n"
               "  carom render bell.yaml -o - | aplay\n"
               "  carom render bell.yaml --variations 12 --seed 3 --loudness -23\n",
    .run = run};
