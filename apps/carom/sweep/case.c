#include "sweep/sweep.h"

#include <string.h>
#include <unistd.h>

// A case that cannot be rendered because of its values; anything else is wrong with the computer.
static bool is_by_values(cr_status status) {
    return status != CR_ERR_IO && status != CR_ERR_MEMORY;
}

// What the file tells of itself: "case 12: elements.string.f0=110, ..."
static cr_status write_note(const cr_sweep *sweep, long long index, const cr_scene_override *changes,
                            cr_render_job *job, cr_error *error) {
    size_t room = 40, used;
    for (int i = 0; i < sweep->axis_count; i++) room += strlen(changes[i].assignment) + 2;
    char *note = cr_command_take(sweep->command, room, 1, error);
    if (!note) return error->status;
    used = (size_t)snprintf(note, room, "case %lld", index);
    for (int i = 0; i < sweep->axis_count; i++)
        used += (size_t)snprintf(note + used, room - used, "%s%s", i ? ", " : ": ", changes[i].assignment);
    job->note = note;
    return CR_OK;
}

static cr_status render(const cr_sweep *sweep, long long index, const char *path, cr_render_outcome *outcome,
                        cr_error *error) {
    cr_render_job job = sweep->job;
    cr_scene_override *changes;
    job.output = path;
    job.quiet = true;
    cr_status status = cr_sweep_changes(sweep, index, &changes, error);
    if (status == CR_OK) status = write_note(sweep, index, changes, &job, error);
    if (status == CR_OK) status = cr_render_job_build(&job, changes, sweep->axis_count, error);
    return status == CR_OK ? cr_render_job_run(&job, outcome, error) : status;
}

cr_status cr_sweep_case_run(const cr_sweep *sweep, long long index, bool *failed, bool *interrupted,
                            cr_error *error) {
    cr_render_outcome outcome = {0};
    char *path;
    *failed = *interrupted = false;
    cr_status status = cr_sweep_sound_path(sweep, index, &path, error);
    if (status == CR_OK) status = cr_sweep_row_remove(sweep, index, error);
    if (status != CR_OK) return status;
    status = render(sweep, index, path, &outcome, error);
    if (status == CR_OK) return cr_sweep_row_write(sweep, index, &outcome, NULL, error);
    *interrupted = outcome.end == CR_AUDIO_STOPPED;
    if (*interrupted || !is_by_values(status)) return status;
    *failed = true;
    unlink(path); // of an earlier run with other values
    cr_error failure = *error;
    return cr_sweep_row_write(sweep, index, NULL, &failure, error);
}
