#include "restitution/job.h"
#include "carom/impact.h"
#include "impact/law_options.h"
#include "parse.h"

#include <string.h>

enum { SPEEDS_MOST = 10000 };
static const double speed_least = 1e-9, speed_most = 1e6;   // m/s
static const double radius_least = 1e-9, radius_most = 1e6; // m

static cr_status bad_speeds(const char *text, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, "--velocities",
                   "needs LO:HI:N with %g <= LO <= HI <= %g and N from 1 to %d, for example 0.01:10:25, got "
                   "\"%.40s\"",
                   speed_least, speed_most, SPEEDS_MOST, text);
}

static cr_status read_speeds(const cr_command *command, cr_restitution_job *job, cr_error *error) {
    const char *text = cr_command_text(command, "--velocities", "0.01:10:25");
    char part[3][40];
    const char *rest = text;
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(rest, ":");
        bool last = i == 2;
        if (length >= sizeof part[i] || (rest[length] == '\0') != last) return bad_speeds(text, error);
        snprintf(part[i], sizeof part[i], "%.*s", (int)length, rest);
        rest += length + 1;
    }
    long count;
    bool good = cr_parse_number("", part[0], &job->v_lo, error) == CR_OK &&
                cr_parse_number("", part[1], &job->v_hi, error) == CR_OK &&
                cr_parse_integer("", part[2], 1, SPEEDS_MOST, &count, error) == CR_OK &&
                job->v_lo >= speed_least && job->v_lo <= job->v_hi && job->v_hi <= speed_most;
    if (!good) return bad_speeds(text, error);
    job->count = (int)count;
    return CR_OK;
}

static cr_status read_radius(const cr_command *command, const char *option, double *radius, cr_error *error) {
    cr_status status = cr_command_number(command, option, radius, error);
    if (status != CR_OK || !cr_command_has(command, option)) return status;
    if (*radius >= radius_least && *radius <= radius_most) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, option, "needs %g to %g m, got %g", radius_least, radius_most,
                   *radius);
}

bool cr_restitution_by_hertz(const cr_command *command) {
    return cr_command_has(command, "--material") || cr_command_has(command, "--E");
}

// The options of one of the two bodies.
typedef struct figures {
    const char *name, *young, *poisson, *density;
} figures;

static cr_status read_figure(const cr_command *command, const char *option, double least, double most,
                             double *value, cr_error *error) {
    cr_status status = cr_command_number(command, option, value, error);
    if (status != CR_OK || !cr_command_has(command, option) || (*value >= least && *value <= most))
        return status;
    return cr_fail(error, CR_ERR_RANGE, option, "needs %g to %g, got %g", least, most, *value);
}

static bool name_by_figures(const cr_command *command, cr_material *material, cr_error *error) {
    enum { ROOM = 64 };
    char *name = cr_command_take(command, ROOM, 1, error);
    if (!name) return false;
    snprintf(name, ROOM, "E = %g Pa, nu = %g", material->young, material->poisson);
    material->name = name;
    return true;
}

// A material of the table, some of whose figures may be given beside it; or one of figures alone.
static const cr_material *read_material(const cr_command *command, const figures *option,
                                        const cr_material *fallback, cr_error *error) {
    const char *name = cr_command_text(command, option->name, NULL);
    bool young = cr_command_has(command, option->young), poisson = cr_command_has(command, option->poisson),
         density = cr_command_has(command, option->density);
    const cr_material *known = name ? cr_material_find(name, error) : fallback;
    if (name && !known) snprintf(error->place, sizeof error->place, "%s", option->name);
    if (name && !known) return NULL;
    if (!young && !poisson && !density) return known;
    bool whole = young && poisson;
    if (!name && !whole) {
        cr_fail(error, CR_ERR_INPUT, young ? option->young : option->poisson,
                "a material of figures needs %s and %s; with %s each changes one of its figures",
                option->young, option->poisson, option->name);
        return NULL;
    }
    cr_material *made = cr_command_take(command, 1, sizeof *made, error);
    if (!made) return NULL;
    *made = name ? *known : (cr_material){.density = CR_NAN};
    cr_status status = read_figure(command, option->young, 1.0, 1e13, &made->young, error);
    if (status == CR_OK) status = read_figure(command, option->poisson, 0.0, 0.5, &made->poisson, error);
    if (status == CR_OK) status = read_figure(command, option->density, 1.0, 3e4, &made->density, error);
    return status == CR_OK && name_by_figures(command, made, error) ? made : NULL;
}

static cr_status read_hertz(const cr_command *command, cr_restitution_job *job, cr_error *error) {
    static const figures of_sphere = {"--material", "--E", "--nu", "--rho"},
                         of_other = {"--material2", "--E2", "--nu2", "--rho2"};
    cr_status status = CR_OK;
    job->material = read_material(command, &of_sphere, NULL, error);
    job->material2 = job->material ? read_material(command, &of_other, job->material, error) : NULL;
    if (!job->material2) return error->status;
    job->radius2 = HUGE_VAL;
    status = read_radius(command, "--radius", &job->radius, error);
    if (status == CR_OK) status = read_radius(command, "--radius2", &job->radius2, error);
    if (status != CR_OK) return status;
    if (job->law.n != 1.5)
        return cr_fail(error, CR_ERR_UNSUPPORTED,
                       cr_command_has(command, "--material") ? "--material" : "--E",
                       "Hertz contact needs a spring of exponent 1.5; that of %s is %g", job->law.type->name,
                       job->law.n);
    double radius = cr_hertz_radius(job->radius, job->radius2);
    double k = cr_hertz_stiffness(job->material, job->material2, radius);
    if (cr_law_set(&job->law, "k", k, error) != CR_OK || cr_law_prepare(&job->law, error) != CR_OK) {
        snprintf(error->place, sizeof error->place, "--material");
        return error->status;
    }
    return CR_OK;
}

static double sphere_mass(const cr_material *material, double radius) {
    return 4.0 / 3.0 * cr_pi * material->density * radius * radius * radius;
}

static cr_status read_mass(const cr_command *command, cr_restitution_job *job, cr_error *error) {
    cr_impact checked = cr_impact_default();
    job->mass_source = "default";
    if (job->material) {
        checked.mass = sphere_mass(job->material, job->radius);
        job->mass_source = "sphere";
    }
    if (job->material && isfinite(job->radius2)) {
        double other = sphere_mass(job->material2, job->radius2);
        checked.mass *= other / (checked.mass + other);
        job->mass_source = "reduced mass of two spheres";
    }
    if (isnan(checked.mass) && !cr_command_has(command, "--mass"))
        return cr_fail(error, CR_ERR_INPUT, "--mass", "is not known: give it, or the density by --rho%s",
                       isfinite(job->radius2) ? " and --rho2" : "");
    cr_status status = cr_command_number(command, "--mass", &checked.mass, error);
    if (cr_command_has(command, "--mass")) job->mass_source = "given";
    if (status == CR_OK) status = cr_impact_check(&checked, error);
    job->mass = checked.mass;
    return status;
}

cr_status cr_restitution_job_read(const cr_command *command, cr_restitution_job *job, cr_error *error) {
    *job = (cr_restitution_job){.law = cr_impact_default().law,
                                .fit_path = cr_command_text(command, "--fit", NULL),
                                .plot = cr_command_text(command, "--plot", NULL),
                                .json = cr_command_has(command, "--json")};
    cr_status status = cr_law_read(command, &job->law, error);
    if (status == CR_OK && cr_restitution_by_hertz(command)) status = read_hertz(command, job, error);
    if (status == CR_OK) status = read_mass(command, job, error);
    if (status == CR_OK) status = read_speeds(command, job, error);
    return status;
}
