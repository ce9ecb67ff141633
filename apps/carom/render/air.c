#include "render/air.h"

#include "carom/modes.h"
#include "io/sound/air.h"
#include "sound/radiation.h"

static cr_status set_decays(const cr_render_job *job, const cr_scene_heard *solid, cr_error *error) {
    int count = solid->modes->count;
    double *decay = cr_command_take(job->command, (size_t)count + 1, sizeof *decay, error);
    if (!decay) return error->status;
    for (int i = 0; i < count && i < solid->radiation->count; i++)
        decay[i] = cr_radiation_damping(solid->radiation, i);
    cr_scene_set_radiated(job->scene, solid, decay);
    return CR_OK;
}

// Solids with the same modes share it.
static cr_status radiate(cr_render_job *job, cr_app_radiation *air, int index, cr_error *error) {
    cr_scene_heard *solid = &job->air.solids[index];
    cr_radiation *radiation;
    for (int i = 0; i < index; i++)
        if (job->air.solids[i].modes->shape == solid->modes->shape)
            solid->radiation = job->air.solids[i].radiation;
    if (solid->radiation) return set_decays(job, solid, error);
    air->name = solid->name;
    cr_status status = cr_app_radiate(air, solid->modes, &radiation, error);
    solid->radiation = radiation;
    return status == CR_OK ? set_decays(job, solid, error) : status;
}

cr_status cr_render_air_solve(cr_render_job *job, cr_error *error) {
    cr_status status = cr_scene_air_of(job->scene, job->command->arena, &job->air, error);
    if (status != CR_OK || job->air.sound.radiation == CR_RADIATE_NONE) return status;
    cr_render_signals signals;
    cr_render_progress progress = cr_render_progress_begin(!job->quiet);
    cr_app_radiation air = {
        .command = job->command, .progress = &progress, .signals = &signals, .way = job->air.sound.radiation};
    cr_render_signals_hold(&signals);
    for (int i = 0; i < job->air.solid_count && status == CR_OK; i++) status = radiate(job, &air, i, error);
    cr_render_signals_release(&signals);
    cr_render_progress_end(&progress);
    return status;
}

static int run(void *context, int steps, double *frames) {
    return cr_sound_air_run(context, steps, frames);
}

cr_status cr_render_air_open(cr_render_job *job, cr_error *error) {
    const cr_command *command = job->command;
    double rate = cr_network_rate(cr_sim_network(job->sim));
    cr_head *head;
    cr_stream_ears *ears = cr_command_take(command, 1, sizeof *ears, error);
    if (!ears) return error->status;
    cr_status status = cr_app_head(command, job->air.listeners, job->air.listener_count, rate, &head, error);
    if (status != CR_OK) return status;
    cr_sound_air *air = cr_sound_air_new(&job->air, job->sim, head, command->arena, error);
    if (!air) return error->status;
    *ears = (cr_stream_ears){
        .context = air, .channels = cr_sound_air_channels(air), .lag = cr_sound_air_lag(), .run = run};
    job->ears = ears;
    job->heard = ears->channels;
    return CR_OK;
}
