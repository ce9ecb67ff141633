#include "law/law_internal.h"

static const cr_param params[] = {
    CR_PARAM_K(1e7),
    CR_PARAM_ALPHA,
    {"mu", "s/m", "damping over stiffness, lambda/k (0.5 if neither is given)", CR_NAN, 0, 1e6},
    {"lambda", "N s/m^(alpha+1)", "damping, instead of mu", CR_NAN, 0, 1e18},
};

static cr_status prepare(cr_law *law, cr_error *error) {
    double mu = law->value[2], lambda = law->value[3];
    if (!isnan(mu) && !isnan(lambda))
        return cr_fail(error, CR_ERR_INPUT, "lambda", "hunt-crossley takes mu or lambda, not both");
    law->k = law->value[0];
    law->n = law->p = law->value[1];
    law->q = 1.0;
    law->lambda = !isnan(lambda) ? lambda : law->k * (isnan(mu) ? 0.5 : mu);
    return cr_law_power_prepare(law);
}

const cr_law_type cr_law_hunt_crossley = {"hunt-crossley",
                                          "loss in proportion to the spring; every result in closed form",
                                          "k x^alpha (1 + mu v)",
                                          "S0 (1)",
                                          params,
                                          4,
                                          prepare,
                                          &cr_law_power_ops};
