// One render: what the command line asks for, the simulation, and what came out.
#ifndef CAROM_APPS_CAROM_RENDER_JOB_H
#define CAROM_APPS_CAROM_RENDER_JOB_H

#include "app.h"
#include "io/scene.h"
#include "render_store.h"

#define CR_RENDER_AUTOMATIC_MOST 60.0 // s

typedef struct cr_render_probe {
    const char *name, *quantity; // of a pickup, contact or bow
    const char *path;
    const char *column; // name:quantity
    int index;          // in the network
    double (*read)(const cr_network *network, int index);
} cr_render_probe;

typedef struct cr_render_job {
    const cr_command *command;
    const char *path, *output;              // the scene, the sound file
    const char *energy, *contacts, *report; // files, NULL: none
    bool json, keep_partial;
    const char *text; // of the scene
    cr_scene *scene;
    const cr_scene_output *settings;
    int rate, channels; // of the output
    cr_sim *sim;        // at rate x oversample
    cr_scene_names names;
    cr_render_probe *probes;
    int probe_count;
} cr_render_job;

typedef enum cr_render_end {
    CR_RENDER_FULL,
    CR_RENDER_SILENT,
    CR_RENDER_LIMIT,
    CR_RENDER_INTERRUPTED
} cr_render_end;

typedef struct cr_render_outcome {
    cr_sim_summary summary;
    cr_render_end end;
    long long frames, clipped;
    double duration, cpu_seconds; // s
    double peak, gain;            // of the output before the scaling, and the factor
} cr_render_outcome;

// The word for how a render ended: "duration", "silence", "limit", "interrupted".
const char *cr_render_end_text(cr_render_end end);
// Reads a scene with the changes of the command line: --set, -d, -r, --oversample, --seed, --normalize.
cr_status cr_render_load(const cr_command *command, const char *path, const char **text, cr_scene **scene,
                         cr_error *error);
// Scene and simulation, ready to run.
cr_status cr_render_job_read(const cr_command *command, cr_render_job *job, cr_error *error);
// Reads --probe NAME:QUANTITY=FILE against the names of the scene.
cr_status cr_render_probes_read(cr_render_job *job, cr_error *error);
// Runs and writes every file. CR_ERR_NUMERIC when the simulation left the numbers: no file is left.
cr_status cr_render_job_run(const cr_render_job *job, cr_render_outcome *outcome, cr_error *error);

void cr_render_text(const cr_render_job *job, const cr_render_outcome *outcome, FILE *out);
void cr_render_json(const cr_render_job *job, const cr_render_outcome *outcome, FILE *out);

#endif
