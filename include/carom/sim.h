// A network that plays: what excites it and when, and which of its motions are heard. Offline rendering and
// real time call the same cr_sim_run; only the sink differs. Everything lives in the arena of the network.
#ifndef CAROM_SIM_H
#define CAROM_SIM_H

#include "carom/play.h"

CR_DECLARATIONS_BEGIN

// Takes the network over, which must not be prepared yet, and runs at its rate. NULL when there is no memory.
cr_sim *cr_sim_new(cr_network *network, unsigned long long seed);
// Adds what the excitation needs to the network as well (an input, a bow, a hammer), and does what is done
// from the start. Its number is how many were added before. CR_ERR_INPUT, CR_ERR_RANGE, CR_ERR_UNSUPPORTED,
// CR_ERR_MEMORY; the place is the key that is wrong.
cr_status cr_sim_add_excitation(cr_sim *sim, const cr_excitation *excitation, cr_error *error);
// CR_ERR_RANGE, CR_ERR_INPUT, CR_ERR_MEMORY.
cr_status cr_sim_add_listen(cr_sim *sim, const cr_listen *listen, cr_error *error);
// Raised-cosine or triangular initial shape on a line or sheet, height at `at`; a mass is simply displaced.
typedef enum cr_pluck_shape { CR_PLUCK_TRIANGLE, CR_PLUCK_COSINE } cr_pluck_shape;
cr_status cr_sim_displace(cr_sim *sim, cr_place at, cr_pluck_shape shape, double height, double width,
                          cr_error *error);
// Initial velocity of a mass [m/s].
cr_status cr_sim_throw(cr_sim *sim, int element, double velocity, cr_error *error);
// Something thrown arrives only then [s]: the sound has not ended before.
void cr_sim_expect(cr_sim *sim, double until);
// Prepares the network. Nothing may be added afterwards.
cr_status cr_sim_prepare(cr_sim *sim, cr_error *error);

// Runs `frames` steps and writes frames x channels interleaved samples. Audio thread: allocates and locks
// nothing. A state that leaves the numbers is silenced: zeros are written and the trouble is counted.
void cr_sim_run(cr_sim *sim, int frames, double *out);
// Where nothing can touch, 64 samples are computed at once if cr_sim_run is asked for as many, from multiples
// of 64 on. Says which frame of the caller's clock the next sample is, so that these blocks fall into the
// caller's. Audio thread.
void cr_sim_align(cr_sim *sim, long frame);
// `target` is the number of the excitation, listen or element, as `knob` tells (carom/play.h).
// Audio thread. False when there is no such knob, or the string cannot reach the pitch.
bool cr_sim_knob(const cr_sim *sim, cr_knob knob, int target, double *value);
bool cr_sim_turn(cr_sim *sim, cr_knob knob, int target, double value);
// Ends now what excites, falling over at least `least` seconds; what has not begun never does. Audio thread.
void cr_sim_release(cr_sim *sim, double least);
// From now on each number becomes the greatest force so far of a contact, then of a mallet, if that is
// greater [N]. The caller owns the array, of cr_network_contact_count + cr_network_mallet_count numbers, and
// sets them back; NULL: no more. Audio thread.
void cr_sim_watch_forces(cr_sim *sim, double *greatest);
// Called after every step, with the network as it is then; NULL: no more. Audio thread.
typedef void cr_sim_follower(void *context, const cr_network *network);
void cr_sim_follow(cr_sim *sim, cr_sim_follower *follower, void *context);
// To be called after cr_sim_follow: so many steps in which nothing touched are told at once, by this function
// with that context, where they are computed at once. Audio thread.
typedef void cr_sim_flight_follower(void *context, int steps);
void cr_sim_follow_flights(cr_sim *sim, cr_sim_flight_follower *follower);
int cr_sim_channels(const cr_sim *sim);
double cr_sim_time(const cr_sim *sim); // s
// When the last excitation has died away [s]; infinite if one never ends.
double cr_sim_excited_until(const cr_sim *sim);
cr_network *cr_sim_network(cr_sim *sim);

// Kept while it runs with booking on. The energy is looked at before the first step and after every
// CR_SIM_LOOK steps, however the calls of cr_sim_run divide them.
enum { CR_SIM_LOOK = 64 };
// Called with what was seen at each of these looks after a step; NULL: no more. Audio thread.
typedef void cr_sim_looker(void *context, const cr_ledger *ledger);
void cr_sim_look(cr_sim *sim, cr_sim_looker *looker, void *context);
typedef struct cr_sim_summary {
    long steps;
    double energy_greatest;     // J, stored
    double energy_residual;     // greatest energy balance error over the greatest energy
    double contact_force_least; // N, over all contacts and steps; two-sided ones left out
    double peak;                // of the output
    cr_network_warnings warnings;
} cr_sim_summary;
cr_sim_summary cr_sim_summarise(const cr_sim *sim);

// --- parts that nothing joins -----------------------------------------------------------------------------

// A simulation taken apart: every part runs by itself, on any thread, and the sound is the same to the bit
// when the motions that are heard are added in their order.
typedef struct cr_sim_parts {
    int count;
    cr_sim **sims;           // each motion that is heard has a channel of its own, with its gain
    int heard_count;         // motions, in the order in which cr_sim_run of the whole adds them:
    cr_part_place *heard;    // the channel of a part
    int *channel;            // and the channel of the whole
    int channels;            // of the whole
    cr_part_place *contacts; // by their numbers in the whole
} cr_sim_parts;

// How many parts a prepared simulation has that no contact, spring or friction joins; at most 16, for more
// are bundled, and so are small ones. 1 too where parts would not give the same bits: where several are
// driven by noise, and where they can fly (cr_sim_align). Needs memory for the time of the call; 1 when there
// is none.
int cr_sim_count_parts(const cr_sim *sim);
// Takes a simulation that is not prepared apart, and prepares the parts; it cannot be used any more. A count
// of 1: it has none after all, and there are no sims. CR_ERR_MEMORY, or as cr_sim_prepare.
cr_status cr_sim_split(cr_sim *sim, cr_sim_parts *parts, cr_error *error);

CR_DECLARATIONS_END

#endif
