#include "sound/watch.h"

#include <stdlib.h>

cr_status cr_sound_watch_make(cr_sound_watch *watch, const cr_command *command, const cr_world_model *model,
                              const cr_sound_body *bodies, double start, double duration, cr_error *error) {
    int count = cr_world_model_bodies(model);
    *watch = (cr_sound_watch){.start = start, .duration = duration};
    watch->first = cr_command_take(command, (size_t)count, sizeof *watch->first, error);
    if (!watch->first) return error->status;
    for (int i = 0; i < count; i++) {
        watch->first[i] = watch->modes;
        if (bodies[i].def->modes && !bodies[i].mute) watch->modes += cr_world_model_sounding(model, i);
    }
    watch->mode = cr_command_take(command, (size_t)watch->modes + 1, sizeof *watch->mode, error);
    if (!watch->mode) return error->status;
    for (int i = 0; i < count; i++) {
        int end = i + 1 < count ? watch->first[i + 1] : watch->modes;
        for (int m = watch->first[i]; m < end; m++)
            watch->mode[m] =
                (cr_watched_mode){.body = i, .mode = m - watch->first[i], .sigma_least = HUGE_VAL};
    }
    return CR_OK;
}

void cr_sound_watch_look(cr_sound_watch *watch, double time, int body, const cr_sounder *sounder) {
    int column = (int)(CR_WATCH_COLUMNS * (time - watch->start) / watch->duration);
    if (column < 0) column = 0;
    if (column >= CR_WATCH_COLUMNS) column = CR_WATCH_COLUMNS - 1;
    int first = watch->first[body];
    for (int j = 0; j < cr_sounder_modes(sounder) && first + j < watch->modes; j++) {
        cr_watched_mode *m = &watch->mode[first + j];
        if (m->body != body) return;
        double energy = cr_sounder_energy(sounder, j), sigma = cr_sounder_sigma(sounder, j);
        m->energy[column] = fmaxf(m->energy[column], (float)energy);
        m->sigma[column] = fmaxf(m->sigma[column], (float)sigma);
        m->most = fmax(m->most, energy);
        m->sigma_least = fmin(m->sigma_least, sigma);
        m->sigma_most = fmax(m->sigma_most, sigma);
    }
}

static int by_power(const void *a, const void *b) {
    const cr_watched_mode *x = a, *y = b;
    if (x->power != y->power) return x->power < y->power ? 1 : -1;
    return x->body != y->body ? x->body - y->body : x->mode - y->mode;
}

// A mode of energy E whose radiation alone lets it decay as e^(-d t) radiates 2 d E. Without a solution all
// radiate as if their surfaces moved in phase, as the square of the acceleration.
void cr_sound_watch_rank(cr_sound_watch *watch, const cr_sound_body *bodies) {
    for (int i = 0; i < watch->modes; i++) {
        cr_watched_mode *m = &watch->mode[i];
        const cr_radiation *r = bodies[m->body].radiation;
        double w = 2.0 * cr_pi * bodies[m->body].def->modes->frequency[m->mode];
        if (r && m->mode < r->count) m->power = 2.0 * cr_radiation_damping(r, m->mode) * m->most;
        else m->power = w * w * m->most;
    }
    qsort(watch->mode, (size_t)watch->modes, sizeof *watch->mode, by_power);
}
