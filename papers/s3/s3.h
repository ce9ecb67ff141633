// S3: Zheng & James 2011. Short versions of its examples are run here and now; the figures of whole scenes
// come from a file that tools/measure-s3 wrote.
#ifndef CAROM_PAPERS_S3_S3_H
#define CAROM_PAPERS_S3_S3_H

#include "io/record/pieces.h"
#include "papers/papers.h"

enum { CR_S3_PIECES = 240, CR_S3_POINTS = 64, CR_S3_MODES = 6, CR_S3_STATES = 4, CR_S3_CHANGES = 8 };

// ---- trial.c: a scene is run in memory, and what it does kept.

// What is to be kept.
typedef struct cr_s3_wish {
    const char *watched;                // name of a body whose contact forces count; NULL: none
    double from;                        // s: from here on
    bool spread, sound;                 // impulses redistributed; a sound
    double look;                        // s: when the decays of bodies that ring are read; 0: not
    const char *changes[CR_S3_CHANGES]; // of the scene, "path=value"; up to NULL
} cr_s3_wish;

typedef struct cr_s3_trial {
    double duration, cpu; // s
    cr_world_stats stats;
    cr_record_piece piece[CR_S3_PIECES];
    // contact forces of the body that is watched
    double level; // dB: about their means, re its weight
    int points;   // that bore load
    // redistribution of the impulses of every step
    double spread_cpu;            // s
    double bearing[CR_S3_PIECES]; // points that bear load, in the mean
    int loads;                    // points of the watched body in its last step
    double angle[CR_S3_POINTS], load[CR_S3_POINTS], shared[CR_S3_POINTS]; // rad about z; N, before and after
    // sound
    cr_heard heard;
    double loud; // dB SPL: rms from `from` on
    int rings;   // bodies whose decays were read
    double frequency[CR_S3_STATES][CR_S3_MODES], sigma[CR_S3_STATES][CR_S3_MODES]; // Hz, 1/s
} cr_s3_trial;

// Runs a scene: its text, or the name of one that ships. NULL with rows->error; at once where there is one.
const cr_s3_trial *cr_s3_try(cr_rows *rows, const char *scene, const cr_s3_wish *wish);

// The sound of a trial as an item of the report; gain 0: as loud as it can be.
void cr_s3_play(cr_rows *rows, const cr_s3_trial *trial, double gain, const char *caption);

// ---- what is made of the recording of a trial

typedef struct cr_s3_recording {
    cr_record_in in;
    const cr_world_model *model;
    const cr_scene_plan *plan;
    const cr_s3_wish *wish;
    int watched; // -1: none
    cr_arena *arena;
} cr_s3_recording;

// forces.c
cr_status cr_s3_weigh(const cr_s3_recording *recording, cr_s3_trial *trial, cr_error *error);
// spread.c
cr_status cr_s3_spread(const cr_s3_recording *recording, cr_s3_trial *trial, cr_error *error);
// sound.c; the samples are kept in an arena of their own.
cr_status cr_s3_hear(const cr_s3_recording *recording, cr_arena *keep, cr_s3_trial *trial, cr_error *error);

// ---- scenes.c
extern const char *const cr_s3_slab, *const cr_s3_curved, *const cr_s3_laid, *const cr_s3_ruler;

// ---- the report, in its order
void cr_s3_table_1(cr_rows *rows);
void cr_s3_table_2(cr_rows *rows);
void cr_s3_silence(cr_rows *rows);  // Figures 7, 10, 11
void cr_s3_adaptive(cr_rows *rows); // Figures 8, 14, 15
void cr_s3_damping(cr_rows *rows);  // Figure 4
void cr_s3_sounds(cr_rows *rows);   // of whole scenes

#endif
