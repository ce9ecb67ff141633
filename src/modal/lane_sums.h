// Sums over the lanes of vectors of CR_BANK_VECTOR bytes: of neighbours, then of halves, as many vectors at
// once as there are lanes. For kernels with vectors of that size (AVX2). One file has one of them: it defines
// LANE_SUMS_FLOAT or LANE_SUMS_DOUBLE before.
#include "modal/bank_internal.h"

#ifdef LANE_SUMS_FLOAT
typedef int lane_index __attribute__((vector_size(CR_BANK_VECTOR)));
#define LANE_PAIRS(a, b)                                                                                     \
    (CR_BANK_PICK(lane_index, a, b, 0, 2, 8, 10, 4, 6, 12, 14) +                                             \
     CR_BANK_PICK(lane_index, a, b, 1, 3, 9, 11, 5, 7, 13, 15))
#define LANE_HALVES(a, b)                                                                                    \
    (CR_BANK_PICK(lane_index, a, b, 0, 1, 2, 3, 8, 9, 10, 11) +                                              \
     CR_BANK_PICK(lane_index, a, b, 4, 5, 6, 7, 12, 13, 14, 15))
#define LANE_QUARTET(v) LANE_PAIRS(LANE_PAIRS(v[0], v[1]), LANE_PAIRS(v[2], v[3]))
// Lane i of total becomes the sum of the lanes of v[i].
#define LANE_SUMS(total, v) total = LANE_HALVES(LANE_QUARTET(v), LANE_QUARTET((v + 4)))
#else
typedef long long lane_index __attribute__((vector_size(CR_BANK_VECTOR)));
#define LANE_PAIRS(a, b)                                                                                     \
    (CR_BANK_PICK(lane_index, a, b, 0, 4, 2, 6) + CR_BANK_PICK(lane_index, a, b, 1, 5, 3, 7))
#define LANE_HALVES(a, b)                                                                                    \
    (CR_BANK_PICK(lane_index, a, b, 0, 1, 4, 5) + CR_BANK_PICK(lane_index, a, b, 2, 3, 6, 7))
#define LANE_SUMS(total, v) total = LANE_HALVES(LANE_PAIRS(v[0], v[1]), LANE_PAIRS(v[2], v[3]))
#endif
