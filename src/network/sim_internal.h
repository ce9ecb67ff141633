#ifndef CAROM_SIM_INTERNAL_H
#define CAROM_SIM_INTERNAL_H

#include "carom/sim.h"
#include "network/network_internal.h"

#include <stdint.h>

typedef struct cr_playing {
    cr_excitation is;
    double phase; // rad, of a sine whose frequency was changed
} cr_playing;

struct cr_sim {
    cr_network *network;
    double h;
    long steps;
    long phase; // steps + phase: what flights are aligned to
    uint64_t noise;
    CR_ARRAY(cr_playing) excitations;
    CR_ARRAY(cr_listen) listens;
    int channels;
    bool silenced;
    double force_least, peak, energy_greatest, error_greatest;
    double *greatest; // force of every contact and mallet; NULL: nobody looks
    double expected;  // s, when the last thing thrown arrives
};

#endif
