// Pulses under way: what v holds of their force beside the motion (derivation U1).
#include "sound/sounder.h"

#include "base/numeric.h"

#include <stddef.h>
#include <string.h>

static bool under_way(const cr_pulse *p) {
    return p->used && p->next > 0;
}

// Of unit impulse: the slope of the force behind the corners that are past, 1/s^2, and the force at a time,
// 1/s.
static double slope_of(const cr_sounder *s, const cr_pulse *p) {
    double slope = 0.0;
    for (int k = 0; k < p->next; k++) slope += s->bend[k];
    return slope / cr_square(p->duration);
}

static double force_of(const cr_sounder *s, const cr_pulse *p, double t) {
    double force = 0.0, share = (t - p->t0) / p->duration;
    for (int k = 0; k < p->next; k++) force += s->bend[k] * (share - (double)k / CR_PULSE_PARTS);
    return force / p->duration;
}

CR_CLONES static double weigh(const cr_lanes *l, const double *impulse, const double *weight) {
    double sum = 0.0;
    for (int j = 0; j < l->modes; j++) sum += weight[j] * impulse[j] / l->omega[j];
    return sum;
}

static void find_quadrature(cr_sounder *s, cr_pulse *p, const cr_sound_weights *weights,
                            double (*quadrature)[2]) {
    const double *impulse = cr_sounder_turned(s, p->impulse, s->step);
    for (int e = 0; e < s->def.ears; e++)
        for (int k = 0; k < 2; k++) quadrature[e][k] = weigh(&s->lanes, impulse, weights[e].im[k]);
    p->block = s->blocks;
}

// Im z = -Re(lambda^2 v)/omega holds -f'/omega besides omega q', which a wave of the mode's frequency has
// not: it is given back.
void cr_sounder_hear_pulses(cr_sounder *s, const cr_sound_weights *weights, int first, int n,
                            double *const *out) {
    for (int i = 0; i < s->pulses; i++) {
        cr_pulse *p = &s->pulse[i];
        if (!under_way(p)) continue;
        double(*quadrature)[2] = s->quadrature + (ptrdiff_t)i * s->def.ears;
        if (p->block != s->blocks) find_quadrature(s, p, weights, quadrature);
        double slope = slope_of(s, p);
        for (int e = 0; e < s->def.ears; e++) {
            const double *q = quadrature[e];
            for (int k = first; k < first + n; k++)
                out[e][k] += slope * (q[0] + (q[1] - q[0]) * k / CR_SOUND_BLOCK);
        }
    }
}

// The same of forces that go over into others.
void cr_sounder_hear_slopes(cr_sounder *s, const cr_sound_weights *weights, int first, int n,
                            double *const *out) {
    const double *slope = cr_sounder_turned(s, s->slope, s->step);
    for (int e = 0; e < s->def.ears; e++) {
        double from = weigh(&s->lanes, slope, weights[e].im[0]), to = from;
        if (weights[e].im[1] != weights[e].im[0]) to = weigh(&s->lanes, slope, weights[e].im[1]);
        for (int k = first; k < first + n; k++) out[e][k] += from + (to - from) * k / CR_SOUND_BLOCK;
    }
}

void cr_sounder_find_forced(cr_sounder *s, double t) {
    const cr_lanes *l = &s->lanes;
    s->is_forced = false;
    for (int i = 0; i < s->pulses; i++) {
        const cr_pulse *p = &s->pulse[i];
        if (!under_way(p)) continue;
        if (!s->is_forced)
            for (int k = 0; k < 2; k++) memset(s->forced[k], 0, (size_t)l->count * sizeof(double));
        s->is_forced = true;
        double force = force_of(s, p, t), slope = slope_of(s, p);
        const double *impulse = cr_sounder_turned(s, p->impulse, s->step);
        for (int j = 0; j < l->modes; j++) {
            double c = l->inverse[0][j], d = l->inverse[1][j];
            s->forced[0][j] += impulse[j] * (force * c + slope * (c * c - d * d));
            s->forced[1][j] += impulse[j] * (force * d + slope * 2.0 * c * d);
        }
    }
}
