// S4 in parts: flights of a mass of 1 kg at 1 m/s into a lossless wall, what the paper shows, and our answer
// to the question it leaves open.
#ifndef CAROM_APPS_CAROM_REPRODUCE_S4_H
#define CAROM_APPS_CAROM_REPRODUCE_S4_H

#include "papers/papers.h"

typedef struct cr_s4_flight {
    double duration; // s, between the points where free flight meets the wall
    double v_out;    // m/s, negative
    double energy;   // greatest deviation from the first energy, relative
    long inside;     // samples with x > 0
} cr_s4_flight;

extern const char cr_s4_program[];  // what computed the references
extern const double cr_s4_rate;     // 50 kHz
extern const double cr_s4_distance; // 0.1 mm before the wall

cr_law cr_s4_law(double k, double alpha);
// The law whose simulated contacts last as long as those of `law` should: S4 (15), (16) and beyond. False
// when the scheme cannot do so short a contact.
bool cr_s4_corrected(const char *scheme, const cr_law *law, double rate, cr_law *corrected);
// From `distance` [m] before the wall until the mass is out again. Samples go to the curve (us, um) unless it
// is NULL, and some more of the flight after the release.
cr_s4_flight cr_s4_fly(const char *scheme, const cr_law *law, double rate, double distance, cr_curve *curve);

// Relative error of the duration in percent over entry phases, against `duration`.
typedef struct cr_s4_spread {
    double least, most, mean, middle, half, worst;
    long inside; // fewest samples
} cr_s4_spread;
cr_s4_spread cr_s4_phases(const char *scheme, const cr_law *law, double rate, double duration);

// Error of the hard contact with beta*, or with the stiffest wall where there is none; scheme 0: two-point.
cr_s4_spread cr_s4_corrected_error(int scheme, double rate);

// A lossless contact of `samples` samples at the rate that cr_s4_open_rate says, for any exponent.
extern const double cr_s4_open_rate;
cr_law cr_s4_open_law(double alpha, double samples);
void cr_s4_open_question(cr_rows *rows);
void cr_s4_footnote(cr_rows *rows);
void cr_s4_ratio(cr_rows *rows);
void cr_s4_time_varying(cr_rows *rows);

extern const cr_figure cr_s4_fig_3, cr_s4_fig_4, cr_s4_fig_5, cr_s4_fig_6, cr_s4_fig_open;

#endif
