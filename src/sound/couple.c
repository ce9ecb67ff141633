// The contact points of a step as lossy springs: what the sounder takes from coupling.h, and when.
#include "sound/sounder.h"

#include "base/numeric.h"

#include <string.h>

enum { RESTING = 3 };                // steps with the same contacts, after which the eigenproblem is solved
static const double strong = 0.1;    // kappa above which the closed form no longer serves
static const double steepest = 0.05; // greatest rise of the pitch in the closed form, 84 cents

// How far a point swings along its tangents: amplitudes |v|/w of all modes, as if their phases were
// unrelated.
static double swing(const cr_sounder *s, const cr_coupling_point *p) {
    double squares = 0.0;
    for (int j = 0; j < s->lanes.modes; j++) {
        double size = (cr_square(s->lanes.x[j]) + cr_square(s->lanes.y[j])) / cr_square(s->natural[j]);
        squares += size * (cr_square(p->shape[1][j]) + cr_square(p->shape[2][j]));
    }
    return sqrt(squares);
}

// Springs and their losses; true: some point slides.
static bool set_springs(cr_sounder *s) {
    cr_gather *g = &s->gather;
    bool slides = false;
    for (int i = 0; i < g->coupling.points; i++) {
        cr_coupling_point *p = &g->coupling.point[i];
        const cr_sound_pair *pair = g->point[i].pair;
        cr_coupling_springs(pair, g->point[i].bulk, g->point[i].load, p->stiffness);
        p->loss[0] = pair->loss;
        p->loss[1] = p->loss[2] = cr_coupling_slip(pair, g->point[i].load, p->stiffness[1], swing(s, p));
        slides = slides || p->loss[1] > pair->loss;
    }
    return slides;
}

// The same points (to 0.1 mm) under the same loads (to 5 %) as in the step before.
static bool same(const cr_gather *g, const cr_rest *rest) {
    if (g->coupling.points != rest->points) return false;
    for (int i = 0; i < rest->points; i++) {
        cr_vec moved = cr_vec_sub(g->coupling.point[i].at, rest->at[i]);
        if (!(cr_vec_dot(moved, moved) <= 1e-8)) return false;
        if (!(fabs(g->point[i].load - rest->load[i]) <= 0.05 * rest->load[i])) return false;
    }
    return true;
}

static void remember(const cr_gather *g, cr_rest *rest) {
    rest->points = g->coupling.points;
    rest->steps = 0;
    rest->solved = false;
    for (int i = 0; i < rest->points; i++) {
        rest->at[i] = g->coupling.point[i].at;
        rest->load[i] = g->point[i].load;
    }
}

// Shapes and frequencies in the basis of the contacts; what is left between near-equal modes is less than
// their distance.
static void turn_modes(cr_sounder *s) {
    cr_gather *g = &s->gather;
    const cr_basis_row *basis = (const cr_basis_row *)s->rest.basis;
    for (int i = 0; i < g->coupling.points; i++)
        for (int d = 0; d < 3; d++) cr_sounder_turn_in_place(s, basis, g->shape[i][d]);
    for (int first = 0, n; first < s->lanes.modes; first += n) {
        n = cr_cluster_size(s->natural, s->lanes.modes, first);
        for (int r = 0; r < n; r++) {
            double square = 0.0;
            for (int i = 0; i < n; i++) square += cr_square(basis[first + i][r] * s->natural[first + i]);
            s->omega[first + r] = sqrt(square);
        }
    }
    g->coupling.omega = s->omega;
}

// The eigenproblem for the modes that the contacts hold strongly, and those that they change places with.
static void solve(cr_sounder *s, double *kappa) {
    cr_coupling *c = &s->gather.coupling;
    turn_modes(s);
    for (int j = 0; j < c->modes;) {
        cr_coupled mode;
        bool asked = kappa[j] > strong, found = asked && cr_coupling_exact(c, j, &mode);
        if (asked) kappa[j] = -1.0; // done
        if (found) {
            s->rest.extra[mode.owner] = cr_max(mode.sigma - c->sigma[mode.owner], 0.0);
            s->rest.pitch[mode.owner] = mode.omega / s->natural[mode.owner] - 1.0;
            if (kappa[mode.owner] >= 0.0) kappa[mode.owner] = 2.0 * strong;
        }
        j = found && mode.owner < j ? mode.owner : j + 1;
    }
}

void cr_sounder_couple(cr_sounder *s) {
    cr_gather *g = &s->gather;
    cr_rest *rest = &s->rest;
    cr_coupling *c = &g->coupling;
    const cr_modes *m = s->def.modes;
    c->modes = s->lanes.modes;
    c->omega = s->natural;
    c->sigma = s->lanes.sigma;
    c->mass = m->rigid ? m->mass : HUGE_VAL;
    c->inertia = m->inertia;
    bool slides = set_springs(s);
    if (g->felt || !same(g, rest)) remember(g, rest); // what is felt has not come to rest
    rest->steps++;
    if (slides || !rest->solved) {
        cr_coupling_seal(c);
        cr_coupling_losses(c, rest->basis, rest->extra, s->kappa, s->omega);
        for (int j = 0; j < c->modes; j++)
            rest->pitch[j] = cr_min(s->omega[j] / s->natural[j] - 1.0, steepest);
        rest->solved = !slides && rest->steps >= RESTING;
        if (rest->solved) solve(s, s->kappa);
    }
    g->span->coupled = true;
    for (int j = 0; j < c->modes; j++) {
        g->span->extra[j] += rest->extra[j];
        g->span->pitch[j] += rest->pitch[j];
    }
}
