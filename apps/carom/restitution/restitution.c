#include "restitution/job.h"

#include "impact/law_options.h"
#include "io/file/csv.h"

#include <string.h>

static const cr_option options[] = {
    CR_LAW_OPTIONS,
    {"--mass", "KG", "mass (0.01; with --material the sphere's)", false},
    {"--velocities", "LO:HI:N", "N speeds from LO to HI, evenly spread by ratio (0.01:10:25)", false},
    {"--material", "MATERIAL", "take k from Hertz: the material of the sphere", false},
    {"--material2", "MATERIAL", "what it hits (the same material)", false},
    {"--E", "PA", "Young's modulus of the sphere, instead of that of its material", false},
    {"--nu", "X", "its Poisson's ratio", false},
    {"--rho", "KG/M3", "its density", false},
    {"--E2", "PA", "Young's modulus of what it hits", false},
    {"--nu2", "X", "its Poisson's ratio", false},
    {"--rho2", "KG/M3", "its density, of a second sphere", false},
    {"--radius", "M", "radius of the sphere", false},
    {"--radius2", "M", "radius of what it hits (a flat)", false},
    {"--fit", "FILE", "find the damping that fits measured points: two columns, speed and restitution",
     false},
    {"--plot", "FILE", "draw restitution against speed as SVG", false},
    {"--json", NULL, "print one JSON object instead of the table", false},
};

cr_status cr_law_with_damping(const cr_law *law, double lambda, cr_law *damped, cr_error *error) {
    *damped = *law;
    for (int i = 0; i < law->type->param_count; i++)
        if (strcmp(law->type->params[i].name, "mu") == 0) damped->value[i] = CR_NAN;
    cr_status status = cr_law_set(damped, "lambda", lambda, error);
    return status == CR_OK ? cr_law_prepare(damped, error) : status;
}

cr_status cr_restitution_at(const cr_law *law, double mass, double v, cr_restitution_point *point,
                            bool *closed_form, cr_error *error) {
    cr_impact_exact exact;
    cr_status status = cr_impact_reference(law, mass, 0.0, v, &exact);
    if (status != CR_OK)
        return cr_fail(error, status, "reference", "the impact at %g m/s could not be followed", v);
    *point = (cr_restitution_point){v, -exact.v_out / v, exact.duration, exact.x_max};
    *closed_form = exact.closed_form;
    return CR_OK;
}

double cr_restitution_speed(double lo, double hi, int i, int count) {
    if (i == 0) return lo;
    return i == count - 1 ? hi : lo * pow(hi / lo, (double)i / (count - 1));
}

// The names of the laws that have a damping to fit, one after the other.
static void name_damped_laws(char *text, size_t room) {
    int count;
    const cr_law_type *const *laws = cr_law_types(&count);
    size_t used = 0;
    *text = '\0';
    for (int i = 0; i < count; i++) {
        cr_law law = cr_law_default(laws[i]);
        cr_law damped;
        if (cr_law_with_damping(&law, 1.0, &damped, NULL) != CR_OK || used >= room) continue;
        used += (size_t)snprintf(text + used, room - used, "%s%s", used ? ", " : "", laws[i]->name);
    }
}

static int check_fit(const cr_command *command) {
    const char *name = cr_command_text(command, "--law", "hunt-crossley");
    const cr_law_type *type = cr_law_find(name, NULL);
    if (!type) return CR_EXIT_OK; // reported when the law is read
    cr_law law = cr_law_default(type), damped;
    char known[160];
    if (cr_law_with_damping(&law, 1.0, &damped, NULL) != CR_OK) {
        name_damped_laws(known, sizeof known);
        return cr_command_usage(command, "--fit", "%s has no damping to fit; these have: %s", name, known);
    }
    if (cr_law_was_set(command, "lambda") || cr_law_was_set(command, "mu"))
        return cr_command_usage(command, "--fit", "finds the damping itself: leave --set lambda and mu out");
    return CR_EXIT_OK;
}

// Options that need or exclude each other.
static int check_combination(const cr_command *command) {
    static const char *const hertz[] = {"--material2", "--radius", "--radius2", "--nu",
                                        "--rho",       "--E2",     "--nu2",     "--rho2"};
    bool material = cr_restitution_by_hertz(command);
    for (size_t i = 0; i < sizeof hertz / sizeof *hertz; i++)
        if (!material && cr_command_has(command, hertz[i]))
            return cr_command_usage(command, hertz[i], "needs --material, or --E and --nu");
    const char *by = cr_command_has(command, "--material") ? "--material" : "--E";
    if (material && !cr_command_has(command, "--radius"))
        return cr_command_usage(command, by, "needs --radius");
    if (material && cr_law_was_set(command, "k"))
        return cr_command_usage(command, by, "gives k by Hertz: leave --set k out");
    if (cr_command_has(command, "--json") && strcmp(cr_command_text(command, "--plot", ""), "-") == 0)
        return cr_command_usage(command, "-", "the standard output can take one of --plot and --json");
    return cr_command_has(command, "--fit") ? check_fit(command) : CR_EXIT_OK;
}

static cr_status read_measured(const cr_command *command, const char *path,
                               const cr_restitution_measured **points, int *count, cr_error *error) {
    double *cells;
    cr_status status = cr_csv_read(path, 2, command->arena, &cells, count, error);
    if (status != CR_OK) return status;
    cr_restitution_measured *measured = cr_command_take(command, (size_t)*count, sizeof *measured, error);
    if (!measured) return error->status;
    *points = measured;
    const char *place = strcmp(path, "-") == 0 ? "stdin" : path;
    for (int i = 0; i < *count; i++) {
        double v = cells[2 * i], e = cells[2 * i + 1];
        measured[i] = (cr_restitution_measured){v, e};
        if (!(v >= 1e-9 && v <= 1e6))
            return cr_fail(error, CR_ERR_INPUT, place, "point %d: the speed needs 1e-9 to 1e6 m/s, got %g",
                           i + 1, v);
        if (!(e > 0.0 && e <= 1.0))
            return cr_fail(error, CR_ERR_INPUT, place, "point %d: restitution needs 0 < e <= 1, got %g",
                           i + 1, e);
    }
    return CR_OK;
}

static cr_status fit(const cr_command *command, cr_restitution_job *job, cr_restitution_outcome *outcome,
                     cr_error *error) {
    int count;
    cr_law fitted;
    cr_status status = read_measured(command, job->fit_path, &outcome->measured, &count, error);
    if (status == CR_OK)
        status = cr_restitution_fit_damping(command, &job->law, job->mass, outcome->measured, count,
                                            &outcome->fit, error);
    if (status == CR_OK) status = cr_law_with_damping(&job->law, outcome->fit.lambda, &fitted, error);
    if (status == CR_OK) job->law = fitted;
    return status;
}

static cr_status compute(const cr_command *command, cr_restitution_job *job, cr_restitution_outcome *outcome,
                         cr_error *error) {
    cr_status status = job->fit_path ? fit(command, job, outcome, error) : CR_OK;
    if (status != CR_OK) return status;
    outcome->points = cr_command_take(command, (size_t)job->count, sizeof *outcome->points, error);
    if (!outcome->points) return error->status;
    for (int i = 0; i < job->count && status == CR_OK; i++)
        status =
            cr_restitution_at(&job->law, job->mass, cr_restitution_speed(job->v_lo, job->v_hi, i, job->count),
                              &outcome->points[i], &outcome->closed_form, error);
    return status;
}

static int run(const cr_command *command) {
    cr_restitution_job job;
    cr_restitution_outcome outcome = {0};
    cr_error error = {0};
    int wrong = check_combination(command);
    if (wrong) return wrong;
    cr_status status = cr_restitution_job_read(command, &job, &error);
    if (status == CR_OK) status = compute(command, &job, &outcome, &error);
    if (status == CR_OK && job.plot) status = cr_restitution_plot(command, &job, &outcome, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    bool plot_on_stdout = job.plot && strcmp(job.plot, "-") == 0;
    if (job.json) cr_restitution_json(&job, &outcome, stdout);
    else if (!plot_on_stdout) cr_restitution_text(&job, &outcome, stdout);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_restitution = {
    .name = "restitution",
    .doc = "restitution against speed, and the damping that fits measured points",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .details = "Restitution e is the speed after an impact over the speed before, by the law's closed form\n"
               "where there is one, else by a reference that locates every event.\n"
               "--fit reads numbers separated by commas, semicolons or blanks; # starts a comment.\n"
               "\n"
               "examples:\n"
               "  carom restitution --set mu=0.2 --plot e.svg\n"
               "  carom restitution --material steel --material2 glass --radius 5e-3 --velocities 0.1:5:20\n"
               "  carom restitution --law azad-featherstone --material steel --radius 0.01 --fit points.csv\n"
               "  carom restitution --material steel --E2 2e6 --nu2 0.49 --radius 0.0075 --fit rubber.csv\n",
    .run = run};
