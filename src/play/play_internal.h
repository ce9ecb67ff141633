// Shared by the files of excitations and pickups: a simulation, and what its excitations have in common.
#ifndef CAROM_PLAY_INTERNAL_H
#define CAROM_PLAY_INTERNAL_H

#include "carom/sim.h"
#include "network/network_internal.h"
#include "play/excitation_list.h"
#include "play/pickup_list.h"

#include <stdint.h>

#define X(name) extern const cr_excitation_type cr_excitation_##name;
CR_EXCITATION_LIST(X)
#undef X
#define X(name) extern const cr_pickup_type cr_pickup_##name;
CR_PICKUP_LIST(X)
#undef X

// A value over time: 0 before `start`, rising over `attack`, held until `start + duration`, falling over
// `release`.
typedef struct cr_envelope {
    double start, attack, duration, release; // s; duration INFINITY: for ever
} cr_envelope;

// What `prepare` of an excitation fills, and what it keeps while it plays.
struct cr_playing {
    cr_excitation is;
    cr_envelope envelope; // outside of it nothing is done
    int target;           // what it acts on in the network
    bool ends_by_itself;  // it is not cut short when it is released
    bool cancelled;       // released before it began
    double phase;         // rad, of a sine whose frequency was changed
};

struct cr_sim {
    cr_network *network;
    double h;
    long steps;
    long phase; // steps + phase: what flights are aligned to
    uint64_t noise;
    CR_ARRAY(cr_playing) excitations;
    CR_ARRAY(cr_listen) listens;
    int channels;
    bool silenced;
    double force_least, peak, energy_greatest, error_greatest;
    cr_sim_follower *follower;
    cr_sim_flight_follower *flight_follower; // NULL: a flight is followed step by step
    void *follower_context;
    cr_sim_looker *looker;
    void *looker_context;
    double *greatest; // force of every contact and mallet; NULL: nobody looks
    double expected;  // s, when the last thing thrown arrives
};

// --- keys that several have -----------------------------------------------------------------------------

#define CR_FOR_EVER ((double)INFINITY)
// Name and meaning of what is no number.
#define CR_NAMED(name, doc)                                                                                  \
    { name, "", doc, CR_NAN, 0, 0 }
#define CR_KEY_AT                                                                                            \
    { .number = CR_NAMED("at", "where"), .kind = CR_VALUE_PLACE, .required = true }
#define CR_KEY_ELEMENT                                                                                       \
    { .number = CR_NAMED("element", "which element"), .kind = CR_VALUE_ELEMENT, .required = true }
#define CR_KEY_START                                                                                         \
    {                                                                                                        \
        .number = { "start", "s", "when it begins", 0, 0, 1e6 }                                              \
    }
// Four keys.
#define CR_KEYS_ENVELOPE                                                                                     \
    CR_KEY_START, {.number = {"attack", "s", "time to rise", 0, 0, 1e6}},                                    \
        {.number = {"duration", "s", "from start to the release; left out: for ever", CR_FOR_EVER, 0, 1e6}}, \
    {                                                                                                        \
        .number = { "release", "s", "time to fall", 0, 0, 1e6 }                                              \
    }
enum { CR_ENVELOPE_KEYS = 4 };
// From the four keys that begin with number `first`.
cr_envelope cr_envelope_of(const cr_excitation *excitation, int first);
// 0 to 1, and 0 for what was released before it began.
double cr_playing_level(const cr_playing *playing, double t);
// From its start to the end of its release.
bool cr_envelope_holds(const cr_envelope *envelope, double t);

// --- what may be acted on -------------------------------------------------------------------------------

// CR_ERR_INPUT for a barrier.
cr_status cr_target_need_free(const cr_target *target, cr_error *error);

// --- drives: a force or motion over time (drive.c) ------------------------------------------------------

typedef enum cr_drive_shape {
    CR_DRIVE_HOLD,  // the envelope itself
    CR_DRIVE_PULSE, // one raised-cosine pulse of length `duration`, once
    CR_DRIVE_SINE,  // sine of `frequency` under the envelope
    CR_DRIVE_NOISE, // white noise under the envelope, from the seed
} cr_drive_shape;
extern const char *const cr_drive_words[];

// The keys of a drive begin with the second one.
enum { CR_DRIVE_SHAPE = 1, CR_DRIVE_AMPLITUDE, CR_DRIVE_FREQUENCY, CR_DRIVE_ENVELOPE };
#define CR_KEYS_DRIVE(unit, most, amplitude_knob, frequency_knob)                                            \
    {.number = CR_NAMED("shape", "course over time; a pulse is one raised cosine of length duration"),       \
     .kind = CR_VALUE_WORD,                                                                                  \
     .required = true,                                                                                       \
     .words = cr_drive_words},                                                                               \
        {.number = {"amplitude", unit, "the most that it reaches", CR_NAN, -(most), most},                   \
         .required = true,                                                                                   \
         .knob = amplitude_knob,                                                                             \
         .spread = CR_SPREAD_HELD},                                                                          \
        {.number = {"frequency", "Hz", "of a sine", CR_NAN, 0, 1e5}, .knob = frequency_knob},                \
        CR_KEYS_ENVELOPE
cr_status cr_drive_check(const cr_excitation *excitation, cr_error *error);
void cr_drive_prepare(cr_playing *playing);
double cr_drive_at(cr_sim *sim, const cr_playing *playing, double t);

#endif
