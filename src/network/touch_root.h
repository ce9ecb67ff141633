// One contact of a group in the step of derivation T8, whoever solves it: alone with a friction
// (touch_pressed.c) or with others (touch_solve.c).
#ifndef CAROM_NETWORK_TOUCH_ROOT_H
#define CAROM_NETWORK_TOUCH_ROOT_H

#include "base/numeric.h"
#include "network/touch.h"

#include <float.h>

// L, L^-1 G and 1 - |L^-1 G|^2/2 = det(R/h)/det H, all by sums of what is positive.
static inline cr_touch_root cr_touch_root_of(const cr_foh_shape *s, double h) {
    double g0 = s->g0, g1 = s->g1, r00 = s->r0 / h, r01 = s->r1 / h, r11 = 3.0 * r00;
    double h00 = r00 + 0.5 * g0 * g0, h01 = r01 + 0.5 * g0 * g1, damper = r00 * r11 - r01 * r01;
    if (!(h00 > DBL_MIN)) { // no mean force
        double l11 = sqrt(0.5) * fabs(g1);
        return (cr_touch_root){.l11 = l11, .e1 = l11 > 0.0 ? g1 / l11 : 0.0, .rest = l11 == 0.0};
    }
    double l00 = sqrt(h00), inverse = 1.0 / l00;
    cr_touch_root root = {.l00 = l00, .l10 = h01 * inverse, .e0 = g0 * inverse};
    if (!(damper > 0.0)) return root;
    double det = damper + 0.5 * cr_max(g0 * (g0 * r11 - g1 * r01) + g1 * (g1 * r00 - g0 * r01), 0.0);
    root.l11 = sqrt(det) * inverse;
    root.e1 = (g1 * r00 - g0 * r01) / (h00 * root.l11);
    root.rest = damper / det;
    return root;
}

// No force, whatever its way.
static inline bool cr_touch_root_idle(const cr_touch_root *a) {
    return a->l00 == 0.0 && a->l11 == 0.0;
}

// It does not touch, and without forces will not in this step.
static inline bool cr_touch_stays_apart(const cr_touch *t) {
    return t->struck || !(t->depth > 0.0 || t->depth + t->reach > 0.0 || t->psi > 0.0);
}

// y = psi + G z/2, from v
static inline double cr_touch_mean_psi(const cr_touch_root *a, const cr_touch *t, const double *v) {
    return a->rest * t->psi + 0.5 * (a->e0 * v[0] + a->e1 * v[1]);
}

// The shape on this way; on the one to be expected, if there is none yet.
static inline cr_foh_shape cr_touch_shape_on(const cr_touch *t, int level, const double *way) {
    const cr_foh_response *q = &t->response[level];
    if (t->struck) return (cr_foh_shape){0};
    cr_foh_path path = way ? (cr_foh_path){t->depth, t->depth + way[0], way[1]}
                           : cr_foh_guess(&t->known->law, q, t->depth, t->reach, t->moment);
    cr_foh_shape shape = cr_foh_shape_of(&t->known->law, &path, q->e0, t->psi);
    return shape.g0 == 0.0 && shape.g1 == 0.0 ? cr_foh_give_back(q, t->reach, t->psi) : shape;
}

// A shape whose psi would end below zero is shrunk towards the one that ends at zero; whether it was.
static inline bool cr_touch_shrink(const cr_touch *t, const cr_touch_root *a, const double *v,
                                   cr_foh_shape *s) {
    double gain = 2.0 * (cr_touch_mean_psi(a, t, v) - t->psi);
    if (t->psi + gain >= -1e-13 * t->psi || gain >= 0.0) return false;
    double share = t->psi > 0.0 ? -t->psi / gain : 0.0;
    s->g0 *= share;
    s->g1 *= share;
    return true;
}

// psi and the loss of the step, with the way z.
static inline void cr_touch_settle(cr_touch *t, const cr_foh_shape *s, const cr_touch_root *a,
                                   const double *v, const double *z, bool dropped, double h) {
    const double remnant = 1e-3; // of psi, by which a shrunk shape may miss zero
    double before = t->psi, after = fabs(2.0 * cr_touch_mean_psi(a, t, v) - before); // even in (psi, g)
    t->lost += (s->r0 * z[0] * z[0] + 2.0 * s->r1 * z[0] * z[1] + 3.0 * s->r0 * z[1] * z[1]) / h;
    if (dropped) after = cr_min(before, t->known->law.type->ops->psi(&t->known->law, t->depth + z[0]));
    bool parted = after < (t->depth + z[0] <= 0.0 ? remnant : 1e-13) * before;
    t->psi = parted ? 0.0 : after;
    if (dropped) t->lost += 0.5 * (before - t->psi) * (before + t->psi);
    else if (parted) t->lost += 0.5 * after * after;
}

#endif
