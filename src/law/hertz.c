#include "law/law_internal.h"

static const cr_param params[] = {CR_PARAM_K(1e10)};

static cr_status prepare(cr_law *law, cr_error *error) {
    (void)error;
    law->k = law->value[0];
    law->n = law->p = 1.5;
    law->q = 1.0;
    return cr_law_power_prepare(law);
}

const cr_law_type cr_law_hertz = {
    "hertz", "lossless contact of round bodies", "k x^1.5", "S2 (5)", params, 1, prepare, &cr_law_power_ops};
