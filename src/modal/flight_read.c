#include "modal/flight_read.h"

#include <stdint.h>

typedef double lanes __attribute__((vector_size(32), may_alias));
typedef int64_t bits __attribute__((vector_size(32), may_alias));

static const bits magnitude = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}; // all but the sign

#define GET(array, i) (*(const lanes *)(const void *)((array) + (i)))

#define TARGET
#define FLIGHT(name) name##_plain
#include "modal/flight_loops.h"
#undef TARGET
#undef FLIGHT

#if defined(__x86_64__) && defined(__GNUC__)
#define TARGET __attribute__((target("avx2,fma")))
#define FLIGHT(name) name##_avx2
#include "modal/flight_loops.h"

const cr_flight_loops *cr_flight_loops_here(void) {
    bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return wide ? &loops_avx2 : &loops_plain;
}
#else
const cr_flight_loops *cr_flight_loops_here(void) {
    return &loops_plain;
}
#endif
