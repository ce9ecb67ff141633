#include "impact/job.h"

// Fewer steps than this and no scheme follows the contact closely.
static const double steps_few = 4.0, steps_good = 8.0;

static bool supports(const char *scheme_name, const cr_impact *impact) {
    const cr_scheme *scheme = cr_scheme_find(scheme_name, NULL);
    cr_stepper stepper;
    return scheme && cr_stepper_init(&stepper, scheme, &impact->law, impact->mass, 1.0 / impact->rate,
                                     impact->force, 0.0, impact->velocity, NULL) == CR_OK;
}

static void note_rest(const cr_impact_job *job, const cr_impact_result *result, FILE *out) {
    if (result->exact.released)
        fputs("The simulated mass stays in contact, though exactly it leaves: try a higher --rate.\n", out);
    else if (job->impact.force > 0.0)
        fputs("The mass stays in contact: too little energy is left to leave against the force.\n", out);
    else fputs("The mass stays in contact: the damper takes all its energy.\n", out);
}

static void note_length(const cr_impact *impact, const cr_impact_result *result, FILE *out) {
    double duration = result->exact.released ? result->exact.duration : result->duration;
    double samples = duration * impact->rate, steps = samples * impact->oversample;
    fprintf(out, "The contact lasts %.3g samples", samples);
    if (impact->oversample > 1) fprintf(out, ", %.3g steps", steps);
    if (steps < steps_few)
        fprintf(out, ", too few to follow it closely: --oversample %.0f would give it %.0f steps",
                ceil(steps_good / samples), ceil(steps_good / samples) * samples);
    fputs(".\n", out);
}

static void note_pull(const cr_impact *impact, const cr_impact_result *result, FILE *out) {
    bool may_pull = impact->law.adhesive || impact->law.two_sided;
    if (may_pull || !(result->force_min < 0.0)) return;
    fprintf(out,
            "The simulated contact pulled with up to %.3g N, which the law forbids; psi and psi-foh never "
            "pull.\n",
            -result->force_min);
}

static void note_better_scheme(const cr_impact *impact, const cr_impact_result *result, FILE *out) {
    double off = fabs(result->err_v_out_percent);
    bool invariant = impact->scheme->traits & CR_NEEDS_INVARIANT;
    bool balanced = impact->scheme->traits & CR_BOOKS_LOSSES;
    if (invariant || !(off > 1e-3)) return;
    if (supports("dg-invariant-time", impact))
        fputs("--scheme dg-invariant-time has the exact v_out for this law.\n", out);
    else if (!balanced && supports("psi-foh", impact))
        fputs("--scheme psi-foh keeps the energy balance of this law exactly.\n", out);
}

void cr_impact_note(const cr_impact_job *job, const cr_impact_outcome *outcome, FILE *out) {
    const cr_impact_result *result = &outcome->result;
    if (job->impact.law.two_sided)
        fputs("A two-sided connection never lets go: it counts as left where it passes x = 0 again.\n", out);
    if (result->released) {
        note_length(&job->impact, result, out);
        note_pull(&job->impact, result, out);
        note_better_scheme(&job->impact, result, out);
    } else {
        note_rest(job, result, out);
    }
    if (outcome->rests_at_some_phase)
        fputs("At some entry phases the mass stays in contact, so that there is no worst to report.\n", out);
    if (*outcome->series_note) fprintf(out, "The series ends early: %s.\n", outcome->series_note);
}
