#include "law/law_internal.h"

static const cr_param params[] = {
    CR_PARAM_K(1e7),
    CR_PARAM_LAMBDA(5e6),
    {"n", "", "exponent of the spring", 1.5, 1, 10},
    {"p", "", "exponent of depth in the damper", 1.5, 0, 10},
    {"q", "", "exponent of speed in the damper", 1, 1, 4},
    CR_PARAM_ADHESIVE,
};

static cr_status prepare(cr_law *law, cr_error *error) {
    (void)error;
    law->k = law->value[0];
    law->lambda = law->value[1];
    law->n = law->value[2];
    law->p = law->value[3];
    law->q = law->value[4];
    law->adhesive = law->value[5] != 0.0;
    return cr_law_power_prepare(law);
}

const cr_law_type cr_law_general = {"general",
                                    "any exponents; v^q keeps the sign of v",
                                    "k x^n + lambda x^p v^q, never pulls",
                                    "S2 (1)",
                                    params,
                                    6,
                                    prepare,
                                    &cr_law_power_ops};
