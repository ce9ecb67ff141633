#ifndef CAROM_RT_INTERNAL_H
#define CAROM_RT_INTERNAL_H

#include "base/numeric.h"
#include "carom/rt.h"

#include <assert.h>
#include <stdatomic.h>

// The other side of a cache line that two threads write.
enum { CR_RT_APART = 64 };

static_assert(ATOMIC_LLONG_LOCK_FREE == 2 && ATOMIC_POINTER_LOCK_FREE == 2, "counters must not lock");

// A count with one writer, read by anyone.
typedef atomic_llong cr_rt_count;
static inline void cr_rt_add(cr_rt_count *count, long long more) {
    long long now = atomic_load_explicit(count, memory_order_relaxed);
    atomic_store_explicit(count, now + more, memory_order_relaxed);
}
static inline long long cr_rt_read(const cr_rt_count *count) {
    return atomic_load_explicit(count, memory_order_relaxed);
}

// Ring with one writer and one reader: `written` belongs to the writer, `taken` to the reader.
struct cr_rt_port {
    cr_rt_event *events;
    size_t mask; // size - 1
    char apart_a[CR_RT_APART];
    atomic_size_t written;
    cr_rt_count full, refused;
    char apart_b[CR_RT_APART];
    atomic_size_t taken;
    size_t cut;  // events before this one were there when a chunk could take no more
    int in_turn; // taken in the present chunk
    char apart_c[CR_RT_APART];
};

// Whether all numbers of an event are finite.
bool cr_rt_event_finite(const cr_rt_event *event);
// The event that comes next, or NULL; it stays good until cr_rt_port_drop.
const cr_rt_event *cr_rt_port_peek(cr_rt_port *port);
void cr_rt_port_drop(cr_rt_port *port);
// What is in the queue now could not be taken in the present chunk.
void cr_rt_port_cut(cr_rt_port *port);
// Whether the event that comes next was there when it was due, but had to wait: it is older than `frame`.
bool cr_rt_port_slipped(const cr_rt_port *port, long long frame);

// A number on its way to another, in equal steps.
typedef struct cr_ramp {
    double now, goal, step;
    int left; // frames
} cr_ramp;

static inline void cr_ramp_to(cr_ramp *r, double goal, int frames) {
    r->goal = goal;
    r->left = frames;
    r->step = frames > 0 ? (goal - r->now) / frames : 0.0;
    if (frames <= 0) r->now = goal;
}

static inline double cr_ramp_next(cr_ramp *r) {
    if (r->left > 0) r->now = --r->left ? r->now + r->step : r->goal;
    return r->now;
}

typedef struct cr_rt_knob_ramp {
    cr_knob knob;
    int target;
    cr_ramp ramp;
} cr_rt_knob_ramp;

// What a voice publishes: written by the audio thread, read by any, with a count that is odd meanwhile. A
// value that was read makes the count before it known (release, acquire), so that a torn reading shows.
typedef struct cr_rt_board {
    int count;
    cr_rt_meter *meters;
    double *forces; // greatest, falling, by contact and mallet
    int force_count;
    bool silent; // what is on it is of a voice that is idle
    atomic_llong turn;
    cr_rt_count frame;
    _Atomic double *values;
} cr_rt_board;

typedef enum cr_rt_state { CR_RT_IDLE, CR_RT_PLAYING, CR_RT_RELEASING, CR_RT_ENDING } cr_rt_state;

typedef struct cr_rt_voice {
    cr_arena *arena;
    cr_sim *sim;
    void *snapshot; // of the arena, as built
    double *start;  // displacement of every element's first point, as built
    int channels;
    cr_rt_state state; // ending: fades out over CR_RT_CHUNK frames and starts again with the pending events
    int fade_left;     // frames, of one that ends
    int note;
    long frames; // since it was triggered
    cr_ramp level;
    bool closing; // idle when the level has arrived
    cr_rt_knob_ramp ramps[CR_RT_RAMPS_MAX];
    int ramp_count;
    cr_rt_event pending[CR_RT_PENDING_MAX]; // the first one is the trigger
    int pending_count;
    double peak, loudness; // since it was triggered, and of the last chunk
    double heard;          // peak of the present chunk so far
    long quiet;            // frames since it was last above the silence level
    double last[64];       // the last frame
    double shown;          // peak of its sound, falling, for the meter
    cr_rt_board board;
} cr_rt_voice;

struct cr_rt {
    cr_rt_def def;
    cr_arena *arena; // of the engine itself
    cr_rt_voice *voices;
    cr_rt_port *ports;
    double *scratch, *mix; // one chunk of a voice and of the output
    int ready;             // frames of the mix that were not handed out yet
    long long chunk;       // frame where the present chunk begins
    long long now;         // frame at which events take effect
    cr_ramp master;
    int smoothing;     // frames
    double meter_kept; // share of a meter after a chunk
    cr_rt_count time, chunks, applied, refused, missed, jumped, stolen, contained, playing, slipped;
};

// --- voice.c

void cr_rt_voice_start(cr_rt *engine, cr_rt_voice *voice, int note, double level);
// Back to how it was built, silent.
void cr_rt_voice_reset(cr_rt_voice *voice);
// Computes `frames` frames and adds them to the mix from frame `from` of the chunk on.
void cr_rt_voice_play(cr_rt *engine, cr_rt_voice *voice, int from, int frames);

// --- meter.c

cr_status cr_rt_make_board(cr_rt *engine, cr_rt_voice *voice, cr_error *error);
// At the end of a chunk.
void cr_rt_publish(cr_rt *engine, cr_rt_voice *voice);

// --- event.c

// Applies what is due now.
void cr_rt_take_events(cr_rt *engine);
// The frame of the next event that the present chunk can still take, at most `end`.
long long cr_rt_next_event(cr_rt *engine, long long end);
// What waited for a voice that has faded out.
void cr_rt_apply_pending(cr_rt *engine, cr_rt_voice *voice);

#endif
