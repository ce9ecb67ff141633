#include "modal/flight_read.h"

typedef double doubles __attribute__((vector_size(32), may_alias));

// Before the loop over the vectors that are held at a time.
#if defined(__GNUC__) && !defined(__clang__)
#define CR_FLIGHT_UNROLL _Pragma("GCC unroll 6")
#else
#define CR_FLIGHT_UNROLL
#endif

#define KERNEL_FILE "modal/flight_loops.h"
#define KERNEL_WIDE "avx2"
#include "modal/kernel_kinds.h"

#if defined(__x86_64__) && defined(__GNUC__)
const cr_flight_loops *cr_flight_loops_for(bool single) {
    bool wide = __builtin_cpu_supports("avx2");
    if (wide) return single ? &loops_float_wide : &loops_double_wide;
    return single ? &loops_float : &loops_double;
}
#else
const cr_flight_loops *cr_flight_loops_for(bool single) {
    return single ? &loops_float : &loops_double;
}
#endif
