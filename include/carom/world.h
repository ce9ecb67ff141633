// Bodies in space: rigid and vibrating at once, touching with friction, each advanced at its own pace. A
// model is built once and sealed; a world is the state of one run of it, and any number of worlds may run one
// model at the same time. Energy never comes from nowhere: every step is passive by construction, and the
// ledger says where it went.
//     cr_world_model *model = cr_world_model_new(arena, &world_def, &error);
//     int floor = cr_world_model_add(model, &floor_def, &error), ball = cr_world_model_add(...);
//     cr_world_model_seal(model, &error);
//     cr_world *world = cr_world_new(model, allocator, &error);
//     cr_world_run(world, 2.0, NULL, &error);
// SI units; z is up by convention; frames of bodies have their origin at the centre of mass and the axes of
// the form.
#ifndef CAROM_WORLD_H
#define CAROM_WORLD_H

#include "carom/form.h"
#include "carom/law.h"
#include "carom/modes.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_world_model cr_world_model;
typedef struct cr_world cr_world;

// Friction between two bodies: mu(v) = dynamic + (rest - dynamic) exp(-(v/stribeck)^2).
typedef struct cr_grip {
    double rest, dynamic; // 0.4 each
    double stribeck;      // m/s; 0.01
    double rolling;       // resistance, as a part of the radius: torque <= rolling radius F; 0
    double spinning;      // m: torque about the normal <= spinning F; 0
} cr_grip;

// How bodies give at a contact point. The laws follow from their materials and the curvatures at the point (k
// = 4/3 E* sqrt R, Hertz), the damping from the restitution: each bounce loses by the speed with which it
// began.
typedef enum cr_compress {
    CR_COMPRESS_STIFF, // not at all but for a spring that makes forces unique
    CR_COMPRESS_HERTZ, // without loss
    CR_COMPRESS_HUNT_CROSSLEY,
    CR_COMPRESS_AZAD_FEATHERSTONE,
    CR_COMPRESS_BY_BODIES // of a pair: the later of both bodies' in this list
} cr_compress;

// How two bodies meet. Members that are CR_NAN take the rule of the bodies.
typedef struct cr_pair_def {
    int a, b;   // bodies
    bool apart; // they do not touch at all
    cr_grip grip;
    double restitution;   // of isolated impacts, 0 to 1
    cr_compress compress; // compression at the point
    const cr_law *law;    // instead of that, one law for all points of the pair; NULL: none
    double stiffness;     // N/m, the spring at each point that makes its force unique; CR_NAN: by the rule
    unsigned made;        // by cr_pair_def_default; not to be set
} cr_pair_def;

typedef struct cr_part_def {
    const cr_form *form; // not copied: lives as long as the model
    cr_pose pose;        // in the frame of the shape
} cr_part_def;

// A movement that is imposed: positions (and turns) at times, between them straight, or smooth (cubic). The
// arrays are not copied: they live as long as the model.
typedef struct cr_drive_def {
    int keys;            // 0: none
    const double *time;  // rising, s
    const cr_pose *pose; // of the body's frame
    bool smooth;
} cr_drive_def;

typedef struct cr_body_def {
    const char *name;         // copied
    const cr_part_def *parts; // at least one
    int part_count;
    double density;        // kg/m^3; mass and inertia are those of the parts
    double young, poisson; // Pa, -: how it gives at a point; 2e11, 0.29
    cr_compress compress;  // whether it does; stiff
    const cr_modes *modes; // NULL: rigid. Mass and inertia are theirs then. Not copied.
    double contact_fmax;   // Hz: modes up to here take part in contact; 5000
    double fmax;           // Hz: modes up to here sound; 20000
    bool fixed;            // its frame does not move; its modes do
    cr_drive_def drive;    // its frame is moved
    bool from_origin;      // `at` is the origin of the shape, not the centre of mass
    cr_vec at;             // m
    cr_quat turn;
    cr_vec velocity;     // m/s, of the centre of mass
    cr_vec spin;         // rad/s, in space
    double begins;       // s: waits where it is until then, or is touched or pulled by a joint; 0
    cr_grip grip;        // pairs: the geometric mean of each coefficient; rolling, spinning: the sum
    double restitution;  // pairs: the product; 0
    double normal_noise; // rad: greatest tilt of the normals of a rough surface, fixed to it, seeded; 0
    unsigned filter;     // bodies whose filters share a bit do not touch; 0
    unsigned made;       // by cr_body_def_default; not to be set
} cr_body_def;

typedef enum cr_joint_kind { CR_JOINT_BALL, CR_JOINT_HINGE, CR_JOINT_WELD } cr_joint_kind;

typedef struct cr_joint_def {
    cr_joint_kind kind;
    int a, b;       // bodies; b = -1: the world
    cr_vec at;      // m, in space at the start
    cr_vec axis;    // of a hinge, in space at the start
    double damping; // of a hinge, N m s
} cr_joint_def;

// The course of a load over time, as of excitations.
typedef enum cr_load_shape {
    CR_LOAD_HOLD,  // rises over attack, holds until end, falls over release
    CR_LOAD_PULSE, // one raised cosine from start to end
    CR_LOAD_SINE,  // of a frequency, under what HOLD is
    CR_LOAD_NOISE  // of root mean square 1, 3 dB down at a frequency and 53 from 4.4 times it on; likewise
} cr_load_shape;

// A force and a torque on a body, or an impulse of both where end == start. Keys instead: straight from each
// to the next, nothing before the first and after the last; the arrays are not copied.
typedef struct cr_load_def {
    int body;
    cr_vec at;         // m, in the frame of the body: where the force acts
    cr_vec force;      // N, or N s
    cr_vec torque;     // N m, or N m s
    bool turns;        // force and torque are in the frame of the body and turn with it; false: in space
    double start, end; // s
    cr_load_shape shape;
    double frequency;               // Hz, of a sine, of noise
    unsigned long long seed;        // of noise: equal ones give equal courses
    double attack, release;         // s
    int keys;                       // 0: none
    const double *time;             // rising, s
    const cr_vec *forces, *torques; // of each key; NULL: none
} cr_load_def;

// How a world steps.
typedef enum cr_world_preset {
    CR_WORLD_CAROM, // a kick and a hold: passive, holds what rests (docs/theory/worlds.md)
    CR_WORLD_S3,    // as Zheng & James 2011 (S3) print it, to reproduce and compare: impulses at velocity
                    // level where bodies overlap. Loses and gains energy, sinks and drifts. No joints; laws,
                    // restitution, rolling and spinning resistance and contact springs do not count.
    CR_WORLD_S3_NAIVE // the same with contacts only where bodies approach: the noise of S3's Figure 7
} cr_world_preset;

typedef struct cr_world_def {
    cr_world_preset preset;  // CR_WORLD_CAROM
    cr_vec gravity;          // m/s^2; {0, 0, -9.81}
    double step;             // s, the longest; 1e-3
    double steps_per_period; // of the highest mode that is awake; 6.5. Of one that friction feeds 20 at least
    double margin;           // m: points nearer than this are rows; 2e-5
    double flat;             // m: edges whose gaps differ by less lie flat; 1e-5
    double push;             // m/s: how fast overlap is undone; 1e-3
    double awake, asleep;    // sqrt(kg) m/s and J: when a mode shortens the step, and when it no longer does
    double hold;             // s: a step that was shortened stays so at least so long (and two periods); 1e-3
    bool adaptive;           // modes that are not excited do not shorten the step; true
    bool sleeping;           // bodies at rest cost nothing; true
    bool culling;            // preset s3: friction is left out where nothing slips, S3 (10), (11); true
    unsigned long long seed; // of normal_noise
    unsigned made;           // by cr_world_def_default; not to be set
} cr_world_def;

cr_world_def cr_world_def_default(void);
cr_world_def cr_world_def_s3(void); // CR_WORLD_S3 with the paper's numbers: awake 1e-5, hold 0, no sleeping
cr_body_def cr_body_def_default(void);
cr_pair_def cr_pair_def_default(void);
cr_part_def cr_part_def_default(void);   // not turned, at the origin
cr_drive_def cr_drive_def_default(void); // none
cr_joint_def cr_joint_def_default(void); // a ball joint with the world
cr_load_def cr_load_def_default(void);   // no force, from the start on for ever
cr_grip cr_grip_default(void);

// ---- Model. All of it is the arena's; errors leave the model as it was.
cr_world_model *cr_world_model_new(cr_arena *arena, const cr_world_def *def, cr_error *error);
// The number of the body, joint, load (from 0), or -1.
int cr_world_model_add(cr_world_model *model, const cr_body_def *def, cr_error *error);
int cr_world_model_join(cr_world_model *model, const cr_joint_def *def, cr_error *error);
int cr_world_model_load(cr_world_model *model, const cr_load_def *def, cr_error *error);
cr_status cr_world_model_pair(cr_world_model *model, const cr_pair_def *def, cr_error *error);
// Checks that nothing overlaps deeply at the start (CR_ERR_INPUT with names and depth) and seals it.
cr_status cr_world_model_seal(cr_world_model *model, cr_error *error);

int cr_world_model_bodies(const cr_world_model *model);
int cr_world_model_loads(const cr_world_model *model);
const cr_load_def *cr_world_model_load_at(const cr_world_model *model, int load);
// Whether it is a blow; else its means over a time from t0 [s], N and N m.
bool cr_load_is_blow(const cr_load_def *load);
void cr_load_mean(const cr_load_def *load, double t0, double duration, cr_vec *force, cr_vec *torque);
int cr_world_model_body(const cr_world_model *model, const char *name); // -1: none
const char *cr_world_model_name(const cr_world_model *model, int body);
// Mass [kg] (infinite if fixed), modes in contact, modes that sound.
double cr_world_model_mass(const cr_world_model *model, int body);
int cr_world_model_modes(const cr_world_model *model, int body);
int cr_world_model_sounding(const cr_world_model *model, int body);
// Of the shape's frame in the body's: its origin stands at -centre.
cr_vec cr_world_model_centre(const cr_world_model *model, int body);

// ---- State.
typedef struct cr_body_state {
    cr_pose pose;    // of the centre of mass
    cr_vec velocity; // m/s
    cr_vec spin;     // rad/s, in space
} cr_body_state;

// Where a movement of at least one key has come at a time.
cr_body_state cr_drive_def_at(const cr_drive_def *drive, double time);

// One step of one body has ended: how it moved from t0 to t1, exactly: constant forces from a state.
typedef struct cr_world_motion {
    int body;
    double t0, t1;
    cr_body_state start;        // at t0, after what struck it there
    cr_vec force;               // N, in space, gravity included
    cr_vec torque;              // N m, in the frame of the body
    int awake;                  // modes that determine its step
    int modes;                  // in contact
    const double *shape, *rate; // of the modes at t0: kg^1/2 m, kg^1/2 m/s
    const double *push;         // modal forces
} cr_world_motion;

// One contact point over one step: an impulse at t0, then a constant force until t1, on body a (b: opposite).
typedef struct cr_world_contact {
    double t0, t1;
    int a, b;
    unsigned key;          // keeps its value as long as the contact lasts
    cr_vec point;          // m, in space, at mid-step
    cr_vec on_a, on_b;     // m, in the frames of the bodies
    cr_vec normal;         // from b to a
    cr_vec impulse, force; // N s, N; in space
    double slip;           // m/s
    double gap;            // m, at t0
    double curvature;      // 1/m, of the surfaces against each other, mean of the directions; 0: flat
} cr_world_contact;

// Told of everything as it becomes final, in the order of t1. Any member may be NULL; any status but CR_OK
// ends the run with it.
typedef struct cr_world_sink {
    void *context;
    cr_status (*motion)(void *context, const cr_world_motion *motion);
    cr_status (*contact)(void *context, const cr_world_contact *contact);
    // Now and then, with the time up to which all is final: progress; false stops the run (CR_STOPPED).
    bool (*progress)(void *context, double time);
} cr_world_sink;

// Where energy is and went, J.
typedef struct cr_world_energy {
    double kinetic, potential, vibration; // of bodies, of gravity, of modes
    double springs;                       // in contact points
    double impacts, friction, damping,
        dropped;                   // lost: stopped by kicks, rubbed, in modes, in points that parted
    double driven, loaded, pushed; // given: by drives, by forces, by undoing overlap
    double residual;               // what is unaccounted for
    double scheme;                 // given by the scheme of the preset s3, taken where negative; 0 otherwise
} cr_world_energy;

typedef struct cr_world_stats {
    long long steps, body_steps; // of groups; of bodies in them
    long long rollbacks, redone; // steps cut short; trials repeated with a shorter step
    long long ups, downs;        // of modes awake
    long long kicks, kicks_skipped, holds;
    long long unsolved;                        // residual above 1e-8: the best passive candidate was taken
    long long fallbacks;                       // solved by a thorough stage
    long long friction_culled;                 // steps of the preset s3 that were solved without friction
    long long contacts_before, contacts_after; // preset s3: points that touched, points that bore load
    int contacts_greatest, freedoms_greatest;  // of a group
    double residual_greatest, gain_greatest;   // of a solve; of a step, J
    double penetration_greatest;  // m, beyond what the springs give; all of it where that is more
                                  // than bodies may overlap at the start
    double momentum_error;        // greatest, of groups without fixed bodies, relative
    long long step_histogram[32]; // of steps in [step/2^(i+1), step/2^i)
    long long dropped_points;     // beyond CR_TOUCH_MAX
} cr_world_stats;

// The state of a run at t = 0 of a sealed model, which must outlive it. NULL: CR_ERR_MEMORY, or CR_ERR_INPUT:
// it is not sealed.
cr_world *cr_world_new(const cr_world_model *model, cr_allocator allocator, cr_error *error);
void cr_world_free(cr_world *world);

// Advances to a time. sink may be NULL. CR_OK, CR_STOPPED, what the sink returned, CR_ERR_MEMORY,
// CR_ERR_NUMERIC.
cr_status cr_world_run(cr_world *world, double until, const cr_world_sink *sink, cr_error *error);
// Tells of the steps that are under way, up to the world's time, as if they ended there; the run goes on as
// before. For the end of a recording: the steps are told again, whole, if it goes on.
cr_status cr_world_tell_running(const cr_world *world, const cr_world_sink *sink);
double cr_world_time(const cr_world *world);
// At the world's time.
cr_body_state cr_world_body(const cr_world *world, int body);
// Modes of a body at the world's time: shape [kg^1/2 m] and rate, as many as cr_world_model_modes.
void cr_world_body_modes(const cr_world *world, int body, double *shape, double *rate);
bool cr_world_at_rest(const cr_world *world); // all bodies sleep
cr_world_energy cr_world_ledger(const cr_world *world);
cr_world_stats cr_world_statistics(const cr_world *world);
// Linear and angular momentum (about the origin) of all bodies.
void cr_world_momentum(const cr_world *world, cr_vec *linear, cr_vec *angular);

// Runs islands that do not touch each other side by side: calls task(i) for all i below count, in any order
// and from any thread, and returns when all are done. NULL: one after the other. Results do not depend on it.
typedef struct cr_world_workers {
    void *context;
    void (*each)(void *context, int count, void (*task)(void *task_context, int i), void *task_context);
} cr_world_workers;
void cr_world_set_workers(cr_world *world, const cr_world_workers *workers);

// All of the state as bytes, and back into a world of the same model: a run that is interrupted goes on with
// the same bits. CR_ERR_INPUT when the bytes are of another model or version, or damaged.
size_t cr_world_size(const cr_world *world);
void cr_world_save(const cr_world *world, unsigned char *bytes);
cr_status cr_world_restore(cr_world *world, const unsigned char *bytes, size_t size, cr_error *error);

CR_DECLARATIONS_END

#endif
