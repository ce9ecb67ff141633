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

static const cr_material *read_material(const cr_command *command, const char *option,
                                        const cr_material *fallback, cr_error *error) {
    const char *name = cr_command_text(command, option, NULL);
    if (!name) return fallback;
    const cr_material *material = cr_material_find(name, error);
    if (!material) snprintf(error->place, sizeof error->place, "%s", option);
    return material;
}

static cr_status read_hertz(const cr_command *command, cr_restitution_job *job, cr_error *error) {
    cr_status status = CR_OK;
    job->material = read_material(command, "--material", NULL, error);
    job->material2 = job->material ? read_material(command, "--material2", job->material, error) : NULL;
    if (!job->material2) return error->status;
    job->radius2 = HUGE_VAL;
    status = read_radius(command, "--radius", &job->radius, error);
    if (status == CR_OK) status = read_radius(command, "--radius2", &job->radius2, error);
    if (status != CR_OK) return status;
    if (job->law.n != 1.5)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "--material",
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
    if (status == CR_OK && cr_command_has(command, "--material")) status = read_hertz(command, job, error);
    if (status == CR_OK) status = read_mass(command, job, error);
    if (status == CR_OK) status = read_speeds(command, job, error);
    return status;
}
