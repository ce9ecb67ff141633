#include "law/law_internal.h"

static const cr_param params[] = {CR_PARAM_K(1e7), CR_PARAM_ALPHA};

static cr_status prepare(cr_law *law, cr_error *error) {
    (void)error;
    return cr_law_lossless_prepare(law);
}

const cr_law_type cr_law_power = {
    "power",          "lossless power law; alpha = 1.5 is Hertz", "k x^alpha", "S4 (1)", params, 2, prepare,
    &cr_law_power_ops};
