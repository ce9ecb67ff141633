#include "render/solve.h"
#include "carom/solid.h"
#include "command.h"
#include "solver.h"
#include "term/progress.h"
#include "term/signals.h"

typedef struct solving {
    const cr_command *command;
    const char *name; // of the solid at work
    cr_render_progress progress;
    cr_render_signals signals;
    bool stored_only;    // nothing may be computed
    const char *missing; // what would have to be
    bool interrupted;
} solving;

static bool go_on(void *context, const char *stage, double share) {
    solving *s = context;
    cr_render_progress_stage(&s->progress, s->name, stage, share);
    s->interrupted = cr_render_signals_arrived(&s->signals);
    return !s->interrupted;
}

static void warn(void *context, const char *text) {
    const solving *s = context;
    cr_render_progress_end(&s->progress);
    char line[700];
    snprintf(line, sizeof line, "warning: %s", text);
    if (!s->stored_only) cr_report(s->command->verb->name, s->name, line);
}

static cr_status solve(void *context, const char *name, const cr_solid_def *solid, cr_arena *arena,
                       cr_modes *modes, cr_error *error) {
    solving *s = context;
    cr_solid_watch watch = {
        .progress = go_on, .warn = warn, .context = s, .solve = cr_app_solver(), .stored = s->stored_only};
    s->name = name;
    cr_status status = cr_solid_modes(solid, &watch, arena, modes, NULL, error);
    if (status == CR_STOPPED && s->stored_only && !s->missing) s->missing = name;
    if (status != CR_OK && s->interrupted)
        return cr_fail(error, CR_ERR_IO, name, "interrupted while its modes were computed");
    return status;
}

cr_status cr_render_solve(const cr_command *command, cr_scene *scene, bool quiet, cr_error *error) {
    if (!cr_scene_solids(scene)) return CR_OK;
    solving s = {.command = command, .progress = cr_render_progress_begin(!quiet)};
    cr_render_signals_hold(&s.signals);
    cr_status status = cr_scene_resolve(scene, solve, &s, command->arena, error);
    cr_render_signals_release(&s.signals);
    cr_render_progress_end(&s.progress);
    return status;
}

cr_status cr_render_solve_stored(const cr_command *command, cr_scene *scene, const char **missing,
                                 cr_error *error) {
    solving s = {.command = command, .stored_only = true};
    *missing = NULL;
    if (!cr_scene_solids(scene)) return CR_OK;
    cr_status status = cr_scene_resolve(scene, solve, &s, command->arena, error);
    if (status == CR_STOPPED) status = cr_scene_read_surfaces(scene, command->arena, error);
    *missing = s.missing;
    return status;
}
