// Eight numbers at a time, in an order of sums that does not depend on the instruction set.
#ifndef CAROM_MODAL_LANES_H
#define CAROM_MODAL_LANES_H

typedef double cr_lanes __attribute__((vector_size(64), may_alias));

static inline double cr_lanes_sum(const cr_lanes *x) {
    const cr_lanes v = *x;
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

#endif
