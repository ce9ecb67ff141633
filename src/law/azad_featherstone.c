#include "law/law_internal.h"

static const cr_param params[] = {
    CR_PARAM_K(1e10),
    CR_PARAM_LAMBDA(1e5),
    CR_PARAM_ADHESIVE,
    {"recovery", "0|1", "1 lets the surface take time to return after contact loss (S2 II-B)", 0, 0, 1}};

static cr_status prepare(cr_law *law, cr_error *error) {
    law->k = law->value[0];
    law->lambda = law->value[1];
    law->n = 1.5;
    law->p = 0.5;
    law->q = 1.0;
    law->adhesive = law->value[2] != 0.0;
    law->recovers = law->value[3] != 0.0;
    if (law->adhesive && law->recovers)
        return cr_fail(error, CR_ERR_INPUT, "recovery", "recovery needs a contact that lets go: adhesive=0");
    return cr_law_power_prepare(law);
}

const cr_law_type cr_law_azad_featherstone = {
    "azad-featherstone",
    "viscoelastic sphere; restitution falls with the log of the speed",
    "sqrt(x) (k x + lambda v), never pulls",
    "S2 (8), (11)",
    params,
    4,
    prepare,
    &cr_law_power_ops};
