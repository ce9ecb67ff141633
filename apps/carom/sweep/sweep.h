// A sweep: one scene rendered for every combination of some values, each case into a file of its own.
//
// Beside the sounds, the folder holds .rows/, one small file per case that is done: a line with the key of
// the case, and its row of the index. It is removed before a case is rendered and appears after the sound, so
// that a row always speaks of the sound that is there, whenever the program is stopped. The index is put
// together from the rows.
//
// With one gain for all, cases wait in .rows/ as samples, INDEX.raw, until all of them are there: the run
// that finds them scales and writes the sounds (scale.c).
#ifndef CAROM_APPS_CAROM_SWEEP_H
#define CAROM_APPS_CAROM_SWEEP_H

#include "render/job.h"

enum {
    CR_SWEEP_VALUE = 128, // bytes of a value as text
    CR_SWEEP_PATH = 4096, // bytes of the name of a file
    CR_SWEEP_JOBS_MOST = 1024,
    CR_SWEEP_LABEL = 64,
    CR_SWEEP_NAME = 200, // bytes of the name of a sound
};

typedef enum cr_sweep_spacing { CR_SWEEP_LINEAR, CR_SWEEP_LOGARITHMIC, CR_SWEEP_LIST } cr_sweep_spacing;

typedef struct cr_sweep_axis {
    const char *path; // in the scene
    cr_sweep_spacing spacing;
    double from, to;
    const char *list; // the values, separated by commas
    long count;
    long long stride;           // cases from one value to the next; the last axis changes fastest
    int with;                   // the axis whose steps it goes along with; -1: none, it has steps of its own
    char label[CR_SWEEP_LABEL]; // in names of files: the last word of its path, or the last two
} cr_sweep_axis;

typedef struct cr_sweep {
    const cr_command *command;
    cr_render_job job; // what all cases share
    const char *folder, *format;
    cr_sweep_axis *axes;
    int axis_count;
    long long cases;
    int width;          // digits of the index in names
    long shard, shards; // this run renders the cases with index % shards == shard - 1
    long jobs;
    unsigned long long hash; // of all that the cases share
    int hold;                // descriptor of the folder; -1: none
} cr_sweep;

typedef enum cr_sweep_state {
    CR_SWEEP_MISSING,
    CR_SWEEP_RAW, // rendered, and waits for the gain of all
    CR_SWEEP_DONE,
    CR_SWEEP_FAILED,
    CR_SWEEP_STATES
} cr_sweep_state;

// What the gain of all needs to know of a case.
typedef struct cr_sweep_figures {
    double peak, gain; // before scaling, and the factor of the sound; NAN: it waits for it
    int channels, rate;
    long long frames;
} cr_sweep_figures;

typedef struct cr_sweep_tally {
    long long rendered, present, failed; // failed ones are counted in one of the others as well
    bool complete;                       // the index of all cases was written
} cr_sweep_tally;

// --- axes (sweep_axis.c) --------------------------------------------------------------------------------

// Reads every --vary. CR_ERR_INPUT or CR_ERR_RANGE with the place "--vary PATH".
cr_status cr_sweep_axes_read(cr_sweep *sweep, cr_error *error);
void cr_sweep_value(const cr_sweep_axis *axis, long step, char text[CR_SWEEP_VALUE]);
// The step of an axis in a case.
long cr_sweep_step(const cr_sweep_axis *axis, long long index);
// The changes of the scene that make a case, in the command's arena. CR_ERR_MEMORY.
cr_status cr_sweep_changes(const cr_sweep *sweep, long long index, cr_scene_override **changes,
                           cr_error *error);
// Tries values of every axis on the scene: what is wrong with a name is found before the first case.
cr_status cr_sweep_try_axes(const cr_sweep *sweep, cr_error *error);

// --- folder and rows (sweep_folder.c, sweep_rows.c) -----------------------------------------------------

// Makes the folder, and removes what a killed run left if no other run is using it. CR_ERR_IO.
cr_status cr_sweep_folder_open(cr_sweep *sweep, cr_error *error);
void cr_sweep_folder_close(cr_sweep *sweep);
// "00012-velocity=1.5-k=1e+06.wav"
void cr_sweep_sound_name(const cr_sweep *sweep, long long index, char name[CR_SWEEP_NAME]);
// The sound in its folder. CR_ERR_MEMORY.
cr_status cr_sweep_sound_path(const cr_sweep *sweep, long long index, char **path, cr_error *error);
// The samples of a case that waits.
void cr_sweep_raw_path(const cr_sweep *sweep, long long index, char path[CR_SWEEP_PATH]);
// `figures` may be NULL; they are filled of cases that wait or are done, with one gain for all.
cr_sweep_state cr_sweep_state_of(const cr_sweep *sweep, long long index, cr_sweep_figures *figures);
// And the sound that it tells of.
cr_status cr_sweep_row_remove(const cr_sweep *sweep, long long index, cr_error *error);
// Writes the row of a case: the outcome, or the failure if outcome is NULL. With one gain for all it waits.
cr_status cr_sweep_row_write(const cr_sweep *sweep, long long index, const cr_render_outcome *outcome,
                             const cr_sweep_figures *figures, const cr_error *failure, cr_error *error);
// The row of a case that waited, with its gain.
cr_status cr_sweep_row_end(const cr_sweep *sweep, long long index, const cr_sweep_figures *figures,
                           cr_error *error);
// Writes the index of one of `shards` shards, or of all cases with 1 and 1. *complete is false, and nothing
// is written, when a case is missing. That of a shard leaves out a gain that is that of all cases.
cr_status cr_sweep_index_write(const cr_sweep *sweep, long shard, long shards, bool *complete,
                               cr_error *error);
// "index.csv" or "index-2-of-8.csv"
void cr_sweep_index_name(long shard, long shards, char name[CR_SWEEP_VALUE]);

// --- cases (sweep_case.c, sweep_run.c) ------------------------------------------------------------------

// Renders one case and writes its row. A case that fails by its values is done as well: *failed.
// CR_ERR_IO or CR_ERR_MEMORY otherwise; *interrupted when a signal ended it.
cr_status cr_sweep_case_run(const cr_sweep *sweep, long long index, bool *failed, bool *interrupted,
                            cr_error *error);
// What the sound of a case tells of itself, into the job; and the changes that make it.
cr_status cr_sweep_case_describe(const cr_sweep *sweep, long long index, cr_scene_override **changes,
                                 cr_render_job *job, cr_error *error);
// With one gain for all: once no case is missing, writes the sounds that wait. *stale counts those that were
// done with another gain, because another case was louder: their rows are gone, and they are to be rendered
// again.
cr_status cr_sweep_scale(const cr_sweep *sweep, long long *stale, cr_error *error);
// Renders what is missing, `jobs` cases at a time, each in a process of its own.
cr_status cr_sweep_run(const cr_sweep *sweep, cr_sweep_tally *tally, cr_error *error);

#endif
