// One sound of bodies in space: what the command line asks for, the pass over the recording, what came out.
#ifndef CAROM_APPS_CAROM_SOUND_JOB_H
#define CAROM_APPS_CAROM_SOUND_JOB_H

#include "carom/audio.h"
#include "io/file/json.h"
#include "io/sound/pass.h"
#include "render/level.h"
#include "render/source.h"

typedef struct cr_sound_job {
    const cr_command *command;
    const char *source; // recording, scene or log, as the user named it
    const char *recording, *output;
    const char *solo;   // the only body that is heard, NULL: all are
    const char *report; // page, NULL: none
    const char *stems;  // folder for one file per body, NULL: none
    double loudness;    // LUFS, CR_NAN: none asked for
    long bits;          // of a sample of the file, 0: as usual
    cr_scene *scene;
    const cr_scene_output *settings;
    cr_world_model *model;
    cr_scene_plan plan;
    cr_audio_def audio;
    int rate, channels, heard; // of the file, of the listeners
} cr_sound_job;

typedef struct cr_sound_result {
    cr_sound_outcome pass;
    int ringing, modes; // bodies, all their modes
    int routes[8];      // modes by cr_radiation_route
    int stems;          // files
    long long frames, clipped;
    double duration, cpu_seconds; // s
    double peak;                  // Pa
    double mono_loss, faded;
    cr_render_level level;
} cr_sound_result;

// The scene of a job is parsed: modes, model, listeners and format follow.
cr_status cr_sound_job_build(cr_sound_job *job, cr_error *error);
// Scene, model and listeners are there: the format follows.
cr_status cr_sound_job_format(cr_sound_job *job, cr_error *error);
// Makes the sound of the recording.
cr_status cr_sound_run(const cr_sound_job *job, cr_sound_result *result, cr_error *error);
// Makes the sound of contacts that somebody else logged, with the bodies of a folder: --contacts, --objects,
// --motion. The exit status.
int cr_sound_of_log(const cr_command *command);
// The output and the loudness that a command asks for; the default is called after `source`.
cr_status cr_sound_job_open(cr_sound_job *job, cr_error *error);
// What came out.
void cr_sound_tell(const cr_sound_job *job, const cr_sound_result *result);
// Simulates a scene of bodies, whose text has been read, and makes its sound: `carom render`. The exit
// status.
int cr_sound_render(const cr_command *command, const cr_render_source *source);

// The line that says how loud the loudest sample is [Pa] where samples are multiplied by `gain`.
void cr_sound_put_peak(double peak, double gain, FILE *out);
void cr_sound_text(const cr_sound_job *job, const cr_sound_result *result, FILE *out);
void cr_sound_json(const cr_sound_job *job, const cr_sound_result *result, cr_json *json);

#endif
