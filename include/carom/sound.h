// The sound pass, body by body: what contacts did to a body becomes the signal that its modes radiate. A
// sounder holds the modes of one body. It is told of contacts in the order of their beginnings, and gives a
// block of samples per ear at a time, weighted by the body's transfer to each ear.
//     cr_sounder_def def = cr_sounder_def_default();
//     def.modes = &modes, def.rate = 44100, def.ears = 2;
//     cr_sounder *sounder = cr_sounder_new(&def, arena, &error);
//     for (...) {                                         // block by block
//         while (next contact begins before cr_sounder_end(sounder)) cr_sounder_contact(sounder, &c, &error);
//         cr_sounder_run(sounder, weights, out);          // CR_SOUND_BLOCK samples
//     }
// Frames are the body's: origin at its centre of mass, axes of its shape. SI units. Nothing allocates after
// creation.
#ifndef CAROM_SOUND_H
#define CAROM_SOUND_H

#include "carom/bank.h"
#include "carom/material.h"
#include "carom/modes.h"
#include "carom/surface.h"
#include "carom/world.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_sounder cr_sounder;

enum { CR_SOUND_BLOCK = 64, CR_SOUND_EARS = 64 }; // samples; at most

// ---- How a contact damps what touches.

// What the other body is as a support of vibrations.
typedef enum cr_sound_support_kind {
    CR_SOUND_SUPPORT_BODY, // its modes take part in the contact: it gives way by them alone
    CR_SOUND_SUPPORT_BOARD,
    CR_SOUND_SUPPORT_BLOCK // larger than the wavelengths in it
} cr_sound_support_kind;

typedef struct cr_sound_support {
    cr_sound_support_kind kind;
    double young, density, poisson; // Pa, kg/m^3; of the board (in bending) or block
    double thickness;               // m, of a board
} cr_sound_support;

// How two bodies meet, as far as it is heard: cr_sound_pair_of fills it from the table of materials.
typedef struct cr_sound_pair {
    double friction;    // coefficient at rest
    double restitution; // of impacts, 0 to 1
    double gamma;       // s/m: contact damping of S3 (16), per newton of contact force
    double modulus;     // Pa: E* of both, S2 (6)
    double poisson;     // of the softer one
    double roughness;   // m, rms height of both surfaces together
    double loss;        // loss factor of the contact
    cr_sound_support support;
} cr_sound_pair;

// By cr_material_pair_of; `support`: what carries the other body, NULL: it gives way by its modes alone.
cr_sound_pair cr_sound_pair_of(const cr_material *body, const cr_material *other,
                               const cr_sound_support *support);

typedef enum cr_contact_damping {
    CR_CONTACT_DAMPING_NONE,
    CR_CONTACT_DAMPING_S3,       // viscous dampers in proportion to the contact force, S3 (20)
    CR_CONTACT_DAMPING_PHYSICAL, // lossy springs in series with the support: docs/theory/sound.md
    CR_CONTACT_DAMPING_COUPLED   // S3 (19) with all of its matrix, for CR_SOUND_COUPLED modes at most
} cr_contact_damping;
enum { CR_SOUND_COUPLED = 128 };

// Stiffness k_H of the bulk under a contact [N/m]: of a round point of this radius [m] under a load [N]; of
// each of `points` that share a flat foot of this radius; of each of those that share an area [m^2] of a thin
// layer. Without a bulk (rough surfaces alone): HUGE_VAL.
double cr_sound_stiffness_point(double modulus, double radius, double load);
double cr_sound_stiffness_foot(double modulus, double foot, int points);
double cr_sound_stiffness_layer(double young, double thickness, double area, int points);

// ---- Contacts.

// What one contact point did to the body over one step: an impulse at t0, spread over `duration`, and a
// constant force until t1.
typedef struct cr_sound_contact {
    double t0, t1;             // s
    cr_vec at;                 // m
    cr_vec normal;             // unit, into the body
    cr_vec impulse, force;     // N s, N: on the body
    double duration;           // s: how long the impulse takes; 0: no time
    double slip;               // m/s
    double stiffness;          // N/m, k_H of cr_sound_stiffness_*; HUGE_VAL: rough surfaces alone
    const cr_sound_pair *pair; // NULL: the contact does not damp. Lives as long as the sounder
    int felt;                  // so many of its lowest modes answer to the contact: the force knows of them,
                               // and they are neither damped nor tuned by it besides
    bool before;               // the force acted before t0 too: the body is bent by it and at rest
    bool pressed;              // at t0 already: the point did not land then
    bool ends;                 // at t1, whether the body sleeps or not: cr_sounder_extend leaves it alone
    int from;                  // a number for what presses, for cr_sounder_extend; 0
} cr_sound_contact;

// What a contact of a recording did to body a or b; turn: of the body's frame in space, at that time.
// Duration 0, stiffness HUGE_VAL, pair NULL.
cr_sound_contact cr_sound_contact_of(const cr_world_contact *contact, bool of_a, cr_quat turn);

// A contact as it is heard (derivation U10): an impulse that is no blow, but a part of what the point bears,
// acts as a force from t0 to t1, with the same product.
cr_sound_contact cr_sound_contact_heard(const cr_sound_contact *contact);

// How long a collision takes [s] that stopped and threw back an effective mass [kg] with this impulse [N s]:
// contact law f = stiffness x^exponent (3/2: Hertz), S0 (9) without loss, from the speed J/(m (1 + e)).
// 0 for no impulse.
double cr_sound_duration(double stiffness, double exponent, double mass, double restitution, double impulse);
// The mass [kg] that a body opposes to a blow along the unit normal at a point: 1/(1/m + (r x n) I^-1 (r x
// n)). inertia as in cr_modes. An infinite mass stays infinite.
double cr_sound_effective_mass(double mass, const double inertia[6], cr_vec at, cr_vec normal);

// ---- The sounder.

typedef struct cr_sounder_def {
    const cr_modes *modes; // of a body with a surface; not copied: lives as long as the sounder
    const double *sigma;   // 1/s, decays to take instead of the modes' own, as many as sound; NULL: theirs
    double fmax;           // Hz: modes up to here sound, and below 0.49 rate; 20000
    double rate;           // Hz; 44100
    double start;          // s, time of the first sample; 0
    int ears;              // 1..CR_SOUND_EARS; 1
    int steps;             // steps of contact that may be pending at a time; 256
    int pulses;            // impulses under way at a time; 256
    double exponent;       // of the contact law that gives pulses their shape; 1.5
    // Forces of steps that follow on each other go over in straight lines, which take as long as the shorter
    // of the two, up to twice this; all contacts act this much later, but those with `ends`. Half the longest
    // step; s. 0: at once
    double blend;
    cr_bank_precision precision; // of what is heard; the state is kept in double. CR_BANK_FLOAT
    cr_contact_damping damping;  // CR_CONTACT_DAMPING_PHYSICAL
    unsigned made;               // by cr_sounder_def_default; not to be set
} cr_sounder_def;

cr_sounder_def cr_sounder_def_default(void);
// At rest. All of it the arena's, which is as it was when this fails: NULL with CR_ERR_RANGE, CR_ERR_INPUT
// (modes without a surface), CR_ERR_MEMORY.
cr_sounder *cr_sounder_new(const cr_sounder_def *def, cr_arena *arena, cr_error *error);
// How many modes sound: the first so many.
int cr_sounder_modes(const cr_sounder *sounder);
// Time of the first sample of the next block, and of the sample behind its last [s].
double cr_sounder_time(const cr_sounder *sounder);
double cr_sounder_end(const cr_sounder *sounder);

// Tells of a contact that begins before the end of the next block. One that begins before the last sample
// that was put out acts from there on. CR_ERR_INPUT: not finite, or it ends before it begins;
// CR_ERR_UNSUPPORTED: more than `steps` or `pulses` are pending. Made for the audio thread.
cr_status cr_sounder_contact(cr_sounder *sounder, const cr_sound_contact *contact, cr_error *error);
// Forces (and damping) that were to end at `from` stay until `until`: those of contacts with this number, for
// what presses sleeps.
void cr_sounder_extend(cr_sounder *sounder, int number, double from, double until);

// A force that is known sample by sample over the next block, at a place along a direction: what a rough
// contact adds to its mean force, say (cr_texture_run). The same key in the next block goes on from its last
// sample; a key that is not told again ends there. CR_ERR_UNSUPPORTED: more than CR_SOUND_PUSHES keys at a
// time.
enum { CR_SOUND_PUSHES = 16 };
cr_status cr_sounder_push(cr_sounder *sounder, unsigned key, cr_vec at, cr_vec direction,
                          const double force[CR_SOUND_BLOCK], cr_error *error);

// The body's transfer to an ear at the first sample of a block and at the one behind its last, linear in
// between: per unit modal acceleration, Pa/(kg^1/2 m/s^2), as cr_radiator_transfer gives it (e^(-i w t), the
// phase of propagation taken out). As many as sound. Both ends may be the same arrays, which is faster.
typedef struct cr_sound_weights {
    const double *re[2], *im[2];
} cr_sound_weights;

// Advances by a block and adds to out[ear][0..CR_SOUND_BLOCK): sum_j Re{T_j z_j} of each ear, z_j the complex
// modal accelerations. Cannot fail; made for the audio thread.
void cr_sounder_run(cr_sounder *sounder, const cr_sound_weights *weights, double *const *out);

// Energy of a mode [J], of all of them, and how fast a mode decays now: all damping [1/s] and frequency [Hz].
double cr_sounder_energy(const cr_sounder *sounder, int mode);
double cr_sounder_energy_sum(const cr_sounder *sounder);
double cr_sounder_sigma(const cr_sounder *sounder, int mode);
double cr_sounder_frequency(const cr_sounder *sounder, int mode);

// ---- Acceleration noise: the click of a body that is thrown about as a whole, however hard it is. Exact for
// a sphere; other bodies by their volume and added mass along each axis (docs/theory/sound.md, U6).

typedef struct cr_clicker cr_clicker;

typedef struct cr_clicker_def {
    double rate;         // Hz; 44100
    double start;        // s, time of the first sample; 0
    double mass, volume; // kg, m^3
    double
        added[3]; // added mass of the air along x y z, as a part of what the volume displaces; 0.5: a sphere
    double exponent;       // of the contact law that gives pulses their shape; 1.5
    double sound, density; // of the air: m/s, kg/m^3; 343.2, 1.204
    int ears;              // 1..CR_SOUND_EARS; 1
    int forces;            // impulses and steps of force under way at a time; 256
    double blend;          // s: as a sounder's; 0
    unsigned made;         // by cr_clicker_def_default; not to be set
} cr_clicker_def;

cr_clicker_def cr_clicker_def_default(void);
// CR_ERR_RANGE, CR_ERR_MEMORY; the arena is then as it was.
cr_clicker *cr_clicker_new(const cr_clicker_def *def, cr_arena *arena, cr_error *error);
// Tells of a contact, as cr_sounder_contact does; its impulse, duration, force and times count.
cr_status cr_clicker_contact(cr_clicker *clicker, const cr_sound_contact *contact, cr_error *error);
// From where it is struck by another body: the normal into it, and how hard [N s]; of several in a block the
// hardest holds, until the next. Two bodies that collide are heard across as well, where each alone is
// silent.
void cr_clicker_face(cr_clicker *clicker, cr_vec normal, double impulse);
// A force along a direction that is known sample by sample over the next block, and nothing behind it.
// Several add up.
void cr_clicker_push(cr_clicker *clicker, cr_vec direction, const double force[CR_SOUND_BLOCK]);
// Adds a block of pressure [Pa] to out[ear]. at[ear]: where the ear is in the body's frame at the first
// sample and behind the last [m]; within the body it counts as on its surface. The signal is to be delayed by
// the distance over the speed of sound, less cr_clicker_lead. Made for the audio thread.
void cr_clicker_run(cr_clicker *clicker, const cr_vec (*at)[2], double *const *out);
// How much later the signal is than one that is delayed by the distance alone [s].
double cr_clicker_lead(const cr_clicker *clicker);

// Added masses of an ellipsoid of these semi-axes (a sphere: 0.5 each).
void cr_sound_added_mass(const double semi[3], double added[3]);
// Semi-axes of the ellipsoid with this mass and these moments about x y z (diagonal of cr_modes' inertia).
void cr_sound_semi_axes(double mass, const double inertia[3], double semi[3]);

// ---- Rough contact: the normal force of a body that slides or rolls, with the surfaces' heights read at
// their own speeds, on the spring of a contact law. Roughness is geometry, not a source: energy balances step
// by step (docs/theory/sound.md, U7). A contact at rest is silent, and no force pulls.

typedef struct cr_texture cr_texture;

typedef struct cr_texture_def {
    double rate;                // Hz; 44100. Stepped at 4 times that
    cr_law law;                 // of the contact, Hunt-Crossley 3/2 for round bodies; prepared
    double mass;                // kg, that rides on it
    const cr_rough *surface[2]; // filtered by the contact patch (cr_rough_ball); NULL: smooth. Live as long
    double start[2];            // m, where it begins on them; 0
    unsigned made;              // by cr_texture_def_default; not to be set
} cr_texture_def;

cr_texture_def cr_texture_def_default(void);
// CR_ERR_RANGE, CR_ERR_MEMORY.
cr_texture *cr_texture_new(const cr_texture_def *def, cr_arena *arena, cr_error *error);
// Begins anew, with another definition: CR_ERR_RANGE, nothing changes then. Made for the audio thread.
cr_status cr_texture_begin(cr_texture *texture, const cr_texture_def *def, cr_error *error);
// Advances by a block, through which the load [N] goes straight to the given one, while the contact moves
// over the surfaces at these speeds [m/s]: writes by how much the mean normal force during each sample
// exceeds the load [N]. The first call begins at rest under its load. Made for the audio thread.
void cr_texture_run(cr_texture *texture, double load, const double speed[2], double excess[CR_SOUND_BLOCK]);

typedef struct cr_texture_energy {
    double stored;      // J, now: of the mass, of the spring, against the load
    double swept, lost; // J, so far: given by the sweep (the drag's work), taken by the damper
    double loaded;      // J, so far: what changes of the load gave
} cr_texture_energy;
cr_texture_energy cr_texture_ledger(const cr_texture *texture);

// ---- Redistribution, S3 (13)-(14): the impulses of one body and step among its contact points, as near as
// can be to those of the step before, with the same sum and moment, none that pulls, friction within its
// disks.

typedef struct cr_redistribution cr_redistribution;

typedef struct cr_spread_contact {
    cr_vec at, normal;            // m, about the centre of mass; unit, into the body
    double friction;              // coefficient
    double pressed, before;       // N s: normal part, now (rewritten) and in the step before
    cr_vec rubbed, rubbed_before; // N s: tangential part
} cr_spread_contact;

// Scratch for so many contacts, the arena's. NULL: CR_ERR_MEMORY.
cr_redistribution *cr_redistribution_new(int contacts, cr_arena *arena, cr_error *error);
// Rewrites `pressed` and `rubbed`. The contacts are left as they were (false) where no better distribution is
// found that conserves the sums to 1e-10. Made for the audio thread.
bool cr_redistribute(cr_redistribution *scratch, cr_spread_contact *contacts, int count);

CR_DECLARATIONS_END

#endif
