// A body whose motion is a sum of modes, stepped so that a contact force can be linear in time inside a step
// (derivations T1, T2).
// The state of a mode is kept in the middle of the coming step, p = w q and r = q'; damping is a loss of
// velocity alone at the samples, so that positions never jump, and the angle per step is chosen such that
// frequency and decay are exact:
//     d = exp(-2 sigma h), sin^2(theta/2) = [sin^2(w_d h/2) + sinh^2(sigma h/2)]/cosh(sigma h), w = theta/h
// A force a + b xi (xi = -1..1 over the step) is then the same as a kick r += A a, p -= B b in mid-step, with
//     A = phi h j0(theta/2), B = phi h j1(theta/2)
// and the same arrays read the motion: change over the step sum A r, first moment int xi y' ds = -sum B p.
// Modes without frequency move freely (rigid). Steps of h, h/2 .. h/16 are prepared as levels.
#ifndef CAROM_MODAL_RESONATOR_H
#define CAROM_MODAL_RESONATOR_H

#include "base/array.h"
#include "carom/base.h"
#include "modal/kernels.h"

#include <stdalign.h>

enum { CR_LEVELS = 5, CR_LANES = 8 }; // steps per sample 1, 2, 4, 8, 16; modes per turn of the inner loops

// Coefficients of every mode for one length of step.
typedef struct cr_mode_table {
    // What every step reads.
    cr_turn turn; // m11, m12, m22 as the loops take them
    double h;
    double rigid_kept;
    double rigid_half, rigid_sixth; // h^2/2, h^2/6
    // What is read where it is built, and where steps change their length.
    double *c, *s;             // cos, sin of half the angle per step
    double *m11, *m12, *m22;   // from mid-step to mid-step: half turn, loss of velocity, half turn
    double *angular;           // w [1/s]
    double *kept;              // d
    double *exact_r, *exact_p; // velocity of the free decay that the samples belong to: exact_r R + exact_p P
    double rigid_exact;
} cr_mode_table;

// What the rigid motion adds to the readings of a tap: phi h per velocity, phi g h^2/2, phi g h^2/6 of the
// moment.
typedef struct cr_tap_glide {
    double way, fall, sway;
} cr_tap_glide;

// What a unit of force held at a tap over a step does at another: its way, and what is left of the work of
// contact forces there (resonator_hold.c).
typedef struct cr_hold_pair {
    double way, x, y;
} cr_hold_pair;

// A tap where forces are held, by level: kick of the modes and its square, of the rigid motion, ways.
typedef struct cr_tap_hold {
    cr_tap_shape kick[CR_LEVELS];
    double norm[CR_LEVELS], push[CR_LEVELS], shift[CR_LEVELS], rigid_way[CR_LEVELS];
    cr_hold_pair *pairs[CR_LEVELS];      // by tap
    double *a[CR_LEVELS], *b[CR_LEVELS]; // the kick in doubles
    double force;                        // held over the coming step [N]
    double from;                         // `change` before it [m]
} cr_tap_hold;

// A tap whose velocity is heard, by level: sum a r - b p, the rigid motion, by forces that act.
typedef struct cr_tap_voice {
    cr_tap_shape shape[CR_LEVELS];
    double rigid[CR_LEVELS];
    double *lean[CR_LEVELS]; // by tap
    cr_tap_shape ahead;      // of flights: one step later
    double *flight;          // velocities at the samples of a flight [m/s]
    bool flies;              // it is heard in flights too
    double value;            // what was read last [m/s]
    long read_at;            // in which sample; negative: never
} cr_tap_voice;

// What a tap knows of each length of step.
typedef struct cr_tap_levels {
    cr_tap_shape shape[CR_LEVELS]; // a, b as the loops take them
    cr_tap_glide glide[CR_LEVELS];
    cr_tap_answer answer[CR_LEVELS];
    double *a[CR_LEVELS], *b[CR_LEVELS];
} cr_tap_levels;

// A point where the body is pushed or read. What a step of a contact alone reads and writes is the first line
// of 64 bytes.
typedef struct cr_tap {
    // Numbers that are used one after the other do not stand side by side: a compiler would load them as a
    // pair where they were stored one by one, which a processor is slow at.
    alignas(CR_CACHE_LINE) double travel; // over the coming step without the forces of that step [m]
    bool pushed;                          // forces act here; otherwise it is only read
    bool unfollowed; // only its velocity is heard: y, travel and what belongs to them are not kept
    double moment;   // of that step [m]
    double force;    // a of the coming step [N]
    double y;        // displacement now [m]
    double slope;    // b of the coming step [N]
    double change;   // of y over the last sample [m]
    double acted;    // force of the last step [N]

    double lone_a;          // of a body with one mode: a of the present level
    cr_tap_shape *shape;    // by level
    double lone_b;          // and b
    cr_tap_glide *glide;    // by level
    double *phi, rigid_phi; // shape [kg^-1/2]
    double **a, **b;        // by level
    double *grip; // phi h of level 0, by which v of the decay grows: of taps that meet the three-level clock
    double rigid_grip;
    const void *size;      // |phi|/w: displacement per amplitude, for flights
    double *flight;        // changes of y over the samples of a flight [m]
    double way;            // of a tap with a grip over the last and the coming sample [m]
    cr_tap_hold *hold;     // NULL: no force is held here
    cr_tap_voice *voice;   // NULL: its velocity is not heard
    cr_tap_answer *answer; // by level; NULL: many modes, one, or in floats
} cr_tap;

// What a unit of force at tap k does at tap j in one step: Δy_j = c a - e b, moment_j = e a + m b.
typedef struct cr_tap_pair {
    double c, e, m;
} cr_tap_pair;

// Where a tap goes from the last sample on, and its velocity there.
typedef struct cr_tap_path {
    double way, velocity;
} cr_tap_path;

// Coefficients of flights: the recursion, and the turn over a whole block.
typedef struct cr_flight {
    const void *k1, *k2;
    cr_turn turn;
    const struct cr_flight_loops *loops;
} cr_flight;

// Taps that come and go while it runs (resonator_late.c): by level and mode, per unit of shape, A, B, what e
// of a pair is made of, and the way of a force held over a step.
typedef struct cr_late_taps {
    int first, room; // they are the last of the taps
    double *a[CR_LEVELS], *b[CR_LEVELS], *e[CR_LEVELS], *held[CR_LEVELS];
} cr_late_taps;

// The turn of a body that has one mode only.
typedef struct cr_lone_mode {
    double m11, m12, m22;
} cr_lone_mode;

// What every step reads and writes comes first, in two lines of the cache.
typedef struct cr_resonator {
    double rigid_x, rigid_v; // at the last sample, [sqrt(kg) m], [sqrt(kg) m/s]
    double lost;             // by the modes since the start [J]
    double gravity;          // acceleration of the rigid motion [sqrt(kg) m/s^2]
    cr_tap *taps;
    bool rigid;      // has a motion that nothing pulls back, the given mode `rigid_at`
    bool pushed_now; // by the three-level clock since the last step
    bool held;       // forces are held over the coming step
    bool single;     // the state is kept in floats, and p and r are copies (resonator_float.c)
    bool lone;       // one mode in doubles and nothing else: `mode` and its taps' lone_a, lone_b are the
                     // coefficients of the present level
    int level;
    int modes; // without the rigid motion
    int tap_count, pushed_count;

    double *p, *r; // middle of the coming step
    cr_lone_mode mode;
    int *pushed;                   // the taps where forces act
    int pair_stride, room;         // room for modes: CR_LANES divides it
    cr_tap_pair *pairs[CR_LEVELS]; // in rows of pair_stride; that of whole samples ends the second line

    cr_mode_table *table; // by level
    int meeting;          // taps with a grip
    int rigid_at, tap_room;
    int driven_count;
    int *driven;                    // taps where forces are held
    cr_mode_rows state;             // p and r as the loops take them
    const cr_mode_kernels *kernels; // loops for this processor and type of number
    double *frequency, *sigma;
    double rigid_sigma;
    cr_late_taps *late; // NULL: none
    cr_flight *flight;  // flight.h; NULL: none
} cr_resonator;

// Modes from frequencies [Hz] and decays [1/s]; those with frequency 0 (at most one) move freely. The arrays
// of taps have room for `taps`. CR_ERR_MEMORY; CR_ERR_RANGE for a mode above half the rate.
cr_status cr_resonator_make(cr_resonator *body, int modes, const double *frequency, const double *sigma,
                            double h, int taps, cr_arena *arena, cr_error *error);
// A tap with this shape, in the order of the frequencies given; its index.
cr_status cr_resonator_tap(cr_resonator *body, const double *shape, bool pushed, cr_arena *arena, int *index,
                           cr_error *error);
// A row of zeros, aligned to 64 bytes, with CR_LANES more behind its end for loops that take more modes at a
// time; NULL when there is no memory.
double *cr_row_take(cr_arena *arena, int room);
// What forces at a tap do to its own reading, once its rows are there.
void cr_tap_fill_answers(const cr_resonator *body, cr_tap *tap);
// Gives a tap that has its rows this shape: rigid motion and elastic modes apart.
void cr_tap_set_shape(const cr_resonator *body, cr_tap *tap, const double *shape);
// Whether tap k has this shape.
bool cr_resonator_tap_has(const cr_resonator *body, int tap, const double *shape);
// Before cr_resonator_prepare: forces will be held at a tap; its velocity will be read.
cr_status cr_resonator_hold(cr_resonator *body, int tap, cr_arena *arena, cr_error *error);
cr_status cr_resonator_hear(cr_resonator *body, int tap, cr_arena *arena, cr_error *error);
// Room for taps that come and go, of which there are then at most `room` at a time.
cr_status cr_resonator_reserve(cr_resonator *body, int room, cr_arena *arena, cr_error *error);
// Their tables, by cr_resonator_prepare; false when there is no memory.
bool cr_resonator_fill_holds(cr_resonator *body, cr_arena *arena);
bool cr_resonator_fill_voices(cr_resonator *body, cr_arena *arena);
// Once all taps are there.
cr_status cr_resonator_prepare(cr_resonator *body, cr_arena *arena, cr_error *error);
// Bodies of a network that are stepped one after the other, moved together in memory in that order, once all
// are prepared and before anything else points to their rows: what a contact alone reads and writes, and then
// the coefficients of whole samples. CR_ERR_MEMORY; skips what is NULL.
cr_status cr_resonators_gather(cr_resonator *const *bodies, int count, cr_arena *arena, cr_error *error);
// State at the last sample: displacement and velocity of mode i of those given. They are those of the decay
// q'' + 2 sigma q' + w^2 q = 0 that all coming samples lie on while no force acts, whatever the step.
void cr_resonator_set(cr_resonator *body, int given, double q, double v);
void cr_resonator_get(const cr_resonator *body, int given, double *q, double *v);
// The motion of all modes at the last sample, in the order of those given: displacements, and velocities as
// cr_resonator_velocity hears them (derivation T5).
void cr_resonator_motion(const cr_resonator *body, double *q, double *v);
// The amplitude that a mode swings with, |q| of one that moves freely.
double cr_resonator_amplitude(const cr_resonator *body, int given);
void cr_resonator_start(cr_resonator *body); // readings of every tap from the state and the gravity

// Keeps the state in floats from now on; once all taps are there, before cr_resonator_prepare. The
// coefficients are rounded such that no mode decays more slowly than it should. CR_ERR_MEMORY.
cr_status cr_resonator_use_floats(cr_resonator *body, cr_arena *arena, cr_error *error);

// A row for the loops: itself, or a copy in floats; NULL when there is no memory. The turn of a table
// likewise.
const void *cr_resonator_row(const cr_resonator *body, const double *row, cr_arena *arena);
bool cr_resonator_turn(const cr_resonator *body, cr_mode_table *table, cr_arena *arena);

// --- while it runs: neither allocates nor blocks

// p and r from a state in floats before they are read, and back after they were changed.
void cr_resonator_unpack(const cr_resonator *body);
void cr_resonator_pack(cr_resonator *body);
// A tap with this shape where forces act, from now on, and its end; -1 if there is no room.
int cr_resonator_attach(cr_resonator *body, const double *shape);
void cr_resonator_detach(cr_resonator *body, int tap);
// What forces held elsewhere do there, and what forces there are heard by.
void cr_resonator_hold_late(cr_resonator *body, int tap);
void cr_resonator_hear_late(cr_resonator *body, int tap);
// One step of the present level with the forces of the taps; they are zeroed. `book`: sums the loss.
void cr_resonator_step(cr_resonator *body, bool book);
// A force held over the coming step and known before the others [N]; the modes end where such a force leaves
// them. With `book` it is booked that its work is force times the change of the tap in the step.
void cr_resonator_drive(cr_resonator *body, int tap, double force, bool book);
void cr_resonator_settle_holds(cr_resonator *body, bool book); // by cr_resonator_step
// At the last sample; of a tap that is heard, and of any tap.
double cr_resonator_velocity(const cr_resonator *body, int tap);
double cr_resonator_displacement(const cr_resonator *body, int tap);
// Path of tap k without forces, a time after the last sample (at most the next one).
cr_tap_path cr_resonator_ahead(const cr_resonator *body, int tap, double time);
// Displacement of tap j a time after (or, by the same motion, before) a unit of momentum given at tap k
// [m/(N s)].
double cr_resonator_answer(const cr_resonator *body, int j, int k, double time);
// Momentum given at tap k a time after the last sample [N s]. The coming samples are those of the exact decay
// after it; the readings until then are of that decay too, so that displacements jump now (a mode that decays
// within a sample is kicked at once). Returns the energy that this adds [J].
double cr_resonator_kick(cr_resonator *body, int tap, double momentum, double time);
// Another length of step, from the coming one on: every mode goes on with the same amplitude and phase.
// Returns the energy that this adds [J].
double cr_resonator_set_level(cr_resonator *body, int level);
void cr_resonator_read(cr_resonator *body, int from_tap); // again, from the state
void cr_resonator_load_lone(cr_resonator *body);          // the coefficients of a new level
double cr_resonator_energy(const cr_resonator *body);
// Compliance sum phi_j phi_k: the inverse of the mass that a short blow feels [1/kg].
double cr_resonator_agility(const cr_resonator *body, int j, int k);

// What a tap reads of the modes, and the rigid motion added to it.
static inline void cr_resonator_set_reading(const cr_resonator *body, cr_tap *tap, double travel,
                                            double moment) {
    const cr_tap_glide *glide = &tap->glide[body->level];
    tap->travel = body->rigid ? travel + (glide->way * body->rigid_v + glide->fall) : travel;
    tap->moment = body->rigid ? moment + glide->sway : moment;
}

// The same of a pass that kicked at this tap by force and slope.
static inline void cr_resonator_set_passed(const cr_resonator *body, cr_tap *tap, int level,
                                           cr_reading reading, double force, double slope) {
    if (tap->answer) {
        const cr_tap_answer *to = &tap->answer[level];
        reading.travel += to->push * force + to->cross * slope;
        reading.moment += to->lean * slope - to->cross * force;
    }
    cr_resonator_set_reading(body, tap, reading.travel, reading.moment);
}

// x1 = x + h v + h^2 g/2 + h^2 (a/2 - b/6), v1 = d (v + h g + h a); returns the velocity before the loss
static inline double cr_resonator_step_rigid(cr_resonator *body, double force, double slope) {
    const cr_mode_table *t = &body->table[body->level];
    double push = body->gravity + force, before = body->rigid_v, v = before + t->h * push;
    body->rigid_x += t->h * before + (t->rigid_half * push - t->rigid_sixth * slope);
    body->rigid_v = t->rigid_kept * v;
    return v;
}

// --- meeting the three-level clock of strings and plates (resonator_meet.c). A force f there is a blow at
// the sample: y_i = grip_i f on each velocity, between the two halves of the loss. The way that belongs to
// it, sum grip (v before + v after), is the way of the state of that clock over two samples
// (element/oscillator.h); the work is f way/2 to rounding.

cr_status cr_resonator_meet(cr_resonator *body, int tap, cr_arena *arena, cr_error *error);
void cr_resonator_begin_meeting(cr_resonator *body); // ways without force
void cr_resonator_meet_push(cr_resonator *body, int tap, double force, bool book);
double cr_resonator_meet_mobility(const cr_resonator *body, int j, int k);
void cr_resonator_end_meeting(cr_resonator *body); // readings after the blows

#endif
