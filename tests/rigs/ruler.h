// A ruler of 300 x 30 x 1 mm, clamped at one end, with 20 modes to 9.7 kHz (damping as of plastic), bent up
// by 15 mm at its tip and let go: it beats on a table's edge at a third of its length.
#ifndef CAROM_TESTS_RULER_H
#define CAROM_TESTS_RULER_H

#include "carom/world.h"

enum { RULER_RATE = 44100, RULER_BANDS = 26 };

typedef struct ruler_run {
    cr_world_stats stats;
    cr_world_energy ledger;
    double start;             // J
    double band[RULER_BANDS]; // dB: velocity of the tip in third octaves from 31.25 Hz, over the first 0.74 s
} ruler_run;

// Band levels need duration >= 0.75 s; else they are 0.
ruler_run ruler_beats(bool adaptive, double steps_per_period, double duration);
// In a world of any kind.
ruler_run ruler_beats_in(const cr_world_def *def, double duration);

#endif
