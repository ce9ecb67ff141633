// Random impacts over the whole table: every law with every scheme that takes it. No NaN, closed balance, no
// pull.
#include "scenarios.h"

#include <stdint.h>
#include <string.h>

static double uniform(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static double log_uniform(uint64_t *state, double lo, double hi) {
    return lo * pow(hi / lo, uniform(state));
}

static cr_law random_law(const cr_law_type *type, uint64_t *state) {
    cr_law law = cr_law_default(type);
    cr_law_set(&law, "k", log_uniform(state, 1e3, 1e14), NULL);
    cr_law_set(&law, "alpha", 1 + 2 * uniform(state), NULL);
    cr_law_set(&law, "mu", log_uniform(state, 1e-4, 1e2), NULL);
    cr_law_set(&law, "n", 1 + 2 * uniform(state), NULL);
    cr_law_set(&law, "p", 2 * uniform(state), NULL);
    cr_law_set(&law, "q", uniform(state) < 0.5 ? 1 : 1 + uniform(state), NULL);
    cr_law_prepare(&law, NULL);
    return law;
}

static void check_one(const cr_law *law, const cr_scheme *scheme, double m, double v, double phase,
                      double force) {
    cr_impact impact = {.law = *law, .mass = m, .velocity = v, .rate = 44100, .phase = phase, .force = force};
    impact.oversample = 1;
    impact.scheme = scheme;
    cr_impact_result r;
    cr_error error = {.reason = ""};
    cr_status status = cr_impact_run(&impact, (cr_sample_sink){0}, &r, &error);
    if (status == CR_ERR_UNSUPPORTED) return;
    const char *law_name = law->type->name;
    bool books = scheme->traits & CR_BOOKS_LOSSES;
    bool explicit_may_blow_up = !books;
    CHECK(explicit_may_blow_up || status >= 0, "%s %s: %s", law_name, scheme->name, error.reason);
    if (!books || status < 0) return;
    double limit = strcmp(scheme->name, "adaptive") == 0 ? 1e-10 : 2e-12; // adaptive: set by its tolerance
    bool invariant_kept = !(scheme->traits & CR_NEEDS_INVARIANT) || law->lambda / law->k * v < 5;
    if (!invariant_kept) // 1 + mu v is lost to rounding near v = -1/mu; the release velocity is not
        CHECK(fabs(r.err_v_out_percent) < 1e-6, "%s %s: v_out %g %%", law_name, scheme->name,
              r.err_v_out_percent);
    CHECK(!invariant_kept || r.energy_residual <= limit,
          "%s %s k %g n %g mu %g m %g v %g phase %g: balance %g", law_name, scheme->name, law->k, law->n,
          law->mu, m, v, phase, r.energy_residual);
    CHECK(isfinite(r.x_max), "%s %s", law_name, scheme->name);
    bool may_pull =
        law->adhesive || strncmp(scheme->name, "psi-", 4) == 0 || strcmp(scheme->name, "adaptive") == 0;
    if (strcmp(scheme->name, "psi-foh") == 0) may_pull = law->adhesive;
    if (!may_pull) CHECK(r.force_min >= 0, "%s %s pulls: %g", law_name, scheme->name, r.force_min);
    if (r.released && force == 0 && !law->two_sided && strcmp(scheme->name, "psi-plain") != 0)
        CHECK(fabs(r.v_out) <= v * (1 + 1e-11), "%s %s gains energy: %g of %g", law_name, scheme->name,
              r.v_out, v);
}

int main(void) {
    uint64_t state = 20260101;
    int laws, schemes;
    const cr_law_type *const *types = cr_law_types(&laws);
    const cr_scheme *const *all = cr_schemes(&schemes);
    for (int i = 0; i < 40; i++)
        for (int l = 0; l < laws; l++) {
            cr_law law = random_law(types[l], &state);
            double m = log_uniform(&state, 1e-4, 1), v = log_uniform(&state, 0.01, 10);
            // damping of the right size for these values, from weak to strong
            if (law.lambda > 0 && strcmp(types[l]->name, "hunt-crossley") != 0) {
                double lambda = cr_restitution_damping(&law, m, v, log_uniform(&state, 1e-3, 3));
                if (cr_law_set(&law, "lambda", fmin(lambda, 1e18), NULL) == CR_OK) cr_law_prepare(&law, NULL);
            }
            // keep contacts between 0.05 and 2000 samples: the run must end in reasonable time
            double samples = 44100 * cr_lossless_duration(m, law.k, law.n, v);
            if (samples > 2000 || samples < 0.05) continue;
            double force = uniform(&state) < 0.3 ? 9.81 * m : 0;
            double phase = uniform(&state);
            for (int s = 0; s < schemes; s++) check_one(&law, all[s], m, v, law.two_sided ? 0 : phase, force);
        }
    return test_summary();
}
