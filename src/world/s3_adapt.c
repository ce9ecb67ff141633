// Which modes the preset s3 simulates, how long its steps are, and when it leaves friction out.
#include "base/numeric.h"
#include "world/s3.h"

#include <string.h>

static const double still = 1e-8;   // m/s, delta_t of S3 (10)
static const double smooth = 1e-10; // N s, delta_f of S3 (11)

double cr_s3_length(const cr_world *w, const cr_group *g) {
    double h = HUGE_VAL;
    for (int i = 0; i < g->members; i++) h = cr_min(h, cr_mover_wish(w, g->member[i]));
    return h;
}

void cr_s3_modal_impulses(cr_s3 *s) {
    for (int i = 0; i < s->g->members; i++)
        memset(s->predicted[i].push, 0, (size_t)s->s.metric[i].body->modes * sizeof(double));
    for (int block = 0; block < s->s.blocks; block++)
        for (int end = 0; end < 2; end++) {
            int member = s->s.body[2 * block + end];
            if (member < 0) continue;
            const cr_body *b = s->s.metric[member].body;
            const double *normal = s->s.arms[2 * block + end] + (b->moves ? 6 : 0);
            double *push = s->predicted[member].push;
            for (int j = 0; j < b->modes; j++) push[j] += s->s.r[3 * block] * normal[j];
        }
}

// The highest mode that v^ = U^T (f - f_last)/h excites, f impulses as printed, and their size.
static int excited(const cr_s3 *s, const cr_body *b, const double *push, const double *last) {
    int j = b->modes;
    while (j > 0 && fabs(push[j - 1] - last[j - 1]) / s->h < s->w->model->def.awake) j--;
    return j;
}

// The highest mode with the energy of (9), counted from where it hangs. One that is not simulated has some
// only at the start or after a blow.
static int energetic(const cr_s3 *s, const cr_body *b, const cr_mover *m, const double *push) {
    int j = b->modes;
    for (; j > 0; j--) {
        double rate = m->rate_before[j - 1], lag = b->w[j - 1] * m->q[j - 1] - push[j - 1] / b->w[j - 1];
        if (0.5 * (rate * rate + lag * lag) >= s->w->model->def.asleep) break;
    }
    return j;
}

void cr_s3_adapt(cr_s3 *s) {
    for (int i = 0; i < s->g->members; i++) {
        cr_mover *m = &s->w->mover[s->g->member[i]];
        const cr_body *b = s->s.metric[i].body;
        int struck = excited(s, b, s->predicted[i].push, m->push),
            rings = energetic(s, b, m, s->outside.member[i].push);
        int before = m->awake, raised = struck > rings ? struck : rings;
        m->awake = raised > before ? raised : rings;
        s->g->ups += m->awake > before;
        s->g->downs += m->awake < before;
    }
}

bool cr_s3_cull(const cr_s3 *s) {
    double slip = 0.0, rubbed = 0.0;
    for (int block = 0; block < s->s.blocks; block++) {
        const double *u = s->s.q + 3 * block;
        slip += sqrt(u[1] * u[1] + u[2] * u[2]);
    }
    for (int i = 0; i < s->g->members; i++) rubbed += s->w->mover[s->g->member[i]].rubbed;
    return s->w->model->def.culling && slip < still && rubbed < smooth;
}
