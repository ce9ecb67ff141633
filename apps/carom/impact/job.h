// The verb impact, stage by stage: what is asked, what came out, and the forms in which it is told.
#ifndef CAROM_APPS_CAROM_IMPACT_JOB_H
#define CAROM_APPS_CAROM_IMPACT_JOB_H

#include "impact/trace.h"

typedef struct cr_impact_job {
    cr_impact impact;
    long phases, rebounds;  // 0: not asked for
    const char *plot, *csv; // paths, NULL: none
    bool json;
} cr_impact_job;

typedef struct cr_impact_outcome {
    cr_impact_result result; // of the phase asked for; errors and deviations the worst over all phases
    bool rests_at_some_phase;
    cr_rebounds series;    // CR_NAN where the series ended early
    char series_note[288]; // why it did, else empty
    cr_trace trace, exact; // of the phase asked for, when there is a plot; exact is filled by the plot
} cr_impact_outcome;

cr_status cr_impact_job_read(const cr_command *command, cr_impact_job *job, cr_error *error);
// Runs everything and writes the CSV file.
cr_status cr_impact_job_run(const cr_command *command, const cr_impact_job *job, cr_impact_outcome *outcome,
                            cr_error *error);

void cr_impact_json(const cr_impact_job *job, const cr_impact_outcome *outcome, FILE *out);
void cr_impact_summary(const cr_impact_job *job, const cr_impact_outcome *outcome, FILE *out);
// What deserves attention: how short the contact is, what went wrong, what would do better.
void cr_impact_note(const cr_impact_job *job, const cr_impact_outcome *outcome, FILE *out);
cr_status cr_impact_plot(const cr_impact_job *job, cr_impact_outcome *outcome, cr_error *error);

#endif
