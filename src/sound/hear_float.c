// What is heard of modes, in float, for any processor and for AVX2 with fused multiply-add.
#include "modal/bank_internal.h"
#include "sound/lanes.h"

#define HEAR_REAL float

#define HEAR_NAME(word) word##_any
#define HEAR_TARGET
#define HEAR_ADD_LANES 0
#include "sound/hear_kernel.h"
const cr_lanes_kernel cr_lanes_kernel_float = {hear_any, cr_lanes_advance_any};

#if CR_BANK_HAS_FMA
#define LANE_SUMS_FLOAT
#include "modal/lane_sums.h"
#undef HEAR_NAME
#undef HEAR_TARGET
#undef HEAR_ADD_LANES
#define HEAR_ADD_LANES 1
#define HEAR_NAME(word) word##_wide
#define HEAR_TARGET __attribute__((target("avx2,fma")))
#include "sound/hear_kernel.h"
const cr_lanes_kernel cr_lanes_kernel_float_wide = {hear_wide, cr_lanes_advance_wide};
#endif
