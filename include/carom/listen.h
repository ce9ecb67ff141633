// From bodies to ears. Sound that a body gives off at a moving place is heard later, by the way over the
// speed of sound, at a place that may move too: pitch shifts, nothing clicks. An ear is a microphone or one
// side of a head whose filters depend on the direction.
//     cr_heard *heard = cr_heard_new(arena, &heard_def, &error);     one per ear
//     cr_travel *travel = cr_travel_new(arena, &error);              one per body and ear
//     cr_travel_push(travel, emitted, frames, arrival, heard);       for each block
//     cr_heard_take(heard, out, frames);
#ifndef CAROM_LISTEN_H
#define CAROM_LISTEN_H

#include "carom/space.h"

CR_DECLARATIONS_BEGIN

// ---- The way through the air.

typedef struct cr_heard cr_heard;   // what has arrived at an ear and what is on its way
typedef struct cr_travel cr_travel; // from one body to one ear

// Samples between the last one that was given off and the last one whose arrival is known: half the width of
// the interpolation.
enum { CR_TRAVEL_LAG = 16, CR_TRAVEL_BLOCK = 256 }; // the second: most frames of a push

typedef struct cr_heard_def {
    double delay;  // samples, the longest way: what is farther away is not heard; 1e5
    unsigned made; // by cr_heard_def_default; not to be set
} cr_heard_def;

cr_heard_def cr_heard_def_default(void);
// Silence. Owned by the arena. NULL: CR_ERR_RANGE (0 to 1e8 samples), CR_ERR_MEMORY.
cr_heard *cr_heard_new(cr_arena *arena, const cr_heard_def *def, cr_error *error);
// The next `frames` samples, 0 to CR_TRAVEL_BLOCK; they are whole once all bodies have pushed CR_TRAVEL_LAG
// samples more than that. For the audio thread.
void cr_heard_take(cr_heard *heard, double *out, int frames);

cr_travel *cr_travel_new(cr_arena *arena, cr_error *error); // NULL: CR_ERR_MEMORY
// Where the way begins: `arrival` is when the sample CR_TRAVEL_LAG before the first is heard, in samples. To
// be called once, before the first push.
void cr_travel_begin(cr_travel *travel, double arrival);
// The next 1 to CR_TRAVEL_BLOCK samples that were given off. `arrival`: when the sample CR_TRAVEL_LAG before
// the end of this block is heard, on the clock of the samples given off: its number and the way over the
// speed of sound. Between blocks arrival is linear in the time of emission. Where it does not rise (a source
// faster than sound) nothing is heard. For the audio thread.
void cr_travel_push(cr_travel *travel, const double *emitted, int frames, double arrival, cr_heard *heard);

// ---- Heads: filters of both ears by direction.

typedef struct cr_head cr_head;

enum { CR_HEAD_TAPS = 128 };

// One measured direction: impulse responses of both ears.
typedef struct cr_head_measure {
    cr_vec from;          // where the sound comes from: x ahead, y left, z up; any length
    const double *ear[2]; // left and right, `taps` each
    double delay[2];      // samples before them
} cr_head_measure;

typedef struct cr_head_def {
    const cr_head_measure *measure; // not needed afterwards
    int count;                      // 1 to 100000
    int taps;                       // 1 to 8192
    double rate;                    // Hz, of the responses; 44100
    unsigned made;                  // by cr_head_def_default; not to be set
} cr_head_def;

cr_head_def cr_head_def_default(void);
// Each response is parted into a delay and a filter of least phase of CR_HEAD_TAPS taps. NULL: CR_ERR_INPUT
// (no sound at all, a value that is not finite), CR_ERR_RANGE, CR_ERR_MEMORY.
cr_head *cr_head_new(cr_arena *arena, const cr_head_def *def, cr_error *error);

typedef struct cr_head_filter {
    double tap[2][CR_HEAD_TAPS];
    double delay[2]; // samples, against the centre of the head; may be negative
} cr_head_filter;

// For sound from a direction in the frame of the head; smooth in it. For the audio thread.
void cr_head_at(const cr_head *head, cr_vec from, cr_head_filter *filter);

// A filter whose taps change from block to block without a click.
typedef struct cr_fade_filter {
    double tap[CR_HEAD_TAPS];
    double past[CR_HEAD_TAPS]; // the last samples
} cr_fade_filter;

// frames samples, at most CR_TRAVEL_BLOCK, through taps that change linearly from the ones before to `tap`.
void cr_fade_filter_run(cr_fade_filter *filter, const double *tap, const double *in, double *out, int frames);

// ---- Listeners: where ears are.

typedef enum cr_listener_kind {
    CR_LISTENER_MONO,     // a microphone for all directions
    CR_LISTENER_STEREO,   // two cardioids, 0.17 m apart and turned 55 degrees outward (ORTF)
    CR_LISTENER_BINAURAL, // a head
    CR_LISTENER_ARRAY     // microphones for all directions
} cr_listener_kind;

typedef struct cr_ear {
    cr_vec at;     // in the frame of the listener: x ahead, y left, z up; m
    cr_vec facing; // of a cardioid, a unit vector
    bool cardioid;
    int side; // of a head: 0 left, 1 right; -1: none
} cr_ear;

// The ears of a listener but an array: 1 or 2.
int cr_listener_ears(cr_listener_kind kind, cr_ear ear[2]);
// The frame that looks along `facing` with `up` as far up as can be.
cr_quat cr_listener_turn(cr_vec facing, cr_vec up);
// How loud an ear hears sound from a direction in the listener's frame: (1 + cos)/2 for cardioids,
// otherwise 1.
double cr_ear_gain(const cr_ear *ear, cr_vec from);

CR_DECLARATIONS_END

#endif
