// Kernels that are compiled once for every processor and again for those with wider vectors. Nothing is
// fused: all give the same numbers.
#ifndef CAROM_PREP_BEM_WIDE_H
#define CAROM_PREP_BEM_WIDE_H

#include <stdbool.h>

// Compiled into each of the functions that have their own instructions.
#define CR_EVERYWHERE __attribute__((always_inline)) static inline

#if defined(__x86_64__) && defined(__GNUC__)
#define CR_WIDE_TARGET __attribute__((target("avx2,fma")))
static inline bool cr_is_wide(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
#define CR_WIDE_TARGET
static inline bool cr_is_wide(void) {
    return false;
}
#endif

// Vectors twice as wide, where the compiler can be told to use them.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define CR_WIDEST_TARGET __attribute__((target("avx512f,prefer-vector-width=512")))
static inline bool cr_is_widest(void) {
    return __builtin_cpu_supports("avx512f");
}
#else
#define CR_WIDEST_TARGET CR_WIDE_TARGET
static inline bool cr_is_widest(void) {
    return cr_is_wide();
}
#endif

#endif
