// Laws of compression between pairs of bodies.
#ifndef CAROM_TESTS_WORLD_LAWS_H
#define CAROM_TESTS_WORLD_LAWS_H

#include "carom/law.h"
#include "test.h"
#include "worlds.h"

// With alpha = 1.5, as between round bodies; lambda 0: that of the law.
static inline cr_law law_of(const char *type, double k, double lambda) {
    cr_error error = {0};
    cr_law law = cr_law_default(cr_law_find(type, &error));
    cr_law_set(&law, "k", k, &error);
    cr_law_set(&law, "alpha", 1.5, &error);
    if (lambda > 0.0) cr_law_set(&law, "lambda", lambda, &error);
    CHECK(cr_law_prepare(&law, &error) == CR_OK, "%s", error.reason);
    return law;
}

static inline void pair_by(world_rig *rig, int a, int b, const cr_law *law) {
    cr_pair_def pair = cr_pair_def_default();
    pair.a = a;
    pair.b = b;
    pair.law = law;
    CHECK(cr_world_model_pair(rig->model, &pair, &rig->error) == CR_OK, "%s", rig->error.reason);
}

#endif
