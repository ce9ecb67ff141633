#include "impact/job.h"

#include "impact/law_options.h"

#include <string.h>

static const cr_option options[] = {
    CR_LAW_OPTIONS,
    {"--mass", "KG", "mass (0.01)", false},
    {"--velocity", "M/S", "speed at the wall (0.5)", false},
    {"--rate", "HZ", "sample rate (44100)", false},
    {"--scheme", "SCHEME", "time-stepping scheme (psi-foh; `carom list schemes`)", false},
    {"--correct", "CORRECTION,...", "corrections, applied in this order (`carom list corrections`)", false},
    {"--phase", "P", "where between two samples the wall is met, 0 <= P < 1 (0)", false},
    {"--phases", "N", "report the worst errors over N such places, evenly spread", false},
    {"--rebounds", "N", "add a series of N impacts, each as fast as the one before left", false},
    {"--external-force", "N", "constant force, positive presses into the wall (0)", false},
    {"--oversample", "N", "steps per sample (1)", false},
    {"--plot", "FILE", "draw compression, force, phase portrait and energy as SVG", false},
    {"--csv", "FILE", "write t,x,v,force,energy of every step", false},
    {"--json", NULL, "print one JSON object instead of the summary", false},
};

// The standard output can take one thing; a summary gives way to a file named "-".
static int takers_of_stdout(const cr_impact_job *job) {
    bool plot = job->plot && strcmp(job->plot, "-") == 0, csv = job->csv && strcmp(job->csv, "-") == 0;
    return plot + csv + job->json;
}

static void print(const cr_impact_job *job, const cr_impact_outcome *outcome) {
    if (job->json) {
        cr_impact_json(job, outcome, stdout);
    } else if (takers_of_stdout(job) == 0) {
        cr_impact_summary(job, outcome, stdout);
        cr_impact_note(job, outcome, stdout);
    }
}

static int run(const cr_command *command) {
    cr_impact_job job;
    cr_impact_outcome outcome;
    cr_error error;
    if (cr_impact_job_read(command, &job, &error) != CR_OK) return cr_command_fail(command, &error);
    if (takers_of_stdout(&job) > 1)
        return cr_command_usage(command, "-", "the standard output can take one of --plot, --csv and --json");
    cr_status status = cr_impact_job_run(command, &job, &outcome, &error);
    if (status == CR_OK && job.plot) status = cr_impact_plot(&job, &outcome, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    print(&job, &outcome);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_impact = {
    .name = "impact",
    .doc = "one impact of a mass on a wall, by any law, scheme and correction, against what is exact",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .details =
        "v_out is the velocity after the impact (negative), x_max the greatest compression. dev_x and\n"
        "dev_H are the greatest deviations of samples from the exact x(v) and H(v), in percent of their\n"
        "ranges, as in S0 (27) and (28). A file named \"-\" is the standard output.\n"
        "\n"
        "examples:\n"
        "  carom impact --set k=1e9 --velocity 1 --scheme rk4 --plot impact.svg\n"
        "  carom impact --law lee-wang --set lambda=2e7 --velocity 2 --json\n"
        "  carom impact --scheme verlet --correct hybrid,vout --rebounds 100\n",
    .run = run};
