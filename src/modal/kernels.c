#include "modal/kernels.h"

#include "base/numeric.h"
#include "modal/resonator.h"

#include <stdint.h>

#define KERNEL_FILE "modal/kernel_loops.h"
#define KERNEL_WIDE "avx2"
#define KERNEL_WIDEST "avx512f"
#include "modal/kernel_kinds.h"

#if defined(__x86_64__) && defined(__GNUC__)
size_t cr_mode_row_widest(void) {
    return !__builtin_cpu_supports("avx512f") ? SIZE_MAX : __builtin_cpu_is("intel") ? 1024 : 0;
}

const cr_mode_kernels *cr_mode_kernels_double(int n) {
    if ((size_t)n * sizeof(double) >= cr_mode_row_widest()) return &table_double_widest;
    return __builtin_cpu_supports("avx2") ? &table_double_wide : &table_double;
}
const cr_mode_kernels *cr_mode_kernels_float(int n) {
    if ((size_t)n * sizeof(float) >= cr_mode_row_widest()) return &table_float_widest;
    return __builtin_cpu_supports("avx2") ? &table_float_wide : &table_float;
}
#else
size_t cr_mode_row_widest(void) {
    return SIZE_MAX;
}

const cr_mode_kernels *cr_mode_kernels_double(int n) {
    (void)n;
    return &table_double;
}
const cr_mode_kernels *cr_mode_kernels_float(int n) {
    (void)n;
    return &table_float;
}
#endif

// Eight partial sums, in the same order on every instruction set.
static double sum_of(const double *part) {
    return ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
}

CR_CLONES double cr_modes_energy(int n, const double *p, const double *r) {
    double part[CR_LANES] = {0};
    for (int i = 0; i < n; i += CR_LANES)
        for (int k = 0; k < CR_LANES; k++) part[k] += p[i + k] * p[i + k] + r[i + k] * r[i + k];
    return 0.5 * sum_of(part);
}

CR_CLONES double cr_modes_loss(int n, const double *p, const double *r, const double *c, const double *s,
                               const double *kept) {
    double part[CR_LANES] = {0};
    for (int i = 0; i < n; i += CR_LANES)
        for (int k = 0; k < CR_LANES; k++) {
            double d = kept[i + k], v = c[i + k] * r[i + k] - s[i + k] * p[i + k];
            part[k] += (1.0 - d * d) * v * v;
        }
    return 0.5 * sum_of(part);
}
