// Elements joined by contacts and springs, bowed and driven, stepped together. Each step every element
// predicts its motion, one small solve per connected block of interactions finds the forces, and the forces
// correct the prediction. Energy, losses and work done from outside are booked so that their sum stays to
// rounding. Everything lives in the arena given at creation; nothing allocates after cr_network_prepare.
#ifndef CAROM_NETWORK_H
#define CAROM_NETWORK_H

#include "carom/element.h"
#include "carom/law.h"
#include "carom/surface.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_network cr_network;
struct cr_bow;

// Instead of the index of an element: the ground, which does not move; and no place at all, which is refused.
enum { CR_GROUND = -1, CR_NOWHERE = -2 };

// A point of an element of the network, or CR_GROUND. Definitions begin with their _default function, whose
// places are CR_NOWHERE: one that is forgotten is an error. A definition that did not begin so is refused,
// CR_ERR_INPUT: all zero it would be a point of element 0.
typedef struct cr_place {
    int element;
    double at[CR_WHERE]; // relative coordinates, 0..1, and the direction on a solid
} cr_place;

// How a contact is stepped.
typedef enum cr_contact_mode {
    CR_CONTACT_AUTO,      // linear between masses, walls and modal objects, predicted where a grid takes part
    CR_CONTACT_PREDICTED, // three-level clock, never pulls (src/scheme/psi_contact.h)
    CR_CONTACT_PLAIN,     // S1 (12)
    CR_CONTACT_2021,      // the authors' later rule
    CR_CONTACT_LINEAR,    // force linear in the step (src/scheme/foh_contact.h); not on a grid
} cr_contact_mode;

// A rough surface that passes under a contact. What it does to the bodies is taken from the motion along it.
typedef struct cr_track_def {
    const cr_rough *surface; // must outlive the network; NULL: smooth
    double speed;            // m/s
    double inertia;          // kg that roll or slide along; 0: a hand keeps the speed, its work is booked
    double radius;           // m, of what rolls; 0: it slides
    double out_of_round;     // m, once per turn of what rolls
    double off_centre;       // m, of the mass of what rolls, which is `a` and has a radius
} cr_track_def;

// Contact where a reaches b from below: depth = u_a - u_b - gap.
typedef struct cr_contact_def {
    cr_place a, b;
    double gap; // m
    cr_law law; // prepared
    cr_contact_mode mode;
    cr_track_def track; // all zero: none
    unsigned made;      // by cr_contact_def_default; not to be set
} cr_contact_def;

// Friction by bristles: F/N between `dynamic` and `rest`, falling over the speed `stribeck`.
typedef struct cr_bristle_law {
    double rest, dynamic; // coefficients of friction, typically 0.5, 0.3
    double stribeck;      // m/s, 0.05
    double breakaway;     // share of the sliding bend at which bristles begin to yield, 0.7
    double viscous;       // kg/s
    double stiffness;     // N/m; 0: normal force/5 um at the start
    double damping;       // kg/s; 0: sqrt(stiffness x mass felt)
} cr_bristle_law;

// Friction between two points of masses, walls or modal objects, in the direction of their displacement.
typedef struct cr_friction_def {
    cr_place a, b;
    int contact;     // index of the contact that presses them together; -1: `force` does
    double force;    // N
    double velocity; // m/s, of a against b, brought in from outside
    cr_bristle_law law;
    unsigned made; // by cr_friction_def_default; not to be set
} cr_friction_def;

// How contacts with a linear force were stepped, summed over all.
typedef struct cr_contact_effort {
    long samples[5]; // in contact or close to it, with 1, 2, 4, 8, 16 steps per sample
    long blows;      // contacts shorter than 0.3 samples, done by their closed form
} cr_contact_effort;

// Spring between two points, S1 (32f): k1 x + k3 x^3 + 2 r x', x = u_a - u_b - rest.
typedef struct cr_spring_def {
    cr_place a, b;
    double k1, k3, r; // N/m, N/m^3, kg/s
    double rest;      // m
    unsigned made;    // by cr_spring_def_default; not to be set
} cr_spring_def;

// A model of friction. They are a table (src/network/friction_list.h): a new one is one file and one line.
typedef struct cr_friction_type {
    const char *name, *doc, *equation, *source;
    // Between two points (cr_friction_def): its parameters, in the order of cr_bristle_law; NULL, 0: it is
    // for bows alone.
    const cr_param *params;
    int param_count;
    // Force of a bow on what it plays against the velocity q of that against the hair [N], from
    // q = q0 - c force; h is the step [s].
    double (*under_bow)(struct cr_bow *bow, double q0, double c, double h);
    // Energy of what bends under a bow, h the step [J]; NULL: nothing does.
    double (*stored)(const struct cr_bow *bow, double h);
} cr_friction_type;
const cr_friction_type *const *cr_friction_types(int *count);
// NULL and a reason with the nearest name when there is no such model.
const cr_friction_type *cr_friction_find(const char *name, cr_error *error);
// The law between two points by values in the order of `params` of its type.
cr_bristle_law cr_bristle_of(const double *value);

// Friction between bow and string: a number in the table of frictions, here those that come with it.
typedef enum cr_bow_model {
    CR_BOW_SMOOTH,         // f = F sqrt(2a) q exp(1/2 - a q^2)
    CR_BOW_STICK_SLIP,     // mu = 0.3 + 0.5/(1 + 2 |q|/v) with sticking and hair that gives way; presses
                           // harder in the first 60 periods of a stroke on a string (docs/bowing.md)
    CR_BOW_ELASTO_PLASTIC, // bristles with stiffness and damping that yield
} cr_bow_model;

typedef struct cr_bow_def {
    cr_place at;
    cr_bow_model model;
    double force;    // N, normal force
    double velocity; // m/s
    unsigned made;   // by cr_bow_def_default; not to be set
} cr_bow_def;

// What strikes while it runs: a point mass with a Hunt-Crossley contact, F = k x^alpha (1 + mu v).
typedef struct cr_mallet {
    double mass;     // kg, 0.005
    double hardness; // k [N/m^alpha]: felt 1e5, rubber 1e6, wood 1e8, metal 1e10
    double exponent; // alpha: ball 1.5, felt 2 to 3
    double loss;     // mu [s/m], 0.2
} cr_mallet;

enum { CR_MALLETS_MAX = 64 }; // of a network

// Energy at the last sample, and what was lost or brought in since the start [J].
typedef struct cr_ledger {
    double elements, contacts, springs; // stored
    double lost_elements, lost_contacts, lost_springs, lost_bows, lost_friction;
    double tracks, bristles; // stored in motion along surfaces and in bent bristles and hair
    double work;  // done on the network by bows, driven points, moving barriers and changes of tension
    double start; // stored when the network was prepared first, and what was added until it was prepared last
} cr_ledger;

// Counted events; the last two are zero in a good run.
typedef struct cr_network_warnings {
    long resolves;   // blocks that were solved more than once in a step because a contact let go
    long unsettled;  // blocks of contacts that had not converged after the last allowed pass
    long not_finite; // samples since something heard became NaN or infinite
} cr_network_warnings;

// Where something of a network is among its parts (cr_sim_split): in which one, and its number there.
typedef struct cr_part_place {
    int part, number;
} cr_part_place;

// NULL when there is no memory. The rate [Hz] is given here and nowhere else: elements are built for it, and
// what plays the network runs at it.
cr_network *cr_network_new(cr_arena *arena, double rate);
double cr_network_rate(const cr_network *network); // Hz
// Copies the element and builds it at the network's rate. Returns its index through *index.
cr_status cr_network_add_element(cr_network *network, const cr_element *element, int *index, cr_error *error);
// Adds an element by the name of its type, with settings (NULL: none), and returns its index; CR_NOWHERE with
// the error of cr_element_make or cr_network_add_element.
int cr_network_add(cr_network *network, const char *type, const cr_setting *settings, cr_error *error);
// Adds a modal object by its numbers, which must outlive the network: frequency [Hz] and damping [1/s] of
// each mode, then for every point the shapes of all modes there [kg^-1/2]. Returns as cr_network_add.
int cr_network_add_modal(cr_network *network, int modes, const double *numbers, int count, cr_error *error);
// Places CR_NOWHERE. A contact with the defaults of Hunt and Crossley's law, in the mode that suits its
// elements; a spring of 1000 N/m; friction at rest under 1 N with the usual bristles; a bow that sticks and
// slips, 0.3 N, 0.2 m/s; no track.
cr_contact_def cr_contact_def_default(void);
cr_contact_def cr_contact_def_between(cr_place a, cr_place b, cr_law law); // the same with these
cr_spring_def cr_spring_def_default(void);
cr_friction_def cr_friction_def_default(void);
cr_bow_def cr_bow_def_default(void);
cr_track_def cr_track_def_default(void);
// Contacts, springs and friction may join two points of one element; CR_ERR_INPUT, place "b", if both ends
// are the same point, which never moves against itself.
cr_status cr_network_add_contact(cr_network *network, const cr_contact_def *contact, int *index,
                                 cr_error *error);
cr_status cr_network_add_spring(cr_network *network, const cr_spring_def *spring, int *index,
                                cr_error *error);
cr_bristle_law cr_bristle_default(void);
cr_status cr_network_add_friction(cr_network *network, const cr_friction_def *friction, int *index,
                                  cr_error *error);
cr_status cr_network_add_bow(cr_network *network, const cr_bow_def *bow, int *index, cr_error *error);
// A point where a force is applied, given per step by cr_network_drive.
cr_status cr_network_add_input(cr_network *network, cr_place at, int *index, cr_error *error);
// A point whose displacement and velocity can be read.
cr_status cr_network_add_pickup(cr_network *network, cr_place at, int *index, cr_error *error);
// Room for so many mallets at once, from the next cr_network_prepare on; it takes modal objects that nothing
// touches to the clock of contacts. They never become fewer. CR_ERR_RANGE.
cr_status cr_network_reserve_mallets(cr_network *network, int count, cr_error *error);
int cr_network_mallet_count(const cr_network *network);
cr_mallet cr_mallet_default(void);
// Names, units, defaults and ranges of speed, mass, hardness, exponent and loss, in this order.
enum {
    CR_STRIKE_SPEED,
    CR_STRIKE_MASS,
    CR_STRIKE_HARDNESS,
    CR_STRIKE_EXPONENT,
    CR_STRIKE_LOSS,
    CR_STRIKE_PARAMS
};
const cr_param *cr_strike_params(void);
// Once everything is added and initial shapes are set: blocks, mobilities, stored energy. May be called again
// after more was added.
cr_status cr_network_prepare(cr_network *network, cr_error *error);

// Steps per sample of contacts with a linear force: at least 2^least, at most 2^most; 0, 4 unless set. With
// least = most it never changes, and short contacts are stepped too instead of being done by their closed
// form.
void cr_network_divide(cr_network *network, int least, int most);

// Numbers in which the modes of modal objects in contact, and membranes and plates that are held, are kept
// and stepped; CR_DOUBLE unless set, before cr_network_prepare. Contacts are solved in double in any case. In
// CR_FLOAT objects of 128 modes take 0.7, of 512 half of the time, and so do large sheets; the energy balance
// error is up to 2.4e-7 of the energy per step (tests/modal/test_float.c, tests/network/test_sheet_floats.c).
typedef enum cr_precision { CR_DOUBLE, CR_FLOAT } cr_precision;
void cr_network_set_precision(cr_network *network, cr_precision precision);

// --- while it runs: neither allocates nor blocks
// ------------------------------------------------------------

void cr_network_step(cr_network *network);
void cr_network_drive(cr_network *network, int input, double force);   // N, for the coming step
void cr_network_move(cr_network *network, int element, double change); // m, of a barrier in the coming step
void cr_network_bow(cr_network *network, int bow, double force, double velocity);
// New pitch of a string, up to its f0_max; the change of stored energy is booked as work.
cr_status cr_network_tune(cr_network *network, int element, double f0, cr_error *error);
// Puts a mass or a barrier somewhere else at once, moving at `velocity` [m/s]; its contacts and springs start
// anew from there, and the change of stored energy is booked as work.
void cr_network_place(cr_network *network, int element, double displacement, double velocity);
// A mallet hits a point of any element at the last sample, moving at `speed` [m/s] against the direction of
// its displacement, as the hammer of a scene's `strike` does. It may hit again what comes back; once it has
// rebounded for good it leaves. What it brings and takes away is booked as work. The work of
// this call grows with the modes of the element times the points where it is touched, driven and heard.
// CR_ERR_RANGE for numbers out of range, CR_ERR_INPUT if there is no such element, CR_ERR_MEMORY if every
// mallet is in contact, CR_ERR_UNSUPPORTED if it moves more than 64 contacts and springs of a grid at a time.
cr_status cr_network_strike(cr_network *network, const cr_place *at, double speed, const cr_mallet *mallet);
// How many mallets are there, of those reserved; force and depth of the contact of mallet `index`, below
// cr_network_mallet_count: 0 of one that is not there.
int cr_network_striking(const cr_network *network);
double cr_network_mallet_force(const cr_network *network, int index); // mean of the last step [N]
// Sets the numbers of the state that are smaller than `tiny` to zero, so that a sound that dies away never
// reaches the subnormal numbers; the energy they held is not booked. False if a number is not
// finite or has no finite square, or the network was not prepared.
bool cr_network_flush(cr_network *network, double tiny);

double cr_network_displacement(const cr_network *network, int pickup);
double cr_network_velocity(const cr_network *network, int pickup);
double cr_network_contact_force(const cr_network *network, int contact); // mean of the last step
double cr_network_contact_depth(const cr_network *network, int contact);
// Energy held by a contact, and what it has lost since the start [J].
double cr_network_contact_stored(const cr_network *network, int contact);
double cr_network_contact_lost(const cr_network *network, int contact);
// Whether it also pulls, and whether its force is linear in the step.
bool cr_network_contact_two_sided(const cr_network *network, int contact);
bool cr_network_contact_linear(const cr_network *network, int contact);
double cr_network_spring_force(const cr_network *network, int spring);     // mean of the last step
double cr_network_friction_force(const cr_network *network, int friction); // of the last step
// Normal force (ignored if a contact presses) and velocity of friction from now on.
void cr_network_rub(cr_network *network, int friction, double force, double velocity);
// Speed along the surface of a contact with a track, and setting it (booked as work) [m/s].
double cr_network_track_speed(const cr_network *network, int contact);
void cr_network_set_track_speed(cr_network *network, int contact, double speed);
double cr_network_bow_force(const cr_network *network, int bow);
int cr_network_contact_count(const cr_network *network);
// Modes of an element, 0 of grids and barriers, and the amplitude of one: sqrt(q^2 + (v/w)^2) of its
// coordinate, of a mode without frequency |q| [sqrt(kg) m; of a mass m]. Times its shape at a point [kg^-1/2]
// it is the displacement there.
int cr_network_mode_count(const cr_network *network, int element);
double cr_network_mode_amplitude(const cr_network *network, int element, int mode);
// Coordinates and velocities of all modes of an element at the last sample, as pickups hear them
// [sqrt(kg) m, sqrt(kg) m/s]. Not after cr_sim_run was asked for 64 samples or more at once.
void cr_network_mode_motion(const cr_network *network, int element, double *q, double *v);
cr_element *cr_network_element(cr_network *network, int index);
int cr_network_element_count(const cr_network *network);
int cr_network_bow_count(const cr_network *network);
// Into how many steps each of a prepared network's should be divided, so that its bows on strings sound in
// tune (docs/bowing.md): make it again with as many times the rate. 1: they do.
int cr_network_bow_steps(const cr_network *network);
const cr_law *cr_network_contact_law(const cr_network *network, int contact);

// With booking off (real time) losses are not summed, and the ledger says nothing.
void cr_network_set_booking(cr_network *network, bool on);
cr_ledger cr_network_ledger(const cr_network *network);
cr_contact_effort cr_network_effort(const cr_network *network);
double cr_ledger_stored(const cr_ledger *ledger);
// Energy balance error: stored + lost - work - start [J].
double cr_ledger_error(const cr_ledger *ledger);
cr_network_warnings cr_network_trouble(const cr_network *network);

CR_DECLARATIONS_END

#endif
