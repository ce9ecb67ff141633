// The event-located reference as a scheme: any law, any force, contact made and broken between samples.
#include "scheme/scheme_internal.h"

static void init(cr_stepper *s) {
    cr_located_init(&s->located, &s->law, s->m, s->force, s->x, s->v, fabs(s->v));
}

static void step(cr_stepper *s) {
    cr_located *l = &s->located;
    double v_before = s->v;
    long contacts_before = l->contacts;
    bool contact = l->touching;
    cr_event event;
    cr_status status = cr_located_run(l, (double)(s->steps + 1) * s->h, false, &event);
    contact = contact || l->contacts != contacts_before;
    s->x = l->x;
    s->v = l->v;
    s->dissipated = l->dissipated;
    s->f_mean = contact ? s->force - s->m * (s->v - v_before) / s->h : 0.0;
    if (status != CR_OK) s->x = CR_NAN;
}

static double energy(const cr_stepper *s) {
    return cr_located_energy(&s->located);
}

const cr_scheme cr_scheme_adaptive = {"adaptive",
                                      "event-located extrapolation, the reference for any law",
                                      "Gragg, Bulirsch, Stoer",
                                      18,
                                      false,
                                      CR_ALLOWS_RECOVERY | CR_BOOKS_LOSSES,
                                      init,
                                      step,
                                      energy};
