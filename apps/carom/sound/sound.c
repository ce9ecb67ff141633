// The sound of a recording: the second pass, which can be repeated with other materials, damping or ears.
#include "film/film.h"
#include "io/record/record_file.h"
#include "render/job.h"
#include "sound/job.h"

#include <string.h>

static const cr_option options[] = {
    {"-o", "FILE", "sound file, .wav, .flac, .ogg or .opus (the recording's name with .wav)", false},
    CR_RENDER_BITS_OPTION,
    {"-d", "SEC|auto", "duration; auto: as long as the recording", false},
    {"-r", "HZ", "sample rate of the sound", false},
    {"--set", "PATH=VALUE", "change the scene, sound.damping=s3, listeners.me.at=[0,-1,0]", true},
    {"--normalize", "peak|none", "scale the peak to -1 dB of full scale, or leave the level", false},
    {"--loudness", "LUFS", "scale to this loudness, -60 to 0, as far as the true peak allows", false},
    {"--hrtf", "FILE", "SOFA file of the head of binaural listeners", false},
    {"--solo", "BODY", "only this body is heard", false},
    {"--stems", "FOLDER", "one more file for each body: their sum is the sound", false},
    CR_FILM_OPTIONS,
    {"--report", "FILE", "write a page to listen to, with spectrogram, levels, modes, damping, directions",
     false},
    {"--mono", NULL, "one channel: the mean of all", false},
    {"--contacts", "LOG", "instead of a recording: a table of contacts, .csv, that other physics logged",
     false},
    {"--objects", "DIR", "its bodies, NAME.modes or NAME.yaml", false},
    {"--motion", "FILE", "how they moved, .csv", false},
    {"--json", NULL, "print one JSON object instead of the summary", false},
};

// A recording holds the text of its scene and, as comments behind it, the changes that were made to it.
static cr_status recorded_changes(const cr_command *command, const char *text, cr_scene_override **changes,
                                  int *count, cr_error *error) {
    static const char mark[] = "\n# --set ";
    int most = 0;
    *count = 0;
    for (const char *c = text; (c = strstr(c, mark)); c++) most++;
    *changes = cr_command_take(command, (size_t)most + 1, sizeof **changes, error);
    if (!*changes) return error->status;
    for (const char *c = text; (c = strstr(c, mark)); c++) {
        const char *from = c + sizeof mark - 1;
        size_t length = strcspn(from, "\n");
        char *assignment = cr_command_take(command, length + 1, 1, error);
        if (!assignment) return error->status;
        memcpy(assignment, from, length);
        (*changes)[(*count)++] = (cr_scene_override){assignment, "the recording"};
    }
    return CR_OK;
}

// The changes of the recording come first, those of the command line after them.
static cr_status parse_scene(cr_sound_job *job, cr_error *error) {
    const cr_command *command = job->command;
    cr_render_source source = {0};
    cr_scene_override *recorded;
    int count;
    cr_record_input *input = cr_record_open(job->recording, command->arena, error);
    if (!input) return error->status;
    const char *text = cr_record_reader_head(cr_record_input_reader(input))->scene;
    cr_status status = CR_OK;
    if (!*text) status = cr_fail(error, CR_ERR_INPUT, job->recording, "does not say of which scene it is");
    if (status == CR_OK) status = cr_render_source_given(command, job->recording, text, &source, error);
    if (status == CR_OK) status = recorded_changes(command, text, &recorded, &count, error);
    if (status == CR_OK) status = cr_render_source_prepend(command, recorded, count, &source, error);
    if (status == CR_OK) status = cr_render_source_parse(command, &source, NULL, 0, &job->scene, error);
    cr_record_close(input);
    return status;
}

static int run(const cr_command *command) {
    cr_sound_result result;
    cr_error error = {0};
    bool log = cr_command_has(command, "--contacts");
    if (log && command->word_count)
        return cr_command_usage(command, "--contacts", "is instead of a recording; leave one of them out");
    if (log != cr_command_has(command, "--objects"))
        return cr_command_usage(command, log ? "--contacts" : "--objects",
                                "--contacts LOG and --objects DIR go together");
    if (!log && cr_command_has(command, "--motion"))
        return cr_command_usage(command, "--motion", "is for --contacts; a recording has its motion");
    if (log) return cr_sound_of_log(command);
    if (command->word_count == 0)
        return cr_command_usage(command, "RECORDING",
                                "needs a recording (.rec), or --contacts and --objects");
    cr_sound_job job = {.command = command, .source = command->words[0], .recording = command->words[0]};
    cr_status status = cr_sound_job_open(&job, &error);
    if (status == CR_OK) status = parse_scene(&job, &error);
    if (status == CR_OK) status = cr_sound_job_build(&job, &error);
    if (status == CR_OK) status = cr_sound_run(&job, &result, &error);
    if (status == CR_OK) status = cr_film_job_run(&job, result.duration, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    cr_sound_tell(&job, &result);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_sound = {
    .name = "sound",
    .usage = "[RECORDING]",
    .doc = "make the sound of a recording",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_max = 1,
    .details = "RECORDING is what `carom simulate` wrote. Motion and contacts stay as they are; materials'\n"
               "damping, radiation and listeners can be changed and heard again at once. Samples are\n"
               "pressures: the summary says how many pascal full scale is.\n"
               "\n"
               "examples:\n"
               "  carom simulate world/drop -o drop.rec && carom sound drop.rec\n"
               "  carom sound drop.rec --set sound.damping=none -o ringing.wav\n"
               "  carom sound drop.rec --set 'listeners.me={type: binaural, at: [0, -1, 0]}' --hrtf me.sofa\n"
               "  carom sound --contacts game.csv --objects bodies --motion moves.csv -o game.wav\n",
    .run = run};
