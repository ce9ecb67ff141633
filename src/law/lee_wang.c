#include "law/law_internal.h"

static const cr_param params[] = {CR_PARAM_K(1e10), CR_PARAM_LAMBDA(1e7), CR_PARAM_ADHESIVE};

static cr_status prepare(cr_law *law, cr_error *error) {
    (void)error;
    law->k = law->value[0];
    law->lambda = law->value[1];
    law->n = 1.5;
    law->p = law->q = 1.0;
    law->adhesive = law->value[2] != 0.0;
    return cr_law_power_prepare(law);
}

const cr_law_type cr_law_lee_wang = {"lee-wang",
                                     "Hertz spring, damper in proportion to depth",
                                     "k x^1.5 + lambda x v, never pulls",
                                     "S2 [9]",
                                     params,
                                     3,
                                     prepare,
                                     &cr_law_power_ops};
