// The verb restitution, stage by stage: what is asked, the fit to measured points, the curve, its output.
#ifndef CAROM_APPS_CAROM_RESTITUTION_JOB_H
#define CAROM_APPS_CAROM_RESTITUTION_JOB_H

#include "app.h"
#include "carom/exact.h"
#include "carom/material.h"

typedef struct cr_restitution_point {
    double v, e, duration, x_max; // m/s, -, s, m; CR_NAN when the mass never leaves
} cr_restitution_point;

typedef struct cr_restitution_measured {
    double v, e;
} cr_restitution_measured;

typedef struct cr_restitution_fit {
    double lambda, lambda_error; // the error is CR_NAN for a single point
    double rms;                  // of the residuals of e
    int points;
} cr_restitution_fit;

typedef struct cr_restitution_job {
    cr_law law;
    double mass;
    const char *mass_source; // "given", "default", "sphere" or "reduced mass of two spheres"
    double v_lo, v_hi;
    int count;
    const char *fit_path, *plot; // NULL: none
    bool json;
    const cr_material *material, *material2; // NULL: k is a parameter
    double radius, radius2;                  // m; INFINITY is a flat
} cr_restitution_job;

typedef struct cr_restitution_outcome {
    cr_restitution_point *points;
    bool closed_form;
    const cr_restitution_measured *measured; // NULL: no fit
    cr_restitution_fit fit;
} cr_restitution_outcome;

// Whether k follows from what both bodies are made of.
bool cr_restitution_by_hertz(const cr_command *command);
cr_status cr_restitution_job_read(const cr_command *command, cr_restitution_job *job, cr_error *error);

// The same law with another damping.
cr_status cr_law_with_damping(const cr_law *law, double lambda, cr_law *damped, cr_error *error);
// One point of the curve.
cr_status cr_restitution_at(const cr_law *law, double mass, double v, cr_restitution_point *point,
                            bool *closed_form, cr_error *error);
// The i-th of `count` speeds from lo to hi, evenly spread on a logarithmic scale.
double cr_restitution_speed(double lo, double hi, int i, int count);

// The damping that fits the points best, by least squares in e.
cr_status cr_restitution_fit_damping(const cr_command *command, const cr_law *law, double mass,
                                     const cr_restitution_measured *points, int count,
                                     cr_restitution_fit *fit, cr_error *error);

void cr_restitution_text(const cr_restitution_job *job, const cr_restitution_outcome *outcome, FILE *out);
void cr_restitution_json(const cr_restitution_job *job, const cr_restitution_outcome *outcome, FILE *out);
cr_status cr_restitution_plot(const cr_command *command, const cr_restitution_job *job,
                              const cr_restitution_outcome *outcome, cr_error *error);

#endif
