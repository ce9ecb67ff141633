// What plays a network: excitations, and what is heard of it. Both are tables like laws and elements
// (src/play/excitation_list.h, pickup_list.h): a new one is one file and one line. The keys of scenes, their
// schema, `carom list`, variations and what may be changed while it runs derive from the entry.
#ifndef CAROM_PLAY_H
#define CAROM_PLAY_H

#include "carom/network.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_sim cr_sim;         // carom/sim.h
typedef struct cr_playing cr_playing; // an excitation in a simulation

// A number that may be changed while it runs, of an excitation, a listen or an element (cr_sim_turn, and the
// events of carom/rt.h).
typedef enum cr_knob {
    CR_KNOB_NONE,
    CR_KNOB_AMPLITUDE, // excitation: force, or normal force of a bow or of a rub [N]
    CR_KNOB_VELOCITY,  // excitation: of a bow, of a rub, or along a surface [m/s]
    CR_KNOB_FREQUENCY, // excitation: of a sine force [Hz]; the phase goes on from where it is
    CR_KNOB_GAIN,      // listen
    CR_KNOB_PITCH,     // element: a string [Hz]
    CR_KNOB_POSITION,  // element: a barrier that no excitation moves [m]; it moves in the coming step
    CR_KNOB_THROW,     // element: a mass is thrown again [m/s]; an event alone, cr_sim_turn does not know it
    CR_KNOB_STRIKE,    // element: of the next blow with a mallet, which number says the key; an event alone
    CR_KNOB_COUNT
} cr_knob;
// "amplitude"; "" for CR_KNOB_NONE.
const char *cr_knob_name(cr_knob knob);

// --- keys: parameters that need not be numbers ----------------------------------------------------------

// What the value of a key is.
typedef enum cr_value_kind {
    CR_VALUE_NUMBER,
    CR_VALUE_INTEGER,
    CR_VALUE_WORD,           // one of `words`
    CR_VALUE_NUMBER_OR_WORD, // a number, or the first of `words`
    CR_VALUE_INTEGER_OR_WORD,
    CR_VALUE_TEXT,
    CR_VALUE_MATERIAL,
    CR_VALUE_PLACE,           // NAME[@x[,y[,z]]] of an element
    CR_VALUE_PLACE_OR_GROUND, // or `ground`
    CR_VALUE_ELEMENT,         // names of items
    CR_VALUE_CONTACT,
    CR_VALUE_BOW,
    CR_VALUE_FRICTION,
    CR_VALUE_MODEL,    // of friction under a bow
    CR_VALUE_QUANTITY, // of pickups
    CR_VALUE_SURFACE,  // of the scene, or a preset
    CR_VALUE_PRESET,   // of surfaces
    CR_VALUE_NUMBERS,  // a list
    CR_VALUE_TABLE,    // a list of lists
    CR_VALUE_VECTOR,   // x, y, z
    CR_VALUE_TURN,     // an axis x, y, z and degrees
    CR_VALUE_BODY,     // NAME of a body in space, or NAME.k of its k-th copy
    CR_VALUE_BODY_OR_GROUND,
    CR_VALUE_GRIP,  // friction of a body: a number, or a mapping
    CR_VALUE_DRIVE, // a mapping: how a body is moved
    CR_VALUE_PARTS, // a list of mappings: shapes and where they sit
} cr_value_kind;

// How strokes of a hand differ that are meant to be the same (docs/sweeps.md).
typedef enum cr_spread {
    CR_SPREAD_NONE,
    CR_SPREAD_THROWN,   // a strength that is let go
    CR_SPREAD_HELD,     // a strength that is held against it
    CR_SPREAD_HARDNESS, // evenly in its logarithm
    CR_SPREAD_ANGLE,    // degrees
} cr_spread;

typedef struct cr_key {
    cr_param number; // name, unit, doc; default and range of a number, default of a word by index
    cr_value_kind kind;
    bool required;
    const char *const *words; // ends with NULL
    cr_knob knob;             // that changes it while it runs; CR_KNOB_NONE: it is built anew
    int strike;               // CR_KNOB_STRIKE: which of cr_strike_params
    cr_spread spread;         // in variations of a scene
} cr_key;

// --- excitations ----------------------------------------------------------------------------------------

enum { CR_EXCITATION_KEY_MAX = 16 };

typedef struct cr_excitation_type cr_excitation_type;

typedef struct cr_excitation {
    const cr_excitation_type *type;
    cr_place at; // where it acts; at.element is the number of the element, friction or contact of its keys
    double value[CR_EXCITATION_KEY_MAX]; // in the order of type->keys: numbers, words by index; CR_NAN: none
} cr_excitation;

// What an excitation acts on, as far as it can be told before a network is built.
typedef struct cr_target {
    const char *name;               // in messages
    const cr_element_type *element; // of a place or an element, else NULL
    bool pressed_by_contact;        // friction: not by a force of its own
    bool has_surface;               // contact: something can move along it
} cr_target;

// One key refers to what it acts on: CR_VALUE_PLACE, _ELEMENT, _FRICTION or _CONTACT, and it comes first.
struct cr_excitation_type {
    const char *name, *doc;
    const char *acts_on; // in words
    const cr_key *keys;
    int key_count;
    bool adds_bow;       // it can be heard as a bow
    bool holds_position; // of its element, which no knob moves then
    bool always_varies;  // in variations also by what a scene leaves to its defaults
    // Whether values and target fit. The place of an error is the key whose value is wrong, "key:" for one
    // that should not be there, or "".
    cr_status (*check)(const cr_excitation *excitation, const cr_target *target, cr_error *error);
    // Makes room in an element for what will be done to it, before that is built, where the one that was
    // given leaves it open; NULL: nothing.
    void (*foresee)(const cr_excitation *excitation, const cr_element *given, cr_element *element);
    // Adds to the network what it needs, and sets what is there from the start.
    cr_status (*prepare)(cr_sim *sim, cr_playing *playing, cr_error *error);
    // Once the network is prepared; NULL: nothing.
    void (*start)(cr_sim *sim, const cr_playing *playing);
    // Before every step of the network, t [s]; NULL: all was done from the start. Audio thread.
    void (*step)(cr_sim *sim, cr_playing *playing, double t);
};

const cr_excitation_type *const *cr_excitation_types(int *count);
// NULL and a reason with the nearest name when there is no such excitation.
const cr_excitation_type *cr_excitation_find(const char *name, cr_error *error);
// An excitation with the defaults of its keys.
cr_excitation cr_excitation_default(const cr_excitation_type *type);
// Sets a key by its name: a number, or a word by its index. CR_ERR_UNKNOWN, CR_ERR_RANGE.
cr_status cr_excitation_set(cr_excitation *excitation, const char *name, double value, cr_error *error);

// --- what is heard --------------------------------------------------------------------------------------

// A quantity of a source. Several may have the same quantity, each of another source, and several the same
// source.
typedef struct cr_pickup_type {
    const char *name, *doc, *unit;
    const char *quantity; // as a scene calls it: "force"
    cr_value_kind source; // CR_VALUE_PLACE, _CONTACT, _BOW or _FRICTION
    bool usual;           // heard where a scene does not say what
    // Before the network is prepared: that it will be heard; NULL: nothing to follow.
    void (*follow)(cr_network *network, int source);
    // After every step. `source` is the number of a pickup, contact, bow or friction of the network. Audio
    // thread.
    double (*hear)(const cr_network *network, int source);
} cr_pickup_type;

const cr_pickup_type *const *cr_pickup_types(int *count);
const cr_pickup_type *cr_pickup_find(const char *name, cr_error *error);
// The keys of a pickup in a scene: its sources, the quantity, channel and gain.
const cr_key *cr_pickup_keys(int *count);

// One motion in one channel of the output; several may share a channel.
typedef struct cr_listen {
    const cr_pickup_type *type;
    int source; // pickup, contact, bow or friction of the network
    int channel;
    double gain;
} cr_listen;

CR_DECLARATIONS_END

#endif
