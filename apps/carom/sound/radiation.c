#include "sound/radiation.h"

#include "carom/solid.h"
#include "command.h"
#include "io/hrtf/hrtf.h"

static bool go_on(void *context, const char *stage, double share) {
    const cr_app_radiation *job = context;
    cr_render_progress_stage(job->progress, job->name, stage, share);
    return !cr_render_signals_arrived(job->signals);
}

static void warn(void *context, const char *text) {
    const cr_app_radiation *job = context;
    char line[700];
    snprintf(line, sizeof line, "warning: %s", text);
    cr_render_progress_end(job->progress);
    cr_report(job->command->verb->name, job->name, line);
}

cr_status cr_app_radiate(cr_app_radiation *job, const cr_modes *modes, cr_radiation **radiation,
                         cr_error *error) {
    const cr_solid_watch watch = {.progress = go_on, .warn = warn, .context = job};
    cr_radiation_def def = cr_radiation_def_default();
    *radiation = cr_command_take(job->command, 1, sizeof **radiation, error);
    if (!*radiation) return error->status;
    def.way = job->way;
    def.threads = 2;
    cr_status status = cr_solid_radiation(modes, &def, &watch, job->command->arena, *radiation, error);
    if (status == CR_STOPPED)
        return cr_fail(error, CR_ERR_IO, job->name, "interrupted while its radiation was computed");
    return status;
}

cr_status cr_app_head(const cr_command *command, const cr_scene_listener *listeners, int count, double rate,
                      cr_head **head, cr_error *error) {
    *head = NULL;
    for (int i = 0; i < count; i++)
        if (listeners[i].kind == CR_LISTENER_BINAURAL)
            return cr_hrtf_load(cr_command_text(command, "--hrtf", NULL), rate, command->arena, head, error);
    if (cr_command_has(command, "--hrtf"))
        return cr_fail(error, CR_ERR_UNSUPPORTED, "--hrtf",
                       "no listener is binaural; --set 'listeners.NAME={type: binaural}' adds one");
    return CR_OK;
}
