// Laws of compression at points: those that follow from the materials and the curvature of two bodies, and
// points that lie deeper than their law knows.
#include "world/compress.h"

#include "base/numeric.h"
#include "carom/exact.h"
#include "carom/material.h"

static const double loss_least = 0.05; // restitution that counts as no rebound at all
static const double slowest = 1e-3;    // m/s: slower impacts are damped like this

cr_status cr_compress_prepare(cr_law law[CR_COMPRESS_BY_BODIES], cr_error *error) {
    static const char *const type[] = {NULL, "hertz", "hunt-crossley", "azad-featherstone"};
    cr_status status = CR_OK;
    for (int i = CR_COMPRESS_HERTZ; i < CR_COMPRESS_BY_BODIES && status == CR_OK; i++) {
        status = cr_law_make(type[i], NULL, &law[i], error);
        law[i].k = 1.0;
        law[i].lambda = 0.0;
        law[i].type->ops->rescaled(&law[i]);
    }
    return status;
}

static double restitution_of(cr_compress kind, double number) {
    if (number == 0.0) return 1.0;
    return kind == CR_COMPRESS_AZAD_FEATHERSTONE ? cr_azad_restitution(number)
                                                 : -cr_hc_rebound(number) / number;
}

// The number on which restitution depends (derivation X4), from what it is to be. It falls with the number,
// from 1.
double cr_compress_loss(cr_compress kind, double restitution) {
    double wanted = cr_max(restitution, loss_least), low = -20.0, high = 3.0; // of its logarithm
    if (kind <= CR_COMPRESS_HERTZ || wanted >= 1.0) return 0.0;
    if (kind == CR_COMPRESS_AZAD_FEATHERSTONE) high = cr_log(20.0);
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (restitution_of(kind, cr_exp(middle)) > wanted) low = middle;
        else high = middle;
    }
    return cr_exp(0.5 * (low + high));
}

// Radii of curvature of a point: those of the surfaces, but no larger than the smaller body, so that what is
// flat gives like a ball of its size.
static double stiffness_of(const cr_world *w, const cr_pair *pair, const cr_meeting *meeting,
                           const cr_touch *touch) {
    double size = cr_min(cr_body_of(w, pair->a)->reach, cr_body_of(w, pair->b)->reach);
    double k = touch->curvature, apart = k * size > 1.0 ? cr_touch_ellipse(meeting, touch) : 0.0;
    double small = cr_min(1.0 / (k * (1.0 + apart)), size), large = cr_min(1.0 / (k * (1.0 - apart)), size);
    return cr_hertz_stiffness_ellipse(pair->rule.modulus, small, large);
}

void cr_compress_find(const cr_world *w, cr_pair *pair, const cr_meeting *meeting) {
    for (int i = 0; i < pair->points.count; i++) {
        cr_point_memory *m = &pair->points.items[i];
        if (m->psi == 0.0 || m->stiff == 0.0) m->stiff = stiffness_of(w, pair, meeting, &m->touch);
    }
}

cr_law cr_compress_law(const cr_meeting_rule *rule, const cr_point_memory *m) {
    cr_law law = *rule->law;
    if (!(rule->modulus > 0.0)) return law;
    law.k = m->stiff;
    law.lambda = m->damp;
    law.type->ops->rescaled(&law);
    return law;
}

cr_law cr_compress_stiffest(const cr_pair *pair) {
    cr_point_memory stiffest = {.stiff = 0.0};
    for (int i = 0; i < pair->points.count; i++)
        stiffest.stiff = cr_max(stiffest.stiff, pair->points.items[i].stiff);
    return cr_compress_law(&pair->rule, &stiffest);
}

// Damping by the fastest approach of this contact, at which the bounce has the restitution asked for; mass:
// that of the point, by what a force of the step moves it, h^2/2m.
void cr_compress_begin(const cr_hold *hold, cr_point *p, double ahead, double diagonal, cr_law *law) {
    const cr_meeting_rule *rule = &hold->w->pairs.items[p->pair].rule;
    double h = hold->h, mass = 0.5 * h * h / diagonal;
    cr_point_memory *after = &p->after;
    double depth = cr_max(-p->gap, 0.0);
    bool fresh = p->before.psi == 0.0;
    after->sunk = fresh ? depth : cr_min(after->sunk, depth);
    if (fresh) after->swift = 0.0;
    *law = cr_compress_law(rule, after);
    if (rule->modulus > 0.0 && rule->loss > 0.0) {
        after->swift = cr_max(after->swift, -ahead / h);
        after->damp = cr_restitution_damping(law, mass, cr_max(after->swift, slowest), rule->loss);
        *law = cr_compress_law(rule, after);
    }
    // A point that was found deep lies on a surface of its own, which comes up to the true one slowly.
    p->law_depth = -p->gap - after->sunk;
    p->law_psi = p->before.psi;
    if (!(after->sunk > 0.0)) return;
    after->sunk = cr_max(after->sunk - hold->w->model->def.push * h, 0.0);
    double risen = -p->gap - after->sunk;
    p->law_psi += law->type->ops->psi(law, risen) - law->type->ops->psi(law, p->law_depth);
    p->law_depth = risen;
}
