// The bank in double, for any processor and for AVX2 with fused multiply-add.
#include "base/numeric.h"
#include "modal/bank_internal.h"

#define BANK_REAL double

#define BANK_KEEP(product) CR_BANK_KEEP(product)
#define BANK_NAME(word) word##_any
#define BANK_TARGET
#define BANK_PARTS 2
#include "modal/bank_kernel.h"
const cr_bank_kernel cr_bank_kernel_double = {advance_any, settle_any};

#if CR_BANK_HAS_FMA
#define LANE_SUMS_DOUBLE
#include "modal/lane_sums.h"
#define BANK_ADD_LANES(total, v) LANE_SUMS(total, v)

#undef BANK_KEEP
#undef BANK_NAME
#undef BANK_TARGET
#undef BANK_PARTS
#define BANK_KEEP(product) __asm__("" : "+x"(product))
#define BANK_NAME(word) word##_fma
#define BANK_TARGET __attribute__((target("avx2,fma")))
#define BANK_PARTS 1
#include "modal/bank_kernel.h"
const cr_bank_kernel cr_bank_kernel_double_fma = {advance_fma, settle_fma};
#endif
