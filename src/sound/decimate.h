// Several signals at once from a high rate to one CR_DECIMATE_FACTOR times lower.
#ifndef CAROM_SOUND_DECIMATE_H
#define CAROM_SOUND_DECIMATE_H

enum { CR_DECIMATE_FACTOR = 8, CR_DECIMATE_TAPS = 256 };

// A low-pass of linear phase: within 0.1 dB up to 0.4 of the low rate, below -70 dB from 0.6 on.
typedef struct cr_decimator {
    double tap[CR_DECIMATE_TAPS]; // sum 1
} cr_decimator;

void cr_decimator_init(cr_decimator *decimator);
// One sample of the low rate from CR_DECIMATE_TAPS of the high one.
double cr_decimator_take(const cr_decimator *decimator, const double *from);
// How late the output is, in samples of the low rate: the middle of the taps.
double cr_decimator_lag(void);

#endif
