#include "sdt.h"

// Its headers want this order.
#include "SDTCommon.h"

#include "SDTResonators.h"

#include "SDTInteractors.h"

#include <stdlib.h>

struct bench_sdt {
    SDTResonator *object, *hammer;
    SDTInteractor *contact;
    double out[2]; // object, hammer [m]
};

// Of modes with one gain the toolkit spreads a force evenly: agility = 1/weight.
static SDTResonator *make_body(int modes, const double *given, double weight) {
    SDTResonator *body = SDTResonator_new((unsigned)modes, 1);
    SDTResonator_setActiveModes(body, (unsigned)modes);
    SDTResonator_setFragmentSize(body, 1.0);
    for (int i = 0; i < modes; i++) {
        unsigned mode = (unsigned)i;
        SDTResonator_setFrequency(body, mode, given ? given[2 * i] : 0.0);
        SDTResonator_setDecay(body, mode, given ? 2.0 / given[2 * i + 1] : 0.0);
        SDTResonator_setWeight(body, mode, weight);
        SDTResonator_setGain(body, 0, mode, 1.0);
    }
    return body;
}

bench_sdt *bench_sdt_new(const bench_sdt_def *def) {
    bench_sdt *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    SDT_setSampleRate(def->rate);
    s->object = make_body(def->modes, def->given, 1.0 / def->agility);
    s->hammer = make_body(1, NULL, def->mass);
    s->contact = SDTImpact_new();
    SDTImpact_setStiffness(s->contact, def->k);
    SDTImpact_setShape(s->contact, def->alpha);
    SDTInteractor_setFirstResonator(s->contact, s->object);
    SDTInteractor_setSecondResonator(s->contact, s->hammer);
    SDTResonator_setPosition(s->hammer, 0, -def->height);
    return s;
}

void bench_sdt_free(bench_sdt *s) {
    if (!s) return;
    SDTImpact_free(s->contact);
    SDTResonator_free(s->object);
    SDTResonator_free(s->hammer);
    free(s);
}

double bench_sdt_step(bench_sdt *s, double press) {
    SDTInteractor_dsp(s->contact, 0.0, 0.0, 0.0, press, 0.0, 0.0, s->out);
    return s->out[0];
}

int bench_sdt_touches(const bench_sdt *s) {
    return s->out[1] > s->out[0];
}
