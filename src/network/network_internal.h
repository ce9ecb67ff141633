#ifndef CAROM_NETWORK_INTERNAL_H
#define CAROM_NETWORK_INTERNAL_H

#include "base/array.h"
#include "base/numeric.h"
#include "base/skyline.h"
#include "carom/network.h"
#include "network/touch.h"
#include "scheme/psi_contact.h"

typedef enum cr_interaction_kind { CR_INTERACTION_CONTACT, CR_INTERACTION_SPRING } cr_interaction_kind;

// An end that is one point of an element: its displacement is read u[at], towards the contact sign read
// u[at]; a force on the element moves u[at] by push times it.
typedef struct cr_single {
    cr_element *element;
    double read, push, sign;
    int at;
    bool one; // the end is that
} cr_single;

// Contact or spring. Every force is affine in the way over two steps: f = slope way + offset. What a contact
// reads and writes while it is open comes first.
typedef struct cr_interaction {
    cr_single single[2];
    int singles; // how many ends are that
    cr_interaction_kind kind;
    cr_psi_mode mode;
    int end_count;
    double gap;
    bool one_sided;    // a contact that must not pull
    bool resting;      // alone and open in the last step, with no energy
    const cr_law *law; // contacts; shared by those that have the same
    double psi;
    double x, before; // depth at the last two samples; in a row of what rests, those of long ago
    double reach;     // way over the last and the coming step without the forces of its block
    double force;     // mean of the step
    double loss;      // of the step [J]

    double lost;                // since the start [J]
    double compliance;          // way per unit force, this interaction alone
    double k1, k3, r, gradient; // springs
    double viscous;             // r/h
    bool on_body;               // one of its ends is on a body
    bool on_wall;               // one of its ends stays where it is told to
    bool reads_ahead;           // of one of its ends the displacement is read before elements predict
    cr_end end[2];
    cr_end_motion motion[2];      // of its ends, in the coming step, unless they are single points
    const cr_end_motion *same[2]; // that of an end before it in its block, at the same place; NULL: none
} cr_interaction;

// A block of three: mobilities and factors by rows up to the diagonal, and the slopes of which they are.
typedef struct cr_block_triple {
    double c[6], l[6], factored[3];
} cr_block_triple;

// Up to 16 contacts of which none moves more than the seventh behind it (block_few.c): its mobilities.
enum { CR_BLOCK_FEW = 16, CR_BLOCK_WIDE = 7 };
typedef struct cr_block_few {
    int width;                                                 // how far they reach
    double c[CR_BLOCK_FEW + CR_BLOCK_WIDE][CR_BLOCK_WIDE + 1]; // of each with the i-th behind it
} cr_block_few;

// What a member of a block does: a contact that must not pull presses, presses although alone it would let
// go, or is given the gradient that empties its psi; everything else holds as it is, has been dropped because
// it would pull, or is apart.
enum {
    CR_BLOCK_PRESSES,
    CR_BLOCK_LOOSENS,
    CR_BLOCK_EMPTIES,
    CR_BLOCK_HOLDS,
    CR_BLOCK_DROPPED,
    CR_BLOCK_NOTHING
};

// Several interactions that move each other: solved together. Most are coupled with their neighbours alone.
typedef struct cr_block {
    int count;
    bool closed_form; // two or three interactions
    cr_block_triple triple;
    cr_block_few *few; // four contacts or more, but few; else NULL
    int *member;
    cr_pattern pattern;                       // who is coupled with whom,
    double *mobility;                         // and how much, entry by entry
    cr_skyline skyline;                       // of `matrix`
    double *reach, *slope, *offset, *way;     // of the members: way without forces, force, way
    double *psi, *g, *a;                      // of contacts: before the step, gradient and damper
    double *matrix, *root, *right, *response; // work space
    double *factored;                         // slopes of which `matrix` holds the factors
    int *acting;                              // members that these factors are of
    int *rank;  // for each member, how many of them are before it; behind the last, how many there are
    int *state; // CR_BLOCK_PRESSES, ...
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
    double turning;         // stick-slip: impedance of the string that turns over that of its waves
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

// What a contact answers, whatever its clock; `index` is that of the interaction or touch.
typedef struct cr_contact_kind {
    double (*force)(const cr_network *network, int index);  // mean of the last step [N]
    double (*depth)(const cr_network *network, int index);  // at the last sample [m]
    double (*stored)(const cr_network *network, int index); // [J]
    double (*lost)(const cr_network *network, int index);   // since the start [J]
    const cr_law *(*law)(const cr_network *network, int index);
    // Its motion along a surface; NULL: contacts of this kind have none.
    cr_track *(*track)(const cr_network *network, int index);
} cr_contact_kind;
// Of the three-level clock, among the interactions; with a linear force, among the touches.
extern const cr_contact_kind cr_contact_of_interaction, cr_contact_of_touch;

typedef struct cr_contact {
    const cr_contact_kind *kind;
    int index;
    bool two_sided;
} cr_contact;

// A mallet of the pool (mallet.c): a mass with a contact of its own. On a grid it moves by the three-level
// clock as `mass` and is joined by an interaction, on everything else as `body` by a touch.
typedef struct cr_mallet_slot {
    bool active, on_grid;
    int touch, interaction; // of the network; idle: without ends. No grid anywhere: no interaction, -1
    cr_touch_group *group;  // that the touch has joined
    cr_touch_group *own;    // for blows on what does not move
    cr_resonator body;
    cr_element mass;
    cr_port struck, of_mass; // room for any place of any element
    double *shape;           // room for the shape of a tap
    cr_touch_law law;        // of the touch and of the interaction
    double from, farthest;   // m, where the struck point was, and how far it has been from there since
    long apart;              // samples since they last touched
} cr_mallet_slot;

// Interactions on grids when mallets are there (struck.c): what is alone and in blocks without them, and one
// block of mallets and what they move.
typedef struct cr_struck {
    int *alone;
    cr_block *blocks;
    int alone_count, block_count;
    cr_block block;
    int room;          // of that block
    int *home, *place; // of its members: own block, or -1, and index there
} cr_struck;

struct cr_network {
    cr_arena *arena;
    double h;
    CR_ARRAY(cr_element *) elements;
    CR_ARRAY(cr_interaction) interactions;
    CR_ARRAY(cr_contact) contacts;
    CR_ARRAY(int) springs; // index of the interaction
    CR_ARRAY(cr_touch) touches;
    CR_ARRAY(cr_rub) rubs;
    cr_resonator **movers; // by element; NULL: the element has the three-level clock
    cr_touch_group *groups;
    cr_solo *solos; // by group: those of one contact are stepped from here
    int group_count;
    bool in_place;               // an element updates its displacements in place
    cr_tap still;                // of walls: it never moves
    bool only_movers;            // that nothing but their groups moves
    int level_least, level_most; // of contacts with a linear force
    cr_precision precision;      // of the modes of bodies
    long samples;
    int flown; // sample of a flight, from 1; 0: none
    cr_contact_effort effort;
    CR_ARRAY(cr_bow) bows;
    CR_ARRAY(cr_input) inputs;
    CR_ARRAY(cr_pickup) pickups;
    int *alone;  // interactions that no other moves
    int *beside; // of each, how many from it on are neighbours in a row (row.c)
    cr_block *blocks;
    int alone_count, block_count;
    cr_struck struck;
    cr_mallet_slot *mallets;
    int mallet_count, mallets_wanted;
    int striking; // of them
    bool booking, prepared;
    double lost_elements, work, start;
    double force_least; // of the contacts that must not pull, in the last step; 0: none did [N]
    cr_network_warnings warnings;
};

static inline cr_interaction *cr_network_interaction(const cr_network *network, int index) {
    return CR_ARRAY_AT(&network->interactions, index);
}
static inline cr_touch *cr_network_touch(const cr_network *network, int index) {
    return CR_ARRAY_AT(&network->touches, index);
}
static inline cr_rub *cr_network_rub_at(const cr_network *network, int index) {
    return CR_ARRAY_AT(&network->rubs, index);
}
static inline cr_element *cr_network_element_at(const cr_network *network, int index) {
    return *CR_ARRAY_AT(&network->elements, index);
}

// The motion of a contact along a surface; NULL: it has none.
cr_track *cr_network_track(const cr_network *network, int contact);
// A contact or spring of the three-level clock, its ends made.
cr_status cr_network_add_interaction(cr_network *network, const cr_place *a, const cr_place *b, double gap,
                                     cr_interaction **made, cr_error *error);
// Least force of the last step among contacts that must not pull, at most 0 [N].
double cr_network_force_least(const cr_network *network);
// Depths from where its ends are, and the energy that it then holds.
void cr_interaction_start(cr_interaction *interaction, double h);
// The state of bodies goes back to their elements, from which it is taken when they are made again.
void cr_network_store_movers(cr_network *network);
// What inputs and pickups need to know of the elements they are on.
cr_status cr_network_prepare_hearing(cr_network *network, cr_error *error);
// The force of an input on an element of the three-level clock, and its work in the step.
// Velocity of mode i per unit force held over the last step, h later phi [m/(s N)].
double cr_input_lean(const cr_input *input, int i);
void cr_input_push(const cr_network *network, cr_input *input);
double cr_input_work(const cr_input *input);

// Finds the groups of interactions that move each other.
cr_status cr_network_make_blocks(cr_network *network, cr_error *error);
// Way of one per unit of force of the other; whether they move each other.
double cr_interaction_mobility(const cr_interaction *c, const cr_interaction *d);
bool cr_interactions_coupled(const cr_interaction *c, const cr_interaction *d);
// Its members and work space but the matrix; false when there is no memory.
bool cr_block_take(cr_block *block, int count, cr_arena *arena);
// Mobility between two members.
double cr_block_mobility(const cr_block *block, int i, int j);
// Finds the rows among the interactions that no other moves, once `alone` is known (row.c).
void cr_network_find_rows(cr_network *network);
enum { CR_ROW = 4 };
// The coming step of a row, in fours from the first on; returns of how many.
int cr_network_step_row(cr_network *network, cr_interaction *first, int count);
// The coming step of one that no other moves; what its force and loss bring to the books.
void cr_interaction_step_alone(cr_network *network, cr_interaction *interaction);
void cr_interaction_book(cr_network *network, cr_interaction *interaction);
static inline void cr_interaction_tell(cr_network *network, cr_interaction *interaction) {
    if (interaction->one_sided) network->force_least = cr_min(network->force_least, interaction->force);
    if (network->booking) cr_interaction_book(network, interaction);
}
// Displacements of the ends on elements that update them in place, before they do.
void cr_network_read_in_place(cr_network *network);
// A block of three, once its mobilities are known (block_triple.c).
void cr_block_make_triple(cr_block *block);
void cr_block_solve_triple(cr_block *block, int without);
double cr_block_triple_compliance(const cr_block *block, int member);
// A block of a few contacts, if it is that; false when there is no memory. All their ways, as by
// cr_block_solve; before, each that is emptied or loosens is told in turn, its way being that without its
// force and `compliance` what it feels, and may then change its state and its force.
typedef void cr_block_met(const void *context, cr_block *block, int member, double compliance);
bool cr_block_make_few(const cr_network *network, cr_block *block);
void cr_block_few_solve(cr_block *block, cr_block_met *met, const void *context);
// Forces of all interactions for the coming step, applied to their elements.
void cr_network_solve_blocks(cr_network *network);
// The ways of a block's members, from reach, slope and offset.
void cr_block_solve(cr_block *block);
// The same without the force of one; returns the compliance that it feels, the others as they are.
double cr_block_solve_without(cr_block *block, int member);

// The spring of S1 (32f) as an affine force, and its stored energy.
void cr_spring_start(cr_interaction *spring, double h);
void cr_spring_affine(cr_interaction *spring, double *a, double *e);
void cr_spring_settle(cr_interaction *spring, double way);
double cr_spring_stored(const cr_interaction *spring);

// Advances everything by a block of CR_FLIGHT samples (modal/flight.h) if nothing can touch meanwhile; the
// taps of bodies then follow sample by sample.
bool cr_network_fly(cr_network *network);
void cr_network_flown(cr_network *network, int sample);
// What has died away is put to rest every CR_REST_EVERY samples, before it reaches the subnormal numbers, on
// which some processors spend a hundred cycles each: from 1e-38 on in floats, and in doubles before the
// squares that the books take reach 1e-308.
enum { CR_REST_EVERY = 256 };
void cr_network_rest(cr_network *network);
// Counts so many samples.
static inline void cr_network_pass(cr_network *network, int samples) {
    long before = network->samples;
    network->samples += samples;
    if ((before ^ network->samples) & -(long)CR_REST_EVERY) cr_network_rest(network);
}
// Depths of contacts as they are now; in a flight only its end needs them.
void cr_network_measure(cr_network *network);

// Room for the blocks that mallets make.
cr_status cr_network_reserve_struck(cr_network *network, cr_error *error);
// The blocks again, with the mallets that are on grids now; false, and nothing is changed, if too many
// interactions would have to be solved together.
bool cr_network_arrange_blocks(cr_network *network);

cr_touch_law cr_mallet_law(const cr_mallet *mallet, double h);
// What is reserved, before the blocks and groups are made; and all of them leave.
cr_status cr_mallets_make(cr_network *network, cr_error *error);
void cr_mallets_rest(cr_network *network);
// Those on grids: their part of a step of the network.
void cr_mallets_predict(cr_network *network);
void cr_mallets_advance(cr_network *network);
// After a step: which have rebounded and leave.
void cr_mallets_watch(cr_network *network);
// Energy of those that are there [J]; lost by their bodies.
double cr_mallets_energy(const cr_network *network);
double cr_mallets_lost(const cr_network *network);
bool cr_mallets_finite(const cr_network *network);

// What a force does there, once the network is put together.
void cr_bow_prepare(cr_bow *bow, double h);
void cr_bow_step(cr_network *network, cr_bow *bow);
// Energy of its bent hair [J].
double cr_bow_stored(const cr_network *network, const cr_bow *bow);

#endif
