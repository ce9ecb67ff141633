#include "modal/kernels.h"

#include "modal/resonator.h"

typedef double lanes __attribute__((vector_size(32), may_alias));

#define GET(array, i) (*(const lanes *)(const void *)((array) + (i)))
#define SET(array, i, value) (*(lanes *)(void *)((array) + (i)) = (value))
// Eight partial sums in an order that does not depend on the instruction set.
#define SUM(x)                                                                                               \
    ((((x)[0][0] + (x)[1][0]) + ((x)[0][2] + (x)[1][2])) +                                                   \
     (((x)[0][1] + (x)[1][1]) + ((x)[0][3] + (x)[1][3])))

#define TARGET
#define KERNEL(name) name##_plain
#include "modal/kernel_loops.h"
#undef TARGET
#undef KERNEL

#if defined(__x86_64__) && defined(__GNUC__)
#define TARGET __attribute__((target("avx2")))
#define KERNEL(name) name##_avx2
#include "modal/kernel_loops.h"

const cr_mode_kernels *cr_mode_kernels_here(void) {
    return __builtin_cpu_supports("avx2") ? &table_avx2 : &table_plain;
}
#else
const cr_mode_kernels *cr_mode_kernels_here(void) {
    return &table_plain;
}
#endif
