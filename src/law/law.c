// The table of laws, and what every law can do whatever its formula.
#include "base/maths.h"
#include "law/law_internal.h"

static const cr_law_type *const laws[] = {
#define X(name) &cr_law_##name,
    CR_LAW_LIST(X)
#undef X
};

enum { LAW_COUNT = sizeof laws / sizeof *laws };

const cr_law_type *const *cr_law_types(int *count) {
    *count = LAW_COUNT;
    return laws;
}

const cr_law_type *cr_law_find(const char *name, cr_error *error) {
    const char *names[LAW_COUNT];
    for (int i = 0; i < LAW_COUNT; i++) names[i] = laws[i]->name;
    int index = cr_name_find("law", name, names, LAW_COUNT, error);
    return index < 0 ? NULL : laws[index];
}

cr_law cr_law_default(const cr_law_type *type) {
    cr_law law = {.type = type};
    cr_param_defaults(type->params, type->param_count, law.value);
    return law;
}

cr_status cr_law_set(cr_law *law, const char *name, double value, cr_error *error) {
    return cr_param_set(law->type->params, law->type->param_count, law->value, law->type->name, name, value,
                        error);
}

cr_status cr_law_prepare(cr_law *law, cr_error *error) {
    cr_status status = law->type->prepare(law, error);
    if (status == CR_OK) law->mu = law->lambda / law->k;
    return status;
}

cr_status cr_law_make(const char *type, const cr_setting *settings, cr_law *law, cr_error *error) {
    const cr_law_type *found = cr_law_find(type, error);
    if (!found) return CR_ERR_UNKNOWN;
    *law = cr_law_default(found);
    cr_status status = CR_OK;
    for (; settings && settings->name && status == CR_OK; settings++)
        status = cr_law_set(law, settings->name, settings->value, error);
    return status == CR_OK ? cr_law_prepare(law, error) : status;
}

cr_law cr_law_stiffened(const cr_law *law, double factor) {
    cr_law stiff = *law;
    stiff.k *= factor;
    stiff.lambda *= factor;
    if (stiff.type->ops->rescaled) stiff.type->ops->rescaled(&stiff);
    return stiff;
}

// v |v|^(q-1): the rate as the damper sees it.
static double damper_rate(const cr_law *law, double v) {
    return law->q == 1.0 ? v : copysign(cr_pow(fabs(v), law->q), v);
}

double cr_law_elastic_and_damping(const cr_law *law, double x, double *r) {
    const cr_law_ops *ops = law->type->ops;
    if (law->lambda > 0.0 && ops->elastic_and_damping) return ops->elastic_and_damping(law, x, r);
    *r = law->lambda > 0.0 ? ops->damping(law, x) : 0.0;
    return ops->elastic(law, x);
}

double cr_law_whole_force(const cr_law *law, double x, double v) {
    double r, force = cr_law_elastic_and_damping(law, x, &r);
    return law->lambda == 0.0 ? force : force + r * damper_rate(law, v);
}

double cr_law_force(const cr_law *law, double x, double v) {
    if (x <= 0.0 && !law->two_sided) return 0.0;
    double force = cr_law_whole_force(law, x, v);
    bool pulls = force < 0.0 && !law->two_sided;
    return pulls && !law->adhesive ? 0.0 : force;
}

void cr_law_force_slopes(const cr_law *law, double x, double v, double *in_x, double *in_v) {
    *in_x = *in_v = 0.0;
    if (x <= 0.0 && !law->two_sided) return;
    const cr_law_ops *ops = law->type->ops;
    *in_x = ops->stiffness(law, x);
    if (law->lambda > 0.0) {
        double r = ops->damping(law, x);
        *in_x += ops->damping_slope(law, x) * damper_rate(law, v);
        *in_v = law->q == 1.0 ? r : r * law->q * cr_pow(fabs(v), law->q - 1.0);
    }
    bool released = !law->two_sided && !law->adhesive && cr_law_force(law, x, v) == 0.0;
    if (released) *in_x = *in_v = 0.0;
}

bool cr_law_holds(const cr_law *law, double x, double v) {
    if (x <= 0.0) return false;
    return law->adhesive || law->lambda == 0.0 || v >= 0.0 || cr_law_force(law, x, v) > 0.0;
}

bool cr_law_has_invariant(const cr_law *law, double *mu) {
    bool proportional = law->proportional && law->q == 1.0;
    if (law->two_sided || !(law->lambda == 0.0 || proportional)) return false;
    *mu = law->mu;
    return true;
}

bool cr_law_is_hunt_crossley(const cr_law *law, double *mu) {
    return law->type->ops == &cr_law_power_ops && cr_law_has_invariant(law, mu);
}
