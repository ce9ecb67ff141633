// How modes go on under a constant modal force; bodies: cr_record_flow.
#ifndef CAROM_RECORD_FLOW_H
#define CAROM_RECORD_FLOW_H

#include "carom/record.h"

// One mode after s seconds, from shape and rate, which become those at the end. A mode without a frequency is
// a free mass.
void cr_record_flow_mode(double frequency, double sigma, double push, double s, double *shape, double *rate);

#endif
