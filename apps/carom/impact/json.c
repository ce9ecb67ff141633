#include "impact/job.h"
#include "impact/law_options.h"
#include "io/file/json_pairs.h"

static void put_question(cr_json *json, const cr_impact_job *job) {
    const cr_impact *impact = &job->impact;
    cr_json_pair_text(json, "law", impact->law.type->name);
    cr_json_key(json, "parameters");
    cr_law_json_parameters(&impact->law, json);
    cr_json_pair_text(json, "scheme", impact->scheme->name);
    cr_json_key(json, "corrections");
    cr_json_array_begin(json);
    for (int i = 0; i < impact->correction_count; i++) cr_json_string(json, impact->corrections[i]->name);
    cr_json_array_end(json);
    cr_json_pair(json, "mass", impact->mass);
    cr_json_pair(json, "velocity", impact->velocity);
    cr_json_pair(json, "rate", impact->rate);
    cr_json_pair_integer(json, "oversample", impact->oversample);
    cr_json_pair(json, "phase", impact->phase);
    cr_json_pair(json, "external_force", impact->force);
}

static void put_result(cr_json *json, const cr_impact_job *job, const cr_impact_result *r) {
    double ratio = r->v_out / job->impact.velocity;
    cr_json_pair_bool(json, "released", r->released);
    cr_json_pair(json, "v_out", r->v_out);
    cr_json_pair(json, "x_max", r->x_max);
    cr_json_pair(json, "duration", r->duration);
    cr_json_pair(json, "H_ratio", ratio * ratio);
    cr_json_pair_integer(json, "samples_in_contact", r->samples_in_contact);
    cr_json_pair(json, "err_v_out_percent", r->err_v_out_percent);
    cr_json_pair(json, "err_duration_percent", r->err_duration_percent);
    cr_json_pair(json, "err_x_percent", r->err_x_percent);
    cr_json_pair(json, "dev_x_percent", r->dev_x_percent);
    cr_json_pair(json, "dev_H_percent", r->dev_H_percent);
    cr_json_pair(json, "energy_residual", r->energy_residual);
    cr_json_pair(json, "force_min", r->force_min);
    cr_json_pair(json, "psi_left", r->psi_left);
    cr_json_pair(json, "iterations", r->iterations);
}

static void put_exact(cr_json *json, const cr_impact_exact *exact) {
    cr_json_key(json, "exact");
    cr_json_object_begin(json);
    cr_json_pair_text(json, "source", exact->closed_form ? "closed form" : "located");
    cr_json_pair_bool(json, "released", exact->released);
    cr_json_pair(json, "v_out", exact->v_out);
    cr_json_pair(json, "x_max", exact->x_max);
    cr_json_pair(json, "duration", exact->duration);
    cr_json_pair(json, "H_ratio", exact->energy_ratio);
    cr_json_object_end(json);
}

void cr_impact_json(const cr_impact_job *job, const cr_impact_outcome *outcome, FILE *out) {
    cr_json json = cr_json_on(out);
    cr_json_object_begin(&json);
    put_question(&json, job);
    put_result(&json, job, &outcome->result);
    if (job->phases) {
        cr_json_pair_integer(&json, "phases", job->phases);
        cr_json_pair_bool(&json, "rests_at_some_phase", outcome->rests_at_some_phase);
    }
    if (job->rebounds) {
        cr_json_pair_integer(&json, "rebounds", job->rebounds);
        cr_json_pair(&json, "H_error_percent_accumulated", outcome->series.H_error_percent);
        cr_json_pair(&json, "dev_H_percent_max", outcome->series.dev_H_percent);
        cr_json_pair(&json, "v_last", outcome->series.v_last);
        cr_json_pair(&json, "v_last_exact", outcome->series.v_last_exact);
    }
    put_exact(&json, &outcome->result.exact);
    cr_json_object_end(&json);
}
