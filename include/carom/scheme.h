// Time-stepping schemes for one mass against a fixed wall, and corrections that decorate them.
// Schemes are a table (src/scheme/scheme_list.h): a new scheme is one file and one line.
#ifndef CAROM_SCHEME_H
#define CAROM_SCHEME_H

#include "carom/exact.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_stepper cr_stepper;

// What a scheme asks of law and force, and what it offers.
enum {
    CR_NEEDS_INVARIANT = 1,     // the law must be Hunt-Crossley or lossless, without external force
    CR_NEEDS_ONE_SIDED = 2,     // no two-sided connection
    CR_NEEDS_LINEAR_DAMPER = 4, // damping in proportion to speed, q = 1
    CR_ALLOWS_RECOVERY = 8,     // the recovering surface of S2 II-B
    CR_BOOKS_LOSSES = 16,       // energy + dissipated is constant by construction
    CR_SAMPLES_STATE = 32,      // x and v are the state itself, so that hybrid and vout apply
    CR_LASTS_LONGER = 64,       // contacts last too long in a regular way, so that duration applies
    CR_STAGGERED = 128,         // v is the mean velocity of the last step: half a step late while in contact
};

typedef struct cr_scheme {
    const char *name, *doc, *source;
    int order;
    bool implicit; // solves a scalar equation per step
    unsigned traits;
    void (*init)(cr_stepper *stepper); // from stepper->x, v
    void (*step)(cr_stepper *stepper);
    double (*energy)(const cr_stepper *stepper); // the quantity that the scheme keeps, with losses booked [J]
} cr_scheme;

// One mass, one law, one scheme. A plain value; nothing allocates. Audio thread: step and energy may be
// called.
struct cr_stepper {
    const cr_scheme *scheme;
    cr_law law;
    double m, h;  // mass [kg], time step [s]
    double force; // constant force, positive presses into the wall [N]

    double x, v;       // compression [m] and rate [m/s] at the current sample
    double f;          // contact force at the sample, for schemes that reuse it [N]
    double f_mean;     // mean contact force during the last step [N]
    double dissipated; // by the damper so far, if the scheme books losses [J]
    long steps;        // taken so far
    long iterations;   // of the scalar solver so far

    double x_before;    // three-level schemes: the sample before,
    double travel;      // and x - x_before, carried so that long runs do not lose it to rounding
    double psi;         // quadratised schemes: the stored root of the energy
    double base;        // invariant schemes: 1 + mu v, which v alone loses to rounding near v = -1/mu
    cr_located located; // adaptive
};

const cr_scheme *const *cr_schemes(int *count);
// NULL and a reason with the nearest name when there is no such scheme.
const cr_scheme *cr_scheme_find(const char *name, cr_error *error);

// Starts at sample 0. CR_ERR_UNSUPPORTED with a reason when the scheme cannot do this law or force.
cr_status cr_stepper_init(cr_stepper *stepper, const cr_scheme *scheme, const cr_law *law, double m, double h,
                          double force, double x, double v, cr_error *error);
void cr_stepper_step(cr_stepper *stepper);
double cr_stepper_energy(const cr_stepper *stepper);
// Velocity at the current sample; for staggered schemes carried half a step on, to second order.
double cr_stepper_velocity(const cr_stepper *stepper);
// Outside and leaving, without contact during the last step. A two-sided connection counts as left once x <=
// 0.
bool cr_stepper_apart(const cr_stepper *stepper);
// Once apart: when and how fast the mass was released (carom/law.h), from its free flight traced back.
void cr_stepper_release(const cr_stepper *stepper, double *t, double *v);

// Places the mass so that it meets the wall at speed v_in, `phase` steps after sample 0.
void cr_approach(double m, double h, double force, double v_in, double phase, double *x, double *v);

// --- corrections -------------------------------------------------------------------------------------------

// What a correction keeps during one impact.
typedef struct cr_correction_state {
    cr_hc hc;     // closed form of this impact
    double v_out; // velocity to impose at the surface: that of release, and what the force adds from there
} cr_correction_state;

typedef struct cr_correction {
    const char *name, *doc, *source;
    // CR_ERR_UNSUPPORTED with a reason when it does not apply.
    cr_status (*check)(const cr_scheme *scheme, const cr_law *law, double force, cr_error *error);
    // Before the first step of an impact at v_in.
    cr_status (*begin)(cr_stepper *stepper, double v_in, cr_correction_state *state, cr_error *error);
    // After each step; `inside_before`: the mass was in the wall before it. NULL: nothing to do.
    void (*after_step)(cr_stepper *stepper, bool inside_before, const cr_correction_state *state);
} cr_correction;

enum { CR_CORRECTION_MAX = 8 };

const cr_correction *const *cr_corrections(int *count);
const cr_correction *cr_correction_find(const char *name, cr_error *error);

CR_DECLARATIONS_END

#endif
