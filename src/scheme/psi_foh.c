// Quadratised energy with a force that is linear inside the step: fourth order, exact balance, no iteration.
// Here against a wall: the mass answers a + b xi by x1 - x0 = h v + h^2 F/2m - (h^2/m)(a/2 - b/6).
#include "scheme/foh_contact.h"
#include "scheme/scheme_internal.h"

static void init(cr_stepper *s) {
    s->psi = s->law.type->ops->psi(&s->law, s->x);
}

static void step(cr_stepper *s) {
    double h = s->h, unit = h * h / s->m;
    cr_foh_response response = {h, 0.5 * unit, unit / 6.0, 0.0};
    double reach = h * s->v + 0.5 * unit * s->force, moment = unit * s->force / 6.0;
    cr_foh_force f = cr_foh_contact(&s->law, &response, s->x, reach, moment, &s->psi);
    s->x += f.travel;
    s->v += h / s->m * (s->force - f.a);
    s->f_mean = f.a;
    s->dissipated += f.loss;
}

static double energy(const cr_stepper *s) {
    return 0.5 * s->m * s->v * s->v + 0.5 * s->psi * s->psi - s->force * s->x;
}

const cr_scheme cr_scheme_psi_foh = {
    "psi-foh",
    "quadratised energy, force linear in the step: fourth order, exact balance",
    "derivation H3",
    4,
    false,
    CR_NEEDS_LINEAR_DAMPER | CR_NEEDS_ONE_SIDED | CR_BOOKS_LOSSES,
    init,
    step,
    energy};
