// Contact damping over time: a value per mode and step of contact, brought to every sample.
#include "sound/sounder.h"

#include "base/numeric.h"

#include <string.h>

// gamma G_mm/2 = gamma/2 sum_k c_k (mu |U_k|^2 + (1 - mu) (n . U_k)^2)   S3 (20); c_k in N, gamma in s/m
static void damp_s3(const cr_sounder *s, const cr_gather *g) {
    for (int i = 0; i < g->coupling.points; i++) {
        const cr_sound_pair *pair = g->point[i].pair;
        double scale = 0.5 * pair->gamma * g->point[i].load, mu = pair->friction;
        if (!(scale > 0.0)) continue; // no figure
        const double *n = g->shape[i][0], *t1 = g->shape[i][1], *t2 = g->shape[i][2];
        for (int j = 0; j < s->lanes.modes; j++) {
            double across = cr_square(t1[j]) + cr_square(t2[j]), along = cr_square(n[j]);
            g->span->extra[j] += scale * (mu * (across + along) + (1.0 - mu) * along);
        }
    }
}

void cr_sounder_settle(cr_sounder *s) {
    cr_gather *g = &s->gather;
    if (g->coupling.points && g->span && g->span->used) {
        if (s->def.damping == CR_CONTACT_DAMPING_S3) damp_s3(s, g);
        else if (s->def.damping == CR_CONTACT_DAMPING_COUPLED) cr_sounder_mix(s);
        else cr_sounder_couple(s);
    }
    g->coupling.points = 0;
    g->span = NULL;
}

// Means over the block of what steps of contact give; true: in the basis of the last one.
static bool mean_of_block(const cr_sounder *s, double *mean, double *rise) {
    bool coupled = false;
    double t0 = cr_sounder_time(s), t1 = cr_sounder_end(s);
    memset(mean, 0, (size_t)s->lanes.count * sizeof(double));
    memset(rise, 0, (size_t)s->lanes.count * sizeof(double));
    for (int i = 0; i < s->spans; i++) {
        const cr_span *p = &s->span[i];
        double share = (cr_min(p->t1, t1) - cr_max(p->t0, t0)) / (t1 - t0);
        if (!p->used || !(share > 0.0)) continue;
        for (int j = 0; j < s->lanes.modes; j++) {
            mean[j] += share * p->extra[j];
            rise[j] += share * p->pitch[j];
        }
        coupled = coupled || p->coupled;
    }
    return coupled;
}

// The slope at the middle of three values one block apart that keeps a cubic monotone: the harmonic mean
// (Fritsch and Butland 1984).
static double slope(double before, double at, double after) {
    double left = at - before, right = after - at;
    return left * right > 0.0 ? 2.0 * left * right / (left + right) : 0.0;
}

// Hermite's cubic between the values of two blocks, in samples. It stays between them: never negative.
static void cubic_of_block(cr_sounder *s) {
    const double n = CR_SOUND_BLOCK;
    cr_lanes *l = &s->lanes;
    l->varying = false;
    for (int j = 0; j < l->modes; j++) {
        double k0 = s->knot[0][j], k1 = s->knot[1][j], k2 = s->knot[2][j], k3 = s->knot[3][j];
        double m1 = slope(k0, k1, k2), m2 = slope(k1, k2, k3), rise = k2 - k1;
        l->extra[0][j] = k1;
        l->extra[1][j] = m1 / n;
        l->extra[2][j] = (3.0 * rise - 2.0 * m1 - m2) / (n * n);
        l->extra[3][j] = (m1 + m2 - 2.0 * rise) / (n * n * n);
        l->varying = l->varying || k1 > 0.0 || k2 > 0.0;
    }
}

// The frequencies of the block: constant within it, their phases go on. A mode keeps |v|, and with it its
// energy.
static void tune(cr_sounder *s) {
    cr_lanes *l = &s->lanes;
    for (int j = 0; j < l->modes; j++) {
        double w = s->natural[j] * (1.0 + 0.5 * (s->rise[1][j] + s->rise[2][j]));
        double omega = sqrt(w * w - cr_square(l->sigma[j]));
        if (fabs(omega - l->omega[j]) <= 1e-9 * omega) continue;
        l->omega[j] = omega;
        cr_lanes_set(l, j, j + 1, s->def.precision);
    }
}

// The oldest of four rows, which becomes the newest.
static double *shift(double *rows[4]) {
    double *oldest = rows[0];
    for (int k = 0; k < 3; k++) rows[k] = rows[k + 1];
    return rows[3] = oldest;
}

void cr_sounder_damp(cr_sounder *s) {
    cr_sounder_settle(s);
    const int rows = 8; // and more than there are
    s->untouched = s->spans ? 0 : s->untouched + (s->untouched < rows);
    if (s->untouched == rows) return; // all are 0, and so is what follows from them
    double *newest = shift(s->knot), *rise = shift(s->rise);
    bool coupled = mean_of_block(s, newest, rise);
    cr_sounder_rotate(s, coupled ? (const cr_basis_row *)s->rest.basis : NULL);
    const double most = s->def.rate / 8; // gone within 50 samples
    for (int j = 0; j < s->lanes.modes; j++) newest[j] = cr_min(newest[j], most);
    cubic_of_block(s);
    tune(s);
    if (s->def.damping == CR_CONTACT_DAMPING_COUPLED) cr_sounder_mix_begin(s);
}
