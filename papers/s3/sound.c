// The sound of a trial, and the decays of what rings in it.
#include "carom/solid.h"
#include "io/sound/pass.h"
#include "papers/s3/s3.h"

#include <string.h>

static const double rate = 44100.0;

typedef struct hearing {
    const cr_s3_recording *recording;
    cr_s3_trial *trial;
    double *samples;
    long long frames, room;
    int channels;
} hearing;

static cr_status take_block(void *context, const double *const *channel, int frames) {
    hearing *h = context;
    for (int i = 0; i < frames && h->frames < h->room; i++, h->frames++)
        for (int c = 0; c < h->channels; c++) h->samples[h->frames * h->channels + c] = channel[c][i];
    return CR_OK;
}

// Of each body that rings, in the order of the scene, at the first look after the time that was asked for.
static void look(void *context, double time, int body, const cr_sounder *sounder) {
    hearing *h = context;
    cr_s3_trial *t = h->trial;
    int state = 0;
    if (time < h->recording->wish->look) return;
    for (int i = 0; i < body; i++) state += h->recording->plan->bodies[i].modes != NULL;
    if (state >= CR_S3_STATES || state != t->rings) return;
    t->rings++;
    for (int j = 0; j < CR_S3_MODES && j < cr_sounder_modes(sounder); j++) {
        t->frequency[state][j] = cr_sounder_frequency(sounder, j);
        t->sigma[state][j] = cr_sounder_sigma(sounder, j);
    }
}

// What the modes of a body radiate; bodies with the same modes share it.
static cr_status take_radiation(const cr_s3_recording *r, cr_sound_body *body, int index, cr_error *error) {
    const cr_modes *modes = body[index].def->modes;
    for (int i = 0; i < index; i++)
        if (body[i].radiation && body[i].def->modes->shape == modes->shape) {
            body[index].radiation = body[i].radiation;
            return CR_OK;
        }
    cr_radiation *radiation = cr_arena_take(r->arena, 1, sizeof *radiation);
    if (!radiation) return cr_fail(error, CR_ERR_MEMORY, "S3", "out of memory");
    cr_radiation_def def = cr_radiation_def_default();
    def.way = r->plan->sound.radiation;
    body[index].radiation = radiation;
    return cr_solid_radiation(modes, &def, NULL, r->arena, radiation, error);
}

static cr_status take_bodies(const cr_s3_recording *r, cr_sound_body *body, cr_error *error) {
    cr_status status = CR_OK;
    for (int i = 0; status == CR_OK && i < cr_world_model_bodies(r->model); i++) {
        body[i] = (cr_sound_body){.def = &r->plan->bodies[i],
                                  .material = r->plan->matter[i].material,
                                  .damped = r->plan->matter[i].damped,
                                  .surface = r->plan->matter[i].surface};
        if (body[i].def->modes && r->plan->sound.radiation != CR_RADIATE_NONE)
            status = take_radiation(r, body, i, error);
    }
    return status;
}

static void measure(const hearing *h) {
    cr_s3_trial *t = h->trial;
    long long first = (long long)(h->recording->wish->from * rate) * h->channels,
              last = h->frames * h->channels;
    double sum = 0.0, peak = 0.0;
    for (long long i = 0; i < last; i++) peak = fmax(peak, fabs(h->samples[i]));
    for (long long i = first; i < last; i++) sum += h->samples[i] * h->samples[i];
    t->loud =
        sum > 0.0 ? fmax(10.0 * log10(sum / (double)(last - first)) - 20.0 * log10(2e-5), -200.0) : -200.0;
    t->heard = (cr_heard){.samples = h->samples,
                          .frames = h->frames,
                          .channels = h->channels,
                          .rate = (int)rate,
                          .gain = peak > 0.0 ? 0.9 / peak : 1.0};
}

cr_status cr_s3_hear(const cr_s3_recording *r, cr_arena *keep, cr_s3_trial *trial, cr_error *error) {
    hearing h = {.recording = r,
                 .trial = trial,
                 .channels = cr_sound_pass_channels(r->plan->listeners, r->plan->listener_count),
                 .room = (long long)(trial->duration * rate)};
    cr_sound_body *body = cr_arena_take(r->arena, (size_t)cr_world_model_bodies(r->model), sizeof *body);
    h.samples = cr_arena_take(keep, (size_t)h.room * (size_t)h.channels, sizeof *h.samples);
    if (!body || !h.samples) return cr_fail(error, CR_ERR_MEMORY, "S3", "out of memory");
    cr_status status = take_bodies(r, body, error);
    cr_record_reader *reader[3];
    for (int i = 0; i < 3 && status == CR_OK; i++) {
        reader[i] = cr_record_reader_new(&r->in, "S3", r->arena, error);
        if (!reader[i]) status = error->status;
    }
    if (status != CR_OK) return status;
    const cr_sound_pass_def def = {.motion = reader[0],
                                   .contacts = reader[1],
                                   .awake = reader[2],
                                   .body = body,
                                   .model = r->model,
                                   .listeners = r->plan->listeners,
                                   .listener_count = r->plan->listener_count,
                                   .settle = r->plan->settle,
                                   .sound = r->plan->sound,
                                   .rate = rate,
                                   .duration = trial->duration};
    const cr_sound_sink sink = {&h, take_block, r->wish->look > 0.0 ? look : NULL};
    cr_sound_outcome outcome;
    status = cr_sound_pass(&def, &sink, r->arena, &outcome, error);
    if (status == CR_OK) measure(&h);
    return status;
}
