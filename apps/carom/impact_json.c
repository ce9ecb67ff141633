#include "impact.h"
#include "law_options.h"

static void put(cr_json *json, const char *key, double value) {
    cr_json_key(json, key);
    cr_json_number(json, value);
}

static void put_text(cr_json *json, const char *key, const char *text) {
    cr_json_key(json, key);
    cr_json_string(json, text);
}

static void put_integer(cr_json *json, const char *key, long value) {
    cr_json_key(json, key);
    cr_json_integer(json, value);
}

static void put_bool(cr_json *json, const char *key, bool value) {
    cr_json_key(json, key);
    cr_json_bool(json, value);
}

static void put_question(cr_json *json, const cr_impact_job *job) {
    const cr_impact *impact = &job->impact;
    put_text(json, "law", impact->law.type->name);
    cr_json_key(json, "parameters");
    cr_law_json_parameters(&impact->law, json);
    put_text(json, "scheme", impact->scheme->name);
    cr_json_key(json, "corrections");
    cr_json_array_begin(json);
    for (int i = 0; i < impact->correction_count; i++) cr_json_string(json, impact->corrections[i]->name);
    cr_json_array_end(json);
    put(json, "mass", impact->mass);
    put(json, "velocity", impact->velocity);
    put(json, "rate", impact->rate);
    put_integer(json, "oversample", impact->oversample);
    put(json, "phase", impact->phase);
    put(json, "external_force", impact->force);
}

static void put_result(cr_json *json, const cr_impact_job *job, const cr_impact_result *r) {
    double ratio = r->v_out / job->impact.velocity;
    put_bool(json, "released", r->released);
    put(json, "v_out", r->v_out);
    put(json, "x_max", r->x_max);
    put(json, "duration", r->duration);
    put(json, "H_ratio", ratio * ratio);
    put_integer(json, "samples_in_contact", r->samples_in_contact);
    put(json, "err_v_out_percent", r->err_v_out_percent);
    put(json, "err_duration_percent", r->err_duration_percent);
    put(json, "err_x_percent", r->err_x_percent);
    put(json, "dev_x_percent", r->dev_x_percent);
    put(json, "dev_H_percent", r->dev_H_percent);
    put(json, "energy_residual", r->energy_residual);
    put(json, "force_min", r->force_min);
    put(json, "psi_left", r->psi_left);
    put(json, "iterations", r->iterations);
}

static void put_exact(cr_json *json, const cr_impact_exact *exact) {
    cr_json_key(json, "exact");
    cr_json_object_begin(json);
    put_text(json, "source", exact->closed_form ? "closed form" : "located");
    put_bool(json, "released", exact->released);
    put(json, "v_out", exact->v_out);
    put(json, "x_max", exact->x_max);
    put(json, "duration", exact->duration);
    put(json, "H_ratio", exact->energy_ratio);
    cr_json_object_end(json);
}

void cr_impact_json(const cr_impact_job *job, const cr_impact_outcome *outcome, FILE *out) {
    cr_json json = cr_json_on(out);
    cr_json_object_begin(&json);
    put_question(&json, job);
    put_result(&json, job, &outcome->result);
    if (job->phases) {
        put_integer(&json, "phases", job->phases);
        put_bool(&json, "rests_at_some_phase", outcome->rests_at_some_phase);
    }
    if (job->rebounds) {
        put_integer(&json, "rebounds", job->rebounds);
        put(&json, "H_error_percent_accumulated", outcome->series.H_error_percent);
        put(&json, "dev_H_percent_max", outcome->series.dev_H_percent);
        put(&json, "v_last", outcome->series.v_last);
        put(&json, "v_last_exact", outcome->series.v_last_exact);
    }
    put_exact(&json, &outcome->result.exact);
    cr_json_object_end(&json);
}
