#include "law/law_internal.h"

static const cr_param params[] = {CR_PARAM_K(1e6), CR_PARAM_LAMBDA(10), CR_PARAM_ADHESIVE};

static cr_status prepare(cr_law *law, cr_error *error) {
    (void)error;
    law->k = law->value[0];
    law->lambda = law->value[1];
    law->n = law->q = 1.0;
    law->p = 0.0;
    law->adhesive = law->value[2] != 0.0;
    return cr_law_power_prepare(law);
}

const cr_law_type cr_law_linear = {
    "linear", "spring and damper", "k x + lambda v, never pulls", "S2 III", params, 3,
    prepare,  &cr_law_power_ops};
