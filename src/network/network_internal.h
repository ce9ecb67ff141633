#ifndef CAROM_NETWORK_INTERNAL_H
#define CAROM_NETWORK_INTERNAL_H

#include "base/numeric.h"
#include "carom/network.h"
#include "network/touch.h"
#include "scheme/psi_contact.h"

// One end of an interaction: what a unit of its force does to the element there.
typedef struct cr_end {
    cr_element *element;
    cr_port port;
    double sign;        // +1: depth grows with the displacement of this end, which the force pushes back
    cr_resonator *body; // that the element moves as, if it touches something
    int tap;
} cr_end;

typedef enum cr_interaction_kind { CR_INTERACTION_CONTACT, CR_INTERACTION_SPRING } cr_interaction_kind;

// Contact or spring. Every force is affine in the way over two steps: f = slope way + offset.
typedef struct cr_interaction {
    cr_interaction_kind kind;
    int end_count;
    cr_end end[2];
    double gap;

    const cr_law *law; // contacts; shared by those that have the same
    cr_psi_mode mode;
    int block;
    double psi;

    double compliance;          // way per unit force, this interaction alone
    double x, before;           // depth at the last two samples
    double reach;               // way over the last and the coming step without the forces of its block
    double force;               // mean of the step
    double loss, lost;          // of the step, and since the start [J]
    double k1, k3, r, gradient; // springs
} cr_interaction;

// Several interactions that move each other: solved together.
typedef struct cr_block {
    int count;
    bool closed_form; // two interactions
    int *member;
    double *mobility;                         // count x count
    double *reach, *slope, *offset, *way;     // of the members: way without forces, force, way
    double *g, *a;                            // of contacts: gradient and damper
    double *matrix, *root, *right, *response; // work space
    int *state;
} cr_block;

typedef struct cr_bow {
    cr_end end;
    cr_bow_model model;
    double normal, velocity; // N, m/s
    double compliance;
    double force;   // friction on the element in the last step [N]
    double bristle; // deflection of the hair; stick-slip: and of the string that turns [m]
    bool slipping;
    double reach;           // stick-slip: velocity against the bow without friction in the last step [m/s]
    double at, beta;        // place; on a string, as a share of its length from the nearer end, else 0
    double give, landing;   // stick-slip: time constant of its give, length of a firm start [s]
    double stroke, heading; // stick-slip: time since this stroke began [s], the last velocity
    cr_sum work, lost;      // of the hand, by friction: far more than the string ever holds [J]
} cr_bow;

// A force held over each sample. A mass or mode of the three-level clock feels a share of it as a blow now,
// the other at the end of the sample (element/oscillator.h).
typedef struct cr_input {
    cr_end end;
    double force;        // of the coming step [N]
    double held;         // of the last one [N]
    double *now, *later; // shares by mode; NULL: all of it now
} cr_input;

// Masses and modes of the three-level clock: displacement = sum at u, velocity = sum of_u u + of_d d + lean
// (forces held) + still.
typedef struct cr_pickup {
    cr_end end;
    bool heard[2]; // by a simulation: displacement, velocity; neither: either may be read at any time
    double *at, *of_u, *of_d; // by mode; NULL: displacement and change of the port
    double *lean;             // by input
    double still;
} cr_pickup;

// Where a contact is kept: among the interactions of the three-level clock or among the touches.
typedef struct cr_contact_slot {
    bool touch;
    int index;
} cr_contact_slot;

// A list of one type, which the compiler knows: nothing casts its items.
#define CR_LIST(type)                                                                                        \
    struct {                                                                                                 \
        type *items;                                                                                         \
        type *grown;                                                                                         \
        int count, room;                                                                                     \
    }
// The items with room for one more, zeroed; NULL when there is no memory.
void *cr_list_grow(void *items, int count, int *room, size_t size, cr_arena *arena);
// A new item at the end of a list, zeroed; NULL when there is no memory.
#define CR_LIST_ADD(list, arena)                                                                             \
    (((list)->grown =                                                                                        \
          cr_list_grow((list)->items, (list)->count, &(list)->room, sizeof *(list)->items, (arena)))         \
         ? ((list)->items = (list)->grown, &(list)->items[(list)->count++])                                  \
         : NULL)

struct cr_network {
    cr_arena *arena;
    double h;
    CR_LIST(cr_element *) elements;
    CR_LIST(cr_interaction) interactions;
    CR_LIST(cr_contact_slot) contacts;
    CR_LIST(int) springs; // index of the interaction
    CR_LIST(cr_touch) touches;
    CR_LIST(cr_rub) rubs;
    cr_resonator **movers; // by element; NULL: the element has the three-level clock
    cr_touch_group *groups;
    int group_count;
    bool only_movers;            // that nothing but their groups moves
    int level_least, level_most; // of contacts with a linear force
    cr_precision precision;      // of the modes of bodies
    long samples;
    int flown; // sample of a flight, from 1; 0: none
    cr_contact_effort effort;
    CR_LIST(cr_bow) bows;
    CR_LIST(cr_input) inputs;
    CR_LIST(cr_pickup) pickups;
    int *alone; // interactions that no other moves
    cr_block *blocks;
    int alone_count, block_count;
    bool booking, prepared;
    double lost_elements, work, start;
    cr_network_warnings warnings;
};

static inline cr_interaction *cr_network_interaction(const cr_network *network, int index) {
    return &network->interactions.items[index];
}
static inline cr_touch *cr_network_touch(const cr_network *network, int index) {
    return &network->touches.items[index];
}
static inline cr_rub *cr_network_rub_at(const cr_network *network, int index) {
    return &network->rubs.items[index];
}
static inline cr_element *cr_network_element_at(const cr_network *network, int index) {
    return network->elements.items[index];
}

// A contact or spring of the three-level clock, its ends made.
cr_status cr_network_add_interaction(cr_network *network, const cr_place *a, const cr_place *b, double gap,
                                     cr_interaction **made, cr_error *error);
// Two points of one element may touch, rub or be joined; CR_ERR_INPUT if they move as one.
cr_status cr_network_check_apart(const cr_port *a, const cr_port *b, cr_error *error);
// Depths from where its ends are, and the energy that it then holds.
void cr_interaction_start(cr_interaction *interaction);
// The state of bodies goes back to their elements, from which it is taken when they are made again.
void cr_network_store_movers(cr_network *network);
// Displacement per unit force between two ends of the network [m/N]; 0 if they are on different elements.
double cr_end_mobility(const cr_end *a, const cr_end *b);
void cr_end_push(const cr_network *network, const cr_end *end, double force);
// Displacement at the last sample, change over the last step and over the coming one so far.
typedef struct cr_end_motion {
    double at, change, next;
} cr_end_motion;
cr_end_motion cr_end_read(const cr_end *end);
// Way over the last and the coming step, in the direction of the end.
double cr_end_way(const cr_end *end);

// What inputs and pickups need to know of the elements they are on.
cr_status cr_network_prepare_hearing(cr_network *network, cr_error *error);
// The force of an input on an element of the three-level clock, and its work in the step.
// Velocity of mode i per unit force held over the last step, h later phi [m/(s N)].
double cr_input_lean(const cr_input *input, int i);
void cr_input_push(const cr_network *network, cr_input *input);
double cr_input_work(const cr_input *input);

// Finds the groups of interactions that move each other.
cr_status cr_network_make_blocks(cr_network *network, cr_error *error);
// Forces of all interactions for the coming step, applied to their elements.
void cr_network_solve_blocks(cr_network *network);
// The ways of a block's members, from reach, slope and offset.
void cr_block_solve(cr_block *block);
// The same without the force of one; returns the compliance that it feels, the others as they are.
double cr_block_solve_without(cr_block *block, int member);

// The spring of S1 (32f) as an affine force, and its stored energy.
void cr_spring_start(cr_interaction *spring);
void cr_spring_affine(cr_interaction *spring, double h, double *a, double *e);
void cr_spring_settle(cr_interaction *spring, double way, double h);
double cr_spring_stored(const cr_interaction *spring);

// Advances everything by a block of CR_FLIGHT samples (modal/flight.h) if nothing can touch meanwhile; the
// taps of bodies then follow sample by sample.
bool cr_network_fly(cr_network *network);
void cr_network_flown(cr_network *network, int sample);

// What a force does there, once the network is put together.
void cr_bow_prepare(cr_bow *bow);
void cr_bow_step(cr_network *network, cr_bow *bow);
// Energy of its bent hair [J].
double cr_bow_stored(const cr_network *network, const cr_bow *bow);

#endif
