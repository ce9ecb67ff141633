// Elements joined by contacts and springs, bowed and driven, stepped together. Each step every element
// predicts its motion, one small solve per connected block of interactions finds the forces, and the forces
// correct the prediction. Energy, losses and work done from outside are booked so that their sum stays to
// rounding. Everything lives in the arena given at creation; nothing allocates after cr_network_prepare.
#ifndef CAROM_NETWORK_H
#define CAROM_NETWORK_H

#include "carom/element.h"
#include "carom/law.h"

typedef struct cr_network cr_network;

// A point of an element of the network; element -1 stands for the ground, which does not move.
typedef struct cr_place {
    int element;
    double at[2]; // relative coordinates, 0..1
} cr_place;

// Which gradient a contact uses (see src/scheme/psi_contact.h); predicted is the one that never pulls.
typedef enum cr_contact_mode { CR_CONTACT_PREDICTED, CR_CONTACT_PLAIN, CR_CONTACT_2021 } cr_contact_mode;

// Contact where a reaches b from below: depth = u_a - u_b - gap.
typedef struct cr_contact_def {
    cr_place a, b;
    double gap; // m
    cr_law law; // prepared
    cr_contact_mode mode;
} cr_contact_def;

// Spring between two points, S1 (32f): k1 x + k3 x^3 + 2 r x', x = u_a - u_b - rest.
typedef struct cr_spring_def {
    cr_place a, b;
    double k1, k3, r; // N/m, N/m^3, kg/s
    double rest;      // m
} cr_spring_def;

// Friction between bow and string.
typedef enum cr_bow_model {
    CR_BOW_SMOOTH,         // f = F sqrt(2a) q exp(1/2 - a q^2)
    CR_BOW_STICK_SLIP,     // rosin curve with sticking; stays slipping while a slipping solution exists
    CR_BOW_ELASTO_PLASTIC, // bristles with stiffness and damping that yield
} cr_bow_model;

typedef struct cr_bow_def {
    cr_place at;
    cr_bow_model model;
    double force;    // N, normal force
    double velocity; // m/s
} cr_bow_def;

// Energy at the last sample, and what was lost or brought in since the start [J].
typedef struct cr_ledger {
    double elements, contacts, springs; // stored
    double lost_elements, lost_contacts, lost_springs, lost_bows;
    double work;  // done on the network by bows, driven points, moving barriers and changes of tension
    double start; // stored when the ledger was opened
} cr_ledger;

// Counted events; the last two are zero in a good run.
typedef struct cr_network_warnings {
    long resolves;  // blocks that were solved more than once in a step because a contact let go
    long unsettled; // blocks in which contacts still disagreed after the last allowed pass
    long not_finite;
} cr_network_warnings;

// NULL when there is no memory. `rate` in Hz.
cr_network *cr_network_new(cr_arena *arena, double rate);
// Copies the element and builds it at the network's rate. Returns its index through *index.
cr_status cr_network_add_element(cr_network *network, const cr_element *element, int *index, cr_error *error);
cr_status cr_network_add_contact(cr_network *network, const cr_contact_def *contact, int *index,
                                 cr_error *error);
cr_status cr_network_add_spring(cr_network *network, const cr_spring_def *spring, int *index,
                                cr_error *error);
cr_status cr_network_add_bow(cr_network *network, const cr_bow_def *bow, int *index, cr_error *error);
// A point where a force is applied, given per step by cr_network_drive.
cr_status cr_network_add_input(cr_network *network, cr_place at, int *index, cr_error *error);
// A point whose displacement and velocity can be read.
cr_status cr_network_add_pickup(cr_network *network, cr_place at, int *index, cr_error *error);
// Once everything is added and initial shapes are set: blocks, mobilities, stored energy. May be called again
// after more was added.
cr_status cr_network_prepare(cr_network *network, cr_error *error);

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
// Sets the numbers of the state that are smaller than `tiny` to zero, so that a sound that dies away never
// reaches the subnormal numbers; the energy they held is not booked. False if a number is not
// finite, or has no finite square.
bool cr_network_flush(cr_network *network, double tiny);

double cr_network_displacement(const cr_network *network, int pickup);
double cr_network_velocity(const cr_network *network, int pickup);
double cr_network_contact_force(const cr_network *network, int contact); // mean of the last step
double cr_network_contact_depth(const cr_network *network, int contact);
// Energy held by a contact, and what it has lost since the start [J].
double cr_network_contact_stored(const cr_network *network, int contact);
double cr_network_contact_lost(const cr_network *network, int contact);
double cr_network_spring_force(const cr_network *network, int spring); // mean of the last step
double cr_network_bow_force(const cr_network *network, int bow);
cr_element *cr_network_element(cr_network *network, int index);
int cr_network_element_count(const cr_network *network);

// With booking off (real time) losses are not summed, and the ledger says nothing.
void cr_network_set_booking(cr_network *network, bool on);
cr_ledger cr_network_ledger(const cr_network *network);
// Stored + lost - work - start: what the books are off by [J].
double cr_ledger_error(const cr_ledger *ledger);
cr_network_warnings cr_network_trouble(const cr_network *network);

#endif
