#include "peers/peers.h"

#include <stk/BiQuad.h>
#include <vector>

static void run(void *state, const double *force, double *out, int frames) {
    std::vector<stk::BiQuad> &bank = *static_cast<std::vector<stk::BiQuad> *>(state);
    for (int i = 0; i < frames; i++) {
        double sum = 0;
        for (stk::BiQuad &mode : bank) sum += mode.tick(force[i]);
        out[i] += sum;
    }
}

int make_stk(peer *p) {
    stk::Stk::setSampleRate(44100);
    static std::vector<stk::BiQuad> bank(PEER_MODES);
    for (int i = 0; i < PEER_MODES; i++)
        bank[static_cast<size_t>(i)].setResonance(100 + 9900.0 * i / PEER_MODES, 0.9999, true);
    *p = {"STK BiQuad double", &bank, run};
    return 1;
}
