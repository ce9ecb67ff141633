// Contact damping that couples the modes, S3 (16)-(19): the dampers act on the velocity of each point, to
// which all modes contribute. Once per sample, after the modes have turned freely,
//     q' <- (1 + X/2)^-1 (1 - X/2) q',  X = h gamma G,  G = sum_k c_k U_k^T (mu 1 + (1 - mu) n_k n_k^T) U_k,
// which takes energy whatever G is (derivation U8). G is its mean over a block.
#include "sound/sounder.h"

#include "base/linear.h"
#include "base/numeric.h"

#include <string.h>

static size_t bytes(const cr_sounder *s) {
    return (size_t)s->lanes.modes * (size_t)s->lanes.modes * sizeof(double);
}

// a += share U^T (n n^T + mu (1 - n n^T)) U, of the part at and below the diagonal
static void add_point(const cr_sounder *s, const struct cr_gather_point *p, double *const shape[3],
                      double *a) {
    int modes = s->lanes.modes;
    for (int d = 0; d < 3; d++) {
        double scale = p->pair->gamma * p->load * (d ? p->pair->friction : 1.0);
        if (!(scale > 0.0)) continue; // no figure
        for (int i = 0; i < modes; i++)
            for (int j = 0; j <= i; j++) a[i * modes + j] += scale * shape[d][i] * shape[d][j];
    }
}

static void add_share(cr_sounder *s, const cr_span *span) {
    double t0 = cr_sounder_time(s), t1 = cr_sounder_end(s);
    double share = (cr_min(span->t1, t1) - cr_max(span->t0, t0)) / (t1 - t0);
    int count = s->lanes.modes * s->lanes.modes;
    if (!(share > 0.0)) return;
    s->mix.any = true;
    for (int i = 0; i < count; i++) s->mix.mean[i] += share * s->mix.last[i];
}

void cr_sounder_mix(cr_sounder *s) {
    cr_gather *g = &s->gather;
    memset(s->mix.last, 0, bytes(s));
    for (int i = 0; i < g->coupling.points; i++) add_point(s, &g->point[i], g->shape[i], s->mix.last);
    s->mix.span = g->span;
    s->mix.told = s->blocks;
    add_share(s, g->span);
}

void cr_sounder_mix_begin(cr_sounder *s) {
    cr_mix *m = &s->mix;
    int n = s->lanes.modes;
    bool lasts = m->span && m->span->used && m->told < s->blocks; // a step of an earlier block that goes on
    if (lasts) add_share(s, m->span);
    m->acts = m->any;
    if (!m->any) return;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            m->factor[i * n + j] = m->factor[j * n + i] =
                0.5 * s->lanes.h * m->mean[i * n + j] + (i == j ? 1.0 : 0.0);
    cr_lu_factor_positive(m->factor, n);
    memset(m->mean, 0, bytes(s));
    m->any = false;
}

// q' = Re v - sigma Im v/omega, held forces or not; a step of q' is one of Re v.
void cr_sounder_mix_sample(cr_sounder *s) {
    const cr_lanes *l = &s->lanes;
    double *rate = s->mix.rate, *left = s->mix.left;
    for (int j = 0; j < l->modes; j++) left[j] = rate[j] = l->x[j] - l->sigma[j] * l->y[j] / l->omega[j];
    cr_lu_solve(s->mix.factor, l->modes, NULL, left);
    for (int j = 0; j < l->modes; j++) l->x[j] += 2.0 * (left[j] - rate[j]);
}
