// One gain for all cases: known when all of them are rendered.
#define _DEFAULT_SOURCE // flock

#include "io/file/file.h"
#include "sweep/sweep.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

// The loudest of all cases; false when one is missing.
static bool find_peak(const cr_sweep *sweep, double *peak) {
    *peak = 0.0;
    for (long long index = 0; index < sweep->cases; index++) {
        cr_sweep_figures f;
        cr_sweep_state state = cr_sweep_state_of(sweep, index, &f);
        if (state == CR_SWEEP_MISSING) return false;
        if (state != CR_SWEEP_FAILED) *peak = fmax(*peak, f.peak);
    }
    return true;
}

static cr_status write_sound(const cr_sweep *sweep, long long index, const cr_sweep_figures *f,
                             cr_error *error) {
    cr_render_job job;
    cr_render_outcome outcome = {.frames = f->frames};
    cr_scene_override *changes;
    char raw[CR_SWEEP_PATH], *path;
    cr_sweep_raw_path(sweep, index, raw);
    cr_status status = cr_sweep_case_describe(sweep, index, &changes, &job, error);
    if (status == CR_OK)
        status = cr_render_source_parse(sweep->command, &job.source, changes, sweep->axis_count, &job.scene,
                                        error);
    if (status == CR_OK) status = cr_sweep_sound_path(sweep, index, &path, error);
    cr_render_store store = {.channels = f->channels, .frames = f->frames};
    if (status == CR_OK) status = cr_file_open(raw, &store.spill, error);
    if (status != CR_OK) return status;
    job.settings = cr_scene_output_of(job.scene);
    job.output = path;
    job.channels = f->channels;
    job.rate = f->rate;
    job.kept = &store;
    status = cr_render_job_write_kept(&job, 0, f->gain, &outcome, error);
    cr_render_store_free(&store);
    return status;
}

// The sound appears, then its row, then the samples go: whenever it is stopped, one of them is there.
static cr_status end_case(const cr_sweep *sweep, long long index, const cr_sweep_figures *f,
                          cr_error *error) {
    cr_arena_mark mark = cr_arena_here(sweep->command->arena);
    cr_status status = write_sound(sweep, index, f, error);
    if (status == CR_OK) status = cr_sweep_row_end(sweep, index, f, error);
    cr_arena_rewind(sweep->command->arena, mark);
    return status;
}

static void drop_samples(const cr_sweep *sweep, long long index) {
    char raw[CR_SWEEP_PATH];
    cr_sweep_raw_path(sweep, index, raw);
    unlink(raw);
}

static cr_status scale_all(const cr_sweep *sweep, double gain, long long *stale, cr_error *error) {
    cr_status status = CR_OK;
    for (long long index = 0; index < sweep->cases && status == CR_OK; index++) {
        cr_sweep_figures f;
        cr_sweep_state state = cr_sweep_state_of(sweep, index, &f);
        bool other = state == CR_SWEEP_DONE && f.gain != gain;
        *stale += other;
        f.gain = gain;
        if (other) status = cr_sweep_row_remove(sweep, index, error);
        if (state == CR_SWEEP_RAW) status = end_case(sweep, index, &f, error);
        if (status == CR_OK) drop_samples(sweep, index);
    }
    return status;
}

cr_status cr_sweep_scale(const cr_sweep *sweep, long long *stale, cr_error *error) {
    char rows[CR_SWEEP_PATH];
    double peak;
    *stale = 0;
    if (sweep->job.gain != CR_GAIN_SET) return CR_OK;
    snprintf(rows, sizeof rows, "%s/.rows", sweep->folder);
    int hold = open(rows, O_RDONLY | O_CLOEXEC);
    if (hold >= 0) flock(hold, LOCK_EX); // one shard does it, the next finds it done
    cr_status status = CR_OK;
    if (find_peak(sweep, &peak)) status = scale_all(sweep, cr_render_gain_of(peak), stale, error);
    if (hold >= 0) close(hold);
    return status;
}
