// What a sounder is made of.
#ifndef CAROM_SOUND_SOUNDER_H
#define CAROM_SOUND_SOUNDER_H

#include "geom/skin.h"
#include "sound/coupling.h"
#include "sound/lanes.h"

enum { CR_PULSE_PARTS = 32 }; // straight pieces of a pulse

// Modal forces that are constant from t0 to t1, but for how they go over into those of the next step.
typedef struct cr_span {
    double t0, t1;
    double late; // s: so much later they act
    double
        half; // s: so long before t0 they begin to go over from those of `last`, and end after it; 0: at once
    bool followed; // another goes over from them
    struct cr_span *last;
    enum { CR_SPAN_TO_COME, CR_SPAN_GOES_OVER, CR_SPAN_HOLDS } stage;
    bool used, coupled;    // coupled: extra and pitch are those of a basis
    bool before, ends;     // acted before t0; is not extended
    int from;              // what presses
    double *force;         // per mode, kg^1/2 m/s^2
    double *slope;         // while they go over, per mode, kg^1/2 m/s^3
    double *extra, *pitch; // by contact, per mode: damping, 1/s; rise, share of the frequency
} cr_span;

// An impulse under way: its modal part, and the next corner of its course.
typedef struct cr_pulse {
    double t0, duration;
    bool used;
    int next;        // corner, 0..CR_PULSE_PARTS
    double *impulse; // per mode, kg^1/2 m/s
    long long block; // to which its row of `quadrature` belongs
} cr_pulse;

// A force by samples: over the next block (`fresh`), or only its end, which is due.
typedef struct cr_push {
    unsigned key;
    bool used, fresh;
    double last;           // N, at the end of the block before
    double *before, *unit; // modal parts of a unit force: then, now
    double *drive[2];      // of v, by a unit step of force, in the basis of the state
    double force[CR_SOUND_BLOCK], step[CR_SOUND_BLOCK];
} cr_push;

// The contact points of the step that is being told, for its damping; those beyond CR_COUPLING_POINTS count
// in forces, not in damping.
typedef struct cr_gather {
    cr_span *span; // NULL: none
    bool felt;     // modes answer to some of them
    cr_coupling coupling;
    struct cr_gather_point {
        double load, bulk;
        const cr_sound_pair *pair;
    } point[CR_COUPLING_POINTS];
    double *shape[CR_COUPLING_POINTS][3];
} cr_gather;

// What the last step of contact came to: a step with the same points under the same loads comes to the same.
typedef struct cr_rest {
    int points, steps; // steps in a row
    cr_vec at[CR_COUPLING_POINTS];
    double load[CR_COUPLING_POINTS];
    bool solved;           // by the eigenproblem
    double *extra, *pitch; // per mode: 1/s; share of the frequency
    cr_basis_row *basis;   // in which they are
} cr_rest;

// Damping that couples the modes: matrices of modes x modes.
typedef struct cr_mix {
    bool any, acts;      // there is some to come in this block; in the block that is under way
    double *last, *mean; // gamma G of the last step, 1/s; its mean over the block
    double *factor;      // of 1 + X/2
    double *rate, *left; // scratch, per mode
    const cr_span *span; // the last step
    long long told;      // in which block
} cr_mix;

// A stretch of a block under forces by samples.
typedef struct cr_drive {
    const cr_lanes *lanes;
    int first, count; // samples
    int forces, ears;
    const double *unit[CR_SOUND_PUSHES][2], *step[CR_SOUND_PUSHES];
    const double *weight[CR_SOUND_EARS][4]; // re, im at the block's first sample; behind its last
    bool moving;                            // weights
} cr_drive;

// Shapes of all modes at one vertex side by side: those of a body lie mode by mode, far apart.
enum { CR_SOUND_CORNERS = 256 };
typedef struct cr_corner {
    int vertex;      // -1: none
    float *shape[3]; // x, y, z of each mode
} cr_corner;

enum { CR_SOUND_HINTS = 32 }; // as many contacts as a body mostly has at a time

struct cr_sounder {
    cr_sounder_def def;
    cr_lanes lanes;
    const cr_lanes_kernel *kernel;
    cr_skin *skin;
    cr_skin_hint hint[CR_SOUND_HINTS]; // of points that were looked for, by turns
    int next_hint;
    cr_skin_place place; // of the point `found`, the last that was looked for
    cr_vec found;
    double *here[3];                    // shapes of all modes at `found`
    cr_corner corner[CR_SOUND_CORNERS]; // of the last contacts, by their vertex
    long long blocks;
    cr_span *span;
    cr_pulse *pulse;
    int spans, pulses; // those behind are not in use
    // Of each pulse and ear: sums of imaginary weights times impulse over frequency, at both ends of a block.
    double (*quadrature)[2];
    cr_push push[CR_SOUND_PUSHES];
    cr_drive drive;
    double bend[CR_PULSE_PARTS + 1]; // changes of slope of a pulse of unit impulse and duration
    cr_gather gather;
    cr_rest rest;
    cr_mix mix;
    double *natural, *kappa, *omega; // undamped frequencies without contact, rad/s; scratch
    int untouched;                   // blocks without contact, one after the other
    bool turned;                     // the state is in `basis`, not in the modes' own
    cr_basis_row *basis;
    double *weight;  // scratch: four rows of each ear, turned
    double *rise[4]; // shares of the frequencies in the last blocks, oldest first
    double *knot[4]; // contact damping of the last blocks, oldest first, 1/s
    double *step;    // modal forces that change at once
    double *slope;   // of all modal forces that go over, and its changes
    double *bent;
    int sloping; // spans that go over
    double *phasor[2], *more[2], *sum[2];
    double *forced[2]; // f/lambda + f'/lambda^2 of the pulses that are under way after the last block
    bool is_forced;    // there are any
};

// Changes of slope of a pulse of unit impulse and duration, at its corners.
void cr_pulse_bends(double exponent, double bend[CR_PULSE_PARTS + 1]);
// Values of the modes in the basis of the state: themselves, or in the scratch.
const double *cr_sounder_turned(cr_sounder *sounder, const double *values, double *scratch);
void cr_sounder_turn_in_place(const cr_sounder *sounder, const cr_basis_row *basis, double *values);
// Takes the state to another basis; NULL: the modes' own.
void cr_sounder_rotate(cr_sounder *sounder, const cr_basis_row *wanted);
// Modal part of a vector at a place of the body: out_j += U_j . f
void cr_sounder_project(cr_sounder *sounder, cr_vec at, cr_vec f, double *out);
// Applies what happens up to the time of the sample `n` (counted from the start) and after the one before.
void cr_sounder_events(cr_sounder *sounder, long long n);
// Samples of a block in which pulses are under way, with turned weights; their part of v, at the end of a
// block.
void cr_sounder_hear_pulses(cr_sounder *sounder, const cr_sound_weights *weights, int first, int n,
                            double *const *out);
void cr_sounder_find_forced(cr_sounder *sounder, double t);
// Samples of a block in which forces go over into others.
void cr_sounder_hear_slopes(cr_sounder *sounder, const cr_sound_weights *weights, int first, int n,
                            double *const *out);
// The first sample in [from, until) before which anything happens, or `until`.
long long cr_sounder_next(const cr_sounder *sounder, long long from, long long until);
// The pushes' part of cr_sounder_events at the first sample of a block; the block has ended.
void cr_sounder_push_events(cr_sounder *sounder);
void cr_sounder_push_end(cr_sounder *sounder);
// Pushes at the other samples: whether there are any in the block, with turned weights of each ear (stands:
// they do not move); hears and advances some samples of it.
bool cr_sounder_drive_begin(cr_sounder *sounder, const cr_sound_weights *weights, const bool *stands);
void cr_sounder_drive(cr_sounder *sounder, int first, int n, double *const *out);
// Contact damping over the next block, from what is pending.
void cr_sounder_damp(cr_sounder *sounder);
// Ends the step that is being told: its damping.
void cr_sounder_settle(cr_sounder *sounder);
// The gathered step's part in coupled damping; the block begins; after each sample of it.
void cr_sounder_mix(cr_sounder *sounder);
void cr_sounder_mix_begin(cr_sounder *sounder);
void cr_sounder_mix_sample(cr_sounder *sounder);
// Damping and pitch of the gathered step by lossy springs.
void cr_sounder_couple(cr_sounder *sounder);

#endif
