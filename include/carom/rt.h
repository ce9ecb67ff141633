// Real-time engine: voices, each a simulation of its own, played in blocks of any size from an audio
// callback and steered from other threads. Sound is computed in chunks of CR_RT_CHUNK frames that lie on
// multiples of CR_RT_CHUNK since the start, whatever the blocks are: the samples are the same, bit by bit,
// for every block size. After cr_rt_new nothing is allocated, locked or asked of the system, and every loop
// is bounded. docs/realtime.md tells how to use it and which test proves what.
#ifndef CAROM_RT_H
#define CAROM_RT_H

#include "carom/sim.h"

CR_DECLARATIONS_BEGIN

enum {
    CR_RT_CHUNK = 64, // frames computed at a time
    CR_RT_VOICES_MAX = 256,
    CR_RT_PORTS_MAX = 16,
    CR_RT_EVENTS_MAX = 64,  // taken from one port in one chunk; the rest waits for the next chunk
    CR_RT_PIECES_MAX = 16,  // that events divide a chunk into; the rest waits for the next chunk
    CR_RT_RAMPS_MAX = 64,   // numbers of one voice that change at the same time; more jump
    CR_RT_PENDING_MAX = 16, // events kept for a voice that fades out before it starts again
};

// At the end of every chunk smaller numbers of the state are set to zero: silence, whatever the unit.
#define CR_RT_TINY 1e-30

// What an event does.
typedef enum cr_rt_kind {
    CR_RT_TRIGGER,   // starts a voice from how it was built; value: its level
    CR_RT_RELEASE,   // ends what excites it; it rings on, or fades out over `value` seconds if that is > 0
    CR_RT_LEVEL,     // level of a voice; smoothed
    CR_RT_AMPLITUDE, // the knobs of carom/sim.h, `target` is the excitation, listen or element; smoothed
    CR_RT_VELOCITY,
    CR_RT_FREQUENCY,
    CR_RT_GAIN,
    CR_RT_PITCH,
    CR_RT_POSITION,
    CR_RT_THROW,  // puts mass element `target` back where it was built and throws it at `value` m/s
    CR_RT_MASTER, // level of everything; smoothed
    CR_RT_STRIKE, // a mallet hits element `target` at `at`, `value` m/s fast (cr_network_strike)
    CR_RT_KIND_COUNT
} cr_rt_kind;

// Which voice an event is for, instead of its number.
enum {
    CR_RT_ANY = -1,  // trigger: one that is idle, else the quietest, which fades out over one chunk first
    CR_RT_NOTE = -2, // those that play note `note`
    CR_RT_ALL = -3,
};

typedef struct cr_rt_event {
    long long time; // frame since the start at which it takes effect; one that has passed: the next chunk
    cr_rt_kind kind;
    int voice;  // number, or CR_RT_ANY, CR_RT_NOTE, CR_RT_ALL
    int note;   // trigger: the caller's name for what the voice now plays
    int target; // excitation, listen or element of its simulation
    double value;
    double at[CR_WHERE]; // strike: relative coordinates, and the direction on a solid
    cr_mallet mallet;    // strike: cr_mallet_default
} cr_rt_event;

// Builds voice number `voice` in its arena, prepared and ready to run at the rate of the engine. Called by
// cr_rt_new only. What it makes must live in the arena, or not change while the engine lives.
typedef cr_status (*cr_rt_build)(void *context, int voice, cr_arena *arena, cr_sim **sim, cr_error *error);

typedef struct cr_rt_def {
    double rate;          // Hz: 44100
    int channels;         // of the output: 2; a voice with one channel is heard in all of them
    int voices;           // 1
    int ports;            // threads that push events: 1
    int queue;            // events that a port holds, rounded up to a power of two: 1024
    double smoothing;     // s, over which a change is spread: 0.01; 0: it jumps
    double silence_level; // relative to the peak of a voice: 1e-6
    double silence_time;  // s below that level, with nothing exciting it, before a voice is idle: 0.5
    double ceiling;       // greatest output; a voice that passes it is stopped: 1e9
    bool booking;         // sums energy, losses and work (cr_network_ledger): false
    int mallets;          // that a voice has for strikes, unless `build` reserved more: 0
    bool meters;          // contact forces and peaks of every voice can be read from any thread: false
    int meter_modes;      // with them, so many of the lowest modes of every element that has modes: 0
    double meter_fall; // s, in which peaks and forces fall to 1/e: 0.1; 0: they are of the last chunk alone
    cr_rt_build build;
    void *context;
    cr_allocator allocator;
    unsigned made; // by cr_rt_def_default; not to be set
} cr_rt_def;

// A number of a voice that is published at the end of every chunk.
typedef enum cr_rt_meter_kind {
    CR_RT_METER_PEAK,    // greatest of its sound, before its level, falling (cr_rt_def.meter_fall)
    CR_RT_METER_CONTACT, // greatest force of contact `target`, falling [N]
    CR_RT_METER_MALLET,  // and of mallet `target`
    CR_RT_METER_MODE,    // amplitude of mode `mode` of element `target` (cr_network_mode_amplitude)
} cr_rt_meter_kind;
typedef struct cr_rt_meter {
    cr_rt_meter_kind kind;
    int target, mode;
} cr_rt_meter;

typedef struct cr_rt cr_rt;
typedef struct cr_rt_port cr_rt_port;

// Counted since the start.
typedef struct cr_rt_stats {
    long long chunks;
    long long applied;   // events that did what they say
    long long refused;   // events with a number that is NaN, infinite or out of range
    long long missed;    // events for a voice, note, target or mallet that is not there
    long long full;      // events that found their queue full
    long long jumped;    // changes without smoothing, for want of ramps
    long long stolen;    // voices that were taken from a note that still sounded
    long long contained; // chunks of a voice, or of the sum, with NaN, infinity or values above the ceiling
    long long slipped;   // events that were there in time and waited for the next chunk, which had room
    int playing;         // voices that are not idle
} cr_rt_stats;

cr_rt_def cr_rt_def_default(void);
// Builds all voices and runs each for one chunk, so that memory and code are touched before they are needed.
// CR_ERR_RANGE, CR_ERR_INPUT, CR_ERR_MEMORY, CR_ERR_NUMERIC, or what `build` returned. Not the audio thread.
cr_status cr_rt_new(const cr_rt_def *def, cr_rt **engine, cr_error *error);
// NULL is fine. No thread may use the engine or its ports any more.
void cr_rt_free(cr_rt *engine);

// Writes frames x channels interleaved samples; all are finite. One thread at a time: the audio thread.
void cr_rt_process(cr_rt *engine, int frames, double *out);
void cr_rt_process_float(cr_rt *engine, int frames, float *out);

// Port number `index`, below def.ports; NULL if there is none. Any thread; it belongs to the engine.
cr_rt_port *cr_rt_port_at(cr_rt *engine, int index);
// Hands an event to the engine, without waiting. False if the queue is full or a number is not finite; both
// are counted. Each port is for one thread at a time, and its events are taken in the order they were pushed:
// an early event waits behind a late one.
bool cr_rt_push(cr_rt_port *port, const cr_rt_event *event);

// Frames handed out so far. Any thread.
long long cr_rt_time(const cr_rt *engine);
// Any thread; the counts need not be of the same moment.
cr_rt_stats cr_rt_look(const cr_rt *engine);
// Numbers that a voice publishes, 0 unless def.meters, and what number `index` is; false if there is none.
// Any thread.
int cr_rt_meter_count(const cr_rt *engine, int voice);
bool cr_rt_meter_at(const cr_rt *engine, int voice, int index, cr_rt_meter *meter);
// All of them as they were at the end of one chunk, the last or the one before it, in the order of their
// numbers, and the frame at which it ended (NULL: not wanted). Never waits; false if there are none or the
// audio thread overtook the reader time and again: what is then in `values` is of no use. Any thread.
bool cr_rt_read_meters(const cr_rt *engine, int voice, double *values, long long *frame);
// The simulation of a voice, for the audio thread, or while nothing is processed.
cr_sim *cr_rt_voice_sim(cr_rt *engine, int voice);

CR_DECLARATIONS_END

#endif
