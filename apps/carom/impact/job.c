#include "impact/job.h"
#include "impact/law_options.h"
#include "io/file/csv.h"
#include "io/file/file.h"

#include <string.h>

enum {
    PHASES_MOST = 100000,
    REBOUNDS_MOST = 1000000,
    OVERSAMPLE_MOST = 65536,
    TRACE_MOST = 4096,
    EXACT_POINTS = 1200
};

static cr_status read_scheme(const cr_command *command, cr_impact *impact, cr_error *error) {
    impact->scheme = cr_scheme_find(cr_command_text(command, "--scheme", impact->scheme->name), error);
    return impact->scheme ? CR_OK : error->status;
}

static cr_status read_numbers(const cr_command *command, cr_impact_job *job, cr_error *error) {
    cr_impact *impact = &job->impact;
    const struct {
        const char *option;
        double *value;
    } numbers[] = {{"--mass", &impact->mass},
                   {"--velocity", &impact->velocity},
                   {"--rate", &impact->rate},
                   {"--phase", &impact->phase},
                   {"--external-force", &impact->force}};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        cr_status status = cr_command_number(command, numbers[i].option, numbers[i].value, error);
        if (status != CR_OK) return status;
    }
    long oversample = impact->oversample;
    cr_status status = cr_command_integer(command, "--oversample", 1, OVERSAMPLE_MOST, &oversample, error);
    impact->oversample = (int)oversample;
    if (status == CR_OK)
        status = cr_command_integer(command, "--phases", 1, PHASES_MOST, &job->phases, error);
    if (status == CR_OK)
        status = cr_command_integer(command, "--rebounds", 1, REBOUNDS_MOST, &job->rebounds, error);
    return status;
}

// "hybrid,vout"; law, scheme and force must be known.
static cr_status read_corrections(const cr_command *command, cr_impact *impact, cr_error *error) {
    const char *text = cr_command_text(command, "--correct", NULL);
    while (text) {
        size_t length = strcspn(text, ",");
        char name[48];
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
        cr_status status = cr_impact_correct(impact, name, error);
        if (status != CR_OK) {
            snprintf(error->place, sizeof error->place, "--correct");
            return status;
        }
        text = text[length] ? text + length + 1 : NULL;
    }
    return CR_OK;
}

// A scheme says itself what it cannot do.
static cr_status check_support(const cr_impact *impact, cr_error *error) {
    cr_stepper stepper;
    return cr_stepper_init(&stepper, impact->scheme, &impact->law, impact->mass, 1.0 / impact->rate,
                           impact->force, 0.0, impact->velocity, error);
}

// Longer contacts take minutes, and in the end the simulation gives up on them.
static cr_status check_length(const cr_impact *impact, cr_error *error) {
    const double steps_most = 5e6;
    double duration = cr_law_duration(&impact->law, impact->mass, impact->velocity);
    cr_impact_exact exact;
    cr_status status =
        cr_impact_reference(&impact->law, impact->mass, impact->force, impact->velocity, &exact);
    if (status == CR_OK && exact.released) duration = fmax(duration, exact.duration);
    double steps = duration * impact->rate * impact->oversample;
    if (steps <= steps_most) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "--rate",
                   "the contact would take %.2g steps, at most %g are possible", steps, steps_most);
}

cr_status cr_impact_job_read(const cr_command *command, cr_impact_job *job, cr_error *error) {
    *job = (cr_impact_job){.impact = cr_impact_default(),
                           .plot = cr_command_text(command, "--plot", NULL),
                           .csv = cr_command_text(command, "--csv", NULL),
                           .json = cr_command_has(command, "--json")};
    cr_status status = cr_law_read(command, &job->impact.law, error);
    if (status == CR_OK) status = read_scheme(command, &job->impact, error);
    if (status == CR_OK) status = read_numbers(command, job, error);
    if (status == CR_OK) status = cr_impact_check(&job->impact, error);
    if (status == CR_OK) status = check_length(&job->impact, error);
    if (status == CR_OK) status = check_support(&job->impact, error);
    if (status == CR_OK) status = read_corrections(command, &job->impact, error);
    return status;
}

typedef struct listener {
    FILE *csv;       // NULL: none
    cr_trace *trace; // without room: none
} listener;

static void hear(void *context, const cr_sample *sample) {
    const listener *to = context;
    if (to->trace->capacity) cr_trace_add(to->trace, sample);
    if (!to->csv) return;
    double row[] = {sample->t, sample->x, sample->v, sample->force, sample->energy};
    cr_csv_row(to->csv, row, 5);
}

static cr_status run_single(const cr_impact_job *job, FILE *csv, cr_impact_outcome *outcome,
                            cr_error *error) {
    static const char *const names[] = {"t", "x", "v", "force", "energy"};
    listener to = {csv, &outcome->trace};
    cr_sample first = cr_sample_first(&job->impact);
    if (csv) cr_csv_header(csv, names, 5);
    hear(&to, &first);
    cr_status status = cr_impact_run(&job->impact, (cr_sample_sink){hear, &to}, &outcome->result, error);
    return status == CR_RESTING ? CR_OK : status;
}

static cr_status run_with_csv(const cr_impact_job *job, cr_impact_outcome *outcome, cr_error *error) {
    cr_file_out *file = cr_file_create(job->csv, error);
    if (!file) return error->status;
    cr_status status = run_single(job, cr_file_stream(file), outcome, error);
    if (status == CR_OK) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}

static void take_errors(cr_impact_result *result, const cr_impact_result *worst) {
    result->err_v_out_percent = worst->err_v_out_percent;
    result->err_duration_percent = worst->err_duration_percent;
    result->dev_x_percent = worst->dev_x_percent;
    result->dev_H_percent = worst->dev_H_percent;
    result->err_x_percent = worst->err_x_percent;
    result->energy_residual = worst->energy_residual;
    result->force_min = worst->force_min;
    result->psi_left = worst->psi_left;
}

static cr_status run_phases(const cr_impact_job *job, cr_impact_outcome *outcome, cr_error *error) {
    cr_impact_result worst;
    cr_status status = cr_impact_phases(&job->impact, (int)job->phases, &worst, error);
    outcome->rests_at_some_phase = status == CR_RESTING;
    if (status == CR_RESTING) { // there is no worst to report
        const double no = CR_NAN;
        worst = (cr_impact_result){.err_v_out_percent = no,
                                   .err_duration_percent = no,
                                   .dev_x_percent = no,
                                   .dev_H_percent = no,
                                   .err_x_percent = no,
                                   .energy_residual = no,
                                   .force_min = no,
                                   .psi_left = no};
        status = CR_OK;
    }
    if (status == CR_OK) take_errors(&outcome->result, &worst);
    return status;
}

static cr_status run_series(const cr_impact_job *job, cr_impact_outcome *outcome, cr_error *error) {
    cr_impact at = job->impact;
    cr_rebounds *worst = &outcome->series;
    for (long i = 0; i < (job->phases ? job->phases : 1); i++) {
        cr_rebounds series;
        if (job->phases) at.phase = (double)i / (double)job->phases;
        cr_status status = cr_impact_rebounds(&at, job->rebounds, &series, error);
        if (status == CR_RESTING) {
            *worst = (cr_rebounds){job->rebounds, CR_NAN, CR_NAN, CR_NAN, CR_NAN};
            snprintf(outcome->series_note, sizeof outcome->series_note, "%s", error->reason);
            return CR_OK;
        }
        if (status != CR_OK) return status;
        double dev = i ? fmax(worst->dev_H_percent, series.dev_H_percent) : series.dev_H_percent;
        if (i == 0 || fabs(series.H_error_percent) > fabs(worst->H_error_percent)) *worst = series;
        worst->dev_H_percent = dev;
    }
    return CR_OK;
}

cr_status cr_impact_job_run(const cr_command *command, const cr_impact_job *job, cr_impact_outcome *outcome,
                            cr_error *error) {
    *outcome = (cr_impact_outcome){0};
    cr_status status = CR_OK;
    if (job->plot) status = cr_trace_new(&outcome->trace, command, TRACE_MOST, error);
    if (job->plot && status == CR_OK) status = cr_trace_new(&outcome->exact, command, EXACT_POINTS, error);
    if (status != CR_OK) return status;
    status = job->csv ? run_with_csv(job, outcome, error) : run_single(job, NULL, outcome, error);
    if (status == CR_OK && job->phases) status = run_phases(job, outcome, error);
    if (status == CR_OK && job->rebounds) status = run_series(job, outcome, error);
    return status;
}
