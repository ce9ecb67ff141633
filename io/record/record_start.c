#include "io/file/file.h"
#include "io/record/record_file.h"

#include <stdlib.h>
#include <string.h>

// "FILE@TIME": the path, with the folder before it, and the time; CR_NAN when none is given. NULL: no memory.
static const char *split(const char *text, const char *folder, cr_arena *arena, double *time) {
    const char *at = strrchr(text, '@');
    char *end = NULL;
    *time = CR_NAN;
    if (at && at[1]) *time = strtod(at + 1, &end);
    bool given = end && !*end && isfinite(*time);
    if (!given) *time = CR_NAN;
    size_t length = given ? (size_t)(at - text) : strlen(text);
    size_t before = folder && *text != '/' ? strlen(folder) + 1 : 0;
    char *path = cr_arena_take(arena, before + length + 1, 1);
    if (!path) return NULL;
    if (before) memcpy(path, folder, before - 1), path[before - 1] = '/';
    memcpy(path + before, text, length);
    return path;
}

// The time up to which all bodies are known: the end of a whole recording.
static cr_status last_time(cr_record_reader *reader, double *time, cr_error *error) {
    cr_record_summary all;
    cr_status status = cr_record_summarise(reader, &all, error);
    double step = cr_record_reader_head(reader)->step;
    *time = all.whole ? all.end : fmax(all.end - step, all.start);
    return status;
}

static cr_status no_memory(const char *text, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, cr_file_place_at(text, 0, 0).text, "out of memory");
}

static cr_status read_states(cr_record_reader *reader, const char *text, cr_arena *arena,
                             cr_record_start *start, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    size_t bodies = (size_t)head->bodies;
    const char **name = cr_arena_take(arena, bodies, sizeof *name);
    cr_body_state *state = cr_arena_take(arena, bodies, sizeof *state);
    int *modes = cr_arena_take(arena, bodies, sizeof *modes);
    double **shape = cr_arena_take(arena, bodies, sizeof *shape);
    double **rate = cr_arena_take(arena, bodies, sizeof *rate);
    if (!name || !state || !modes || !shape || !rate) return no_memory(text, error);
    for (size_t i = 0; i < bodies; i++) {
        name[i] = head->body[i].name;
        modes[i] = head->body[i].modes;
        shape[i] = cr_arena_take(arena, (size_t)modes[i], sizeof(double));
        rate[i] = cr_arena_take(arena, (size_t)modes[i], sizeof(double));
        if (!shape[i] || !rate[i]) return no_memory(text, error);
    }
    start->bodies = head->bodies;
    start->name = name;
    start->state = state;
    start->modes = modes;
    start->shape = (const double *const *)shape;
    start->rate = (const double *const *)rate;
    return cr_record_state_at(reader, start->time, state, shape, rate, arena, error);
}

cr_status cr_record_read_start(const char *text, const char *folder, cr_arena *arena, cr_record_start *start,
                               cr_error *error) {
    cr_error own;
    if (!error) error = &own;
    *start = (cr_record_start){0};
    const char *path = split(text, folder, arena, &start->time);
    if (!path) return no_memory(text, error);
    cr_record_input *input = cr_record_open(path, arena, error);
    if (!input) return error->status;
    cr_status status = CR_OK;
    if (isnan(start->time)) status = last_time(cr_record_input_reader(input), &start->time, error);
    if (status == CR_OK) status = read_states(cr_record_input_reader(input), text, arena, start, error);
    cr_record_close(input);
    if (status == CR_ERR_RANGE) {
        char reason[sizeof error->reason];
        memcpy(reason, error->reason, sizeof reason);
        status = cr_fail(error, CR_ERR_INPUT, cr_file_place_at(path, 0, 0).text, "%s", reason);
    }
    return status;
}
