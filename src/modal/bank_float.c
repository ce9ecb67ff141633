// The bank in float, for any processor and for AVX2 with fused multiply-add.
#include "base/numeric.h"
#include "modal/bank_internal.h"

#define BANK_REAL float

// Built for one processor, the general kernel may be fused too.
#if defined(__x86_64__) && defined(__AVX__) && defined(__FMA__)
#define BANK_KEEP(product) __asm__("" : "+x"(product))
#else
#define BANK_KEEP(product)
#endif
#define BANK_NAME(word) word##_any
#define BANK_TARGET
#include "modal/bank_kernel.h"
const cr_bank_kernel cr_bank_kernel_float = {advance_any, settle_any};

#if CR_BANK_HAS_FMA
#undef BANK_KEEP
#undef BANK_NAME
#undef BANK_TARGET
#define BANK_KEEP(product) __asm__("" : "+x"(product))
#define BANK_NAME(word) word##_fma
#define BANK_TARGET __attribute__((target("avx2,fma")))
#include "modal/bank_kernel.h"
const cr_bank_kernel cr_bank_kernel_float_fma = {advance_fma, settle_fma};
#endif
