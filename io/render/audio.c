#include "carom/audio.h"
#include "base/def.h"
#include "io/render/stream.h"

#include <stdlib.h>
#include <string.h>

cr_audio_def cr_audio_def_default(void) {
    return (cr_audio_def){.rate = 44100,
                          .oversample = 1,
                          .duration = 1,
                          .fade = CR_NAN,
                          .normalize = CR_NORMALIZE_PEAK,
                          .made = CR_DEF_MADE};
}

cr_audio_def cr_audio_def_of(const cr_scene *scene) {
    const cr_scene_output *output = cr_scene_output_of(scene);
    return (cr_audio_def){.rate = output->rate,
                          .oversample = output->oversample,
                          .duration = output->duration,
                          .automatic_duration = output->automatic_duration,
                          .fade = output->fade,
                          .normalize = output->normalize,
                          .made = CR_DEF_MADE};
}

// Samples that grow as they come.
typedef struct buffer {
    cr_audio *audio;
    size_t room; // samples
} buffer;

static cr_status take(void *context, const double *frames, int count, cr_error *error) {
    buffer *b = context;
    size_t width = (size_t)b->audio->channels, used = (size_t)b->audio->frames * width,
           added = (size_t)count * width, room = b->room;
    while (room < used + added) room = room ? 2 * room : 1 << 16;
    if (room > b->room) {
        double *samples = realloc(b->audio->samples, room * sizeof *samples);
        if (!samples) return cr_fail(error, CR_ERR_MEMORY, "audio", "no memory for the samples");
        b->audio->samples = samples;
        b->room = room;
    }
    if (added) memcpy(b->audio->samples + used, frames, added * sizeof *frames);
    b->audio->frames += count;
    return CR_OK;
}

static cr_status check(cr_sim *sim, const cr_audio_def *def, cr_error *error) {
    double steps = def->rate * def->oversample;
    cr_status status = cr_def_check(def->made, "audio", error);
    if (status != CR_OK) return status;
    if (cr_sim_channels(sim) < 1) return cr_fail(error, CR_ERR_INPUT, "audio", "nothing is heard");
    if (!(def->rate > 0.0) || def->oversample < 1)
        return cr_fail(error, CR_ERR_RANGE, "audio",
                       "needs a rate above 0 Hz and an oversample of 1 or more");
    if (fabs(steps - cr_network_rate(cr_sim_network(sim))) > 1e-9 * steps)
        return cr_fail(error, CR_ERR_RANGE, "audio", "needs a simulation of %g Hz, got one of %g Hz", steps,
                       cr_network_rate(cr_sim_network(sim)));
    if (!isnan(def->fade) && !(def->fade >= 0.0 && def->fade <= 1e6))
        return cr_fail(error, CR_ERR_RANGE, "audio", "needs a fade of 0 to 1e6 s, or CR_NAN, got %g",
                       def->fade);
    if (def->automatic_duration || (def->duration > 0.0 && def->duration < 1e6)) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "audio", "needs a duration above 0 and below 1e6 s, got %g",
                   def->duration);
}

static cr_status run(cr_sim *sim, const cr_audio_def *def, cr_arena *arena, cr_audio *audio,
                     cr_error *error) {
    buffer into = {.audio = audio};
    const cr_stream_watch watch = {.take = take, .context = &into};
    cr_stream_outcome outcome;
    cr_status status = cr_stream_run(sim, def, &watch, arena, &outcome, error);
    if (status == CR_OK && (!outcome.finite || outcome.summary.warnings.not_finite > 0))
        status = cr_fail(error, CR_ERR_NUMERIC, "audio", "the simulation became NaN or infinite at %.6g s",
                         cr_sim_time(sim));
    if (status != CR_OK) return status;
    audio->peak = outcome.peak;
    audio->end = outcome.end;
    if (def->normalize == CR_NORMALIZE_PEAK && outcome.peak > 0.0)
        audio->gain = CR_STREAM_FULL / outcome.peak;
    for (long long i = 0; i < audio->frames * audio->channels; i++) audio->samples[i] *= audio->gain;
    return CR_OK;
}

cr_status cr_audio_render(cr_sim *sim, const cr_audio_def *def, cr_audio *audio, cr_error *error) {
    *audio = (cr_audio){.rate = def->rate, .gain = 1.0};
    cr_status status = check(sim, def, error);
    if (status != CR_OK) return status;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    if (!arena) return cr_fail(error, CR_ERR_MEMORY, "audio", "no memory to render");
    audio->channels = def->mono ? 1 : cr_sim_channels(sim);
    status = run(sim, def, arena, audio, error);
    cr_arena_free(arena);
    if (status != CR_OK) cr_audio_free(audio);
    return status;
}

cr_status cr_scene_render(cr_scene *scene, cr_arena *arena, cr_audio *audio, cr_error *error) {
    cr_audio_def def = cr_audio_def_of(scene);
    cr_sim *sim;
    *audio = (cr_audio){.gain = 1.0};
    cr_status status = CR_OK;
    if (cr_scene_has_listeners(scene))
        return cr_fail(error, CR_ERR_UNSUPPORTED, "listeners",
                       "are served by `carom render` alone; leave them out");
    if (cr_scene_unsolved(scene)) status = cr_scene_resolve(scene, NULL, NULL, arena, error);
    cr_arena_mark mark = cr_arena_here(arena);
    if (status == CR_OK)
        status = cr_scene_build_steps(scene, def.rate, &def.oversample, arena, &sim, NULL, error);
    if (status == CR_OK) status = cr_audio_render(sim, &def, audio, error);
    cr_arena_rewind(arena, mark);
    return status;
}

void cr_audio_free(cr_audio *audio) {
    free(audio->samples);
    audio->samples = NULL;
    audio->frames = 0;
}

void cr_audio_to_float(const cr_audio *audio, float *out) {
    for (long long i = 0; i < audio->frames * audio->channels; i++) out[i] = (float)audio->samples[i];
}
