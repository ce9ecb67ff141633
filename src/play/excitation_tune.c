// Pitch glides in proportion, from where it is when the glide starts.
#include "base/maths.h"
#include "play/play_internal.h"

#include <string.h>

enum { ELEMENT, TO, START, DURATION, KEYS };

static const cr_key keys[] = {
    CR_KEY_ELEMENT,
    {.number = {"to", "Hz", "pitch at the end", CR_NAN, 1, 1e5}, .required = true},
    CR_KEY_START,
    {.number = {"duration", "s", "time that it takes", 0.1, 1e-3, 1e6}},
};

static cr_status check(const cr_excitation *x, const cr_target *target, cr_error *error) {
    (void)x;
    if (target->element->retune) return CR_OK;
    return cr_fail(error, CR_ERR_UNSUPPORTED, "element", "a %s cannot change its pitch while it runs",
                   target->element->name);
}

// A string that glides is made for the highest pitch it will have.
static void foresee(const cr_excitation *x, const cr_element *given, cr_element *element) {
    const cr_element_type *type = element->type;
    for (int i = 0; i < type->param_count; i++)
        if (strcmp(type->params[i].name, "f0_max") == 0 && isnan(given->value[i]) &&
            !(element->value[i] >= x->value[TO]))
            element->value[i] = x->value[TO];
}

// The step ignores a pitch out of reach, so a copy tries it first.
static cr_status prepare(cr_sim *sim, cr_playing *p, cr_error *error) {
    p->target = p->is.at.element;
    cr_element probe = *cr_network_element(sim->network, p->target);
    cr_status status = cr_element_retune(&probe, p->is.value[TO], error);
    if (status != CR_OK && error) strcpy(error->place, "to");
    p->envelope = (cr_envelope){.start = p->is.value[START], .duration = p->is.value[DURATION]};
    p->ends_by_itself = true;
    return status;
}

static void step(cr_sim *sim, cr_playing *p, double t) {
    double since = t - p->envelope.start, left = p->envelope.duration - since;
    if (since < 0.0 || left <= 0.0) return;
    cr_element *e = cr_network_element_at(sim->network, p->target);
    double now = e->type->mode(e, 1, false), share = cr_min(sim->h / left, 1.0);
    cr_network_tune(sim->network, p->target, now * cr_pow(p->is.value[TO] / now, share), NULL);
}

const cr_excitation_type cr_excitation_tune = {
    .name = "tune",
    .doc = "glide of a string to another pitch",
    .acts_on = "a string",
    .keys = keys,
    .key_count = KEYS,
    .check = check,
    .foresee = foresee,
    .prepare = prepare,
    .step = step,
};
