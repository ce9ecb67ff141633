// Several sounds of one scene, each a little different.
#include "parse.h"
#include "render/job.h"
#include "render/solve.h"

#include <string.h>

typedef struct batch {
    const cr_command *command;
    cr_render_job job;
    long from, to;
    int width; // digits of the numbers in the names
} batch;

// N or FROM:TO
static cr_status read_range(batch *b, cr_error *error) {
    const long most = 1000000;
    const char *value = cr_command_text(b->command, "--variations", ""), *colon = strchr(value, ':');
    char first[24];
    b->from = 1;
    cr_status status = CR_OK;
    if (colon) {
        snprintf(first, sizeof first, "%.*s", (int)(colon - value), value);
        status = cr_parse_integer("--variations", first, 1, most, &b->from, error);
    }
    if (status == CR_OK)
        status = cr_parse_integer("--variations", colon ? colon + 1 : value, b->from, most, &b->to, error);
    char last[24];
    int digits = snprintf(last, sizeof last, "%ld", b->to);
    b->width = digits > 2 ? digits : 2;
    return status;
}

// "bells/bell.wav" -> "bells/bell-03.wav"
static cr_status name_output(batch *b, const char *pattern, long number, cr_error *error) {
    const char *dot = strrchr(pattern, '.');
    if (!dot) dot = pattern + strlen(pattern);
    size_t room = strlen(pattern) + 24;
    char *name = cr_command_take(b->command, room, 1, error);
    if (!name) return error->status;
    snprintf(name, room, "%.*s-%0*ld%s", (int)(dot - pattern), pattern, b->width, number, dot);
    b->job.output = name;
    return CR_OK;
}

// What the file tells of itself: "variation 3: excitations.strike.velocity=2.9, ..."
static cr_status write_note(batch *b, cr_error *error) {
    cr_render_job *job = &b->job;
    size_t room = 40, used;
    for (int i = 0; i < job->varied_count; i++) room += strlen(job->varied[i].assignment) + 2;
    char *note = cr_command_take(b->command, room, 1, error);
    if (!note) return error->status;
    used = (size_t)snprintf(note, room, "variation %d", job->variation);
    for (int i = 0; i < job->varied_count; i++)
        used +=
            (size_t)snprintf(note + used, room - used, "%s%s", i ? ", " : ": ", job->varied[i].assignment);
    job->note = note;
    return CR_OK;
}

// Ready to run, as the number says.
static cr_status build(batch *b, const char *pattern, long number, cr_error *error) {
    cr_render_job *job = &b->job;
    cr_scene *scene;
    job->variation = (int)number;
    cr_status status = cr_render_source_parse(b->command, &job->source, NULL, 0, &scene, error);
    if (status == CR_OK) status = cr_render_solve(b->command, scene, job->quiet, error);
    if (status == CR_OK)
        status =
            cr_scene_variation(scene, number, b->command->arena, &job->varied, &job->varied_count, error);
    if (status == CR_OK) status = name_output(b, pattern, number, error);
    if (status == CR_OK) status = write_note(b, error);
    return status == CR_OK ? cr_render_job_build(job, job->varied, job->varied_count, error) : status;
}

static void tell(const batch *b, long number, const cr_render_outcome *outcome, cr_json *json) {
    cr_render_tell_silence(&b->job, outcome);
    if (json) {
        if (number == b->from) cr_json_array_begin(json);
        cr_render_json(&b->job, outcome, json);
        if (number == b->to) cr_json_array_end(json);
        return;
    }
    if (number > b->from) putchar('\n');
    cr_render_text(&b->job, outcome, stdout);
}

static cr_status render_each(batch *b, cr_json *json, cr_error *error) {
    cr_status status = CR_OK;
    const char *pattern = b->job.output;
    for (long number = b->from; number <= b->to && status == CR_OK; number++) {
        cr_arena_mark mark = cr_arena_here(b->command->arena);
        cr_render_outcome outcome;
        status = build(b, pattern, number, error);
        if (status == CR_OK) status = cr_render_job_run(&b->job, &outcome, error);
        if (status == CR_OK) tell(b, number, &outcome, json);
        cr_arena_rewind(b->command->arena, mark);
    }
    return status;
}

// --- with one gain: all are simulated, then all are written

static cr_status simulate_all(batch *b, const char *pattern, cr_render_outcome *outcomes, double *peak,
                              cr_error *error) {
    cr_status status = CR_OK;
    for (long number = b->from; number <= b->to && status == CR_OK; number++) {
        cr_arena_mark mark = cr_arena_here(b->command->arena);
        cr_render_outcome *o = &outcomes[number - b->from];
        status = build(b, pattern, number, error);
        if (status == CR_OK && number == b->from) *b->job.kept = cr_render_store_default(b->job.channels);
        if (status == CR_OK) status = cr_render_job_run(&b->job, o, error);
        if (status == CR_OK) *peak = fmax(*peak, o->peak);
        cr_arena_rewind(b->command->arena, mark);
    }
    return status;
}

static cr_status write_all(batch *b, const char *pattern, cr_render_outcome *outcomes, double gain,
                           cr_json *json, cr_error *error) {
    cr_status status = CR_OK;
    long long first = 0;
    for (long number = b->from; number <= b->to && status == CR_OK; number++) {
        cr_arena_mark mark = cr_arena_here(b->command->arena);
        cr_render_outcome *o = &outcomes[number - b->from];
        status = build(b, pattern, number, error);
        if (status == CR_OK) status = cr_render_job_write_kept(&b->job, first, gain, o, error);
        if (status == CR_OK) tell(b, number, o, json);
        first += o->frames;
        cr_arena_rewind(b->command->arena, mark);
    }
    return status;
}

static cr_status render_set(batch *b, cr_json *json, cr_error *error) {
    cr_render_store kept = {0};
    double peak = 0.0;
    const char *pattern = b->job.output;
    cr_render_outcome *outcomes =
        cr_command_take(b->command, (size_t)(b->to - b->from + 1), sizeof *outcomes, error);
    if (!outcomes) return error->status;
    b->job.kept = &kept;
    cr_status status = simulate_all(b, pattern, outcomes, &peak, error);
    if (status == CR_OK) status = write_all(b, pattern, outcomes, cr_render_gain_of(peak), json, error);
    cr_render_store_free(&kept);
    return status;
}

int cr_render_variations(const cr_command *command, const cr_render_job *job) {
    static const char *const single[] = {"--energy", "--contacts", "--probe", "--report", "--keep-partial"};
    batch b = {.command = command, .job = *job};
    cr_error error = {0};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (cr_command_has(command, single[i]))
            return cr_command_usage(command, single[i], "is for one sound, not for --variations");
    if (strcmp(cr_command_text(command, "-o", ""), "-") == 0)
        return cr_command_usage(command, "-", "the standard output can take one sound, not --variations");
    cr_status status = read_range(&b, &error);
    if (status == CR_OK) status = cr_render_job_choose_gain(&b.job, &error);
    if (status == CR_OK) status = cr_render_job_choose_output(&b.job, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    bool as_json = cr_command_has(command, "--json");
    cr_json json = cr_json_on(stdout), *to = as_json ? &json : NULL;
    status = b.job.gain == CR_GAIN_SET ? render_set(&b, to, &error) : render_each(&b, to, &error);
    return status == CR_OK ? CR_EXIT_OK : cr_command_fail(command, &error);
}
