// One impact of a mass on a wall, simulated by any scheme with any corrections and measured against what is
// exact; series of rebounds, sweeps over the entry phase, and a ball dropped until it rests.
#ifndef CAROM_IMPACT_H
#define CAROM_IMPACT_H

#include "carom/scheme.h"

CR_DECLARATIONS_BEGIN

typedef struct cr_impact {
    cr_law law;
    double mass;     // kg, > 0
    double velocity; // m/s at the wall, > 0
    double rate;     // Hz, > 0
    double phase;    // where between two samples the wall is met, 0 <= phase < 1; 0 is S0's start
    double force;    // N, constant, positive presses the mass into the wall
    int oversample;  // steps per sample, >= 1
    const cr_scheme *scheme;
    const cr_correction *corrections[CR_CORRECTION_MAX];
    int correction_count;
} cr_impact;

// What one simulated impact did. Percentages of S0 (27), (28): 100 |simulated - exact| over the whole range.
typedef struct cr_impact_result {
    bool released;            // false: the mass was still in contact when patience ran out
    double v_out;             // m/s, negative; CR_NAN if not released
    double x_max;             // m, deepest sample
    double duration;          // s, between the points where free flight meets the wall
    long samples_in_contact;  // with x > 0, and the one of first touch if it falls on a sample
    double err_v_out_percent; // 100 (|v_out|/|exact| - 1)
    double err_duration_percent;
    double dev_x_percent;   // from x(v), S0 (28); from x(t) where the law has no closed form
    double dev_H_percent;   // from H(v), S0 (27), of the loss; of the initial energy if the law has no loss
    double end_H_percent;   // the same for the state after release
    double err_x_percent;   // greatest |x - x(t)| over x_max
    double energy_residual; // energy balance error: greatest deviation of energy plus losses, over the
                            // initial energy
    double force_min;       // N, least mean contact force of a step: negative = the contact pulled
    double psi_left;        // sqrt J, stored root of energy after release (quadratised schemes)
    double iterations;      // of the scalar solver, per step in contact
    cr_impact_exact exact;
} cr_impact_result;

typedef struct cr_sample {
    double t, x, v, force, energy; // s from first touch, m, m/s, N, J
} cr_sample;

// Receives every step; NULL function: nobody listens.
typedef struct cr_sample_sink {
    void (*put)(void *context, const cr_sample *sample);
    void *context;
} cr_sample_sink;

// Defaults: S0's case 1 by psi-foh at 44.1 kHz.
cr_impact cr_impact_default(void);
// Adds a correction by name. CR_ERR_UNKNOWN, or CR_ERR_UNSUPPORTED when it does not apply.
cr_status cr_impact_correct(cr_impact *impact, const char *name, cr_error *error);
// Names the first value that cannot be: place = the field, reason = what is wrong.
cr_status cr_impact_check(const cr_impact *impact, cr_error *error);
// CR_RESTING when the mass does not leave; CR_ERR_NUMERIC when the state became NaN or infinite.
cr_status cr_impact_run(const cr_impact *impact, cr_sample_sink sink, cr_impact_result *result,
                        cr_error *error);

// --- many impacts ------------------------------------------------------------------------------------------

// Each impact starts with the speed at which the one before left (S0 Table III).
typedef struct cr_rebounds {
    long count;
    double v_last, v_last_exact;
    double H_error_percent; // of the energy left, accumulated, signed
    double dev_H_percent; // greatest of the series, and of the states after release unless vout imposes them
} cr_rebounds;
cr_status cr_impact_rebounds(const cr_impact *impact, long count, cr_rebounds *series, cr_error *error);

// Worst over `count` entry phases evenly spread from 0: magnitudes, but the sign of the worst is kept.
// CR_RESTING and the result of the phase at which the mass does not leave, if there is one.
cr_status cr_impact_phases(const cr_impact *impact, int count, cr_impact_result *worst, cr_error *error);

// --- a ball dropped on a plate (S2 II-C)
// --------------------------------------------------------------------

typedef struct cr_drop {
    double mass, gravity, height, duration; // kg, m/s^2, m, s
    double small;                           // m: an apex below this ends the first part
} cr_drop;

typedef struct cr_drop_result {
    double t_small;          // s, first apex below `small`
    long contacts_before;    // contacts until then
    long contacts_after;     // contacts after it
    double t_last_break;     // s, last time contact was lost
    double depth, frequency; // at rest: m, and Hz of small oscillations
} cr_drop_result;
cr_status cr_drop_run(const cr_law *law, const cr_drop *drop, cr_drop_result *result, cr_error *error);

CR_DECLARATIONS_END

#endif
