// Driver of one bank that Faust generated, compiled once per kind with PEER_CODE, the generated file, and
// PEER_KIND, the name of its type.
#include "peers/peers.h"

#include <faust/gui/CInterface.h>

#include PEER_CODE

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)

static void run(void *state, const double *force, double *out, int frames) {
    static FAUSTFLOAT in_buffer[4096], out_buffer[4096];
    FAUSTFLOAT *in = in_buffer, *result = out_buffer;
    for (int i = 0; i < frames; i++) in[i] = (FAUSTFLOAT)force[i];
    JOIN(compute, PEER_KIND)(state, frames, &in, &result);
    for (int i = 0; i < frames; i++) out[i] += (double)result[i];
}

int JOIN(make_, PEER_KIND)(peer *p) {
    PEER_KIND *bank = JOIN(new, PEER_KIND)();
    if (!bank) return 0;
    JOIN(init, PEER_KIND)(bank, 44100);
    *p = (peer){PEER_LABEL, bank, run};
    return 1;
}
