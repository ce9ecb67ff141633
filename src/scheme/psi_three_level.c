// The quadratised scheme of S1 for one mass: the force is g y with y the mean of psi over two half steps, so
// that one division replaces the iteration. The three entries differ in how g is chosen (psi_contact.h).
#include "scheme/psi_contact.h"
#include "scheme/scheme_internal.h"

static void step(cr_stepper *s, cr_psi_mode mode) {
    double compliance = s->h * s->h / s->m;
    cr_psi_step way = {s->x, s->x_before, 2.0 * s->travel + compliance * s->force, compliance, s->h};
    cr_psi_outcome contact = cr_psi_contact(&s->law, mode, &way, s->psi);
    cr_three_level_advance(s, cr_three_level_travel(s, contact.force), contact.force);
    s->psi = contact.psi;
    s->dissipated += contact.loss;
}

static void step_predicted(cr_stepper *s) {
    step(s, CR_PSI_PREDICTED);
}

static void step_plain(cr_stepper *s) {
    step(s, CR_PSI_PLAIN);
}

static void step_2021(cr_stepper *s) {
    step(s, CR_PSI_2021);
}

static double energy(const cr_stepper *s) {
    return cr_interval_energy(s, 0.5 * s->psi * s->psi);
}

const cr_scheme cr_scheme_psi_plain = {"psi-plain",
                                       "quadratised energy, gradient at the sample",
                                       "S1 (12)-(18)",
                                       2,
                                       false,
                                       CR_NEEDS_LINEAR_DAMPER | CR_BOOKS_LOSSES | CR_STAGGERED,
                                       cr_three_level_init,
                                       step_plain,
                                       energy};

const cr_scheme cr_scheme_psi_2021 = {"psi-2021",
                                      "quadratised energy, sign rule of the authors' code of 2021",
                                      "S1, later code",
                                      2,
                                      false,
                                      CR_NEEDS_LINEAR_DAMPER | CR_NEEDS_ONE_SIDED | CR_BOOKS_LOSSES |
                                          CR_STAGGERED,
                                      cr_three_level_init,
                                      step_2021,
                                      energy};

const cr_scheme cr_scheme_psi = {"psi",
                                 "quadratised energy, predicted gradient and exact release: never pulls",
                                 "S1; derivations H2, L2",
                                 2,
                                 false,
                                 CR_NEEDS_LINEAR_DAMPER | CR_BOOKS_LOSSES | CR_STAGGERED | CR_LASTS_LONGER,
                                 cr_three_level_init,
                                 step_predicted,
                                 energy};
