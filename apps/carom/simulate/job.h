// One run of bodies in space: what the command line asks for, the run, and what came out.
#ifndef CAROM_APPS_CAROM_SIMULATE_JOB_H
#define CAROM_APPS_CAROM_SIMULATE_JOB_H

#include "app.h"
#include "carom/scene.h"
#include "io/file/json.h"
#include "io/record/export.h"
#include "render/source.h"

// Who reads the recording while it is written: told now and then how long X.rec.part is. False: the run is
// not wanted any more, and ends as if it were interrupted.
typedef struct cr_simulate_reader {
    void *context;
    bool (*grown)(void *context, unsigned long long bytes);
} cr_simulate_reader;

typedef struct cr_simulate_job {
    const cr_command *command;
    const char *path, *output, *checkpoint;        // the scene, the recording, where it can be gone on from
    const char *motion, *contacts, *anim, *report; // files, NULL: none
    double rate;                                   // Hz, of the motion
    int threads;
    bool passing;              // the recording is kept only until its sound is made
    cr_simulate_reader reader; // grown NULL: nobody
    const char *text;          // of the scene, with its changes
    cr_scene *scene;
    cr_world_model *model;
    cr_scene_plan plan;
    double end; // s, at the latest
} cr_simulate_job;

typedef enum cr_simulate_end {
    CR_SIMULATE_DURATION,
    CR_SIMULATE_REST,
    CR_SIMULATE_BOUNDS,
    CR_SIMULATE_LIMIT, // it did not come to rest
} cr_simulate_end;

typedef struct cr_simulate_outcome {
    cr_simulate_end end;
    int beyond;                   // the body that is out of bounds
    double resumed;               // s, from where it went on; 0: it did not
    double duration, cpu_seconds; // s
    cr_world_stats stats;
    cr_world_energy energy;
    double energy_greatest; // J, stored at any time
} cr_simulate_outcome;

// Modes and model of a scene whose text has been read, for a job whose files are named.
cr_status cr_simulate_job_build(cr_simulate_job *job, const cr_render_source *source, cr_error *error);
// Scene, modes and model, ready to run.
cr_status cr_simulate_job_read(const cr_command *command, cr_simulate_job *job, cr_error *error);
// Runs and writes the recording. CR_ERR_IO when interrupted: it can be gone on with.
cr_status cr_simulate_run(const cr_simulate_job *job, cr_simulate_outcome *outcome, cr_error *error);
// What is made of the recording: motion, contacts, animation, page.
cr_status cr_simulate_export(const cr_simulate_job *job, const cr_simulate_outcome *outcome, cr_error *error);

void cr_simulate_text(const cr_simulate_job *job, const cr_simulate_outcome *outcome, FILE *out);
void cr_simulate_json(const cr_simulate_job *job, const cr_simulate_outcome *outcome, cr_json *json);
// One line of stderr for what should not pass unseen: a body out of bounds, steps that were not solved.
void cr_simulate_warn(const cr_simulate_job *job, const cr_simulate_outcome *outcome);

#endif
