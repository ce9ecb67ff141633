// The sizes on which S1's formulas are compared with the library: what both round differently, in units of
// the relative rounding, to first order. A limit on the difference over this size is then a count of
// roundings.
#include "papers/s1/s1.h"

#include <stdlib.h>

// Where the place of a point is off the grid by some roundings, so are the weights with which the points
// around it, instead of it alone, are read and pushed.
static double size_of(const cr_s1_case *c, int point) {
    return point < 0 ? 0.0 : c->p[point].size * (1.0 + c->p[point].astray);
}

// A depth x is a difference of displacements and gap, and is rounded on their size s, whatever is left of
// them. With f = psi g + g^2/4 way, g ~ x^((alpha-1)/2), d psi/dx = (g + g-)/2:
//     df <= |psi g| + |g^2/4 way| + s [(alpha-1)/(2 x) (|psi g| + 2 |g^2/4 way|) + g (g + g-)/2 + g^2/4]
static double contact_rounding(const cr_s1_case *c, int i) {
    const cr_s1_contact *contact = &c->c[i];
    double g = contact->g, size = fabs(contact->gap) + size_of(c, contact->a) + size_of(c, contact->b);
    double charged = fabs(contact->psi * g), moved = fabs(c->force[i] - contact->psi * g);
    double bent = 0.5 * (contact->alpha - 1.0) / fabs(contact->depth) * (charged + 2.0 * moved);
    return charged + moved + size * (bent + 0.5 * g * (g + contact->g_before) + 0.25 * g * g);
}

// The same for the spring of section 7, f = k1 eta/2 + Phi+ eta+ + Phi- eta-, (44), (45), |eta| <= s.
static double spring_rounding(const cr_s1_case *c, int a, int b) {
    double size = size_of(c, a) + size_of(c, b), eta = fabs(c->p[a].now - c->p[b].now);
    double both = 0.25 * c->k1 + 0.5 * c->k3 * eta * eta;
    return size * (c->k1 + 2.0 * (both + c->r / c->rig.k) + 2.0 * c->k3 * eta * size);
}

static void add_force(cr_s1_case *c, int point, double force) {
    if (point >= 0) c->scale[point] += force / (c->p[point].cell * cr_s1_divisor(c, &c->p[point]));
}

// Onto the other points of a port, two away at most; only lines have more than one point that is compared.
static void spill_force(cr_s1_case *c, int from, double force) {
    for (int i = 0; from >= 0 && i < c->point_count; i++) {
        bool near = c->p[i].element == c->p[from].element && abs(c->p[i].at - c->p[from].at) <= 2;
        if (near) add_force(c, i, c->p[from].astray * fabs(force));
    }
}

static void share(cr_s1_case *c, int a, int b) {
    if (a < 0 || b < 0) return;
    c->scale[a] = c->scale[b] = fmax(c->scale[a], c->scale[b]);
}

// Free motion is rounded on the displacements around a point: at and above the smallest spacing its
// coefficients sum to 4 at most. A force f moves a point of mass m by f k^2/m at most, and what is joined to
// it no further: forces between points grow with the distance, so that nothing moves more than what is pushed
// (maximum principle).
void cr_s1_find_scales(cr_s1_case *c) {
    enum { STRING, BRIDGE, ROUNDS = 2 }; // no chain has more than three points
    bool sprung = c->k1 > 0.0;
    for (int i = 0; i < c->point_count; i++) c->scale[i] = fmax(c->p[i].size, fabs(c->next[i]));
    for (int i = 0; i < c->contact_count; i++) {
        c->force_scale[i] = contact_rounding(c, i);
        add_force(c, c->c[i].a, c->force_scale[i]);
        add_force(c, c->c[i].b, c->force_scale[i]);
        spill_force(c, c->c[i].a, c->force[i]);
        spill_force(c, c->c[i].b, c->force[i]);
    }
    if (sprung) {
        double force = spring_rounding(c, STRING, BRIDGE);
        add_force(c, STRING, force);
        add_force(c, BRIDGE, force);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < c->contact_count; i++) share(c, c->c[i].a, c->c[i].b);
        if (sprung) share(c, STRING, BRIDGE);
    }
}
