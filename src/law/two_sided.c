#include "law/law_internal.h"

static const cr_param params[] = {CR_PARAM_K(1e7), CR_PARAM_ALPHA};

static cr_status prepare(cr_law *law, cr_error *error) {
    (void)error;
    law->two_sided = law->adhesive = true;
    return cr_law_lossless_prepare(law);
}

const cr_law_type cr_law_two_sided = {"two-sided",
                                      "nonlinear connection: pushes when pressed, pulls when stretched",
                                      "k sgn(x) |x|^alpha",
                                      "S1 (66)",
                                      params,
                                      2,
                                      prepare,
                                      &cr_law_power_ops};
