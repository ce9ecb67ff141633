#include "command.h"
#include "io/file/file.h"
#include "io/glb/glb.h"
#include "io/modes/export.h"
#include "modal/job.h"
#include "solver.h"
#include "term/progress.h"
#include "term/signals.h"

#include <string.h>

enum { CLIPS = 24 };

typedef struct watcher {
    const cr_command *command;
    cr_render_signals signals;
    cr_render_progress progress;
} watcher;

static bool show_progress(void *context, const char *stage, double share) {
    watcher *w = context;
    cr_render_progress_stage(&w->progress, NULL, stage, share);
    return !cr_render_signals_arrived(&w->signals);
}

static void warn(void *context, const char *text) {
    const watcher *w = context;
    cr_render_progress_end(&w->progress);
    cr_report(w->command->verb->name, "warning", text);
}

static void note_origin(const cr_modal_request *request, const cr_modal_outcome *outcome) {
    const char *name = request->command->verb->name;
    if (cr_solid_is_ready(&request->solid)) return;
    if (!outcome->result.dof) cr_report(name, outcome->modes.name, "from the cache; --fresh computes again");
    if (request->solid.detail.order == 1)
        cr_report(name, "warning",
                  "elements of order 1 are a preview: frequencies come out tens of percent high");
}

cr_status cr_modal_request_run(const cr_modal_request *request, cr_modal_outcome *outcome, cr_error *error) {
    watcher w = {.command = request->command, .progress = cr_render_progress_begin(true)};
    const cr_solid_watch watch = {.progress = show_progress,
                                  .warn = warn,
                                  .context = &w,
                                  .fresh = request->fresh,
                                  .solve = cr_app_solver()};
    memset(outcome, 0, sizeof *outcome);
    cr_render_signals_hold(&w.signals);
    cr_status status = cr_solid_modes(&request->solid, &watch, request->command->arena, &outcome->modes,
                                      &outcome->result, error);
    if (status == CR_OK && request->radiation.way != CR_RADIATE_NONE)
        status = cr_solid_radiation(&outcome->modes, &request->radiation, &watch, request->command->arena,
                                    &outcome->radiation, error);
    cr_render_progress_end(&w.progress);
    if (cr_render_signals_arrived(&w.signals))
        status = cr_fail(error, CR_ERR_IO, request->command->words[0], "interrupted; no file was written");
    cr_render_signals_release(&w.signals);
    if (status == CR_OK) note_origin(request, outcome);
    return status;
}

static cr_status put_csv(FILE *out, const cr_modes *modes, cr_arena *arena, cr_error *error) {
    (void)arena, (void)error;
    cr_modes_csv(out, modes);
    return CR_OK;
}

static cr_status put_shapes(FILE *out, const cr_modes *modes, cr_arena *arena, cr_error *error) {
    (void)arena, (void)error;
    cr_modes_csv_shapes(out, modes);
    return CR_OK;
}

static cr_status put_json_shapes(FILE *out, const cr_modes *modes, cr_arena *arena, cr_error *error) {
    (void)arena, (void)error;
    cr_modes_json_shapes(out, modes);
    return CR_OK;
}

typedef cr_status (*writer)(FILE *out, const cr_modes *modes, cr_arena *arena, cr_error *error);

static cr_status write_with(const char *path, writer put, const cr_modes *modes, cr_arena *arena,
                            cr_error *error) {
    if (!path) return CR_OK;
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    cr_status status = put(cr_file_stream(file), modes, arena, error);
    if (status == CR_OK) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}

static cr_status write_report(const cr_modal_request *request, const cr_modal_outcome *outcome,
                              cr_error *error) {
    if (!request->report) return CR_OK;
    cr_file_out *file = cr_file_create(request->report, error);
    if (!file) return error->status;
    cr_status status = cr_modal_report(request, outcome, cr_file_stream(file), error);
    if (status == CR_OK) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}

cr_status cr_modal_request_write(const cr_modal_request *request, const cr_modal_outcome *outcome,
                                 cr_error *error) {
    cr_arena *arena = request->command->arena;
    const cr_modes *modes = &outcome->modes;
    bool as_json = request->shapes && cr_file_ends_with(request->shapes, ".json");
    cr_status status = request->modes ? cr_modes_write(request->modes, modes, error) : CR_OK;
    if (status == CR_OK) status = write_with(request->csv, put_csv, modes, arena, error);
    if (status == CR_OK)
        status = write_with(request->shapes, as_json ? put_json_shapes : put_shapes, modes, arena, error);
    if (status == CR_OK) status = write_with(request->faust, cr_modes_faust, modes, arena, error);
    if (status == CR_OK && request->glb) status = cr_glb_write_modes(request->glb, modes, arena, error);
    if (status == CR_OK && request->clips)
        status = cr_glb_write_clips(request->clips, modes, CLIPS, arena, error);
    if (status == CR_OK) status = write_report(request, outcome, error);
    return status;
}
