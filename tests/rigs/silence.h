// How silent contact forces of a body at rest are (S3 Figure 7).
#ifndef CAROM_TEST_SILENCE_H
#define CAROM_TEST_SILENCE_H

#include "carom/world.h"

// Mean and variation of the force at each contact point of one body, weighted with time; points are told
// apart by their keys and the other body.
enum { SILENCE_POINTS = 512 };
typedef struct silence {
    int body;
    double from; // s: what comes before does not count
    int points;
    struct silence_point {
        int other;
        unsigned key;
        cr_vec first;   // the force at first: deviations count from here
        double time;    // s, in contact
        cr_vec sum;     // of deviations, N s
        double squares; // N^2 s
    } point[SILENCE_POINTS];
} silence;

silence silence_of(int body, double from);
// A sink of the contacts.
cr_status silence_hear(void *context, const cr_world_contact *contact);
// The rms of all point forces about their means from `from` to `until`, over a force (the weight) [dB]; no
// less than -340, below rounding.
double silence_level(const silence *s, double until, double weight);

// A steel slab on a floor, flat on its four corners or curved (a bowl on its rim, as S3's Figure 7 has it on
// its ends), that lies there for half a second: its level in the second half [dB].
double silence_of_slab(const cr_world_def *def, bool curved, silence *s);

#endif
