#include "io/file/file.h"
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

cr_status cr_sweep_case_describe(const cr_sweep *sweep, long long index, cr_scene_override **changes,
                                 cr_render_job *job, cr_error *error) {
    *job = sweep->job;
    job->quiet = true;
    cr_status status = cr_sweep_changes(sweep, index, changes, error);
    return status == CR_OK ? write_note(sweep, index, *changes, job, error) : status;
}

static cr_status render(const cr_sweep *sweep, long long index, const char *path, cr_render_outcome *outcome,
                        cr_error *error) {
    cr_render_job job;
    cr_scene_override *changes;
    cr_status status = cr_sweep_case_describe(sweep, index, &changes, &job, error);
    job.output = path;
    if (status == CR_OK) status = cr_render_job_build(&job, changes, sweep->axis_count, error);
    return status == CR_OK ? cr_render_job_run(&job, outcome, error) : status;
}

// Its samples, to be scaled when all cases are there.
static cr_status render_raw(const cr_sweep *sweep, long long index, cr_render_outcome *outcome,
                            cr_sweep_figures *figures, cr_error *error) {
    cr_render_job job;
    cr_render_store store = {0};
    cr_scene_override *changes;
    char path[CR_SWEEP_PATH];
    cr_sweep_raw_path(sweep, index, path);
    cr_status status = cr_sweep_case_describe(sweep, index, &changes, &job, error);
    if (status == CR_OK) status = cr_render_job_build(&job, changes, sweep->axis_count, error);
    cr_file_out *file = status == CR_OK ? cr_file_create(path, error) : NULL;
    if (!file) return error->status;
    store = (cr_render_store){.channels = job.channels, .spill = cr_file_stream(file), .name = path};
    job.kept = &store;
    job.output = path;
    status = cr_render_job_run(&job, outcome, error);
    *figures = (cr_sweep_figures){outcome->peak, CR_NAN, job.channels, job.rate, outcome->frames};
    if (status == CR_OK) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}

cr_status cr_sweep_case_run(const cr_sweep *sweep, long long index, bool *failed, bool *interrupted,
                            cr_error *error) {
    cr_render_outcome outcome = {0};
    cr_sweep_figures figures = {0};
    char *path;
    *failed = *interrupted = false;
    cr_status status = cr_sweep_sound_path(sweep, index, &path, error);
    if (status == CR_OK) status = cr_sweep_row_remove(sweep, index, error);
    if (status != CR_OK) return status;
    bool waits = sweep->job.gain == CR_GAIN_SET;
    status = waits ? render_raw(sweep, index, &outcome, &figures, error)
                   : render(sweep, index, path, &outcome, error);
    if (status == CR_OK) return cr_sweep_row_write(sweep, index, &outcome, &figures, NULL, error);
    *interrupted = outcome.end == CR_AUDIO_STOPPED;
    if (*interrupted || !is_by_values(status)) return status;
    *failed = true;
    unlink(path); // of an earlier run with other values
    cr_error failure = *error;
    return cr_sweep_row_write(sweep, index, NULL, &figures, &failure, error);
}
