// Values over time: envelopes, and the shapes of forces and motions under them.
#include "base/maths.h"
#include "base/random.h"
#include "play/play_internal.h"

const char *const cr_drive_words[] = {"hold", "pulse", "sine", "noise", NULL};

cr_envelope cr_envelope_of(const cr_excitation *x, int first) {
    const double *v = x->value + first;
    return (cr_envelope){.start = v[0], .attack = v[1], .duration = v[2], .release = v[3]};
}

double cr_playing_level(const cr_playing *p, double t) {
    const cr_envelope *e = &p->envelope;
    double since = t - e->start, after = since - e->duration;
    if (since < 0.0 || p->cancelled) return 0.0;
    double level = e->attack > 0.0 ? cr_min(since / e->attack, 1.0) : 1.0;
    if (after <= 0.0) return level;
    return after < e->release ? level * (1.0 - after / e->release) : 0.0;
}

bool cr_envelope_holds(const cr_envelope *e, double t) {
    return t >= e->start && t < e->start + e->duration + e->release;
}

static cr_drive_shape shape_of(const cr_excitation *x) {
    return (cr_drive_shape)x->value[CR_DRIVE_SHAPE];
}

cr_status cr_drive_check(const cr_excitation *x, cr_error *error) {
    double duration = x->value[CR_DRIVE_ENVELOPE + 2];
    if (shape_of(x) == CR_DRIVE_SINE && isnan(x->value[CR_DRIVE_FREQUENCY]))
        return cr_fail(error, CR_ERR_INPUT, "", "a sine needs frequency");
    if (shape_of(x) == CR_DRIVE_PULSE && !(duration > 0.0 && isfinite(duration)))
        return cr_fail(error, CR_ERR_INPUT, "", "a pulse needs a duration above 0, its length");
    return CR_OK;
}

void cr_drive_prepare(cr_playing *p) {
    p->envelope = cr_envelope_of(&p->is, CR_DRIVE_ENVELOPE);
    p->ends_by_itself = shape_of(&p->is) == CR_DRIVE_PULSE;
}

double cr_drive_at(cr_sim *sim, const cr_playing *p, double t) {
    double amplitude = p->is.value[CR_DRIVE_AMPLITUDE], since = t - p->envelope.start;
    switch (shape_of(&p->is)) {
    case CR_DRIVE_PULSE:
        if (since < 0.0 || since >= p->envelope.duration) return 0.0;
        return amplitude * (0.5 - 0.5 * cr_cos(2.0 * cr_pi * since / p->envelope.duration));
    case CR_DRIVE_SINE:
        return amplitude * cr_playing_level(p, t) *
               cr_sin(2.0 * cr_pi * p->is.value[CR_DRIVE_FREQUENCY] * since + p->phase);
    case CR_DRIVE_NOISE:
        return amplitude * cr_playing_level(p, t) * cr_random_uniform(&sim->noise);
    case CR_DRIVE_HOLD:
        break;
    }
    return amplitude * cr_playing_level(p, t);
}
