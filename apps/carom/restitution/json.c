#include "impact/law_options.h"
#include "io/file/json_pairs.h"
#include "restitution/job.h"

#include <string.h>

static void put_hertz(cr_json *json, const cr_restitution_job *job) {
    cr_json_key(json, "hertz");
    cr_json_object_begin(json);
    cr_json_pair_text(json, "material", job->material->name);
    cr_json_pair_text(json, "material2", job->material2->name);
    cr_json_pair(json, "radius", job->radius);
    cr_json_pair(json, "radius2", job->radius2);
    cr_json_pair(json, "modulus", cr_hertz_modulus(job->material, job->material2));
    cr_json_object_end(json);
}

static void put_points(cr_json *json, const cr_restitution_job *job, const cr_restitution_outcome *outcome) {
    cr_json_key(json, "points");
    cr_json_array_begin(json);
    for (int i = 0; i < job->count; i++) {
        const cr_restitution_point *point = &outcome->points[i];
        cr_json_object_begin(json);
        cr_json_pair(json, "v", point->v);
        cr_json_pair(json, "e", point->e);
        cr_json_pair(json, "duration", point->duration);
        cr_json_pair(json, "x_max", point->x_max);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}

static void put_fit(cr_json *json, const cr_restitution_job *job, const cr_restitution_fit *fit) {
    cr_json_key(json, "fit");
    cr_json_object_begin(json);
    cr_json_pair(json, "lambda", fit->lambda);
    if (strcmp(job->law.type->name, "hunt-crossley") == 0) cr_json_pair(json, "mu", fit->lambda / job->law.k);
    cr_json_pair(json, "lambda_error", fit->lambda_error);
    cr_json_pair(json, "rms", fit->rms);
    cr_json_pair_integer(json, "points", fit->points);
    cr_json_object_end(json);
}

void cr_restitution_json(const cr_restitution_job *job, const cr_restitution_outcome *outcome, FILE *out) {
    cr_json json = cr_json_on(out);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "law", job->law.type->name);
    cr_json_key(&json, "parameters");
    cr_law_json_parameters(&job->law, &json);
    cr_json_pair(&json, "mass", job->mass);
    cr_json_pair_text(&json, "mass_source", job->mass_source);
    cr_json_pair(&json, "k", job->law.k);
    if (job->material) put_hertz(&json, job);
    cr_json_pair_text(&json, "source", outcome->closed_form ? "closed form" : "located");
    put_points(&json, job, outcome);
    if (outcome->measured) put_fit(&json, job, &outcome->fit);
    cr_json_object_end(&json);
}
