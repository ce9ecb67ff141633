// What is heard of modes, in double, for any processor and for AVX2 with fused multiply-add.
#include "modal/bank_internal.h"
#include "sound/lanes.h"

#define HEAR_REAL double

#define HEAR_NAME(word) word##_any
#define HEAR_TARGET
#define HEAR_ADD_LANES 0
#define HEAR_ADVANCE cr_lanes_advance_any
#include "sound/advance_kernel.h"
#include "sound/hear_kernel.h"
const cr_lanes_kernel cr_lanes_kernel_double = {hear_any, cr_lanes_advance_any};

#if CR_BANK_HAS_FMA
#define LANE_SUMS_DOUBLE
#include "modal/lane_sums.h"
#undef HEAR_NAME
#undef HEAR_TARGET
#undef HEAR_ADD_LANES
#define HEAR_ADD_LANES 1
#define HEAR_NAME(word) word##_wide
#define HEAR_TARGET __attribute__((target("avx2,fma")))
#undef HEAR_ADVANCE
#define HEAR_ADVANCE cr_lanes_advance_wide
#include "sound/advance_kernel.h"
#include "sound/hear_kernel.h"
const cr_lanes_kernel cr_lanes_kernel_double_wide = {hear_wide, cr_lanes_advance_wide};
#endif
