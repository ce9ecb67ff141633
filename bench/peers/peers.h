// Banks of other makers for comparison, each of PEER_MODES modes with one input and one output.
#ifndef CAROM_PEERS_H
#define CAROM_PEERS_H

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_MODES = 128, PEER_MAX = 8 };

typedef struct peer {
    const char *name;
    void *state;
    void (*run)(void *state, const double *force, double *out, int frames);
} peer;

// Fills `peers` with those that were found when this was built, says which were not, and returns their
// number. They live until the program ends.
int peers_make(peer *peers);

// Each returns 1, or 0 when there is no memory. Faust's come from modes.dsp, in double and float, plain and
// with its own vectorisation; STK's is a loop over BiQuad.
int make_faust_double(peer *p);
int make_faust_double_vec(peer *p);
int make_faust_single(peer *p);
int make_faust_single_vec(peer *p);
int make_stk(peer *p);

#ifdef __cplusplus
}
#endif
#endif
