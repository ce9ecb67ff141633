#define _GNU_SOURCE // sched_getaffinity

#include "sweep/sweep.h"

#include "io/audio/audio.h"
#include "io/file/json_pairs.h"
#include "io/file/text.h"
#include "parse.h"

#include <sched.h>
#include <string.h>

static const cr_option options[] = {
    {"--vary", "PATH=VALUES", "lin:FROM:TO:N, log:FROM:TO:N or list:X,Y,...; several multiply", true},
    {"--with", "PATH=VALUES", "goes along with the --vary before it, value by value", true},
    {"-o", "DIR", "folder for sounds and index, made if missing", false},
    {"--jobs", "N", "cases at a time (all processors; 1 with --shard)", false},
    {"--shard", "I/N", "only the I-th of N parts, for several machines", false},
    {"--format", "wav|flac|ogg|opus", "of the sounds (wav)", false},
    CR_RENDER_BITS_OPTION,
    CR_RENDER_OPTIONS,
    CR_RENDER_GAIN_OPTION,
    {"--json", NULL, "print one JSON object instead of the summary", false},
};

static long processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

// I/N
static cr_status read_shard(cr_sweep *sweep, cr_error *error) {
    const long most = 1000000;
    const char *value = cr_command_text(sweep->command, "--shard", "1/1"), *slash = strchr(value, '/');
    char first[24];
    if (!slash || slash - value >= (long)sizeof first)
        return cr_fail(error, CR_ERR_INPUT, "--shard", "needs I/N, as 1/8, got \"%.80s\"", value);
    snprintf(first, sizeof first, "%.*s", (int)(slash - value), value);
    cr_status status = cr_parse_integer("--shard", slash + 1, 1, most, &sweep->shards, error);
    return status == CR_OK ? cr_parse_integer("--shard", first, 1, sweep->shards, &sweep->shard, error)
                           : status;
}

static cr_status read_format(cr_sweep *sweep, cr_error *error) {
    static const char *const formats[] = {"wav", "flac", "ogg", "opus"};
    sweep->format = cr_command_text(sweep->command, "--format", formats[0]);
    for (int i = 0; i < 4; i++)
        if (strcmp(sweep->format, formats[i]) == 0) return CR_OK;
    return cr_fail(error, CR_ERR_UNKNOWN, "--format", "needs wav, flac, ogg or opus, got \"%.80s\"",
                   sweep->format);
}

// Of everything that the cases share and that makes a difference to their sound or row.
static void hash_common(cr_sweep *sweep) {
    const cr_render_source *source = &sweep->job.source;
    char loudness[CR_TEXT_NUMBER] = "";
    unsigned long long hash = cr_text_hash(CR_TEXT_HASH, source->text, source->length);
    for (int i = 0; i < source->change_count; i++) {
        const char *assignment = source->changes[i].assignment;
        hash = cr_text_hash(hash, assignment, strlen(assignment) + 1);
    }
    if (isfinite(sweep->job.loudness)) cr_text_number(loudness, sweep->job.loudness);
    hash = cr_text_hash(hash, loudness, strlen(loudness) + 1);
    const char level[] = {(char)sweep->job.gain, (char)sweep->job.bits};
    hash = cr_text_hash(hash, level, sizeof level);
    sweep->hash = cr_text_hash(hash, sweep->format, strlen(sweep->format) + 1);
}

static int digits_of(long long number) {
    const int least = 4;
    int digits = 1;
    for (; number >= 10; number /= 10) digits++;
    return digits > least ? digits : least;
}

static cr_status read_sweep(cr_sweep *sweep, cr_error *error) {
    const cr_command *command = sweep->command;
    cr_status status = read_shard(sweep, error);
    sweep->jobs = cr_command_has(command, "--shard") ? 1 : processors();
    if (status == CR_OK)
        status = cr_command_integer(command, "--jobs", 1, CR_SWEEP_JOBS_MOST, &sweep->jobs, error);
    if (status == CR_OK) status = read_format(sweep, error);
    if (status == CR_OK) status = cr_render_job_open(command, &sweep->job, error);
    char name[CR_SWEEP_LABEL];
    snprintf(name, sizeof name, "0.%.40s", sweep->format);
    if (status == CR_OK) status = cr_audio_check_bits(name, (int)sweep->job.bits, error);
    if (status == CR_OK) status = cr_render_job_choose_gain(&sweep->job, error);
    if (status == CR_OK) status = cr_sweep_axes_read(sweep, error);
    if (status == CR_OK) status = cr_sweep_try_axes(sweep, error);
    if (status != CR_OK) return status;
    sweep->width = digits_of(sweep->cases - 1);
    if (sweep->jobs > sweep->cases) sweep->jobs = (long)sweep->cases;
    hash_common(sweep);
    return CR_OK;
}

static void put_text(const cr_sweep *sweep, const cr_sweep_tally *tally) {
    char name[CR_SWEEP_VALUE];
    cr_text_plain(stdout, sweep->folder);
    printf(": %lld cases", sweep->cases);
    if (sweep->shards > 1) printf(", shard %ld of %ld", sweep->shard, sweep->shards);
    printf("\nrendered    %lld, %lld more were there\n", tally->rendered, tally->present);
    if (tally->failed) printf("failed      %lld, for the reasons in the index\n", tally->failed);
    cr_sweep_index_name(sweep->shard, sweep->shards, name);
    printf("index       %s", name);
    if (sweep->shards > 1)
        fputs(tally->complete ? ", index.csv" : "; index.csv waits for other shards", stdout);
    putchar('\n');
}

static void put_json(const cr_sweep *sweep, const cr_sweep_tally *tally) {
    char name[CR_SWEEP_VALUE];
    cr_json json = cr_json_on(stdout);
    cr_sweep_index_name(sweep->shard, sweep->shards, name);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "scene", sweep->job.path);
    cr_json_pair_text(&json, "folder", sweep->folder);
    cr_json_pair_integer(&json, "cases", (long)sweep->cases);
    cr_json_pair_integer(&json, "shard", sweep->shard);
    cr_json_pair_integer(&json, "shards", sweep->shards);
    cr_json_pair_integer(&json, "rendered", (long)tally->rendered);
    cr_json_pair_integer(&json, "present", (long)tally->present);
    cr_json_pair_integer(&json, "failed", (long)tally->failed);
    cr_json_pair_text(&json, "index", name);
    cr_json_pair_bool(&json, "complete", tally->complete);
    cr_json_object_end(&json);
}

static int run(const cr_command *command) {
    cr_sweep sweep = {.command = command, .folder = cr_command_text(command, "-o", NULL), .hold = -1};
    cr_sweep_tally tally;
    cr_error error = {0};
    int exit = cr_render_check_usage(command);
    if (exit != CR_EXIT_OK) return exit;
    if (!sweep.folder || !*sweep.folder) return cr_command_usage(command, "-o", "needs a folder: -o DIR");
    if (!cr_command_has(command, "--vary"))
        return cr_command_usage(command, "--vary", "needs something to vary, PATH=lin:FROM:TO:N");
    cr_status status = read_sweep(&sweep, &error);
    if (status == CR_OK) status = cr_sweep_folder_open(&sweep, &error);
    if (status == CR_OK) status = cr_sweep_run(&sweep, &tally, &error);
    cr_sweep_folder_close(&sweep);
    if (status != CR_OK) return cr_command_fail(command, &error);
    if (cr_command_has(command, "--json")) put_json(&sweep, &tally);
    else put_text(&sweep, &tally);
    return tally.failed ? CR_EXIT_NUMERIC : CR_EXIT_OK;
}

const cr_verb cr_verb_sweep = {
    .name = "sweep",
    .usage = "SCENE",
    .doc = "render a scene for every combination of some values",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_max = 1,
    .details =
        "Cases are numbered from 0, the last --vary changing fastest. Each becomes DIR/0000-KEY=VALUE.wav;\n"
        "DIR/index.csv tells values and figures of each. The same command again renders what is missing and\n"
        "nothing else, after any interruption; files and index are the same, byte by byte, for any number "
        "of\n"
        "jobs and shards. A case that fails by its values is noted in the index, and the exit status is 4.\n"
        "\n"
        "examples:\n"
        "  carom sweep bell.yaml --vary elements.bell.f0=log:110:880:4 -o bells\n"
        "  carom sweep hit.yaml --vary contacts.hit.k=log:1e6:1e9:10 --vary "
        "excitations.throw.velocity=lin:1:5:9 \\\n"
        "      --shard 3/8 -o hits\n",
    .run = run};
