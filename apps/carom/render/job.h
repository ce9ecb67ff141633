// One render: what the command line asks for, the simulation, and what came out.
#ifndef CAROM_APPS_CAROM_RENDER_JOB_H
#define CAROM_APPS_CAROM_RENDER_JOB_H

#include "io/audio/loudness.h"
#include "io/file/json.h"
#include "io/render/stream.h"
#include "render/source.h"
#include "render/store.h"

typedef struct cr_render_probe {
    const char *name, *quantity; // of a pickup, contact or bow
    const char *path;
    const char *column; // name:quantity
    int index;          // in the network
    double (*read)(const cr_network *network, int index);
} cr_render_probe;

// What the files of a set are multiplied by.
typedef enum cr_render_gain {
    CR_GAIN_EACH, // each by what brings it to the level that the scene or command asks for
    CR_GAIN_SET,  // all by one factor, which brings the loudest peak to -1 dB: they stay louder and softer
    CR_GAIN_NONE,
} cr_render_gain;

typedef struct cr_render_job {
    const cr_command *command;
    const char *path, *output;              // the scene, the sound file
    const char *energy, *contacts, *report; // files, NULL: none
    bool keep_partial;
    bool quiet;      // no progress on the terminal
    double loudness; // LUFS, CR_NAN: none asked for
    long bits;       // of a sample of the file, 0: as usual
    cr_render_gain gain;
    cr_render_store *kept; // its samples wait here, behind those of others of its set; NULL: they are written
    int variation;         // its number, 0: none
    const cr_scene_override *varied;
    int varied_count;
    const char *note; // goes into the file beside scene and seed, NULL: nothing
    cr_render_source source;
    cr_scene *scene;
    const cr_scene_output *settings;
    bool mono; // the mean of all channels
    cr_audio_def audio;
    int rate, channels;         // of the output
    int heard;                  // channels of the simulation
    cr_sim *sim;                // at rate x audio.oversample
    int threads;                // that parts of it may run on; 0: it runs as a whole
    cr_scene_air air;           // who hears its solids
    const cr_stream_ears *ears; // NULL: its pickups are heard
    cr_scene_names names;
    cr_render_probe *probes;
    int probe_count;
} cr_render_job;

typedef struct cr_render_outcome {
    cr_sim_summary summary;
    cr_contact_effort effort;
    cr_audio_end end;
    long long frames, clipped;
    double duration, cpu_seconds; // s
    double peak, gain;            // of the output before the scaling, and the factor
    cr_loudness_level loudness;   // of the file, when a loudness was asked for
    bool loudness_limited;        // by the true peak
    double mono_loss;             // dB, of the mean of the channels against them
    double faded;                 // s, at the end
    char silence[400];            // why nothing is heard; empty: something is
} cr_render_outcome;

// What a verb that renders scenes takes, and what is wrong with its words and options before anything is
// read: CR_EXIT_OK, or the exit status after a message.
#define CR_RENDER_OPTIONS                                                                                    \
    {"-d", "SEC|auto", "duration; auto: until it has died away, at most 60 s", false},                       \
        {"-r", "HZ", "sample rate of the sound", false},                                                     \
        {"--oversample", "N", "steps of the simulation per sample", false},                                  \
        {"--set", "PATH=VALUE", "change the scene, elements.NAME.f0=220", true},                             \
        {"--seed", "N", "seed of what is random", false},                                                    \
        {"--normalize", "peak|none", "scale the peak to -1 dB of full scale, or leave the level", false}, {  \
        "--loudness", "LUFS", "scale to this loudness, -60 to 0, as far as the true peak allows", false      \
    }
#define CR_RENDER_BITS_OPTION                                                                                \
    { "--bits", "16|24|32", "of a sample: .wav 16, 24 or 32 (float, usual), .flac 16 or 24 (usual)", false }
#define CR_RENDER_THREADS_OPTION                                                                             \
    {                                                                                                        \
        "--threads", "N", "parts that nothing joins run side by side; the sound is the same (all cores)",    \
            false                                                                                            \
    }
#define CR_RENDER_GAIN_OPTION                                                                                \
    {                                                                                                        \
        "--gain", "set|each|none", "one factor for all files, one for each, or the level as it is (set)",    \
            false                                                                                            \
    }
int cr_render_check_usage(const cr_command *command);

#define CR_RENDER_MONO_LOSS_MOST 6.0 // dB; more is told: two channels of their own lose 3
// The word for how a render ended: "duration", "silence", "limit", "interrupted".
const char *cr_render_end_text(cr_audio_end end);
// --bits, checked; 0: not given.
cr_status cr_render_read_bits(const cr_command *command, long *bits, cr_error *error);
// --threads, checked; 0: this verb has no such option.
cr_status cr_render_read_threads(const cr_command *command, int *threads, cr_error *error);
// --loudness, checked; CR_NAN: not given.
cr_status cr_render_read_loudness(const cr_command *command, double *loudness, cr_error *error);
// The rate of the file [Hz]: a whole number, and high enough where a loudness is asked for. CR_ERR_RANGE.
cr_status cr_render_choose_rate(const cr_scene *scene, double loudness, int *rate, cr_error *error);
// --gain of an opened job; left out: set, unless something else says how loud each is. CR_ERR_UNKNOWN.
cr_status cr_render_job_choose_gain(cr_render_job *job, cr_error *error);
// What brings the loudest of a set to -1 dB of full scale; 1: all of it is silent.
double cr_render_gain_of(double peak);
// The options and the text of the scene; the output is not chosen and nothing is built.
cr_status cr_render_job_open(const cr_command *command, cr_render_job *job, cr_error *error);
// The file of -o, else the scene's name with .wav. CR_ERR_UNSUPPORTED when it has no ending of a sound file.
cr_status cr_render_job_choose_output(cr_render_job *job, cr_error *error);
// What a file that is not scaled is multiplied by: with listeners, samples are pressures over full scale.
double cr_render_job_scale(const cr_render_job *job);
// Scene, with some more changes, and simulation.
cr_status cr_render_job_build(cr_render_job *job, const cr_scene_override *more, int more_count,
                              cr_error *error);
// All of it for one sound, ready to run, after it was opened.
cr_status cr_render_job_complete(cr_render_job *job, cr_error *error);
// Reads --probe NAME:QUANTITY=FILE against the names of the scene.
cr_status cr_render_probes_read(cr_render_job *job, cr_error *error);
// Runs and writes every file. CR_ERR_NUMERIC when the state became NaN or infinite: no file is left.
cr_status cr_render_job_run(const cr_render_job *job, cr_render_outcome *outcome, cr_error *error);

// Writes the sound of a job that was kept, from a frame on, at this gain.
cr_status cr_render_job_write_kept(const cr_render_job *job, long long first, double gain,
                                   cr_render_outcome *outcome, cr_error *error);

// Fills outcome->silence when nothing is heard; `parts`: that ran instead of the simulation, or NULL.
// CR_ERR_MEMORY.
cr_status cr_render_explain_silence(const cr_render_job *job, const cr_render_parts *parts,
                                    cr_render_outcome *outcome, cr_error *error);

// Renders --variations N or FROM:TO of the scene of a job that was opened, each into a file of its own, and
// prints what came out. Returns the exit status.
int cr_render_variations(const cr_command *command, const cr_render_job *job);

// The pair "loudness": null where none was asked for.
void cr_render_loudness_json(cr_json *json, double asked, const cr_loudness_level *level, bool limited);
// One line of stderr when nothing is heard.
void cr_render_tell_silence(const cr_render_job *job, const cr_render_outcome *outcome);
void cr_render_text(const cr_render_job *job, const cr_render_outcome *outcome, FILE *out);
void cr_render_json(const cr_render_job *job, const cr_render_outcome *outcome, cr_json *json);

#endif
