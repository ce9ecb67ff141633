// How far a simulated impact is from the exact one.
#ifndef CAROM_IMPACT_MEASURE_H
#define CAROM_IMPACT_MEASURE_H

#include "carom/impact.h"

typedef struct cr_measure {
    const cr_impact *impact;
    cr_impact_result result;
    bool closed; // x(v) and H(v) are known
    cr_hc hc;
    cr_located reference; // the exact motion at the time of the sample
    double energy_start, range_H;
    double dissipated, power_before; // losses estimated for schemes that book none
    long contact_steps;
} cr_measure;

cr_status cr_measure_begin(cr_measure *measure, const cr_impact *impact, const cr_stepper *stepper,
                           cr_error *error);
void cr_measure_step(cr_measure *measure, const cr_stepper *stepper, cr_sample_sink sink);
void cr_measure_end(cr_measure *measure, const cr_stepper *stepper, bool apart, cr_impact_result *result);

#endif
