// Modes that friction feeds. Where mu falls with the slip v, a point of a surface that slips under the force
// N is pushed along with -mu'(v) N times the speed at which it goes along: the loss 2 sigma of a mode whose
// shape along the slip is U_i at the points shrinks by sum -mu'(v_i) N_i U_i^2, and what is left below 0
// grows: it squeaks.
#include "base/numeric.h"
#include "world/hold.h"

static void feed(const cr_hold *hold, int block, int end, double strength) {
    int member = hold->s.body[2 * block + end];
    if (member < 0) return;
    const cr_body *b = hold->s.metric[member].body;
    cr_hold_member *out = &hold->member[member];
    const double *r = hold->s.r + 3 * block;
    double across = r[1] * r[1] + r[2] * r[2];
    const double *rows = hold->s.arms[2 * block + end] + (b->moves ? 6 : 0);
    for (int j = 0; j < b->modes; j++) {
        double along = r[1] * rows[b->freedoms + j] + r[2] * rows[2 * b->freedoms + j];
        out->feed[j] += strength * cr_square(along / out->root[j]) / across;
    }
}

void cr_hold_squeak(cr_hold *hold) {
    cr_group *g = hold->g;
    bool any = false;
    for (int i = 0; i < g->members; i++) hold->w->mover[g->member[i]].squeaks = 0.0;
    for (int block = 0; block < hold->s.blocks; block++) {
        if (hold->s.kind[block] != CR_ROWS_CONTACT || hold->point[block] < 0) continue;
        const cr_point *p = &g->point[hold->point[block]];
        double strength =
            cr_point_mu_fall(&hold->w->pairs.items[p->pair].rule.grip, p->after.slip) * p->force[0];
        if (!(strength > 0.0)) continue;
        if (!any)
            for (int i = 0; i < g->members; i++)
                for (int j = 0; j < hold->s.metric[i].body->modes; j++) hold->member[i].feed[j] = 0.0;
        any = true;
        for (int end = 0; end < 2; end++) feed(hold, block, end, strength);
    }
    for (int i = 0; any && i < g->members; i++) {
        const cr_body *b = hold->s.metric[i].body;
        for (int j = 0; j < b->modes; j++)
            if (hold->member[i].feed[j] > 2.0 * b->sigma[j]) hold->w->mover[g->member[i]].squeaks = b->w[j];
    }
}
